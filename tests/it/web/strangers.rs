//! Forms without a session: what they may contain, what they may cost, and that nothing typed is lost.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use reqwest::Method;
use reqwest::blocking::Response;
use shortlist_transport::{MAX_STRANGER_FORM_BYTES, MAX_STRANGER_FORM_FIELDS};
use tempfile::TempDir;

use super::visitor::{RECRUITER, Visitor};
use crate::binary::program::{Program, Sandbox, command, text};

/// The longest wait for a byte. It is far longer than any limit.
const PATIENCE: Duration = Duration::from_secs(60);
/// How much memory forms may cost that are sent without reading the answers, in KiB.
const UNREAD_KIB: u64 = 64 << 10;

fn send(visitor: &Visitor, path: &str, body: String) -> Response {
    let request = visitor.request(Method::POST, path);
    let request = request
        .header("sec-fetch-site", "same-origin")
        .header("content-type", "application/x-www-form-urlencoded");
    request.body(body).send().unwrap()
}

/// Returns a form of this many bytes.
fn form_of(bytes: usize) -> String {
    let form = "note=";
    format!("{form}{}", "a".repeat(bytes - form.len()))
}

fn fields(count: usize) -> String {
    let fields = (0..count).map(|number| format!("f{number}=1"));
    fields.collect::<Vec<_>>().join("&")
}

#[test]
fn a_form_without_a_session_has_limits() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let visitor = Visitor::new(&sandbox);
    let answer = |body| {
        let answer = send(&visitor, "/app/jobs/new", body);
        assert_eq!(answer.headers()["connection"], "close");
        (answer.status().as_u16(), answer.text().unwrap())
    };
    let (status, page) = answer(form_of(MAX_STRANGER_FORM_BYTES));
    assert_eq!(status, 401);
    assert!(page.contains(&"a".repeat(8_000)) && page.contains("Send the form again"));
    assert_eq!(answer(fields(MAX_STRANGER_FORM_FIELDS)).0, 401);
    // The text of the last form is short, but its page would not be.
    for refused in [
        form_of(MAX_STRANGER_FORM_BYTES + 1),
        form_of(2 << 20),
        fields(MAX_STRANGER_FORM_FIELDS + 1),
        format!("note={}", "<".repeat(4_000)),
    ] {
        let (status, page) = answer(refused);
        assert_eq!(status, 413);
        assert!(page.contains("Sign in again in a new tab") && page.contains("reload it"));
        assert!(page.len() < 4_000, "{} bytes", page.len());
    }
    assert_eq!(
        send(
            &visitor,
            "/app/sign-in",
            form_of(MAX_STRANGER_FORM_BYTES + 1)
        )
        .status(),
        413
    );
    let longest = "%F0%9F%A6%80".repeat(512);
    let wrong = format!("organization=o&email=a%40example.org&password={longest}");
    assert_eq!(send(&visitor, "/app/sign-in", wrong).status(), 401);
    sandbox.program.stop();
}

#[test]
fn a_form_without_a_stated_length_has_the_same_limits() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let answer = |bytes: usize| {
        let mut connection = connect(&sandbox);
        let head = head("/app/jobs/new", "Transfer-Encoding: chunked");
        let body = form_of(bytes);
        let chunk = format!("{head}{bytes:x}\r\n{body}\r\n0\r\n\r\n");
        connection.write_all(chunk.as_bytes()).unwrap();
        let mut status = [0; 12];
        connection.read_exact(&mut status).unwrap();
        String::from_utf8(status.to_vec()).unwrap()
    };
    assert_eq!(answer(MAX_STRANGER_FORM_BYTES), "HTTP/1.1 401");
    assert_eq!(answer(MAX_STRANGER_FORM_BYTES + 1), "HTTP/1.1 413");
    assert_eq!(answer(1 << 20), "HTTP/1.1 413");
    sandbox.program.stop();
}

fn connect(sandbox: &Sandbox) -> TcpStream {
    let url = sandbox.get("serviceUrl");
    let connection = TcpStream::connect(url.strip_prefix("http://").unwrap()).unwrap();
    connection.set_read_timeout(Some(PATIENCE)).unwrap();
    connection.set_write_timeout(Some(PATIENCE)).unwrap();
    connection
}

fn head(path: &str, length: &str) -> String {
    format!(
        "POST {path} HTTP/1.1\r\nHost: localhost\r\nSec-Fetch-Site: same-origin\r\n\
         Content-Type: application/x-www-form-urlencoded\r\n{length}\r\n\r\n"
    )
}

#[test]
fn stalled_forms_keep_nobody_from_signing_in() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let stall = |path: &str, (stated, sent): (usize, usize)| {
        let mut connection = connect(&sandbox);
        let head = head(path, &format!("Content-Length: {stated}"));
        connection.write_all(head.as_bytes()).unwrap();
        // The server may refuse the form before all of it is sent.
        let _refused = connection.write_all(form_of(sent).as_bytes());
        connection
    };
    let large = (2 << 20, (2 << 20) - 1);
    let small = (MAX_STRANGER_FORM_BYTES, MAX_STRANGER_FORM_BYTES - 1);
    let mut stalled: Vec<TcpStream> = (0..17).map(|_| stall("/app/jobs/new", large)).collect();
    stalled.extend((0..64).map(|_| stall("/app/jobs/new", small)));
    stalled.extend((0..64).map(|_| stall("/app/sign-in", small)));
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    assert_eq!(recruiter.get("/app/jobs").status(), 200);
    drop(stalled);
    sandbox.program.stop();
}

#[test]
fn forms_without_a_session_are_counted_for_their_network() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "warn"]);
    serve.args(["--data-dir", text(&data), "--behind-proxy"]);
    serve.args(["--network-forms-per-minute", "2"]);
    let program = Program::start(serve);
    let visitor = Visitor::at(program.base());
    let answer = |path: &str, address: &str| {
        let request = visitor.request(Method::POST, path);
        let request = request
            .header("sec-fetch-site", "same-origin")
            .header("content-type", "application/x-www-form-urlencoded")
            .header("x-forwarded-for", address);
        request.body("organization=o").send().unwrap()
    };
    let of_form = |address| answer("/app/jobs/new", address);
    assert_eq!(of_form("2001:db8::1").status(), 401);
    assert_eq!(of_form("2001:db8::2").status(), 401);
    let third = of_form("2001:db8::3");
    assert_eq!(third.status(), 429);
    assert!(third.headers().contains_key("retry-after"));
    assert!(third.text().unwrap().contains("data-unsent"));
    assert_eq!(answer("/app/sign-in", "2001:db8::1").status(), 401);
    assert_eq!(of_form("192.0.2.1").status(), 401);
    program.stop();
}

/// An answer that ends the connection is the last one, also if more forms were sent before it.
#[test]
fn the_first_of_many_forms_ends_the_connection() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let form = form_of(8_000);
    let stated = format!("Content-Length: {}", form.len());
    let in_parts = format!("{:x}\r\n{form}\r\n0\r\n\r\n", form.len());
    for (path, length, body) in [
        ("/app/jobs/new", stated.as_str(), &form),
        ("/app/sign-in", stated.as_str(), &form),
        ("/app/jobs/new", "Transfer-Encoding: chunked", &in_parts),
    ] {
        let mut connection = connect(&sandbox);
        let one = format!("{}{body}", head(path, length));
        // The server may end the connection before all of it is sent.
        let _cut = connection.write_all(one.repeat(8).as_bytes());
        let mut answers = Vec::new();
        let _reset = connection.read_to_end(&mut answers);
        let answers = String::from_utf8_lossy(&answers);
        assert_eq!(answers.matches("HTTP/1.1 401").count(), 1, "{answers}");
        assert!(!answers.contains("HTTP/1.1 200"), "{answers}");
    }
    sandbox.program.stop();
}

#[cfg(target_os = "linux")]
#[test]
fn unread_answers_to_strangers_take_bounded_memory() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let peak = || -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", sandbox.program.id())).unwrap();
        let most = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        most.unwrap()
            .split_whitespace()
            .next()
            .unwrap()
            .parse()
            .unwrap()
    };
    let before = peak();
    // One form that is too large, and many that are not, sent without waiting for an answer.
    let kinds = [(1 << 20, 1), (8_000, 64)].map(|(bytes, times)| {
        let form = form_of(bytes);
        let length = format!("Content-Length: {}", form.len());
        format!("{}{form}", head("/app/jobs/new", &length)).repeat(times)
    });
    let hold = |sent: &String| {
        let mut connection = connect(&sandbox);
        connection.set_nonblocking(true).unwrap();
        let _refused = connection.write_all(sent.as_bytes());
        connection
    };
    let unread: Vec<TcpStream> = (0..60).flat_map(|_| kinds.each_ref().map(hold)).collect();
    // Whoever is answered now was behind all of them.
    assert_eq!(Visitor::new(&sandbox).get("/app/sign-in").status(), 200);
    let more = peak() - before;
    assert!(more < UNREAD_KIB, "{more} KiB");
    drop(unread);
    sandbox.program.stop();
}
