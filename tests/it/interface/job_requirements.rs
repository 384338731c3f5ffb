//! updateJobRequirements: marks and alternatives, their authors, versions, conflicts and limits.

mod occupations;

use std::cell::Cell;

use serde_json::{Value, json};
use shortlist_app::{ReplayScope, Verdict};
use shortlist_domain::OrganizationId;

use crate::support::input::joined;
use crate::support::service::Service;

on_both_databases!(
    marks_count_in_scores_and_name_who_set_them,
    alternatives_are_met_by_either,
    what_was_set_survives_an_edited_posting_as_far_as_it_fits,
    an_unchanged_mark_keeps_its_author,
    the_second_of_two_editors_is_refused,
    changes_that_make_no_sense_say_why,
    every_change_is_audited_with_its_author,
    postings_of_any_kind_have_a_clear_result,
    notices_say_what_a_posting_contradicts,
);

const UPDATE: &str = "mutation($input: UpdateJobRequirementsInput!) { updateJobRequirements(input: $input) { version revision outdatedScores } }";
const READ: &str = "query($input: GetJobInput!) { getJob(input: $input) { version revision outdatedScores requirements {
    requiredSkills preferredSkills notices lost { kind name setBy } readingNotices { code text name quotes months levels }
    all { kind names anyOf alternatives importance postedImportance source setById setAt quotes } } } }";
const SCORE: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) { resumeScore scoreReceipt { digest jobVersion
    criteria { criterion evidence { requirement found setBy } } } } }";

fn of_job(job: &str, more: &Value) -> Value {
    joined(json!({ "organizationId": "org_ours", "jobId": job }), more)
}

fn read(service: &Service, job: &str) -> Value {
    service.data(&service.recruiter, READ, of_job(job, &json!({})))
}

fn set(service: &Service, job: &str, requirements: &Value) -> Value {
    let input = of_job(job, &json!({ "requirements": requirements }));
    service.data(&service.recruiter, UPDATE, input)
}

/// Returns a requirement of a job.
fn requirement<'a>(job: &'a Value, name: &str) -> &'a Value {
    let all = job["requirements"]["all"].as_array().unwrap();
    let mut found = all.iter().filter(|one| one["names"][0] == name);
    found.next().unwrap_or_else(|| panic!("{name} in {job}"))
}

fn score(service: &Service, candidate: &str) -> Value {
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    service.data(&service.recruiter, SCORE, input)
}

fn rescore(service: &Service, job: &str) {
    let rescore = "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { measured } }";
    service.data(&service.recruiter, rescore, of_job(job, &json!({})));
}

/// Returns who set a requirement, as the receipt of a candidate says.
fn set_by(candidate: &Value, requirement: &str) -> Vec<Value> {
    let criteria = candidate["scoreReceipt"]["criteria"].as_array().unwrap();
    let lines = criteria
        .iter()
        .flat_map(|criterion| criterion["evidence"].as_array().unwrap());
    let own = lines.filter(|line| {
        line["requirement"]
            .as_str()
            .unwrap()
            .starts_with(requirement)
    });
    own.map(|line| line["setBy"].clone()).collect()
}

fn job(service: &Service) -> String {
    service.create_job(
        "Backend Engineer",
        json!({ "skills": ["Rust", "Zorbing"], "jobDescription": "Kafka is a plus. You must hold a driving licence." }),
    )
}

fn marks_count_in_scores_and_name_who_set_them(service: &Service) {
    let job = job(service);
    let (ada, _) = service.candidate(&job, "Ada Example");
    let before = score(service, &ada);
    let first = read(service, &job);
    assert_eq!(requirement(&first, "Zorbing")["source"], "posting");
    let marks = json!([
        { "kind": "skill", "names": ["zorbing"], "importance": "ignored" },
        { "kind": "skill", "names": ["Kafka"], "importance": "required" },
    ]);
    let updated = set(service, &job, &marks);
    assert_eq!(
        (
            &updated["version"],
            &updated["revision"],
            &updated["outdatedScores"]
        ),
        (&json!(2), &json!(2), &json!(1))
    );
    let now = read(service, &job);
    let zorbing = requirement(&now, "Zorbing");
    assert_eq!(
        (
            &zorbing["importance"],
            &zorbing["postedImportance"],
            &zorbing["setById"]
        ),
        (
            &json!("ignored"),
            &json!("required"),
            &json!("usr_recruiter")
        )
    );
    assert_eq!(zorbing["source"], "set by Name of usr_recruiter");
    let required = now["requirements"]["requiredSkills"].as_array().unwrap();
    assert!(
        required.contains(&json!("Kafka")) && !required.contains(&json!("Zorbing")),
        "{now}"
    );
    assert_eq!(
        score(service, &ada),
        before,
        "a change of the job changes no score by itself"
    );
    rescore(service, &job);
    let after = score(service, &ada);
    assert!(
        after["resumeScore"].as_f64() > before["resumeScore"].as_f64(),
        "{before} {after}"
    );
    // In the skills, and as used at work.
    let recruiter = json!("Name of usr_recruiter");
    assert_eq!(set_by(&after, "Kafka"), [recruiter.clone(), recruiter]);
    assert!(set_by(&after, "Zorbing").is_empty());
    assert!(set_by(&after, "Rust").iter().all(Value::is_null));
    set(service, &job, &json!([]));
    assert_replays(service);
    rescore(service, &job);
    assert_eq!(score(service, &ada)["resumeScore"], before["resumeScore"]);
}

/// Computes all scores again from the stored versions of their jobs, with the changes to the requirements at that time.
fn assert_replays(service: &Service) {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let mut verdicts = Vec::new();
    let mut keep = |replayed: shortlist_app::Replayed| verdicts.push(replayed.verdict);
    let scores = service.app.scores();
    scores
        .replay(&organization, &ReplayScope::All, &mut keep)
        .unwrap();
    assert!(
        matches!(&verdicts[..], [Verdict::Same { .. }]),
        "{verdicts:?}"
    );
}

fn alternatives_are_met_by_either(service: &Service) {
    let job = service.create_job(
        "Engineer",
        json!({ "skills": ["Zorbing", "Kafka", "Rust"] }),
    );
    let (ada, _) = service.candidate(&job, "Ada Example");
    let merged = json!([{ "kind": "skill", "names": ["Zorbing", "Rust"], "alternatives": ["Parkour", "kafka"] }]);
    set(service, &job, &merged);
    let now = read(service, &job);
    let all = now["requirements"]["all"].as_array().unwrap();
    assert_eq!(all.len(), 1, "each is listed once: {now}");
    assert_eq!(all[0]["names"], json!(["Zorbing", "Rust", "Kafka"]));
    assert_eq!(
        all[0]["anyOf"],
        json!(["Zorbing", "Rust", "Kafka", "Parkour"])
    );
    assert_eq!(all[0]["alternatives"], json!(["Parkour"]));
    rescore(service, &job);
    let after = score(service, &ada);
    let criteria = after["scoreReceipt"]["criteria"].as_array().unwrap();
    let mut lines = criteria
        .iter()
        .flat_map(|one| one["evidence"].as_array().unwrap());
    let line = lines.find(|line| {
        line["requirement"]
            .as_str()
            .unwrap()
            .starts_with("Zorbing or Rust")
    });
    assert_eq!(line.unwrap()["found"], true, "{after}");
}

fn what_was_set_survives_an_edited_posting_as_far_as_it_fits(service: &Service) {
    let job = job(service);
    let marks = json!([
        { "kind": "skill", "names": ["Zorbing"], "importance": "preferred" },
        { "kind": "skill", "names": ["Kafka"], "importance": "ignored" },
    ]);
    set(service, &job, &marks);
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { version requirements { notices } } }";
    let text = json!({ "jobDescription": "Our team is friendly." });
    let edited = service.data(&service.admin, update, of_job(&job, &text));
    let notice = "“Kafka” is no longer a requirement of this job, so what Name of usr_recruiter set for it does not count.";
    assert_eq!(edited["requirements"]["notices"], json!([notice]));
    let now = read(service, &job);
    let lost = json!([{ "kind": "skill", "name": "Kafka", "setBy": "Name of usr_recruiter" }]);
    assert_eq!(now["requirements"]["lost"], lost);
    assert_eq!(requirement(&now, "Zorbing")["importance"], "preferred");
    assert_eq!(
        requirement(&now, "Zorbing")["source"],
        "set by Name of usr_recruiter"
    );
    // The next change of the requirements drops it.
    set(
        service,
        &job,
        &json!([{ "kind": "skill", "names": ["Zorbing"], "importance": "preferred" }]),
    );
    assert_eq!(read(service, &job)["requirements"]["notices"], json!([]));
}

fn an_unchanged_mark_keeps_its_author(service: &Service) {
    let job = job(service);
    let zorbing = json!({ "kind": "skill", "names": ["Zorbing"], "importance": "preferred" });
    set(service, &job, &json!([zorbing]));
    let kafka = json!({ "kind": "skill", "names": ["Kafka"], "importance": "required" });
    let input = of_job(&job, &json!({ "requirements": [zorbing, kafka] }));
    service.data(&service.admin, UPDATE, input.clone());
    let now = read(service, &job);
    assert_eq!(requirement(&now, "Zorbing")["setById"], "usr_recruiter");
    assert_eq!(requirement(&now, "Kafka")["setById"], service.admin.user_id);
    let version = now["version"].clone();
    let again = service.data(&service.recruiter, UPDATE, input);
    assert_eq!(again["version"], version, "the same again changes nothing");
}

fn the_second_of_two_editors_is_refused(service: &Service) {
    let job = job(service);
    let revision = read(service, &job)["revision"].clone();
    let input = |importance: &str| {
        let mark = json!([{ "kind": "skill", "names": ["Kafka"], "importance": importance }]);
        of_job(
            &job,
            &json!({ "requirements": mark, "expectedRevision": revision }),
        )
    };
    service.data(&service.admin, UPDATE, input("required"));
    let (_, body) = service.graphql(&service.recruiter, UPDATE, input("ignored"));
    assert_eq!(
        body["errors"][0]["extensions"],
        json!({ "code": "CONFLICT", "field": "expectedRevision", "problem": "changedMeanwhile" })
    );
    let now = read(service, &job);
    assert_eq!(requirement(&now, "Kafka")["importance"], "required");
}

fn changes_that_make_no_sense_say_why(service: &Service) {
    let job = job(service);
    let skill = |name: &str, importance: &str| json!({ "kind": "skill", "names": [name], "importance": importance });
    let many: Vec<Value> = (0..201).map(|_| skill("Kafka", "required")).collect();
    for (requirements, expected) in [
        (
            json!([skill("COBOL", "required")]),
            "requirements: names “COBOL”, which is not a requirement",
        ),
        (
            json!([skill("Kafka", "loved")]),
            "importance: must be one of required, preferred, ignored",
        ),
        (
            json!([{ "kind": "hobby", "names": ["Kafka"] }]),
            "kind: must be one of experience,",
        ),
        (
            json!([skill("Kafka", "required"), skill("kafka", "ignored")]),
            "requirements: contradicts itself",
        ),
        (
            json!([{ "kind": "skill", "names": ["Kafka"], "alternatives": ["German"] }]),
            "requirements: has the alternative “German”, which is a language",
        ),
        (
            json!([{ "kind": "skill", "names": ["Kafka"], "alternatives": [""] }]),
            "requirements: has an empty alternative",
        ),
        (json!(many), "requirements: must have at most 200 items"),
        (
            json!([skill(&"x".repeat(2_001), "required")]),
            "requirements: names a requirement with more than 2000",
        ),
    ] {
        let input = of_job(&job, &json!({ "requirements": requirements }));
        let (_, body) = service.graphql(&service.recruiter, UPDATE, input);
        let error = &body["errors"][0];
        assert!(
            error["message"].as_str().unwrap().starts_with(expected),
            "{body}"
        );
        assert_eq!(error["extensions"]["code"], "BAD_USER_INPUT");
        let field = expected.split(':').next();
        assert_eq!(error["extensions"]["field"].as_str(), field);
    }
    assert_eq!(read(service, &job)["version"], 1, "nothing was stored");
    let unknown = of_job("job_x", &json!({ "requirements": [] }));
    assert_eq!(
        service.code(&service.recruiter, UPDATE, unknown),
        "NOT_FOUND"
    );
}

fn every_change_is_audited_with_its_author(service: &Service) {
    let job = job(service);
    let marks = json!([{ "kind": "skill", "names": ["Kafka"], "alternatives": ["Parkour"], "importance": "required" }]);
    set(service, &job, &marks);
    set(service, &job, &json!([]));
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { operation userId changes { field before after } } } }";
    let input = json!({ "organizationId": "org_ours", "thingId": job });
    let entries = service.data(&service.admin, log, input)["entries"].clone();
    let shown = json!("Kafka or Parkour: required");
    for (number, before, after) in [(0, &shown, &Value::Null), (1, &Value::Null, &shown)] {
        let entry = &entries[number];
        assert_eq!(entry["operation"], "updateJobRequirements");
        assert_eq!(entry["userId"], "usr_recruiter");
        let change = json!([{ "field": "requirements", "before": before, "after": after }]);
        assert_eq!(entry["changes"], change);
    }
}

fn postings_of_any_kind_have_a_clear_result(service: &Service) {
    let number = Cell::new(0);
    let required = |description: &str| {
        number.set(number.get() + 1);
        let job = service.create_job(
            "Clerk",
            json!({ "jobDescription": description, "department": format!("Department {}", number.get()) }),
        );
        let read = read(service, &job);
        (read["requirements"]["requiredSkills"].clone(), job)
    };
    assert_eq!(required("Clerk").0, json!([]));
    assert_eq!(
        required("Blorp zindle fraktu mivo Python grendak.").0,
        json!(["Python"])
    );
    assert_eq!(
        required("You must know SAP.\nSAP is not required.").0,
        json!(["SAP"])
    );
    assert_eq!(required("SAP is not required.").0, json!([]));
    // The longest posting names many requirements. Any of them can be set.
    let mut longest = String::from("Requirements:\n");
    while longest.len() < 99_900 {
        longest.push_str("- Kafka and Python, at least 3 years, and German C1\n");
    }
    let (skills, job) = required(&longest);
    assert_eq!(skills, json!(["Kafka", "Python"]));
    set(
        service,
        &job,
        &json!([{ "kind": "skill", "names": ["Kafka"], "importance": "ignored" }]),
    );
    assert_eq!(
        read(service, &job)["requirements"]["requiredSkills"],
        json!(["Python"])
    );
    let create = "mutation($input: CreateJobInput!) { createJob(input: $input) { _id } }";
    let input = json!({
        "organizationId": "org_ours", "recruiterId": "usr_recruiter", "title": "Clerk",
        "jobDescription": "x".repeat(100_001),
    });
    let (_, body) = service.graphql(&service.recruiter, create, input);
    let message = body["errors"][0]["message"].as_str().unwrap();
    assert_eq!(
        message,
        "jobDescription: must have at most 100000 characters"
    );
}

fn notices_say_what_a_posting_contradicts(service: &Service) {
    let job = service.create_job(
        "Clerk",
        json!({ "jobDescription": "Kafka is required.\nKafka is not required.\nGerman B2 is required.\nGerman C1 is required." }),
    );
    let posting = read(service, &job);
    let notices = posting["requirements"]["readingNotices"]
        .as_array()
        .unwrap();
    let codes: Vec<&str> = notices
        .iter()
        .map(|one| one["code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["requiredAndDenied", "differentLevels"]);
    assert!(
        notices[0]["text"]
            .as_str()
            .unwrap()
            .contains("“Kafka is not required.”")
    );
    let quotes = json!(["Kafka is required.", "Kafka is not required."]);
    assert_eq!(
        (&notices[0]["name"], &notices[0]["quotes"]),
        (&json!("Kafka"), &quotes)
    );
    assert_eq!(
        (&notices[1]["name"], &notices[1]["levels"]),
        (&json!("German"), &json!(["B2", "C1"]))
    );
    let clear = service.create_job("Cook", json!({ "skills": ["Kafka"] }));
    let now = read(service, &clear);
    assert_eq!(now["requirements"]["readingNotices"], json!([]));
}
