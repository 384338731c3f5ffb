//! Which mails users get, of those that they can switch off.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, MailPreferences, MailPreferencesChange, NewAuditEntry, OrganizationId, UserId,
};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::outbox::make_sending_due;
use crate::schema::mail_preferences;
use crate::store::Mails;
use crate::times;
use crate::writer::{MailWriter, Written};

impl Mails<'_> {
    /// Returns which mails a user gets.
    ///
    /// # Errors
    /// When the database fails.
    pub fn preferences(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<MailPreferences, StoreError> {
        let key = UserKey::of(organization, user);
        let found = self.pools.read(|conn| Ok(find(conn, key)?))?;
        Ok(found.unwrap_or_default())
    }
}

impl MailWriter<'_> {
    /// Changes which mails a user gets, and returns the preferences.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such user.
    pub fn set_preferences(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        change: MailPreferencesChange,
    ) -> Result<MailPreferences, StoreError> {
        self.writer.check_organization(organization)?;
        let key = UserKey::of(organization, user);
        self.writer.write(|conn| {
            // Of two changes at once, the second one sees the first.
            dialect::lock_user(conn, key.organization, key.user)?;
            let stored = find(conn, key)?;
            let before = stored.unwrap_or_default();
            let after = before.changed(change);
            if after == before {
                return Ok(Written::nothing(after));
            }
            if stored.is_some() {
                update(conn, key, after)?;
            } else {
                insert(conn, key, after)?;
            }
            if after.daily_digest && !before.daily_digest {
                // The next look at the organization's mails could be after the next digest.
                make_sending_due(
                    conn,
                    key.organization,
                    times::stored(self.writer.action().at),
                )?;
            }
            Ok(Written::one(after, entry(user, before, after)))
        })
    }
}

/// Returns the audit entry of a change.
fn entry(user: &UserId, before: MailPreferences, after: MailPreferences) -> NewAuditEntry {
    let mut entry = NewAuditEntry::done(AuditedKind::User, user.as_str());
    for (field, old, new) in [
        ("interviewReminders", before.reminders, after.reminders),
        ("reportsDue", before.reports_due, after.reports_due),
        ("mentions", before.mentions, after.mentions),
        ("dailyDigest", before.daily_digest, after.daily_digest),
    ] {
        let [old, new] = [old, new].map(|is_on| is_on.to_string());
        entry = entry.with_change(field, Some(&old), Some(&new));
    }
    entry
}

fn find(conn: &mut DbConn, key: UserKey<'_>) -> QueryResult<Option<MailPreferences>> {
    let found: Option<(bool, bool, bool, bool)> = mail_preferences::table
        .filter(mail_preferences::organization_id.eq(key.organization))
        .filter(mail_preferences::user_id.eq(key.user))
        .select((
            mail_preferences::reminders,
            mail_preferences::reports_due,
            mail_preferences::mentions,
            mail_preferences::daily_digest,
        ))
        .first(conn)
        .optional()?;
    Ok(found.map(
        |(reminders, reports_due, mentions, daily_digest)| MailPreferences {
            reminders,
            reports_due,
            mentions,
            daily_digest,
        },
    ))
}

fn insert(conn: &mut DbConn, key: UserKey<'_>, preferences: MailPreferences) -> QueryResult<()> {
    diesel::insert_into(mail_preferences::table)
        .values((
            mail_preferences::organization_id.eq(key.organization),
            mail_preferences::user_id.eq(key.user),
            mail_preferences::reminders.eq(preferences.reminders),
            mail_preferences::reports_due.eq(preferences.reports_due),
            mail_preferences::mentions.eq(preferences.mentions),
            mail_preferences::daily_digest.eq(preferences.daily_digest),
        ))
        .execute(conn)?;
    Ok(())
}

fn update(conn: &mut DbConn, key: UserKey<'_>, preferences: MailPreferences) -> QueryResult<()> {
    let row = mail_preferences::table
        .filter(mail_preferences::organization_id.eq(key.organization))
        .filter(mail_preferences::user_id.eq(key.user));
    diesel::update(row)
        .set((
            mail_preferences::reminders.eq(preferences.reminders),
            mail_preferences::reports_due.eq(preferences.reports_due),
            mail_preferences::mentions.eq(preferences.mentions),
            mail_preferences::daily_digest.eq(preferences.daily_digest),
        ))
        .execute(conn)?;
    Ok(())
}
