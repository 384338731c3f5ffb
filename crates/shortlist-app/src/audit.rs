//! Reading and verifying the audit log. Database writers write it together with the records: see [`Writers`](crate::writers::Writers).

pub(crate) mod activity;
pub(crate) mod record_changes;

use shortlist_domain::{
    AuditEntry, AuditQuery, AuditVerification, CandidateId, InvalidValue, OrganizationId, Page,
    PageRequest, Principal, TimeProblem, Timestamp, UserId,
};
use shortlist_persistence::Store;

use crate::accounts::linked_passwords::{REQUEST_RESET, SET_BY_LINK};
use crate::accounts::provisioning::groups::{
    CHANGE_PROVISIONED_GROUP, PROVISION_GROUP, REMOVE_PROVISIONED_GROUP,
};
use crate::accounts::provisioning::users::{
    CHANGE_PROVISIONED_USER, PROVISION_USER, REMOVE_PROVISIONED_USER,
};
use crate::accounts::single_sign_on::sign_in::{EXCHANGE_TOKEN, SINGLE_SIGN_ON};
use crate::accounts::single_sign_on::sign_out::PROVIDER_SIGN_OUT;
use crate::blind::mask_entries;
use crate::checks::require_organization;
use crate::error::AppError;
use crate::interviews::reports::SAVE_DRAFT;
use crate::operations::Operation;
use crate::records::list_organization_ids;
use crate::work_listener::WorkListener;

/// The names that the audit log has for actions that are not operations of the API: sign-ins, and the work of the operator.
const OTHER_AUDITED_ACTIONS: [&str; 24] = [
    SAVE_DRAFT,
    REQUEST_RESET,
    SET_BY_LINK,
    SINGLE_SIGN_ON,
    EXCHANGE_TOKEN,
    PROVIDER_SIGN_OUT,
    PROVISION_USER,
    CHANGE_PROVISIONED_USER,
    REMOVE_PROVISIONED_USER,
    PROVISION_GROUP,
    CHANGE_PROVISIONED_GROUP,
    REMOVE_PROVISIONED_GROUP,
    "announceExpiry",
    "deliverWebhooks",
    "webSignIn",
    "webSignOut",
    "login",
    "refresh",
    "logout",
    "openSession",
    "createOrganization",
    "exportOrganization",
    "importOrganization",
    "setUploadQuota",
];

/// Returns all names of actions in the audit log.
pub fn audited_actions() -> impl Iterator<Item = &'static str> {
    let operations = Operation::ALL.iter().map(|operation| operation.name());
    operations.chain(OTHER_AUDITED_ACTIONS)
}

/// Filters for the audit log, as the caller gave them.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct AuditFilters<'a> {
    pub from: Option<&'a str>,
    pub to: Option<&'a str>,
    pub operation: Option<&'a str>,
    pub user_id: Option<&'a str>,
    pub thing_id: Option<&'a str>,
    pub candidate_id: Option<&'a str>,
}

impl AuditFilters<'_> {
    /// Returns the query for a page of the caller's organization.
    ///
    /// # Errors
    /// Returns an error if a time or an identifier is malformed, or the period ends before it begins.
    pub fn query(
        &self,
        principal: &Principal,
        page: PageRequest,
        count: bool,
    ) -> Result<AuditQuery, InvalidValue> {
        let time =
            |field, text: Option<&str>| text.map(|text| Timestamp::parse(field, text)).transpose();
        let (from, to) = (time("from", self.from)?, time("to", self.to)?);
        if matches!((from, to), (Some(from), Some(to)) if to < from) {
            return Err(InvalidValue::new("to", TimeProblem::BeforeField("from")));
        }
        let user = self.user_id.map(|id| UserId::parse("userId", id));
        let candidate = self
            .candidate_id
            .map(|id| CandidateId::parse("candidateId", id));
        Ok(AuditQuery {
            organization_id: principal.organization_id.clone(),
            from,
            to,
            operation: self.operation.map(action_name),
            user_id: user.transpose()?,
            thing_id: self.thing_id.map(str::to_owned),
            candidate_id: candidate.transpose()?,
            page,
            count,
        })
    }
}

/// Returns the name of an action as the log has it; letter case does not matter. An unknown name stays as it is.
fn action_name(text: &str) -> String {
    let mut known = audited_actions();
    let name = known.find(|name| name.eq_ignore_ascii_case(text));
    name.unwrap_or(text).to_owned()
}

/// Reads and verifies the audit log.
pub struct AuditLog<'a> {
    pub(crate) store: &'a Store,
}

impl AuditLog<'_> {
    /// Lists a page of the audit log, newest first. Values about candidates that are masked for the caller are masked too.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list(
        &self,
        principal: &Principal,
        query: &AuditQuery,
    ) -> Result<Page<AuditEntry>, AppError> {
        let mut page = self.store.audit().list(query)?;
        mask_entries(self.store, principal, &mut page.items)?;
        Ok(page)
    }

    /// Verifies the audit log of the caller's organization.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn verify_own(&self, principal: &Principal) -> Result<AuditVerification, AppError> {
        Ok(self.store.audit().verify(&principal.organization_id)?)
    }

    /// Verifies the audit log of one organization, or of all.
    ///
    /// # Errors
    /// Returns an error if the organization is unknown, or the database fails.
    pub fn verify(
        &self,
        organization: Option<&OrganizationId>,
    ) -> Result<Vec<(OrganizationId, AuditVerification)>, AppError> {
        self.verify_reporting(organization, &WorkListener::default())
    }

    /// Does the same, and reports the rows that are verified.
    ///
    /// # Errors
    /// Returns an error if the organization is unknown, or the database fails.
    pub fn verify_reporting(
        &self,
        organization: Option<&OrganizationId>,
        listener: &WorkListener,
    ) -> Result<Vec<(OrganizationId, AuditVerification)>, AppError> {
        let organizations = self.organizations(organization)?.into_iter();
        let verify = |id: OrganizationId| {
            let audit = self.store.audit();
            let verdict = audit.verify_reporting(&id, &|rows| listener.finished(rows))?;
            Ok((id, verdict))
        };
        organizations.map(verify).collect()
    }

    /// Returns the number of rows of the audit log of one organization, or of all.
    ///
    /// # Errors
    /// Returns an error if the organization is unknown, or the database fails.
    pub fn count_rows(&self, organization: Option<&OrganizationId>) -> Result<u64, AppError> {
        let organizations = self.organizations(organization)?.into_iter();
        let rows = organizations.map(|id| Ok(self.store.audit().count_rows(&id)?));
        rows.sum()
    }

    fn organizations(
        &self,
        organization: Option<&OrganizationId>,
    ) -> Result<Vec<OrganizationId>, AppError> {
        match organization {
            Some(id) => {
                require_organization(self.store, id)?;
                Ok(vec![id.clone()])
            }
            None => list_organization_ids(self.store),
        }
    }
}
