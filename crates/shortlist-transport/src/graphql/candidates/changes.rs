//! The GraphQL inputs that change candidates.

use juniper::{GraphQLInputObject, GraphQLObject, Nullable};
use shortlist_app::{AppError, UpdateCandidate, UpdateCandidates};
use shortlist_domain::{Candidate, CustomFieldChange};

use crate::graphql::candidates::{CandidateObject, SelectedParts};
use crate::graphql::context::RequestContext;
use crate::graphql::input::input;
use crate::graphql::jobs::change;

input! {
    pub(crate) struct UpdateCandidateInput(UpdateCandidate) of organization_id "organizationId" {
        "candidateId" as candidate_id: String;
        "status" as status: Nullable<String> = change(status);
        "fullName" as full_name: Nullable<String> = change(full_name);
        "emailAddress" as email_address: Nullable<String> = change(email_address);
        "phoneNumber" as phone_number: Nullable<String> = change(phone_number);
        /// The reason of the new status.
        "reason" as reason: Option<String>;
        /// Where the candidate came from, such as a job board.
        "source" as source: Nullable<String> = change(source);
        /// The identifier in another system, unique for the source.
        "externalId" as external_id: Nullable<String> = change(external_id);
        /// All tags, in place of the present ones.
        "tags" as tags: Nullable<Vec<String>> = change(tags);
        /// New values of custom fields. Fields that are not named keep theirs.
        "customFields" as custom_fields: Option<Vec<CustomFieldValueInput>> = field_changes(custom_fields);
    }
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

input! {
    /// Changes many candidates: all of them, or none. An absent field keeps its value.
    pub(crate) struct UpdateCandidatesInput(UpdateCandidates) of organization_id "organizationId" {
        /// At most 1,000 identifiers or `uId`s.
        "candidateIds" as candidate_ids: Vec<String>;
        "status" as status: Nullable<String> = change(status);
        /// The reason of the new status.
        "reason" as reason: Option<String>;
        "source" as source: Nullable<String> = change(source);
        "addTags" as add_tags: Option<Vec<String>> = add_tags.unwrap_or_default();
        "removeTags" as remove_tags: Option<Vec<String>> = remove_tags.unwrap_or_default();
        /// New values of custom fields. Fields that are not named keep theirs.
        "customFields" as custom_fields: Option<Vec<CustomFieldValueInput>> = field_changes(custom_fields);
        /// The digest of `previewRejectionMails` for these candidates. If the mails of their rejection are others now, nothing is changed.
        "previewDigest" as preview_digest: Option<String>;
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
