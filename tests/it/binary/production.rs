//! `shortlist serve`: its configuration, TLS, and what it refuses.

use std::fs;
use std::net::TcpStream;
use std::sync::Arc;

use rcgen::{Certificate, generate_simple_self_signed};
use reqwest::blocking::Client;
use rustls::{ClientConfig, ClientConnection, RootCertStore};
use tempfile::TempDir;

use super::program::{Program, command, complaint, run, text};

#[test]
fn it_does_not_listen_to_strangers_without_tls() {
    let told = complaint(&["serve", "--bind", "0.0.0.0:0"]);
    assert!(
        told.contains("--tls-cert") && told.contains("--behind-proxy"),
        "{told}"
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
    for (url, key, told) in [
        ("http://models.example.org/v1", "sk-s3cret", "in clear"),
        (
            "https://models.example.org/v1",
            "sk-s3cret\u{7f}",
            "SHORTLIST_MODEL_KEY",
        ),
    ] {
        let refused = check(url, key);
        let complaint = String::from_utf8(refused.stderr).unwrap();
        assert!(!refused.status.success());
        assert!(
            complaint.contains(told) && !complaint.contains("s3cret"),
            "{complaint}"
        );
    }
    let told = complaint(&["serve", "--check-config", "--model-name", "example-1"]);
    assert!(told.contains("model_url"), "{told}");
}

#[test]
fn an_unknown_setting_is_refused() {
    let folder = TempDir::new().unwrap();
    let file = folder.path().join("shortlist.toml");
    fs::write(&file, "max_filez = 7\n").unwrap();
    let told = complaint(&["serve", "--check-config", "--config", text(&file)]);
    assert!(told.contains("max_filez"), "{told}");
}

/// Shakes hands as a client that knows HTTP/2 and 1.1: the protocol that the server chose.
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
        .printed
        .trim()
        .strip_prefix("ready: https://127.0.0.1:")
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(protocol_chosen(port, &pair.cert), b"h2");

    // Another test of this process may have been first to say which cryptography is the default.
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
    program.stop();
}
