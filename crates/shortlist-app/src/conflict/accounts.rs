//! Conflicts of organizations and users.

/// Why an organization or a user cannot be created or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountConflict {
    /// The user is the last active Admin.
    LastAdmin,
    /// Another organization has the identifier.
    OrganizationTaken,
    /// Another user has the identifier or the e-mail address.
    UserTaken,
    /// Another user has the generated identifier of an integration user.
    IntegrationTaken,
    /// The user is not waiting for an invitation.
    NotInvited,
}

impl AccountConflict {
    /// Returns the stable name of the reason, for programs.
    pub fn code(self) -> &'static str {
        match self {
            Self::LastAdmin => "lastAdmin",
            Self::OrganizationTaken => "organizationTaken",
            Self::UserTaken => "userTaken",
            Self::IntegrationTaken => "integrationTaken",
            Self::NotInvited => "notInvited",
        }
    }
}
