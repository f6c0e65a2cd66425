//! The page in a real browser, if one is installed: its content, and the effect of its keys and buttons.

use super::{page, sample};
use std::path::Path;
use std::process::Command;
use wardrum::export::Eyes;

const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/chrome"];

/// A page that embeds the fight, presses keys and records the results.
const KEYS: &str = r#"<!doctype html><iframe src="fight.html"></iframe><pre id="came"></pre><script>
document.querySelector("iframe").addEventListener("load", (event) => {
  const view = event.target.contentWindow, page = view.document, came = [];
  const note = (what) => came.push(what + "=" + page.documentElement.dataset.moment);
  for (const key of ["ArrowRight", "ArrowRight", "ArrowLeft", "]", "]", "[", "End", "Home", "3", "Enter"]) {
    page.body.dispatchEvent(new view.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    note(key);
  }
  for (const does of ["first", "on", "on", "back", "roundOn", "roundOn", "roundBack", "last"]) {
    page.querySelector(`[data-does=${does}]`).click();
    note(does);
  }
  page.getElementById("track").value = 5;
  page.getElementById("track").dispatchEvent(new view.Event("input"));
  note("track");
  const press = (key) => page.body.dispatchEvent(new view.KeyboardEvent("keydown", { key, bubbles: true }));
  press(" ");
  came.push("plays=" + page.getElementById("play").textContent);
  press(" ");
  came.push("stops=" + page.getElementById("play").textContent);
  press("?");
  came.push("keys=" + page.getElementById("keys").open);
  came.push("fault=" + page.documentElement.dataset.fault);
  document.getElementById("came").textContent = came.join(" ");
});
</script>"#;

/// The browser's dump of a page; `None` if no browser is installed.
fn dumped(folder: &Path, address: &str) -> Option<String> {
    let browser = BROWSERS.into_iter().find(|path| Path::new(path).exists())?;
    let out = Command::new(browser)
        .args(["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(["--virtual-time-budget=5000", "--dump-dom"])
        .arg(format!("file://{}/{address}", folder.display()))
        .output()
        .expect("the browser starts");
    Some(String::from_utf8_lossy(&out.stdout).into_owned())
}

fn between<'a>(text: &'a str, open: &str, close: &str) -> &'a str {
    text.split(open).nth(1).and_then(|rest| rest.split(close).next()).unwrap_or_default()
}

#[test]
fn a_browser_replays_the_fight() {
    let folder = tempfile::tempdir().expect("a folder");
    let html = page("Six goblins", &sample("first-fight"), Eyes::Referee);
    std::fs::write(folder.path().join("fight.html"), html).expect("written");
    std::fs::write(folder.path().join("keys.html"), KEYS).expect("written");
    let Some(shown) = dumped(folder.path(), "fight.html#r2.2") else {
        eprintln!("skipped: no browser is installed at {}", BROWSERS.join(", "));
        return;
    };
    assert!(shown.contains("data-moment=\"r2.2\""), "{shown}");
    assert!(!shown.contains("data-fault"), "{shown}");
    assert_eq!(between(&shown, "<p id=\"when\">", "<"), "Round 2 · Move · act 27 of 41");
    assert!(!between(&shown, "<section id=\"player\"", ">").contains("hidden"));
    let table = between(&shown, "<tbody>", "</tbody>");
    assert!(table.contains("Goblin 4") && table.contains("-4 of 3, dead"), "{table}");
    let came = dumped(folder.path(), "keys.html").unwrap_or_default();
    let came = between(&came, "<pre id=\"came\">", "</pre>").to_string();
    assert_eq!(
        came,
        "ArrowRight=r0.1 ArrowRight=r0.2 ArrowLeft=r0.1 ]=r1.0 ]=r2.0 [=r1.0 End=r61.0 Home=r0.0 3=r0.0 Enter=r3.0 \
         first=r0.0 on=r0.1 on=r0.2 back=r0.1 roundOn=r1.0 roundOn=r2.0 roundBack=r1.0 last=r61.0 track=r1.1 \
         plays=Stop stops=Play keys=true fault=undefined"
    );
}
