//! The web app without a browser: sessions, protection of forms, headers, tenants and original files.

use std::fs;

use reqwest::Method;
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::visitor::{INTERVIEWER, RECRUITER, STRANGER, Visitor, cookie_of, first_link, location};
use crate::binary::program::{Sandbox, address};
use crate::support::database::{on_postgresql, on_sqlite};

pub(super) fn with_sandbox(url: &DatabaseUrl, test: impl FnOnce(&Sandbox)) {
    let folder = TempDir::new().unwrap();
    let database = address(url);
    let sandbox = Sandbox::start(folder.path(), &["--database-url", &database]);
    test(&sandbox);
    sandbox.program.stop();
}

/// Returns the paths of a job and of one of its candidates.
pub(super) fn job_and_candidate(recruiter: &Visitor) -> (String, String) {
    let jobs = recruiter.page("/app/jobs?search=senior+backend");
    let job = first_link(&jobs, "/app/jobs/job_");
    let candidate = first_link(&recruiter.page(&job), "/app/candidates/");
    (job, candidate)
}

fn sessions_begin_and_end(sandbox: &Sandbox) {
    let visitor = Visitor::new(sandbox);
    let start = visitor.get("/");
    assert_eq!((start.status().as_u16(), location(&start)), (303, "/app"));
    let asked = visitor.get("/app/jobs?search=a%20b");
    assert_eq!(
        location(&asked),
        "/app/sign-in?next=%2Fapp%2Fjobs%3Fsearch%3Da%2520b"
    );
    let signed_in = visitor.post(
        "/app/sign-in",
        &[("demo", "1"), ("next", "/app/jobs?search=a")],
    );
    assert_eq!(location(&signed_in), "/app/jobs?search=a");
    let header = signed_in.headers()["set-cookie"].to_str().unwrap();
    assert!(
        header.contains("; HttpOnly; SameSite=Lax; Path=/"),
        "{header}"
    );
    let elsewhere = visitor.post(
        "/app/sign-in",
        &[("demo", "1"), ("next", "//evil.example.org")],
    );
    assert_eq!(location(&elsewhere), "/app");
    let recruiter = visitor.with_cookie(cookie_of(&signed_in));
    assert!(
        recruiter
            .page("/app/jobs")
            .contains("Senior Backend Engineer")
    );
    assert_eq!(
        location(&recruiter.post("/app/sign-out", &[])),
        "/app/sign-in"
    );
    assert_eq!(
        recruiter.get("/app/jobs").status(),
        303,
        "the session has ended"
    );
}

fn a_password_signs_in_until_too_many_fail(sandbox: &Sandbox) {
    let visitor = Visitor::new(sandbox);
    let user = sandbox.user("Recruiter");
    let (email, password) = (
        user["email"].as_str().unwrap(),
        user["password"].as_str().unwrap(),
    );
    let sign_in = |password: &str| {
        let organization = sandbox.get("organizationId");
        let fields = [
            ("organization", organization),
            ("email", email),
            ("password", password),
        ];
        visitor.post("/app/sign-in", &fields)
    };
    assert_eq!(location(&sign_in(password)), "/app");
    for _ in 0..10 {
        let refused = sign_in("wrong");
        assert_eq!(refused.status(), 401);
        assert!(
            refused
                .text()
                .unwrap()
                .contains("The e-mail address or the password is wrong")
        );
    }
    let locked = sign_in(password);
    assert_eq!(locked.status(), 429);
    assert!(
        locked
            .text()
            .unwrap()
            .contains("Too many failed logins; try again in")
    );
}

fn tokens_of_the_api_open_no_page(sandbox: &Sandbox) {
    let token = sandbox.user("Recruiter")["accessToken"].as_str().unwrap();
    let visitor = Visitor::new(sandbox).with_cookie(format!("shortlist={token}"));
    assert_eq!(visitor.get("/app/jobs").status(), 303);
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let token = recruiter.cookie.split_once('=').unwrap().1;
    let call = recruiter
        .request(Method::POST, "/graphql")
        .header("x-api-key", sandbox.get("apiKey"))
        .header("authorization", format!("Bearer {token}"))
        .header("content-type", "application/json")
        .body(r#"{"query": "{ __typename }"}"#);
    assert_eq!(call.send().unwrap().status(), 401);
}

fn forms_of_other_sites_are_refused(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let send = |name: &'static str, value: &str| {
        let request = recruiter
            .request(Method::POST, "/app/jobs/new")
            .header(name, value);
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let response = request.body("title=Forged&draft=1").send().unwrap();
        response.status().as_u16()
    };
    assert_eq!(send("sec-fetch-site", "cross-site"), 403);
    assert_eq!(send("sec-fetch-site", "same-site"), 403);
    assert_eq!(send("origin", "https://evil.example.org"), 403);
    assert_eq!(send("origin", "null"), 403);
    assert_eq!(send("x-nothing", "1"), 403);
    assert!(!recruiter.page("/app/jobs").contains("Forged"));
    assert_eq!(send("origin", sandbox.get("serviceUrl")), 303);
    assert!(recruiter.page("/app/jobs").contains("Forged"));
}

fn a_form_outlives_its_session(sandbox: &Sandbox) {
    let visitor = Visitor::new(sandbox);
    let typed = "A description\nof two lines & more";
    let fields = [("title", "<Nurse>"), ("description", typed), ("draft", "1")];
    let kept = visitor.post("/app/jobs/new", &fields);
    assert_eq!(kept.status(), 401);
    let page = kept.text().unwrap();
    assert!(page.contains("Your session has ended"));
    assert!(
        page.contains("A description\nof two lines &#38; more"),
        "{page}"
    );
    assert!(page.contains("&#60;Nurse&#62;") && !page.contains("<Nurse>"));
}

fn every_page_has_a_strict_policy(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let upload = format!("{job}/upload");
    for path in [
        "/app/sign-in",
        "/app/jobs",
        "/app/nothing",
        &job,
        &upload,
        &candidate,
    ] {
        let response = recruiter.get(path);
        let header = |name: &str| response.headers()[name].to_str().unwrap().to_owned();
        let policy = header("content-security-policy");
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self';"),
            "{path}: {policy}"
        );
        assert!(!policy.contains("unsafe"), "{path}: {policy}");
        assert_eq!(header("cache-control"), "no-store", "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        for policy in ["cross-origin-opener-policy", "cross-origin-resource-policy"] {
            assert_eq!(header(policy), "same-origin", "{path}");
        }
        let id = header("x-request-id");
        let is_error = response.status() == 404;
        let page = response.text().unwrap();
        assert!(
            !is_error || page.contains(&id),
            "{path}: an error page names the request"
        );
        assert!(
            !page.contains("<style") && !page.contains("style="),
            "{path}"
        );
    }
    error_pages_have_navigation(sandbox, &recruiter);
    let page = recruiter.page("/app/jobs");
    let style = recruiter.get(&first_link(&page, "/app/assets/app."));
    assert_eq!(
        style.headers()["cross-origin-resource-policy"],
        "same-origin"
    );
    let file = recruiter.get(&format!("{candidate}/resume"));
    assert_eq!(
        file.headers()["cross-origin-resource-policy"],
        "same-origin"
    );
    let cached = style.headers()["cache-control"]
        .to_str()
        .unwrap()
        .to_owned();
    assert_eq!(cached, "public, max-age=31536000, immutable");
    assert_eq!(
        recruiter
            .get("/app/assets/app.0000000000000000.css")
            .status(),
        404
    );
}

fn error_pages_have_navigation(sandbox: &Sandbox, recruiter: &Visitor) {
    let missing = recruiter.get("/app/nothing").text().unwrap();
    assert!(missing.contains("<nav aria-label=\"Main\">") && missing.contains("Page not found"));
    let unknown = recruiter.get("/app/jobs/job_unknown").text().unwrap();
    assert!(unknown.contains("<nav aria-label=\"Main\">"), "{unknown}");
    let nobody = Visitor::new(sandbox).get("/app/nothing").text().unwrap();
    assert!(!nobody.contains("<nav aria-label=\"Main\">") && nobody.contains("Page not found"));
}

fn another_tenant_finds_nothing(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let stranger = Visitor::signed_in(sandbox, STRANGER);
    let (job, candidate) = job_and_candidate(&recruiter);
    let week = recruiter.page("/app/interviews?from=2026-11-09");
    let interview = first_link(&week, "/app/interviews/int_");
    for path in shortlist_web::PATHS_WITH_IDENTIFIERS {
        let owner = if path.contains("/interviews/") {
            &interview
        } else if path.contains("candidates") {
            &candidate
        } else {
            &job
        };
        let id = owner.rsplit('/').next().unwrap();
        for id in [id, "job_unknown", "%00", "..%2f..", "%ff", "\u{202e}x"] {
            let path = path.replace("{id}", id);
            if !path.ends_with(".csv") {
                assert_eq!(stranger.get(&path).status(), 404, "GET {path}");
            }
        }
    }
    let status = [
        ("status", "Rejected"),
        ("candidate", candidate.rsplit('/').next().unwrap()),
    ];
    for path in [
        format!("{job}/review"),
        candidate.clone(),
        format!("{job}/edit"),
    ] {
        assert_eq!(stranger.post(&path, &status).status(), 404, "POST {path}");
    }
    let fields = [
        ("tag", "x"),
        ("note", "x"),
        ("delete", "x"),
        ("score", "1"),
        ("reason", "x"),
        ("confirmed", "1"),
    ];
    for form in [
        "tags",
        "notes",
        "notes/delete",
        "review",
        "export",
        "hold",
        "erase",
        "reveal",
    ] {
        let path = format!("{candidate}/{form}");
        assert_eq!(stranger.post(&path, &fields).status(), 404, "POST {path}");
    }
    assert!(!recruiter.page(&candidate).contains("badge rejected"));
    assert!(!stranger.page("/app/jobs").contains("Backend"));
}

fn an_interviewer_sees_only_assigned_candidates(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let interviewer = Visitor::signed_in(sandbox, INTERVIEWER);
    let (job, _) = job_and_candidate(&recruiter);
    assert_eq!(interviewer.get(&job).status(), 403);
    assert_eq!(interviewer.get("/app/jobs").status(), 403);
    let ranking = recruiter.page(&job);
    let candidates = ranking.split("href=\"/app/candidates/").skip(1);
    let ids = candidates.map(|rest| rest.split('"').next().unwrap());
    let statuses: Vec<u16> = ids
        .map(|id| {
            interviewer
                .get(&format!("/app/candidates/{id}"))
                .status()
                .as_u16()
        })
        .collect();
    assert!(
        statuses.contains(&200) && statuses.contains(&403),
        "{statuses:?}"
    );
}

fn the_original_file_is_an_attachment(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let jobs = recruiter.page("/app/jobs?search=senior+backend");
    let job = first_link(&jobs, "/app/jobs/job_");
    let candidate = first_link(
        &recruiter.page(&format!("{job}?search=tamsin")),
        "/app/candidates/",
    );
    let id = candidate.rsplit('/').next().unwrap();
    let original = fs::read(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../demo/resumes/backend-engineer.pdf"
    ))
    .unwrap();
    let page = recruiter.get(&format!("{candidate}/resume"));
    let header = |name: &str| page.headers()[name].to_str().unwrap().to_owned();
    assert_eq!(header("content-type"), "application/pdf");
    assert_eq!(
        header("content-disposition"),
        "attachment; filename=\"resume.pdf\"; filename*=UTF-8''backend%2Dengineer.pdf"
    );
    assert!(header("content-security-policy").contains("sandbox"));
    assert_eq!(page.bytes().unwrap(), original);
    let mut request = recruiter.request(Method::GET, &format!("/candidates/{id}/resume"));
    for (name, value) in sandbox.headers("Recruiter") {
        request = request.header(name, value);
    }
    let part = request.header("range", "bytes=0-3").send().unwrap();
    assert_eq!(part.status(), 206);
    assert_eq!(part.bytes().unwrap(), original[..4]);
}

fn all(url: &DatabaseUrl) {
    with_sandbox(url, |sandbox| {
        sessions_begin_and_end(sandbox);
        tokens_of_the_api_open_no_page(sandbox);
        forms_of_other_sites_are_refused(sandbox);
        a_form_outlives_its_session(sandbox);
        every_page_has_a_strict_policy(sandbox);
        another_tenant_finds_nothing(sandbox);
        an_interviewer_sees_only_assigned_candidates(sandbox);
        the_original_file_is_an_attachment(sandbox);
        a_password_signs_in_until_too_many_fail(sandbox);
    });
}

#[test]
fn requests_are_checked_on_sqlite() {
    on_sqlite(all);
}

#[test]
fn requests_are_checked_on_postgresql() {
    on_postgresql(all);
}
