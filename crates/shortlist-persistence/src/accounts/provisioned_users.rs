//! Users as an identity provider provisions them.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, NewAuditEntry, NewUser, OrganizationId, ProvisionedUser, Timestamp, User, UserId,
    UserProvision, UserSearch, UserType,
};

use crate::accounts::user_row::{NO_PASSWORD, UserRow};
use crate::accounts::users::{self, UserKind};
use crate::accounts::{
    account_links, factor_removals, group_roles, identity_providers, remaining_admins, sessions,
};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::{external_identities, scim_members, users as user_table};
use crate::store::Providers;
use crate::times::timestamp;
use crate::writer::{ProviderWriter, Written};

/// What only providers see of a user.
#[derive(Queryable, Selectable)]
#[diesel(table_name = crate::schema::users)]
struct ProviderColumns {
    user_name: Option<String>,
    external_id: Option<String>,
    created_at: NaiveDateTime,
    removed: bool,
}

/// The outcome of provisioning a user.
#[derive(Debug, Clone, PartialEq)]
pub enum UserProvisioning {
    /// It is done.
    Done(ProvisionedUser),
    /// The organization has no such user.
    NotFound,
    /// Another user has the name or the e-mail address.
    Taken,
    /// An account that was removed has the name or the e-mail address.
    TakenByRemoved,
    /// The organization would be left without an Admin who can sign in with a password or the provider.
    LastAdmin,
    /// The user is the emergency Admin of the identity provider, whether it is enforced or not.
    EmergencyAdmin,
    /// The e-mail address is that of an Admin, which a provider cannot change.
    AddressOfAdmin,
    /// The caller has found nothing to be done.
    Refused,
}

/// What to do with a user, given what is stored. `None` means nothing.
pub type ProvisionOf<'a> = dyn FnMut(&ProvisionedUser) -> Option<UserProvision> + 'a;

/// A user with whether the provider has removed it.
struct Found {
    user: ProvisionedUser,
    is_removed: bool,
}

impl Providers<'_> {
    /// Lists the users that a provider sees, by identifier: those who may sign in or were deactivated, but no machines.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_provisioned_users(
        &self,
        organization: &OrganizationId,
        search: &UserSearch,
    ) -> Result<Vec<ProvisionedUser>, StoreError> {
        let found = self
            .pools
            .read(|conn| found_users(conn, organization.as_str(), search))?;
        Ok(found
            .into_iter()
            .filter(is_visible)
            .map(|one| one.user)
            .collect())
    }
}

impl ProviderWriter<'_> {
    /// Creates a user, or activates the one again whom the provider had removed.
    ///
    /// # Errors
    /// When the database fails.
    pub fn provision_user(
        &self,
        new: &NewUser,
        provision: &UserProvision,
    ) -> Result<UserProvisioning, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        let organization = new.organization_id.as_str();
        self.writer.write_credentials(|conn| {
            dialect::lock_organization(conn, organization)?;
            let earlier = match earlier(conn, organization, provision)? {
                Ok(earlier) => earlier,
                Err(refusal) => return Ok(Written::nothing(refusal)),
            };
            let id = earlier.as_ref().map(|one| one.user.user.id.clone());
            let id = id.unwrap_or_else(|| new.id.clone());
            let key = UserKey::of(&new.organization_id, &id);
            match &earlier {
                Some(earlier) => revive(conn, &earlier.user.user, new.user_type)?,
                None => users::insert(conn, new, UserKind::Person)?,
            };
            store(conn, key, provision)?;
            let stored = find(conn, key)?.ok_or(diesel::result::Error::NotFound)?;
            let entry = match &earlier {
                Some(earlier) => change_entry(&earlier.user, &stored.user),
                None => creation_entry(new, &stored.user),
            };
            Ok(Written::one(UserProvisioning::Done(stored.user), entry))
        })
    }

    /// Changes a user. A deactivation ends all their sessions and links, a new e-mail address their links. An Admin who is activated again
    /// has no password, and the role that their groups give them.
    ///
    /// # Errors
    /// When the database fails.
    pub fn change_provisioned_user(
        &self,
        organization: &OrganizationId,
        id: &UserId,
        at: Timestamp,
        provision_of: &mut ProvisionOf<'_>,
    ) -> Result<UserProvisioning, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, id);
        self.writer.write_credentials(|conn| {
            dialect::lock_organization(conn, key.organization)?;
            let Some(before) = find(conn, key)?.filter(is_visible) else {
                return Ok(Written::nothing(UserProvisioning::NotFound));
            };
            let before = before.user;
            let Some(provision) = provision_of(&before) else {
                return Ok(Written::nothing(UserProvisioning::Refused));
            };
            let provision = with_kept_address(&before, provision);
            if is_same(&before, &provision) {
                return Ok(Written::nothing(UserProvisioning::Done(before)));
            }
            if let Some(refusal) = refusal(conn, key, &before, &provision)? {
                return Ok(Written::nothing(refusal));
            }
            if begins_again(&before.user, &provision) {
                let role = group_roles::role_of(conn, key)?;
                revive(conn, &before.user, role)?;
            }
            release_name(conn, key, &provision.user_name)?;
            store(conn, key, &provision)?;
            let stored = find(conn, key)?.ok_or(diesel::result::Error::NotFound)?;
            end_access(conn, key, &before, &provision, at)?;
            let entry = change_entry(&before, &stored.user);
            Ok(Written::one(UserProvisioning::Done(stored.user), entry))
        })
    }

    /// Removes a user: deactivates them, and hides them from the provider. The account remains, because others refer to it.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_provisioned_user(
        &self,
        organization: &OrganizationId,
        id: &UserId,
        at: Timestamp,
    ) -> Result<UserProvisioning, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, id);
        self.writer.write_credentials(|conn| {
            dialect::lock_organization(conn, key.organization)?;
            let Some(before) = find(conn, key)?.filter(is_visible) else {
                return Ok(Written::nothing(UserProvisioning::NotFound));
            };
            let before = before.user;
            if let Some(refusal) = deactivation_refusal(conn, key, &before.user)? {
                return Ok(Written::nothing(refusal));
            }
            hide(conn, key)?;
            sessions::revoke_all(conn, key, at)?;
            account_links::end_all(conn, key, at)?;
            let mut after = before.clone();
            after.user.active = false;
            let entry = change_entry(&before, &after).with_field("removed", "true");
            Ok(Written::one(UserProvisioning::Done(after), entry))
        })
    }
}

/// Returns whether a provider sees a user. Somebody who was activated again by hand is there again.
fn is_visible(found: &Found) -> bool {
    let user = &found.user.user;
    !user.is_integration && (user.active || !found.is_removed)
}

/// Returns why nobody may get the name or the address of these users.
fn conflict_with(others: &[Found]) -> Option<UserProvisioning> {
    let is_there = |one: &Found| is_visible(one) || one.user.user.is_integration;
    if others.iter().any(is_there) {
        return Some(UserProvisioning::Taken);
    }
    (!others.is_empty()).then_some(UserProvisioning::TakenByRemoved)
}

/// Returns the removed account that a new user activates again: the one with the same name, unless the provider means somebody else. Returns
/// why the user cannot be created if another account has the name or the address.
fn earlier(
    conn: &mut DbConn,
    organization: &str,
    provision: &UserProvision,
) -> Result<Result<Option<Found>, UserProvisioning>, StoreError> {
    let mut found = named(conn, organization, &provision.user_name)?;
    let has_same_name = !found.is_empty();
    let email = UserSearch::Email(provision.email.as_str().to_owned());
    for one in found_users(conn, organization, &email)? {
        if found
            .iter()
            .all(|known| known.user.user.id != one.user.user.id)
        {
            found.push(one);
        }
    }
    let Some(conflict) = conflict_with(&found) else {
        return Ok(Ok(None));
    };
    let is_only_one = has_same_name && found.len() == 1;
    let is_same = |one: &Found| match (&one.user.external_id, &provision.external_id) {
        (Some(stored), Some(sent)) => stored == sent,
        _ => true,
    };
    let earlier = found.into_iter().next().filter(is_same);
    match earlier {
        Some(earlier) if is_only_one && conflict == UserProvisioning::TakenByRemoved => {
            Ok(Ok(Some(earlier)))
        }
        _ => Ok(Err(conflict)),
    }
}

/// Keeps the address of an Admin who is deactivated. If the new one was refused, somebody who has left would stay active.
fn with_kept_address(before: &ProvisionedUser, provision: UserProvision) -> UserProvision {
    if provision.active || before.user.user_type != UserType::Admin {
        return provision;
    }
    UserProvision {
        email: before.user.email.clone(),
        ..provision
    }
}

/// Returns why a change of a user cannot be made.
fn refusal(
    conn: &mut DbConn,
    key: UserKey<'_>,
    before: &ProvisionedUser,
    provision: &UserProvision,
) -> Result<Option<UserProvisioning>, StoreError> {
    if !provision.active
        && let Some(refusal) = deactivation_refusal(conn, key, &before.user)?
    {
        return Ok(Some(refusal));
    }
    let is_of_other = |one: &Found| one.user.user.id != before.user.id;
    if provision.email != before.user.email {
        if before.user.user_type == UserType::Admin {
            return Ok(Some(UserProvisioning::AddressOfAdmin));
        }
        let email = UserSearch::Email(provision.email.as_str().to_owned());
        let mut others = found_users(conn, key.organization, &email)?;
        others.retain(is_of_other);
        if let Some(conflict) = conflict_with(&others) {
            return Ok(Some(conflict));
        }
    }
    if folded(&provision.user_name) == folded(&before.user_name) {
        return Ok(None);
    }
    let mut others = named(conn, key.organization, &provision.user_name)?;
    others.retain(is_of_other);
    let conflict = conflict_with(&others);
    // A removed account gives its name back. Its address stays, which must be unique.
    Ok(conflict.filter(|conflict| *conflict == UserProvisioning::Taken))
}

/// Takes a name from a removed account, so that another user can get it.
fn release_name(conn: &mut DbConn, key: UserKey<'_>, name: &str) -> QueryResult<usize> {
    let removed = user_table::table
        .filter(user_table::organization_id.eq(key.organization))
        .filter(user_table::folded_user_name.eq(folded(name)))
        .filter(user_table::id.ne(key.user))
        .filter(user_table::removed.eq(true))
        .filter(user_table::active.eq(false));
    diesel::update(removed)
        .set((
            user_table::user_name.eq(None::<&str>),
            user_table::folded_user_name.eq(None::<&str>),
        ))
        .execute(conn)
}

fn deactivation_refusal(
    conn: &mut DbConn,
    key: UserKey<'_>,
    user: &User,
) -> Result<Option<UserProvisioning>, StoreError> {
    if !user.is_active_admin() {
        return Ok(None);
    }
    if !remaining_admins::has_other(conn, key)? {
        return Ok(Some(UserProvisioning::LastAdmin));
    }
    let is_emergency_admin = identity_providers::is_named_as_emergency_admin(conn, key)?;
    Ok(is_emergency_admin.then_some(UserProvisioning::EmergencyAdmin))
}

/// Ends what a change makes invalid.
fn end_access(
    conn: &mut DbConn,
    key: UserKey<'_>,
    before: &ProvisionedUser,
    provision: &UserProvision,
    at: Timestamp,
) -> Result<(), StoreError> {
    if !provision.active {
        sessions::revoke_all(conn, key, at)?;
    }
    if !provision.active || provision.email != before.user.email {
        account_links::end_all(conn, key, at)?;
    }
    Ok(())
}

/// Returns whether a change activates an Admin. Somebody deactivated them, perhaps by hand, and a provider cannot make Admins by itself.
fn begins_again(before: &User, provision: &UserProvision) -> bool {
    provision.active && !before.active && before.user_type == UserType::Admin
}

/// Activates a user again with a role. The old password ends.
fn revive(conn: &mut DbConn, before: &User, role: UserType) -> QueryResult<usize> {
    let after = User {
        user_type: role,
        active: true,
        is_invited: false,
        ..before.clone()
    };
    users::update(conn, &after, Some(NO_PASSWORD))
}

fn is_same(before: &ProvisionedUser, provision: &UserProvision) -> bool {
    let user = &before.user;
    before.user_name == provision.user_name
        && before.external_id == provision.external_id
        && user.full_name == provision.full_name
        && user.email.as_str() == provision.email.as_str()
        && user.active == provision.active
}

/// Stores what a provider says about a user.
fn store(conn: &mut DbConn, key: UserKey<'_>, provision: &UserProvision) -> QueryResult<usize> {
    let row = user_table::table
        .filter(user_table::organization_id.eq(key.organization))
        .filter(user_table::id.eq(key.user));
    diesel::update(row)
        .set((
            user_table::user_name.eq(&provision.user_name),
            user_table::folded_user_name.eq(folded(&provision.user_name)),
            user_table::external_id.eq(provision.external_id.as_deref()),
            user_table::full_name.eq(&provision.full_name),
            user_table::email.eq(provision.email.as_str()),
            user_table::folded_email.eq(provision.email.folded()),
            user_table::active.eq(provision.active),
            user_table::removed.eq(false),
        ))
        .execute(conn)
}

/// Deactivates a user and hides them from the provider, who has ended their account and all its groups. Their second factor ends, too: if the
/// account is activated again, it may be for somebody with another device.
fn hide(conn: &mut DbConn, key: UserKey<'_>) -> Result<(), StoreError> {
    let row = user_table::table
        .filter(user_table::organization_id.eq(key.organization))
        .filter(user_table::id.eq(key.user));
    diesel::update(row)
        .set((user_table::active.eq(false), user_table::removed.eq(true)))
        .execute(conn)?;
    let memberships = scim_members::table
        .filter(scim_members::organization_id.eq(key.organization))
        .filter(scim_members::user_id.eq(key.user));
    diesel::delete(memberships).execute(conn)?;
    let identities = external_identities::table
        .filter(external_identities::organization_id.eq(key.organization))
        .filter(external_identities::user_id.eq(key.user));
    diesel::delete(identities).execute(conn)?;
    factor_removals::remove_all(conn, key)?;
    Ok(())
}

fn folded(name: &str) -> String {
    name.to_lowercase()
}

/// Loads the users of a query with what only providers see.
macro_rules! load {
    ($conn:expr, $query:expr) => {
        $query
            .order(user_table::id)
            .select((UserRow::as_select(), ProviderColumns::as_select()))
            .load::<(UserRow, ProviderColumns)>($conn)?
    };
}

/// Finds a user, even one whom the provider has removed.
fn find(conn: &mut DbConn, key: UserKey<'_>) -> Result<Option<Found>, StoreError> {
    let row = user_table::table
        .filter(user_table::organization_id.eq(key.organization))
        .filter(user_table::id.eq(key.user));
    let found = load!(conn, row).into_iter().next();
    found
        .map(|(row, columns)| into_found(row, columns))
        .transpose()
}

/// Finds the users with a name: those whom a provider has given it, and those without one who have it as their e-mail address.
fn named(conn: &mut DbConn, organization: &str, user_name: &str) -> Result<Vec<Found>, StoreError> {
    found_users(
        conn,
        organization,
        &UserSearch::UserName(user_name.to_owned()),
    )
}

fn found_users(
    conn: &mut DbConn,
    organization: &str,
    search: &UserSearch,
) -> Result<Vec<Found>, StoreError> {
    let all = || user_table::table.filter(user_table::organization_id.eq(organization));
    let rows = match search {
        UserSearch::All => load!(conn, all()),
        UserSearch::Id(id) => load!(conn, all().filter(user_table::id.eq(id.as_str()))),
        UserSearch::ExternalId(id) => {
            load!(conn, all().filter(user_table::external_id.eq(id.as_str())))
        }
        UserSearch::Email(email) => {
            load!(
                conn,
                all().filter(user_table::folded_email.eq(folded(email)))
            )
        }
        UserSearch::UserName(name) => {
            let given = all().filter(user_table::folded_user_name.eq(folded(name)));
            let by_email = all()
                .filter(user_table::folded_email.eq(folded(name)))
                .filter(user_table::folded_user_name.is_null());
            let mut rows = load!(conn, given);
            rows.extend(load!(conn, by_email));
            rows
        }
    };
    let rows = rows.into_iter();
    rows.map(|(row, columns)| into_found(row, columns))
        .collect()
}

fn into_found(row: UserRow, columns: ProviderColumns) -> Result<Found, StoreError> {
    let user = row.into_user()?;
    let address = || user.email.as_str().to_owned();
    Ok(Found {
        user: ProvisionedUser {
            user_name: columns.user_name.unwrap_or_else(address),
            external_id: columns.external_id,
            created_at: timestamp(columns.created_at),
            user,
        },
        is_removed: columns.removed,
    })
}

fn creation_entry(new: &NewUser, stored: &ProvisionedUser) -> NewAuditEntry {
    let entry = users::creation_entry(new, UserKind::Person);
    let entry = with_names(entry, None, stored);
    if stored.user.active {
        entry
    } else {
        entry.with_field("active", "false")
    }
}

fn change_entry(before: &ProvisionedUser, after: &ProvisionedUser) -> NewAuditEntry {
    let active = |one: &ProvisionedUser| if one.user.active { "true" } else { "false" };
    let entry = NewAuditEntry::done(AuditedKind::User, after.user.id.as_str())
        .with_change(
            "userType",
            Some(before.user.user_type.as_str()),
            Some(after.user.user_type.as_str()),
        )
        .with_change(
            "fullName",
            Some(&before.user.full_name),
            Some(&after.user.full_name),
        )
        .with_change(
            "email",
            Some(before.user.email.as_str()),
            Some(after.user.email.as_str()),
        )
        .with_change("active", Some(active(before)), Some(active(after)));
    with_names(entry, Some(before), after)
}

/// Returns an entry with the names that the provider has for a user.
fn with_names(
    entry: NewAuditEntry,
    before: Option<&ProvisionedUser>,
    after: &ProvisionedUser,
) -> NewAuditEntry {
    let external_id = |one: &ProvisionedUser| one.external_id.clone();
    entry
        .with_change(
            "userName",
            before.map(|one| one.user_name.as_str()),
            Some(&after.user_name),
        )
        .with_change(
            "externalId",
            before.and_then(external_id).as_deref(),
            after.external_id.as_deref(),
        )
}
