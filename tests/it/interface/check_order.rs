//! The order of the checks: credentials, body and values, permissions. Nothing runs before all of them.

use reqwest::blocking::multipart::Form;
use serde_json::{Value, json};
use shortlist_domain::Permission;

use crate::support::people::Caller;
use crate::support::resumes::docx;
use crate::support::service::{Service, answer, file};

on_both_databases!(
    a_document_is_validated_before_permissions_are_checked,
    a_form_is_read_before_permissions_are_checked,
    permissions_are_checked_before_values,
    introspection_needs_no_permission,
    uploads_follow_the_rules_of_roles,
);

/// Returns a caller whose key only permits leaderboards.
fn leaderboard_only_caller(service: &Service) -> Caller {
    service.with_permissions(&service.recruiter, &[Permission::LeaderboardRead])
}

fn send(service: &Service, caller: &Caller, body: &Value) -> (u16, Value) {
    answer(service.post(caller, "/graphql").json(body).send().unwrap())
}

fn a_document_is_validated_before_permissions_are_checked(service: &Service) {
    let theirs = json!({ "organizationId": "org_theirs", "unknown": 1 });
    for body in [
        json!({ "query": "{ nothing }" }),
        json!({ "query": "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }",
            "variables": { "input": theirs } }),
    ] {
        let (status, body) = send(service, &leaderboard_only_caller(service), &body);
        let code = &body["errors"][0]["extensions"]["code"];
        assert_eq!(
            (status, code),
            (400, &json!("GRAPHQL_VALIDATION_FAILED")),
            "{body}"
        );
    }
}

fn a_form_is_read_before_permissions_are_checked(service: &Service) {
    for path in ["/bulk-upload-resumes", "/addJobByFile"] {
        let form = Form::new().text("organizationId", "org_theirs");
        let sent = service
            .post(&leaderboard_only_caller(service), path)
            .multipart(form)
            .send();
        let (status, body) = answer(sent.unwrap());
        assert_eq!((status, &body["status"]), (400, &json!(0)), "{body}");
    }
}

fn permissions_are_checked_before_values(service: &Service) {
    let document = "query($input: getJobsInput!) { getJobs(input: $input) { totalCount } }";
    let input = json!({ "organizationId": "org_ours", "recruiterId": "usr_recruiter", "userType": "Recruiter",
        "perPage": 1_000 });
    let (status, body) = service.graphql(&leaderboard_only_caller(service), document, input);
    assert_eq!(status, 403, "{body}");
    // The permission on a form's job is checked before the job is looked up.
    let (status, body) = service.upload(
        &leaderboard_only_caller(service),
        "job_x",
        vec![("cv.docx", docx("Ada Example"))],
    );
    assert_eq!((status, body["error"].is_string()), (403, true), "{body}");
}

fn introspection_needs_no_permission(service: &Service) {
    // A key has at least one permission. This one permits nothing that an Interviewer may do.
    let none = service.with_permissions(&service.interviewer, &[Permission::LeaderboardRead]);
    let query =
        "{ __typename __schema { queryType { name } } __type(name: \"Candidate\") { name } }";
    let (status, body) = send(service, &none, &json!({ "query": query }));
    let expected = json!({ "data": { "__typename": "Query", "__schema": { "queryType": { "name": "Query" } },
        "__type": { "name": "Candidate" } } });
    assert_eq!((status, body), (200, expected));
}

fn uploads_follow_the_rules_of_roles(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let upload = |caller: &Caller, claim: &str| {
        let form = Form::new()
            .text("jobId", job.clone())
            .text("recruiterId", caller.user_id.clone())
            .text("organizationId", "org_ours")
            .text("userType", claim.to_owned())
            .text("resumeScoreBreakdown", r#"{"skills": 1}"#)
            .part("files", file("cv.docx", docx("Ada Example")));
        let request = service.post(caller, "/bulk-upload-resumes");
        answer(request.multipart(form).send().unwrap())
    };
    for (caller, claim) in [
        (&service.recruiter, "Admin"),
        (&service.interviewer, "Recruiter"),
        (&service.interviewer, "Admin"),
    ] {
        let (status, body) = upload(caller, claim);
        assert_eq!((status, body["error"].is_string()), (403, true), "{body}");
    }
    let (status, body) = service.import(
        &service.interviewer,
        "jobs.csv",
        b"title\nNurse\n".to_vec(),
        &[],
    );
    assert_eq!((status, body["error"].is_string()), (403, true), "{body}");
    assert_eq!(service.kept_files(), 0, "nothing ran");
    for (caller, claim) in [
        (&service.admin, "Admin"),
        (&service.admin, "Recruiter"),
        (&service.colleague, "Recruiter"),
    ] {
        assert_eq!(
            upload(caller, claim).0,
            200,
            "every job is every recruiter's"
        );
    }
}
