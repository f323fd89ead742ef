//! A real browser driven as a person drives it: by the mouse and by keys, through the browser's own protocol of developers.
//!
//! The protocol goes through two named pipes; a message is JSON and ends with a zero byte.
#![allow(dead_code)]

use serde_json::{Value, json};
use std::fs::File;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// A browser with one page; dropping it ends it.
pub struct Browser {
    process: Child,
    to: File,
    from: BufReader<File>,
    session: Option<String>,
    n_sent: u64,
    events: Vec<Value>,
    folder: TempDir,
}

/// The flags: no window, no errands of its own, no host but this machine.
const FLAGS: &str = "--headless --no-sandbox --disable-gpu --no-first-run --disable-background-networking \
    --disable-component-update --disable-sync --hide-scrollbars --force-color-profile=srgb --remote-debugging-pipe";

/// How often something is looked at again before it counts as never happening, and the pause between.
const LOOKS: usize = 2400;
const PAUSE: Duration = Duration::from_millis(25);

/// Names for scripts: what a person sees.
const HELPERS: &str = r#"
window.seen = (node) => node && node.checkVisibility() && !node.disabled;
window.button = (text) => [...document.querySelectorAll("button, summary, nav a")].find((one) => seen(one) && (one.getAttribute("aria-label") ?? one.textContent).trim().startsWith(text));
window.text = (selector) => document.querySelector(selector)?.textContent ?? "";
window.cell = (n) => document.querySelectorAll(".cells button")[n];
window.asText = () => document.querySelector("textarea").value;
"#;

impl Browser {
    /// Starts the browser.
    pub fn start() -> Browser {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = |name: &str| folder.path().join(name).display().to_string();
        let (commands, answers) = (path("commands"), path("answers"));
        assert!(Command::new("mkfifo").args([&commands, &answers]).status().expect("mkfifo runs").success());
        let rules = "--host-resolver-rules='MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'";
        let line = format!(
            "exec timeout 600 chromium {FLAGS} {rules} --user-data-dir={} about:blank 3<{commands} 4>{answers}",
            path("profile")
        );
        let mut command = Command::new("sh");
        command.args(["-c", &line]).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        let process = command.spawn().expect("a shell");
        let to = File::options().write(true).open(&commands).expect("a pipe");
        let from = BufReader::new(File::open(&answers).expect("a pipe"));
        let mut browser = Browser { process, to, from, session: None, n_sent: 0, events: Vec::new(), folder };
        let target = browser.ask("Target.createTarget", &json!({"url": "about:blank"}))["targetId"].clone();
        let attached = browser.ask("Target.attachToTarget", &json!({"targetId": target, "flatten": true}));
        browser.session = attached["sessionId"].as_str().map(str::to_string);
        for domain in ["Page.enable", "Runtime.enable", "Network.enable", "Log.enable"] {
            browser.ask(domain, &json!({}));
        }
        browser.ask("Page.addScriptToEvaluateOnNewDocument", &json!({"source": HELPERS}));
        let downloads = browser.downloads().display().to_string();
        browser.ask("Browser.setDownloadBehavior", &json!({"behavior": "allow", "downloadPath": downloads}));
        browser.size(1280, 800);
        browser
    }

    /// Where downloads go.
    pub fn downloads(&self) -> &Path {
        self.folder.path()
    }

    /// Sends a command; its result.
    pub fn ask(&mut self, method: &str, params: &Value) -> Value {
        self.n_sent += 1;
        let mut message = json!({"id": self.n_sent, "method": method, "params": params});
        let is_about_page = !method.starts_with("Target.") && !method.starts_with("Browser.");
        if let Some(session) = self.session.as_ref().filter(|_| is_about_page) {
            message["sessionId"] = json!(session);
        }
        let mut bytes = message.to_string().into_bytes();
        bytes.push(0);
        self.to.write_all(&bytes).expect("the browser listens");
        loop {
            let mut answer = Vec::new();
            self.from.read_until(0, &mut answer).expect("the browser answers");
            assert!(answer.pop() == Some(0), "the browser has ended");
            let answer: Value = serde_json::from_slice(&answer).expect("JSON");
            match answer["id"].as_u64() {
                Some(id) if id == self.n_sent => {
                    assert!(answer["error"].is_null(), "{method}: {}", answer["error"]);
                    return answer["result"].clone();
                }
                Some(_) => {}
                None => self.events.push(answer),
            }
        }
    }

    /// Goes to an address and waits for the page to be there.
    pub fn open(&mut self, link: &str) {
        self.ask("Page.navigate", &json!({"url": link}));
        self.wait("document.readyState === 'complete' && typeof button === 'function'");
    }

    /// The value of an expression on the page.
    pub fn eval(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let found = self.ask("Runtime.evaluate", &params);
        assert!(found["exceptionDetails"].is_null(), "{expression}: {}", found["exceptionDetails"]);
        found["result"]["value"].clone()
    }

    /// The text that an expression gives.
    pub fn text(&mut self, expression: &str) -> String {
        self.eval(expression).as_str().unwrap_or_default().to_string()
    }

    /// Waits until an expression is true.
    pub fn wait(&mut self, expression: &str) {
        for _ in 0..LOOKS {
            if self.eval(&format!("Boolean({expression})")) == json!(true) {
                return;
            }
            std::thread::sleep(PAUSE);
        }
        let shown = self.text("document.body.innerText");
        panic!("never: {expression}\nproblems: {:?}\nthe page says: {shown}", self.problems());
    }

    /// Where a place of what an expression gives is on the screen, once it rests there.
    fn place(&mut self, node: &str, (across, down): (f64, f64)) -> Value {
        self.wait(&format!("seen({node})"));
        let box_of = format!(
            "(() => {{ const node = {node}; node.scrollIntoView({{ block: 'center' }}); const box = node.getBoundingClientRect(); \
             return [box.x + box.width * {across}, box.y + box.height * {down}]; }})()"
        );
        // What still moves, since a picture above it comes, is waited for, as a person would.
        let mut place = self.eval(&box_of);
        for _ in 0..LOOKS {
            std::thread::sleep(2 * PAUSE);
            let now = self.eval(&box_of);
            if std::mem::replace(&mut place, now.clone()) == now {
                break;
            }
        }
        place
    }

    /// Clicks at the middle of what an expression gives.
    pub fn click(&mut self, node: &str) {
        self.click_at(node, (0.5, 0.5));
    }

    /// Clicks at a place of what an expression gives, as shares of its width and height.
    pub fn click_at(&mut self, node: &str, share: (f64, f64)) {
        let place = self.place(node, share);
        for (kind, held) in [("mouseMoved", 0), ("mousePressed", 1), ("mouseReleased", 0)] {
            let button = if kind == "mouseMoved" { "none" } else { "left" };
            let event =
                json!({"type": kind, "x": place[0], "y": place[1], "button": button, "buttons": held, "clickCount": 1});
            self.ask("Input.dispatchMouseEvent", &event);
        }
    }

    /// Touches one thing with a finger, goes to another, and lets go; the same thing twice is a tap.
    pub fn touch(&mut self, from: &str, to: &str) {
        let (from, to) = (self.place(from, (0.5, 0.5)), self.place(to, (0.5, 0.5)));
        let point = |at: &Value| json!([{"x": at[0], "y": at[1]}]);
        for (kind, points) in [("touchStart", point(&from)), ("touchMove", point(&to)), ("touchEnd", json!([]))]
            .iter()
            .filter(|(kind, _)| *kind != "touchMove" || from != to)
        {
            self.ask("Input.dispatchTouchEvent", &json!({"type": kind, "touchPoints": points}));
        }
    }

    /// Clicks a button by what stands on it.
    pub fn press(&mut self, words: &str) {
        self.click(&format!("button({words:?})"));
    }

    /// Presses a key, by its name or letter.
    pub fn key(&mut self, key: &str) {
        self.key_with(key, 0);
    }

    /// Presses a key with others held: 2 is Control, 8 is Shift.
    pub fn key_with(&mut self, key: &str, held: u8) {
        let code = match key {
            "Tab" => 9,
            "Enter" => 13,
            " " => 32,
            "End" => 35,
            "Home" => 36,
            "ArrowLeft" => 37,
            "ArrowUp" => 38,
            "ArrowRight" => 39,
            "ArrowDown" => 40,
            letter => letter.bytes().next().map_or(0, |byte| u32::from(byte.to_ascii_uppercase())),
        };
        let text = match key {
            "Enter" => "\r",
            letter if letter.chars().count() == 1 && held & 2 == 0 => letter,
            _ => "",
        };
        let kind = if text.is_empty() { "rawKeyDown" } else { "keyDown" };
        let down = json!({"type": kind, "key": key, "text": text, "windowsVirtualKeyCode": code, "modifiers": held});
        self.ask("Input.dispatchKeyEvent", &down);
        let up = json!({"type": "keyUp", "key": key, "windowsVirtualKeyCode": code, "modifiers": held});
        self.ask("Input.dispatchKeyEvent", &up);
    }

    /// Goes on by Tab until what is focused is what an expression of `at` asks for.
    pub fn tab_to(&mut self, wanted: &str) {
        for _ in 0..400 {
            self.key("Tab");
            if self.eval(&format!("((at) => Boolean({wanted}))(document.activeElement)")) == json!(true) {
                return;
            }
        }
        panic!("no Tab leads to {wanted}");
    }

    /// Presses a button without the mouse.
    pub fn tab_and_press(&mut self, words: &str) {
        self.wait(&format!("seen(button({words:?}))"));
        self.tab_to(&format!("at === button({words:?})"));
        self.key("Enter");
    }

    /// Types into what is focused.
    pub fn write(&mut self, text: &str) {
        self.ask("Input.insertText", &json!({"text": text}));
    }

    /// The size of the window.
    pub fn size(&mut self, width: u32, height: u32) {
        let metrics = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        self.ask("Emulation.setDeviceMetricsOverride", &metrics);
    }

    /// What the reader prefers: `light` or `dark`.
    pub fn scheme(&mut self, scheme: &str) {
        let media = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        self.ask("Emulation.setEmulatedMedia", &media);
    }

    /// What is seen now, as PNG.
    pub fn shot(&mut self) -> Vec<u8> {
        let data = self.ask("Page.captureScreenshot", &json!({"format": "png"}));
        from_base64(data["data"].as_str().expect("an image"))
    }

    /// The addresses that the page asked for.
    pub fn requests(&self) -> Vec<String> {
        let of = |e: &Value| e["params"]["request"]["url"].as_str().map(str::to_string);
        self.events.iter().filter(|e| e["method"] == "Network.requestWillBeSent").filter_map(of).collect()
    }

    /// What went wrong on the page: exceptions, and what its policy forbade.
    pub fn problems(&self) -> Vec<String> {
        let is_bad = |e: &&Value| {
            e["method"] == "Runtime.exceptionThrown"
                || e["method"] == "Log.entryAdded" && e["params"]["entry"]["level"] == "error"
        };
        self.events.iter().filter(is_bad).map(|e| e["params"].to_string()).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        // One that has ended already is no failure.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// Bytes out of their text.
fn from_base64(text: &str) -> Vec<u8> {
    let value = |letter: u8| match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' => Some(62),
        b'/' => Some(63),
        _ => None,
    };
    let (mut bytes, mut held, mut n_bits) = (Vec::with_capacity(text.len()), 0u32, 0);
    for six in text.bytes().filter_map(value) {
        (held, n_bits) = (held << 6 | u32::from(six), n_bits + 6);
        if n_bits >= 8 {
            n_bits -= 8;
            bytes.push((held >> n_bits) as u8);
        }
    }
    bytes
}
