//! What connections may cost: clients that send or take too slowly, too many of them, and sign-ins that fail.

use std::fs;
use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use serde_json::json;
use tempfile::TempDir;

use super::program::{Program, Sandbox, command, text};
use crate::support::service::client;
use crate::support::threads::{at_once, until};

/// How long a test waits for what has to come: far longer than any bound that it sets.
const PATIENCE: Duration = Duration::from_secs(60);
/// A path that needs no credentials and has an answer of many kilobytes.
const SCHEMA: &str = "GET /graphql/schema.graphql HTTP/1.1\r\nHost: a\r\n\r\n";
/// The wrong sign-ins of a test that arrive at once.
const SIGN_INS: usize = 64;
/// What a server with a few passwords under way stays under; with all of them it would take 1,200 MiB.
const MEMORY_MIB: u64 = 500;

/// The program with settings of a test, and where it answers.
fn serve(folder: &Path, more: &[&str]) -> (Program, String) {
    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "warn"]);
    let data = folder.join("data");
    serve.args(["--data-dir", text(&data)]).args(more);
    let program = Program::start(serve);
    let address = program.base().strip_prefix("http://").unwrap().to_owned();
    (program, address)
}

fn connect(address: &str) -> TcpStream {
    let connection = TcpStream::connect(address).unwrap();
    connection.set_read_timeout(Some(PATIENCE)).unwrap();
    connection.set_write_timeout(Some(PATIENCE)).unwrap();
    connection
}

/// What comes until the server closes the connection.
fn all_of(mut connection: TcpStream) -> String {
    let mut answer = Vec::new();
    connection.read_to_end(&mut answer).unwrap();
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn a_head_that_does_not_arrive_is_given_up() {
    let folder = TempDir::new().unwrap();
    let (program, address) = serve(folder.path(), &["--head-seconds", "1"]);
    let mut connection = connect(&address);
    connection
        .write_all(b"GET /health/live HTTP/1.1\r\nHost: a\r\n")
        .unwrap();
    let answer = all_of(connection);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    program.stop();
}

#[test]
fn a_head_that_is_too_long_is_refused() {
    let folder = TempDir::new().unwrap();
    let (program, address) = serve(folder.path(), &["--head-seconds", "1"]);
    let answered = |bytes: usize| {
        let mut connection = connect(&address);
        let header = format!("X-Long: {}\r\n", "a".repeat(4_000)).repeat(bytes / 4_000);
        let head =
            format!("GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{header}\r\n");
        connection.write_all(head.as_bytes()).unwrap();
        let mut status = [0; 12];
        connection.read_exact(&mut status).unwrap();
        String::from_utf8(status.to_vec()).unwrap()
    };
    assert_eq!(answered(8_000), "HTTP/1.1 200");
    assert_eq!(answered(20_000), "HTTP/1.1 431");
    // So much is not read of a stranger, and the end of its head is not seen.
    assert_eq!(answered(160_000), "HTTP/1.1 408");
    program.stop();
}

#[test]
fn a_refusal_reaches_a_client_that_sends_all_of_its_body_first() {
    let folder = TempDir::new().unwrap();
    let (program, address) = serve(folder.path(), &[]);
    let body = vec![b' '; 20 << 20];
    let head = "POST /graphql HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nx-api-key: made-up\r\n\
        Authorization: Bearer made-up\r\n";
    let told = format!("{head}Content-Length: {}\r\n\r\n", body.len());
    let chunks = format!(
        "{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n",
        body.len()
    );
    for head in [told, chunks] {
        let mut connection = connect(&address);
        connection.write_all(head.as_bytes()).unwrap();
        connection.write_all(&body).unwrap();
        let mut status = [0; 12];
        connection.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 401");
    }
    program.stop();
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_takes_nothing_is_given_up() {
    let folder = TempDir::new().unwrap();
    let more = ["--response-stall-seconds", "1", "--workers", "1"];
    let (program, address) = serve(folder.path(), &more);
    // The server's ends of connections that are open, as the system lists them: state 01 is ESTABLISHED.
    let port = address.rsplit(':').next().unwrap().parse::<u16>().unwrap();
    let own = format!(":{port:04X}");
    let connections = || {
        let table = fs::read_to_string("/proc/net/tcp").unwrap();
        let lines = table
            .lines()
            .map(|line| line.split_whitespace().collect::<Vec<_>>());
        lines
            .filter(|line| line[1].ends_with(&own) && line[3] == "01")
            .count()
    };
    let mut connection = connect(&address);
    connection
        .set_write_timeout(Some(Duration::from_millis(100)))
        .unwrap();
    // Asks and asks and takes nothing, until neither side can send any more.
    let stalled = loop {
        match connection.write_all(SCHEMA.repeat(100).as_bytes()) {
            Ok(()) => {}
            Err(error) => break error,
        }
    };
    let of_a_full_way = [
        ErrorKind::WouldBlock,
        ErrorKind::TimedOut,
        ErrorKind::ConnectionReset,
        ErrorKind::BrokenPipe,
    ];
    assert!(of_a_full_way.contains(&stalled.kind()), "{stalled}");
    until(|| connections() == 0);
    assert!(all_of_other(&address).starts_with("HTTP/1.1 200"));
    program.stop();
}

/// What another client gets.
fn all_of_other(address: &str) -> String {
    let mut connection = connect(address);
    let request = b"GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    connection.write_all(request).unwrap();
    all_of(connection)
}

#[test]
fn more_clients_than_allowed_wait() {
    let folder = TempDir::new().unwrap();
    let (program, address) = serve(folder.path(), &["--max-clients", "1", "--workers", "1"]);
    let mut first = connect(&address);
    first.write_all(SCHEMA.as_bytes()).unwrap();
    let mut byte = [0];
    first.read_exact(&mut byte).unwrap();
    let mut second = connect(&address);
    second
        .write_all(b"GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        .unwrap();
    second
        .set_read_timeout(Some(Duration::from_millis(300)))
        .unwrap();
    let waiting = second.read(&mut byte).unwrap_err();
    assert!(
        matches!(waiting.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        "{waiting}"
    );
    drop(first);
    second.set_read_timeout(Some(PATIENCE)).unwrap();
    assert!(all_of(second).starts_with("HTTP/1.1 200"));
    program.stop();
}

#[test]
fn nothing_names_the_program_or_its_version() {
    let folder = TempDir::new().unwrap();
    let (program, address) = serve(folder.path(), &[]);
    for request in [
        "GET /health/live HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "GET /nowhere HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "TRACE / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n",
        "POST /graphql HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 0\r\n\r\n",
        "no http at all\r\n\r\n",
    ] {
        let mut connection = connect(&address);
        connection.write_all(request.as_bytes()).unwrap();
        let answer = all_of(connection).to_lowercase();
        assert!(answer.starts_with("http/1.1 "), "{answer}");
        for name in [
            "\r\nserver:",
            "\r\nx-powered-by:",
            "actix",
            "shortlist",
            env!("CARGO_PKG_VERSION"),
        ] {
            assert!(!answer.contains(name), "{name}: {answer}");
        }
    }
    program.stop();
}

#[cfg(target_os = "linux")]
#[test]
fn many_wrong_sign_ins_take_bounded_memory() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty", "--behind-proxy"]);
    let url = format!("{}/auth/login", sandbox.get("serviceUrl"));
    let key = sandbox.get("apiKey");
    let statuses = at_once(SIGN_INS, |number| {
        // Each from an address of its own and for an account of its own, so that nothing throttles them.
        let request = client()
            .post(&url)
            .header("x-api-key", key)
            .timeout(PATIENCE);
        let request = request.header("X-Forwarded-For", format!("203.0.113.{number}"));
        let body = json!({ "email": format!("nobody{number}@example.org"), "password": "not the password" });
        request.json(&body).send().unwrap().status().as_u16()
    });
    // One that would have to wait too long is asked to come again.
    assert!(
        statuses.iter().all(|status| [401, 503].contains(status)),
        "{statuses:?}"
    );
    assert!(statuses.contains(&401), "{statuses:?}");
    let status = fs::read_to_string(format!("/proc/{}/status", sandbox.program.id())).unwrap();
    let most = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))
        .unwrap();
    let kib: u64 = most.split_whitespace().next().unwrap().parse().unwrap();
    assert!(kib >> 10 < MEMORY_MIB, "{} MiB", kib >> 10);
    assert_eq!(sandbox.jobs().len(), 0);
}
