//! A headless Chromium, driven by the `WebDriver` protocol (<https://www.w3.org/TR/webdriver2>).

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use reqwest::Method;
use reqwest::blocking::Client;
use serde_json::{Value, json};

use crate::support::database::variable;
use crate::support::service::client_builder;
use crate::support::threads::until;

/// If this is set, tests fail without a browser. Continuous integration sets it.
const REQUIRED_VARIABLE: &str = "SHORTLIST_REQUIRE_BROWSER";
/// The program of the browser without a window, as Debian names it.
const HEADLESS_SHELL: &str = "chromium-headless-shell";
/// Where Debian's browser is. The command in the path is a script that starts it, and the driver would end only the script.
const DEBIAN_FOLDER: &str = "/usr/lib/chromium";
/// The name of an element's reference in the protocol.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";
/// The longest wait for a condition. The machine may be busy.
const PATIENCE: Duration = Duration::from_secs(60);
/// How often the driver is started before a test fails.
const DRIVER_ATTEMPTS: u32 = 5;

/// Whether pages may run scripts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scripts {
    On,
    Off,
}

/// The size of the window.
#[derive(Debug, Clone, Copy)]
pub(super) enum Window {
    Desktop,
    Phone,
}

/// A browser with its own driver.
pub(super) struct Browser {
    driver: Child,
    client: Client,
    session: String,
    base: String,
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ended = self.client.delete(&self.session).send();
        let _killed = self.driver.kill();
        let _reaped = self.driver.wait();
    }
}

/// Starts the driver on a free port, and returns the port.
///
/// It takes a port that is free for IPv4 and ends if another program has the same one for IPv6. So it is started again.
fn start_driver() -> io::Result<(Child, String)> {
    for _attempt in 0..DRIVER_ATTEMPTS {
        let mut driver = Command::new("chromedriver")
            .arg("--port=0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let mut printed = String::new();
        for line in BufReader::new(driver.stdout.take().unwrap()).lines() {
            let line = line?;
            if let Some((_, port)) = line.split_once("was started successfully on port ") {
                return Ok((driver, port.trim_end_matches('.').to_owned()));
            }
            printed.push_str(&line);
            printed.push('\n');
        }
        let ended = driver.wait()?;
        eprintln!("chromedriver ended, {ended}:\n{printed}");
    }
    panic!("chromedriver did not start in {DRIVER_ATTEMPTS} attempts");
}

/// Returns the path of the browser that cannot open windows, which needs less processor time, if it is installed.
fn headless_shell() -> Option<PathBuf> {
    let folders = variable("PATH")?;
    let folders = [DEBIAN_FOLDER.into()]
        .into_iter()
        .chain(std::env::split_paths(&folders));
    let mut programs = folders.map(|folder| folder.join(HEADLESS_SHELL));
    programs.find(|program| program.is_file())
}

/// Returns what a session asks for. The driver creates a profile for each and deletes it afterwards.
fn capabilities(window: Window) -> Value {
    let size = match window {
        Window::Desktop => "--window-size=1360,900",
        Window::Phone => "--window-size=500,900",
    };
    let mut options = json!({ "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
        "--disable-background-networking", "--disable-component-update", "--disable-sync",
        "--disable-dev-shm-usage", "--hide-scrollbars", "--force-device-scale-factor=1", size,
    ] });
    if let Some(program) = headless_shell() {
        options["binary"] = json!(program);
    }
    json!({ "capabilities": { "alwaysMatch": {
        "browserName": "chrome",
        "goog:loggingPrefs": { "browser": "ALL" },
        "goog:chromeOptions": options,
    } } })
}

impl Browser {
    /// Starts a browser for the pages of a server. Returns `None` if none is installed, unless it is required.
    pub(super) fn start(base: &str, scripts: Scripts) -> Option<Self> {
        Self::start_with(base, scripts, Window::Desktop)
    }

    /// Starts a browser with a window of this size.
    pub(super) fn start_with(base: &str, scripts: Scripts, window: Window) -> Option<Self> {
        let Ok((driver, port)) = start_driver() else {
            assert!(
                variable(REQUIRED_VARIABLE).is_none(),
                "install chromium-driver and chromium-headless-shell: a browser is required"
            );
            eprintln!(
                "skipped: no chromedriver; install chromium-driver and chromium-headless-shell"
            );
            return None;
        };
        let client = client_builder()
            .timeout(Duration::from_secs(180))
            .build()
            .unwrap();
        let mut browser = Self {
            driver,
            client,
            session: format!("http://127.0.0.1:{port}/session"),
            base: base.to_owned(),
        };
        let wanted = capabilities(window);
        let session = browser.call(Method::POST, "", Some(wanted));
        let id = session["sessionId"].as_str().unwrap();
        browser.session = format!("{}/{id}", browser.session);
        let disabled = json!({ "value": scripts == Scripts::Off });
        browser.develop("Emulation.setScriptExecutionDisabled", &disabled);
        Some(browser)
    }

    fn try_call(&self, method: Method, path: &str, body: Option<Value>) -> Result<Value, Value> {
        let url = format!("{}{path}", self.session);
        let request = self.client.request(method, url);
        let request = match body {
            Some(body) => request.json(&body),
            None => request,
        };
        let response = request.send().unwrap();
        let succeeded = response.status().is_success();
        let answer: Value = serde_json::from_str(&response.text().unwrap()).unwrap();
        let value = answer["value"].clone();
        if succeeded { Ok(value) } else { Err(value) }
    }

    fn call(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let done = self.try_call(method, path, body);
        done.unwrap_or_else(|error| panic!("{path}: {}", error["message"]))
    }

    /// Opens a page of the server.
    pub(super) fn open(&self, path: &str) {
        let url = format!("{}{path}", self.base);
        self.call(Method::POST, "/url", Some(json!({ "url": url })));
    }

    /// Loads the page again. If it is the answer to a form, the browser sends the form again.
    pub(super) fn reload(&self) {
        self.call(Method::POST, "/refresh", Some(json!({})));
    }

    /// Returns the path and query of the page.
    pub(super) fn path(&self) -> String {
        let url = self.call(Method::GET, "/url", None);
        let url = url.as_str().unwrap();
        url.strip_prefix(&self.base).unwrap_or(url).to_owned()
    }

    fn find(&self, css: &str) -> Option<String> {
        let by = json!({ "using": "css selector", "value": css });
        let found = self.call(Method::POST, "/elements", Some(by));
        let element = found.as_array().unwrap().first()?;
        Some(element[ELEMENT].as_str().unwrap().to_owned())
    }

    /// Waits for an element, and returns it.
    fn element(&self, css: &str) -> String {
        let mut found = None;
        self.wait(css, || {
            found = self.find(css);
            found.is_some()
        });
        found.unwrap()
    }

    /// Waits until a condition is true.
    pub(super) fn wait(&self, what: &str, mut condition: impl FnMut() -> bool) {
        let begun = Instant::now();
        while !condition() {
            assert!(
                begun.elapsed() < PATIENCE,
                "waited too long for {what} on {}: {}",
                self.path(),
                self.text("body")
            );
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Returns whether the page has an element.
    pub(super) fn has(&self, css: &str) -> bool {
        self.find(css).is_some()
    }

    /// Clicks an element.
    pub(super) fn click(&self, css: &str) {
        let element = self.element(css);
        self.call(
            Method::POST,
            &format!("/element/{element}/click"),
            Some(json!({})),
        );
    }

    /// Clicks an element while the Shift key is held.
    pub(super) fn click_with_shift(&self, css: &str) {
        let shift = |kind: &str| json!({ "type": kind, "value": "\u{e008}" });
        let pause = json!({ "type": "pause" });
        let place = json!({
            "type": "pointerMove", "duration": 0, "x": 0, "y": 0, "origin": { ELEMENT: self.element(css) },
        });
        let button = |kind: &str| json!({ "type": kind, "button": 0 });
        let keyboard = [
            shift("keyDown"),
            pause.clone(),
            pause.clone(),
            pause.clone(),
            shift("keyUp"),
        ];
        let mouse = [
            pause.clone(),
            place,
            button("pointerDown"),
            button("pointerUp"),
            pause,
        ];
        let actions = json!({ "actions": [
            { "type": "key", "id": "keyboard", "actions": keyboard },
            { "type": "pointer", "id": "mouse", "actions": mouse },
        ] });
        self.run(&format!(
            "document.querySelector({}).scrollIntoView({{ block: 'center' }})",
            json!(css)
        ));
        self.call(Method::POST, "/actions", Some(actions));
    }

    /// Replaces the text of a field.
    pub(super) fn fill(&self, css: &str, text: &str) {
        let element = self.element(css);
        self.call(
            Method::POST,
            &format!("/element/{element}/clear"),
            Some(json!({})),
        );
        self.send_keys(css, text);
    }

    /// Types into a field; for a field of files, the paths.
    pub(super) fn send_keys(&self, css: &str, text: &str) {
        let path = format!("/element/{}/value", self.element(css));
        self.call(Method::POST, &path, Some(json!({ "text": text })));
    }

    /// Presses keys one after the other, wherever the focus is.
    pub(super) fn press(&self, keys: &str) {
        let press = |key: char| {
            [
                json!({ "type": "keyDown", "value": key.to_string() }),
                json!({ "type": "keyUp", "value": key.to_string() }),
            ]
        };
        let actions: Vec<Value> = keys.chars().flat_map(press).collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        let actions = json!({ "actions": [keyboard] });
        self.call(Method::POST, "/actions", Some(actions));
    }

    /// Presses a key while Alt and Shift are held.
    pub(super) fn press_with_alt_shift(&self, key: &str) {
        self.press_while(&["\u{e00a}", "\u{e008}"], key);
    }

    /// Presses a key while Control is held.
    pub(super) fn press_with_control(&self, key: &str) {
        self.press_while(&["\u{e009}"], key);
    }

    /// Presses a key while others are held.
    fn press_while(&self, held: &[&str], key: &str) {
        let down = |key: &&str| json!({ "type": "keyDown", "value": key });
        let up = |key: &&str| json!({ "type": "keyUp", "value": key });
        let pressed = held.iter().map(down).chain([down(&key), up(&key)]);
        let actions: Vec<Value> = pressed.chain(held.iter().rev().map(up)).collect();
        let keyboard = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.call(
            Method::POST,
            "/actions",
            Some(json!({ "actions": [keyboard] })),
        );
    }

    /// Returns the visible text of an element.
    pub(super) fn text(&self, css: &str) -> String {
        let Some(element) = self.find(css) else {
            return String::new();
        };
        // An element may disappear between the two calls, because a script replaces it.
        let text = self.try_call(Method::GET, &format!("/element/{element}/text"), None);
        text.map_or(String::new(), |text| text.as_str().unwrap().to_owned())
    }

    /// Waits until the page contains a text.
    pub(super) fn wait_for_text(&self, text: &str) {
        self.wait(text, || self.text("body").contains(text));
    }

    /// Runs a script of the test, which works even if the page may not run scripts.
    pub(super) fn run(&self, script: &str) -> Value {
        let body = json!({ "script": script, "args": [] });
        self.call(Method::POST, "/execute/sync", Some(body))
    }

    /// Runs a script that calls its last argument when it is done.
    pub(super) fn run_waiting(&self, script: &str) -> Value {
        let body = json!({ "script": script, "args": [] });
        self.call(Method::POST, "/execute/async", Some(body))
    }

    /// Sends a command of the `DevTools` protocol.
    fn develop(&self, command: &str, parameters: &Value) {
        let body = json!({ "cmd": command, "params": parameters });
        self.call(Method::POST, "/goog/cdp/execute", Some(body));
    }

    /// Gives the browser a device that keeps passkeys, and that verifies its user at once
    /// (<https://www.w3.org/TR/webauthn-3/#sctn-automation>).
    pub(super) fn add_authenticator(&self) {
        let device = json!({
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": true,
            "hasUserVerification": true, "isUserVerified": true, "isUserConsenting": true,
        });
        self.call(Method::POST, "/webauthn/authenticator", Some(device));
    }

    /// Takes the connection to the server away, or gives it back.
    pub(super) fn set_offline(&self, is_offline: bool) {
        let conditions = json!({ "offline": is_offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1 });
        self.develop("Network.enable", &json!({}));
        self.develop("Network.emulateNetworkConditions", &conditions);
    }

    /// Goes back to the page before.
    pub(super) fn back(&self) {
        self.call(Method::POST, "/back", Some(json!({})));
    }

    /// Signs in as a demo user.
    pub(super) fn sign_in(&self, demo: usize) {
        self.open("/app/sign-in");
        self.click(&format!("button[name=demo][value='{demo}']"));
        self.wait("a page", || self.path() != "/app/sign-in");
    }

    /// Shows pages in dark or light colours.
    pub(super) fn set_colours(&self, scheme: &str) {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.develop(
            "Emulation.setEmulatedMedia",
            &json!({ "features": features }),
        );
    }

    /// Shows pages as on paper (`print`), or as on a screen (empty).
    pub(super) fn set_media(&self, media: &str) {
        self.develop("Emulation.setEmulatedMedia", &json!({ "media": media }));
    }

    /// Runs a script in every page that is opened from now on, before its own scripts.
    pub(super) fn run_first(&self, script: &str) {
        self.develop(
            "Page.addScriptToEvaluateOnNewDocument",
            &json!({ "source": script }),
        );
    }

    /// Deletes all cookies, as if the session had ended.
    pub(super) fn forget_cookies(&self) {
        self.call(Method::DELETE, "/cookie", None);
    }

    /// Sets a cookie.
    pub(super) fn set_cookie(&self, name: &str, value: &str) {
        let cookie = json!({ "name": name, "value": value, "path": "/", "httpOnly": true });
        self.call(Method::POST, "/cookie", Some(json!({ "cookie": cookie })));
    }

    /// Returns an image of the window as PNG.
    pub(super) fn screenshot(&self) -> Vec<u8> {
        let image = self.call(Method::GET, "/screenshot", None);
        data_encoding::BASE64
            .decode(image.as_str().unwrap().as_bytes())
            .unwrap()
    }

    /// Fails if a page broke its policy or a script failed since the last call. Refused requests are not failures.
    pub(super) fn assert_quiet(&self) {
        let entries = self.call(Method::POST, "/se/log", Some(json!({ "type": "browser" })));
        let is_problem =
            |entry: &&Value| entry["level"] == "SEVERE" && entry["source"] != "network";
        let entries = entries.as_array().unwrap().iter();
        let problems: Vec<_> = entries.filter(is_problem).collect();
        assert!(problems.is_empty(), "{problems:#?}");
    }
}

/// Returns a process and all that it has started, directly or not.
fn with_descendants(process: u32) -> Vec<u32> {
    let all = Command::new("ps").args(["-eo", "pid=,ppid="]).output();
    let all = String::from_utf8(all.unwrap().stdout).unwrap();
    let mut numbers = all.split_whitespace().map(|number| number.parse().unwrap());
    let mut parents: Vec<(u32, u32)> = Vec::new();
    while let (Some(child), Some(parent)) = (numbers.next(), numbers.next()) {
        parents.push((child, parent));
    }
    let mut found = vec![process];
    let mut next = 0;
    while let Some(&process) = found.get(next) {
        let children = parents.iter().filter(|(_, parent)| *parent == process);
        found.extend(children.map(|(child, _)| *child));
        next += 1;
    }
    found
}

#[test]
fn a_session_leaves_no_process() {
    let Some(browser) = Browser::start("http://127.0.0.1", Scripts::On) else {
        return;
    };
    let processes = with_descendants(browser.driver.id());
    assert!(processes.len() > 2, "the driver, the browser and its own");
    drop(browser);
    // A process that ended but was not waited for has no command line.
    let runs = |process: &u32| {
        let line = std::fs::read(format!("/proc/{process}/cmdline"));
        line.is_ok_and(|line| !line.is_empty())
    };
    until(|| !processes.iter().any(runs));
}
