//! The GraphQL types and operations of an organization's settings: passwords, legal holds, the check of the audit log and
//! the status of the service.

use data_encoding::HEXLOWER;
use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AppError, ChangePassword, HeldCandidates, Operation};

use crate::graphql::accounts::User;
use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::{RequestContext, Resolved, of_organization};
use crate::graphql::input::input;
use crate::graphql::object::object;
use crate::graphql::page::{count, filter};

input! {
    pub(crate) struct ChangePasswordInput(ChangePassword) of organization_id "organizationId" {
        "currentPassword" as current_password: String;
        "newPassword" as new_password: String;
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct ListLegalHoldsInput {
    organization_id: String,
    /// The `candidateId` of the last hold of the previous page.
    after: Option<String>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct VerifyAuditLogInput {
    organization_id: String,
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetServiceStatusInput {
    organization_id: String,
}

/// A page of the candidates under a legal hold, by identifier.
#[derive(GraphQLObject)]
pub(crate) struct LegalHoldList {
    holds: Vec<HeldCandidate>,
    has_next_page: bool,
}

/// A candidate who may not be erased.
#[derive(GraphQLObject)]
struct HeldCandidate {
    candidate_id: String,
    u_id: String,
    reason: String,
    held_at: String,
}

/// The result of checking the audit log. Every row contains the hash of the previous one, so a changed row breaks the chain.
#[derive(GraphQLObject)]
pub(crate) struct AuditVerification {
    /// The number of rows that were read.
    rows: i32,
    /// The hash of the last row.
    last_hash: String,
    /// The number of the first row that was changed; null if none was.
    broken_at: Option<i32>,
    /// What is wrong with that row.
    problem: Option<&'static str>,
}

object! {
    /// The status of the service.
    pub(crate) struct ServiceStatusObject(shortlist_app::ServiceStatus) as status {
        version: &'static str = status.version;
        /// The version of the engine that computes scores.
        engine_version: &str = &status.engine_version;
        environment: &'static str = status.environment.as_str();
        /// `sqlite` or `postgresql`.
        database: &'static str = status.database;
        /// Whether the database answers.
        database_answers: bool = status.database_answers;
        /// The processes that read resumes. Null if the service reads them itself.
        readers: Option<ReadersStatus> = status.readers.map(ReadersStatus);
        /// The language model. Null if none is configured.
        model: Option<ModelStatus> = status.model.clone().map(ModelStatus);
    }
}

object! {
    /// The status of the processes that read resumes.
    struct ReadersStatus(shortlist_app::ReadersStatus) as readers {
        processes: i32 = number(readers.processes);
        /// The documents of all organizations that wait for a process.
        waiting_documents: i32 = number(readers.waiting_documents);
        /// Whether the processes can reach neither files, nor the network, nor other processes.
        is_isolated: bool = readers.is_isolated;
    }
}

object! {
    /// The status of the language model.
    struct ModelStatus(shortlist_app::ModelStatus) as model {
        name: &str = &model.name;
        /// The largest number of concurrent questions.
        calls: i32 = number(model.calls);
    }
}

pub(crate) fn change_password(
    context: &RequestContext,
    input: &ChangePasswordInput,
) -> Resolved<User> {
    context.perform(
        Operation::ChangePassword,
        of_organization(&input.organization_id),
        |app, principal| {
            let changed = app.sessions().change_password(principal, &input.request);
            changed.map(User::from)
        },
    )
}

pub(crate) fn list_legal_holds(
    context: &RequestContext,
    input: &ListLegalHoldsInput,
) -> Resolved<LegalHoldList> {
    context.perform(
        Operation::ListLegalHolds,
        of_organization(&input.organization_id),
        |app, principal| {
            let after = filter(input.after.as_ref());
            let held = app.erasures().list_held(principal, after)?;
            LegalHoldList::of(context, held)
        },
    )
}

impl LegalHoldList {
    fn of(context: &RequestContext, held: HeldCandidates) -> Result<Self, AppError> {
        context.charge(ITEM_BYTES * held.candidates.len())?;
        let hold = |held: shortlist_domain::HeldCandidate| HeldCandidate {
            candidate_id: held.candidate_id.into_string(),
            u_id: held.code.to_string(),
            reason: held.reason,
            held_at: held.held_at.to_string(),
        };
        Ok(Self {
            holds: held.candidates.into_iter().map(hold).collect(),
            has_next_page: held.has_next_page,
        })
    }
}

pub(crate) fn verify_audit_log(
    context: &RequestContext,
    input: &VerifyAuditLogInput,
) -> Resolved<AuditVerification> {
    context.perform(
        Operation::VerifyAuditLog,
        of_organization(&input.organization_id),
        |app, principal| {
            let verdict = app.audit().verify_own(principal)?;
            let (broken_at, problem) = verdict.broken.unzip();
            Ok(AuditVerification {
                rows: count(Some(verdict.rows)),
                last_hash: HEXLOWER.encode(&verdict.last_hash),
                broken_at: broken_at.map(|number| count(Some(number))),
                problem,
            })
        },
    )
}

pub(crate) fn get_service_status(
    context: &RequestContext,
    input: &GetServiceStatusInput,
) -> Resolved<ServiceStatusObject> {
    context.perform(
        Operation::GetServiceStatus,
        of_organization(&input.organization_id),
        |app, _principal| Ok(ServiceStatusObject(app.status())),
    )
}

fn number(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
