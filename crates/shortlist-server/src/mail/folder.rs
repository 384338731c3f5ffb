//! The mails of the sandbox, which go to a folder instead of a mail server.

use std::path::Path;
use std::sync::Arc;

use shortlist_app::{
    App, FailedTest, MailDefaults, MailFolder, MailIdentity, MailRoute, MailSetup, MailTransport,
    SentTest,
};
use shortlist_domain::{EmailAddress, MailAudience, OrganizationId};
use shortlist_mail::{Language, Mailbox};

use super::test_mail;
use super::transport::{failed, recipient};
use crate::{Failure, file_permissions};

/// The folder in the data folder.
const FOLDER: &str = "mails";
/// The sender of the sandbox's mails. Nobody can register this domain.
const SENDER: &str = "Shortlist sandbox <sandbox@example.org>";

/// The mails of the sandbox.
#[derive(Debug, Clone)]
pub(crate) struct SandboxMails {
    pub(crate) folder: MailFolder,
    pub(crate) defaults: MailDefaults,
}

impl SandboxMails {
    /// Creates the folder, unless it exists.
    pub(crate) fn open(data_dir: &Path) -> Result<Self, Failure> {
        let folder = data_dir.join(FOLDER);
        file_permissions::create_folder(&folder)?;
        Ok(Self {
            folder: MailFolder::new(folder),
            defaults: sandbox_defaults()?,
        })
    }

    /// Returns the service with mails, also to candidates, which go to the folder.
    pub(crate) fn add_to(&self, app: App) -> App {
        app.queueing_mails(MailAudience::UsersAndCandidates)
            .with_mail_transport(Arc::new(self.clone()))
    }
}

/// Returns what mails of the sandbox have. Organizations may try an address of their own.
fn sandbox_defaults() -> Result<MailDefaults, Failure> {
    let sender = Mailbox::parse("sender", SENDER);
    let sender = sender.map_err(Failure::of("use the sender of the sandbox"))?;
    Ok(MailDefaults {
        sender_domains: vec![sender.address.domain().to_owned()],
        sender,
        language: Language::English,
    })
}

impl MailTransport for SandboxMails {
    fn setup(&self) -> MailSetup {
        MailSetup {
            route: MailRoute::Sandbox,
            defaults: self.defaults.clone(),
        }
    }

    fn send_test(
        &self,
        organization: &OrganizationId,
        identity: &MailIdentity,
        to: &EmailAddress,
    ) -> Result<SentTest, FailedTest> {
        let mail = test_mail(identity, recipient(to)?).map_err(|failure| failed(&failure))?;
        let delivered = self.folder.deliver(organization, &mail);
        let delivered = delivered.map_err(Failure::of("write a mail of the sandbox"));
        delivered.map_err(|failure| failed(&failure))?;
        Ok(SentTest {
            message_id: mail.id.to_string(),
            sender: mail.from.address.to_string(),
        })
    }
}
