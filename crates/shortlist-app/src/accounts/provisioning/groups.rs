//! Groups as the provider of an organization provisions them. Their members get the roles that single sign-on gives to groups.

use std::collections::BTreeSet;

use shortlist_domain::{
    GroupId, GroupProvision, InvalidValue, MAX_GROUP_MEMBERS, MAX_PROVISIONED_GROUPS,
    ProviderProblem, ProvisionedGroup, QueryProblem, TextProblem, UserId, check_provider_group,
};
use shortlist_persistence::{GroupProvisioning, StoreError};

use super::{Provisioning, ProvisioningClient};
use crate::accounts::conflict_if_taken;
use crate::conflict::{AccountConflict, Limited};
use crate::error::AppError;
use crate::secrets::random_bits;

/// The names of the actions in the audit log.
pub(crate) const PROVISION_GROUP: &str = "provisionGroup";
pub(crate) const CHANGE_PROVISIONED_GROUP: &str = "changeProvisionedGroup";
pub(crate) const REMOVE_PROVISIONED_GROUP: &str = "removeProvisionedGroup";

const NO_GROUP: AppError = AppError::NotFound {
    field: "id",
    what: "group",
};

/// What a provider sends about a group.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProvisionGroup {
    /// Its name. Without one, the stored name stays.
    pub display_name: Option<String>,
    /// The provider's identifier of the group.
    pub external_id: Option<String>,
    /// The identifiers of its members.
    pub members: BTreeSet<String>,
}

/// What a provider sends about a group, given what is stored and the members; `None` if nothing can be done.
pub type SentGroup<'a> = dyn FnMut(&ProvisionedGroup, &[UserId]) -> Option<ProvisionGroup> + 'a;

impl Provisioning<'_> {
    /// Lists the groups of the provider, by identifier.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_groups(
        &self,
        client: &ProvisioningClient,
    ) -> Result<Vec<ProvisionedGroup>, AppError> {
        let providers = self.records.store.providers();
        Ok(providers.list_provisioned_groups(&client.organization_id)?)
    }

    /// Returns a group.
    ///
    /// # Errors
    /// Returns an error if there is no such group.
    pub fn get_group(
        &self,
        client: &ProvisioningClient,
        id: &str,
    ) -> Result<ProvisionedGroup, AppError> {
        let providers = self.records.store.providers();
        let found = providers.find_provisioned_group(&client.organization_id, &group_id(id)?)?;
        found.ok_or(NO_GROUP)
    }

    /// Lists the members of a group, by identifier.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn list_members(
        &self,
        client: &ProvisioningClient,
        group: &GroupId,
    ) -> Result<Vec<UserId>, AppError> {
        let providers = self.records.store.providers();
        Ok(providers.list_group_members(&client.organization_id, group)?)
    }

    /// Creates a group. Its members get its role.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if another group has the name, or if no Admin would remain.
    pub fn create_group(
        &self,
        client: &ProvisioningClient,
        sent: ProvisionGroup,
    ) -> Result<ProvisionedGroup, AppError> {
        let provision = checked(sent, None)?;
        let now = self.records.clock.now();
        let new = ProvisionedGroup {
            id: GroupId::generate(now, random_bits()?),
            display_name: provision.display_name.clone(),
            external_id: provision.external_id.clone(),
            created_at: now,
        };
        let organization = &client.organization_id;
        let writer = self.writer(client, PROVISION_GROUP);
        let stored = writer
            .providers()
            .provision_group(organization, &new, &provision);
        outcome(stored)?.ok_or(NO_GROUP)
    }

    /// Changes a group. Users who join or leave it get the role of their groups. Returns `None` if what was sent changes nothing that can
    /// be changed.
    ///
    /// # Errors
    /// Returns an error if there is no such group, if a value is invalid or taken, or if no Admin would remain.
    pub fn change_group(
        &self,
        client: &ProvisioningClient,
        id: &str,
        sent: &mut SentGroup<'_>,
    ) -> Result<Option<ProvisionedGroup>, AppError> {
        let id = group_id(id)?;
        let mut invalid = None;
        let mut provision_of = |before: &ProvisionedGroup, members: &[UserId]| {
            let provision = checked(sent(before, members)?, Some(before));
            provision.map_err(|problem| invalid = Some(problem)).ok()
        };
        let writer = self.writer(client, CHANGE_PROVISIONED_GROUP);
        let changed = writer.providers().change_provisioned_group(
            &client.organization_id,
            &id,
            &mut provision_of,
        );
        match invalid {
            Some(problem) => Err(problem),
            None => outcome(changed),
        }
    }

    /// Removes a group. Its members get the role of their other groups.
    ///
    /// # Errors
    /// Returns an error if there is no such group, or if no Admin would remain.
    pub fn remove_group(&self, client: &ProvisioningClient, id: &str) -> Result<(), AppError> {
        let writer = self.writer(client, REMOVE_PROVISIONED_GROUP);
        let removed = writer
            .providers()
            .remove_provisioned_group(&client.organization_id, &group_id(id)?);
        outcome(removed).map(drop)
    }
}

/// Returns an identifier. Nothing has a malformed one.
fn group_id(id: &str) -> Result<GroupId, AppError> {
    GroupId::parse("id", id).map_err(|_malformed| NO_GROUP)
}

fn outcome(
    stored: Result<GroupProvisioning, StoreError>,
) -> Result<Option<ProvisionedGroup>, AppError> {
    let stored = stored.map_err(|error| conflict_if_taken(error, AccountConflict::GroupTaken))?;
    match stored {
        GroupProvisioning::Done(group) => Ok(Some(group)),
        GroupProvisioning::Refused => Ok(None),
        GroupProvisioning::NotFound => Err(NO_GROUP),
        GroupProvisioning::Taken => Err(AppError::conflict(AccountConflict::GroupTaken)),
        GroupProvisioning::NoMember(id) => {
            let problem = ProviderProblem::NoMember(id.as_str().to_owned());
            Err(InvalidValue::new("members", problem).into())
        }
        GroupProvisioning::TooMany => {
            Err(AppError::too_many(Limited::Groups, MAX_PROVISIONED_GROUPS))
        }
        GroupProvisioning::LastAdmin => Err(AppError::conflict(AccountConflict::LastAdmin)),
    }
}

/// Checks what a provider sends about a group.
fn checked(
    sent: ProvisionGroup,
    before: Option<&ProvisionedGroup>,
) -> Result<GroupProvision, AppError> {
    let display_name = match (sent.display_name, before) {
        (Some(name), _) => check_provider_group("displayName", &name)?,
        (None, Some(before)) => before.display_name.clone(),
        (None, None) => return Err(InvalidValue::new("displayName", TextProblem::Empty).into()),
    };
    let external_id = sent.external_id.filter(|id| !id.trim().is_empty());
    let external_id = external_id.map(|id| check_provider_group("externalId", &id));
    if sent.members.len() > MAX_GROUP_MEMBERS {
        return Err(AppError::too_many(Limited::GroupMembers, MAX_GROUP_MEMBERS));
    }
    let unknown = || InvalidValue::new("members", QueryProblem::NotFound("user"));
    let member = |id: &String| UserId::parse("members", id).map_err(|_malformed| unknown());
    Ok(GroupProvision {
        display_name,
        external_id: external_id.transpose()?,
        members: sent.members.iter().map(member).collect::<Result<_, _>>()?,
    })
}
