//! The data that survives failures: a killed process, an unreachable database, and a full disk.

use std::io::Write;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use reqwest::blocking::multipart::{Form, Part};
use rustix::process::{Signal, kill_process};
use serde_json::{Value, json};
use shortlist_fixtures::resume_file;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{Sandbox, address, command, json_body, run, text};
use super::raw_upload::{begin, form};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::client;

const FILES: u64 = 12;

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
    assert!(rescore(r#"{"education": 1}"#).wait().unwrap().success());
    let after = scores();
    assert_ne!(before, after);
    for weights in [
        r#"{"skills": 100}"#,
        r#"{"education": 1}"#,
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

/// Promise: what does not fit on the disk is refused, confirmed data stays, and the service continues when there is
/// space again.
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
        let mut confirmed = 0;
        let mut refused = Value::Null;
        for number in 0..200 {
            let answer = upload(&sandbox, &job, &[resume_file(number).bytes]);
            if answer["created"] == json!(1) {
                confirmed += 1;
            } else {
                refused = answer;
                break;
            }
        }
        assert_ne!(refused, Value::Null);
        sandbox.program.kill();
        let sandbox = start(folder.path(), url);
        assert_eq!(replayed(&sandbox, folder.path(), url), confirmed);
        sandbox.program.stop();
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
