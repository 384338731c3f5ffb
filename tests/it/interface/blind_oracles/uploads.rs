//! Files with a guessed address. An upload counts a duplicate, but neither its answer nor anything else says whose it is.

use chrono::Duration;
use serde_json::{Value, json};
use shortlist_domain::{MAX_DAILY_APPLICATIONS, OrganizationId, Permission, UserId};

use super::worlds::{KNOWN, World};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::people::Caller;
use crate::support::resumes::docx_of;
use crate::support::service::{Service, answer, file};

const SECONDS_OF_A_DAY: i64 = 86_400;

/// Returns a resume with the known person's address and another name, which is a different file for each number.
fn forged(number: u32) -> Vec<u8> {
    let work = format!("Project {number} of Orchard Software");
    docx_of(&[
        "Nobody Particular",
        KNOWN.email,
        "Experience",
        &work,
        "Skills",
        "Rust, Cobol",
    ])
}

fn send(world: &World, mode: &str, resume: Vec<u8>) -> (u16, Value) {
    let caller = &world.service.admin;
    let form = Service::upload_form(caller, &world.blind_job)
        .text("onDuplicate", mode.to_owned())
        .part("files", file("cv.docx", resume));
    let request = world.service.post(caller, "/bulk-upload-resumes");
    answer(request.multipart(form).send().unwrap())
}

/// Returns everything that a caller sees of the candidates of the blind job.
fn seen(world: &World) -> Value {
    let list = "query($input: GetCandidatesInput!) { getCandidates(input: $input) { totalCount candidate { _id uId resumeScore
        skillsFound updatedAt resumeVersions { version sha256 bytes uploadedAt } documents { _id kind sha256 bytes }
        applications { receivedAt answers { answer } consentText } scoreReceipt { digest } } } }";
    let input = json!({ "organizationId": "org_ours", "jobId": world.blind_job });
    world.service.data(&world.service.admin, list, input)
}

fn activity(world: &World, of: Value) -> Value {
    let activity = "query($input: GetActivityInput!) { getActivity(input: $input) { entries { operation thingId changes { field after } } } }";
    let mut input = of;
    input["organizationId"] = json!("org_ours");
    world.service.data(&world.service.admin, activity, input)["entries"].clone()
}

fn a_forged_resume_names_nobody(world: &World) {
    let before = (
        seen(world),
        activity(world, json!({ "candidateId": world.masked })),
    );
    for (number, mode) in (1..).zip(["skip", "replace", "add"]) {
        let (status, body) = send(world, mode, forged(number));
        assert_eq!((status, &body["duplicates"]), (200, &json!(1)), "{body}");
        let result = &body["results"][0];
        assert_eq!(
            (&result["_id"], &result["candidate_unique_id"]),
            (&Value::Null, &Value::Null)
        );
        let text = body.to_string();
        assert!(
            !text.contains(&world.code) && !text.contains(&world.masked),
            "{text}"
        );
        assert!(!text.contains("another name"), "{text}");
        let after = (
            seen(world),
            activity(world, json!({ "candidateId": world.masked })),
        );
        assert_eq!(after, before, "{mode}");
    }
    let log = activity(world, json!({ "jobId": world.blind_job }));
    let counted = json!({ "field": "duplicates", "after": "1" });
    let is_counted = |entry: &&Value| entry["changes"].as_array().unwrap().contains(&counted);
    assert_eq!(
        log.as_array().unwrap().iter().filter(is_counted).count(),
        3,
        "{log}"
    );
}

fn a_revealed_candidate_can_be_replaced(world: &World) {
    world.reveal(&world.service.admin);
    let (status, body) = send(world, "replace", forged(1));
    assert_eq!((status, &body["replaced"]), (200, &json!(1)), "{body}");
    assert_eq!(body["results"][0]["candidate_unique_id"], json!(world.code));
}

/// Sends an application with the known person's address.
fn apply(world: &World, number: u32) {
    let key = world
        .service
        .with_permissions(&world.service.admin, &[Permission::Apply])
        .key;
    let form = reqwest::blocking::multipart::Form::new()
        .part("resume", file("cv.docx", forged(number)))
        .part("documents", file("letter.txt", b"Is it me?".to_vec()))
        .text("consentText", "I agree")
        .text("consentVersion", "1");
    world.service.clock.advance(Duration::seconds(1));
    let url = world.service.url(&format!("/apply/{}", world.blind_job));
    let request = world.service.client.post(url).header("x-api-key", key);
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!(status, 200, "{body}");
}

fn an_application_with_a_guessed_address_changes_nothing(world: &World) {
    let before = (
        seen(world),
        activity(world, json!({ "candidateId": world.masked })),
    );
    apply(world, 1);
    let after = (
        seen(world),
        activity(world, json!({ "candidateId": world.masked })),
    );
    assert_eq!(after, before);
    world.reveal(&world.service.admin);
    let revealed = seen(world);
    let mut all = revealed["candidate"].as_array().unwrap().iter();
    let masked = all.find(|one| one["_id"] == json!(world.masked)).unwrap();
    assert_eq!(
        masked["applications"].as_array().unwrap().len(),
        1,
        "{masked}"
    );
    assert_eq!(masked["documents"].as_array().unwrap().len(), 2, "{masked}");
}

/// Too many applications on a day are stored without their content. The log does not say whose they are, or from where.
fn many_applications_with_a_guessed_address_change_nothing(world: &World) {
    let of_masked = json!({ "candidateId": world.masked });
    let before = activity(world, of_masked.clone());
    let most = u32::try_from(MAX_DAILY_APPLICATIONS).unwrap();
    for number in 0..=most {
        apply(world, number);
    }
    assert_eq!(activity(world, of_masked), before);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { thingId address } } }";
    let input = json!({ "organizationId": "org_ours", "operation": "apply", "pageSize": 100 });
    let log = world.service.data(&world.service.admin, log, input);
    let of_job = json!({ "thingId": world.blind_job, "address": null });
    let expected = vec![of_job; MAX_DAILY_APPLICATIONS + 1];
    assert_eq!(log["entries"], json!(expected));
}

/// The documents of later applications are visible after a reveal only, so the log does not count them either.
fn an_erasure_counts_what_everybody_saw(world: &World) {
    apply(world, 1);
    let erase =
        "mutation($input: EraseCandidateInput!) { eraseCandidate(input: $input) { erasedAt } }";
    let input = json!({ "organizationId": "org_ours", "candidateId": world.masked, "reason": "on request" });
    world.service.data(&world.service.recruiter, erase, input);
    let log = "query($input: GetAuditLogInput!) { getAuditLog(input: $input) { entries { changes { field after } } } }";
    let input = json!({ "organizationId": "org_ours", "operation": "eraseCandidate", "thingId": world.masked });
    let log = world.service.data(&world.service.admin, log, input);
    let count = |field: &str| json!({ "field": field, "after": "1" });
    let expected = ["resumes", "interviews", "reviews", "notes"].map(count);
    assert_eq!(log["entries"][0]["changes"], json!(expected));
}

fn guesses_are_limited(world: &World) {
    let count = |caller: &Caller, files: u64| {
        let organization = OrganizationId::parse("o", "org_ours").unwrap();
        let user = UserId::parse("u", &caller.user_id).unwrap();
        let now = shortlist_app::Clock::now(world.service.clock.as_ref());
        let day = now.as_datetime().timestamp().div_euclid(SECONDS_OF_A_DAY);
        let candidates = world.service.store().candidates();
        candidates
            .count_blind_duplicates(&organization, &user, day, files)
            .unwrap();
    };
    count(&world.service.admin, 99);
    let (status, body) = send(world, "skip", forged(1));
    assert_eq!((status, &body["duplicates"]), (200, &json!(1)), "{body}");
    let (status, body) = send(world, "skip", forged(2));
    assert_eq!((status, &body["status"]), (429, &json!(0)), "{body}");
    assert!(
        body["message"]
            .as_str()
            .unwrap()
            .contains("after midnight UTC"),
        "{body}"
    );
    // The sender of a file may send it again.
    count(&world.service.recruiter, 99);
    for _attempt in 0..2 {
        let again = vec![("cv.docx", KNOWN.resume())];
        let (status, body) =
            world
                .service
                .upload(&world.service.recruiter, &world.blind_job, again);
        assert_eq!((status, &body["duplicates"]), (200, &json!(1)), "{body}");
    }
    world.service.clock.advance(Duration::days(1));
    let caller = world.service.signed_in_again();
    let form =
        Service::upload_form(&caller, &world.blind_job).part("files", file("cv.docx", forged(3)));
    let request = world.service.post(&caller, "/bulk-upload-resumes");
    let (status, body) = answer(request.multipart(form).send().unwrap());
    assert_eq!(status, 200, "{body}");
}

fn on_both(test: fn(&World)) {
    on_sqlite(|url| test(&World::create(url, &KNOWN)));
    on_postgresql(|url| test(&World::create(url, &KNOWN)));
}

#[test]
fn a_forged_resume_names_nobody_on_both_databases() {
    on_both(a_forged_resume_names_nobody);
}

#[test]
fn a_revealed_candidate_can_be_replaced_on_both_databases() {
    on_both(a_revealed_candidate_can_be_replaced);
}

#[test]
fn an_application_with_a_guessed_address_changes_nothing_on_both_databases() {
    on_both(an_application_with_a_guessed_address_changes_nothing);
}

#[test]
fn many_applications_with_a_guessed_address_change_nothing_on_both_databases() {
    on_both(many_applications_with_a_guessed_address_change_nothing);
}

#[test]
fn an_erasure_counts_what_everybody_saw_on_both_databases() {
    on_both(an_erasure_counts_what_everybody_saw);
}

#[test]
fn guesses_are_limited_on_both_databases() {
    on_both(guesses_are_limited);
}
