//! `HAProxy` and nginx in front of the service, with the configurations in `deploy/`.
//!
//! The tests are skipped without the proxies, unless `SHORTLIST_REQUIRE_PROXIES` is set.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use rcgen::generate_simple_self_signed;
use reqwest::Method;
use reqwest::blocking::{Client, Response};
use serde_json::json;
use shortlist_fixtures::resume_file;
use tempfile::TempDir;

use super::program::text;
use super::server::{Server, with_organization};
use crate::support::ports::free_port;
use crate::support::service::{answer, client_builder, file};

const HAPROXY: &str = include_str!("../../../deploy/haproxy/haproxy.cfg");
const NGINX: &str = include_str!("../../../deploy/nginx/shortlist.conf");
/// The longest wait for a proxy.
const PATIENCE: Duration = Duration::from_secs(30);
/// An address that a client claims to have.
const CLAIMED: &str = "203.0.113.9";

/// Returns whether the proxy is installed. Fails without it if it is required.
pub(super) fn is_installed(program: &str) -> bool {
    let found = Command::new(program)
        .arg("-v")
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    let found = found.is_ok_and(|status| status.success());
    let required = std::env::var_os("SHORTLIST_REQUIRE_PROXIES").is_some();
    assert!(
        found || !required,
        "{program} is required, and is not installed"
    );
    found
}

/// Replaces each text of a configuration, which must contain it.
fn with(configuration: &str, changes: &[(&str, &str)]) -> String {
    changes
        .iter()
        .fold(configuration.to_owned(), |done, (from, to)| {
            assert!(done.contains(from), "the configuration has no {from}");
            done.replace(from, to)
        })
}

/// A running proxy, and the service behind it.
struct Proxied {
    proxy: Child,
    base: String,
    plain: String,
    client: Client,
    server: Server,
    _folder: TempDir,
}

impl Drop for Proxied {
    fn drop(&mut self) {
        let _killed = self.proxy.kill();
        let _reaped = self.proxy.wait();
    }
}

impl Proxied {
    fn start(start: impl FnOnce(&Path, &Ports) -> Command) -> Self {
        let folder = TempDir::new().unwrap();
        let settings = ["--behind-proxy", "--trusted-proxies", "127.0.0.1"];
        let server = Server::start(folder.path(), &settings);
        let ports = Ports {
            plain: free_port(),
            encrypted: free_port(),
            server: server.base.strip_prefix("http://").unwrap().to_owned(),
        };
        write_certificate(folder.path());
        let log = fs::File::create(folder.path().join("proxy-log")).unwrap();
        let mut command = start(folder.path(), &ports);
        let command = command
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log);
        let proxy = command.spawn().unwrap();
        let client = client_builder().danger_accept_invalid_certs(true);
        let client = client.redirect(reqwest::redirect::Policy::none());
        let proxied = Self {
            proxy,
            base: format!("https://localhost:{}", ports.encrypted),
            plain: format!("http://localhost:{}", ports.plain),
            client: client.build().unwrap(),
            server,
            _folder: folder,
        };
        proxied.wait();
        proxied
    }

    fn wait(&self) {
        let end = Instant::now() + PATIENCE;
        let is_ready = || {
            self.client
                .get(format!("{}/health/ready", self.base))
                .send()
        };
        while !is_ready().is_ok_and(|response| response.status() == 200) {
            let log = fs::read_to_string(self._folder.path().join("proxy-log")).unwrap();
            assert!(Instant::now() < end, "the proxy is not ready: {log}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Sends a request through the proxy, with the Admin's credentials.
    fn send(&self, method: Method, path: &str) -> reqwest::blocking::RequestBuilder {
        let direct = self.server.request(method.clone(), path).build().unwrap();
        let url = format!("{}{path}", self.base);
        self.client
            .request(method, url)
            .headers(direct.headers().clone())
    }
}

/// The ports of a test.
pub(super) struct Ports {
    pub(super) plain: u16,
    pub(super) encrypted: u16,
    pub(super) server: String,
}

pub(super) fn write_certificate(folder: &Path) {
    let pair = generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    let (chain, key) = (pair.cert.pem(), pair.signing_key.serialize_pem());
    fs::write(folder.join("chain.pem"), &chain).unwrap();
    fs::write(folder.join("key.pem"), &key).unwrap();
    fs::write(folder.join("both.pem"), format!("{chain}{key}")).unwrap();
}

pub(super) fn haproxy(folder: &Path, ports: &Ports) -> Command {
    let configuration = with(
        HAPROXY,
        &[
            ("bind :80\n", &format!("bind 127.0.0.1:{}\n", ports.plain)),
            ("bind :443", &format!("bind 127.0.0.1:{}", ports.encrypted)),
            (
                "/etc/haproxy/certs/shortlist.pem",
                text(&folder.join("both.pem")),
            ),
            ("10.0.0.9:8080", &ports.server),
            ("maxconn 20000", "maxconn 200"),
        ],
    );
    let path = folder.join("haproxy.cfg");
    fs::write(&path, configuration).unwrap();
    let mut command = Command::new("haproxy");
    command.args(["-db", "-f", text(&path)]);
    command
}

fn nginx(folder: &Path, ports: &Ports) -> Command {
    let site = with(
        NGINX,
        &[
            ("listen 80;", &format!("listen 127.0.0.1:{};", ports.plain)),
            (
                "listen 443 ssl",
                &format!("listen 127.0.0.1:{} ssl", ports.encrypted),
            ),
            (
                "/etc/nginx/shortlist-chain.pem",
                text(&folder.join("chain.pem")),
            ),
            (
                "/etc/nginx/shortlist-key.pem",
                text(&folder.join("key.pem")),
            ),
            ("10.0.0.9:8080", &ports.server),
            ("shortlist.example.org", "localhost"),
        ],
    );
    let own = format!(
        "daemon off; pid {0}/nginx.pid; error_log stderr; events {{ worker_connections 200; }}\n\
         http {{ access_log off; client_body_temp_path {0}/body; proxy_temp_path {0}/proxy; fastcgi_temp_path {0}/f;\n\
         uwsgi_temp_path {0}/u; scgi_temp_path {0}/s;\n{site}}}\n",
        text(folder)
    );
    let path = folder.join("nginx.conf");
    fs::write(&path, own).unwrap();
    let mut command = Command::new("nginx");
    command.args(["-c", text(&path), "-p", text(folder)]);
    command
}

fn header(response: &Response, name: &str) -> String {
    let value = response.headers().get(name);
    value
        .map(|value| value.to_str().unwrap().to_owned())
        .unwrap_or_default()
}

/// Checks what docs/OPERATIONS.md asks of a proxy.
fn check(proxied: &Proxied) {
    let plain = proxied
        .client
        .get(format!("{}/health/live", proxied.plain))
        .send()
        .unwrap();
    assert_eq!(plain.status(), 308);
    assert!(header(&plain, "location").starts_with("https://"));
    let live = proxied
        .client
        .get(format!("{}/health/live", proxied.base))
        .send()
        .unwrap();
    assert_eq!(
        header(&live, "strict-transport-security"),
        "max-age=31536000"
    );
    let new = with_organization(json!({ "recruiterId": "usr_a", "title": "Gardener" }));
    let job = proxied
        .server
        .call("mutation", "createJob", "CreateJobInput", "_id", new);
    let large = vec![b' '; 9 << 20];
    let form = Server::upload_form(job["_id"].as_str().unwrap())
        .part("files", file("cv.pdf", resume_file(1).bytes))
        .part("files", file("large.pdf", large.clone()))
        .part("files", file("larger.pdf", large));
    let upload = proxied.send(Method::POST, "/bulk-upload-resumes");
    let upload = upload
        .header("X-Upload-Id", "mine")
        .header("X-Forwarded-For", CLAIMED);
    let (status, body) = answer(upload.multipart(form).send().unwrap());
    assert_eq!((status, &body["created"]), (200, &json!(1)), "{body}");
    let events = proxied.send(Method::GET, "/uploads/mine");
    let events = events.header("Accept", "text/event-stream").send().unwrap();
    let events = events.text().unwrap();
    assert!(events.contains("event: done"), "{events}");
    let log = proxied.server.call(
        "query",
        "getAuditLog",
        "GetAuditLogInput",
        "entries { operation address }",
        with_organization(json!({ "operation": "bulkUploadResumes" })),
    );
    assert_eq!(log["entries"][0]["address"], "127.0.0.1", "{log}");
}

#[test]
fn haproxy_serves_the_service_as_configured() {
    if is_installed("haproxy") {
        check(&Proxied::start(haproxy));
    }
}

#[test]
fn nginx_serves_the_service_as_configured() {
    if is_installed("nginx") {
        check(&Proxied::start(nginx));
    }
}
