//! Tests of the sentences about conflicts.

use shortlist_domain::{
    CandidateCode, CandidateId, CandidateStatus, InterviewStatus, Stage, StageId, Timestamp,
};

use super::*;

fn other() -> ExistingCandidate {
    ExistingCandidate {
        id: CandidateId::parse("id", "cnd_1").unwrap(),
        code: CandidateCode::parse("code", "CAN-000001").unwrap(),
    }
}

fn stage() -> Stage {
    Stage {
        id: StageId::parse("id", "stg_1").unwrap(),
        name: "Interview".to_owned(),
        status: CandidateStatus::Active,
    }
}

#[test]
fn a_sentence_names_the_values_of_its_conflict() {
    let changed = InterviewConflict::ChangedMeanwhile {
        status: InterviewStatus::Cancelled,
        at: Timestamp::parse("at", "2026-03-01T09:00:00Z").unwrap(),
        sequence: 3,
    };
    let cases: [(Conflict, &str, &str); 7] = [
        (
            CandidateConflict::SameContact(Some(other())).into(),
            "sameContact",
            "candidate CAN-000001 (cnd_1) of this job has this e-mail address or phone number",
        ),
        (
            CandidateConflict::SameContact(None).into(),
            "sameContact",
            "another candidate of this job has this e-mail address or phone number",
        ),
        (
            CandidateConflict::SameExternalId(other()).into(),
            "sameExternalId",
            "candidate CAN-000001 (cnd_1) has this externalId for the same source",
        ),
        (
            JobConflict::with_stored(DuplicateBy::ExternalId, "J-7".to_owned()).into(),
            "duplicateJob",
            "the organization already has a job with the same externalId: J-7",
        ),
        (
            JobConflict::StageInUse(StageInUse::OtherStatus(stage())).into(),
            "stageStatusInUse",
            "the stage Interview (stg_1) has candidates, so its status stays Active; add a stage with the other status",
        ),
        (
            changed.into(),
            "interviewChanged",
            "ifSequence: somebody changed the interview meanwhile: it is Cancelled at 2026-03-01T09:00:00.000Z with sequence 3; read it again and repeat the change",
        ),
        (
            Conflict::TooMany {
                what: Limited::Webhooks,
                most: 50,
            },
            "tooManyWebhooks",
            "the organization has 50 webhooks, which is the limit; delete some first",
        ),
    ];
    for (conflict, code, text) in cases {
        assert_eq!(
            (conflict.code(), conflict.to_string().as_str()),
            (code, text)
        );
    }
}
