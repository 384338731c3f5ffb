//! The GraphQL types and operations of corrections by candidates.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{CorrectResume, CorrectedScore, Operation};
use shortlist_domain::UserId;

use super::context::{RequestContext, Resolved, of_organization};

#[derive(GraphQLInputObject)]
pub(crate) struct CorrectResumeInput {
    organization_id: String,
    candidate_id: String,
    /// The index of the position or degree among those of the resume, from 0.
    entry: i32,
    /// `title`, `employer`, `start` or `end` of a position; `level` or `school` of a degree.
    field: String,
    /// What the candidate states. A date as `2021-05` or `2021`; an end also as `present`.
    value: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListCorrectionsInput {
    organization_id: String,
    candidate_id: String,
}

/// The scores before and after a correction. Both receipts are kept.
#[derive(GraphQLObject)]
#[graphql(name = "CorrectedScore")]
pub(crate) struct CorrectedScoreObject {
    candidate_id: String,
    score_before: f64,
    score_after: f64,
    digest_before: String,
    digest_after: String,
}

/// The corrections of a candidate, the earliest first.
#[derive(GraphQLObject)]
pub(crate) struct CorrectionList {
    corrections: Vec<CorrectionObject>,
}

/// A value that a candidate states instead of one that was read.
#[derive(GraphQLObject)]
#[graphql(name = "Correction")]
struct CorrectionObject {
    entry: i32,
    field: &'static str,
    /// The value that was read. It stays as it is.
    parsed: Option<String>,
    stated: String,
    user_id: Option<String>,
    corrected_at: String,
}

impl CorrectedScoreObject {
    fn of(corrected: CorrectedScore) -> Self {
        Self {
            candidate_id: corrected.candidate.id.into_string(),
            score_before: corrected.before.score.to_f64(),
            score_after: corrected.after.score.to_f64(),
            digest_before: corrected.before.digest,
            digest_after: corrected.after.digest,
        }
    }
}

impl CorrectionObject {
    fn of(correction: shortlist_domain::Correction) -> Self {
        Self {
            entry: i32::try_from(correction.entry).unwrap_or(i32::MAX),
            field: correction.field.as_str(),
            parsed: correction.parsed,
            stated: correction.stated,
            user_id: correction.user_id.map(UserId::into_string),
            corrected_at: correction.corrected_at.to_string(),
        }
    }
}

pub(crate) fn correct_resume(
    context: &RequestContext,
    input: CorrectResumeInput,
) -> Resolved<CorrectedScoreObject> {
    let organization = input.organization_id.clone();
    context.perform(
        Operation::CorrectResume,
        of_organization(&organization),
        |app, principal| {
            let request = CorrectResume {
                candidate_id: input.candidate_id,
                entry: input.entry,
                field: input.field,
                value: input.value,
                seen: None,
            };
            let corrected = app.scores().correct(principal, &request)?;
            Ok(CorrectedScoreObject::of(corrected))
        },
    )
}

pub(crate) fn list_corrections(
    context: &RequestContext,
    input: &ListCorrectionsInput,
) -> Resolved<CorrectionList> {
    context.perform(
        Operation::ListCorrections,
        of_organization(&input.organization_id),
        |app, principal| {
            let found = app.scores().corrections(principal, &input.candidate_id)?;
            Ok(CorrectionList {
                corrections: found.into_iter().map(CorrectionObject::of).collect(),
            })
        },
    )
}
