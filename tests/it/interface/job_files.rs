//! Section 4.3 of the specification: jobs from a file.

use serde_json::{Value, json};

use crate::support::service::{Service, answer, file};
use crate::support::threads::at_once;

on_both_databases!(
    a_csv_becomes_jobs_on_both_paths,
    json_and_xlsx_become_jobs,
    a_job_without_a_code_gets_one,
    duplicates_may_be_skipped,
    drafts_and_unknown_columns_are_kept,
    the_prompt_is_answered_clause_by_clause,
    a_dry_run_returns_the_plan_and_creates_nothing,
    concurrent_imports_create_each_job_once,
);

pub(super) fn import(service: &Service, text: &str) -> (u16, Value) {
    service.import(
        &service.recruiter,
        "jobs.csv",
        text.as_bytes().to_vec(),
        &[],
    )
}

pub(super) fn listed(service: &Service, drafts: bool) -> Vec<Value> {
    let document = "query($input: getJobsInput!) { getJobs(input: $input) { jobs {
        _id title jobCode department location employmentType draft attributes { name value } } } }";
    let input = json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "userType": "Recruiter",
        "perPage": 100, "drafts": drafts });
    service.data(&service.recruiter, document, input)["jobs"]
        .as_array()
        .unwrap()
        .clone()
}

pub(super) const CSV: &str = "Job Title,Job Code,Department,Location,Employment Type\nNurse,N-1,Ward,Rome,Full time\nCook,C-1,Kitchen,,\n";

fn a_csv_becomes_jobs_on_both_paths(service: &Service) {
    for (path, text) in [
        ("/addJobByFile", CSV.to_owned()),
        ("/ats/jobs/upload", CSV.replace("-1", "-2")),
    ] {
        let form = reqwest::blocking::multipart::Form::new()
            .part("recfiles", file("jobs.csv", text.into_bytes()))
            .text("organizationId", "org_ours")
            .text("recruiterId", "usr_recruiter");
        let (status, body) = answer(
            service
                .post(&service.recruiter, path)
                .multipart(form)
                .send()
                .unwrap(),
        );
        assert_eq!((status, &body["status"]), (200, &json!(1)), "{body}");
        assert!(body["message"].as_str().unwrap().contains("job(s) created"));
        let (nurse, cook) = (&body["jobs"][0], &body["jobs"][1]);
        let id = nurse["job_unique_id"].as_str().unwrap();
        assert!(id.starts_with("job_"));
        let code = if path == "/addJobByFile" {
            "N-1"
        } else {
            "N-2"
        };
        let expected = json!({ "job_unique_id": id, "job_title": "Nurse", "job_code": code, "department": "Ward",
            "location": "Rome", "employment_type": "Full time", "created_at": "2026-03-05T08:15:00.000Z" });
        assert_eq!(nurse, &expected);
        assert_eq!(
            (&cook["location"], &cook["employment_type"]),
            (&Value::Null, &Value::Null)
        );
        assert_eq!(body["interpretation"], json!([]));
    }
    assert_eq!(listed(service, false).len(), 4);
}

fn json_and_xlsx_become_jobs(service: &Service) {
    for (name, titles) in [
        ("jobs.json", 2),
        ("jobs.xlsx", 2),
        ("jobs.csv", 3),
        ("jobs-german.csv", 3),
    ] {
        let path = format!("{}/../demo/{name}", env!("CARGO_MANIFEST_DIR"));
        let (status, body) =
            service.import(&service.recruiter, name, std::fs::read(path).unwrap(), &[]);
        assert_eq!(
            (status, body["jobs"].as_array().map(Vec::len)),
            (200, Some(titles)),
            "{name}: {body}"
        );
    }
}

fn a_job_without_a_code_gets_one(service: &Service) {
    let (_, body) = import(
        service,
        "title\nSenior Software Engineer\nData Analyst\nData Architect\n",
    );
    let codes: Vec<&str> = body["jobs"]
        .as_array()
        .unwrap()
        .iter()
        .map(|job| job["job_code"].as_str().unwrap())
        .collect();
    assert_eq!(codes, ["SSE-2026-001", "DA-2026-001", "DA-2026-002"]);
}

fn duplicates_may_be_skipped(service: &Service) {
    assert_eq!(import(service, CSV).0, 200);
    let text = format!("{CSV}Driver,D-1,,,\n");
    let (status, body) = service.import(
        &service.recruiter,
        "jobs.csv",
        text.into_bytes(),
        &[("onDuplicate", "skip")],
    );
    assert_eq!((status, &body["status"]), (200, &json!(1)), "{body}");
    assert_eq!(
        (
            &body["jobs"][0]["job_title"],
            body["jobs"].as_array().unwrap().len()
        ),
        (&json!("Driver"), 1)
    );
    assert_eq!(body["errors"].as_array().unwrap().len(), 2);
}

fn drafts_and_unknown_columns_are_kept(service: &Service) {
    let (status, body) = import(service, "title,status,grade\nNurse,draft,7\nCook,open,\n");
    assert_eq!(status, 200, "{body}");
    assert_eq!(listed(service, false).len(), 1);
    let all = listed(service, true);
    let nurse = all.iter().find(|job| job["title"] == "Nurse").unwrap();
    assert_eq!(nurse["draft"], true);
    assert!(
        nurse["attributes"]
            .as_array()
            .unwrap()
            .contains(&json!({ "name": "grade", "value": "7" })),
        "{nurse}"
    );
}

fn the_prompt_is_answered_clause_by_clause(service: &Service) {
    let prompt = "The column Role is the title. All jobs are in Berlin; create them as drafts. Please sing a song.";
    let text = "Role,Team\nNurse,Ward\nCook,Kitchen\n";
    let more = [("prompt", prompt)];
    let (status, body) = service.import(&service.recruiter, "jobs.csv", text.into(), &more);
    assert_eq!(status, 200, "{body}");
    let clauses = body["interpretation"].as_array().unwrap();
    let statuses: Vec<&str> = clauses
        .iter()
        .map(|clause| clause["status"].as_str().unwrap())
        .collect();
    assert_eq!(
        statuses,
        ["applied", "applied", "applied", "not_understood"],
        "{body}"
    );
    for clause in clauses {
        assert!(
            clause["clause"].is_string() && clause["detail"].is_string() && clause["rows"].is_u64(),
            "{clause}"
        );
    }
    assert_eq!(
        (&body["jobs"][0]["job_title"], &body["jobs"][0]["location"]),
        (&json!("Nurse"), &json!("Berlin"))
    );
    assert_eq!(
        (listed(service, false).len(), listed(service, true).len()),
        (0, 2)
    );
}

fn a_dry_run_returns_the_plan_and_creates_nothing(service: &Service) {
    assert_eq!(import(service, CSV).0, 200);
    let text = "Role,Code,Place,Grade\nNurse,N-1,Rome,7\nCook,K-1,,8\nPorter,P-1,,closed\n";
    let more = [
        ("dryRun", "true"),
        (
            "prompt",
            "The column Role is the title. All jobs are in Milan. Skip rows marked closed. Sing.",
        ),
    ];
    let (status, body) = service.import(&service.recruiter, "jobs.csv", text.into(), &more);
    assert_eq!((status, &body["status"]), (200, &json!(1)), "{body}");
    assert_eq!(
        (&body["dryRun"], &body["rows"], &body["jobs"]),
        (&json!(true), &json!(2), &json!([]))
    );
    assert_eq!(body["plan"]["format"], "CSV");
    assert_eq!(
        body["plan"]["columns"][0],
        json!({ "column": "Role", "field": "title", "reason": "the prompt says so", "reasonCode": "prompt" })
    );
    assert_eq!(body["plan"]["columns"][3]["field"], Value::Null);
    let cook = &body["firstRows"][1];
    assert_eq!(
        (&cook["row"], &cook["job_title"], &cook["location"]),
        (&json!(3), &json!("Cook"), &json!("Milan"))
    );
    let sources = cook["sources"].as_array().unwrap();
    for source in [
        json!({ "value": "job_title", "column": "Role" }),
        json!({ "value": "location", "clause": "All jobs are in Milan" }),
        json!({ "value": "Grade", "column": "Grade" }),
        json!({ "value": "draft", "default": true }),
    ] {
        assert!(sources.contains(&source), "{source} in {cook}");
    }
    let clause = "Skip rows marked closed";
    assert_eq!(
        body["skippedRows"],
        json!([{ "row": 4, "reason": format!("the prompt says {clause:?}"), "reasonCode": "prompt", "clause": clause }])
    );
    assert_eq!(body["interpretation"][3]["status"], "not_understood");
    assert_eq!(
        (&body["errors"][0]["row"], &body["errors"][0]["column"]),
        (&json!(2), &json!("Code")),
        "what is there already is told: {body}"
    );
    assert_eq!(listed(service, true).len(), 2);
}

fn concurrent_imports_create_each_job_once(service: &Service) {
    let text: String = std::iter::once("title,code\n".to_owned())
        .chain((0..50).map(|n| format!("Job {n},J-{n}\n")))
        .collect();
    let answers = at_once(8, |_| import(service, &text).0);
    assert_eq!(
        answers.iter().filter(|status| **status == 200).count(),
        1,
        "{answers:?}"
    );
    assert_eq!(
        answers.iter().filter(|status| **status == 409).count(),
        7,
        "{answers:?}"
    );
    assert_eq!(listed(service, true).len(), 50);
}
