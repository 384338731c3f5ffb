//! The end of a candidate's data on the wire: erasure, export, holds and retention.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError};
use shortlist_domain::Principal;

use super::context::RequestContext;

#[derive(GraphQLInputObject)]
pub(crate) struct EraseCandidateInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
    /// Why; kept when the person is gone, so it may not name them.
    pub(crate) reason: String,
}

/// A candidate who is gone, with everything that came of them.
#[derive(GraphQLObject)]
pub(crate) struct Erasure {
    candidate_id: String,
    erased_at: String,
}

impl Erasure {
    pub(crate) fn of(erasure: shortlist_app::Erasure) -> Self {
        Self {
            candidate_id: erasure.candidate_id.into_string(),
            erased_at: erasure.erased_at.to_string(),
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct ExportCandidateInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
}

/// All that is held of a candidate, to take away.
#[derive(GraphQLObject)]
pub(crate) struct CandidateExport {
    candidate_id: String,
    /// JSON Resume (jsonresume.org), with receipts, interviews and reviews in its field `shortlist`.
    json: String,
}

impl CandidateExport {
    pub(crate) fn load(
        context: &RequestContext,
        principal: &Principal,
        candidate_id: String,
    ) -> Result<Self, AppError> {
        let export = context
            .app
            .export_candidate(&principal.party(), &candidate_id)?;
        let json = export.to_string();
        context.charge(json.len())?;
        Ok(Self { candidate_id, json })
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetLegalHoldInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
    /// Why the candidate may not be erased; null lifts the hold.
    pub(crate) reason: Option<String>,
}

/// Whether a candidate may be erased.
#[derive(GraphQLObject)]
pub(crate) struct LegalHold {
    candidate_id: String,
    held: bool,
}

impl LegalHold {
    pub(crate) fn set(
        app: &App,
        principal: &Principal,
        input: &SetLegalHoldInput,
    ) -> Result<Self, AppError> {
        let reason = input
            .reason
            .as_deref()
            .filter(|reason| !reason.trim().is_empty());
        let id = app.set_legal_hold(principal, &input.candidate_id, reason)?;
        Ok(Self {
            candidate_id: id.into_string(),
            held: reason.is_some(),
        })
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetRetentionPolicyInput {
    pub(crate) organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetRetentionPolicyInput {
    pub(crate) organization_id: String,
    /// After how many days without contact candidates are erased; null keeps them.
    pub(crate) days: Option<i32>,
}

/// After how many days without contact candidates are erased; null where they are kept.
#[derive(GraphQLObject)]
pub(crate) struct RetentionPolicy {
    days: Option<i32>,
}

impl RetentionPolicy {
    pub(crate) fn of(days: Option<i32>) -> Self {
        Self { days }
    }
}
