//! The pages of a job at their extremes: nobody, the longest names, the most stages and tags, and 100,000 candidates.

use reqwest::blocking::Response;
use serde_json::{Value, json};
use shortlist_domain::limits::MAX_NAME_CHARS;
use shortlist_domain::{
    CandidateOrder, JobId, MAX_BULK_CANDIDATES, MAX_STAGES, MAX_TAGS, NewCandidate, OrganizationId,
    UserId,
};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::browser::{Browser, Scripts, Window};
use super::ranking::ids;
use super::requests::with_sandbox;
use super::visitor::{RECRUITER, Visitor, first_link, location};
use crate::binary::program::{Sandbox, address, json_body};
use crate::support::database::{on_postgresql, on_sqlite, open};
use crate::support::records::{Tenant, unique};
use crate::support::writes::Writes as _;

/// The most bytes that a page may have, whatever is stored.
const MAX_PAGE_BYTES: usize = 2 << 20;
/// The candidates of the large job.
const MANY: usize = 100_000;
const ROWS_PER_INSERT: usize = 1_000;

const SET_STAGES: &str =
    "mutation($input: SetJobStagesInput!) { setJobStages(input: $input) { stages { _id } } }";

/// The pages of a job, each with what it says if the job has no candidates.
const JOB_PAGES: [(&str, &str); 14] = [
    ("", "No candidates yet. <a href"),
    ("?search=nobody-at-all", "No candidate matches."),
    ("/review", "upload more resumes</a>"),
    ("/board", "No candidates yet. <a href"),
    ("/board?stage=OnHold", "No candidates in this stage."),
    ("/leaderboards", "No candidates yet."),
    ("/activity", "created the job"),
    ("/edit", "<h1>Job settings</h1>"),
    ("/requirements", "<h1>Requirements</h1>"),
    ("/team", "<h1>Hiring team</h1>"),
    ("/stages", ">Stages</h1>"),
    ("/questions", "<h1>Questions to applicants</h1>"),
    ("/upload", "<h1>Upload resumes</h1>"),
    ("/add", "<h1>Add a candidate without a file</h1>"),
];

/// The pages of an organization, each with what it says if nobody has applied.
const OTHER_PAGES: [(&str, &str); 7] = [
    ("/app/jobs", "Gardener"),
    ("/app/people", "Nobody has applied yet."),
    ("/app/interviews", "No interviews this week."),
    (
        "/app/search?q=nobody-at-all",
        "No job and no person matches.",
    ),
    (
        "/app/reports?from=2020-01-01&to=2020-01-02",
        "Nothing happened from",
    ),
    ("/app/reports", "<h1>Reports"),
    ("/app/help", "What to do first"),
];

/// Returns a page, which must exist and must not be too large.
fn small_page(visitor: &Visitor, path: &str) -> String {
    let page = visitor.page(path);
    assert!(
        page.len() <= MAX_PAGE_BYTES,
        "{path} has {} bytes",
        page.len()
    );
    page
}

/// Creates a job, and returns its path.
fn new_job(recruiter: &Visitor) -> String {
    let fields = [
        ("title", "Gardener"),
        ("description", "Required: Pruning and Grafting."),
    ];
    location(&recruiter.post("/app/jobs/new", &fields)).to_owned()
}

fn last(path: &str) -> &str {
    path.rsplit('/').next().unwrap()
}

#[test]
fn every_page_of_a_job_without_candidates_helps() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let job = new_job(&recruiter);
    for (path, expected) in JOB_PAGES {
        let page = small_page(&recruiter, &format!("{job}{path}"));
        assert!(page.contains(expected), "{path}: {page}");
    }
    for (path, expected) in OTHER_PAGES {
        let page = small_page(&recruiter, path);
        assert!(page.contains(expected), "{path}: {page}");
    }
    let report = small_page(&recruiter, &format!("/app/reports?job={}", last(&job)));
    assert!(report.contains("Reports on"), "{report}");
    let table = recruiter.page(&format!("{job}/candidates.csv"));
    assert_eq!(table.trim_end().lines().count(), 1, "{table}");
    let compared = recruiter.get(&format!("{job}/compare"));
    assert_eq!(compared.status(), 400);
    assert!(compared.text().unwrap().contains("Select at least 2"));
    sandbox.program.stop();
}

/// The longest names: without spaces, from right to left, and as one long word.
fn longest_names() -> [String; 3] {
    let arabic = "محمد ".repeat(MAX_NAME_CHARS / 5);
    [
        "鬱".repeat(MAX_NAME_CHARS),
        arabic.trim_end().to_owned(),
        "W".repeat(MAX_NAME_CHARS),
    ]
}

fn add(recruiter: &Visitor, job: &str, name: &str) -> Response {
    let text =
        "Experience\nGardener, Example Orchards\nJanuary 2019 - December 2023\n\nSkills\nPruning";
    recruiter.post(&format!("{job}/add"), &[("name", name), ("text", text)])
}

/// Sends this many stages with the longest names.
fn set_stages(sandbox: &Sandbox, job: &str, count: usize) -> Value {
    let stage = |number: usize| {
        let name = format!("Stage {number} ");
        json!({ "name": format!("{name:W<100}"), "status": "Active" })
    };
    let stages: Vec<Value> = (0..count).map(stage).collect();
    let input = json!({
        "organizationId": sandbox.get("organizationId"),
        "jobId": last(job),
        "stages": stages,
    });
    let request = json!({ "query": SET_STAGES, "variables": { "input": input } });
    json_body(sandbox.post("/graphql").json(&request).send().unwrap())
}

/// Creates a job with the most stages, whose candidates have the longest names and the most tags. Returns its path and its pages.
fn extreme_job(sandbox: &Sandbox, recruiter: &Visitor) -> (String, Vec<String>) {
    let job = new_job(recruiter);
    assert!(set_stages(sandbox, &job, 200)["errors"].is_array());
    // The four statuses without a stage get the usual ones.
    let stages = set_stages(sandbox, &job, MAX_STAGES - 4);
    assert!(stages["errors"].is_null(), "{stages}");
    for name in longest_names() {
        let added = add(recruiter, &job, &name);
        assert_eq!(added.status(), 303, "{name}: {}", added.text().unwrap());
    }
    let found = ids(&recruiter.page(&job));
    let tags: Vec<String> = (0..MAX_TAGS)
        .map(|number| format!("{number:W<64}"))
        .collect();
    let tags = tags.join(",");
    let boxes: Vec<String> = found.iter().map(|id| format!("c.{id}")).collect();
    let boxes = boxes.iter().map(|name| (name.as_str(), "1"));
    let fields = [("addTags", tags.as_str()), ("confirmed", "1")];
    let fields: Vec<(&str, &str)> = boxes.chain(fields).collect();
    let tagged = recruiter.post(&format!("{job}/bulk"), &fields);
    assert_eq!(tagged.status(), 303);
    let candidate = format!("/app/candidates/{}", found[0]);
    let person = first_link(&recruiter.page(&candidate), "/app/people/");
    let of_job = JOB_PAGES.map(|(path, _)| format!("{job}{path}"));
    let others = [
        format!("{job}?col=name&col=tags&col=status"),
        format!("{job}/compare?c={}&c={}", found[0], found[1]),
        "/app/people".to_owned(),
        "/app/search?q=WWWW".to_owned(),
        person,
        format!("{candidate}/data"),
        format!("{candidate}/activity"),
        format!("{candidate}/packet"),
        candidate,
    ];
    let pages = of_job.into_iter().chain(others).collect();
    (job, pages)
}

fn the_longest_values_have_pages(sandbox: &Sandbox) {
    let recruiter = Visitor::signed_in(sandbox, RECRUITER);
    let (job, pages) = extreme_job(sandbox, &recruiter);
    for path in &pages {
        small_page(&recruiter, path);
    }
    for path in ["", "/board", "/leaderboards"] {
        let page = recruiter.page(&format!("{job}{path}"));
        for name in longest_names() {
            assert!(page.contains(&name), "{path}: {name}");
        }
    }
    let tagged = recruiter.page(&format!("{job}?col=name&col=tags"));
    let more = format!("and {} more", MAX_TAGS - 10);
    assert_eq!(tagged.matches(&more).count(), 3, "{tagged}");
    let longer = "W".repeat(300);
    let refused = add(&recruiter, &job, &longer);
    assert_eq!(refused.status(), 400);
    let page = refused.text().unwrap();
    assert!(page.contains(&longer), "what was typed is still there");
    assert!(page.contains("role=\"alert\""), "{page}");
}

#[test]
fn the_longest_values_have_pages_on_sqlite() {
    on_sqlite(|url| with_sandbox(url, the_longest_values_have_pages));
}

#[test]
#[ignore = "long"]
fn the_longest_values_have_pages_on_postgresql() {
    on_postgresql(|url| with_sandbox(url, the_longest_values_have_pages));
}

#[test]
#[ignore = "long"]
fn the_longest_values_fit_into_every_window() {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
    let (_, pages) = extreme_job(&sandbox, &recruiter);
    for window in [Window::Desktop, Window::Phone] {
        let base = sandbox.get("serviceUrl");
        let Some(browser) = Browser::start_with(base, Scripts::On, window) else {
            return;
        };
        browser.sign_in(RECRUITER);
        for path in &pages {
            browser.open(path);
            let overflow = browser.run("return document.documentElement.scrollWidth - innerWidth");
            let overflow = overflow.as_i64().unwrap();
            assert!(overflow <= 0, "{path} is {overflow} px too wide");
            browser.assert_quiet();
        }
    }
    sandbox.program.stop();
}

/// Stores many candidates of a job.
fn fill(url: &DatabaseUrl, tenant: &Tenant) {
    let store = open(url.clone());
    let candidate = |number: usize| {
        let tenths = i64::try_from(number % 1_001).unwrap();
        let mut new = tenant.candidate(&format!("Person {number}"), tenths);
        // Otherwise all of them are one person.
        new.resume.phone = None;
        new
    };
    for first in (0..MANY).step_by(ROWS_PER_INSERT) {
        let batch = first..first + ROWS_PER_INSERT;
        let batch: Vec<NewCandidate> = batch.map(candidate).collect();
        store.insert_candidates(&batch, &mut unique).unwrap();
    }
}

fn tenant(sandbox: &Sandbox) -> Tenant {
    let organization = sandbox.get("organizationId");
    let recruiter = sandbox.user("Recruiter")["_id"].as_str().unwrap();
    Tenant {
        organization: OrganizationId::parse("o", organization).unwrap(),
        recruiter: UserId::parse("u", recruiter).unwrap(),
        job: JobId::parse("j", &sandbox.create_job("Gardener")).unwrap(),
    }
}

/// Returns the addresses of the pages of a job that grow with its candidates.
fn growing_pages(job: &str) -> Vec<String> {
    let all_columns = ["rank", "name", "score", "requirements", "latest", "tags"];
    let all_columns = all_columns.map(|column| format!("&col={column}")).concat();
    let orders = CandidateOrder::ALL.map(|(name, _)| format!("{job}?sort={name}&size=100"));
    let of_job = JOB_PAGES.map(|(path, _)| format!("{job}{path}"));
    let more = [
        format!("{job}?size=100{all_columns}"),
        format!("{job}?status=New&minScore=60&allSkills=Pruning"),
        format!("{job}?maxScore=0.5"),
        format!("{job}?search=person"),
        format!("{job}/board?stage=New&page=3"),
        format!("{job}/leaderboards?model=9900"),
        format!("{job}/review?skip=10"),
        format!("/app/reports?job={}", last(job)),
        "/app".to_owned(),
        "/app/jobs".to_owned(),
        "/app/people".to_owned(),
        "/app/people?search=person".to_owned(),
        "/app/search?q=person".to_owned(),
    ];
    orders.into_iter().chain(of_job).chain(more).collect()
}

/// Previews changes of a thousand candidates far down the list. More are refused.
fn parts_of_a_large_job_are_previewed(recruiter: &Visitor, job: &str) {
    let bulk = format!("{job}/bulk");
    let most = u32::try_from(MAX_BULK_CANDIDATES).unwrap();
    for first in [1, 501, 99_501] {
        let (from, to) = (first.to_string(), (first + most - 1).to_string());
        let fields = [
            ("firstPosition", from.as_str()),
            ("lastPosition", to.as_str()),
            ("addTags", "deep"),
        ];
        let preview = recruiter.post(&bulk, &fields);
        assert_eq!(preview.status(), 200, "{from}");
        let page = preview.text().unwrap();
        let expected = MAX_BULK_CANDIDATES.min(MANY + 1 - usize::try_from(first).unwrap());
        assert_eq!(page.matches("name=\"c.").count(), expected, "{from}");
        assert!(page.len() <= MAX_PAGE_BYTES, "{} bytes", page.len());
    }
    for (name, value) in [("belowScore", "50"), ("all", "1")] {
        let refused = recruiter.post(&bulk, &[(name, value), ("addTags", "deep")]);
        assert_eq!(refused.status(), 400, "{name}");
        let page = refused.text().unwrap();
        assert!(page.contains("can be changed at once"), "{name}: {page}");
    }
}

#[test]
#[ignore = "long"]
fn every_page_of_a_job_with_100_000_candidates_answers_on_sqlite() {
    on_sqlite(|url| {
        let folder = TempDir::new().unwrap();
        let database = address(url);
        let start = || Sandbox::start(folder.path(), &["--empty", "--database-url", &database]);
        let sandbox = start();
        let tenant = tenant(&sandbox);
        sandbox.program.stop();
        fill(url, &tenant);
        let sandbox = start();
        let recruiter = Visitor::signed_in(&sandbox, RECRUITER);
        let job = format!("/app/jobs/{}", tenant.job);
        let ranking = small_page(&recruiter, &job);
        assert!(
            ranking.contains("1 to 50 of 100000 candidates"),
            "{ranking}"
        );
        let (_, next) = ranking.split_once("rel=\"next\" href=\"").unwrap();
        let next = next.split('"').next().unwrap().replace("&#38;", "&");
        assert!(small_page(&recruiter, &next).contains("51 to 100 of 100000 candidates"));
        for path in growing_pages(&job) {
            small_page(&recruiter, &path);
        }
        parts_of_a_large_job_are_previewed(&recruiter, &job);
        sandbox.program.stop();
    });
}
