//! Bias audits: what they count, where the categories come from, and who may see them.

use serde_json::{Value, json};
use shortlist_app::{AppError, BiasAuditRequest, CategoryFile, Settings};
use shortlist_domain::{Environment, OrganizationId, Party};
use shortlist_persistence::DatabaseUrl;
use shortlist_transport::GraphQLLimits;

use super::blind_review::BlindJob;
use crate::support::database::on_sqlite;
use crate::support::input::joined;
use crate::support::service::Service;

/// Creates two tests from each function. Their groups are smaller than those that a report shows by default.
macro_rules! with_groups_of_any_size {
    ($($test:ident),* $(,)?) => {
        mod sqlite {
            $(#[test]
            fn $test() {
                crate::support::database::on_sqlite(|url| super::$test(&super::showing_all_groups(url)));
            })*
        }
        mod postgresql {
            $(#[test]
            #[ignore = "long"]
            fn $test() {
                crate::support::database::on_postgresql(|url| super::$test(&super::showing_all_groups(url)));
            })*
        }
    };
}

with_groups_of_any_size!(
    an_audit_counts_what_candidates_said,
    an_audit_with_a_file_stores_nothing,
    a_wrong_file_stores_nothing,
    a_period_and_jobs_limit_an_audit,
    who_was_taken_forward_stays_selected,
    only_an_admin_of_the_organization_computes_an_audit,
    an_erased_candidate_is_in_no_audit,
    no_byte_of_an_answer_reaches_a_recruiter,
    the_operators_export_has_the_answers,
);

pub(crate) fn showing_all_groups(url: &DatabaseUrl) -> Service {
    let settings = Settings {
        smallest_audited_group: 1,
        ..Settings::new(Environment::Sandbox)
    };
    Service::start_with(url, settings, GraphQLLimits::default())
}

/// By default, no report shows a single person, and none lets one be computed.
#[test]
fn small_groups_are_hidden_in_every_report() {
    on_sqlite(|url| {
        let service = &Service::start(url);
        let job = service.create_job("Backend Engineer", json!({}));
        let names = ["Ada", "Ben", "Cora", "Dora", "Emil", "Fritz"];
        let candidates = names.map(|name| service.candidate(&job, &format!("{name} Example")));
        let answers = ["female,", "male,", "male,", "male,", "male,", "male,"];
        import(service, &rows(&candidates, &answers)).unwrap();
        let computed = audit(service, json!({}));
        assert_eq!(
            (&computed["people"], &computed["smallestGroup"]),
            (&json!(6), &json!(5))
        );
        for table in computed["tables"].as_array().unwrap() {
            for row in table["rows"].as_array().unwrap() {
                assert_eq!(row["people"], 0, "{row}");
                let is_named = table["by"] == "sex" && row["sex"] != "another";
                assert_eq!(row["isHidden"], is_named, "{row}");
            }
        }
        let request = BiasAuditRequest::default();
        let report = service
            .app
            .fairness()
            .audit(&operator("org_ours"), &request);
        let report = report.unwrap();
        let json = report.to_json();
        assert_eq!(json["tables"][0]["rows"][0]["people"], Value::Null);
        let csv = report.to_csv();
        for sex in ["female", "male"] {
            let hidden = format!("\"scoring\",\"sex\",\"{sex}\",,,,,");
            assert!(csv.contains(&hidden), "{csv}");
        }
    });
}

const AUDIT: &str = "query($input: GetBiasAuditInput!) { getBiasAudit(input: $input) {
    from to jobs { jobId title } people selected medianScore exclusion
    tables { measure by unknown rows { sex raceEthnicity people favoured ratePercent impactRatio
        isUnderFourFifths pValue intervalLow intervalHigh isSmallSample isExcluded isHidden }
        isUnknownHidden } smallestGroup } }";
const MOVE: &str = "mutation($input: MoveCandidatesInput!) { moveCandidates(input: $input) {
    candidates { _id } } }";

fn ours(more: Value) -> Value {
    joined(json!({ "organizationId": "org_ours" }), &more)
}

fn operator(organization: &str) -> Party {
    Party::operator(&OrganizationId::parse("o", organization).unwrap())
}

fn file(rows: &str) -> CategoryFile {
    CategoryFile::read(rows.as_bytes()).unwrap()
}

fn import(service: &Service, rows: &str) -> Result<usize, AppError> {
    let fairness = service.app.fairness();
    fairness.import(&operator("org_ours"), &file(rows))
}

fn audit(service: &Service, more: Value) -> Value {
    service.data(&service.admin, AUDIT, ours(more))
}

/// Returns the people of a category in a table, and how many of them were favoured.
fn counts(audit: &Value, measure: &str, sex: &str) -> (i64, i64) {
    let tables = audit["tables"].as_array().unwrap();
    let is_wanted = |table: &&Value| table["measure"] == measure && table["by"] == "sex";
    let table = tables.iter().find(is_wanted).unwrap();
    let mut rows = table["rows"].as_array().unwrap().iter();
    let row = rows.find(|row| row["sex"] == sex).unwrap();
    let count = |field: &str| row[field].as_i64().unwrap();
    (count("people"), count("favoured"))
}

/// Creates a job with three candidates, and returns it with their identifiers and codes.
fn job_with_candidates(service: &Service) -> (String, Vec<(String, String)>) {
    let job = service.create_job("Backend Engineer", json!({}));
    let names = ["Ada Example", "Ben Example", "Cora Example"];
    let candidates = names.map(|name| service.candidate(&job, name));
    (job, candidates.into())
}

fn rows(candidates: &[(String, String)], answers: &[&str]) -> String {
    let lines = candidates.iter().zip(answers);
    let lines: String = lines
        .map(|((_, code), answer)| format!("{code},{answer}\n"))
        .collect();
    format!("candidate_unique_id,sex,race_ethnicity\n{lines}")
}

fn an_audit_counts_what_candidates_said(service: &Service) {
    let (_, candidates) = job_with_candidates(service);
    let empty = audit(service, json!({}));
    assert_eq!(
        (&empty["people"], &empty["tables"][0]["unknown"]),
        (&json!(3), &json!(3))
    );
    let given = rows(&candidates, &["female,asian", "female,", "male,white"]);
    assert_eq!(import(service, &given).unwrap(), 3);
    let computed = audit(service, json!({}));
    assert_eq!(counts(&computed, "scoring", "female").0, 2);
    assert_eq!(counts(&computed, "scoring", "male").0, 1);
    let unknown = computed["tables"].as_array().unwrap().iter();
    let unknown: Vec<i64> = unknown.map(|t| t["unknown"].as_i64().unwrap()).collect();
    assert_eq!(unknown, [0, 1, 1, 0, 1, 1]);
    // A new answer replaces the earlier one, and an empty one removes it.
    let changed = rows(&candidates, &["male,asian", ",", "male,white"]);
    assert_eq!(import(service, &changed).unwrap(), 3);
    let computed = audit(service, json!({}));
    assert_eq!(counts(&computed, "scoring", "male").0, 2);
    assert_eq!(computed["tables"][0]["unknown"], 1);
}

fn an_audit_with_a_file_stores_nothing(service: &Service) {
    let (_, candidates) = job_with_candidates(service);
    let given = file(&rows(
        &candidates,
        &["female,asian", "female,", "male,white"],
    ));
    let request = BiasAuditRequest::default();
    let fairness = service.app.fairness();
    let report = fairness.audit_with_file(&operator("org_ours"), &request, &given);
    let report = report.unwrap();
    assert_eq!(report.audit.people, 3);
    let json = report.to_json();
    assert_eq!(json["categories"], "file");
    assert_eq!(counts(&json, "scoring", "female").0, 2);
    let csv = report.to_csv();
    assert!(
        csv.contains("\"scoring\",\"sex\",\"female\",,\"2\""),
        "{csv}"
    );
    let stored = audit(service, json!({}));
    assert_eq!(stored["tables"][0]["unknown"], 3);
}

fn a_wrong_file_stores_nothing(service: &Service) {
    let (_, candidates) = job_with_candidates(service);
    let good = rows(&candidates, &["female,asian", "male,white", "male,"]);
    let foreign = format!("{good}CAN-000000,female,asian\n");
    let error = import(service, &foreign).unwrap_err().to_string();
    let expected = "row 5, column candidate_unique_id: names no candidate of this organization";
    assert!(error.contains(expected), "{error}");
    // The codes of one organization name nobody in another.
    let theirs = operator("org_theirs");
    let fairness = service.app.fairness();
    let error = fairness.import(&theirs, &file(&good)).unwrap_err();
    assert!(error.to_string().contains("row 2, column"), "{error}");
    let request = BiasAuditRequest::default();
    let error = fairness.audit_with_file(&theirs, &request, &file(&good));
    assert!(error.unwrap_err().to_string().contains("row 4, column"));
    let stored = audit(service, json!({}));
    assert_eq!(stored["tables"][0]["unknown"], 3);
}

fn a_period_and_jobs_limit_an_audit(service: &Service) {
    let (job, candidates) = job_with_candidates(service);
    let other = service.create_job("Nurse", json!({}));
    service.candidate(&other, "Dora Example");
    let people = |more: Value| audit(service, more)["people"].clone();
    assert_eq!(people(json!({})), 4);
    assert_eq!(people(json!({ "jobIds": [job] })), 3);
    assert_eq!(people(json!({ "jobIds": [job, other, job] })), 4);
    let today = service.app.clock().now().date().to_string();
    assert_eq!(people(json!({ "from": today, "to": today })), 4);
    assert_eq!(people(json!({ "to": "1999-12-31" })), 0);
    // The same with a file, which may name people whom the audit does not cover.
    let given = file(&rows(
        &candidates,
        &["female,asian", "female,", "male,white"],
    ));
    let with_file = |jobs: &[&String], day: Option<&str>| {
        let request = BiasAuditRequest {
            from: day.map(ToOwned::to_owned),
            to: day.map(ToOwned::to_owned),
            job_ids: jobs.iter().map(ToString::to_string).collect(),
            exclude_small: None,
        };
        let fairness = service.app.fairness();
        let report = fairness.audit_with_file(&operator("org_ours"), &request, &given);
        report.unwrap().audit.people
    };
    assert_eq!(with_file(&[], None), 4);
    assert_eq!(with_file(&[&job], Some(&today)), 3);
    assert_eq!(with_file(&[&other], None), 1);
    assert_eq!(with_file(&[&job, &other], Some(&today)), 4);
    assert_eq!(with_file(&[], Some("1999-12-31")), 0);
    for (bad, field) in [
        (json!({ "from": "tomorrow" }), "from"),
        (json!({ "from": "2026-02-01", "to": "2026-01-01" }), "to"),
        (json!({ "jobIds": ["job_none"] }), "jobId"),
        (json!({ "excludeSmall": " " }), "excludeSmall"),
    ] {
        let (_, body) = service.graphql(&service.admin, AUDIT, ours(bad));
        let message = body["errors"][0]["message"].as_str().unwrap();
        assert!(message.starts_with(field), "{message}");
    }
}

fn who_was_taken_forward_stays_selected(service: &Service) {
    let (_, candidates) = job_with_candidates(service);
    let given = rows(&candidates, &["female,asian", "male,white", "male,"]);
    import(service, &given).unwrap();
    let set_status = |id: &str, status: &str| {
        let input = ours(json!({ "candidateIds": [id], "stageId": status }));
        service.data(&service.recruiter, MOVE, input);
    };
    set_status(&candidates[0].0, "OnHold");
    set_status(&candidates[1].0, "Hired");
    let computed = audit(service, json!({}));
    assert_eq!(computed["selected"], 1);
    assert_eq!(counts(&computed, "selection", "female"), (1, 0));
    assert_eq!(counts(&computed, "selection", "male"), (2, 1));
    // Who comes back to the first stage was not taken forward; who withdraws after an offer was.
    set_status(&candidates[0].0, "Active");
    set_status(&candidates[1].0, "Withdrawn");
    let computed = audit(service, json!({}));
    assert_eq!(counts(&computed, "selection", "female"), (1, 0));
    assert_eq!(counts(&computed, "selection", "male"), (2, 1));
}

fn only_an_admin_of_the_organization_computes_an_audit(service: &Service) {
    job_with_candidates(service);
    for caller in [&service.recruiter, &service.interviewer, &service.stranger] {
        let (status, body) = service.graphql(caller, AUDIT, ours(json!({})));
        assert_eq!(status, 403, "{body}");
    }
    audit(service, json!({}));
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
        entries { operation kind changes { field after } } } }";
    let log = service.data(
        &service.admin,
        log,
        ours(json!({ "operation": "getBiasAudit" })),
    );
    let entries = log["entries"].as_array().unwrap();
    let done = entries
        .iter()
        .filter(|entry| entry["kind"] == "organization");
    assert_eq!(done.count(), 1, "{log}");
}

fn an_erased_candidate_is_in_no_audit(service: &Service) {
    let (_, candidates) = job_with_candidates(service);
    let given = rows(&candidates, &["female,asian", "male,white", "male,"]);
    import(service, &given).unwrap();
    let erase = "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) {
        erasedAt } }";
    let input = ours(json!({ "candidateId": candidates[0].0, "reason": "On request" }));
    service.data(&service.admin, erase, input);
    let computed = audit(service, json!({}));
    assert_eq!(computed["people"], 2);
    assert_eq!(counts(&computed, "scoring", "female").0, 0);
}

/// The answers of the candidate below. No other text of the service contains these words.
const ANSWERS: [&str; 2] = ["female", "pacific"];

fn has_answers(text: &str) -> bool {
    let text = text.to_lowercase();
    ANSWERS.iter().any(|answer| text.contains(answer))
}

fn no_byte_of_an_answer_reaches_a_recruiter(service: &Service) {
    let job = BlindJob::create_with(service, json!({}));
    let scored = "query($input: GetCandidateInput!) { getCandidate(input: $input) {
        resumeScore updatedAt scoreReceipt { digest } } }";
    let score = || {
        let input = ours(json!({ "candidateId": job.candidate }));
        service.data(&service.recruiter, scored, input)
    };
    let before = score();
    let rows = [(String::new(), job.code.clone())];
    import(service, &self::rows(&rows, &["female,pacific"])).unwrap();
    assert_eq!(score(), before);
    for caller in [&service.recruiter, &service.colleague, &service.interviewer] {
        for (asked, text) in job.answers(service, caller) {
            assert!(!has_answers(&text), "{}: {asked}: {text}", caller.user_id);
        }
    }
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
    for answer in ANSWERS {
        let input = ours(json!({ "search": answer }));
        let found = service.data(&service.recruiter, list, input);
        assert_eq!(found["totalCount"], 0);
    }
    // Of what an Admin reads, only the audit has the categories.
    for (asked, text) in job.answers(service, &service.admin) {
        let is_audit = asked.starts_with("getBiasAudit ");
        assert!(is_audit || !has_answers(&text), "{asked}: {text}");
    }
    assert!(has_answers(&audit(service, json!({})).to_string()));
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let events = service.store().events().list_after(&organization, 0, 1_000);
    let events = format!("{:?}", events.unwrap());
    assert!(!events.is_empty() && !has_answers(&events), "{events}");
}

fn the_operators_export_has_the_answers(service: &Service) {
    let (_, candidates) = job_with_candidates(service);
    let (id, _) = &candidates[0];
    let export = || {
        let exported = service.app.candidates().export(&operator("org_ours"), id);
        exported.unwrap()["shortlist"]["selfIdentification"].clone()
    };
    assert_eq!(export(), Value::Null);
    import(service, &rows(&candidates, &["female,", ",", ","])).unwrap();
    let given = json!({ "sex": "female", "raceEthnicity": null });
    assert_eq!(export(), given);
    let api = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let input = ours(json!({ "candidateId": id }));
    let exported = service.data(&service.admin, api, input);
    let exported = exported["json"].as_str().unwrap();
    assert!(!exported.contains("selfIdentification"));
}
