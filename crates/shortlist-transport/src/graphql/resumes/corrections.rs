//! The GraphQL types and operations of corrections by candidates.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{CorrectResume, CorrectedScore, Operation};
use shortlist_domain::UserId;

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::object::object;

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
    corrections: Vec<Correction>,
}

object! {
    /// A value that a candidate states instead of one that was read.
    struct Correction(shortlist_domain::Correction) as correction {
        entry: i32 = i32::try_from(correction.entry).unwrap_or(i32::MAX);
        field: &'static str = correction.field.as_str();
        /// The value that was read. It stays as it is.
        parsed: Option<&str> = correction.parsed.as_deref();
        stated: &str = &correction.stated;
        user_id: Option<&str> = correction.user_id.as_ref().map(UserId::as_str);
        corrected_at: String = correction.corrected_at.to_string();
    }
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
                corrections: found.into_iter().map(Correction).collect(),
            })
        },
    )
}
