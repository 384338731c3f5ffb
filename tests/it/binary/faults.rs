//! The data that survives failures: a killed process, an unreachable database, and a full disk.

use std::fs::Permissions;
use std::io::Write;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::os::unix::fs::{PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use reqwest::blocking::multipart::{Form, Part};
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};
use shortlist_fixtures::resume_file;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Sandbox, address, command, in_shell, json_body, run, text};
use super::raw_upload::{begin, form};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::client;

const FILES: u64 = 12;
/// A user that owns nothing.
const NOBODY: u32 = 65_534;

/// Returns invented resumes, each of a different person.
fn resumes() -> Vec<Vec<u8>> {
    (0..FILES).map(|number| resume_file(number).bytes).collect()
}

fn start(folder: &Path, url: &DatabaseUrl) -> Sandbox {
    Sandbox::start(folder, &["--empty", "--database-url", &address(url)])
}

/// Sends the resumes in one upload, and returns the response.
fn upload(sandbox: &Sandbox, job: &str, files: &[Vec<u8>]) -> Value {
    let named = files.iter().enumerate();
    let form = named.fold(sandbox.upload_form(job), |form, (number, file)| {
        form.part(
            "files",
            Part::bytes(file.clone()).file_name(format!("cv{number}")),
        )
    });
    json_body(
        sandbox
            .post("/bulk-upload-resumes")
            .multipart(form)
            .send()
            .unwrap(),
    )
}

/// Returns how many candidates replay exactly. All of them must.
fn replayed(sandbox: &Sandbox, folder: &Path, url: &DatabaseUrl) -> i64 {
    let (data, database) = (folder.join("data"), address(url));
    let places = ["--data-dir", text(&data), "--database-url", &database];
    let output = run(&[&["replay", "--all", "--json"], &places[..]].concat());
    assert!(output.status.success(), "{output:?}");
    let verdicts = String::from_utf8(output.stdout).unwrap();
    let same = verdicts.matches(r#""verdict":"same""#).count();
    assert_eq!(sandbox.candidate_count(), i64::try_from(same).unwrap());
    sandbox.candidate_count()
}

/// Promise: a confirmed resume is kept with its file. An unconfirmed one can be sent again, and is stored once.
fn a_killed_upload_is_sent_again(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let sandbox = start(folder.path(), url);
    let job = sandbox.create_job("Backend Engineer");
    let files = resumes();
    let (confirmed, broken_off) = files.split_at(4);
    assert_eq!(upload(&sandbox, &job, confirmed)["created"], json!(4));
    let sent: Vec<&[u8]> = broken_off.iter().map(Vec::as_slice).collect();
    let form = form(&sandbox, &job, &sent);
    let mut connection = begin(&sandbox, &form);
    connection.write_all(&form[..form.len() - 8]).unwrap();
    sandbox.program.kill();

    let sandbox = start(folder.path(), url);
    assert!(replayed(&sandbox, folder.path(), url) >= 4);
    let answer = upload(&sandbox, &job, &files);
    assert_eq!(answer["status"], json!(1), "{answer}");
    assert_eq!(
        replayed(&sandbox, folder.path(), url),
        i64::try_from(FILES).unwrap()
    );
    sandbox.program.stop();
}

#[test]
fn a_killed_upload_is_sent_again_on_sqlite() {
    on_sqlite(a_killed_upload_is_sent_again);
}

#[test]
#[ignore = "long"]
fn a_killed_upload_is_sent_again_on_postgresql() {
    on_postgresql(a_killed_upload_is_sent_again);
}

/// Promise: an import stores all of its jobs or none.
fn a_killed_import_is_whole_or_nothing(url: &DatabaseUrl) {
    const JOBS: usize = 1_000;
    let folder = TempDir::new().unwrap();
    let mut table = "Title,Job Code\n".to_owned();
    for number in 0..JOBS {
        table.push_str(&format!("Gardener {number},G-{number}\n"));
    }
    let sandbox = start(folder.path(), url);
    let send = |sandbox: &Sandbox| {
        let recruiter = sandbox.user("Recruiter")["_id"].as_str().unwrap();
        let form = Form::new()
            .part("recfiles", Part::text(table.clone()).file_name("jobs.csv"))
            .text("organizationId", sandbox.get("organizationId").to_owned())
            .text("recruiterId", recruiter.to_owned())
            .text("userType", "Recruiter")
            .text("onDuplicate", "skip");
        sandbox.post("/addJobByFile").multipart(form).send()
    };
    let count = |sandbox: &Sandbox| {
        let query = "query($input: getJobsInput!) { getJobs(input: $input) { totalCount } }";
        let input = json!({
            "organizationId": sandbox.get("organizationId"),
            "recruiterId": sandbox.user("Recruiter")["_id"],
            "userType": "Recruiter",
        });
        sandbox.data(query, input)["totalCount"].as_u64().unwrap()
    };
    std::thread::scope(|scope| {
        let sending = scope.spawn(|| send(&sandbox).is_ok());
        kill_process(sandbox.program.pid(), Signal::KILL).unwrap();
        // The import may or may not have been answered before. Both are correct.
        let _answered = sending.join().unwrap();
    });
    drop(sandbox);

    let sandbox = start(folder.path(), url);
    let found = count(&sandbox);
    assert!(found == 0 || found == 1_000, "{found}");
    assert_eq!(send(&sandbox).unwrap().status(), 200);
    assert_eq!(count(&sandbox), 1_000);
    sandbox.program.stop();
}

#[test]
fn a_killed_import_is_whole_or_nothing_on_sqlite() {
    on_sqlite(a_killed_import_is_whole_or_nothing);
}

#[test]
fn a_killed_import_is_whole_or_nothing_on_postgresql() {
    on_postgresql(a_killed_import_is_whole_or_nothing);
}

/// Promise: a job is rescored for all of its candidates or for none, and every receipt still replays.
fn a_killed_rescoring_is_whole_or_nothing(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let sandbox = start(folder.path(), url);
    let job = sandbox.create_job("Backend Engineer");
    let count = upload(&sandbox, &job, &resumes())["created"]
        .as_i64()
        .unwrap();
    let (data, database) = (folder.path().join("data"), address(url));
    let scores = || {
        let query = "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { rows { candidateId value } } }";
        let input = json!({ "organizationId": sandbox.get("organizationId"), "jobId": job, "leaderboardtype": "ai" });
        sandbox.data(query, input)["rows"].clone()
    };
    let rescore = |weights: &str| {
        let mut command = command(&["rescore", "--job", &job, "--weights", weights]);
        command.args(["--data-dir", text(&data), "--database-url", &database]);
        command.stdout(Stdio::null()).spawn().unwrap()
    };
    let before = scores();
    assert!(rescore(r#"{"experience": 1}"#).wait().unwrap().success());
    let after = scores();
    assert_ne!(before, after);
    for weights in [
        r#"{"skills": 100}"#,
        r#"{"experience": 1}"#,
        r#"{"skills": 100}"#,
    ] {
        let mut killed = rescore(weights);
        killed.kill().unwrap();
        killed.wait().unwrap();
        let now = scores();
        assert!(now == before || now == after, "{now}");
    }
    assert_eq!(replayed(&sandbox, folder.path(), url), count);
    sandbox.program.stop();
}

#[test]
fn a_killed_rescoring_is_whole_or_nothing_on_sqlite() {
    on_sqlite(a_killed_rescoring_is_whole_or_nothing);
}

#[test]
fn a_killed_rescoring_is_whole_or_nothing_on_postgresql() {
    on_postgresql(a_killed_rescoring_is_whole_or_nothing);
}

/// Promise: while the database is unreachable, requests are refused with a retry time. They succeed without a restart
/// when it returns.
#[test]
fn an_unreachable_database_needs_no_restart() {
    on_postgresql(|url| {
        let folder = TempDir::new().unwrap();
        let proxy = DatabaseProxy::to(url);
        let sandbox = start(folder.path(), &proxy.address(url));
        let job = sandbox.create_job("Backend Engineer");
        proxy.cut();
        let health = format!("{}/health/ready", sandbox.get("serviceUrl"));
        assert_eq!(client().get(&health).send().unwrap().status(), 503);
        let files = resumes();
        let part = Part::bytes(files[0].clone()).file_name("cv");
        let form = sandbox.upload_form(&job).part("files", part);
        let refused = sandbox
            .post("/bulk-upload-resumes")
            .multipart(form)
            .send()
            .unwrap();
        assert_eq!(refused.status(), 503);
        assert!(refused.headers().contains_key("retry-after"));
        proxy.restore();
        assert_eq!(upload(&sandbox, &job, &files[..1])["created"], json!(1));
        assert_eq!(replayed(&sandbox, folder.path(), url), 1);
        sandbox.program.stop();
    });
}

/// Sends an upload that is refused because nothing can be stored, and checks the response.
fn is_refused_for_space(sandbox: &Sandbox, job: &str, file: Vec<u8>) -> bool {
    let form = sandbox.upload_form(job);
    let form = form.part("files", Part::bytes(file).file_name("cv"));
    let request = sandbox.post("/bulk-upload-resumes").multipart(form);
    let response = request.send().unwrap();
    if response.status() == 200 {
        return false;
    }
    assert_eq!(response.status(), 503);
    assert_eq!(response.headers()["retry-after"], "60");
    let body = json_body(response);
    assert_eq!(body["status"], json!(0), "{body}");
    let message = body["message"].as_str().unwrap();
    assert!(message.contains("is full, read-only or failing"), "{body}");
    true
}

/// Returns the status of the server, and its reason if it is not ready.
fn readiness(sandbox: &Sandbox) -> (u16, String) {
    let health = format!("{}/health/ready", sandbox.get("serviceUrl"));
    let response = client().get(&health).send().unwrap();
    (response.status().as_u16(), response.text().unwrap())
}

/// Promise: what does not fit on the disk is refused with a wait, the server is not ready, confirmed data stays, and the service continues
/// when there is space again.
#[test]
fn a_full_disk_loses_nothing_that_was_confirmed() {
    on_sqlite(|url| {
        let folder = TempDir::new().unwrap();
        let sandbox = start(folder.path(), url);
        let job = sandbox.create_job("Backend Engineer");
        sandbox.program.stop();
        let DatabaseUrl::Sqlite(path) = url else {
            panic!()
        };
        // Every file is limited to the current size of the database and a little more.
        let blocks = std::fs::metadata(path).unwrap().len() / 512 + 2_048;
        let limit = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\"");
        let sandbox = Sandbox::start_in_shell(
            folder.path(),
            &["--empty", "--database-url", text(path)],
            &limit,
        );
        assert_eq!(readiness(&sandbox).0, 200);
        assert!(is_refused_for_space(&sandbox, &job, vec![b'x'; 9 << 20]));
        let mut number = 0;
        while !is_refused_for_space(&sandbox, &job, resume_file(number).bytes) {
            number += 1;
            assert!(number < 400, "the disk is never full");
        }
        let (status, reason) = readiness(&sandbox);
        assert_eq!(status, 503, "{reason}");
        assert!(reason.contains("the disk of the database"), "{reason}");
        assert_eq!(sandbox.candidate_count(), i64::try_from(number).unwrap());
        sandbox.program.kill();
        let sandbox = start(folder.path(), url);
        assert_eq!(readiness(&sandbox).0, 200);
        assert_eq!(
            replayed(&sandbox, folder.path(), url),
            i64::try_from(number).unwrap()
        );
        sandbox.program.stop();
    });
}

/// Runs a server that must not start, and returns its error.
fn refused_start(mut serve: Command, data: &Path, url: &DatabaseUrl) -> String {
    let database = address(url);
    serve.args([
        "serve",
        "--bind",
        "127.0.0.1:0",
        "--database-url",
        &database,
    ]);
    let output = serve.arg("--data-dir").arg(data).output().unwrap();
    assert!(!output.status.success(), "{output:?}");
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(!printed.contains("ready"), "{printed}");
    String::from_utf8(output.stderr).unwrap()
}

/// Promise: a server that can store nothing does not start, and says why.
fn a_server_that_can_store_nothing_does_not_start(url: &DatabaseUrl) {
    let folder = TempDir::new().unwrap();
    let data = folder.path().join("data");
    start(folder.path(), url).program.stop();
    let full = "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\"";
    let error = refused_start(in_shell(full), &data, url);
    assert!(error.contains("is the disk full"), "{error}");
}

#[test]
fn a_server_that_can_store_nothing_does_not_start_on_sqlite() {
    on_sqlite(a_server_that_can_store_nothing_does_not_start);
}

#[test]
fn a_server_that_can_store_nothing_does_not_start_on_postgresql() {
    on_postgresql(a_server_that_can_store_nothing_does_not_start);
}

/// Promise: a server whose folder of files can only be read does not start. Root may write to every folder, so root runs it as another user.
#[test]
fn a_server_with_a_read_only_folder_does_not_start() {
    on_postgresql(|url| {
        let folder = TempDir::new().unwrap();
        let data = folder.path().join("data");
        let files = data.join("files");
        std::fs::create_dir_all(&files).unwrap();
        let mut serve = command(&[]);
        if rustix::process::getuid().is_root() {
            for path in [folder.path(), &data, &files] {
                chown(path, Some(NOBODY), Some(NOBODY)).unwrap();
            }
            serve.uid(NOBODY).gid(NOBODY);
        }
        std::fs::set_permissions(&data, Permissions::from_mode(0o700)).unwrap();
        std::fs::set_permissions(&files, Permissions::from_mode(0o500)).unwrap();
        let error = refused_start(serve, &data, url);
        assert!(
            error.contains(text(&data)) && error.contains("a folder that this user can write to"),
            "{error}"
        );
    });
}

/// A proxy to PostgreSQL whose connections can be cut.
struct DatabaseProxy {
    port: u16,
    is_connected: Arc<AtomicBool>,
    sockets: Arc<Mutex<Vec<TcpStream>>>,
}

impl DatabaseProxy {
    fn to(url: &DatabaseUrl) -> Self {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}")
        };
        let far = host_of(address).to_owned();
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let proxy = Self {
            port: listener.local_addr().unwrap().port(),
            is_connected: Arc::new(AtomicBool::new(true)),
            sockets: Arc::default(),
        };
        let (is_connected, sockets) = (Arc::clone(&proxy.is_connected), Arc::clone(&proxy.sockets));
        std::thread::spawn(move || {
            for near in listener.incoming() {
                let near = near.unwrap();
                if !is_connected.load(Ordering::SeqCst) {
                    continue;
                }
                let far = TcpStream::connect(&far).unwrap();
                for (mut from, mut to) in [(&near, &far), (&far, &near)]
                    .map(|(a, b)| (a.try_clone().unwrap(), b.try_clone().unwrap()))
                {
                    std::thread::spawn(move || {
                        let _cut = std::io::copy(&mut from, &mut to);
                        let _closed = to.shutdown(Shutdown::Both);
                    });
                }
                sockets.lock().unwrap().extend([near, far]);
            }
        });
        proxy
    }

    /// Returns the database's address behind this proxy.
    fn address(&self, url: &DatabaseUrl) -> DatabaseUrl {
        let DatabaseUrl::PostgreSql(address) = url else {
            panic!("{url:?}")
        };
        let near = format!("127.0.0.1:{}", self.port);
        DatabaseUrl::PostgreSql(address.replacen(host_of(address), &near, 1))
    }

    fn cut(&self) {
        self.is_connected.store(false, Ordering::SeqCst);
        for socket in self.sockets.lock().unwrap().drain(..) {
            let _closed = socket.shutdown(Shutdown::Both);
        }
    }

    fn restore(&self) {
        self.is_connected.store(true, Ordering::SeqCst);
    }
}

/// Returns `127.0.0.1:5432` of `postgres://user@127.0.0.1:5432/name`.
fn host_of(address: &str) -> &str {
    let rest = address.split_once("://").unwrap().1;
    let rest = rest.split_once('@').map_or(rest, |(_, rest)| rest);
    rest.split('/').next().unwrap()
}
