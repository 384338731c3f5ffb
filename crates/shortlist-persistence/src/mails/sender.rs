//! How organizations name themselves in their mails.

use diesel::prelude::*;
use shortlist_domain::{AuditedKind, EmailAddress, MailSender, NewAuditEntry, OrganizationId};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::organizations;
use crate::store::Mails;
use crate::writer::{MailWriter, Written};

impl Mails<'_> {
    /// Returns what an organization has chosen for its mails.
    ///
    /// # Errors
    /// When the database fails.
    pub fn sender(&self, organization: &OrganizationId) -> Result<MailSender, StoreError> {
        self.pools.read(|conn| find(conn, organization.as_str()))
    }
}

impl MailWriter<'_> {
    /// Stores what an organization has chosen for its mails, in place of what it chose before.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_sender(
        &self,
        organization: &OrganizationId,
        sender: &MailSender,
    ) -> Result<(), StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            // Of two changes at once, the second one sees the first.
            dialect::lock_organization(conn, organization.as_str())?;
            let before = find(conn, organization.as_str())?;
            let (old, new) = (texts(&before), texts(sender));
            if old == new {
                return Ok(Written::nothing(()));
            }
            let row = organizations::table.filter(organizations::id.eq(organization.as_str()));
            let [name, address, reply_to, language] = new;
            diesel::update(row)
                .set((
                    organizations::mail_sender_name.eq(name),
                    organizations::mail_sender_address.eq(address),
                    organizations::mail_reply_to.eq(reply_to),
                    organizations::mail_language.eq(language),
                ))
                .execute(conn)?;
            Ok(Written::one((), entry(organization, old, new)))
        })
    }
}

/// Returns the values as they are stored.
fn texts(sender: &MailSender) -> [Option<&str>; 4] {
    let address = sender.address.as_ref().map(EmailAddress::as_str);
    let reply_to = sender.reply_to.as_ref().map(EmailAddress::as_str);
    let (name, language) = (sender.name.as_deref(), sender.language.as_deref());
    [name, address, reply_to, language]
}

/// Returns the audit entry of a change.
fn entry(
    organization: &OrganizationId,
    old: [Option<&str>; 4],
    new: [Option<&str>; 4],
) -> NewAuditEntry {
    let fields = ["name", "emailAddress", "replyTo", "language"];
    let mut entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str());
    for ((field, before), after) in fields.into_iter().zip(old).zip(new) {
        entry = entry.with_change(field, before, after);
    }
    entry
}

fn find(conn: &mut DbConn, organization: &str) -> Result<MailSender, StoreError> {
    type Row = (
        Option<String>,
        Option<String>,
        Option<String>,
        Option<String>,
    );
    let found: Option<Row> = organizations::table
        .filter(organizations::id.eq(organization))
        .select((
            organizations::mail_sender_name,
            organizations::mail_sender_address,
            organizations::mail_reply_to,
            organizations::mail_language,
        ))
        .first(conn)
        .optional()?;
    let (name, address, reply_to, language) = found.unwrap_or_default();
    let parse = |field: &str, text: Option<String>| {
        text.map(|text| EmailAddress::parse(field, &text))
            .transpose()
    };
    Ok(MailSender {
        name,
        address: parse("mail_sender_address", address)?,
        reply_to: parse("mail_reply_to", reply_to)?,
        language,
    })
}
