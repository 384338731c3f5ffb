//! Why a caller may not do something, as values. `english/refusal.rs` writes the text.

use shortlist_domain::{Permission, RecordKind, UserType};

/// The rule that forbids a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The API key lacks this permission.
    MissingPermission(Permission),
    /// Users of this role may not call the operation.
    RoleMayNot(UserType),
    /// Hiring managers of the organization do not decide about candidates.
    MayNotDecide,
    /// A hiring manager changes more than the status and the stage.
    OnlyDecisions,
    /// The input names another organization than that of the credentials.
    OtherOrganization,
    /// The input claims a higher role than the user has.
    HigherRole,
    /// The input names another user, which only an Admin may do.
    OtherUser,
    /// The candidate is not assigned to the Interviewer.
    NotAssigned,
    /// The candidate is reviewed blind and not revealed.
    NotRevealed,
    /// An Interviewer asks for interviews of others.
    OthersInterviews,
    /// The note belongs to somebody else.
    OthersNote,
    /// The API key lacks the permission for this kind of records.
    KindNeedsPermission(RecordKind, Permission),
    /// The caller has been deactivated meanwhile.
    CallerDeactivated,
    /// The sender of an upload has been deactivated meanwhile.
    SenderDeactivated,
    /// The caller may not upload.
    MayNotUpload,
    /// The call has an idempotency key, but no API key.
    IdempotencyNeedsApiKey,
    /// The organization requires its identity provider instead of a password.
    UseSingleSignOn,
}

impl Refusal {
    /// Returns the stable name of the rule, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::MissingPermission(_) => "missingPermission",
            Self::RoleMayNot(_) => "roleMayNot",
            Self::MayNotDecide => "mayNotDecide",
            Self::OnlyDecisions => "onlyDecisions",
            Self::OtherOrganization => "otherOrganization",
            Self::HigherRole => "higherRole",
            Self::OtherUser => "otherUser",
            Self::NotAssigned => "notAssigned",
            Self::NotRevealed => "notRevealed",
            Self::OthersInterviews => "othersInterviews",
            Self::OthersNote => "othersNote",
            Self::KindNeedsPermission(..) => "kindNeedsPermission",
            Self::CallerDeactivated => "callerDeactivated",
            Self::SenderDeactivated => "senderDeactivated",
            Self::MayNotUpload => "mayNotUpload",
            Self::IdempotencyNeedsApiKey => "idempotencyNeedsApiKey",
            Self::UseSingleSignOn => "useSingleSignOn",
        }
    }
}

/// Why a user whom the provider knows may not sign in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityRefusal {
    /// The provider names no e-mail address that it says is verified.
    NoVerifiedEmail,
    /// The domain of the e-mail address is not one of the organization's.
    OtherDomain,
    /// No group of the user has a role, and there is no default.
    NoRole,
    /// The user is deactivated.
    Deactivated,
    /// The account with the e-mail address belongs to somebody else at the provider, or to a program.
    AddressTaken,
}
