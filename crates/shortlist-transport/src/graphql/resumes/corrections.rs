//! The GraphQL types and operations of corrections by candidates.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AddResumeEntry, CorrectResume, CorrectedScore, Operation, StatedValue};
use shortlist_domain::UserId;

use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct CorrectResumeInput {
    organization_id: String,
    candidate_id: String,
    /// The number of the position, degree or skill: its index among those that were read, from 0, or what `addResumeEntry` returned.
    /// 0 for `place`.
    entry: i32,
    /// `title`, `employer`, `start` or `end` of a position; `level`, `fieldOfStudy` or `school` of a degree; `skill`; `place`; or
    /// `position` or `degree` for the whole entry.
    field: String,
    /// What the candidate states. A date as `2021-05` or `2021`; an end also as `present`. An empty value states that there is none; for
    /// `position`, `degree` and `skill` it removes the entry, and the entry's name restores it.
    value: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct AddResumeEntryInput {
    organization_id: String,
    candidate_id: String,
    /// The values of one position, of one degree, or a skill.
    values: Vec<ResumeValueInput>,
}

/// A value of an entry of a resume.
#[derive(GraphQLInputObject)]
pub(crate) struct ResumeValueInput {
    /// `title`, `employer`, `start` or `end` of a position; `level`, `fieldOfStudy` or `school` of a degree; or `skill`.
    field: String,
    /// What the candidate states, as in `correctResume`.
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
    /// The number of the entry that was corrected or added.
    entry: i32,
    score_before: f64,
    score_after: f64,
    digest_before: String,
    digest_after: String,
}

/// The corrections of a candidate, and what can be corrected.
#[derive(GraphQLObject)]
pub(crate) struct CorrectionList {
    /// The earliest first.
    corrections: Vec<Correction>,
    /// The entries of the resume: the place, positions, degrees and skills.
    entries: Vec<CorrectableEntry>,
}

object! {
    /// An entry of a resume that can be corrected.
    struct CorrectableEntry(shortlist_app::CorrectableEntry) as entry {
        /// The number of the entry for `correctResume`.
        entry: i32 = to_number(entry.entry.number);
        /// Title and employer, the degree, the skill, or the place; empty if the resume has none.
        name: &str = &entry.name;
        /// Whether the candidate states that there is no such entry.
        is_removed: bool = entry.is_removed;
        values: Vec<CorrectableValue> = entry.values.iter().cloned().map(CorrectableValue).collect();
    }
}

object! {
    /// A value of a resume that can be corrected.
    struct CorrectableValue(shortlist_app::CorrectableValue) as value {
        field: &'static str = value.field.as_str();
        /// The value that was read.
        parsed: Option<&str> = value.parsed.as_deref();
        /// The value that counts.
        current: Option<&str> = value.current.as_deref();
    }
}

object! {
    /// A value that a candidate states instead of one that was read.
    struct Correction(shortlist_domain::Correction) as correction {
        entry: i32 = to_number(correction.entry);
        field: &'static str = correction.field.as_str();
        /// The value that was read. It stays as it is.
        parsed: Option<&str> = correction.parsed.as_deref();
        /// Empty if the candidate states that there is no value.
        stated: &str = correction.stated.as_deref().unwrap_or_default();
        user_id: Option<&str> = correction.user_id.as_ref().map(UserId::as_str);
        corrected_at: String = correction.corrected_at.to_string();
    }
}

fn to_number(entry: usize) -> i32 {
    i32::try_from(entry).unwrap_or(i32::MAX)
}

impl CorrectedScoreObject {
    fn of(corrected: CorrectedScore) -> Self {
        Self {
            candidate_id: corrected.candidate.id.into_string(),
            entry: to_number(corrected.entry),
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
                stated: StatedValue {
                    field: input.field,
                    value: input.value,
                },
                seen: None,
            };
            let corrected = app.scores().correct(principal, &request)?;
            Ok(CorrectedScoreObject::of(corrected))
        },
    )
}

pub(crate) fn add_resume_entry(
    context: &RequestContext,
    input: AddResumeEntryInput,
) -> Resolved<CorrectedScoreObject> {
    let organization = input.organization_id.clone();
    context.perform(
        Operation::AddResumeEntry,
        of_organization(&organization),
        |app, principal| {
            let value = |ResumeValueInput { field, value }| StatedValue { field, value };
            let request = AddResumeEntry {
                candidate_id: input.candidate_id,
                values: input.values.into_iter().map(value).collect(),
            };
            let corrected = app.scores().add_entry(principal, &request)?;
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
            let scores = app.scores();
            let corrections = scores.corrections(principal, &input.candidate_id)?;
            let (_, entries) = scores.correctable_entries(principal, &input.candidate_id)?;
            Ok(CorrectionList {
                corrections: corrections.into_iter().map(Correction).collect(),
                entries: entries.into_iter().map(CorrectableEntry).collect(),
            })
        },
    )
}
