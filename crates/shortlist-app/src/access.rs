//! Who may do what: authentication of a key and a token, and the rules of each operation.

use shortlist_domain::{
    Actor, ApiKey, InvalidValue, NewAuditEntry, Party, Permission, Principal, Timestamp, UserId,
    UserType,
};
use shortlist_persistence::{AccessGrant, Writer};

use crate::secrets::{hash_secret, may_be_ours};
use crate::{App, AppError};

/// Why a caller was turned away.
#[derive(Debug, thiserror::Error)]
pub enum AccessError {
    /// The key or the token is unknown, expired, revoked, of another environment or of different organizations.
    ///
    /// One text for all, so that nobody learns which of the two was wrong.
    #[error("the API key or the bearer token is invalid")]
    Unauthenticated,
    /// They are known, but may not do this.
    #[error("{0}")]
    Forbidden(String),
    /// It could not be found out.
    #[error("look up the credentials")]
    Fault(#[source] AppError),
}

/// Every operation that needs a permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "each is the operation of that name in the interface"
)]
pub enum Operation {
    GetJobs,
    GetJob,
    CreateJob,
    UpdateJob,
    ImportJobs,
    GetCandidates,
    GetCandidate,
    ExplainScore,
    UpdateCandidate,
    RescoreJob,
    UploadResumes,
    AssignInterviewer,
    GetInterviews,
    GetInterviewCalendar,
    UpdateInterview,
    GetInterviewReport,
    SubmitInterviewReport,
    PutRecording,
    DeleteRecording,
    SubmitReview,
    GetLeaderboard,
    GetAuditLog,
    EraseCandidate,
    ExportCandidate,
    SetLegalHold,
    SetRetentionPolicy,
    GetRetentionPolicy,
    ApiKeyInfo,
    ListUsers,
    CreateUser,
    UpdateUser,
    ListApiKeys,
    CreateApiKey,
    RotateApiKey,
    RevokeApiKey,
}

impl Operation {
    /// The operation as the interface names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::GetJobs => "getJobs",
            Self::GetJob => "getJob",
            Self::CreateJob => "createJob",
            Self::UpdateJob => "updateJob",
            Self::ImportJobs => "addJobByFile",
            Self::GetCandidates => "getCandidates",
            Self::GetCandidate => "getCandidate",
            Self::UpdateCandidate => "updateCandidate",
            Self::UploadResumes => "bulkUploadResumes",
            Self::AssignInterviewer => "assignInterviewer",
            Self::GetInterviews => "getInterviews",
            Self::GetInterviewCalendar => "getInterviewCalendar",
            Self::UpdateInterview => "updateInterview",
            Self::GetInterviewReport => "getCanInterviewRpt",
            Self::SubmitInterviewReport => "submitInterviewReport",
            Self::PutRecording => "putRecording",
            Self::DeleteRecording => "deleteRecording",
            Self::SubmitReview => "submitReview",
            Self::GetLeaderboard => "getLeaderboard",
            Self::ExplainScore => "explainScore",
            Self::RescoreJob => "rescoreJob",
            Self::GetAuditLog => "getAuditLog",
            Self::EraseCandidate => "eraseCandidate",
            Self::ExportCandidate => "exportCandidate",
            Self::SetLegalHold => "setLegalHold",
            Self::SetRetentionPolicy => "setRetentionPolicy",
            Self::GetRetentionPolicy => "getRetentionPolicy",
            Self::ApiKeyInfo => "apiKeyInfo",
            Self::ListUsers => "listUsers",
            Self::CreateUser => "createUser",
            Self::UpdateUser => "updateUser",
            Self::ListApiKeys => "listApiKeys",
            Self::CreateApiKey => "createApiKey",
            Self::RotateApiKey => "rotateApiKey",
            Self::RevokeApiKey => "revokeApiKey",
        }
    }

    /// What a key must be allowed; `None` where any key will do.
    pub fn permission(self) -> Option<Permission> {
        Some(match self {
            Self::ApiKeyInfo => return None,
            Self::GetJobs | Self::GetJob => Permission::JobsRead,
            Self::CreateJob | Self::UpdateJob | Self::ImportJobs => Permission::JobsWrite,
            Self::GetCandidates
            | Self::GetCandidate
            | Self::ExportCandidate
            | Self::ExplainScore => Permission::CandidatesRead,
            Self::UpdateCandidate
            | Self::EraseCandidate
            | Self::RescoreJob
            | Self::UploadResumes => Permission::CandidatesWrite,
            Self::GetInterviews | Self::GetInterviewCalendar | Self::GetInterviewReport => {
                Permission::InterviewsRead
            }
            Self::AssignInterviewer
            | Self::UpdateInterview
            | Self::SubmitInterviewReport
            | Self::PutRecording
            | Self::DeleteRecording
            | Self::SubmitReview => Permission::InterviewsWrite,
            Self::GetLeaderboard => Permission::LeaderboardRead,
            Self::GetAuditLog
            | Self::SetLegalHold
            | Self::SetRetentionPolicy
            | Self::GetRetentionPolicy
            | Self::ListUsers
            | Self::CreateUser
            | Self::UpdateUser
            | Self::ListApiKeys
            | Self::CreateApiKey
            | Self::RotateApiKey
            | Self::RevokeApiKey => Permission::Admin,
        })
    }

    /// Whether a user of that role may call it; an Interviewer only for candidates assigned to them.
    fn is_open_to(self, user_type: UserType) -> bool {
        let managing = self.permission() == Some(Permission::Admin);
        let interviewing = matches!(
            self,
            Self::ApiKeyInfo
                | Self::GetCandidate
                | Self::GetInterviews
                | Self::GetInterviewCalendar
                | Self::GetInterviewReport
                | Self::SubmitInterviewReport
                | Self::PutRecording
                | Self::DeleteRecording
                | Self::SubmitReview
        );
        match user_type {
            UserType::Admin => true,
            UserType::Recruiter => !managing,
            UserType::Interviewer => interviewing,
        }
    }
}

/// What an input claims about the caller, as given.
#[derive(Debug, Clone, Copy, Default)]
pub struct Claims<'a> {
    /// The organization that the input names.
    pub organization_id: Option<&'a str>,
    /// The role that the input claims.
    pub user_type: Option<&'a str>,
    /// The recruiter that the input acts for.
    pub recruiter_id: Option<&'a str>,
}

impl Operation {
    /// Checks a call before anything runs: the key's permission, the user's role, and what the input claims. Whoever
    /// answers a caller asks [`App::authorize`], which writes a refusal down.
    ///
    /// # Errors
    /// [`AccessError::Forbidden`] with the rule that was broken.
    pub(crate) fn authorize(
        self,
        principal: &Principal,
        claims: Claims<'_>,
    ) -> Result<(), AccessError> {
        if let Some(permission) = self.permission()
            && !principal.has(permission)
        {
            return refuse(format!("the API key lacks the permission {permission}"));
        }
        let role = principal.user_type;
        if !self.is_open_to(role) {
            let article = if role == UserType::Recruiter {
                "a"
            } else {
                "an"
            };
            return refuse(format!("{article} {} may not do this", role.as_str()));
        }
        if claims
            .organization_id
            .is_some_and(|id| id != principal.organization_id.as_str())
        {
            return refuse(
                "organizationId: belongs to another organization than the credentials".to_owned(),
            );
        }
        if claims.user_type == Some(UserType::Admin.as_str())
            && principal.user_type != UserType::Admin
        {
            return refuse("userType: claims more than the user is".to_owned());
        }
        let foreign =
            |id: &str| principal.user_type != UserType::Admin && id != principal.user_id.as_str();
        if claims.recruiter_id.is_some_and(foreign) {
            return refuse("recruiterId: only an Admin may name another user".to_owned());
        }
        Ok(())
    }
}

fn refuse(message: String) -> Result<(), AccessError> {
    Err(AccessError::Forbidden(message))
}

/// How long a key's last use may be out of date, in minutes: it saves a write with every request.
const LAST_USED_GRAIN_MINUTES: i64 = 1;

impl App {
    /// Checks a call before anything runs, and writes a refusal to the audit log.
    ///
    /// # Errors
    /// [`AccessError::Forbidden`] with the rule that was broken.
    pub fn authorize(
        &self,
        principal: &Principal,
        operation: Operation,
        claims: Claims<'_>,
    ) -> Result<(), AccessError> {
        let checked = operation.authorize(principal, claims);
        if let Err(AccessError::Forbidden(rule)) = &checked {
            self.record_refusal(principal, operation, rule)
                .map_err(AccessError::Fault)?;
        }
        checked
    }

    /// Writes to the audit log that a call was refused by a rule.
    ///
    /// # Errors
    /// When the database fails.
    pub fn record_refusal(
        &self,
        principal: &Principal,
        operation: Operation,
        rule: &str,
    ) -> Result<(), AppError> {
        let entry = NewAuditEntry::refused(rule);
        Ok(self.by(principal, operation).record(&[entry])?)
    }

    /// The store on behalf of a caller.
    pub(crate) fn by(&self, principal: &Principal, operation: Operation) -> Writer<'_> {
        self.by_party(&principal.party(), operation.name())
    }

    /// The store on behalf of a caller, an operator or the service itself.
    pub(crate) fn by_party(&self, party: &Party, operation: &'static str) -> Writer<'_> {
        self.store.by(party.act(operation, self.now()))
    }

    /// The store on behalf of a key and of whoever signs in with it, once that is known.
    pub(crate) fn by_key(
        &self,
        key: &ApiKey,
        user: Option<&UserId>,
        operation: &'static str,
        address: &str,
    ) -> Writer<'_> {
        let party = Party {
            organization_id: key.organization_id.clone(),
            actor: Actor::Caller {
                user_id: user.cloned(),
                key_id: key.id.clone(),
                address: known(address),
            },
        };
        self.by_party(&party, operation)
    }

    /// Finds the caller behind a key and a bearer token; `address` is where the call comes from, empty where that is not
    /// known.
    ///
    /// # Errors
    /// [`AccessError::Unauthenticated`] when either is not good, or they belong to different organizations.
    pub fn authenticate(
        &self,
        api_key: &str,
        token: &str,
        address: &str,
    ) -> Result<Principal, AccessError> {
        // Asked for first: what changes while the database is looked into makes what is found there out of date.
        let (now, state) = (self.now(), self.store.credential_changes());
        let credentials = (hash_secret(api_key), hash_secret(token));
        let mut caller = match self.callers.recall(&credentials, now, state) {
            Some(caller) => caller,
            None => {
                let (caller, until) = self.find_caller(api_key, token)?;
                self.callers
                    .remember(credentials, &caller, (now, until, state));
                caller
            }
        };
        caller.address = known(address);
        Ok(caller)
    }

    /// Finds the caller in the database, and until when they may call.
    fn find_caller(
        &self,
        api_key: &str,
        token: &str,
    ) -> Result<(Principal, Timestamp), AccessError> {
        let key = self.live_key(api_key)?;
        let grant = self.live_grant(token)?;
        let user = grant.user;
        if !user.active || user.organization_id != key.organization_id {
            return Err(AccessError::Unauthenticated);
        }
        let key_expires_at = key.expires_at.into_iter().chain(key.revoked_at).min();
        let until = key_expires_at.map_or(grant.expires_at, |end| end.min(grant.expires_at));
        let caller = Principal {
            organization_id: key.organization_id,
            user_id: user.id,
            user_type: user.user_type,
            key_id: key.id,
            permissions: key.permissions,
            key_expires_at,
            address: None,
        };
        Ok((caller, until))
    }

    /// Finds what a bearer token stands for, while it lives.
    pub(crate) fn live_grant(&self, token: &str) -> Result<AccessGrant, AccessError> {
        let now = self.now();
        let found = self.store.find_access(&hash_secret(token)).map_err(fault)?;
        found
            .filter(|grant| now < grant.expires_at)
            .ok_or(AccessError::Unauthenticated)
    }

    /// Finds a key that works now, in this environment.
    pub(crate) fn live_key(&self, api_key: &str) -> Result<ApiKey, AccessError> {
        let now = self.now();
        let environment = self.settings.environment;
        if !may_be_ours(api_key) {
            return Err(AccessError::Unauthenticated);
        }
        let key = self
            .store
            .find_api_key_by_hash(&hash_secret(api_key))
            .map_err(fault)?
            .filter(|key| key.is_live(now) && key.environment == environment)
            .ok_or(AccessError::Unauthenticated)?;
        let stale = now.minus(chrono::Duration::minutes(LAST_USED_GRAIN_MINUTES));
        if key.last_used_at.is_none_or(|at| at < stale) {
            self.store
                .touch_api_key(&key.organization_id, &key.id, now)
                .map_err(fault)?;
        }
        Ok(key)
    }

    /// Refuses an Interviewer whom the candidate is not assigned to.
    pub(crate) fn check_assigned(
        &self,
        principal: &Principal,
        candidate: &shortlist_domain::CandidateId,
    ) -> Result<(), AppError> {
        let assigned = principal.user_type != UserType::Interviewer
            || self
                .store
                .is_assigned(&principal.organization_id, candidate, &principal.user_id)?;
        if assigned {
            return Ok(());
        }
        Err(AppError::Forbidden(
            "the candidate is not assigned to this interviewer".to_owned(),
        ))
    }

    /// Finds the recruiter that an input names.
    pub(crate) fn recruiter(
        &self,
        principal: &Principal,
        id: &UserId,
    ) -> Result<shortlist_domain::User, AppError> {
        self.store
            .find_user(&principal.organization_id, id)?
            .filter(|user| user.active && user.user_type != UserType::Interviewer)
            .ok_or_else(|| {
                InvalidValue::new("recruiterId", "is no recruiter of this organization").into()
            })
    }
}

fn known(address: &str) -> Option<String> {
    Some(address.to_owned()).filter(|address| !address.is_empty())
}

pub(crate) fn fault(error: shortlist_persistence::StoreError) -> AccessError {
    AccessError::Fault(error.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shortlist_domain::{ApiKeyId, OrganizationId};

    fn principal(user_type: UserType, permissions: &[Permission]) -> Principal {
        Principal {
            organization_id: OrganizationId::parse("o", "org_1").unwrap(),
            user_id: UserId::parse("u", "usr_1").unwrap(),
            user_type,
            key_id: ApiKeyId::parse("k", "key_1").unwrap(),
            permissions: permissions.to_vec(),
            key_expires_at: None,
            address: None,
        }
    }

    fn claims<'a>(organization: &'a str, user_type: &'a str, recruiter: &'a str) -> Claims<'a> {
        Claims {
            organization_id: Some(organization),
            user_type: Some(user_type),
            recruiter_id: Some(recruiter),
        }
    }

    fn refused(caller: &Principal, claims: Claims<'_>) -> bool {
        Operation::GetJobs.authorize(caller, claims).is_err()
    }

    #[test]
    fn a_role_may_be_claimed_below_ones_own_but_never_above() {
        let admin = principal(UserType::Admin, &Permission::ALL);
        let recruiter = principal(UserType::Recruiter, &Permission::ALL);
        assert!(!refused(&admin, claims("org_1", "Recruiter", "usr_2")));
        assert!(!refused(&recruiter, claims("org_1", "Recruiter", "usr_1")));
        assert!(refused(&recruiter, claims("org_1", "Admin", "usr_1")));
        assert!(refused(&recruiter, claims("org_1", "Recruiter", "usr_2")));
        assert!(refused(&admin, claims("org_2", "Admin", "usr_1")));
    }

    #[test]
    fn a_key_needs_the_operations_permission() {
        let limited = principal(UserType::Admin, &[Permission::JobsRead]);
        assert!(
            Operation::GetJobs
                .authorize(&limited, Claims::default())
                .is_ok()
        );
        assert!(
            Operation::GetCandidates
                .authorize(&limited, Claims::default())
                .is_err()
        );
    }

    #[test]
    fn an_interviewer_may_only_see_and_review() {
        let interviewer = principal(UserType::Interviewer, &Permission::ALL);
        for open in [
            Operation::GetCandidate,
            Operation::SubmitReview,
            Operation::GetInterviews,
        ] {
            assert!(open.authorize(&interviewer, Claims::default()).is_ok());
        }
        for closed in [
            Operation::GetJobs,
            Operation::UploadResumes,
            Operation::GetLeaderboard,
        ] {
            assert!(closed.authorize(&interviewer, Claims::default()).is_err());
        }
    }

    #[test]
    fn only_an_admin_may_manage() {
        for (role, open) in [
            (UserType::Admin, true),
            (UserType::Recruiter, false),
            (UserType::Interviewer, false),
        ] {
            let caller = principal(role, &Permission::ALL);
            let checked = Operation::GetAuditLog.authorize(&caller, Claims::default());
            assert_eq!(checked.is_ok(), open, "{role:?}");
        }
    }
}
