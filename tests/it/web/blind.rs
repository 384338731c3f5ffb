//! Blind review in the web app: no byte of a page says who a candidate is, and none depends on it, until a reveal.

use std::collections::BTreeMap;

use regex::Regex;
use reqwest::Method;
use reqwest::blocking::multipart::Form;
use shortlist_persistence::DatabaseUrl;

use super::interviews::{candidates, schedule};
use super::requests::with_sandbox;
use super::visitor::{ADMIN, RECRUITER, Visitor, first_link, location};
use crate::binary::program::Sandbox;
use crate::interface::blind_oracles::differences;
use crate::interface::blind_oracles::worlds::{KNOWN, OTHER, Person};
use crate::interface::blind_review::{lines, secrets_in};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::resumes::docx_of;
use crate::support::service::file;

/// Creates a blind job with a candidate, and returns the paths of both.
pub(super) fn blind_job(recruiter: &Visitor, title: &str, resume: Vec<u8>) -> (String, String) {
    let created = recruiter.post("/app/jobs/new", &[("title", title), ("blind", "1")]);
    let job = location(&created).to_owned();
    let form = Form::new().part("files", file("Quillon Zephyrine.docx", resume));
    let uploaded = recruiter
        .request(Method::POST, &format!("{job}/upload"))
        .header("sec-fetch-site", "same-origin")
        .multipart(form)
        .send()
        .unwrap();
    assert_eq!(uploaded.status(), 200);
    let candidate = first_link(&recruiter.page(&job), "/app/candidates/");
    (job, candidate)
}

/// Adds a candidate of another name to the job, and returns the identifier.
fn another_candidate(recruiter: &Visitor, job: &str, first: &str) -> String {
    let lines = [
        "Odalys Brimble",
        "odalys@example.net",
        "Skills",
        "Rust, Docker",
    ];
    let form = Form::new().part("files", file("second.docx", docx_of(&lines)));
    let uploaded = recruiter
        .request(Method::POST, &format!("{job}/upload"))
        .header("sec-fetch-site", "same-origin")
        .multipart(form)
        .send()
        .unwrap();
    assert_eq!(uploaded.status(), 200);
    let mut found = candidates(recruiter, job).into_iter();
    let other = found.find(|path| path != first).unwrap();
    other.trim_start_matches("/app/candidates/").to_owned()
}

fn write_about(recruiter: &Visitor, candidate: &str) {
    for (form, fields) in [
        (
            "",
            [("status", "OnHold"), ("reason", "Quillon asked for time")],
        ),
        ("/tags", [("tag", "zephyrine"), ("x", "x")]),
        ("/notes", [("note", "Zephyrine was at Vexholm"), ("x", "x")]),
        ("/review", [("score", "70"), ("comment", "Quillon is good")]),
    ] {
        let path = format!("{candidate}{form}");
        assert_eq!(recruiter.post(&path, &fields).status(), 303, "{path}");
    }
}

/// Returns the pages and files that show candidates.
fn paths(job: &str, candidate: &str, other: &str, interview: &str) -> Vec<String> {
    let of_job = [
        "",
        "?sort=name",
        "?columns=latest,tags,reviews,status,experience,uploaded",
        "?weight.skills=90",
        "/review",
        "/upload",
        "/edit",
        "/candidates.csv",
        "/board",
        "/leaderboards",
        "/activity",
        "/team",
        "/stages",
        "/questions",
    ];
    let of_candidate = ["", "/data", "?weight0=90", "/activity", "/interviews"];
    let mut paths: Vec<String> = of_job.map(|page| format!("{job}{page}")).into();
    paths.extend(of_candidate.map(|page| format!("{candidate}{page}")));
    paths.push(format!("{candidate}/resume"));
    let id = candidate.trim_start_matches("/app/candidates/");
    paths.push(format!("{job}/compare?c={id}&c={other}"));
    for page in ["", "/calendar.ics"] {
        paths.push(format!("{interview}{page}"));
    }
    for page in [
        "/app/interviews?from=2027-03-04",
        "/app",
        "/app/jobs",
        "/app/people",
        "/app/people?search=rust",
        "/app/settings/audit",
        "/app/settings/retention",
    ] {
        paths.push(page.to_owned());
    }
    paths
}

fn secrets_of(visitor: &Visitor, paths: &[String]) -> Vec<(String, Vec<&'static str>)> {
    let found = paths.iter().map(|path| {
        let response = visitor.get(path);
        let headers = format!("{:?}", response.headers());
        let body = String::from_utf8_lossy(&response.bytes().unwrap()).into_owned();
        (path.clone(), secrets_in(&format!("{headers} {body}")))
    });
    found.filter(|(_, secrets)| !secrets.is_empty()).collect()
}

fn pages_show_only_the_code(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let (job, candidate) = blind_job(&recruiter, "Blind engineer", docx_of(&lines()));
    write_about(&recruiter, &candidate);
    let other = another_candidate(&recruiter, &job, &candidate);
    let interview = schedule(&recruiter, &candidate, "10:00");
    let paths = paths(&job, &candidate, &other, &interview);
    let week = recruiter.page("/app/interviews?from=2027-03-04");
    assert!(week.contains(&interview), "the walk includes the interview");
    for visitor in [&recruiter, &admin] {
        assert_eq!(secrets_of(visitor, &paths), []);
    }
    assert_eq!(recruiter.get(&format!("{candidate}/resume")).status(), 403);
    assert_eq!(
        recruiter.post(&format!("{candidate}/export"), &[]).status(),
        403
    );
    let found = recruiter.page(&format!("{job}?search=zephyrine"));
    assert!(
        !found.contains("/app/candidates/"),
        "a search by name finds nothing"
    );
    let page = recruiter.page(&candidate);
    assert!(page.contains("This job uses blind review") && !page.contains("id=\"document\""));
    let reveal = format!("{candidate}/reveal");
    assert_eq!(recruiter.post(&reveal, &[("why", " ")]).status(), 400);
    let revealed = recruiter.post(&reveal, &[("why", "The offer needs a <name>")]);
    assert_eq!(
        location(&revealed),
        format!("{candidate}?saved=reveal#main")
    );
    assert!(recruiter.page(&candidate).contains("Quillon Zephyrine"));
    assert!(
        !secrets_of(&recruiter, &paths).is_empty(),
        "the walk finds what it looks for"
    );
    assert_eq!(secrets_of(&admin, &paths), [], "the reveal is for one user");
    let edit = [("title", "Blind engineer")];
    assert_eq!(recruiter.post(&format!("{job}/edit"), &edit).status(), 409);
}

/// Returns the pages of a new blind job, which has a candidate who is this person, without what differs between any two jobs.
fn neutral_pages(
    recruiter: &Visitor,
    person: &Person,
    title: &str,
    time: &'static str,
) -> Vec<(String, String)> {
    let (job, candidate) = blind_job(recruiter, title, person.resume());
    write_about(recruiter, &candidate);
    let other = another_candidate(recruiter, &job, &candidate);
    let interview = schedule(recruiter, &candidate, time);
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let roles = BTreeMap::from([
        (id(&job), "job"),
        (id(&candidate), "candidate"),
        (other.clone(), "other"),
        (id(&interview), "interview"),
    ]);
    let mut paths = paths(&job, &candidate, &other, &interview);
    paths.retain(|path| {
        [&job, &candidate, &interview]
            .iter()
            .any(|own| path.starts_with(own.as_str()))
    });
    // Names are ordered by code, which is random.
    paths.retain(|path| !path.ends_with("sort=name"));
    for guess in [
        "search=quillon",
        "search=5550142",
        "tags=zephyrine",
        "source=Quillon%27s+friend",
        "externalId=QZ-4711",
    ] {
        paths.push(format!("{job}?{guess}"));
    }
    // The code and the number of a job, and times of the day.
    let varying =
        Regex::new(r"[A-Z]{2,4}-20\d\d-\d{3}|\d{1,2}:\d\d(:\d\d(\.\d+)?)?|\d{8}T\d{6}Z").unwrap();
    let neutral = |text: &str| {
        let text = differences::neutral(&text.replace(title, "<title>"), &roles);
        varying.replace_all(&text, "<varies>").into_owned()
    };
    let page = |path: String| {
        let response = recruiter.get(&path);
        let status = response.status();
        let body = String::from_utf8_lossy(&response.bytes().unwrap()).into_owned();
        (neutral(&path), format!("{status} {}", neutral(&body)))
    };
    paths.into_iter().map(page).collect()
}

fn pages_do_not_depend_on_the_person(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let one = neutral_pages(&recruiter, &KNOWN, "Masked engineer 1", "14:00");
    let other = neutral_pages(&recruiter, &OTHER, "Masked engineer 2", "16:00");
    assert_eq!(one.len(), other.len());
    for ((path, one), (same, other)) in one.iter().zip(&other) {
        assert_eq!(path, same);
        assert_eq!(differences::first_difference(one, other), None, "{path}");
    }
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        pages_show_only_the_code(sandbox);
        pages_do_not_depend_on_the_person(sandbox);
    });
}

#[test]
fn blind_pages_show_only_the_code_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn blind_pages_show_only_the_code_on_postgresql() {
    on_postgresql(all);
}
