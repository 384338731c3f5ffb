//! Provisioning: what an identity provider says about the users and groups of an organization.

use std::collections::BTreeSet;

use crate::{EmailAddress, GroupId, IdentityProvider, OrganizationId, Timestamp, User, UserId};

/// The most groups of an organization.
pub const MAX_PROVISIONED_GROUPS: usize = 1_000;
/// The most members of a group.
pub const MAX_GROUP_MEMBERS: usize = 10_000;

/// The token with which the provider of an organization provisions its users, without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ScimToken {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The first characters of the secret, for display.
    pub shown_prefix: String,
    /// When it was created.
    pub created_at: Timestamp,
    /// The Admin who created it.
    pub created_by: Option<UserId>,
    /// When it was last used, accurate to about a minute.
    pub last_used_at: Option<Timestamp>,
}

/// A user as the provider sees them.
#[derive(Debug, Clone, PartialEq)]
pub struct ProvisionedUser {
    /// The user.
    pub user: User,
    /// The name that identifies the user for the provider: the e-mail address, unless it chose another.
    pub user_name: String,
    /// The provider's identifier of the user.
    pub external_id: Option<String>,
    /// When the user was created.
    pub created_at: Timestamp,
}

/// What a provider says about a user.
#[derive(Debug, Clone, PartialEq)]
pub struct UserProvision {
    /// The name that identifies the user for the provider.
    pub user_name: String,
    /// The provider's identifier of the user.
    pub external_id: Option<String>,
    /// The display name.
    pub full_name: String,
    /// The e-mail address.
    pub email: EmailAddress,
    /// Whether they may sign in.
    pub active: bool,
}

/// Which users a provider asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum UserSearch {
    /// All.
    All,
    /// Those with this name; letter case does not matter.
    UserName(String),
    /// Those with this identifier of the provider.
    ExternalId(String),
    /// Those with this e-mail address; letter case does not matter.
    Email(String),
    /// The one with this identifier.
    Id(UserId),
}

/// A group of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProvisionedGroup {
    /// Its identifier.
    pub id: GroupId,
    /// Its name, unique in the organization.
    pub display_name: String,
    /// The provider's identifier of the group.
    pub external_id: Option<String>,
    /// When it was created.
    pub created_at: Timestamp,
}

impl ProvisionedGroup {
    /// Returns the names by which the settings of the provider can give the group a role. Tokens of Entra ID name groups by their
    /// identifiers, those of others by their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.display_name.as_str()).chain(self.external_id.as_deref())
    }

    /// Returns whether the settings of the provider give the group a role.
    pub fn has_role(&self, provider: &IdentityProvider) -> bool {
        self.names()
            .any(|name| provider.group_roles.iter().any(|one| one.group == name))
    }
}

/// What a provider says about a group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct GroupProvision {
    /// Its name.
    pub display_name: String,
    /// The provider's identifier of the group.
    pub external_id: Option<String>,
    /// Its members.
    pub members: BTreeSet<UserId>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{GroupRole, ProviderMode, UserType};

    #[test]
    fn a_group_has_a_role_by_its_name_or_by_the_identifier_of_the_provider() {
        let role = |group: &str| GroupRole {
            group: group.to_owned(),
            role: UserType::Recruiter,
        };
        let provider = IdentityProvider {
            organization_id: OrganizationId::parse("id", "org_1").unwrap(),
            issuer: "https://id.example.org".to_owned(),
            client_id: "shortlist".to_owned(),
            client_secret: None,
            domains: Vec::new(),
            mode: ProviderMode::Offered,
            emergency_admin: None,
            default_role: None,
            group_roles: vec![role("hr-team"), role("f00-7")],
            updated_at: Timestamp::from_unix_millis(0).unwrap(),
        };
        let group = |name: &str, external_id: Option<&str>| ProvisionedGroup {
            id: GroupId::parse("id", "grp_1").unwrap(),
            display_name: name.to_owned(),
            external_id: external_id.map(str::to_owned),
            created_at: provider.updated_at,
        };
        assert!(group("hr-team", None).has_role(&provider));
        assert!(group("People", Some("f00-7")).has_role(&provider));
        assert!(!group("HR-team", Some("x")).has_role(&provider));
    }
}
