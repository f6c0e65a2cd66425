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
  note("opens");
  for (const key of ["Home", "ArrowRight", "ArrowRight", "ArrowLeft", "]", "]", "[", "End", "Home", "3", "Enter"]) {
    page.body.dispatchEvent(new view.KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    note(key);
  }
  for (const does of ["first", "on", "on", "back", "roundOn", "roundOn", "roundBack", "last"]) {
    page.querySelector(`[data-does=${does}]`).click();
    note(does);
  }
  for (const place of ["div#rounds [title='Round 2']", "div#marks .fallen", "section#log li"]) {
    page.querySelector(place).click();
    note(place);
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
    let Some(shown) = dumped(folder.path(), "fight.html#r2.10") else {
        eprintln!("skipped: no browser is installed at {}", BROWSERS.join(", "));
        return;
    };
    assert!(shown.contains("data-moment=\"r2.10\""), "{shown}");
    assert!(!shown.contains("data-fault"), "{shown}");
    assert_eq!(between(&shown, "<p id=\"when\">", "<"), "Round 2 · Missile · act 30 of 43");
    assert!(!between(&shown, "<section id=\"player\"", ">").contains("hidden"));
    let table = between(&shown, "<tbody>", "</tbody>");
    assert!(table.contains("Goblin 6") && table.contains("-2 of 3, dead"), "{table}");
    let came = dumped(folder.path(), "keys.html").unwrap_or_default();
    let came = between(&came, "<pre id=\"came\">", "</pre>").to_string();
    assert_eq!(
        came,
        "opens=r61.0 Home=r0.0 ArrowRight=r0.1 ArrowRight=r0.2 ArrowLeft=r0.1 ]=r1.0 ]=r2.0 [=r1.0 End=r61.0 Home=r0.0 3=r0.0 Enter=r3.0 \
         first=r0.0 on=r0.1 on=r0.2 back=r0.1 roundOn=r1.0 roundOn=r2.0 roundBack=r1.0 last=r61.0 \
         div#rounds [title='Round 2']=r2.0 div#marks .fallen=r1.13 section#log li=r0.1 track=r1.1 \
         plays=Stop stops=Play keys=true fault=undefined"
    );
}

/// Frames of a laptop and of a phone, and what of the fight is out of view in each.
const FRAMES: &str = r#"<!doctype html>
<iframe src="fight.html" style="width: 1366px; height: 768px; border: 0"></iframe>
<iframe src="fight.html" style="width: 390px; height: 844px; border: 0"></iframe><pre id="came"></pre><script>
addEventListener("load", () => {
  const [laptop, phone] = [...document.querySelectorAll("iframe")].map((frame) => frame.contentDocument);
  const bottom = (what) => [...laptop.querySelectorAll(what)].pop().getBoundingClientRect().bottom;
  const came = [
    "laptop=" + (laptop.documentElement.scrollHeight <= 768),
    "roster=" + (bottom("table[id=table] tr") + laptop.querySelector("tbody tr").clientHeight < 720),
    "log=" + (bottom("section#log li") < 768),
    "phone=" + (phone.documentElement.scrollWidth <= 390),
    "when=" + laptop.getElementById("when").textContent,
  ];
  document.getElementById("came").textContent = came.join(" ");
});
</script>"#;

/// It opens on how the fight ended, with everyone in it and the end of the log in view on a laptop, and fits a phone's
/// width.
#[test]
fn the_end_of_a_fight_is_in_view_as_it_opens() {
    let folder = tempfile::tempdir().expect("a folder");
    let html = page("Three sides", &sample("three-sides"), Eyes::Referee);
    std::fs::write(folder.path().join("fight.html"), html).expect("written");
    std::fs::write(folder.path().join("frames.html"), FRAMES).expect("written");
    let Some(shown) = dumped(folder.path(), "frames.html") else { return };
    let came = between(&shown, "<pre id=\"came\">", "</pre>");
    let acts = sample("three-sides").at();
    let when = format!("After the fight · act {acts} of {acts}");
    assert_eq!(came, format!("laptop=true roster=true log=true phone=true when={when}"));
}
