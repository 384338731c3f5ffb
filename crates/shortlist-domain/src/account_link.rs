//! Links by which users set a password: an invitation, or a reset of a password that was forgotten.

use chrono::Duration;

use crate::{AccountLinkId, ChoiceProblem, InvalidValue, OrganizationId, Timestamp, UserId};

/// How long an invitation is valid, in days.
pub const INVITATION_DAYS: i64 = 7;
/// How long a link to reset a password is valid, in minutes.
pub const RESET_MINUTES: i64 = 60;

/// What a link is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkPurpose {
    /// A new user chooses the first password.
    Invitation,
    /// A user has forgotten the password.
    Reset,
}

impl LinkPurpose {
    /// Returns the name, as it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Invitation => "invitation",
            Self::Reset => "reset",
        }
    }

    /// Parses a stored name.
    ///
    /// # Errors
    /// Returns an error for any other text.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        [Self::Invitation, Self::Reset]
            .into_iter()
            .find(|purpose| purpose.as_str() == text)
            .ok_or_else(|| {
                InvalidValue::new(field, ChoiceProblem::Neither(&["invitation", "reset"]))
            })
    }

    /// Returns how long a link is valid.
    pub fn lifetime(self) -> Duration {
        match self {
            Self::Invitation => Duration::days(INVITATION_DAYS),
            Self::Reset => Duration::minutes(RESET_MINUTES),
        }
    }
}

/// How a link reaches its user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkDelivery {
    /// By a mail of the service.
    Mail,
    /// By the Admin who has invited the user, because the service sends no mail. Nobody gets a link to reset a password.
    Admin,
}

impl LinkDelivery {
    /// Returns the name, as the audit log has it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Mail => "mail",
            Self::Admin => "admin",
        }
    }
}

/// A link to be stored: the hash of its secret, never the secret.
#[derive(Debug, Clone)]
pub struct NewAccountLink {
    /// Its identifier. The secret is derived from it.
    pub id: AccountLinkId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Whose password it sets.
    pub user_id: UserId,
    /// What it is for.
    pub purpose: LinkPurpose,
    /// How it reaches the user.
    pub delivery: LinkDelivery,
    /// SHA-256 of the secret.
    pub token_hash: [u8; 32],
    /// When it was made.
    pub created_at: Timestamp,
}

impl NewAccountLink {
    /// Returns when the link expires.
    pub fn expires_at(&self) -> Timestamp {
        self.created_at.plus(self.purpose.lifetime())
    }
}

/// A stored link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountLink {
    /// Its identifier.
    pub id: AccountLinkId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Whose password it sets.
    pub user_id: UserId,
    /// What it is for.
    pub purpose: LinkPurpose,
    /// SHA-256 of the secret.
    pub token_hash: [u8; 32],
    /// When it ends, and has ended.
    pub times: LinkTimes,
}

/// When a link ends, and has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LinkTimes {
    /// When it expires.
    pub expires_at: Timestamp,
    /// When it was used.
    pub used_at: Option<Timestamp>,
    /// When a newer link, another password or a deactivation has ended it.
    pub ended_at: Option<Timestamp>,
}

/// Whether a link can be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkState {
    /// It can be used once.
    Open,
    /// It was used.
    Used,
    /// A newer link, another password or a deactivation has ended it.
    Ended,
    /// It was not used in time.
    Expired,
}

impl AccountLink {
    /// Returns the state at a time.
    pub fn state(&self, now: Timestamp) -> LinkState {
        self.times.state(now)
    }
}

impl LinkTimes {
    /// Returns the state at a time. What has happened to a link counts before its time.
    pub fn state(&self, now: Timestamp) -> LinkState {
        if self.used_at.is_some() {
            LinkState::Used
        } else if self.ended_at.is_some() {
            LinkState::Ended
        } else if self.expires_at <= now {
            LinkState::Expired
        } else {
            LinkState::Open
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(seconds * 1_000).unwrap()
    }

    #[test]
    fn a_link_is_open_until_it_is_used_ended_or_expired() {
        let link = LinkTimes {
            expires_at: at(10),
            used_at: None,
            ended_at: None,
        };
        assert_eq!(link.state(at(9)), LinkState::Open);
        assert_eq!(link.state(at(10)), LinkState::Expired);
        let ended = LinkTimes {
            ended_at: Some(at(5)),
            ..link
        };
        assert_eq!(ended.state(at(20)), LinkState::Ended);
        let used = LinkTimes {
            used_at: Some(at(5)),
            ..link
        };
        assert_eq!(used.state(at(6)), LinkState::Used);
    }

    #[test]
    fn a_reset_is_short_and_an_invitation_lasts_a_week() {
        assert_eq!(LinkPurpose::Reset.lifetime(), Duration::hours(1));
        assert_eq!(LinkPurpose::Invitation.lifetime(), Duration::days(7));
        for purpose in [LinkPurpose::Invitation, LinkPurpose::Reset] {
            assert_eq!(LinkPurpose::parse("p", purpose.as_str()), Ok(purpose));
        }
    }
}
