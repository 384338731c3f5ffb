//! The end of a candidate's data: erasure, export, legal holds and retention.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_app::{RetentionResult, RunMode};
use shortlist_domain::Permission;

use crate::support::input::joined;
use crate::support::people::Caller;
use crate::support::service::Service;

on_both_databases!(
    an_erased_candidate_is_deleted_everywhere,
    erasing_again_returns_the_first_time,
    the_audit_log_stays_valid_after_an_erasure_without_values,
    a_reason_may_not_name_the_person,
    a_held_candidate_is_not_erased,
    an_erased_person_may_apply_again,
    an_export_contains_everything_and_is_audited,
    an_export_is_for_admins_and_recruiters,
    retention_erases_candidates_without_contact,
    the_day_is_done_once,
);

const ERASE: &str = "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { candidateId erasedAt } }";
const EXPORT: &str =
    "query($input: ExportCandidateInput!) { exportCandidate(input: $input) { candidateId json } }";
const HOLD: &str =
    "mutation($input: SetLegalHoldInput!) { setLegalHold(input: $input) { candidateId held } }";
const POLICY: &str =
    "mutation($input: SetRetentionPolicyInput!) { setRetentionPolicy(input: $input) { days } }";

fn with_candidate(candidate: &str, more: Value) -> Value {
    joined(
        json!({ "organizationId": "org_ours", "candidateId": candidate }),
        &more,
    )
}

fn erasing(candidate: &str) -> Value {
    with_candidate(candidate, json!({ "reason": "asked for it" }))
}

/// Creates a candidate with an interview, its report and a review.
fn candidate_with_interview(service: &Service, name: &str) -> (String, String, String) {
    let job = service.create_job("Backend Engineer", json!({}));
    let (candidate, code) = service.candidate(&job, name);
    let assign = "mutation($input: AssignInterviewerInput!) { assignInterviewer(input: $input) { result { _id } } }";
    let input = json!({ "candidateId": candidate, "interviewerId": service.interviewer.user_id,
        "dateAndTime": "2026-03-06T08:00:00Z", "status": "Scheduled" });
    let interview = service.data(&service.recruiter, assign, input)["result"]["_id"].clone();
    let report = "mutation($input: SubmitInterviewReportInput!) { submitInterviewReport(input: $input) { feedback } }";
    let input = json!({ "interviewId": interview, "feedback": "Answers calmly" });
    service.data(&service.recruiter, report, input);
    let review = "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }";
    let input = json!({ "candidateId": candidate, "score": 70.0, "comment": "Good with people" });
    service.data(&service.recruiter, review, input);
    (candidate, code, job)
}

/// Asserts that lists and leaderboards contain only the other candidate.
fn the_others_are_as_they_were(service: &Service, job: &str, other: &str) {
    let caller = &service.recruiter;
    let all = json!({ "organizationId": "org_ours" });
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { candidate { _id } totalCount } }";
    assert_eq!(
        service.data(caller, list, all.clone()),
        json!({ "candidate": [{ "_id": other }], "totalCount": 1 })
    );
    let found = service.data(
        caller,
        list,
        json!({ "organizationId": "org_ours", "search": "Ada" }),
    );
    assert_eq!(found["totalCount"], 0);
    let interviews =
        "query($input: GetInterviewsInput!) { getInterviews(input: $input) { totalCount } }";
    assert_eq!(service.data(caller, interviews, all)["totalCount"], 0);
    let board =
        "query($input: InputTypeLeaderBoard!) { getLeaderboard(input: $input) { totalCount } }";
    let input = json!({ "organizationId": "org_ours", "jobId": job, "leaderboardtype": "ai" });
    assert_eq!(service.data(caller, board, input)["totalCount"], 1);
    assert_eq!(service.kept_files(), 1);
}

fn an_erased_candidate_is_deleted_everywhere(service: &Service) {
    let (candidate, code, job) = candidate_with_interview(service, "Ada Example");
    let (other, _) = service.candidate(&job, "Ben Example");
    assert_eq!(service.kept_files(), 2);
    let erased = service.data(&service.recruiter, ERASE, erasing(&candidate));
    assert_eq!(
        erased,
        json!({ "candidateId": candidate, "erasedAt": "2026-03-05T08:15:00.000Z" })
    );
    let caller = &service.recruiter;
    for (document, input) in [
        (
            "query($input: GetCandidateInput!) { getCandidate(input: $input) { _id } }",
            with_candidate(&candidate, json!({})),
        ),
        (
            "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }",
            with_candidate(&candidate, json!({ "status": "Hired" })),
        ),
        (
            "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { feedback } }",
            json!({ "candidateId": candidate }),
        ),
        (
            "query($input: GetQuestionsInput!) { getCanInterviewRpt(input: $input) { feedback } }",
            json!({ "uId": code }),
        ),
        (
            "mutation($input: SubmitReviewInput!) { submitReview(input: $input) { score } }",
            json!({ "candidateId": candidate, "score": 1.0 }),
        ),
        (
            "query($input: GetInterviewsInput!) { getInterviews(input: $input) { totalCount } }",
            with_candidate(&candidate, json!({})),
        ),
        (EXPORT, with_candidate(&candidate, json!({}))),
    ] {
        assert_eq!(
            service.code(caller, document, input),
            "NOT_FOUND",
            "{document}"
        );
    }
    the_others_are_as_they_were(service, &job, &other);
}

fn erasing_again_returns_the_first_time(service: &Service) {
    let (candidate, ..) = candidate_with_interview(service, "Ada Example");
    let first = service.data(&service.recruiter, ERASE, erasing(&candidate));
    service.clock.advance(Duration::hours(1));
    assert_eq!(
        service.data(&service.recruiter, ERASE, erasing(&candidate)),
        first
    );
    assert_eq!(
        service.code(&service.recruiter, ERASE, erasing("cnd_unknown")),
        "NOT_FOUND"
    );
    let theirs = json!({ "organizationId": "org_theirs", "candidateId": candidate, "reason": "x" });
    assert_eq!(service.code(&service.stranger, ERASE, theirs), "NOT_FOUND");
}

fn the_audit_log_stays_valid_after_an_erasure_without_values(service: &Service) {
    let (candidate, ..) = candidate_with_interview(service, "Ada Example");
    let log = |service: &Service| {
        let document = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) {
            entries { operation reason erased changes { field before after } } } }";
        let response = service.data(
            &service.admin,
            document,
            json!({ "organizationId": "org_ours", "pageSize": 100 }),
        );
        response["entries"].as_array().unwrap().clone()
    };
    let before = log(service);
    assert!(json!(before).to_string().contains("Ada Example"));
    service.data(&service.recruiter, ERASE, erasing(&candidate));
    let after = log(service);
    assert_eq!(after.len(), before.len() + 1);
    assert_eq!(
        (&after[0]["operation"], &after[0]["reason"]),
        (&json!("eraseCandidate"), &json!("asked for it"))
    );
    let count = |field: &str| json!({ "field": field, "before": null, "after": "1" });
    let counts = ["resumes", "interviews", "reviews"].map(count);
    assert_eq!(after[0]["changes"], json!(counts));
    assert!(!json!(after).to_string().contains("Ada"));
    let erased = after.iter().filter(|row| row["erased"] == true);
    assert_eq!(
        erased.count(),
        4,
        "the upload, the interview, the report and the review"
    );
    for (organization, verdict) in service.app.audit().verify(None).unwrap() {
        assert_eq!(verdict.broken, None, "{organization}");
    }
}

fn a_reason_may_not_name_the_person(service: &Service) {
    let (candidate, code, _) = candidate_with_interview(service, "Ada Example");
    for reason in [
        "Ms EXAMPLE asked",
        "a mail from ada.example@example.org",
        &code,
        "",
        " ",
    ] {
        let input = with_candidate(&candidate, json!({ "reason": reason }));
        assert_eq!(
            service.code(&service.recruiter, ERASE, input),
            "BAD_USER_INPUT",
            "{reason}"
        );
    }
    assert_eq!(service.kept_files(), 1);
}

fn a_held_candidate_is_not_erased(service: &Service) {
    let (candidate, ..) = candidate_with_interview(service, "Ada Example");
    let hold = |reason: Value| {
        service.data(
            &service.admin,
            HOLD,
            with_candidate(&candidate, json!({ "reason": reason })),
        )
    };
    assert_eq!(hold(json!("a claim is pending"))["held"], true);
    assert_eq!(
        service.code(&service.admin, ERASE, erasing(&candidate)),
        "CONFLICT"
    );
    assert_eq!(
        service
            .graphql(
                &service.recruiter,
                HOLD,
                with_candidate(&candidate, json!({ "reason": null }))
            )
            .0,
        403
    );
    assert_eq!(hold(Value::Null)["held"], false);
    service.data(&service.admin, ERASE, erasing(&candidate));
    let unknown = with_candidate("cnd_x", json!({ "reason": "x" }));
    assert_eq!(service.code(&service.admin, HOLD, unknown), "NOT_FOUND");
}

fn an_erased_person_may_apply_again(service: &Service) {
    let (candidate, code, job) = candidate_with_interview(service, "Ada Example");
    service.data(&service.recruiter, ERASE, erasing(&candidate));
    let (again, other_code) = service.candidate(&job, "Ada Example");
    assert!(again != candidate && other_code != code);
}

fn an_export_contains_everything_and_is_audited(service: &Service) {
    let (candidate, code, _) = candidate_with_interview(service, "Ada Example");
    let response = service.data(
        &service.recruiter,
        EXPORT,
        with_candidate(&candidate, json!({})),
    );
    let export: Value = serde_json::from_str(response["json"].as_str().unwrap()).unwrap();
    assert!(export["$schema"].as_str().unwrap().contains("jsonresume"));
    assert_eq!(export["basics"]["name"], "Ada Example");
    assert!(
        export["basics"]["email"]
            .as_str()
            .unwrap()
            .ends_with("@example.org")
    );
    for part in ["work", "education", "skills", "languages", "certificates"] {
        assert!(export[part].is_array(), "{part}");
    }
    assert!(!export["skills"].as_array().unwrap().is_empty());
    let own = &export["shortlist"];
    assert_eq!(own["candidate"]["uId"], json!(code));
    assert!(
        own["file"]["text"]
            .as_str()
            .unwrap()
            .contains("Ada Example")
    );
    assert_eq!(own["scoreReceipts"].as_array().unwrap().len(), 1);
    assert_eq!(own["interviews"][0]["report"]["feedback"], "Answers calmly");
    assert_eq!(own["reviews"][0]["comment"], "Good with people");
    assert!(!export.to_string().contains("null,\"endDate\""));
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { userId candidateId } } }";
    let input = json!({ "organizationId": "org_ours", "operation": "exportCandidate" });
    let response = service.data(&service.admin, log, input);
    assert_eq!(
        response["entries"],
        json!([{ "userId": "usr_recruiter", "candidateId": candidate }])
    );
}

fn an_export_is_for_admins_and_recruiters(service: &Service) {
    let (candidate, ..) = candidate_with_interview(service, "Ada Example");
    let ask = |caller: &Caller| {
        service
            .graphql(caller, EXPORT, with_candidate(&candidate, json!({})))
            .0
    };
    assert_eq!(ask(&service.admin), 200);
    assert_eq!(
        ask(&service.interviewer),
        403,
        "though the candidate is assigned"
    );
    let poor = service.with_permissions(&service.admin, &[Permission::CandidatesWrite]);
    assert_eq!(ask(&poor), 403);
}

/// Applies the retention policies of all organizations.
fn retain(service: &Service, mode: RunMode) -> Vec<RetentionResult> {
    service.app.erasures().apply_retention(mode).unwrap()
}

fn retention_erases_candidates_without_contact(service: &Service) {
    let (contacted_lately, _, job) = candidate_with_interview(service, "Ada Example");
    let (held, _) = service.candidate(&job, "Ben Example");
    let (changed, _) = service.candidate(&job, "Cid Example");
    let (forgotten, _) = service.candidate(&job, "Dan Example");
    service.data(
        &service.admin,
        HOLD,
        with_candidate(&held, json!({ "reason": "a claim is pending" })),
    );
    let days = |days: Value| {
        let input = json!({ "organizationId": "org_ours", "days": days });
        service.data(&service.admin, POLICY, input)["days"].clone()
    };
    assert!(
        retain(service, RunMode::DryRun)
            .iter()
            .all(|one| one.candidates.is_empty())
    );
    assert_eq!(days(json!(30)), 30);
    service
        .clock
        .advance(Duration::days(30) + Duration::hours(12));
    let update =
        "mutation($input: UpdateCandidateInput!) { updateCandidate(input: $input) { _id } }";
    let planned = retain(service, RunMode::DryRun);
    let ours = planned.iter().find(|one| one.days.is_some()).unwrap();
    let due = |candidates: &[shortlist_domain::CandidateId]| {
        candidates
            .iter()
            .map(|id| id.as_str().to_owned())
            .collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(
        due(&ours.candidates),
        [changed.clone(), forgotten.clone()].into()
    );
    service.data(
        &service.signed_in_again(),
        update,
        with_candidate(&changed, json!({ "status": "OnHold" })),
    );
    let done = retain(service, RunMode::Execute);
    let ours = done.iter().find(|one| one.days.is_some()).unwrap();
    assert_eq!(due(&ours.candidates), [forgotten.clone()].into());
    assert_eq!(service.kept_files(), 3);
    service.clock.advance(Duration::hours(13));
    let later = retain(service, RunMode::DryRun);
    let ours = later.iter().find(|one| one.days.is_some()).unwrap();
    assert_eq!(
        due(&ours.candidates),
        [contacted_lately].into(),
        "the interview was the last contact"
    );
    let verdicts = service.app.audit().verify(None).unwrap();
    assert!(verdicts.iter().all(|(_, verdict)| verdict.broken.is_none()));
}

fn the_day_is_done_once(service: &Service) {
    let (candidate, ..) = candidate_with_interview(service, "Ada Example");
    let input = json!({ "organizationId": "org_ours", "days": 1 });
    service.data(&service.admin, POLICY, input);
    let run = |_server| {
        let mut done = Vec::new();
        let mut tell = |_: &_, retained: Result<_, _>| done.push(retained.unwrap());
        service.app.maintenance().run_daily(&mut tell).unwrap();
        done
    };
    let first: Vec<RetentionResult> = run(0);
    assert_eq!(first.len(), 2, "each organization is looked at");
    assert!(first.iter().all(|one| one.candidates.is_empty()));
    service.clock.advance(Duration::hours(23));
    assert!(run(0).is_empty(), "it was done within the day");
    service.clock.advance(Duration::days(9));
    let done = crate::support::threads::at_once(4, run);
    let erased: Vec<_> = done
        .iter()
        .flatten()
        .flat_map(|one| &one.candidates)
        .collect();
    assert_eq!(done.iter().flatten().count(), 2, "each once");
    assert_eq!(erased.len(), 1, "one of all does it");
    assert_eq!(erased[0].as_str(), candidate);
    for bad in [0, -1, 36_501] {
        let input = json!({ "organizationId": "org_ours", "days": bad });
        assert_eq!(
            service.code(&service.signed_in_again(), POLICY, input),
            "BAD_USER_INPUT"
        );
    }
}
