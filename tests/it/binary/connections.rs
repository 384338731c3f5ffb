//! Limits on connections: slow clients, too many clients, and failing sign-ins.

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

/// The longest wait of a test. It is far longer than any limit that a test sets.
const PATIENCE: Duration = Duration::from_secs(60);
/// A request that needs no credentials and has a response of many kilobytes.
const SCHEMA: &str = "GET /graphql/schema.graphql HTTP/1.1\r\nHost: a\r\n\r\n";
/// The number of wrong sign-ins that arrive at once.
const SIGN_INS: usize = 64;
/// The memory limit of a server that checks a few passwords at once. Checking all of them would take 1,200 MiB.
const MEMORY_MIB: u64 = 500;

/// Starts the program with a test's settings, and returns it with its address.
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

/// Returns everything that arrives until the server closes the connection.
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
    // The server does not read this much from an unknown caller, so it never sees the end of the head.
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
    let declared = format!("{head}Content-Length: {}\r\n\r\n", body.len());
    let chunks = format!(
        "{head}Transfer-Encoding: chunked\r\n\r\n{:x}\r\n",
        body.len()
    );
    for head in [declared, chunks] {
        let mut connection = connect(&address);
        connection.write_all(head.as_bytes()).unwrap();
        connection.write_all(&body).unwrap();
        let mut status = [0; 12];
        connection.read_exact(&mut status).unwrap();
        assert_eq!(&status, b"HTTP/1.1 401");
    }
    program.stop();
}

#[test]
fn one_connection_serves_any_number_of_requests_without_credentials() {
    let folder = TempDir::new().unwrap();
    let (program, address) = serve(folder.path(), &["--head-seconds", "5"]);
    let mut connection = connect(&address);
    let headers = "Accept: */*\r\nUser-Agent: probe/1.0\r\nX-Probe: 1\r\n";
    let request = format!("GET /health/live HTTP/1.1\r\nHost: a\r\n{headers}\r\n");
    for number in 0..3_000 {
        connection.write_all(request.as_bytes()).unwrap();
        let answer = one_answer(&mut connection);
        assert!(answer.starts_with("HTTP/1.1 200 OK"), "{number}: {answer}");
    }
    program.stop();
}

/// Returns the next answer on a connection that stays open.
fn one_answer(connection: &mut TcpStream) -> String {
    let mut answer = String::new();
    let mut buffer = [0; 4_096];
    loop {
        let read = connection.read(&mut buffer).unwrap();
        assert!(read > 0, "the connection ended after {answer:?}");
        answer.push_str(std::str::from_utf8(&buffer[..read]).unwrap());
        let Some((head, body)) = answer.split_once("\r\n\r\n") else {
            continue;
        };
        let length = head
            .lines()
            .find_map(|line| line.strip_prefix("content-length: "))
            .expect("an answer that is not compressed has a length");
        if body.len() >= length.parse::<usize>().unwrap() {
            return answer;
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_client_that_reads_nothing_is_disconnected() {
    let folder = TempDir::new().unwrap();
    let more = ["--response-stall-seconds", "1", "--workers", "1"];
    let (program, address) = serve(folder.path(), &more);
    // The server's ends of open connections in the system's table. State 01 is ESTABLISHED.
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
    // Sends requests without reading responses, until neither side can send more.
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

/// Returns the response that another client gets.
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
        // Each sign-in has its own address and account, so that no rate limit applies.
        let request = client()
            .post(&url)
            .header("x-api-key", key)
            .timeout(PATIENCE);
        let request = request.header("X-Forwarded-For", format!("203.0.113.{number}"));
        let body = json!({ "email": format!("nobody{number}@example.org"), "password": "not the password" });
        request.json(&body).send().unwrap().status().as_u16()
    });
    // A sign-in that would wait too long is refused with a retry time.
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
