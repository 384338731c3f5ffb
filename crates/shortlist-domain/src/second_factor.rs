//! Second factors of users: an app that shows codes, and recovery codes for users who have lost their app.

use std::fmt;

use chrono::Duration;

use crate::{OrganizationId, SessionId, Timestamp, UserId, UserType};

/// How many recovery codes a user gets.
pub const RECOVERY_CODES: usize = 10;
/// How long a code or the use of a passkey counts before dangerous operations, in minutes.
pub const FRESH_MINUTES: i64 = 15;
/// How long a secret waits for its first code, in minutes.
pub const SET_UP_MINUTES: i64 = 10;

/// The secret that a user's app shares with the service. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct FactorSecret(Vec<u8>);

impl FactorSecret {
    /// Returns the secret of these bytes.
    pub fn new(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Returns the bytes from which codes are computed.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for FactorSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FactorSecret(***)")
    }
}

/// When and where a user began to set up a second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FactorBeginning {
    /// The session, which alone may confirm the secret.
    pub session_id: Option<SessionId>,
    /// When the secret was made.
    pub at: Timestamp,
}

/// A second factor to be stored. It counts once a code has confirmed it.
#[derive(Debug, Clone)]
pub struct NewSecondFactor {
    /// The organization of the user.
    pub organization_id: OrganizationId,
    /// The user.
    pub user_id: UserId,
    /// The secret.
    pub secret: FactorSecret,
    /// When and where its secret was made.
    pub begun: FactorBeginning,
}

/// A stored second factor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SecondFactor {
    /// The secret.
    pub secret: FactorSecret,
    /// When and where its secret was made.
    pub begun: FactorBeginning,
    /// When a code has confirmed that the user's app has the secret. Before that, sign-ins do not ask for a code.
    pub confirmed_at: Option<Timestamp>,
    /// The time step of the last code that was accepted. Each step is accepted once.
    pub last_step: Option<i64>,
}

impl SecondFactor {
    /// Returns whether it waits for its first code in this session.
    pub fn waits_in(&self, session: Option<&SessionId>, now: Timestamp) -> bool {
        let ends_at = self.begun.at.plus(Duration::minutes(SET_UP_MINUTES));
        self.confirmed_at.is_none() && self.begun.session_id.as_ref() == session && now < ends_at
    }
}

/// Whether and when a code was entered in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SecondFactorProof {
    /// No code was entered.
    #[default]
    Missing,
    /// A code was entered at this time.
    At(Timestamp),
    /// The session was not opened with a password, so it never asks for a code. Somebody else has checked who the user is.
    NotNeeded,
}

/// The state of a user's second factor in a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SecondFactorStatus {
    /// Whether the user has one.
    pub is_set_up: bool,
    /// Whether the organization requires one for the user's role.
    pub is_required: bool,
    /// Whether and when a code was entered in the session.
    pub proof: SecondFactorProof,
}

impl SecondFactorStatus {
    /// Returns whether the user has to set one up before anything else.
    pub fn must_be_set_up(&self) -> bool {
        self.is_required && !self.is_set_up && self.proof != SecondFactorProof::NotNeeded
    }

    /// Returns whether a dangerous operation needs a code first.
    pub fn needs_fresh_code(&self, now: Timestamp) -> bool {
        match self.proof {
            SecondFactorProof::NotNeeded => false,
            SecondFactorProof::Missing => self.is_set_up,
            SecondFactorProof::At(at) => {
                self.is_set_up && at.plus(Duration::minutes(FRESH_MINUTES)) <= now
            }
        }
    }
}

/// The roles whose users must have a second factor, each once.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SecondFactorPolicy(Vec<UserType>);

impl SecondFactorPolicy {
    /// Returns the policy for these roles.
    pub fn new(roles: impl IntoIterator<Item = UserType>) -> Self {
        let given: Vec<UserType> = roles.into_iter().collect();
        Self(
            UserType::ALL
                .into_iter()
                .filter(|role| given.contains(role))
                .collect(),
        )
    }

    /// Returns the roles.
    pub fn roles(&self) -> &[UserType] {
        &self.0
    }

    /// Returns whether users of a role must have a second factor. The narrower roles of a Recruiter see the same candidates, so a policy
    /// that names Recruiters includes them.
    pub fn requires(&self, role: UserType) -> bool {
        self.0.contains(&role) || self.0.contains(&role.claim())
    }

    /// Returns the names of the roles, as they are stored.
    pub fn names(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|role| role.as_str()).collect();
        names.join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_unix_millis(minutes * 60_000).unwrap()
    }

    #[test]
    fn a_secret_waits_for_a_while_in_its_session() {
        let session = |id| SessionId::parse("id", id).unwrap();
        let (own, other) = (session("ses_1"), session("ses_2"));
        let mut factor = SecondFactor {
            secret: FactorSecret::new(vec![1]),
            begun: FactorBeginning {
                session_id: Some(own.clone()),
                at: at(1),
            },
            confirmed_at: None,
            last_step: None,
        };
        assert!(factor.waits_in(Some(&own), at(SET_UP_MINUTES)));
        assert!(!factor.waits_in(Some(&own), at(SET_UP_MINUTES + 1)));
        assert!(!factor.waits_in(Some(&other), at(1)));
        assert!(!factor.waits_in(None, at(1)));
        factor.confirmed_at = Some(at(2));
        assert!(!factor.waits_in(Some(&own), at(2)));
    }

    #[test]
    fn a_code_counts_for_a_quarter_of_an_hour() {
        let status = |is_set_up, proof| SecondFactorStatus {
            is_set_up,
            is_required: false,
            proof,
        };
        let typed = status(true, SecondFactorProof::At(at(1)));
        assert!(!typed.needs_fresh_code(at(FRESH_MINUTES)));
        assert!(typed.needs_fresh_code(at(FRESH_MINUTES + 1)));
        assert!(status(true, SecondFactorProof::Missing).needs_fresh_code(at(0)));
        assert!(!status(true, SecondFactorProof::NotNeeded).needs_fresh_code(at(99)));
        assert!(!status(false, SecondFactorProof::Missing).needs_fresh_code(at(99)));
    }

    #[test]
    fn only_a_required_factor_must_be_set_up() {
        let status = SecondFactorStatus {
            is_set_up: false,
            is_required: true,
            proof: SecondFactorProof::Missing,
        };
        assert!(status.must_be_set_up());
        let others = [
            SecondFactorStatus {
                is_set_up: true,
                ..status
            },
            SecondFactorStatus {
                is_required: false,
                ..status
            },
            SecondFactorStatus {
                proof: SecondFactorProof::NotNeeded,
                ..status
            },
        ];
        assert!(others.iter().all(|other| !other.must_be_set_up()));
    }

    #[test]
    fn a_policy_names_each_role_once() {
        let policy =
            SecondFactorPolicy::new([UserType::Recruiter, UserType::Admin, UserType::Recruiter]);
        assert_eq!(policy.names(), "Admin,Recruiter");
        assert!(policy.requires(UserType::Admin) && !policy.requires(UserType::Interviewer));
        assert_eq!(SecondFactorPolicy::default().names(), "");
    }

    #[test]
    fn a_policy_for_recruiters_includes_the_narrower_roles() {
        let narrower = [UserType::HiringManager, UserType::ReadOnly];
        let recruiters = SecondFactorPolicy::new([UserType::Recruiter]);
        assert!(narrower.iter().all(|role| recruiters.requires(*role)));
        let others = [UserType::Admin, UserType::Interviewer];
        assert!(!others.iter().any(|role| recruiters.requires(*role)));
        let readers = SecondFactorPolicy::new([UserType::ReadOnly]);
        assert!(readers.requires(UserType::ReadOnly));
        assert!(!readers.requires(UserType::Recruiter));
        assert!(!readers.requires(UserType::HiringManager));
    }

    #[test]
    fn a_secret_is_not_shown() {
        let shown = format!("{:?}", FactorSecret::new(vec![65, 66]));
        assert_eq!(shown, "FactorSecret(***)");
    }
}
