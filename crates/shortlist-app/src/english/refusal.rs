//! Why a caller may not do something, in English.

use std::fmt;

use shortlist_domain::UserType;

use crate::refusal::{IdentityRefusal, Refusal};

/// The rule, for the caller and for the audit log.
impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingPermission(permission) => {
                write!(formatter, "the API key lacks the permission {permission}")
            }
            Self::RoleMayNot(role) => {
                write!(formatter, "{} may not do this", user_of(*role))
            }
            Self::MayNotDecide => formatter.write_str(
                "hiring managers of this organization do not decide about candidates; an Admin can allow it in the settings, under Access",
            ),
            Self::OnlyDecisions => formatter.write_str(
                "a hiring manager may change only the status of a candidate, with a reason",
            ),
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
            Self::UseSingleSignOn => formatter.write_str(
                "this organization requires single sign-on instead of a password; sign in with its identity provider, and programs \
                 with POST /auth/token",
            ),
            Self::IdempotencyNeedsApiKey => {
                formatter.write_str("only calls with an API key can have an idempotency key")
            }
        }
    }
}

/// Returns what a user with a role is called.
fn user_of(role: UserType) -> &'static str {
    match role {
        UserType::Admin => "an Admin",
        UserType::Recruiter => "a Recruiter",
        UserType::HiringManager => "a hiring manager",
        UserType::ReadOnly => "a user who may only read",
        UserType::Interviewer => "an Interviewer",
    }
}

/// The reason, and what to do.
impl fmt::Display for IdentityRefusal {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::NoVerifiedEmail => {
                "the identity provider did not send a verified e-mail address; ask its administrator to send the claims email and email_verified"
            }
            Self::OtherDomain => {
                "the domain of the e-mail address is not one of this organization's; ask an Admin of the organization to allow it"
            }
            Self::NoRole => {
                "none of your groups at the identity provider has a role here; ask an Admin of the organization for access"
            }
            Self::Deactivated => {
                "this account is deactivated; ask an Admin of the organization to activate it"
            }
            Self::AddressTaken => {
                "the account with this e-mail address belongs to somebody else at the identity provider, or to a program; ask an Admin of \
                 the organization"
            }
        })
    }
}
