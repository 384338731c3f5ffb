//! The occupation of a job: how it is searched, set, stored with the version of the job, and audited.

use serde_json::{Value, json};

use super::{UPDATE, assert_replays, job, of_job, read, rescore};
use crate::support::service::Service;

on_both_databases!(
    the_occupation_of_a_job_can_be_corrected,
    an_occupation_can_be_unknown_and_that_of_the_title_again,
    the_occupation_is_audited,
    an_occupation_is_kept_with_the_version_and_by_other_changes,
    a_wrong_occupation_says_how_to_find_one,
    occupations_are_searched_by_title_name_and_code,
);

const OCCUPATION: &str = "query($input: GetJobInput!) { getJob(input: $input) { requirements {
    occupation { occupations { code name share } source setById setAt } } } }";
const OCCUPATIONS: &str = "query($input: GetCandidateInput!) { getCandidate(input: $input) { resumeScore scoreReceipt { digest
    occupations { job { code } jobSource jobSetBy } } } }";

fn set_occupation(service: &Service, job: &str, occupation: &str) -> Value {
    let input = of_job(
        job,
        &json!({ "requirements": [], "occupation": occupation }),
    );
    service.data(&service.recruiter, UPDATE, input)
}

fn occupation(service: &Service, job: &str) -> Value {
    let read = service.data(&service.recruiter, OCCUPATION, of_job(job, &json!({})));
    read["requirements"]["occupation"].clone()
}

fn occupations_of(service: &Service, candidate: &str) -> Value {
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    service.data(&service.recruiter, OCCUPATIONS, input)
}

fn the_occupation_of_a_job_can_be_corrected(service: &Service) {
    let job = service.create_job("Zorbing Quibbler", json!({ "skills": ["Rust"] }));
    let (ada, _) = service.candidate(&job, "Ada Example");
    let before = occupation(service, &job);
    assert_eq!(
        (&before["occupations"], &before["source"]),
        (&json!([]), &json!("title"))
    );
    let first = occupations_of(service, &ada);
    assert_eq!(first["scoreReceipt"]["occupations"]["jobSource"], "title");
    let updated = set_occupation(service, &job, "15-1252.00");
    assert_eq!(
        (&updated["version"], &updated["outdatedScores"]),
        (&json!(2), &json!(1))
    );
    let now = occupation(service, &job);
    assert_eq!(now["occupations"][0]["code"], "15-1252.00");
    assert_eq!(now["occupations"][0]["share"], 1.0);
    assert_eq!(now["source"], "set by Name of usr_recruiter");
    assert_eq!(now["setById"], "usr_recruiter");
    rescore(service, &job);
    let second = occupations_of(service, &ada);
    let of_receipt = &second["scoreReceipt"]["occupations"];
    assert_eq!(of_receipt["job"][0]["code"], "15-1252.00");
    assert_eq!(of_receipt["jobSource"], "recruiter");
    assert_eq!(of_receipt["jobSetBy"], "Name of usr_recruiter");
    assert_ne!(
        second["scoreReceipt"]["digest"],
        first["scoreReceipt"]["digest"]
    );
    assert!(second["resumeScore"].as_f64() >= first["resumeScore"].as_f64());
    assert_replays(service);
}

fn an_occupation_can_be_unknown_and_that_of_the_title_again(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({ "skills": ["Rust"] }));
    let before = occupation(service, &job);
    set_occupation(service, &job, "unknown");
    let unknown = occupation(service, &job);
    assert_eq!(unknown["occupations"], json!([]));
    assert_eq!(unknown["source"], "set by Name of usr_recruiter");
    set_occupation(service, &job, "title");
    assert_eq!(occupation(service, &job), before);
}

fn the_occupation_is_audited(service: &Service) {
    let job = service.create_job("Zorbing Quibbler", json!({ "skills": ["Rust"] }));
    for occupation in ["15-1252.00", "unknown", "title"] {
        set_occupation(service, &job, occupation);
    }
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { operation userId changes { field before after } } } }";
    let input = json!({ "organizationId": "org_ours", "thingId": job });
    let entries = service.data(&service.admin, log, input)["entries"].clone();
    let of_occupation: Vec<Value> = entries
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|entry| entry["changes"].as_array().unwrap().clone())
        .filter(|change| change["field"] == "occupation")
        .collect();
    let shown = json!("Software Developers (15-1252.00)");
    assert_eq!(of_occupation.len(), 3, "{entries}");
    assert_eq!(
        (&of_occupation[2]["before"], &of_occupation[2]["after"]),
        (&Value::Null, &shown)
    );
    assert_eq!(of_occupation[1]["after"], "unknown");
    assert_eq!(of_occupation[0]["after"], Value::Null);
}

fn an_occupation_is_kept_with_the_version_and_by_other_changes(service: &Service) {
    let job = job(service);
    set_occupation(service, &job, "29-1141.00");
    // A caller that does not know the field changes nothing about it.
    let marks = json!([{ "kind": "skill", "names": ["Kafka"], "importance": "required" }]);
    let marked = of_job(&job, &json!({ "requirements": marks }));
    service.data(&service.admin, UPDATE, marked);
    let now = occupation(service, &job);
    assert_eq!(now["occupations"][0]["code"], "29-1141.00");
    assert_eq!(now["setById"], "usr_recruiter");
    let version = read(service, &job)["version"].clone();
    let same = of_job(
        &job,
        &json!({ "requirements": marks, "occupation": "29-1141.00" }),
    );
    let again = service.data(&service.admin, UPDATE, same);
    assert_eq!(again["version"], version, "the same again changes nothing");
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { version } }";
    let text = json!({ "title": "Another Title" });
    service.data(&service.admin, update, of_job(&job, &text));
    assert_eq!(
        occupation(service, &job)["occupations"][0]["code"],
        "29-1141.00"
    );
}

fn a_wrong_occupation_says_how_to_find_one(service: &Service) {
    let job = job(service);
    for wrong in ["99-9999.00", "29-1141", "nurse", "", "29-1141.00 "] {
        let input = of_job(&job, &json!({ "requirements": [], "occupation": wrong }));
        let (_, body) = service.graphql(&service.recruiter, UPDATE, input);
        if wrong.ends_with(' ') {
            assert!(
                body["errors"].is_null(),
                "blanks around a code do not matter: {body}"
            );
            continue;
        }
        let error = &body["errors"][0];
        let message = error["message"].as_str().unwrap();
        assert!(
            message.starts_with("occupation: has no occupation with the code"),
            "{body}"
        );
        assert!(
            message.contains("searchOccupations") && message.contains("unknown"),
            "{body}"
        );
        assert_eq!(error["extensions"]["code"], "BAD_USER_INPUT");
    }
}

fn occupations_are_searched_by_title_name_and_code(service: &Service) {
    let search = "query($input: SearchOccupationsInput!) { searchOccupations(input: $input) { occupations { code name } } }";
    let codes = |query: &str| -> Vec<String> {
        let input = json!({ "organizationId": "org_ours", "query": query });
        let found = service.data(&service.recruiter, search, input);
        let found = found["occupations"].as_array().unwrap().iter();
        found
            .map(|one| one["code"].as_str().unwrap().to_owned())
            .collect()
    };
    assert_eq!(codes("Krankenschwester")[0], "29-1141.00");
    assert!(codes("software dev").contains(&"15-1252.00".to_owned()));
    assert_eq!(codes("51-3011.00"), ["51-3011.00"]);
    assert!(codes("zorbing quibbler").is_empty());
    for wrong in ["", "  ", &"x".repeat(201)] {
        let input = json!({ "organizationId": "org_ours", "query": wrong });
        assert_eq!(
            service.code(&service.recruiter, search, input),
            "BAD_USER_INPUT"
        );
    }
}
