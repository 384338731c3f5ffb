//! Section 4.3 of the specification: files of jobs that are refused.

use serde_json::{Value, json};

use super::job_files::{CSV, import, listed};
use crate::support::people::Caller;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    a_malformed_file_is_400_with_the_position,
    fields_are_checked,
    bad_rows_are_422_and_all_are_named,
    duplicates_are_409_and_nothing_is_created,
    rows_without_a_code_are_duplicates_only_when_all_agree,
    a_dry_run_refuses_what_an_import_refuses,
    a_refusal_contains_the_interpretation_of_the_prompt,
    a_file_over_the_limit_is_413,
    unknown_fields_are_named,
);

fn assert_refused(answer: (u16, Value), expected: u16, expected_text: &str) -> Value {
    let (status, body) = answer;
    assert_eq!(status, expected, "{body}");
    assert_eq!(
        (&body["status"], &body["jobs"]),
        (&json!(0), &json!([])),
        "{body}"
    );
    assert!(
        body.to_string().contains(expected_text),
        "{body} should speak of {expected_text}"
    );
    body
}

fn a_malformed_file_is_400_with_the_position(service: &Service) {
    for (text, expected_text, code) in [
        ("", "empty", "empty"),
        ("title,location\nNurse,\"Rome\n", "line", "quote"),
        ("[{\"title\": \"Nurse\"}", "line", "not_json"),
        ("{\"title\": }", "line", "not_json"),
        ("title,location\nNurse,Rome,Lazio\n", "2", "field_count"),
    ] {
        let body = assert_refused(import(service, text), 400, expected_text);
        assert_eq!(body["errors"][0]["code"], code, "{body}");
    }
    assert_refused(
        service.import(
            &service.recruiter,
            "x.pdf",
            b"%PDF-1.4 \0\x01\x02".to_vec(),
            &[],
        ),
        400,
        "",
    );
    let deep = "[".repeat(100_000);
    assert_refused(import(service, &deep), 400, "");
    assert_eq!(listed(service, true).len(), 0);
}

fn fields_are_checked(service: &Service) {
    let send = |fields: &[(&str, &str)], files: usize| {
        let form = fields.iter().fold(
            reqwest::blocking::multipart::Form::new(),
            |form, (name, value)| form.text((*name).to_owned(), (*value).to_owned()),
        );
        let form = (0..files).fold(form, |form, _| {
            form.part("recfiles", file("jobs.csv", CSV.into()))
        });
        answer(
            service
                .post(&service.admin, "/addJobByFile")
                .multipart(form)
                .send()
                .unwrap(),
        )
    };
    let (organization, recruiter) = (
        ("organizationId", "org_ours"),
        ("recruiterId", "usr_recruiter"),
    );
    assert_refused(send(&[organization], 1), 400, "recruiterId");
    assert_refused(send(&[recruiter], 1), 400, "organizationId");
    assert_refused(send(&[organization, recruiter], 0), 400, "recfiles");
    let two = assert_refused(send(&[organization, recruiter], 2), 400, "recfiles");
    let invalid = json!({ "field": "recfiles", "problem": "tooMany" });
    assert_eq!(two["invalid"], invalid);
    let repeated = assert_refused(send(&[organization, organization], 0), 400, "only once");
    let invalid = json!({ "field": "organizationId", "problem": "repeated" });
    assert_eq!(repeated["invalid"], invalid);
    let names: Vec<String> = (0..65).map(|number| format!("field{number}")).collect();
    let fields: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "1")).collect();
    let many = assert_refused(send(&fields, 0), 400, "64 fields");
    let invalid = json!({ "field": "field64", "problem": "tooMany", "limit": 64 });
    assert_eq!(many["invalid"], invalid);
    assert_refused(
        send(&[organization, ("recruiterId", "usr_nobody")], 1),
        400,
        "recruiterId",
    );
    assert_refused(
        send(&[organization, recruiter, ("onDuplicate", "replace")], 1),
        400,
        "onDuplicate",
    );
    let foreign = Caller {
        organization_id: "org_theirs".into(),
        ..service.admin.clone()
    };
    let (status, body) = service.import(&foreign, "jobs.csv", CSV.into(), &[]);
    assert_eq!(
        (status, body.as_object().unwrap().len()),
        (403, 1),
        "{body}"
    );
}

fn bad_rows_are_422_and_all_are_named(service: &Service) {
    let long = "x".repeat(301);
    let text = format!("title,location\nNurse,Rome\n,Milan\nCook,{long}\n{long},Rome\n");
    let body = assert_refused(import(service, &text), 422, "title");
    let rows: Vec<i64> = body["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["row"].as_i64().unwrap())
        .collect();
    assert_eq!(
        rows,
        [3, 4, 5],
        "the rows as a person sees them, the header being the first"
    );
    for error in body["errors"].as_array().unwrap() {
        assert!(
            error["column"].is_string() && error["problem"].is_string(),
            "{error}"
        );
        assert_eq!(error["code"], "invalid_value");
    }
    let invalid = json!({ "field": "title", "problem": "tooLong", "limit": 300 });
    assert_eq!(body["errors"][2]["invalid"], invalid);
    assert_refused(import(service, "colour,size\nred,1\n"), 422, "colour");
    assert_refused(import(service, "title,location\n"), 422, "");
    assert_refused(import(service, "[]"), 422, "");
    let many: String = std::iter::once("title\n".to_owned())
        .chain((0..10_001).map(|n| format!("Job {n}\n")))
        .collect();
    assert_refused(import(service, &many), 422, "10");
    assert_eq!(
        listed(service, true).len(),
        0,
        "one bad row and no job is created"
    );
    assert_eq!(
        import(service, "title,location\nNurse,Rome\nCook,Milan\n").0,
        200,
        "after a fix the file goes in"
    );
}

fn duplicates_are_409_and_nothing_is_created(service: &Service) {
    assert_eq!(import(service, CSV).0, 200);
    let text = "title,code,department,location\nNew,X-1,,\nChef,c-1,,\nnurse,,WARD , rome\nNew too,X-1,,\n";
    let body = assert_refused(import(service, text), 409, "C-1");
    let rows: Vec<i64> = body["errors"]
        .as_array()
        .unwrap()
        .iter()
        .map(|error| error["row"].as_i64().unwrap())
        .collect();
    assert_eq!(rows, [3, 4, 5]);
    assert_eq!(body["errors"][1]["code"], "duplicate");
    assert!(
        body["errors"][1]["problem"]
            .as_str()
            .unwrap()
            .contains("N-1"),
        "{body}"
    );
    assert_eq!(listed(service, true).len(), 2);
}

fn rows_without_a_code_are_duplicates_only_when_all_agree(service: &Service) {
    let text = "title,location,description\nNurse,Rome,Days\nNurse,Rome,Nights\n";
    assert_eq!(
        import(service, text).0,
        200,
        "two openings that differ are two jobs"
    );
    assert_eq!(listed(service, true).len(), 2);
    let twice = "title,location,description\nCook,Rome,Days\nCook,Rome,Days\n";
    assert_refused(import(service, twice), 409, "row 2");
    assert_refused(import(service, text), 409, "");
}

fn a_dry_run_refuses_what_an_import_refuses(service: &Service) {
    let dry = |text: &str, value: &str| {
        let more = [("dryRun", value)];
        service.import(&service.recruiter, "jobs.csv", text.into(), &more)
    };
    assert_refused(dry("title,location\n,Rome\n", "true"), 422, "title");
    assert_refused(dry("title,location\nNurse,\"Rome\n", "true"), 400, "line");
    assert_refused(dry(CSV, "maybe"), 400, "dryRun");
    assert_eq!(
        dry(CSV, "false").1["jobs"].as_array().map(Vec::len),
        Some(2)
    );
}

fn a_refusal_contains_the_interpretation_of_the_prompt(service: &Service) {
    let refused = |text: &str, prompt: &str, expected| {
        let more = [("prompt", prompt)];
        let answer = service.import(&service.recruiter, "jobs.csv", text.into(), &more);
        let body = assert_refused(answer, expected, "");
        let clauses = body["interpretation"].as_array().unwrap().clone();
        let outcome = |clause: &Value| (clause["status"].clone(), clause["rows"].clone());
        clauses.iter().map(outcome).collect::<Vec<_>>()
    };
    let prompt =
        "Only rows where openings is greater than 3. All jobs are in Berlin, which is nice";
    assert_eq!(
        refused("title,openings\nNurse,1\nCook,3\n", prompt, 422),
        [
            (json!("applied"), json!(2)),
            (json!("not_understood"), json!(0))
        ],
        "the prompt leaves out every row"
    );
    assert_eq!(
        refused("title,openings\nNurse,\"1\n", prompt, 400)[0],
        (json!("no_effect"), json!(0)),
        "the file was not read"
    );
    assert_eq!(import(service, CSV).0, 200);
    assert_eq!(
        refused(CSV, "Put everything in draft mode please", 409),
        [(json!("applied"), json!(2))]
    );
    assert_eq!(import(service, "title\n").1.get("interpretation"), None);
}

fn a_file_over_the_limit_is_413(service: &Service) {
    let large = vec![b'x'; (10 << 20) + 1];
    let answer = service.import(&service.recruiter, "jobs.csv", large, &[]);
    let body = assert_refused(answer, 413, "10 MiB");
    let invalid = json!({ "field": "recfiles", "problem": "tooLarge", "limit": 10 << 20 });
    assert_eq!(body["invalid"], invalid);
}

fn unknown_fields_are_named(service: &Service) {
    let file = || b"title\nNurse\n".to_vec();
    let (status, body) = service.import(
        &service.recruiter,
        "jobs.csv",
        file(),
        &[("onDuplicat", "skip"), ("colour", "red")],
    );
    assert_eq!(status, 200, "{body}");
    assert_eq!(
        body["warnings"],
        json!([
            "the field colour was ignored; the fields are recfiles, recruiterId, organizationId, prompt, onDuplicate, dryRun",
            "the field onDuplicat was ignored; did you mean onDuplicate?",
        ])
    );
    let (_, body) = service.import(
        &service.recruiter,
        "jobs.csv",
        file(),
        &[("dryRun", "true")],
    );
    assert_eq!(body.get("warnings"), None, "{body}");
    let more = [("onDuplicate", "overwrite"), ("dryrun", "true")];
    let (status, body) = service.import(&service.recruiter, "jobs.csv", file(), &more);
    assert_eq!(status, 400);
    assert_eq!(
        body["message"],
        "onDuplicate: must be skip or refuse; the field dryrun was ignored; did you mean dryRun?"
    );
}
