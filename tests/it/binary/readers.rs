//! Worker processes that read documents: their restrictions, and the data that survives when they die.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, mpsc};
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};
use serde_json::json;
use shortlist_app::skip_reason_text;
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::{Cancellation, Launch, Limits, Pool, ReadFailure, Reading, StartError};
use tempfile::TempDir;

use super::program::{Sandbox, error_output, json_body, run, text};
use crate::support::database::on_sqlite;
use crate::support::resumes::{docx, docx_of};
use crate::support::service::{Service, file, launch, readers};
use crate::support::threads::until;

fn demo_resumes() -> Vec<PathBuf> {
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../demo/resumes"));
    let entries = fs::read_dir(folder).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

/// Writes a document of millions of words, which takes seconds and much memory to read.
fn heavy(folder: &Path) -> PathBuf {
    let line = "Built services in Rust on PostgreSQL, January 2019 - March 2021. ".repeat(20);
    let lines = vec![line.as_str(); 5_000];
    let path = folder.join("heavy.docx");
    fs::write(&path, docx_of(&lines)).unwrap();
    path
}

fn light(folder: &Path) -> PathBuf {
    let path = folder.join("light.docx");
    fs::write(&path, docx("Ada Example")).unwrap();
    path
}

fn failure(reading: Reading) -> ReadFailure {
    match reading.resume {
        Ok(_) => panic!("it was read"),
        Err(failure) => failure,
    }
}

/// Returns the worker processes of a process.
pub(crate) fn workers_of(parent: u32) -> Vec<Pid> {
    let status = |entry: fs::DirEntry| {
        let pid: i32 = entry.file_name().to_str()?.parse().ok()?;
        let status = fs::read_to_string(entry.path().join("stat")).ok()?;
        // The process name may contain spaces and brackets, so the fields begin after its end.
        let fields = status.rsplit_once(')')?.1.split_whitespace();
        let mut fields = fields.skip(1);
        (fields.next()?.parse() == Ok(parent)).then_some(pid)
    };
    let reads = |pid: &i32| {
        let line = fs::read(format!("/proc/{pid}/cmdline")).unwrap_or_default();
        String::from_utf8_lossy(&line).contains("read-worker")
    };
    let entries = fs::read_dir("/proc").unwrap().map(Result::unwrap);
    let pids = entries.filter_map(status).filter(reads);
    pids.filter_map(Pid::from_raw).collect()
}

#[test]
fn workers_read_as_the_library_does() {
    let line = readers().open_lane();
    let resumes = demo_resumes();
    assert_eq!(resumes.len(), 12);
    let mut cpu = Duration::ZERO;
    for path in resumes {
        let here = read_resume(
            &fs::read(&path).unwrap(),
            &ReadOptions::default(),
            Vocabulary::built_in(),
        )
        .unwrap();
        let reading = line.read_blocking(&path);
        assert_eq!(reading.resume.unwrap().decode().unwrap(), here);
        cpu += reading.cpu;
    }
    // A busy virtual machine may count nothing for a short reading: it subtracts the time of its other guests late.
    assert!(!cpu.is_zero());
}

#[cfg(target_os = "linux")]
#[test]
fn workers_can_open_no_file_no_socket_and_no_process() {
    let isolation = readers().isolation();
    assert!(isolation.is_complete(), "{isolation}");
}

/// A document must not reach what a launcher leaves open, such as a socket or a file of secrets.
#[cfg(target_os = "linux")]
#[test]
fn workers_have_no_descriptor_but_their_stream() {
    let folder = TempDir::new().unwrap();
    let secret = folder.path().join("secret");
    fs::write(&secret, "of the launcher").unwrap();
    let script = format!("exec 3<'{0}' 9<'{0}'; exec \"$0\" \"$@\"", secret.display());
    let sandbox = Sandbox::start_in_shell(folder.path(), &["--empty", "--readers=2"], &script);
    let open = |pid: u32| {
        let entries = fs::read_dir(format!("/proc/{pid}/fd")).unwrap();
        let number = |entry: fs::DirEntry| entry.file_name().to_str().unwrap().parse().unwrap();
        let mut numbers: Vec<u32> = entries.map(|entry| number(entry.unwrap())).collect();
        numbers.sort_unstable();
        numbers
    };
    assert!(open(sandbox.program.id()).contains(&9), "it was inherited");
    let workers = workers_of(sandbox.program.id());
    assert!(!workers.is_empty());
    for worker in workers {
        let pid = u32::try_from(worker.as_raw_pid()).unwrap();
        // A worker that is still starting closes them before it reports that it is ready.
        until(|| open(pid) == [0, 1, 2]);
    }
}

#[test]
fn a_document_over_a_limit_costs_its_worker_and_no_other_document() {
    let folder = TempDir::new().unwrap();
    let (heavy, light) = (heavy(folder.path()), light(folder.path()));
    // On a busy machine, too, only the intended limit is reached.
    let usual = Limits {
        wall_seconds: 300,
        ..Limits::default()
    };
    let exceeded: [(Limits, &[&str]); 3] = [
        (
            Limits {
                memory_mib: 24,
                ..usual
            },
            // Reading past the memory limit ends the worker, or the worker reports it if it can.
            &["its size or structure", "the memory that a file may"],
        ),
        (
            Limits {
                // The next document needs a part of a second, too, and on a busy machine that part is large.
                cpu_seconds: 1,
                ..usual
            },
            &["more than 1 s"],
        ),
        (
            Limits {
                wall_seconds: 1,
                ..usual
            },
            &["more than 1 s"],
        ),
    ];
    for (limits, expected) in exceeded {
        let mut launch = launch();
        launch.arguments = vec![
            "read-worker".to_owned(),
            format!("--memory-mib={}", limits.memory_mib),
            format!("--cpu-seconds={}", limits.cpu_seconds),
        ];
        let pool = Pool::start(launch, 1, limits).unwrap();
        let line = pool.open_lane();
        let message = skip_reason_text(failure(line.read_blocking(&heavy)).reason());
        let is_expected = expected.iter().any(|expected| message.contains(expected));
        assert!(is_expected, "{limits:?}: {message}");
        assert!(line.read_blocking(&light).resume.is_ok(), "{limits:?}");
    }
}

#[test]
fn documents_outlive_workers_that_are_killed() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let job = sandbox.create_job("Backend Engineer");
    let count = 60;
    let form = (0..count).fold(sandbox.upload_form(&job), |form, n| {
        let bytes = docx(&format!("Ada Example{n}"));
        form.part("files", file("cv.docx", bytes))
    });
    let request = sandbox.post("/bulk-upload-resumes").multipart(form);
    let upload = std::thread::spawn(move || json_body(request.send().unwrap()));
    let mut killed = 0;
    let mut dead = Vec::new();
    while !upload.is_finished() && killed < 8 {
        for worker in workers_of(sandbox.program.id()) {
            if !dead.contains(&worker) && kill_process(worker, Signal::KILL).is_ok() {
                dead.push(worker);
                killed += 1;
            }
        }
        std::thread::yield_now();
    }
    let body = upload.join().unwrap();
    assert!(killed > 0);
    assert_eq!(body["created"], count, "{}", body["message"]);
    sandbox.program.stop();
}

#[test]
fn a_line_that_is_dropped_stops_its_reading() {
    let folder = TempDir::new().unwrap();
    let (heavy, light) = (heavy(folder.path()), light(folder.path()));
    let pool = Pool::start(launch(), 1, Limits::default()).unwrap();
    let (line, (sender, receiver)) = (pool.open_lane(), mpsc::channel());
    let answer = |name: &'static str| {
        let sender = sender.clone();
        move |reading: Reading| sender.send((name, reading)).unwrap()
    };
    line.read(&light, answer("light"));
    line.read(&heavy, answer("heavy"));
    line.read(&light, answer("waiting"));
    assert!(receiver.recv().unwrap().1.resume.is_ok());
    drop(line);
    for _ in 0..2 {
        let (name, reading) = receiver.recv().unwrap();
        let failure = failure(reading);
        assert!(matches!(failure, ReadFailure::Unavailable), "{name}");
    }
    assert!(pool.open_lane().read_blocking(&light).resume.is_ok());
}

#[test]
fn slow_documents_leave_a_reader_to_other_organizations() {
    let folder = TempDir::new().unwrap();
    let (heavy, light) = (heavy(folder.path()), light(folder.path()));
    let pool = Pool::start_for_many(launch(), 1, Limits::default()).unwrap();
    let (sender, receiver) = mpsc::channel();
    let answer = |name: &'static str| {
        let sender = sender.clone();
        move |_reading: Reading| sender.send(name).unwrap()
    };
    let uploads = [(); 2].map(|()| pool.open_lane_for("org_slow", Cancellation::default()));
    for upload in &uploads {
        upload.read(&heavy, answer("slow"));
    }
    let other = pool.open_lane_for("org_other", Cancellation::default());
    other.read(&light, answer("other"));
    let first = receiver.recv().unwrap();
    assert_eq!(first, "other", "one of two readers is left to others");
}

#[test]
fn resumes_are_read_while_the_rest_of_the_upload_is_still_to_come() {
    on_sqlite(|url| {
        let service = Service::start(url);
        let caller = service.recruiter.clone();
        let principal = service
            .app
            .access()
            .authenticate(&caller.key, &caller.token, "")
            .unwrap();
        let mut intake = service
            .app
            .uploads()
            .begin(&principal, &Cancellation::default())
            .unwrap();
        let mut file = service.app.uploads().staging().begin().unwrap();
        file.write(&docx("Ada Example")).unwrap();
        intake.push(shortlist_app::SentFile {
            name: "cv.docx".to_owned(),
            content: Ok(file.finish().unwrap()),
        });
        until(|| intake.read_ahead() == 1);
    });
}

#[test]
fn a_worker_that_is_not_a_reader_is_reported_at_start() {
    for (program, arguments) in [("/bin/true", ""), ("/bin/echo", "hello"), ("/nowhere", "")] {
        let launch = Launch {
            program: program.into(),
            arguments: vec![arguments.to_owned()],
            ..Launch::default()
        };
        let started = Pool::start(launch, 1, Limits::default());
        assert!(matches!(started, Err(StartError::Worker(_))), "{program}");
    }
}

/// Returns a shell command that reports to be ready, like a worker.
fn greeting() -> String {
    let greeting = r#"{"files":true,"network":true,"processes":true,"memory":true}"#;
    assert_eq!(greeting.len(), 0o74);
    format!("printf 'H\\074\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0\\0%s' '{greeting}'")
}

#[test]
fn a_worker_that_answers_nonsense_is_replaced() {
    let folder = TempDir::new().unwrap();
    let light = light(folder.path());
    // Reports that it is ready, like a worker. Then it answers a document with nonsense.
    let script = format!(
        "{}; head -c 100 >/dev/null; printf 'nonsense, and more of it'",
        greeting()
    );
    let launch = Launch {
        program: "/bin/sh".into(),
        arguments: vec!["-c".to_owned(), script],
        ..Launch::default()
    };
    let pool = Pool::start(launch, 1, Limits::default()).unwrap();
    let line = pool.open_lane();
    for _ in 0..2 {
        let failure = failure(line.read_blocking(&light));
        assert!(matches!(failure, ReadFailure::Crashed), "{failure:?}");
    }
}

/// Starts a pool whose only worker is killed when its first document arrives. No other can start.
fn lost_workers(folder: &Path) -> Pool {
    let started = folder.join("started");
    // The vocabulary, which is empty, has 13 bytes. The next one is the first byte of a document.
    let script = format!(
        "mkdir '{}' || exit 1; {}; head -c 14 >/dev/null; kill -KILL $$",
        started.display(),
        greeting()
    );
    let launch = Launch {
        program: "/bin/sh".into(),
        arguments: vec!["-c".to_owned(), script],
        ..Launch::default()
    };
    Pool::start(launch, 1, Limits::default()).unwrap()
}

/// Promise: if no process can read what a recruiter types, the answer is to send it again later, and nothing is stored.
#[test]
#[ignore = "long"]
fn a_typed_candidate_without_a_reader_is_sent_again_later() {
    on_sqlite(|url| {
        let folder = TempDir::new().unwrap();
        let lost = Arc::new(lost_workers(folder.path()));
        let service = Service::start_adapted(url, |app| app.with_readers(lost));
        let job = service.create_job("Gardener", json!({}));
        let query =
            "mutation($input: CreateCandidateInput!) { createCandidate(input: $input) { _id } }";
        let input =
            json!({ "organizationId": "org_ours", "jobId": job, "fullName": "Ada Example" });
        let (_, body) = service.graphql(&service.recruiter, query, input);
        let error = &body["errors"][0];
        assert_eq!(
            error["extensions"],
            json!({ "code": "INTERNAL_SERVER_ERROR" }),
            "{body}"
        );
        assert_eq!(
            error["message"],
            "the reader of files cannot be reached; send the request again in a few seconds"
        );
        assert_eq!((service.kept_files(), service.staged_files()), (0, 0));
    });
}

#[test]
fn isolation_may_be_required() {
    let resume = demo_resumes().remove(0);
    let output = run(&["parse", "--isolation=required", text(&resume)]);
    let shut_in = readers().isolation().is_complete();
    assert_eq!(output.status.success(), shut_in);
    let error = error_output(&["parse", "--isolation=maybe", text(&resume)]);
    assert!(error.contains("required"), "{error}");
}
