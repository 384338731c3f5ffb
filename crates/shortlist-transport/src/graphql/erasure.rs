//! The GraphQL types of erasure, export, legal holds and retention.

pub(crate) mod list;

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError};
use shortlist_domain::Principal;

use crate::graphql::context::RequestContext;

#[derive(GraphQLInputObject)]
pub(crate) struct EraseCandidateInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
    /// The reason. It is kept after the erasure, so it must not name the person.
    pub(crate) reason: String,
}

/// The result of an erasure. The candidate and all related data are deleted.
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

/// An export of all data about a candidate.
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
        candidate_id: &str,
    ) -> Result<Self, AppError> {
        let candidates = context.app.candidates();
        let id = candidates.resolve_id(&principal.organization_id, candidate_id)?;
        let export = candidates.export_for(principal, id.as_str())?;
        let json = export.to_string();
        context.charge(json.len())?;
        Ok(Self {
            candidate_id: id.into_string(),
            json,
        })
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetLegalHoldInput {
    pub(crate) organization_id: String,
    pub(crate) candidate_id: String,
    /// The reason why the candidate may not be erased. Null lifts the hold.
    pub(crate) reason: Option<String>,
}

/// The legal hold of a candidate. A candidate on hold may not be erased.
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
        let id = app
            .erasures()
            .set_legal_hold(principal, &input.candidate_id, reason)?;
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
    /// The days without contact after which candidates are erased. Null keeps them.
    pub(crate) days: Option<i32>,
}

/// The days without contact after which candidates are erased. Null means that they are kept.
#[derive(GraphQLObject)]
pub(crate) struct RetentionPolicy {
    days: Option<i32>,
    /// How the period conflicts with explanations and records of decisions; null if it does not.
    warning: Option<String>,
}

impl RetentionPolicy {
    pub(crate) fn of(days: Option<i32>, warning: Option<String>) -> Self {
        Self { days, warning }
    }
}
