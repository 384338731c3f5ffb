//! Why a caller may not do something, as values. `english/refusal.rs` writes the text.

use shortlist_domain::{Permission, RecordKind, UserType};

/// The rule that forbids a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Refusal {
    /// The API key lacks this permission.
    MissingPermission(Permission),
    /// Users of this role may not call the operation.
    RoleMayNot(UserType),
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
}

impl Refusal {
    /// Returns the stable name of the rule, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::MissingPermission(_) => "missingPermission",
            Self::RoleMayNot(_) => "roleMayNot",
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
        }
    }
}
