//! Sentences of entries.

use std::collections::HashMap;

use shortlist_domain::{Actor, AuditedKind, JobId, StageList, Timestamp, UserId, UserType};

use super::super::subjects::KnownCandidate;
use super::super::{Names, values};
use super::*;

fn subjects() -> Subjects {
    let rita = UserId::parse("id", "usr_1").unwrap();
    let ada = CandidateId::parse("id", "cnd_1").unwrap();
    let job_id = JobId::parse("id", "job_1").unwrap();
    let known = KnownCandidate {
        name: "Ada Example".to_owned(),
        job_id: job_id.clone(),
    };
    Subjects {
        viewer: UserType::Recruiter,
        names: Names([(rita, "Rita Recruiter".to_owned())].into()),
        candidates: [(ada, known)].into(),
        jobs: [("job_1", "Backend Engineer"), ("job_2", "Nurse")]
            .map(|(id, title)| (JobId::parse("id", id).unwrap(), title.to_owned()))
            .into(),
        stages: HashMap::from([(job_id, StageList::default())]),
    }
}

fn entry(operation: &str, changes: &[(&str, Option<&str>, Option<&str>)]) -> AuditEntry {
    let change = |(field, before, after): &(&str, Option<&str>, Option<&str>)| FieldChange {
        field: (*field).to_owned(),
        before: before.map(str::to_owned),
        after: after.map(str::to_owned),
    };
    AuditEntry {
        number: 7,
        at: Timestamp::from_unix_micros(0).unwrap(),
        actor: Actor::Caller {
            user_id: Some(UserId::parse("id", "usr_1").unwrap()),
            key_id: None,
            address: None,
        },
        operation: operation.to_owned(),
        outcome: AuditOutcome::Done,
        kind: AuditedKind::Candidate,
        thing_id: Some("cnd_1".to_owned()),
        candidate_id: Some(CandidateId::parse("id", "cnd_1").unwrap()),
        reason: None,
        changes: AuditChanges::Known(changes.iter().map(change).collect()),
        hash: [0; 32],
    }
}

fn text(entry: &AuditEntry) -> String {
    let subjects = subjects();
    let parts = of(entry, &subjects);
    let sentence: String = parts.into_iter().map(|part| part.text).collect();
    match values::in_words(entry, &subjects) {
        words if words.is_empty() => sentence,
        words => format!("{sentence}: {words}"),
    }
}

#[test]
fn decisions_are_sentences() {
    let rejected = entry(
        "updateCandidates",
        &[
            ("status", Some("Active"), Some("Rejected")),
            ("statusReason", None, Some("Other profile")),
            ("stageId", Some("Active"), Some("Rejected")),
        ],
    );
    assert_eq!(
        text(&rejected),
        "Rita Recruiter rejected Ada Example for Backend Engineer: because “Other profile”"
    );
    let undone = entry("updateCandidates", &[("status", Some("Rejected"), None)]);
    assert_eq!(
        text(&undone),
        "Rita Recruiter took back the decision about Ada Example for Backend Engineer"
    );
}

#[test]
fn digests_and_identifiers_are_left_to_auditors() {
    let digest = "a".repeat(DIGEST);
    let uploaded = entry(
        "bulkUploadResumes",
        &[
            ("fileDigest", None, Some(&digest)),
            ("personId", None, Some("psn_1")),
            ("source", None, Some("Fair")),
        ],
    );
    assert_eq!(
        text(&uploaded),
        "Rita Recruiter uploaded the resume of Ada Example for Backend Engineer: source Fair"
    );
}

#[test]
fn times_and_users_read_as_words() {
    let moved = entry(
        "updateInterview",
        &[
            ("dateAndTime", None, Some("2026-03-05T08:15:00.000Z")),
            ("interviewerId", Some("usr_9"), Some("usr_1")),
        ],
    );
    assert!(text(&moved).ends_with(
        "date and time 2026-03-05 08:15 UTC, interviewer from a former colleague to Rita Recruiter"
    ));
    let noted = entry("addNote", &[("mentions", None, Some("usr_1, usr_9"))]);
    assert!(text(&noted).ends_with("mentions Rita Recruiter, a former colleague"));
}

#[test]
fn the_erased_and_the_refused_have_no_names() {
    let mut erased = entry("eraseCandidate", &[]);
    erased.candidate_id = None;
    erased.thing_id = Some("cnd_2".to_owned());
    assert_eq!(
        text(&erased),
        "Rita Recruiter erased all data of a candidate who is erased now"
    );
    let mut refused = entry("getAuditLog", &[]);
    refused.outcome = AuditOutcome::Refused;
    assert_eq!(text(&refused), "Rita Recruiter was refused: Get audit log");
}

/// The number of hexadecimal digits of a SHA-256.
const DIGEST: usize = 64;

/// Returns the sentence of an entry about an object of this kind.
fn text_of_kind(operation: &str, kind: AuditedKind, thing: &str) -> String {
    let mut one = entry(operation, &[]);
    one.kind = kind;
    one.thing_id = Some(thing.to_owned());
    one.candidate_id = one.candidate_id.filter(|_| kind == AuditedKind::Candidate);
    text(&one)
}

#[test]
fn the_kind_of_an_entry_decides_what_it_says() {
    use AuditedKind::{Candidate, Job, Operation, Organization, Person};
    let upload = "bulkUploadResumes";
    for (operation, kind, thing, expected) in [
        (
            upload,
            Candidate,
            "cnd_1",
            "uploaded the resume of Ada Example for Backend Engineer",
        ),
        (
            upload,
            Job,
            "job_1",
            "uploaded resumes for Backend Engineer",
        ),
        (
            upload,
            Operation,
            "job_1",
            "uploaded a resume that was there already",
        ),
        (
            upload,
            Person,
            "per_1",
            "joined the applications of one person",
        ),
        (
            "mergePeople",
            Person,
            "per_1",
            "merged the applications of a person",
        ),
        ("addJobByFile", Organization, "org_1", "imported jobs"),
        (
            "addJobByFile",
            Job,
            "job_1",
            "imported the job Backend Engineer",
        ),
        (
            "setJobStages",
            Candidate,
            "cnd_1",
            "moved Ada Example for Backend Engineer",
        ),
        (
            "setJobStages",
            Job,
            "job_1",
            "changed the stages of Backend Engineer",
        ),
    ] {
        let text = text_of_kind(operation, kind, thing);
        assert_eq!(text, format!("Rita Recruiter {expected}"));
    }
}

#[test]
fn an_applicant_sends_an_application() {
    let mut sent = entry("apply", &[("source", None, Some("Board"))]);
    sent.actor = Actor::Caller {
        user_id: None,
        key_id: None,
        address: None,
    };
    assert_eq!(
        text(&sent),
        "An applicant sent the application of Ada Example for Backend Engineer: source Board"
    );
    sent.kind = AuditedKind::Document;
    sent.changes = AuditChanges::Known(Vec::new());
    assert_eq!(
        text(&sent),
        "An applicant sent a document with the application of Ada Example for Backend Engineer"
    );
    sent.kind = AuditedKind::Job;
    sent.thing_id = Some("job_1".to_owned());
    sent.candidate_id = None;
    assert_eq!(
        text(&sent),
        "An applicant sent an application for Backend Engineer"
    );
}

#[test]
fn a_candidate_is_considered_for_the_other_job() {
    let considered = entry(
        "considerForJob",
        &[("consideredForJobId", None, Some("job_2"))],
    );
    assert_eq!(
        text(&considered),
        "Rita Recruiter considered Ada Example for Nurse"
    );
}

#[test]
fn an_ended_session_names_its_user() {
    let of_session = |operation: &str, user: &str| AuditEntry {
        kind: AuditedKind::Session,
        thing_id: Some("ses_1".to_owned()),
        candidate_id: None,
        ..entry(operation, &[("userId", None, Some(user))])
    };
    assert_eq!(
        text(&of_session("endOtherSessions", "usr_1")),
        "Rita Recruiter ended a session of their own"
    );
    assert_eq!(
        text(&of_session("endUserSession", "usr_1")),
        "Rita Recruiter ended a session of the user Rita Recruiter"
    );
    assert_eq!(
        text(&of_session("endUserSessions", "usr_gone")),
        "Rita Recruiter ended a session of the user"
    );
}
