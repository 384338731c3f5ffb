//! A change of a provisioned group: what is stored, and what it should become.

use std::collections::BTreeSet;

use shortlist_domain::{
    AuditedKind, GroupProvision, IdentityProvider, NewAuditEntry, OrganizationId, ProvisionedGroup,
    UserId,
};

/// A group before a change, and what it should become.
pub(super) struct GroupStep<'a> {
    pub(super) organization: &'a OrganizationId,
    pub(super) group: &'a ProvisionedGroup,
    pub(super) members: BTreeSet<UserId>,
    /// Without it, the group is removed.
    pub(super) next: Option<&'a GroupProvision>,
}

impl GroupStep<'_> {
    pub(super) fn next_members(&self) -> BTreeSet<UserId> {
        self.next
            .map(|next| next.members.clone())
            .unwrap_or_default()
    }

    pub(super) fn changes_nothing(&self) -> bool {
        self.next.is_some_and(|next| {
            next.display_name == self.group.display_name
                && next.external_id == self.group.external_id
                && next.members == self.members
        })
    }

    /// Returns the users whose roles may change: who joins or leaves, and everybody if the group gets another role.
    pub(super) fn affected(&self, provider: &IdentityProvider) -> BTreeSet<UserId> {
        let next = self.next.map(|next| after(self.group, next));
        let had_role = self.group.has_role(provider) && !self.members.is_empty();
        let has_role = next.as_ref().is_some_and(|next| next.has_role(provider));
        if !had_role && !has_role {
            return BTreeSet::new();
        }
        let next_members = self.next_members();
        let is_same = next.as_ref().is_some_and(|next| {
            next.display_name == self.group.display_name
                && next.external_id == self.group.external_id
        });
        if is_same {
            let changed = self.members.symmetric_difference(&next_members);
            changed.cloned().collect()
        } else {
            self.members.union(&next_members).cloned().collect()
        }
    }

    /// Returns the audit entry of the change.
    pub(super) fn entry(&self, before: Option<&ProvisionedGroup>) -> NewAuditEntry {
        let next_members = self.next_members();
        let joined = next_members.difference(&self.members).count();
        let left = self.members.difference(&next_members).count();
        let external_id = |one: &ProvisionedGroup| one.external_id.clone();
        let entry = NewAuditEntry::done(AuditedKind::Organization, self.organization.as_str())
            .with_field("groupId", self.group.id.as_str())
            .with_change(
                "groupName",
                before.map(|one| one.display_name.as_str()),
                self.next.map(|next| next.display_name.as_str()),
            )
            .with_change(
                "groupExternalId",
                before.and_then(external_id).as_deref(),
                self.next.and_then(|next| next.external_id.as_deref()),
            );
        let counts = [("membersAdded", joined), ("membersRemoved", left)];
        let counts = counts.into_iter().filter(|(_, count)| *count > 0);
        counts.fold(entry, |entry, (field, count)| {
            entry.with_field(field, &count.to_string())
        })
    }
}

/// Returns a group with what the provider says about it.
pub(super) fn after(group: &ProvisionedGroup, provision: &GroupProvision) -> ProvisionedGroup {
    ProvisionedGroup {
        display_name: provision.display_name.clone(),
        external_id: provision.external_id.clone(),
        ..group.clone()
    }
}
