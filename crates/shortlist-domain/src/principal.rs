//! Callers and their permissions.

use std::fmt;

use crate::{
    Actor, ApiKeyId, ChoiceProblem, EmailAddress, InvalidValue, OrganizationId, Party, SessionId,
    StageList, Timestamp, UserId,
};

/// One of the two environments. Each accepts only its own keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Environment {
    /// Real data.
    Production,
    /// Test data.
    Sandbox,
}

impl Environment {
    /// Returns the value of the `X-Environment` header.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Production => "production",
            Self::Sandbox => "sandbox",
        }
    }

    /// Returns the prefix of this environment's keys.
    pub fn key_prefix(self) -> &'static str {
        match self {
            Self::Production => "sl_live_",
            Self::Sandbox => "sl_test_",
        }
    }
}

/// A permission of an API key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Permission {
    /// List and read jobs.
    JobsRead,
    /// Create and change jobs.
    JobsWrite,
    /// List and read candidates.
    CandidatesRead,
    /// Upload resumes; change, rescore and erase candidates.
    CandidatesWrite,
    /// Read interviews and their reports.
    InterviewsRead,
    /// Schedule and change interviews, submit reports and reviews.
    InterviewsWrite,
    /// Read leaderboards.
    LeaderboardRead,
    /// Manage webhooks, and read what they received.
    Webhooks,
    /// Manage users and keys, read the audit log.
    Admin,
    /// Send applications from outside. A key with this permission has no other.
    Apply,
    /// Send applications from the server of a careers site, and state the addresses of applicants. A key with this permission
    /// has no other, and is secret.
    ApplyServer,
}

impl Permission {
    /// Every permission of a key with which no user calls. Each must be the only one of its key.
    pub const FOR_APPLICATIONS: [Self; 2] = [Self::Apply, Self::ApplyServer];

    /// Every permission of a key with which users call the API.
    pub const ALL: [Self; 9] = [
        Self::JobsRead,
        Self::JobsWrite,
        Self::CandidatesRead,
        Self::CandidatesWrite,
        Self::InterviewsRead,
        Self::InterviewsWrite,
        Self::LeaderboardRead,
        Self::Webhooks,
        Self::Admin,
    ];

    /// Returns the permission's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::JobsRead => "jobs:read",
            Self::JobsWrite => "jobs:write",
            Self::CandidatesRead => "candidates:read",
            Self::CandidatesWrite => "candidates:write",
            Self::InterviewsRead => "interviews:read",
            Self::InterviewsWrite => "interviews:write",
            Self::LeaderboardRead => "leaderboard:read",
            Self::Webhooks => "webhooks",
            Self::Admin => "admin",
            Self::Apply => "apply",
            Self::ApplyServer => "apply:server",
        }
    }

    /// Returns whether a key with this permission sends applications, and opens nothing else.
    pub fn is_for_applications(self) -> bool {
        Self::FOR_APPLICATIONS.contains(&self)
    }

    /// Parses a permission's name.
    ///
    /// # Errors
    /// Returns an error if no permission has that name. The message lists all names.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .chain(Self::FOR_APPLICATIONS)
            .find(|p| p.as_str().eq_ignore_ascii_case(value.trim()))
            .ok_or_else(|| {
                let names = Self::ALL.into_iter().chain(Self::FOR_APPLICATIONS);
                InvalidValue::new(field, ChoiceProblem::not_one_of(names.map(Self::as_str)))
            })
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A user's role. Callers with the two narrower roles of a Recruiter call with `userType: Recruiter`, see [`UserType::claim`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum UserType {
    /// May do everything in the organization.
    Admin,
    /// Reads and writes all candidates, interviews and reviews of the organization; creates jobs of their own.
    Recruiter,
    /// Reads and reviews the candidates of the jobs whose hiring team they belong to, and decides about them if the organization
    /// allows it.
    HiringManager,
    /// Reads what a Recruiter reads, and changes only the own account.
    ReadOnly,
    /// Sees and reviews the candidates assigned to them.
    Interviewer,
}

impl UserType {
    /// All roles, the one with the most rights first.
    pub const ALL: [Self; 5] = [
        Self::Admin,
        Self::Recruiter,
        Self::HiringManager,
        Self::ReadOnly,
        Self::Interviewer,
    ];

    /// Returns the role's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Admin => "Admin",
            Self::Recruiter => "Recruiter",
            Self::HiringManager => "HiringManager",
            Self::ReadOnly => "ReadOnly",
            Self::Interviewer => "Interviewer",
        }
    }

    /// Returns the `userType` of callers with this role: one of Admin, Recruiter and Interviewer.
    #[must_use]
    pub fn claim(self) -> Self {
        match self {
            Self::Admin => Self::Admin,
            Self::Recruiter | Self::HiringManager | Self::ReadOnly => Self::Recruiter,
            Self::Interviewer => Self::Interviewer,
        }
    }

    /// Returns whether users of this role manage jobs: they may own them, and change everything about their candidates.
    pub fn manages_jobs(self) -> bool {
        matches!(self, Self::Admin | Self::Recruiter)
    }

    /// Parses a role's name; letter case matters.
    ///
    /// # Errors
    /// Returns an error if no role has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|role| role.as_str() == value)
            .ok_or_else(|| {
                let names = Self::ALL.into_iter().map(Self::as_str);
                InvalidValue::new(field, ChoiceProblem::not_one_of(names))
            })
    }

    /// Parses the `userType` of a user, which is no narrower role; letter case matters.
    ///
    /// # Errors
    /// Returns an error if no type has that name.
    pub fn parse_type(field: &str, value: &str) -> Result<Self, InvalidValue> {
        [Self::Admin, Self::Recruiter, Self::Interviewer]
            .into_iter()
            .find(|role| role.as_str() == value)
            .ok_or_else(|| {
                InvalidValue::new(
                    field,
                    ChoiceProblem::Neither(&["Admin", "Recruiter", "Interviewer"]),
                )
            })
    }

    /// Parses the fields `userType` and `role` of an input. Without a role, the type is the role.
    ///
    /// # Errors
    /// Returns an error if either has no such name, or if the role is not one of the type.
    pub fn parse_with_role(user_type: &str, role: Option<&str>) -> Result<Self, InvalidValue> {
        let claim = Self::parse_type("userType", user_type)?;
        let Some(role) = role else {
            return Ok(claim);
        };
        let of_type = Self::ALL.into_iter().filter(|one| one.claim() == claim);
        Self::parse("role", role)
            .ok()
            .filter(|role| role.claim() == claim)
            .ok_or_else(|| {
                InvalidValue::new("role", ChoiceProblem::not_one_of(of_type.map(Self::as_str)))
            })
    }

    /// Parses the role that a caller claims in an input: `Admin` or `Recruiter`; letter case matters.
    ///
    /// # Errors
    /// Returns an error if it is anything else.
    pub fn parse_claim(field: &str, value: &str) -> Result<Self, InvalidValue> {
        match value {
            "Admin" => Ok(Self::Admin),
            "Recruiter" => Ok(Self::Recruiter),
            _ => Err(InvalidValue::new(
                field,
                ChoiceProblem::Neither(&["Admin", "Recruiter"]),
            )),
        }
    }
}

/// An organization to be created.
#[derive(Debug, Clone, PartialEq)]
pub struct NewOrganization {
    /// Its identifier.
    pub id: OrganizationId,
    /// Its display name.
    pub name: String,
    /// The stages that its jobs get.
    pub stages: StageList,
    /// When it was created.
    pub created_at: Timestamp,
}

/// An organization: the tenant.
#[derive(Debug, Clone, PartialEq)]
pub struct Organization {
    /// Its identifier.
    pub id: OrganizationId,
    /// Its display name.
    pub name: String,
    /// When it was created.
    pub created_at: Timestamp,
}

/// A user to be created.
#[derive(Debug, Clone)]
pub struct NewUser {
    /// Their identifier.
    pub id: UserId,
    /// Their organization.
    pub organization_id: OrganizationId,
    /// Their role.
    pub user_type: UserType,
    /// Their display name.
    pub full_name: String,
    /// The e-mail address they sign in with; unique in the organization.
    pub email: EmailAddress,
    /// The Argon2id hash of their password, in PHC format.
    pub password_hash: String,
    /// When the user was created.
    pub created_at: Timestamp,
}

/// A user.
#[derive(Debug, Clone, PartialEq)]
pub struct User {
    /// Their identifier.
    pub id: UserId,
    /// Their organization.
    pub organization_id: OrganizationId,
    /// Their role.
    pub user_type: UserType,
    /// Their display name.
    pub full_name: String,
    /// The e-mail address they sign in with.
    pub email: EmailAddress,
    /// Whether they may sign in and call the API.
    pub active: bool,
    /// Whether the user is a machine, which calls the API with access tokens and cannot sign in.
    pub is_integration: bool,
    /// Whether the user was invited and has not chosen a password yet.
    pub is_invited: bool,
}

impl User {
    /// Returns whether this is a person who can sign in. A machine cannot, and who was invited may never have done so.
    pub fn can_sign_in(&self) -> bool {
        self.active && !self.is_integration && !self.is_invited
    }

    /// Returns whether this is an Admin who can sign in, and so can help others.
    pub fn is_active_admin(&self) -> bool {
        self.can_sign_in() && self.user_type == UserType::Admin
    }
}

/// What a change of a user does to the role.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum RoleChange {
    /// It stays.
    #[default]
    Keep,
    /// It stays if it is one of this type. So a program that writes back the type that it read does not widen the role.
    Type(UserType),
    /// It becomes this one.
    Role(UserType),
}

impl RoleChange {
    /// Returns the role after the change.
    #[must_use]
    pub fn applied_to(self, before: UserType) -> UserType {
        match self {
            Self::Keep => before,
            Self::Type(wanted) if before.claim() == wanted => before,
            Self::Type(role) | Self::Role(role) => role,
        }
    }
}

/// The fields of a user to change; `None` keeps a field.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UserChange {
    /// What happens to the role.
    pub role: RoleChange,
    /// A new display name.
    pub full_name: Option<String>,
    /// Whether they may sign in and call the API. Deactivating a user ends all their sessions.
    pub active: Option<bool>,
    /// The hash of a new password. Changing it ends all their sessions.
    pub password_hash: Option<String>,
}

/// An API key to be stored: the hash of its secret, never the secret.
#[derive(Debug, Clone)]
pub struct NewApiKey {
    /// Its identifier.
    pub id: ApiKeyId,
    /// The organization it belongs to.
    pub organization_id: OrganizationId,
    /// Its purpose, in the words of its creator.
    pub name: String,
    /// The first characters of the secret, which distinguish keys in a list.
    pub shown_prefix: String,
    /// SHA-256 of the secret.
    pub secret_hash: [u8; 32],
    /// Its permissions.
    pub permissions: Vec<Permission>,
    /// The environment it belongs to.
    pub environment: Environment,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
}

/// A stored API key.
#[derive(Debug, Clone, PartialEq)]
pub struct ApiKey {
    /// Its identifier.
    pub id: ApiKeyId,
    /// The organization it belongs to.
    pub organization_id: OrganizationId,
    /// Its purpose.
    pub name: String,
    /// The first characters of the secret.
    pub shown_prefix: String,
    /// Its permissions.
    pub permissions: Vec<Permission>,
    /// The environment it belongs to.
    pub environment: Environment,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it expires.
    pub expires_at: Option<Timestamp>,
    /// When it was revoked.
    pub revoked_at: Option<Timestamp>,
    /// Whether it was revoked permanently rather than from a given time on. Such a key stays revoked even if the clock
    /// changes.
    pub ended: bool,
    /// When it was last used, accurate to about a minute.
    pub last_used_at: Option<Timestamp>,
}

impl ApiKey {
    /// Returns whether the key is valid at the given time.
    pub fn is_live(&self, now: Timestamp) -> bool {
        !self.ended
            && self.revoked_at.is_none_or(|at| now < at)
            && self.expires_at.is_none_or(|at| now < at)
    }
}

/// The authenticated caller: a user, and the key of the same organization that they call with.
#[derive(Debug, Clone, PartialEq)]
pub struct Principal {
    /// The organization of both key and user.
    pub organization_id: OrganizationId,
    /// The user that the bearer token belongs to.
    pub user_id: UserId,
    /// Whether the user is a machine.
    pub is_integration: bool,
    /// The user's role. Authorization uses this role, never one that an input claims.
    pub user_type: UserType,
    /// The API key used; `None` for a user of the web app, who needs none.
    pub key_id: Option<ApiKeyId>,
    /// The key's permissions. A user of the web app has all of them, so only their role restricts them.
    pub permissions: Vec<Permission>,
    /// When the key stops working: at its expiry or at its revocation, whichever comes first.
    pub key_expires_at: Option<Timestamp>,
    /// The network address that the call came from, if known.
    pub address: Option<String>,
    /// The session of the bearer token or the cookie. Integration users have none.
    pub session_id: Option<SessionId>,
}

impl Principal {
    /// Returns the caller as the audit log records them.
    pub fn party(&self) -> Party {
        let (key_id, address) = (self.key_id.clone(), self.address.clone());
        let actor = if self.is_integration {
            Actor::Integration {
                user_id: self.user_id.clone(),
                key_id,
                address,
            }
        } else {
            Actor::Caller {
                user_id: Some(self.user_id.clone()),
                key_id,
                address,
            }
        };
        Party {
            organization_id: self.organization_id.clone(),
            actor,
        }
    }

    /// Returns whether the key has the permission.
    pub fn has(&self, permission: Permission) -> bool {
        self.permissions.contains(&permission)
    }

    /// Returns whether the caller may act for the given recruiter and see their jobs.
    pub fn may_act_for(&self, recruiter: &UserId) -> bool {
        self.user_type == UserType::Admin || self.user_id == *recruiter
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_type_that_is_written_back_keeps_a_narrower_role() {
        use UserType::{Admin, Interviewer, ReadOnly, Recruiter};
        for (change, before, after) in [
            (RoleChange::Keep, ReadOnly, ReadOnly),
            (RoleChange::Type(Recruiter), ReadOnly, ReadOnly),
            (RoleChange::Type(Recruiter), Interviewer, Recruiter),
            (RoleChange::Type(Interviewer), ReadOnly, Interviewer),
            (RoleChange::Role(Recruiter), ReadOnly, Recruiter),
            (RoleChange::Role(Admin), Admin, Admin),
        ] {
            assert_eq!(change.applied_to(before), after, "{change:?}");
        }
    }

    #[test]
    fn every_permission_reads_back_from_its_name() {
        for permission in Permission::ALL {
            assert_eq!(
                Permission::parse("permissions", permission.as_str()).unwrap(),
                permission
            );
        }
        assert_eq!(
            Permission::parse("permissions", "jobs:READ").unwrap(),
            Permission::JobsRead
        );
        assert!(Permission::parse("permissions", "jobs:reads").is_err());
    }

    #[test]
    fn a_role_has_the_type_with_which_its_users_call() {
        for role in UserType::ALL {
            assert_eq!(UserType::parse("role", role.as_str()).unwrap(), role);
            let claim = role.claim().as_str();
            let read = UserType::parse_with_role(claim, Some(role.as_str()));
            assert_eq!(read.unwrap(), role);
            let is_type = UserType::parse_type("userType", role.as_str()).is_ok();
            assert_eq!(is_type, role.claim() == role, "{role:?}");
        }
        let alone = UserType::parse_with_role("Recruiter", None).unwrap();
        assert_eq!(alone, UserType::Recruiter);
        for (claim, role) in [("Admin", "ReadOnly"), ("ReadOnly", "ReadOnly")] {
            assert!(UserType::parse_with_role(claim, Some(role)).is_err());
        }
    }

    #[test]
    fn a_claim_is_case_sensitive_and_never_interviewer() {
        assert_eq!(
            UserType::parse_claim("userType", "Admin").unwrap(),
            UserType::Admin
        );
        for bad in ["admin", "Interviewer", "", "Recruiter "] {
            assert!(UserType::parse_claim("userType", bad).is_err());
        }
    }
}
