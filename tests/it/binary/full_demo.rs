//! `shortlist sandbox` with all of its demo data: fifty candidates for each job, and a month of work with them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use chrono::{DateTime, Datelike as _, Duration, NaiveDate, NaiveTime, Utc, Weekday};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::program::{FULL_DEMO, Sandbox, command};

/// The code of a draft that is no part of the demo.
const DRAFT: &str = "ARC-1";
/// The candidates of a page. More would cost too much.
const PAGE_SIZE: usize = 20;
const CANDIDATES: &str = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount candidate {
    _id fullName emailAddress phoneNumber resumeScore status statusReason createdAt source stage { name }
    stageHistory { movedAt } reviews { reviewerName score } resume { fileName } } } }";
const INTERVIEWS: &str =
    "query($input: GetInterviewsInput!) { getInterviews(input: $input) { totalCount
    interviews { dateAndTime status hasReport interviewerId durationMinutes } } }";

/// Returns the time of the machine, to which the demo's dates relate.
#[expect(
    clippy::disallowed_methods,
    reason = "the program uses the clock of the machine, too"
)]
fn real_time() -> DateTime<Utc> {
    Utc::now()
}

/// A sandbox with all of the demo data, which was loaded into an empty folder or is there already.
fn start(folder: &TempDir) -> Sandbox {
    Sandbox::start_as(command(&[]), folder.path(), &[FULL_DEMO])
}

/// A sandbox that has loaded all of the demo data.
struct Loaded {
    folder: TempDir,
    sandbox: Sandbox,
    /// The day on which it did.
    day: NaiveDate,
}

impl Loaded {
    /// Starts a sandbox in a folder, and starts again in another one if midnight passes meanwhile.
    fn start(prepared_folder: fn() -> TempDir) -> Self {
        loop {
            let folder = prepared_folder();
            let day = real_time().date_naive();
            let sandbox = start(&folder);
            if real_time().date_naive() == day {
                return Self {
                    folder,
                    sandbox,
                    day,
                };
            }
            sandbox.program.stop();
        }
    }
}

fn empty_folder() -> TempDir {
    TempDir::new().unwrap()
}

/// Returns the folder of a sandbox whose recruiter has written a draft.
fn folder_with_a_draft() -> TempDir {
    let folder = TempDir::new().unwrap();
    let sandbox = Sandbox::start(folder.path(), &["--empty"]);
    let query = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let input = json!({ "organizationId": sandbox.get("organizationId"), "jobCode": DRAFT,
        "recruiterId": sandbox.user("Recruiter")["_id"], "title": "Archivist", "draft": true });
    sandbox.data(query, input);
    sandbox.program.stop();
    folder
}

fn job_id(sandbox: &Sandbox, code: &str) -> String {
    let jobs = sandbox.jobs();
    let job = jobs.iter().find(|job| job["jobCode"] == code).unwrap();
    assert_eq!(job["draft"], false, "{code}");
    job["_id"].as_str().unwrap().to_owned()
}

/// Returns all candidates of a job.
fn candidates(sandbox: &Sandbox, code: &str) -> Vec<Value> {
    let job = job_id(sandbox, code);
    let mut found = Vec::new();
    for page in 1.. {
        let input = json!({ "organizationId": sandbox.get("organizationId"), "jobId": job,
            "pageNumber": page, "pageSize": PAGE_SIZE });
        let answer = sandbox.data(CANDIDATES, input);
        found.extend_from_slice(answer["candidate"].as_array().unwrap());
        if page * PAGE_SIZE >= usize::try_from(answer["totalCount"].as_i64().unwrap()).unwrap() {
            break;
        }
    }
    found
}

fn text<'a>(value: &'a Value, field: &str) -> &'a str {
    value[field].as_str().unwrap_or_default()
}

fn at(value: &Value, field: &str) -> DateTime<Utc> {
    let time = DateTime::parse_from_rfc3339(text(value, field));
    time.unwrap().with_timezone(&Utc)
}

fn score(candidate: &Value) -> f64 {
    candidate["resumeScore"].as_f64().unwrap()
}

/// The fit spreads, and so do the stages and decisions.
fn a_job_is_at_work(code: &str, candidates: &[Value]) {
    assert!(
        (40..=60).contains(&candidates.len()),
        "{code}: {}",
        candidates.len()
    );
    let between = |low: f64, high: f64| {
        let scores = candidates.iter().map(score);
        scores.filter(|score| (low..high).contains(score)).count()
    };
    let bands = [
        between(0.0, 30.0),
        between(30.0, 60.0),
        between(60.0, 80.0),
        between(80.0, 100.1),
    ];
    let least = [4, 8, 8, 4];
    let is_spread = bands
        .iter()
        .zip(least)
        .all(|(number, least)| *number >= least);
    assert!(is_spread, "{code}: {bands:?}");
    let mut stages: BTreeMap<&str, usize> = BTreeMap::new();
    for candidate in candidates {
        *stages.entry(text(&candidate["stage"], "name")).or_default() += 1;
    }
    for stage in ["Applied", "Screening", "Interview", "Hired", "Rejected"] {
        assert!(stages.contains_key(stage), "{code}: {stages:?}");
    }
    let rejected = candidates
        .iter()
        .filter(|one| text(one, "status") == "Rejected");
    let reasons: Vec<&str> = rejected.map(|one| text(one, "statusReason")).collect();
    assert!(
        reasons.len() >= 8 && reasons.iter().all(|reason| !reason.is_empty()),
        "{code}"
    );
    let reasons: HashSet<&str> = reasons.into_iter().collect();
    assert!(reasons.len() >= 2, "{code}: {reasons:?}");
    let disagree = candidates.iter().filter(|one| {
        let scores = one["reviews"]
            .as_array()
            .unwrap()
            .iter()
            .map(score_of_review);
        let (least, most) =
            scores.fold((100.0_f64, 0.0_f64), |(a, b), one| (a.min(one), b.max(one)));
        most - least >= 20.0
    });
    assert!(disagree.count() >= 2, "{code}");
}

fn score_of_review(review: &Value) -> f64 {
    review["score"].as_f64().unwrap()
}

/// Who applied did so over a month, and what was done with them came later, but not in the future.
fn a_month_has_passed(candidates: &[&Value]) {
    let arrivals: Vec<_> = candidates.iter().map(|one| at(one, "createdAt")).collect();
    let (first, last) = (
        arrivals.iter().min().unwrap(),
        arrivals.iter().max().unwrap(),
    );
    assert!(*last - *first >= Duration::days(25) && *last <= real_time());
    let days: BTreeSet<NaiveDate> = arrivals.iter().map(DateTime::date_naive).collect();
    assert!(days.len() >= 10, "{days:?}");
    let mut moves = 0;
    for candidate in candidates {
        let mut before = at(candidate, "createdAt");
        for step in candidate["stageHistory"].as_array().unwrap() {
            let now = at(step, "movedAt");
            assert!(before <= now && now <= real_time(), "{candidate}");
            before = now;
            moves += 1;
        }
    }
    assert!(moves >= candidates.len(), "{moves}");
}

/// Nobody has the name, the address or the number of somebody real, or of another.
fn everybody_is_invented(candidates: &[&Value]) {
    let names: HashSet<&str> = candidates.iter().map(|one| text(one, "fullName")).collect();
    assert_eq!(names.len(), candidates.len());
    for candidate in candidates {
        let email = text(candidate, "emailAddress");
        let domain = email.rsplit('@').next().unwrap();
        let is_reserved = ["example.org", "example.com", "example.net"].contains(&domain);
        assert!(is_reserved || email.is_empty(), "{candidate}");
        let phone: String = text(candidate, "phoneNumber")
            .chars()
            .filter(char::is_ascii_digit)
            .collect();
        let ranges = ["120255501", "20255501", "44207946", "493023125", "33199"];
        let is_fiction = ranges.iter().any(|range| phone.starts_with(range));
        assert!(is_fiction || phone.is_empty(), "{candidate}");
    }
    let german = candidates
        .iter()
        .filter(|one| text(&one["resume"], "fileName").starts_with("Lebenslauf"));
    assert!((15..60).contains(&german.count()));
}

/// Returns the first working day that is not before a day.
fn working_day(day: NaiveDate) -> NaiveDate {
    let mut days = day.iter_days();
    let is_working_day = |day: &NaiveDate| !matches!(day.weekday(), Weekday::Sat | Weekday::Sun);
    days.find(is_working_day).unwrap()
}

/// Interviews were held, and more are due today, on the next working day and in the week after. A weekend has none.
fn interviews_are_past_and_coming(sandbox: &Sandbox, today: NaiveDate) {
    let count = |first: NaiveDate, days: i64| {
        let from = first.and_time(NaiveTime::MIN).and_utc();
        let to = from + Duration::days(days);
        let input = json!({ "organizationId": sandbox.get("organizationId"), "pageSize": 100,
            "from": from.to_rfc3339(), "to": to.to_rfc3339() });
        let answer = sandbox.data(INTERVIEWS, input);
        let found = answer["interviews"].as_array().unwrap().clone();
        let completed = found.iter().filter(|one| one["status"] == "Completed");
        let completed = completed.filter(|one| one["hasReport"] == true).count();
        (found.len(), completed)
    };
    let (past, reported) = count(today - Duration::days(40), 40);
    assert!(past >= 10 && reported == past, "{past} {reported}");
    let (coming, _) = count(today, 8);
    assert!(coming >= 8, "{coming}");
    let first = working_day(today);
    let (due, _) = count(first, 1);
    assert!((1..=6).contains(&due), "{first}: {due}");
    let next = working_day(first + Duration::days(1));
    let (due, _) = count(next, 1);
    assert!(due >= 1, "{next}: {due}");
}

/// Returns who applied for each job, with their scores and stages.
fn summary(sandbox: &Sandbox) -> BTreeSet<String> {
    let jobs = ["ENG-101", "DAT-204", "NUR-310"].into_iter();
    let all = jobs.flat_map(|code| candidates(sandbox, code));
    let line = |one: Value| {
        let stage = text(&one["stage"], "name").to_owned();
        format!("{} {} {stage}", text(&one, "fullName"), one["resumeScore"])
    };
    all.map(line).collect()
}

#[test]
#[ignore = "long"]
fn the_full_demo_shows_a_month_of_work() {
    let Loaded {
        folder,
        sandbox,
        day,
    } = Loaded::start(empty_folder);
    assert!(sandbox.program.printed.contains("Start here"));
    let jobs = ["ENG-101", "DAT-204", "NUR-310"].map(|code| (code, candidates(&sandbox, code)));
    for (code, candidates) in &jobs {
        a_job_is_at_work(code, candidates);
    }
    let all: Vec<&Value> = jobs.iter().flat_map(|(_, candidates)| candidates).collect();
    a_month_has_passed(&all);
    everybody_is_invented(&all);
    interviews_are_past_and_coming(&sandbox, day);
    let (before, count) = (summary(&sandbox), sandbox.candidate_count());
    assert_eq!(before.len(), all.len());
    sandbox.program.stop();

    let again = start(&folder);
    assert_eq!(again.candidate_count(), count);
    assert_eq!(summary(&again), before);
    again.program.stop();
}

#[test]
#[ignore = "long"]
fn the_full_demo_of_a_day_is_the_same_in_each_folder() {
    let mut first = Loaded::start(empty_folder);
    let second = Loaded::start(folder_with_a_draft);
    if first.day != second.day {
        first = Loaded::start(empty_folder);
    }
    assert_eq!(summary(&first.sandbox), summary(&second.sandbox));
    let jobs = second.sandbox.jobs();
    let draft = jobs.iter().find(|job| job["jobCode"] == DRAFT).unwrap();
    assert_eq!((jobs.len(), &draft["draft"]), (4, &json!(true)));
    first.sandbox.program.stop();
    second.sandbox.program.stop();
}
