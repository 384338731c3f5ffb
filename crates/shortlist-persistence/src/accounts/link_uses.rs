//! New links of users, and their use: a password is set once.

use shortlist_domain::{
    AccountLink, AuditedKind, LinkPurpose, LinkState, NewAccountLink, NewAuditEntry, Timestamp,
    User,
};

use crate::accounts::{account_links, sessions, user_row, users};
use crate::dialect;
use crate::error::StoreError;
use crate::keys::{LinkKey, UserKey};
use crate::writer::{UserWriter, Written};

/// The outcome of storing a link.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkInsertion {
    /// It was stored. It has ended the earlier links of the user.
    Stored(User),
    /// The organization has no such user.
    NoUser,
    /// The user may not sign in, is a machine, has no password that could be reset, or has one already and needs no invitation.
    Refused,
}

/// The outcome of using a link.
#[derive(Debug, Clone, PartialEq)]
pub enum LinkUse {
    /// The password is set, and all sessions of the user have ended.
    Set(User),
    /// The link cannot be used any more.
    Closed,
    /// The user may not sign in.
    NoAccess,
}

impl UserWriter<'_> {
    /// Stores a link of a user, and ends the earlier ones.
    ///
    /// # Errors
    /// When the database fails.
    pub fn insert_link(&self, link: &NewAccountLink) -> Result<LinkInsertion, StoreError> {
        self.writer.check_organization(&link.organization_id)?;
        let key = UserKey::of(&link.organization_id, &link.user_id);
        self.writer.write(|conn| {
            // Of two links at once, the second one ends the first.
            dialect::lock_user(conn, key.organization, key.user)?;
            let Some(user) = user_row::find(conn, key)? else {
                return Ok(Written::nothing(LinkInsertion::NoUser));
            };
            let is_invitation = link.purpose == LinkPurpose::Invitation;
            if !user.active || user.is_integration || user.is_invited != is_invitation {
                return Ok(Written::nothing(LinkInsertion::Refused));
            }
            account_links::end_all(conn, key, link.created_at)?;
            account_links::insert(conn, link)?;
            let entry = NewAuditEntry::done(AuditedKind::User, key.user);
            let entry = account_links::with_link(entry, link);
            Ok(Written::one(LinkInsertion::Stored(user), entry))
        })
    }

    /// Sets the password of a link's user, if the link is still open. All sessions and links of the user end.
    ///
    /// # Errors
    /// When the database fails.
    pub fn use_link(
        &self,
        link: &AccountLink,
        password_hash: &str,
        at: Timestamp,
    ) -> Result<LinkUse, StoreError> {
        self.writer.check_organization(&link.organization_id)?;
        let user = UserKey::of(&link.organization_id, &link.user_id);
        let key = LinkKey::of(&link.organization_id, &link.id);
        self.writer.write_credentials(|conn| {
            // Of two uses at once, the second one waits here, and then finds the link used.
            dialect::lock_user(conn, user.organization, user.user)?;
            let current = account_links::find(conn, key)?;
            if current.is_none_or(|current| current.state(at) != LinkState::Open) {
                return Ok(Written::nothing(LinkUse::Closed));
            }
            let found = user_row::find(conn, user)?;
            let Some(before) = found.filter(|one| one.active && !one.is_integration) else {
                return Ok(Written::nothing(LinkUse::NoAccess));
            };
            let after = User {
                is_invited: false,
                ..before
            };
            users::update(conn, &after, Some(password_hash))?;
            sessions::revoke_all(conn, user, at)?;
            account_links::mark_used(conn, key, at)?;
            account_links::end_all(conn, user, at)?;
            let entry = NewAuditEntry::done(AuditedKind::User, user.user)
                .with_field("password", "changed")
                .with_field("linkPurpose", link.purpose.as_str());
            Ok(Written::one(LinkUse::Set(after), entry))
        })
    }
}
