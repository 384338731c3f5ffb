//! Operations, the permissions that they need, and the checks before one runs.

mod roles;

use shortlist_domain::{Permission, Principal, UserType};

use crate::error::AccessError;
use crate::refusal::Refusal;

macro_rules! operations {
    ($($variant:ident = $name:literal,)*) => {
        /// Every operation that needs a permission.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[expect(
            missing_docs,
            reason = "each is the operation of that name in the interface"
        )]
        pub enum Operation {
            $($variant,)*
        }

        impl Operation {
            /// All operations.
            pub const ALL: &'static [Self] = &[$(Self::$variant,)*];

            /// Returns the operation's name in the API and in the audit log.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name,)*
                }
            }
        }
    };
}

operations! {
    GetJobs = "getJobs",
    GetJob = "getJob",
    CreateJob = "createJob",
    UpdateJob = "updateJob",
    UpdateJobRequirements = "updateJobRequirements",
    SearchOccupations = "searchOccupations",
    ListJobs = "listJobs",
    SetJobStatus = "setJobStatus",
    DeleteJob = "deleteJob",
    SetHiringTeam = "setHiringTeam",
    SetJobQuestions = "setJobQuestions",
    GetRecruiterAccess = "getRecruiterAccess",
    SetRecruiterAccess = "setRecruiterAccess",
    ImportJobs = "addJobByFile",
    GetCandidates = "getCandidates",
    ExportCandidates = "exportCandidates",
    GetCandidate = "getCandidate",
    GetOriginalFile = "getOriginalFile",
    AddDocument = "addDocument",
    GetDocument = "getDocument",
    DeleteDocument = "deleteDocument",
    RevealCandidate = "revealCandidate",
    ExplainScore = "explainScore",
    UpdateCandidate = "updateCandidate",
    UpdateCandidates = "updateCandidates",
    MoveCandidates = "moveCandidates",
    SetOffer = "setOffer",
    GetStageTemplate = "getStageTemplate",
    SetStageTemplate = "setStageTemplate",
    SetJobStages = "setJobStages",
    GetCustomFields = "getCustomFields",
    SetCustomField = "setCustomField",
    AddNote = "addNote",
    DeleteNote = "deleteNote",
    ListSavedViews = "listSavedViews",
    SaveView = "saveView",
    DeleteSavedView = "deleteSavedView",
    GetRejectionReasons = "getRejectionReasons",
    SetRejectionReasons = "setRejectionReasons",
    RescoreJob = "rescoreJob",
    SearchPeople = "searchPeople",
    GetPerson = "getPerson",
    MergePeople = "mergePeople",
    SplitPerson = "splitPerson",
    ErasePerson = "erasePerson",
    ExportPerson = "exportPerson",
    SetPersonLegalHold = "setPersonLegalHold",
    UploadResumes = "bulkUploadResumes",
    ConsiderForJob = "considerForJob",
    CreateCandidate = "createCandidate",
    Apply = "apply",
    AssignInterviewer = "assignInterviewer",
    ScheduleInterview = "scheduleInterview",
    GetInterviews = "getInterviews",
    GetInterviewCalendar = "getInterviewCalendar",
    ListInterviewers = "listInterviewers",
    GetBusyTimes = "getBusyTimes",
    UpdateInterview = "updateInterview",
    AddInterviewer = "addInterviewer",
    GetInterviewReport = "getCanInterviewRpt",
    SubmitInterviewReport = "submitInterviewReport",
    PutRecording = "putRecording",
    DeleteRecording = "deleteRecording",
    SubmitReview = "submitReview",
    ListReviews = "listReviews",
    GetLeaderboard = "getLeaderboard",
    GetRecruitingReport = "getRecruitingReport",
    GetAuditLog = "getAuditLog",
    GetActivity = "getActivity",
    EraseCandidate = "eraseCandidate",
    ListErasures = "listErasures",
    ChangesSince = "changesSince",
    ExportCandidate = "exportCandidate",
    SetLegalHold = "setLegalHold",
    SetRetentionPolicy = "setRetentionPolicy",
    GetRetentionPolicy = "getRetentionPolicy",
    ApiKeyInfo = "apiKeyInfo",
    ListUsers = "listUsers",
    CreateUser = "createUser",
    UpdateUser = "updateUser",
    InviteUser = "inviteUser",
    RenewInvitation = "renewInvitation",
    CreateIntegrationUser = "createIntegrationUser",
    CreateAccessToken = "createAccessToken",
    ListAccessTokens = "listAccessTokens",
    RevokeAccessToken = "revokeAccessToken",
    ListApiKeys = "listApiKeys",
    CreateApiKey = "createApiKey",
    RotateApiKey = "rotateApiKey",
    RevokeApiKey = "revokeApiKey",
    ListWebhooks = "listWebhooks",
    CreateWebhook = "createWebhook",
    UpdateWebhook = "updateWebhook",
    DeleteWebhook = "deleteWebhook",
    RotateWebhookSecret = "rotateWebhookSecret",
    PingWebhook = "pingWebhook",
    ListWebhookDeliveries = "listWebhookDeliveries",
    ReplayWebhookDelivery = "replayWebhookDelivery",
    ReplayWebhooksSince = "replayWebhooksSince",
    ChangePassword = "changePassword",
    SetUpSecondFactor = "setUpSecondFactor",
    RenewRecoveryCodes = "renewRecoveryCodes",
    RemoveSecondFactor = "removeSecondFactor",
    ProveSecondFactor = "proveSecondFactor",
    ListPasskeys = "listPasskeys",
    RegisterPasskey = "registerPasskey",
    RemovePasskey = "removePasskey",
    ResetSecondFactor = "resetSecondFactor",
    GetSecondFactorPolicy = "getSecondFactorPolicy",
    SetSecondFactorPolicy = "setSecondFactorPolicy",
    ListSessions = "listSessions",
    EndSession = "endSession",
    EndOtherSessions = "endOtherSessions",
    ListIdentities = "listIdentities",
    UnlinkIdentity = "unlinkIdentity",
    GetMailPreferences = "getMailPreferences",
    UpdateMailPreferences = "updateMailPreferences",
    ListUserSessions = "listUserSessions",
    EndUserSession = "endUserSession",
    EndUserSessions = "endUserSessions",
    ListUserIdentities = "listUserIdentities",
    UnlinkUserIdentity = "unlinkUserIdentity",
    ListLegalHolds = "listLegalHolds",
    VerifyAuditLog = "verifyAuditLog",
    GetBiasAudit = "getBiasAudit",
    ImportSelfIdentification = "importSelfIdentification",
    CorrectResume = "correctResume",
    AddResumeEntry = "addResumeEntry",
    ChooseResume = "chooseResume",
    ListCorrections = "listCorrections",
    GetCandidatePacket = "getCandidatePacket",
    RecordExplanation = "recordExplanation",
    ListDueExplanations = "listDueExplanations",
    GetDecisionRecords = "getDecisionRecords",
    GetDecisionPolicy = "getDecisionPolicy",
    SetDecisionPolicy = "setDecisionPolicy",
    GetServiceStatus = "getServiceStatus",
    ListMails = "listMails",
    PreviewRejectionMails = "previewRejectionMails",
    ResendMail = "resendMail",
    SendTestMail = "sendTestMail",
    GetMailTemplates = "mailTemplates",
    SetMailTemplate = "setMailTemplate",
    ResetMailTemplate = "resetMailTemplate",
    GetMailSender = "mailSender",
    SetMailSender = "setMailSender",
    GetIdentityProvider = "identityProvider",
    SetIdentityProvider = "setIdentityProvider",
    RemoveIdentityProvider = "removeIdentityProvider",
    GetScimToken = "scimToken",
    CreateScimToken = "createScimToken",
    RevokeScimToken = "revokeScimToken",
}

impl Operation {
    /// Returns the permission that a key needs; `None` if any key suffices.
    #[expect(
        clippy::too_many_lines,
        reason = "a table with a row for each operation, which the compiler keeps complete"
    )]
    pub fn permission(self) -> Option<Permission> {
        Some(match self {
            Self::ApiKeyInfo
            | Self::ChangePassword
            | Self::SetUpSecondFactor
            | Self::RenewRecoveryCodes
            | Self::RemoveSecondFactor
            | Self::ProveSecondFactor
            | Self::ListPasskeys
            | Self::RegisterPasskey
            | Self::RemovePasskey
            | Self::ListSessions
            | Self::EndSession
            | Self::EndOtherSessions
            | Self::ListIdentities
            | Self::UnlinkIdentity
            | Self::GetMailPreferences
            | Self::UpdateMailPreferences => return None,
            Self::GetJobs
            | Self::GetJob
            | Self::ListJobs
            | Self::SearchOccupations
            | Self::GetStageTemplate => Permission::JobsRead,
            Self::CreateJob
            | Self::UpdateJob
            | Self::UpdateJobRequirements
            | Self::SetJobStatus
            | Self::DeleteJob
            | Self::SetHiringTeam
            | Self::SetJobStages
            | Self::SetJobQuestions
            | Self::ImportJobs => Permission::JobsWrite,
            Self::GetCandidates
            | Self::ListErasures
            | Self::ChangesSince
            | Self::ExportCandidates
            | Self::ListSavedViews
            | Self::SaveView
            | Self::DeleteSavedView
            | Self::GetCandidate
            | Self::GetOriginalFile
            | Self::GetDocument
            | Self::ExportCandidate
            | Self::GetRejectionReasons
            | Self::GetCustomFields
            | Self::GetActivity
            | Self::GetRecruitingReport
            | Self::SearchPeople
            | Self::GetPerson
            | Self::ExportPerson
            | Self::RevealCandidate
            | Self::GetCandidatePacket
            | Self::ListCorrections
            | Self::ListDueExplanations
            | Self::ListMails
            | Self::ExplainScore => Permission::CandidatesRead,
            Self::UpdateCandidate
            | Self::UpdateCandidates
            | Self::MoveCandidates
            | Self::SetOffer
            | Self::AddNote
            | Self::DeleteNote
            | Self::AddDocument
            | Self::DeleteDocument
            | Self::EraseCandidate
            | Self::MergePeople
            | Self::SplitPerson
            | Self::ErasePerson
            | Self::RescoreJob
            | Self::RecordExplanation
            | Self::CorrectResume
            | Self::AddResumeEntry
            | Self::ChooseResume
            | Self::ConsiderForJob
            | Self::CreateCandidate
            | Self::PreviewRejectionMails
            | Self::ResendMail
            | Self::UploadResumes => Permission::CandidatesWrite,
            Self::GetInterviews
            | Self::GetInterviewCalendar
            | Self::ListInterviewers
            | Self::GetBusyTimes
            | Self::GetInterviewReport
            | Self::ListReviews => Permission::InterviewsRead,
            Self::AssignInterviewer
            | Self::ScheduleInterview
            | Self::UpdateInterview
            | Self::AddInterviewer
            | Self::SubmitInterviewReport
            | Self::PutRecording
            | Self::DeleteRecording
            | Self::SubmitReview => Permission::InterviewsWrite,
            Self::GetLeaderboard => Permission::LeaderboardRead,
            Self::Apply => Permission::Apply,
            Self::GetAuditLog
            | Self::SetLegalHold
            | Self::SetPersonLegalHold
            | Self::SetRetentionPolicy
            | Self::GetRetentionPolicy
            | Self::SetRejectionReasons
            | Self::SetStageTemplate
            | Self::SetCustomField
            | Self::GetRecruiterAccess
            | Self::SetRecruiterAccess
            | Self::ListUsers
            | Self::CreateUser
            | Self::UpdateUser
            | Self::ListUserSessions
            | Self::EndUserSession
            | Self::EndUserSessions
            | Self::ListUserIdentities
            | Self::UnlinkUserIdentity
            | Self::ResetSecondFactor
            | Self::GetSecondFactorPolicy
            | Self::SetSecondFactorPolicy
            | Self::InviteUser
            | Self::RenewInvitation
            | Self::CreateIntegrationUser
            | Self::CreateAccessToken
            | Self::ListAccessTokens
            | Self::RevokeAccessToken
            | Self::ListApiKeys
            | Self::CreateApiKey
            | Self::RotateApiKey
            | Self::RevokeApiKey
            | Self::ListLegalHolds
            | Self::VerifyAuditLog
            | Self::GetBiasAudit
            | Self::ImportSelfIdentification
            | Self::GetDecisionRecords
            | Self::GetDecisionPolicy
            | Self::SetDecisionPolicy
            | Self::SendTestMail
            | Self::GetMailTemplates
            | Self::SetMailTemplate
            | Self::ResetMailTemplate
            | Self::GetMailSender
            | Self::SetMailSender
            | Self::GetIdentityProvider
            | Self::SetIdentityProvider
            | Self::RemoveIdentityProvider
            | Self::GetScimToken
            | Self::CreateScimToken
            | Self::RevokeScimToken
            | Self::GetServiceStatus => Permission::Admin,
            Self::ListWebhooks
            | Self::CreateWebhook
            | Self::UpdateWebhook
            | Self::DeleteWebhook
            | Self::RotateWebhookSecret
            | Self::PingWebhook
            | Self::ListWebhookDeliveries
            | Self::ReplayWebhookDelivery
            | Self::ReplayWebhooksSince => Permission::Webhooks,
        })
    }

    /// Returns whether the web app asks for a fresh code before it, if the user has a second factor. It gives somebody access, shows a
    /// secret or deletes for good what others cannot enter again.
    ///
    /// Ending access asks for nothing, because it must be quick: keys, tokens, sessions and webhooks. Notes, views and fields are small, and
    /// hiring teams change daily. Changing the own password and removing the own app ask for the password or a code themselves.
    pub fn needs_fresh_code(self) -> bool {
        let gives_access = matches!(
            self,
            Self::CreateUser
                | Self::UpdateUser
                | Self::CreateIntegrationUser
                | Self::UpdateWebhook
                | Self::SetRecruiterAccess
                | Self::SetUpSecondFactor
                | Self::RegisterPasskey
                | Self::RemovePasskey
                | Self::ResetSecondFactor
                | Self::SetSecondFactorPolicy
                | Self::SetMailSender
                | Self::SetIdentityProvider
                | Self::RemoveIdentityProvider
                // Whoever has the e-mail address at the provider is linked next.
                | Self::UnlinkIdentity
                | Self::UnlinkUserIdentity
        );
        let deletes = matches!(
            self,
            Self::DeleteJob
                | Self::DeleteDocument
                | Self::DeleteRecording
                | Self::EraseCandidate
                | Self::ErasePerson
                | Self::SetLegalHold
                | Self::SetPersonLegalHold
                | Self::SetRetentionPolicy
        );
        self.answers_a_secret() || gives_access || deletes
    }

    /// Returns whether the answer contains a secret that is shown only once.
    pub fn answers_a_secret(self) -> bool {
        matches!(
            self,
            Self::InviteUser
                | Self::RenewInvitation
                | Self::CreateApiKey
                | Self::RotateApiKey
                | Self::CreateAccessToken
                | Self::CreateScimToken
                | Self::CreateWebhook
                | Self::RotateWebhookSecret
        )
    }
}

/// An input's claims about the caller, as given.
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
    /// Checks the key's permission, the user's role and the input's claims before an operation runs. Entry points call
    /// [`Access::authorize`](crate::Access::authorize), which also records a refusal.
    ///
    /// # Errors
    /// Returns [`AccessError::Forbidden`] with the violated rule.
    pub(crate) fn authorize(
        self,
        principal: &Principal,
        claims: Claims<'_>,
    ) -> Result<(), AccessError> {
        if let Some(permission) = self.permission()
            && !principal.has(permission)
        {
            return refuse(Refusal::MissingPermission(permission));
        }
        let role = principal.user_type;
        if !self.is_open_to(role) {
            return refuse(Refusal::RoleMayNot(role));
        }
        if claims
            .organization_id
            .is_some_and(|id| id != principal.organization_id.as_str())
        {
            return refuse(Refusal::OtherOrganization);
        }
        if claims.user_type == Some(UserType::Admin.as_str())
            && principal.user_type != UserType::Admin
        {
            return refuse(Refusal::HigherRole);
        }
        let foreign =
            |id: &str| principal.user_type != UserType::Admin && id != principal.user_id.as_str();
        if claims.recruiter_id.is_some_and(foreign) {
            return refuse(Refusal::OtherUser);
        }
        Ok(())
    }
}

fn refuse(rule: Refusal) -> Result<(), AccessError> {
    Err(AccessError::Forbidden(rule))
}

#[cfg(test)]
mod tests {
    use super::*;
    use shortlist_domain::{ApiKeyId, OrganizationId, UserId};

    fn principal(user_type: UserType, permissions: &[Permission]) -> Principal {
        Principal {
            organization_id: OrganizationId::parse("o", "org_1").unwrap(),
            user_id: UserId::parse("u", "usr_1").unwrap(),
            is_integration: false,
            user_type,
            key_id: Some(ApiKeyId::parse("k", "key_1").unwrap()),
            permissions: permissions.to_vec(),
            key_expires_at: None,
            address: None,
            session_id: None,
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
    fn a_claimed_role_may_be_lower_but_not_higher() {
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
    fn what_answers_a_secret_needs_a_fresh_code() {
        let secret = Operation::ALL.iter().filter(|one| one.answers_a_secret());
        assert_eq!(secret.clone().count(), 8);
        for operation in secret {
            assert!(operation.needs_fresh_code(), "{operation:?}");
        }
        for harmless in [
            Operation::RevokeApiKey,
            Operation::EndUserSessions,
            Operation::UpdateCandidate,
            Operation::GetRecruiterAccess,
        ] {
            assert!(!harmless.needs_fresh_code(), "{harmless:?}");
        }
    }

    #[test]
    fn only_an_admin_may_manage() {
        for role in UserType::ALL {
            let caller = principal(role, &Permission::ALL);
            let checked = Operation::GetAuditLog.authorize(&caller, Claims::default());
            assert_eq!(checked.is_ok(), role == UserType::Admin, "{role:?}");
        }
    }
}
