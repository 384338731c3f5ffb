//! Who may change the requirements of a job, and what the audit log, the exports and the version say about a change.

use serde_json::{Value, json};
use shortlist_app::{SetRequirementInput, UpdateJobRequirements};

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    only_who_has_access_to_a_job_changes_its_requirements,
    the_order_of_changes_does_not_matter,
    a_long_change_is_summarized_in_the_audit_log,
    exported_receipts_name_who_set_a_requirement,
    somebody_who_is_deactivated_meanwhile_is_told_so,
);

const UPDATE: &str = "mutation($input: UpdateJobRequirementsInput!) { updateJobRequirements(input: $input) { version revision outdatedScores } }";
const READ: &str = "query($input: GetJobInput!) { getJob(input: $input) { version revision outdatedScores requirements {
    all { names importance setById } } } }";

fn of_job(job: &str, more: &Value) -> Value {
    joined(json!({ "organizationId": "org_ours", "jobId": job }), more)
}

fn read(service: &Service, job: &str) -> Value {
    service.data(&service.admin, READ, of_job(job, &json!({})))
}

fn set(service: &Service, caller: &Caller, job: &str, requirements: &Value) -> Value {
    let input = of_job(job, &json!({ "requirements": requirements }));
    service.data(caller, UPDATE, input)
}

fn job(service: &Service) -> String {
    let skills = json!({ "skills": ["Rust", "Zorbing", "Kafka"] });
    service.create_job("Backend Engineer", skills)
}

fn mark(name: &str, importance: &str) -> Value {
    json!({ "kind": "skill", "names": [name], "importance": importance })
}

fn only_who_has_access_to_a_job_changes_its_requirements(service: &Service) {
    let job = job(service);
    let before = read(service, &job);
    let requirements = json!({ "requirements": [mark("Kafka", "ignored")] });
    let input = of_job(&job, &requirements);
    // Somebody of another organization, who names ours or their own.
    let theirs = joined(
        json!({ "organizationId": "org_theirs", "jobId": job }),
        &requirements,
    );
    assert_eq!(service.code(&service.stranger, UPDATE, theirs), "NOT_FOUND");
    let (status, body) = service.graphql(&service.stranger, UPDATE, input.clone());
    let message = "organizationId: is not the organization of the credentials";
    assert_eq!((status, body), (403, json!({ "error": message })));
    let (status, _) = service.graphql(&service.interviewer, UPDATE, input.clone());
    assert_eq!(status, 403);
    let limit = "mutation($input: SetRecruiterAccessInput!) { setRecruiterAccess(input: $input) { access } }";
    let team_jobs = json!({ "organizationId": "org_ours", "access": "TeamJobs" });
    service.data(&service.admin, limit, team_jobs);
    assert_eq!(
        service.code(&service.colleague, UPDATE, input.clone()),
        "NOT_FOUND",
        "a recruiter of another team"
    );
    assert_eq!(read(service, &job), before, "nothing was stored");
    let own = service.data(&service.recruiter, UPDATE, input);
    assert_eq!(own["version"], 2);
}

fn the_order_of_changes_does_not_matter(service: &Service) {
    let job = job(service);
    service.candidate(&job, "Ada Example");
    let marks = [
        mark("Zorbing", "preferred"),
        mark("Kafka", "ignored"),
        json!({ "kind": "skill", "names": ["Rust"], "alternatives": ["Parkour"] }),
    ];
    set(service, &service.recruiter, &job, &json!(marks));
    let rescore = "mutation($input: RescoreJobInput!) { rescoreJob(input: $input) { measured } }";
    service.data(&service.recruiter, rescore, of_job(&job, &json!({})));
    let before = read(service, &job);
    assert_eq!(before["outdatedScores"], 0);
    for order in [[2, 1, 0], [1, 0, 2]] {
        let reordered: Vec<&Value> = order.iter().map(|&place| &marks[place]).collect();
        let updated = set(service, &service.colleague, &job, &json!(reordered));
        assert_eq!(updated["outdatedScores"], 0);
        assert_eq!(read(service, &job), before, "nothing changed");
    }
}

fn a_long_change_is_summarized_in_the_audit_log(service: &Service) {
    let job = service.create_job(
        "Backend Engineer",
        json!({ "skills": (0..60).map(|number| format!("Zorbing {number}")).collect::<Vec<_>>() }),
    );
    let alternatives = |number: usize| -> Vec<String> {
        let names = (0..19).map(|one| format!("{} {number} {one}", "Very long name ".repeat(10)));
        names.collect()
    };
    let marks: Vec<Value> = (0..60)
        .map(|number| {
            json!({ "kind": "skill", "names": [format!("Zorbing {number}")], "alternatives": alternatives(number),
                "importance": "preferred" })
        })
        .collect();
    set(service, &service.recruiter, &job, &json!(marks));
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { changes { field after } } } }";
    let input = json!({ "organizationId": "org_ours", "thingId": job });
    let entries = service.data(&service.admin, log, input)["entries"].clone();
    let shown = entries[0]["changes"][0]["after"].as_str().unwrap();
    assert!(shown.len() < 2_000, "{} bytes", shown.len());
    let first = shown.split("; ").next().unwrap();
    assert!(
        first.starts_with("Zorbing 0 or Very long name")
            && first.ends_with("or 15 more: preferred"),
        "{first}"
    );
    let listed = shown.matches(": preferred").count();
    assert!(
        shown.ends_with(&format!("; and {} more", 60 - listed)),
        "{shown}"
    );
}

fn exported_receipts_name_who_set_a_requirement(service: &Service) {
    let job = job(service);
    set(
        service,
        &service.recruiter,
        &job,
        &json!([mark("Zorbing", "preferred")]),
    );
    let (ada, _) = service.candidate(&job, "Ada Example");
    let of_candidate = json!({ "organizationId": "org_ours", "candidateId": ada });
    let export = "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { json } }";
    let exported = service.data(&service.recruiter, export, of_candidate.clone());
    let exported: Value = serde_json::from_str(exported["json"].as_str().unwrap()).unwrap();
    let get = "query($input: GetCandidateInput!) { getCandidate(input: $input) { scoreReceipt { digest criteria { evidence {
        requirement setBy } } } } }";
    let shown = service.data(&service.recruiter, get, of_candidate);
    let set_by = |receipt: &Value| -> Vec<(Value, Value)> {
        let criteria = receipt["criteria"].as_array().unwrap().iter();
        let lines = criteria.flat_map(|one| one["evidence"].as_array().unwrap());
        lines
            .map(|line| (line["requirement"].clone(), line["setBy"].clone()))
            .collect()
    };
    let exported = &exported["shortlist"]["scoreReceipts"][0];
    let exported = set_by(exported);
    assert_eq!(exported, set_by(&shown["scoreReceipt"]));
    let recruiter = json!("Name of usr_recruiter");
    assert!(exported.iter().any(|(_, by)| *by == recruiter));
    assert!(exported.iter().any(|(_, by)| by.is_null()));
}

fn somebody_who_is_deactivated_meanwhile_is_told_so(service: &Service) {
    let job = job(service);
    let access = service.app.access();
    let (key, token) = (&service.colleague.key, &service.colleague.token);
    let principal = access.authenticate(key, token, "").unwrap();
    let deactivate = "mutation($input: UpdateUserInput!) { updateUser(input: $input) { active } }";
    let input = json!({ "organizationId": "org_ours", "userId": "usr_colleague", "active": false });
    service.data(&service.admin, deactivate, input);
    let request = UpdateJobRequirements {
        requirements: vec![SetRequirementInput {
            kind: "skill".to_owned(),
            names: vec!["Kafka".to_owned()],
            importance: Some("ignored".to_owned()),
            alternatives: Vec::new(),
        }],
        occupation: None,
        expected_revision: None,
    };
    let refused = service
        .app
        .jobs()
        .update_requirements(&principal, &job, request);
    let message = refused.unwrap_err().to_string();
    assert!(
        message.starts_with("your account has been deactivated"),
        "{message}"
    );
}
