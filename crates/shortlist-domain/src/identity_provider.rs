//! Identity providers of organizations: who signs in with one, and which role they get.

use std::fmt;

use crate::{
    ChoiceProblem, EmailAddress, EmailDomain, InvalidValue, OrganizationId, TextProblem, Timestamp,
    UserId, UserType,
};

/// The most groups that are mapped to roles.
pub const MAX_GROUP_ROLES: usize = 100;
/// The longest issuer, client ID or secret, in characters.
const MAX_PROVIDER_TEXT_CHARS: usize = 1_000;
/// The longest name of a group, in characters. Longer ones in tokens are left out.
pub const MAX_PROVIDER_GROUP_CHARS: usize = 200;

/// The secret that authenticates this service to a provider. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct ProviderSecret(String);

impl ProviderSecret {
    /// Returns a secret that was checked before.
    pub fn stored(text: String) -> Self {
        Self(text)
    }

    /// Returns the secret. Send it only to the provider.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for ProviderSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ProviderSecret(***)")
    }
}

/// Whether the users of an organization have to sign in with its provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProviderMode {
    /// Users may sign in with the provider or with a password.
    Offered,
    /// Users sign in with the provider. Only the emergency Admin may use a password.
    Enforced,
}

impl ProviderMode {
    /// Returns the mode's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Offered => "Offered",
            Self::Enforced => "Enforced",
        }
    }

    /// Parses a mode's name; letter case matters.
    ///
    /// # Errors
    /// Returns an error if no mode has that name.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        [Self::Offered, Self::Enforced]
            .into_iter()
            .find(|mode| mode.as_str() == text)
            .ok_or_else(|| {
                InvalidValue::new(field, ChoiceProblem::Neither(&["Offered", "Enforced"]))
            })
    }
}

/// The role of the members of a group at the provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupRole {
    /// The group, as the provider writes it in its tokens.
    pub group: String,
    /// The role.
    pub role: UserType,
}

/// The identity provider of an organization.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdentityProvider {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The issuer, exactly as the provider writes it in its tokens.
    pub issuer: String,
    /// The client ID that the provider gave to this service.
    pub client_id: String,
    /// The secret that the provider gave to this service; `None` for a public client.
    pub client_secret: Option<ProviderSecret>,
    /// The domains of the e-mail addresses whose users it signs in, sorted.
    pub domains: Vec<EmailDomain>,
    /// Whether users have to sign in with it.
    pub mode: ProviderMode,
    /// The Admin who may use a password although it is enforced.
    pub emergency_admin: Option<UserId>,
    /// The role of users whose groups have none. `None` means that no account is created for them. If any group has a role, they may not
    /// sign in either.
    pub default_role: Option<UserType>,
    /// The roles of groups.
    pub group_roles: Vec<GroupRole>,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

impl IdentityProvider {
    /// Returns whether it signs in users with this e-mail address.
    pub fn is_for(&self, email: &EmailAddress) -> bool {
        self.domains.contains(&EmailDomain::of(email))
    }

    /// Returns whether a user may sign in with a password.
    pub fn permits_password(&self, user: &UserId) -> bool {
        self.mode == ProviderMode::Offered || self.emergency_admin.as_ref() == Some(user)
    }

    /// Returns the role of a user with these groups: the one with the most rights, or else the default.
    pub fn role_of(&self, groups: &[String]) -> Option<UserType> {
        let of_groups = |role: UserType| {
            let mut mapped = self.group_roles.iter();
            mapped.any(|one| one.role == role && groups.contains(&one.group))
        };
        UserType::ALL
            .into_iter()
            .find(|role| of_groups(*role))
            .or(self.default_role)
    }

    /// Returns whether the provider decides the role of this user at each sign-in.
    pub fn decides_role_of(&self, user: &UserId) -> bool {
        !self.group_roles.is_empty() && self.emergency_admin.as_ref() != Some(user)
    }
}

/// Checks a text of the settings, such as an issuer. Returns it trimmed.
///
/// # Errors
/// Returns an error if it is empty or too long, or contains a control character.
pub fn check_provider_text(field: &str, text: &str) -> Result<String, InvalidValue> {
    check_line(field, text, MAX_PROVIDER_TEXT_CHARS)
}

/// Checks the name of a group. Returns it trimmed.
///
/// # Errors
/// Returns an error if it is empty or too long, or contains a control character.
pub fn check_provider_group(field: &str, text: &str) -> Result<String, InvalidValue> {
    check_line(field, text, MAX_PROVIDER_GROUP_CHARS)
}

fn check_line(field: &str, text: &str, most: usize) -> Result<String, InvalidValue> {
    let text = text.trim();
    let length = text.chars().count();
    if length == 0 || length > most || text.chars().any(char::is_control) {
        return Err(InvalidValue::new(field, TextProblem::NotOneLine(most)));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provider() -> IdentityProvider {
        let group = |group: &str, role| GroupRole {
            group: group.to_owned(),
            role,
        };
        IdentityProvider {
            organization_id: OrganizationId::parse("id", "org_1").unwrap(),
            issuer: "https://id.example.org".to_owned(),
            client_id: "shortlist".to_owned(),
            client_secret: Some(ProviderSecret::stored("s3cret".to_owned())),
            domains: vec![EmailDomain::parse("domains", "@Example.ORG").unwrap()],
            mode: ProviderMode::Enforced,
            emergency_admin: Some(UserId::parse("id", "usr_ada").unwrap()),
            default_role: None,
            group_roles: vec![
                group("staff", UserType::Interviewer),
                group("leads", UserType::Admin),
                group("heads", UserType::HiringManager),
            ],
            updated_at: Timestamp::from_unix_millis(0).unwrap(),
        }
    }

    #[test]
    fn the_group_with_the_most_rights_decides() {
        let groups = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let role = |names: &[&str]| {
            let groups: Vec<String> = groups(names);
            provider().role_of(&groups)
        };
        assert_eq!(role(&["staff", "leads"]), Some(UserType::Admin));
        assert_eq!(role(&["staff"]), Some(UserType::Interviewer));
        assert_eq!(role(&["staff", "heads"]), Some(UserType::HiringManager));
        assert_eq!(role(&["Staff"]), None, "letter case matters");
        let with_default = IdentityProvider {
            default_role: Some(UserType::Recruiter),
            ..provider()
        };
        assert_eq!(with_default.role_of(&[]), Some(UserType::Recruiter));
    }

    #[test]
    fn only_the_emergency_admin_has_a_password_in_an_enforced_organization() {
        let (ada, bob) = (
            UserId::parse("id", "usr_ada").unwrap(),
            UserId::parse("id", "usr_bob").unwrap(),
        );
        let provider = provider();
        assert!(provider.permits_password(&ada) && !provider.permits_password(&bob));
        assert!(!provider.decides_role_of(&ada) && provider.decides_role_of(&bob));
        let offered = IdentityProvider {
            mode: ProviderMode::Offered,
            ..provider
        };
        assert!(offered.permits_password(&bob));
    }

    #[test]
    fn an_address_belongs_to_exactly_its_domain() {
        let is_for = |email| provider().is_for(&EmailAddress::parse("email", email).unwrap());
        assert!(is_for("Ada@EXAMPLE.org"));
        assert!(!is_for("ada@sub.example.org"));
        assert!(!is_for("ada@notexample.org"));
    }

    #[test]
    fn no_secret_is_in_the_debug_output() {
        assert!(!format!("{:?}", provider()).contains("s3cret"));
    }

    #[test]
    fn a_text_of_the_settings_is_trimmed_and_has_no_control_character() {
        assert_eq!(check_provider_text("clientId", " a ").unwrap(), "a");
        let long = "a".repeat(MAX_PROVIDER_TEXT_CHARS + 1);
        for bad in ["", " ", "a\nb", long.as_str()] {
            let refused = check_provider_text("clientId", bad).unwrap_err();
            let problem = TextProblem::NotOneLine(MAX_PROVIDER_TEXT_CHARS);
            assert_eq!(refused, InvalidValue::new("clientId", problem));
        }
        let group = "a".repeat(MAX_PROVIDER_GROUP_CHARS);
        assert!(check_provider_group("groupRoles", &group).is_ok());
        assert!(check_provider_group("groupRoles", &format!("{group}a")).is_err());
        assert_eq!(
            ProviderMode::parse("mode", "Enforced").unwrap(),
            ProviderMode::Enforced
        );
        assert!(ProviderMode::parse("mode", "enforced").is_err());
    }
}
