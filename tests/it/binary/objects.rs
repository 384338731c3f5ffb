//! Servers that share stored files in an object store.

use std::fs;
use std::path::{Path, PathBuf};

use serde_json::json;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::program::{address, command, error_output, run, text};
use super::server::{Server, with_organization};
use crate::objects::server::{BUCKET, ObjectServer};
use crate::objects::signature::{ACCESS_KEY, REGION, SECRET};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::resumes::docx;
use crate::support::service::{answer, client, file};

/// Writes the settings of all servers to a file.
fn settings(folder: &Path, url: &DatabaseUrl, endpoint: &str) -> PathBuf {
    let secret = folder.join("secret");
    fs::write(&secret, format!("{SECRET}\n")).unwrap();
    let file = folder.join("shortlist.toml");
    let settings = format!(
        "database_url = {:?}\nfile_store = \"s3://{BUCKET}/ours\"\ns3_endpoint = {endpoint:?}\n\
         s3_region = {REGION:?}\ns3_access_key = {ACCESS_KEY:?}\ns3_secret_key_file = {secret:?}\n",
        address(url)
    );
    fs::write(&file, settings).unwrap();
    file
}

/// Uploads the resumes of this many people, and returns the candidates' identifiers.
fn upload(server: &Server, people: usize) -> Vec<String> {
    let resume = |n: usize| ("cv.docx", docx(&format!("Person{n} Example")));
    let body = server.upload(
        &server.create_job("Backend Engineer"),
        (0..people).map(resume).collect(),
    );
    assert_eq!(body["created"], json!(people), "{body}");
    server.candidates()
}

/// Returns a video that is too large to be stored in one part.
fn film() -> Vec<u8> {
    let mut film = b"\0\0\0\x20ftypisom\0\0\x02\0isomiso2avc1mp41".to_vec();
    film.extend((0..251_u8).cycle().take(9 << 20));
    film
}

fn link(server: &Server, candidate: &str) -> String {
    let report = server.call(
        "query",
        "getCanInterviewRpt",
        "GetQuestionsInput",
        "videoPlaybackLink",
        json!({ "candidateId": candidate }),
    );
    report["videoPlaybackLink"].as_str().unwrap().to_owned()
}

fn plays(link: &str) {
    let film = film();
    let part = client().get(link).header("Range", "bytes=8000000-8999999");
    let part = part.send().unwrap();
    assert_eq!(part.status(), 206);
    assert!(part.bytes().unwrap() == film[8_000_000..9_000_000]);
    assert!(client().get(link).send().unwrap().bytes().unwrap() == film);
}

/// Returns the replay output of a third server, which reads all candidates from the store.
fn replayed(folder: &Path, config: &Path) -> String {
    let data = folder.join("third");
    let arguments = ["replay", "--all", "--json", "--config", text(config)];
    let output = run(&[&arguments[..], &["--data-dir", text(&data)]].concat());
    String::from_utf8(output.stdout).unwrap()
}

fn erase_all(server: &Server) {
    for candidate in server.candidates() {
        let input =
            with_organization(json!({ "candidateId": candidate, "reason": "they asked for it" }));
        server.call(
            "mutation",
            "eraseCandidate",
            "EraseCandidateInput",
            "erasedAt",
            input,
        );
    }
}

fn two_servers_share_files(url: &DatabaseUrl) {
    let (objects, folder, other) = (
        ObjectServer::start(),
        TempDir::new().unwrap(),
        TempDir::new().unwrap(),
    );
    let config = settings(folder.path(), url, &objects.url);
    let settings = ["--config", text(&config)];
    let first = Server::start(folder.path(), &settings);
    let second = first.start_second(other.path(), &settings);
    let candidates = upload(&first, 5);
    assert_eq!(objects.keys("ours/resumes/org_a/").len(), 5);
    let same = replayed(folder.path(), &config);
    assert_eq!(same.matches(r#""verdict":"same""#).count(), 5, "{same}");
    // The same people are uploaded for another job, each twice. The files of the duplicates are removed again.
    let again: Vec<_> = (0..5)
        .map(|n| ("cv.docx", docx(&format!("Person{n} Example"))))
        .collect();
    let job = second.create_job("Engineer");
    let twice = [again.clone(), again].concat();
    assert_eq!(second.upload(&job, twice)["created"], json!(5));
    assert_eq!(objects.keys("ours/resumes/org_a/").len(), 10);

    first.record(&candidates[0], film());
    assert_eq!(objects.keys("ours/recordings/org_a/").len(), 1);
    let link = link(&second, &candidates[0]);
    assert!(link.starts_with(&second.base), "{link}");
    plays(&link);
    let export = [
        "export",
        "--organization",
        "org_a",
        "--candidate",
        &candidates[0],
    ];
    let data = other.path().join("data");
    let export = run(&[&export[..], &settings, &["--data-dir", text(&data)]].concat());
    let export = String::from_utf8(export.stdout).unwrap();
    assert!(
        export.contains("@example.org") && export.contains("sha256"),
        "{export}"
    );

    erase_all(&first);
    assert_eq!(objects.keys(""), Vec::<String>::new());
    assert_eq!(client().get(&link).send().unwrap().status(), 404);
    first.program.stop();
    second.program.stop();
    let log = fs::read_to_string(folder.path().join("log")).unwrap();
    assert!(log.contains("the object store is ready") && !log.contains(SECRET));
}

#[test]
fn two_servers_share_files_by_a_store_of_objects() {
    on_postgresql(two_servers_share_files);
}

fn changes_in_the_store_are_noticed(url: &DatabaseUrl) {
    let (objects, folder) = (ObjectServer::start(), TempDir::new().unwrap());
    let config = settings(folder.path(), url, &objects.url);
    let settings = ["--config", text(&config)];
    let server = Server::start(folder.path(), &settings);
    let candidates = upload(&server, 2);

    // A file that differs from the stored one is detected and not scored.
    let key = format!("ours/resumes/org_a/{}", candidates[0]);
    objects.kept().objects.get_mut(&key).unwrap().bytes[20] ^= 1;
    let verdicts = replayed(folder.path(), &config);
    assert!(
        verdicts.contains("is not the one that was scored"),
        "{verdicts}"
    );
    assert_eq!(
        verdicts.matches(r#""verdict":"same""#).count(),
        1,
        "{verdicts}"
    );
    server.record(&candidates[1], film());
    let key = objects.keys("ours/recordings/").pop().unwrap();
    objects.kept().objects.get_mut(&key).unwrap().bytes[20] ^= 1;
    let played = client().get(link(&server, &candidates[1])).send().unwrap();
    assert!(played.bytes().is_err(), "its end is not given");

    // A store that is temporarily unreachable makes an upload fail, but no candidate is lost.
    objects.kept().refuse = Some((503, usize::MAX));
    let form = Server::upload_form(&server.create_job("Engineer"))
        .part("files", file("cv.docx", docx("Late Example")));
    let refused = server
        .post("/bulk-upload-resumes")
        .multipart(form)
        .send()
        .unwrap();
    assert!(refused.headers().contains_key("retry-after"));
    let (status, body) = answer(refused);
    assert_eq!(status, 503, "{body}");
    objects.kept().refuse = None;
    assert_eq!(objects.keys("ours/resumes/").len(), 2);
    server.program.stop();

    let backup = folder.path().join("backup");
    let data = folder.path().join("data");
    let save = ["backup", "--to", text(&backup), "--data-dir", text(&data)];
    let saved = run(&[&save[..], &settings].concat());
    let message = String::from_utf8(saved.stdout).unwrap();
    assert!(
        message.contains("the files in s3://files/ours"),
        "{message}"
    );
    assert!(backup.join("shortlist.db").exists() && !backup.join("files").exists());
}

#[test]
fn faults_of_the_store_are_noticed() {
    on_sqlite(changes_in_the_store_are_noticed);
}

#[test]
fn serve_looks_at_the_store_before_it_is_ready() {
    on_sqlite(|url| {
        let (objects, folder) = (ObjectServer::start(), TempDir::new().unwrap());
        let refuse = |endpoint: &str, more: &[&str]| {
            let config = settings(folder.path(), url, endpoint);
            let data = folder.path().join("data");
            let arguments = ["serve", "--bind", "127.0.0.1:0", "--config", text(&config)];
            let error =
                error_output(&[&arguments[..], &["--data-dir", text(&data)], more].concat());
            assert!(!error.contains(SECRET), "{error}");
            error
        };
        let error = refuse(&objects.url, &["--file-store", "s3://another"]);
        assert!(error.contains("Create the bucket"), "{error}");
        let error = refuse(&objects.url, &["--s3-region", "elsewhere"]);
        assert!(error.contains("Check the access key"), "{error}");
        let error = refuse("http://127.0.0.1:1", &[]);
        assert!(error.contains("s3_endpoint"), "{error}");
        let error = refuse("http://store.example.org", &["--check-config"]);
        assert!(error.contains("sent unencrypted"), "{error}");
        let file = settings(folder.path(), url, &objects.url);
        let shown = command(&["serve", "--check-config", "--config", text(&file)])
            .output()
            .unwrap();
        let shown = String::from_utf8(shown.stdout).unwrap();
        assert!(
            shown.contains("s3://files/ours") && !shown.contains(SECRET),
            "{shown}"
        );
    });
}
