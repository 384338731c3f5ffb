//! `shortlist serve`: its configuration, TLS, and refusals.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;

use rcgen::{Certificate, generate_simple_self_signed};
use reqwest::blocking::Client;
use rustls::{ClientConfig, ClientConnection, RootCertStore};
use serde_json::json;
use tempfile::TempDir;

use super::program::{Program, address, command, error_output, run, text};
use super::server::Server;
use crate::support::database::on_postgresql;
use crate::support::service::client;

#[test]
fn it_does_not_listen_to_strangers_without_tls() {
    let error = error_output(&["serve", "--bind", "0.0.0.0:0"]);
    assert!(
        error.contains("--tls-cert") && error.contains("--behind-proxy"),
        "{error}"
    );
    assert!(
        run(&[
            "serve",
            "--bind",
            "0.0.0.0:0",
            "--behind-proxy",
            "--check-config"
        ])
        .status
        .success()
    );
}

#[test]
fn the_checked_configuration_hides_secrets() {
    let output = command(&["serve", "--check-config", "--max-files", "7"])
        .env(
            "SHORTLIST_DATABASE_URL",
            "postgres://ada:s3cret@db.example.org/shortlist",
        )
        .env("SHORTLIST_MAX_FILES", "5")
        .env("SHORTLIST_MAX_CONNECTIONS", "9")
        .output()
        .unwrap();
    let shown = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success());
    let shown: toml::Table = shown.parse().unwrap();
    assert_eq!(
        shown["database_url"].as_str(),
        Some("postgres://ada:***@db.example.org/shortlist")
    );
    assert_eq!(
        (
            shown["max_files"].as_integer(),
            shown["max_connections"].as_integer()
        ),
        (Some(7), Some(9))
    );
    assert_eq!(shown["shutdown_seconds"].as_integer(), Some(30));
}

#[test]
fn the_checked_configuration_has_no_values_without_effect() {
    for (flags, expected) in [
        (["--database-url", "mysql://x"], "mysql is not supported"),
        (["--phone-region", "XX"], "\"XX\" is none"),
    ] {
        let error = error_output(&[&["serve", "--check-config"], &flags[..]].concat());
        assert!(error.contains(expected), "{error}");
    }
    let check = |name: &str, value: &str| {
        let mut check = command(&["serve", "--check-config"]);
        let output = check.env(name, value).output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        (output.status.success(), error)
    };
    let (fine, error) = check("SHORTLIST_DATABSE_URL", "postgres://a@b/c");
    assert!(!fine && error.contains("did you mean SHORTLIST_DATABASE_URL?"));
    // Kubernetes sets such a variable for a service called shortlist.
    assert!(check("SHORTLIST_PORT", "tcp://10.0.0.1:8080").0);
    assert!(check("SHORTLIST_MODEL_KEY", "sk-1").0);
}

#[test]
fn a_language_model_is_checked_and_its_key_is_shown_nowhere() {
    let check = |url: &str, key: &str| {
        command(&[
            "serve",
            "--check-config",
            "--model-name",
            "example-1",
            "--model-url",
            url,
        ])
        .env("SHORTLIST_MODEL_KEY", key)
        .output()
        .unwrap()
    };
    let fine = check("https://models.example.org/v1", "sk-s3cret");
    let shown = String::from_utf8(fine.stdout).unwrap();
    assert!(fine.status.success());
    assert!(
        shown.contains("model_name = \"example-1\"") && !shown.contains("s3cret"),
        "{shown}"
    );
    for (url, key, expected) in [
        (
            "http://models.example.org/v1",
            "sk-s3cret",
            "sent unencrypted",
        ),
        (
            "https://models.example.org/v1",
            "sk-s3cret\u{7f}",
            "SHORTLIST_MODEL_KEY",
        ),
    ] {
        let refused = check(url, key);
        let error = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success());
        assert!(
            error.contains(expected) && !error.contains("s3cret"),
            "{error}"
        );
    }
    let error = error_output(&["serve", "--check-config", "--model-name", "example-1"]);
    assert!(error.contains("model_url"), "{error}");
}

#[test]
fn an_unknown_setting_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("shortlist.toml");
    fs::write(&file, "max_filez = 7\n").unwrap();
    let error = error_output(&["serve", "--check-config", "--config", text(&file)]);
    assert!(error.contains("max_filez"), "{error}");
}

/// Performs a TLS handshake as a client of HTTP/2 and HTTP/1.1, and returns the protocol that the server chose.
fn protocol_chosen(port: u16, certificate: &Certificate) -> Vec<u8> {
    let mut roots = RootCertStore::empty();
    roots.add(certificate.der().clone()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    let mut connection =
        ClientConnection::new(Arc::new(config), "localhost".try_into().unwrap()).unwrap();
    let mut socket = TcpStream::connect(("127.0.0.1", port)).unwrap();
    while connection.is_handshaking() {
        connection.complete_io(&mut socket).unwrap();
    }
    connection.alpn_protocol().unwrap().to_vec()
}

#[test]
fn it_speaks_tls_and_http_2() {
    let folder = TempDir::new().unwrap();
    let pair = generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (certificate, key) = (
        folder.path().join("cert.pem"),
        folder.path().join("key.pem"),
    );
    fs::write(&certificate, pair.cert.pem()).unwrap();
    fs::write(&key, pair.signing_key.serialize_pem()).unwrap();
    let data = folder.path().join("data");
    let mut serve = command(&[
        "serve",
        "--bind",
        "127.0.0.1:0",
        "--log",
        "warn",
        "--data-dir",
        text(&data),
    ]);
    serve.args(["--tls-cert", text(&certificate), "--tls-key", text(&key)]);
    let program = Program::start(serve);
    let port: u16 = program
        .base()
        .strip_prefix("https://127.0.0.1:")
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(protocol_chosen(port, &pair.cert), b"h2");

    // Another test of this process may have installed the default cryptography provider.
    let _installed_already = rustls::crypto::ring::default_provider().install_default();
    let root = reqwest::Certificate::from_pem(pair.cert.pem().as_bytes()).unwrap();
    let client = Client::builder().tls_certs_only([root]).build().unwrap();
    let response = client
        .get(format!("https://localhost:{port}/health/ready"))
        .send()
        .unwrap();
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["x-environment"], "production");
    assert!(response.headers().contains_key("x-request-id"));
    let address = format!("127.0.0.1:{port}");
    let health = ["health", "--address", &address];
    assert!(run(&[&health[..], &["--tls"]].concat()).status.success());
    let mut configured = command(&health);
    configured.env("SHORTLIST_TLS_CERT", text(&certificate));
    assert!(configured.output().unwrap().status.success());
    let error = error_output(&health);
    assert!(error.contains("does it need --tls"), "{error}");
    assert_eq!(
        response.headers()["strict-transport-security"],
        "max-age=31536000"
    );
    program.stop();
}

/// Only sign-ins with identity providers and deliveries to webhooks need the CA certificates of the system.
#[test]
fn a_server_starts_without_ca_certificates_if_nothing_calls_out() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--data-dir", text(&data)]);
    serve.env("SSL_CERT_FILE", "/dev/null");
    Program::start(serve).stop();
}

/// Writes a new certificate and its key for this machine to the files that the server reads.
fn renew(folder: &Path) -> Certificate {
    let pair = generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    fs::write(folder.join("cert.pem"), pair.cert.pem()).unwrap();
    fs::write(folder.join("key.pem"), pair.signing_key.serialize_pem()).unwrap();
    pair.cert
}

/// Reads the log until it mentions the signal.
fn read_until_hang_up(log: &mut impl BufRead) -> String {
    loop {
        let mut line = String::new();
        assert!(log.read_line(&mut line).unwrap() > 0, "the log ended");
        if line.contains("SIGHUP") {
            return line;
        }
    }
}

#[test]
fn a_certificate_is_read_again_at_a_hang_up() {
    let folder = TempDir::new().unwrap();
    let first = renew(folder.path());
    let data = folder.path().join("data");
    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "warn"]);
    serve.args(["--data-dir", text(&data)]);
    serve.args(["--tls-cert", text(&folder.path().join("cert.pem"))]);
    serve.args(["--tls-key", text(&folder.path().join("key.pem"))]);
    let (log, written) = std::io::pipe().unwrap();
    let program = Program::start_logging(serve, written.into());
    let mut log = BufReader::new(log);
    let port = program.base().rsplit(':').next().unwrap();
    let port: u16 = port.parse().unwrap();
    assert_eq!(protocol_chosen(port, &first), b"h2");

    let second = renew(folder.path());
    program.hang_up();
    assert!(read_until_hang_up(&mut log).contains("was read again"));
    assert_eq!(protocol_chosen(port, &second), b"h2");

    fs::write(folder.path().join("key.pem"), "no key").unwrap();
    program.hang_up();
    assert!(read_until_hang_up(&mut log).contains("the previous one stays in use"));
    assert_eq!(protocol_chosen(port, &second), b"h2");
    program.stop();
}

#[test]
fn no_secret_of_a_call_is_logged() {
    let folder = TempDir::new().unwrap();
    let (data, log) = (folder.path().join("data"), folder.path().join("log"));
    let mut serve = command(&["serve", "--bind", "127.0.0.1:0", "--log", "debug"]);
    serve.args(["--data-dir", text(&data)]);
    let file = fs::File::create(&log).unwrap();
    let program = Program::start_logging(serve, file.into());
    let base = program.base();
    let post = |path: &str, body: &str| {
        let request = client()
            .post(format!("{base}{path}?secret=in-the-query"))
            .header("x-api-key", "sl_live_secret-of-the-key")
            .header("authorization", "Bearer slat_secret-of-the-token")
            .header("idempotency-key", "secret-of-the-request")
            .header("content-type", "application/json");
        let status = request.body(body.to_owned()).send().unwrap().status();
        assert_eq!(status, 401, "{path}");
    };
    post("/graphql", r#"{"query": "{ secretOfTheDocument }"}"#);
    post(
        "/auth/login",
        r#"{"email": "secret@example.org", "password": "secret of the password"}"#,
    );
    post("/auth/refresh", r#"{"refreshToken": "slrt_secret"}"#);
    program.stop();
    let log = fs::read_to_string(&log).unwrap();
    assert!(log.contains("/auth/login"), "{log}");
    let log = log.to_lowercase();
    assert!(!log.contains("secret"), "{log}");
}

#[test]
fn an_invalid_standby_is_refused_and_an_unreachable_one_does_not_prevent_the_start() {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    let gone = "postgres://nobody@127.0.0.1:1/none";
    let serve = ["serve", "--bind", "127.0.0.1:0", "--data-dir", text(&data)];
    let serve = [&serve[..], &["--database-read-url", gone]].concat();
    let error = error_output(&serve);
    assert!(error.contains("must both be PostgreSQL"), "{error}");
    on_postgresql(|url| {
        let database = address(url);
        let mut serve = command(&serve);
        serve.args(["--database-url", &database, "--log", "error"]);
        Program::start(serve).stop();
    });
}

/// Promise: the log says who called, how long each request took, and which sign-ins failed, without secrets and addresses.
#[test]
fn the_log_names_callers_durations_and_failed_sign_ins() {
    let folder = TempDir::new().unwrap();
    let server = Server::start(folder.path(), &[]);
    let login = |email: &str, password: &str| {
        let body = json!({ "email": email, "password": password });
        let sent = server.post("/auth/login").json(&body).send().unwrap();
        assert_eq!(sent.status(), 401);
    };
    login("ada@example.org", "a wrong password");
    login("nobody@example.org", "a wrong password");
    let query = json!({ "query": "query($input: getJobsInput!) { getJobs(input: $input) { totalCount } }",
        "variables": { "input": { "organizationId": "org_a", "recruiterId": "usr_a", "userType": "Admin" } } });
    let sent = server.post("/graphql").json(&query).send().unwrap();
    assert_eq!(sent.status(), 200);
    server.program.stop();
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    let line = |parts: &[&str]| {
        let mut lines = log.lines();
        lines.any(|line| parts.iter().all(|part| line.contains(part)))
    };
    let call = [
        "answered",
        "/graphql",
        "organization=\"org_a\"",
        "key=\"key_",
        "duration_ms=",
    ];
    assert!(line(&call), "{log}");
    let wrong = [
        "a sign-in failed",
        "usr_a",
        "wrong password",
        "org_a",
        "request_id=",
    ];
    assert!(line(&wrong), "{log}");
    assert!(
        line(&["a sign-in failed", "nobody has this address"]),
        "{log}"
    );
    assert!(
        !log.contains("@example.org") && !log.contains("a wrong password"),
        "{log}"
    );
}
