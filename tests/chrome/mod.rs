//! A browser without a window, driven over a pipe by its debugging protocol: messages in JSON, each ended by a zero byte.

#![allow(dead_code)]

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

pub const BROWSERS: [&str; 4] =
    ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome", "/usr/bin/chrome"];

/// Longer than anything takes in a browser, on any machine.
const PATIENCE: Duration = Duration::from_secs(90);

/// Reads commands from descriptor 3 and answers on 4.
const START: &str = r#"exec "$0" --headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking \
  --disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --remote-debugging-pipe --user-data-dir="$1/profile" \
  about:blank 3<"$1/in" 4>"$1/out" >/dev/null 2>&1"#;

/// A browser. Ends when dropped.
pub struct Chrome {
    child: Child,
    to: File,
    from: Receiver<Value>,
    next: u64,
    _folder: tempfile::TempDir,
}

/// A page of a browser, as a phone shows it.
pub struct Phone {
    session: String,
}

impl Chrome {
    /// Starts the browser that is installed. `None` without one, which the test says.
    pub fn start(test: &str) -> Option<Self> {
        let Some(browser) = BROWSERS.into_iter().find(|path| Path::new(path).exists()) else {
            eprintln!("skipped: {test}: no browser is installed at {}", BROWSERS.join(", "));
            return None;
        };
        let folder = tempfile::tempdir().expect("a folder");
        let pipes = ["in", "out"].map(|name| folder.path().join(name));
        let made = Command::new("mkfifo").args(&pipes).status().expect("mkfifo runs");
        assert!(made.success());
        let mut shell = Command::new("sh");
        shell.args(["-c", START, browser]).arg(folder.path()).stdin(Stdio::null());
        let child = shell.spawn().expect("a shell");
        let to = File::options().write(true).open(&pipes[0]).expect("a pipe");
        let mut out = BufReader::new(File::open(&pipes[1]).expect("a pipe"));
        let (sends, from) = channel();
        thread::spawn(move || {
            let mut message = Vec::new();
            while out.read_until(0, &mut message).is_ok_and(|length| length > 0) {
                message.pop();
                let read = serde_json::from_slice(&message);
                if read.is_ok_and(|read: Value| sends.send(read).is_err()) {
                    return;
                }
                message.clear();
            }
        });
        Some(Self { child, to, from, next: 0, _folder: folder })
    }

    /// What a command returns.
    fn call(&mut self, session: Option<&str>, method: &str, params: Value) -> Value {
        self.ask(session, method, params).unwrap_or_else(|error| panic!("{method}: {error}"))
    }

    /// What a command returns, or the error that the browser answers with.
    fn ask(&mut self, session: Option<&str>, method: &str, params: Value) -> Result<Value, Value> {
        self.next += 1;
        let mut message = json!({ "id": self.next, "method": method, "params": params });
        if let Some(session) = session {
            message["sessionId"] = session.into();
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser reads");
        loop {
            let answer = self.from.recv_timeout(PATIENCE).expect("the browser answers");
            if answer["id"] == self.next {
                return match answer.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(answer["result"].clone()),
                };
            }
        }
    }

    /// Opens an address on a new phone, in light or dark. No two phones share what they store.
    pub fn open(&mut self, url: &str, scheme: &str) -> Phone {
        let context = self.call(None, "Target.createBrowserContext", json!({}));
        let target = json!({ "url": "about:blank", "browserContextId": context["browserContextId"] });
        let target = self.call(None, "Target.createTarget", target);
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = self.call(None, "Target.attachToTarget", attach);
        let phone = Phone { session: attached["sessionId"].as_str().expect("a session").into() };
        self.resize(&phone, 390, 844);
        self.dress(&phone, scheme);
        self.go(&phone, url);
        phone
    }

    /// Leaves the page for another address, as a closed tab does.
    pub fn go(&mut self, phone: &Phone, url: &str) {
        self.call(Some(&phone.session), "Page.navigate", json!({ "url": url }));
    }

    /// Gives a phone a screen of this size.
    pub fn resize(&mut self, phone: &Phone, width: u32, height: u32) {
        let screen = json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
        self.call(Some(&phone.session), "Emulation.setDeviceMetricsOverride", screen);
    }

    /// Switches a phone to light or dark.
    pub fn dress(&mut self, phone: &Phone, scheme: &str) {
        let feature = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.call(Some(&phone.session), "Emulation.setEmulatedMedia", json!({ "features": feature }));
    }

    /// The value of an expression on a phone; null where a page gives way to the next meanwhile.
    pub fn value(&mut self, phone: &Phone, script: &str) -> Value {
        let params = json!({ "expression": script, "returnByValue": true, "awaitPromise": true });
        let told = match self.ask(Some(&phone.session), "Runtime.evaluate", params) {
            Ok(told) => told,
            Err(error) if is_between_pages(&error) => return Value::Null,
            Err(error) => panic!("{script}: {error}"),
        };
        assert!(told.get("exceptionDetails").is_none(), "{script}: {told}");
        told["result"]["value"].clone()
    }

    /// Waits until an expression is true on a phone.
    pub fn wait(&mut self, phone: &Phone, script: &str) {
        let end = Instant::now() + PATIENCE;
        // Between two pages there is nothing to ask.
        while self.value(
            phone,
            &format!("(() => {{ try {{ return !!({script}); }} catch {{ return false; }} }})()"),
        ) != true
        {
            if Instant::now() > end {
                panic!("never: {script}\n{}", self.value(phone, "document.body.innerText"));
            }
            thread::sleep(Duration::from_millis(10));
        }
    }

    /// Waits until a phone shows a text.
    pub fn sees(&mut self, phone: &Phone, text: &str) {
        self.wait(phone, &format!("document.body.innerText.includes({})", json!(text)));
    }

    /// Taps the first visible button with this text.
    pub fn tap(&mut self, phone: &Phone, text: &str) {
        let find = format!(
            "[...document.querySelectorAll('button, summary')].find((one) => one.offsetParent && one.textContent === {})",
            json!(text)
        );
        self.wait(phone, &find);
        self.value(phone, &format!("{find}.click()"));
    }

    /// The roles, names and live regions that a screen reader finds on a phone: `alert assertive "Brea"`.
    pub fn heard(&mut self, phone: &Phone) -> Vec<String> {
        let tree = self.call(Some(&phone.session), "Accessibility.getFullAXTree", json!({}));
        let nodes = tree["nodes"].as_array().cloned().unwrap_or_default();
        let told = |node: &Value| {
            let role = node["role"]["value"].as_str().unwrap_or_default();
            let live =
                node["properties"].as_array().into_iter().flatten().find(|one| one["name"] == "live");
            let live = live.and_then(|one| one["value"]["value"].as_str()).unwrap_or("-");
            format!("{role} {live} {:?}", node["name"]["value"].as_str().unwrap_or_default())
        };
        nodes.iter().filter(|node| node["ignored"] != true).map(told).collect()
    }

    /// Takes pictures of a phone in dark and in light. Nothing is wider than the phone, and what is tapped is large enough
    /// for a thumb.
    pub fn pictures(&mut self, phone: &Phone, name: &str) {
        for scheme in ["dark", "light"] {
            self.dress(phone, scheme);
            self.picture(phone, &format!("{name}-{scheme}"));
        }
        let wide = self.value(phone, "document.documentElement.scrollWidth");
        assert!(wide.as_u64().is_some_and(|wide| wide <= 390), "{name}: {wide} wide");
        let small = self.value(
            phone,
            "[...document.querySelectorAll('button, summary')].filter((one) => one.offsetParent).filter((one) => {\
               const { width, height } = one.getBoundingClientRect(); return width < 44 || height < 48; })\
             .map((one) => one.textContent).join()",
        );
        assert_eq!(small, "", "{name}");
    }

    /// Takes a picture of a phone, kept where `WARDRUM_PICTURES` says; otherwise checks that it is one.
    pub fn picture(&mut self, phone: &Phone, name: &str) {
        let taken =
            self.call(Some(&phone.session), "Page.captureScreenshot", json!({ "format": "png" }));
        let data = STANDARD.decode(taken["data"].as_str().expect("a picture")).expect("base64");
        assert!(data.starts_with(b"\x89PNG"));
        if let Some(folder) = std::env::var_os("WARDRUM_PICTURES") {
            std::fs::write(Path::new(&folder).join(format!("{name}.png")), data).expect("written");
        }
    }
}

/// Whether an expression had no page to be asked of: one was left, the next is not there yet.
fn is_between_pages(error: &Value) -> bool {
    let told = error["message"].as_str().unwrap_or_default();
    ["navigated", "Cannot find context", "context was destroyed"].iter().any(|word| told.contains(word))
}

impl Drop for Chrome {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
