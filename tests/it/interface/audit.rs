//! The audit log for an Admin: every write, sign-in and refusal, with the user, the address and the changes.

use serde_json::{Value, json};
use shortlist_app::CreateUser;
use shortlist_domain::{OrganizationId, Party, Permission, UserType};

use crate::support::input::joined;
use crate::support::service::{Service, answer};

on_both_databases!(
    every_write_is_audited_with_before_and_after,
    each_candidate_of_an_upload_is_audited,
    successful_and_refused_sign_ins_are_audited,
    an_unknown_operation_finds_nothing_and_says_so,
    refusals_are_audited,
    the_log_is_an_admins_with_an_admin_key,
    pages_and_filters,
    the_audit_chain_is_intact_after_refusals,
);

const LOG: &str = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
    entries { number at actor userId keyId address operation outcome kind thingId candidateId reason
        changes { field before after } erased hash }
    totalCount pageInfo { pageNumber pageSize hasNextPage } } }";

/// Returns the newest matching rows.
fn log(service: &Service, more: Value) -> Vec<Value> {
    let input = joined(
        json!({ "organizationId": "org_ours", "pageSize": 100 }),
        &more,
    );
    let response = service.data(&service.admin, LOG, input);
    response["entries"].as_array().unwrap().clone()
}

fn changed(row: &Value, field: &str) -> (Value, Value) {
    let changes = row["changes"].as_array().unwrap();
    let change = changes.iter().find(|change| change["field"] == field);
    let change = change.unwrap_or_else(|| panic!("{field} in {row}"));
    (change["before"].clone(), change["after"].clone())
}

fn every_write_is_audited_with_before_and_after(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({ "location": "Berlin" }));
    let update = "mutation($input: UpdateJobInput!) { updateJob(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job, "location": "Bremen", "jobDescription": "Secret plans" });
    service.data(&service.recruiter, update, input);
    let rows = log(service, json!({ "thingId": job }));
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0]["operation"], "updateJob");
    assert_eq!(
        changed(&rows[0], "location"),
        (json!("Berlin"), json!("Bremen"))
    );
    assert_eq!(changed(&rows[0], "jobDescription").1, "12 characters");
    assert_eq!(rows[1]["operation"], "createJob");
    for row in &rows {
        assert_eq!(
            (&row["actor"], &row["userId"], &row["outcome"], &row["kind"]),
            (
                &json!("caller"),
                &json!("usr_recruiter"),
                &json!("done"),
                &json!("job")
            )
        );
        assert!(row["keyId"].as_str().unwrap().starts_with("key_"));
        assert_eq!(row["address"], "127.0.0.1");
        assert_eq!(row["hash"].as_str().unwrap().len(), 64);
    }
}

fn each_candidate_of_an_upload_is_audited(service: &Service) {
    let job = service.create_job("Backend Engineer", json!({}));
    let names = ["Ada Example", "Ben Example", "Ada Example"];
    let files = names.map(|name| ("cv.docx", crate::support::resumes::docx(name)));
    let (_, body) = service.upload(&service.recruiter, &job, files.into());
    assert_eq!(
        (&body["created"], &body["duplicates"]),
        (&json!(2), &json!(1))
    );
    let rows = log(service, json!({ "operation": "bulkUploadResumes" }));
    let names: Vec<_> = rows.iter().map(|row| changed(row, "fullName").1).collect();
    assert_eq!(names, ["Ben Example", "Ada Example"]);
    let candidate = &rows[0]["candidateId"];
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate, "fullName": "Benedict Example" });
    service.data(&service.recruiter, update, input);
    let review = "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
    let input =
        json!({ "candidateId": candidate, "score": 70.0, "comment": "Spoke well of the team" });
    service.data(&service.recruiter, review, input);
    let rows = log(service, json!({ "candidateId": candidate }));
    assert_eq!(rows.len(), 3);
    assert_eq!(
        changed(&rows[1], "fullName"),
        (json!("Ben Example"), json!("Benedict Example"))
    );
    assert_eq!(changed(&rows[0], "score"), (Value::Null, json!("70")));
    assert_eq!(
        changed(&rows[0], "comment").1,
        "22 characters",
        "the log keeps no such text"
    );
}

fn successful_and_refused_sign_ins_are_audited(service: &Service) {
    let organization = OrganizationId::parse("o", "org_ours").unwrap();
    let user = CreateUser {
        id: Some("usr_mara".into()),
        user_type: UserType::Recruiter,
        full_name: "Mara Example".into(),
        email: "mara@example.org".into(),
        password: "correct horse battery".into(),
    };
    let party = Party::operator(&organization);
    service.app.accounts().create_user(&party, &user).unwrap();
    let login = |email: &str, password: &str| {
        let request = service
            .client
            .post(service.url("/auth/login"))
            .header("x-api-key", &service.admin.key)
            .json(&json!({ "email": email, "password": password }));
        answer(request.send().unwrap())
    };
    let (_, session) = login("mara@example.org", "correct horse battery");
    assert_eq!(login("mara@example.org", "wrong").0, 401);
    assert_eq!(login("nobody@example.org", "wrong").0, 401);
    let rows = log(service, json!({ "operation": "login" }));
    let outcomes: Vec<_> = rows
        .iter()
        .map(|row| (row["outcome"].clone(), row["userId"].clone()))
        .collect();
    assert_eq!(
        outcomes,
        [
            (json!("refused"), Value::Null),
            (json!("refused"), json!("usr_mara")),
            (json!("done"), json!("usr_mara")),
        ]
    );
    assert!(
        !rows[0].to_string().contains("nobody@"),
        "a stranger's address is nobody's business"
    );
    assert!(rows.iter().all(|row| row["address"] == "127.0.0.1"));
    let refresh = |token: &Value| {
        let request = service
            .client
            .post(service.url("/auth/refresh"))
            .header("x-api-key", &service.admin.key)
            .json(&json!({ "refreshToken": token }));
        answer(request.send().unwrap()).0
    };
    assert_eq!(refresh(&session["refreshToken"]), 200);
    service.clock.advance(chrono::Duration::seconds(11));
    assert_eq!(refresh(&session["refreshToken"]), 401);
    let rows = log(service, json!({ "operation": "refresh" }));
    assert_eq!(
        (&rows[0]["outcome"], &rows[1]["outcome"]),
        (&json!("refused"), &json!("done"))
    );
    assert!(rows[0]["reason"].as_str().unwrap().contains("twice"));
}

fn an_unknown_operation_finds_nothing_and_says_so(service: &Service) {
    let query = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { totalCount pageInfo { warnings } } }";
    let ask = |operation: &str| {
        let input = json!({ "organizationId": "org_ours", "operation": operation });
        service.data(&service.admin, query, input)
    };
    service.create_job("Baker", json!({}));
    assert_eq!(
        ask("createJobs"),
        json!({ "totalCount": 0, "pageInfo": { "warnings":
            ["operation: nothing has the value \"createJobs\"; did you mean createJob?"] } })
    );
    assert_eq!(
        ask("CREATEJOB"),
        json!({ "totalCount": 1, "pageInfo": { "warnings": [] } })
    );
}

fn refusals_are_audited(service: &Service) {
    let poor = service.with_permissions(&service.recruiter, &[Permission::JobsRead]);
    let get = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount } }";
    assert_eq!(
        service
            .graphql(&poor, get, json!({ "organizationId": "org_ours" }))
            .0,
        403
    );
    assert_eq!(
        service
            .upload(&poor, "job_x", vec![("cv.pdf", b"x".to_vec())])
            .0,
        403
    );
    assert_eq!(
        service
            .import(&poor, "jobs.csv", b"title\nNurse\n".to_vec(), &[])
            .0,
        403
    );
    let foreign = json!({ "organizationId": "org_theirs" });
    assert_eq!(service.graphql(&service.recruiter, get, foreign).0, 403);
    // A refusal that is found during execution is recorded too.
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, _) = service.candidate(&job, "Ada Example");
    let read = "query($input: GetCandidateInput!) { getCandidate(input: $input) { _id } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": candidate });
    assert_eq!(service.code(&service.interviewer, read, input), "FORBIDDEN");
    let rows = log(service, json!({}));
    let refused: Vec<_> = rows
        .iter()
        .filter(|row| row["outcome"] == "refused")
        .collect();
    let operations: Vec<_> = refused
        .iter()
        .map(|row| row["operation"].as_str().unwrap())
        .collect();
    assert_eq!(
        operations,
        [
            "getCandidate",
            "getCandidates",
            "addJobByFile",
            "bulkUploadResumes",
            "getCandidates"
        ]
    );
    assert!(
        refused[1]["reason"]
            .as_str()
            .unwrap()
            .contains("organizationId")
    );
    assert!(
        refused[4]["reason"]
            .as_str()
            .unwrap()
            .contains("candidates:read")
    );
    assert_eq!(refused[0]["userId"], "usr_interviewer");
}

fn the_log_is_an_admins_with_an_admin_key(service: &Service) {
    let input = || json!({ "organizationId": "org_ours" });
    assert_eq!(service.graphql(&service.admin, LOG, input()).0, 200);
    for caller in [&service.recruiter, &service.interviewer] {
        assert_eq!(service.graphql(caller, LOG, input()).0, 403);
    }
    let without: Vec<_> = Permission::ALL
        .into_iter()
        .filter(|permission| *permission != Permission::Admin)
        .collect();
    let poor = service.with_permissions(&service.admin, &without);
    assert_eq!(service.graphql(&poor, LOG, input()).0, 403);
}

fn pages_and_filters(service: &Service) {
    for n in 0..5 {
        service.clock.advance(chrono::Duration::minutes(1));
        service.create_job(&format!("Job number {n}"), json!({}));
    }
    let input = json!({ "organizationId": "org_ours", "operation": "createJob", "pageSize": 2, "pageNumber": 2 });
    let page = service.data(&service.admin, LOG, input);
    assert_eq!(page["entries"].as_array().unwrap().len(), 2);
    assert_eq!(page["totalCount"], 5);
    assert_eq!(
        page["pageInfo"],
        json!({ "pageNumber": 2, "pageSize": 2, "hasNextPage": true })
    );
    let rows = log(
        service,
        json!({ "from": "2026-03-05T08:17:00Z", "to": "2026-03-05T08:19:00Z" }),
    );
    let titles: Vec<_> = rows.iter().map(|row| changed(row, "title").1).collect();
    assert_eq!(titles, ["Job number 2", "Job number 1"]);
    assert_eq!(
        log(service, json!({ "userId": "usr_colleague" })),
        Vec::<Value>::new()
    );
    for bad in [
        json!({ "from": "yesterday" }),
        json!({ "from": "2026-03-06T08:00:00Z", "to": "2026-03-05T08:00:00Z" }),
        json!({ "pageSize": 101 }),
        json!({ "userId": "a b" }),
    ] {
        let input = joined(json!({ "organizationId": "org_ours" }), &bad);
        assert_eq!(service.code(&service.admin, LOG, input), "BAD_USER_INPUT");
    }
}

fn the_audit_chain_is_intact_after_refusals(service: &Service) {
    refusals_are_audited(service);
    let verdicts = service.app.audit().verify(None).unwrap();
    assert_eq!(verdicts.len(), 2);
    for (organization, verdict) in verdicts {
        assert_eq!(verdict.broken, None, "{organization}");
        assert!(verdict.rows > 1);
    }
}
