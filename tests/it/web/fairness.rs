//! The page of bias audits.

use reqwest::Method;
use reqwest::blocking::Response;
use reqwest::blocking::multipart::Form;
use shortlist_persistence::DatabaseUrl;

use super::requests::job_and_candidate;
use super::visitor::{ADMIN, INTERVIEWER, RECRUITER, Visitor, location};
use crate::binary::program::Sandbox;
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::service::file;

const PAGE: &str = "/app/reports/fairness";

fn only_admins_see_it(sandbox: &Sandbox) {
    for demo in [RECRUITER, INTERVIEWER] {
        let visitor = Visitor::signed_in(sandbox, demo);
        let computed = visitor.get(&format!("{PAGE}?compute=yes"));
        assert_eq!(computed.status(), 403);
        assert_eq!(visitor.get(PAGE).status(), 403);
    }
}

fn an_audit_is_computed_and_downloaded(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let form = admin.page(PAGE);
    assert!(form.contains("Compute the audit") && !form.contains("Median score"));
    let address = format!("{PAGE}?compute=yes&from=2000-01-01&exclude=few%20people");
    let page = admin.page(&address);
    assert!(
        page.contains("Median score") && page.contains("few people"),
        "{page}"
    );
    assert!(page.contains("are unknown"), "{page}");
    for (format, start) in [
        ("csv", "measure,by"),
        ("json", "{"),
        ("html", "<!doctype html>"),
    ] {
        let response = admin.get(&format!("{address}&format={format}"));
        let disposition = response.headers()["content-disposition"].to_str().unwrap();
        assert!(disposition.contains(&format!("bias-audit.{format}")));
        assert!(response.text().unwrap().starts_with(start), "{format}");
    }
    let refused = admin.get(&format!("{PAGE}?compute=yes&from=yesterday"));
    assert_eq!(refused.status(), 400);
    assert!(refused.text().unwrap().contains("2026-12-31"));
}

fn send(visitor: &Visitor, rows: &str) -> Response {
    let content = format!("candidate_unique_id,email,sex,race_ethnicity\n{rows}");
    let form = Form::new().part("file", file("answers.csv", content.into_bytes()));
    let request = visitor.request(Method::POST, PAGE);
    let request = request.header("sec-fetch-site", "same-origin");
    request.multipart(form).send().unwrap()
}

/// Returns whether the category of anybody is known. How many they are is hidden, because they are few.
fn is_anybody_known(admin: &Visitor) -> bool {
    let json = admin.page(&format!("{PAGE}?compute=yes&format=json"));
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    report["people"] != report["tables"][0]["unknown"]
}

fn a_file_of_answers_is_stored_as_a_whole_or_not(sandbox: &Sandbox) {
    let admin = Visitor::signed_in(sandbox, ADMIN);
    let form = admin.page(PAGE);
    for code in ["pacific", "two_or_more", "another", "female"] {
        assert!(form.contains(&format!("<code>{code}</code>")), "{form}");
    }
    let good = ",tamsin.okonjo-veld@example.org,female,pacific\n";
    for (wrong, problem) in [
        (
            ",ruaridh@example.net,femal,\n",
            "row 3, column sex: must be one of",
        ),
        (
            "CAN-000000,,male,\n",
            "row 3, column candidate_unique_id: names no candidate",
        ),
        (
            ",nobody@example.org,male,\n",
            "row 3, column email: names no candidate",
        ),
        (
            ",tamsin.okonjo-veld@example.org,female,pacific\n",
            "row 3, column email: names the same person as row 2",
        ),
        (
            ",tamsin.okonjo-veld@example.org,male,\n",
            "row 3, column email: contradicts row 2",
        ),
    ] {
        let refused = send(&admin, &format!("{good}{wrong}"));
        assert_eq!(refused.status(), 400, "{problem}");
        let page = refused.text().unwrap();
        assert!(
            page.contains(problem) && page.contains("Nothing was stored"),
            "{page}"
        );
        assert!(!is_anybody_known(&admin), "{problem}");
    }
    let stored = send(&admin, good);
    assert_eq!(stored.status(), 303);
    let page = admin.page(location(&stored).split('#').next().unwrap());
    assert!(
        page.contains("The answers of 1 candidate are stored."),
        "{page}"
    );
    assert!(is_anybody_known(&admin));
    let page = admin.page(&format!("{PAGE}?compute=yes"));
    assert!(
        page.contains("Groups of fewer than 5 people are hidden"),
        "{page}"
    );
    assert!(page.contains("<td class=\"number\">–</td>"), "{page}");
    for demo in [RECRUITER, INTERVIEWER] {
        let visitor = Visitor::signed_in(sandbox, demo);
        assert_eq!(send(&visitor, good).status(), 403);
    }
}

/// The pages and files of a recruiter have no byte of an answer that is stored.
fn no_page_of_a_recruiter_shows_an_answer(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, _) = job_and_candidate(&recruiter);
    let id = |path: &str| path.rsplit('/').next().unwrap().to_owned();
    let found = recruiter.page(&format!("{job}?search=tamsin"));
    let candidate = super::visitor::first_link(&found, "/app/candidates/");
    let candidate = candidate.split('?').next().unwrap();
    let of_job = [
        "",
        "?search=pacific",
        "?columns=latest,tags,reviews,status,experience,uploaded",
        "/review",
        "/candidates.csv",
        "/board",
        "/leaderboards",
        "/activity",
    ];
    let of_candidate = [
        "",
        "/data",
        "/activity",
        "/packet",
        "/corrections",
        "/resume",
    ];
    let mut paths: Vec<String> = of_job.map(|page| format!("{job}{page}")).into();
    paths.extend(of_candidate.map(|page| format!("{candidate}{page}")));
    paths.extend(["/app", "/app/jobs", "/app/reports", "/app/interviews"].map(str::to_owned));
    paths.push(format!("{job}/compare?c={}", id(candidate)));
    for path in paths {
        let response = recruiter.get(&path);
        let body = response.bytes().unwrap().to_ascii_lowercase();
        // The page repeats the search, and lists the names of time zones.
        let own = [
            "search=pacific",
            "“pacific”",
            "\"pacific\"",
            "pacific/",
            "/pacific",
        ];
        let text = own
            .iter()
            .fold(String::from_utf8_lossy(&body).into_owned(), |text, own| {
                text.replace(own, "")
            });
        for answer in ["female", "pacific"] {
            assert!(!text.contains(answer), "{answer} in {path}: {text}");
        }
    }
    let exported = recruiter.post(&format!("{candidate}/export"), &[]);
    let exported = exported.text().unwrap().to_lowercase();
    assert!(
        exported.contains("tamsin") && !exported.contains("pacific"),
        "{exported}"
    );
}

fn all(url: &DatabaseUrl) {
    super::requests::with_sandbox(url, |sandbox| {
        only_admins_see_it(sandbox);
        an_audit_is_computed_and_downloaded(sandbox);
        a_file_of_answers_is_stored_as_a_whole_or_not(sandbox);
        no_page_of_a_recruiter_shows_an_answer(sandbox);
    });
}

#[test]
fn bias_audits_are_shown_on_sqlite() {
    on_sqlite(all);
}

#[test]
#[ignore = "long"]
fn bias_audits_are_shown_on_postgresql() {
    on_postgresql(all);
}
