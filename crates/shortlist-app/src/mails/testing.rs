//! How mails are sent, for whoever sees the settings, and a test of it.

use shortlist_domain::{AuditedKind, MailAudience, NewAuditEntry, Principal};

use crate::conflict::MailConflict;
use crate::error::AppError;
use crate::mails::listing::Mails;
use crate::mails::transport::{FailedTest, MailSetup, MailTransport, SentTest};
use crate::operations::Operation;

impl Mails<'_> {
    /// Returns how mails are sent, or `None` if no mail server is configured.
    pub fn setup(&self) -> Option<MailSetup> {
        self.transport.map(MailTransport::setup)
    }

    /// Returns who gets mails from this installation.
    pub fn audience(&self) -> Option<MailAudience> {
        self.audience
    }

    /// Returns whether candidates get mails.
    pub fn is_to_candidates(&self) -> bool {
        self.audience == Some(MailAudience::UsersAndCandidates)
    }

    /// Sends the caller a test of the settings, from the sender of the organization, and waits for its outcome.
    ///
    /// # Errors
    /// Returns an error if no mail server is configured, or if the organization has sent a test a moment ago.
    pub fn send_test(
        &self,
        principal: &Principal,
    ) -> Result<Result<SentTest, FailedTest>, AppError> {
        let Some(transport) = self.transport else {
            return Err(AppError::conflict(MailConflict::Off));
        };
        let (organization, id) = (&principal.organization_id, &principal.user_id);
        let found = self.records.store.users().find(organization, id)?;
        let user = found.ok_or(AppError::NotFound {
            field: "userId",
            what: "user",
        })?;
        let chosen = self.outbox.sender(organization)?;
        let identity = transport.setup().defaults.for_organization(&chosen);
        let begun = self.tests.begin(organization, self.records.clock.now());
        begun.map_err(AppError::conflict)?;
        let entry = NewAuditEntry::done(AuditedKind::User, id.as_str());
        let writer = self
            .records
            .writers
            .for_caller(principal, Operation::SendTestMail);
        writer.record(&[entry])?;
        Ok(transport.send_test(organization, &identity, &user.email))
    }
}
