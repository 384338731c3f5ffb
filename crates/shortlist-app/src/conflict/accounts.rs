//! Conflicts of organizations and users.

/// Why an organization or a user cannot be created or changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountConflict {
    /// No Admin who can sign in would remain.
    LastAdmin,
    /// Another organization has the identifier.
    OrganizationTaken,
    /// Another user has the identifier or the e-mail address.
    UserTaken,
    /// Another user has the generated identifier of an integration user.
    IntegrationTaken,
    /// The user is not waiting for an invitation.
    NotInvited,
    /// A second factor is added to a password, and the user has none.
    NoPassword,
    /// The user has a second factor already.
    SecondFactorExists,
    /// No second factor waits for its first code.
    NoSecondFactorWaits,
    /// The user has no second factor.
    NoSecondFactor,
    /// The user is the caller, who removes their own second factor with the password and a code.
    OwnSecondFactor,
    /// The user has a second factor, and has not used it in the session.
    SecondFactorUnproven,
    /// Somebody has this passkey already.
    PasskeyTaken,
    /// The organization requires a second factor for the user's role.
    SecondFactorRequired,
    /// The organization requires its identity provider, so nobody is invited to choose a password.
    ProviderEnforced,
    /// The user is the Admin who may use a password although the provider is enforced.
    EmergencyAdmin,
    /// Without the provider, no Admin could sign in.
    NoAdminWithPassword,
    /// The user has no password that may be used, and could not sign in any more.
    LastSignInWay,
    /// This service does not support identity providers.
    SingleSignOnOff,
    /// The stored secret of the provider cannot be sent.
    UnusableProviderSecret,
    /// The provider would change the e-mail address of an Admin.
    AddressOfAdmin,
    /// An account that the provider has removed has the name or the e-mail address.
    RemovedUserTaken,
    /// Another group has the name.
    GroupTaken,
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
            Self::NoPassword => "noPassword",
            Self::SecondFactorExists => "secondFactorExists",
            Self::NoSecondFactorWaits => "noSecondFactorWaits",
            Self::NoSecondFactor => "noSecondFactor",
            Self::OwnSecondFactor => "ownSecondFactor",
            Self::SecondFactorUnproven => "secondFactorUnproven",
            Self::PasskeyTaken => "passkeyTaken",
            Self::SecondFactorRequired => "secondFactorRequired",
            Self::ProviderEnforced => "providerEnforced",
            Self::EmergencyAdmin => "emergencyAdmin",
            Self::NoAdminWithPassword => "noAdminWithPassword",
            Self::LastSignInWay => "lastSignInWay",
            Self::SingleSignOnOff => "singleSignOnOff",
            Self::UnusableProviderSecret => "unusableProviderSecret",
            Self::AddressOfAdmin => "addressOfAdmin",
            Self::RemovedUserTaken => "removedUserTaken",
            Self::GroupTaken => "groupTaken",
        }
    }
}
