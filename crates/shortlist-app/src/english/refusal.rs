//! Why a caller may not do something, in English.

use std::fmt;

use shortlist_domain::UserType;

use crate::refusal::Refusal;

/// The rule, for the caller and for the audit log.
impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingPermission(permission) => {
                write!(formatter, "the API key lacks the permission {permission}")
            }
            Self::RoleMayNot(role) => {
                let article = if *role == UserType::Recruiter {
                    "a"
                } else {
                    "an"
                };
                write!(formatter, "{article} {} may not do this", role.as_str())
            }
            Self::KindNeedsPermission(kind, permission) => write!(
                formatter,
                "kinds: {} needs a key with the permission {permission}",
                kind.as_str()
            ),
            Self::OtherOrganization => {
                formatter.write_str("organizationId: is not the organization of the credentials")
            }
            Self::HigherRole => {
                formatter.write_str("userType: claims a higher role than the user has")
            }
            Self::OtherUser => {
                formatter.write_str("recruiterId: only an Admin may name another user")
            }
            Self::NotAssigned => {
                formatter.write_str("the candidate is not assigned to this interviewer")
            }
            Self::NotRevealed => formatter.write_str(
                "the job is reviewed blind; reveal the candidate with revealCandidate first",
            ),
            Self::OthersInterviews => {
                formatter.write_str("an Interviewer may list only their own interviews")
            }
            Self::OthersNote => {
                formatter.write_str("only its author or an Admin may delete a note")
            }
            Self::CallerDeactivated => formatter.write_str(
                "your account has been deactivated meanwhile; ask an Admin to activate it",
            ),
            Self::SenderDeactivated => {
                formatter.write_str("the user who sent the upload was deactivated")
            }
            Self::MayNotUpload => formatter.write_str("the caller may not upload"),
            Self::IdempotencyNeedsApiKey => {
                formatter.write_str("only calls with an API key can have an idempotency key")
            }
        }
    }
}
