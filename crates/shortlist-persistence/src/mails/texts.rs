//! The texts of mails that organizations have written themselves.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, MailText, MailTextName, NewAuditEntry, OrganizationId, StoredMailText,
};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::mail_texts;
use crate::store::Mails;
use crate::times::{stored, timestamp};
use crate::writer::{MailWriter, Written};

impl Mails<'_> {
    /// Lists the texts of an organization, by mail and language.
    ///
    /// # Errors
    /// When the database fails.
    pub fn texts(&self, organization: &OrganizationId) -> Result<Vec<StoredMailText>, StoreError> {
        let rows: Vec<(String, String, String, String, NaiveDateTime)> =
            self.pools.read(|conn| {
                Ok(mail_texts::table
                    .filter(mail_texts::organization_id.eq(organization.as_str()))
                    .order((mail_texts::event, mail_texts::language))
                    .select((
                        mail_texts::event,
                        mail_texts::language,
                        mail_texts::subject,
                        mail_texts::body,
                        mail_texts::changed_at,
                    ))
                    .load(conn)?)
            })?;
        let texts = rows.into_iter().map(|row| StoredMailText {
            event: row.0,
            language: row.1,
            text: MailText {
                subject: row.2,
                body: row.3,
            },
            changed_at: timestamp(row.4),
        });
        Ok(texts.collect())
    }

    /// Returns the text of an organization for a mail in a language, if it has one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_text(
        &self,
        organization: &OrganizationId,
        name: MailTextName,
    ) -> Result<Option<MailText>, StoreError> {
        self.pools
            .read(|conn| Ok(find(conn, organization.as_str(), name)?))
    }
}

impl MailWriter<'_> {
    /// Stores the text of a mail in a language, in place of the earlier one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_text(
        &self,
        organization: &OrganizationId,
        name: MailTextName,
        text: &MailText,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        let changed_at = stored(self.writer.at());
        self.writer.write(|conn| {
            // Two changes at once would both insert a row.
            dialect::lock_organization(conn, organization.as_str())?;
            let before = find(conn, organization.as_str(), name)?;
            if before.as_ref() == Some(text) {
                return Ok(Written::nothing(()));
            }
            delete(conn, organization.as_str(), name)?;
            diesel::insert_into(mail_texts::table)
                .values((
                    mail_texts::organization_id.eq(organization.as_str()),
                    mail_texts::event.eq(name.event),
                    mail_texts::language.eq(name.language),
                    mail_texts::subject.eq(&text.subject),
                    mail_texts::body.eq(&text.body),
                    mail_texts::changed_at.eq(changed_at),
                ))
                .execute(conn)?;
            let change = Change {
                before: before.as_ref(),
                after: Some(text),
            };
            Ok(Written::one((), change.entry(organization, name)))
        })
    }

    /// Deletes the text of a mail in a language. Without one, nothing changes.
    ///
    /// # Errors
    /// When the database fails.
    pub fn reset_text(
        &self,
        organization: &OrganizationId,
        name: MailTextName,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let before = find(conn, organization.as_str(), name)?;
            if before.is_none() {
                return Ok(Written::nothing(()));
            }
            delete(conn, organization.as_str(), name)?;
            let change = Change {
                before: before.as_ref(),
                after: None,
            };
            Ok(Written::one((), change.entry(organization, name)))
        })
    }
}

/// A text before and after a change.
struct Change<'a> {
    before: Option<&'a MailText>,
    after: Option<&'a MailText>,
}

impl Change<'_> {
    /// Returns the audit entry. It has the length of the text, as entries about other long texts.
    fn entry(&self, organization: &OrganizationId, name: MailTextName) -> NewAuditEntry {
        let [old, new] = [self.before, self.after].map(|text| text.map(|one| one.subject.as_str()));
        let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str())
            .with_field("event", name.event)
            .with_field("language", name.language)
            .with_change("subject", old, new);
        let [old, new] = [self.before, self.after].map(|text| text.map(|one| one.body.as_str()));
        entry.with_text_change("body", old, new)
    }
}

fn find(
    conn: &mut DbConn,
    organization: &str,
    name: MailTextName,
) -> QueryResult<Option<MailText>> {
    let found: Option<(String, String)> = mail_texts::table
        .filter(mail_texts::organization_id.eq(organization))
        .filter(mail_texts::event.eq(name.event))
        .filter(mail_texts::language.eq(name.language))
        .select((mail_texts::subject, mail_texts::body))
        .first(conn)
        .optional()?;
    Ok(found.map(|(subject, body)| MailText { subject, body }))
}

fn delete(conn: &mut DbConn, organization: &str, name: MailTextName) -> QueryResult<usize> {
    let row = mail_texts::table
        .filter(mail_texts::organization_id.eq(organization))
        .filter(mail_texts::event.eq(name.event))
        .filter(mail_texts::language.eq(name.language));
    diesel::delete(row).execute(conn)
}
