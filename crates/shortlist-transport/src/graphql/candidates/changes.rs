//! The GraphQL inputs that change candidates.

use juniper::{GraphQLInputObject, GraphQLObject, Nullable};
use shortlist_app::{AppError, UpdateCandidate, UpdateCandidates};
use shortlist_domain::{Candidate, CustomFieldChange};

use crate::graphql::candidates::{CandidateObject, SelectedParts};
use crate::graphql::context::RequestContext;
use crate::graphql::jobs::change;

#[derive(GraphQLInputObject)]
pub(crate) struct UpdateCandidateInput {
    pub(crate) organization_id: String,
    candidate_id: String,
    status: Nullable<String>,
    full_name: Nullable<String>,
    email_address: Nullable<String>,
    phone_number: Nullable<String>,
    /// The reason of the new status.
    reason: Option<String>,
    /// Where the candidate came from, such as a job board.
    source: Nullable<String>,
    /// The identifier in another system, unique for the source.
    external_id: Nullable<String>,
    /// All tags, in place of the present ones.
    tags: Nullable<Vec<String>>,
    /// New values of custom fields. Fields that are not named keep theirs.
    custom_fields: Option<Vec<CustomFieldValueInput>>,
}

/// A new value of a custom field.
#[derive(GraphQLInputObject)]
pub(crate) struct CustomFieldValueInput {
    key: String,
    /// The value as text: a number as `12.5`, a date as `2026-03-05`, yes or no as `yes` or `no`. Null clears it.
    value: Option<String>,
}

fn field_changes(given: Option<Vec<CustomFieldValueInput>>) -> Vec<CustomFieldChange> {
    let change = |input: CustomFieldValueInput| CustomFieldChange {
        key: input.key,
        value: input.value.filter(|value| !value.trim().is_empty()),
    };
    given.into_iter().flatten().map(change).collect()
}

/// Changes many candidates: all of them, or none. An absent field keeps its value.
#[derive(GraphQLInputObject)]
pub(crate) struct UpdateCandidatesInput {
    pub(crate) organization_id: String,
    /// At most 1,000 identifiers or `uId`s.
    candidate_ids: Vec<String>,
    status: Nullable<String>,
    /// The reason of the new status.
    reason: Option<String>,
    source: Nullable<String>,
    add_tags: Option<Vec<String>>,
    remove_tags: Option<Vec<String>>,
    /// New values of custom fields. Fields that are not named keep theirs.
    custom_fields: Option<Vec<CustomFieldValueInput>>,
}

impl UpdateCandidatesInput {
    pub(crate) fn request(self) -> UpdateCandidates {
        UpdateCandidates {
            candidate_ids: self.candidate_ids,
            status: change(self.status),
            reason: self.reason,
            source: change(self.source),
            add_tags: self.add_tags.unwrap_or_default(),
            remove_tags: self.remove_tags.unwrap_or_default(),
            custom_fields: field_changes(self.custom_fields),
        }
    }
}

/// The changed candidates, in the order of the request.
#[derive(GraphQLObject)]
#[graphql(context = RequestContext)]
pub(crate) struct UpdatedCandidates {
    candidates: Vec<CandidateObject>,
}

impl UpdatedCandidates {
    pub(crate) fn load(
        context: &RequestContext,
        candidates: Vec<Candidate>,
        selected: SelectedParts,
    ) -> Result<Self, AppError> {
        Ok(Self {
            candidates: CandidateObject::load(context, candidates, selected)?,
        })
    }
}

impl UpdateCandidateInput {
    pub(crate) fn request(self) -> UpdateCandidate {
        UpdateCandidate {
            candidate_id: self.candidate_id,
            status: change(self.status),
            full_name: change(self.full_name),
            email_address: change(self.email_address),
            phone_number: change(self.phone_number),
            reason: self.reason,
            source: change(self.source),
            external_id: change(self.external_id),
            tags: change(self.tags),
            custom_fields: field_changes(self.custom_fields),
        }
    }
}
