//! Where mails go: to a mail server or, in the sandbox, to a folder.

use std::io;

use shortlist_app::MailFolder;
use shortlist_domain::OrganizationId;
use shortlist_mail::{Mail, Mailer, SendError, Step, Unreachable};

/// Where mails go.
pub(super) enum Delivery {
    Server(Box<Mailer>),
    Sandbox(MailFolder),
}

impl Delivery {
    /// Delivers a mail of an organization.
    pub(super) async fn deliver(
        &self,
        organization: &OrganizationId,
        mail: &Mail,
    ) -> Result<(), SendError> {
        match self {
            Self::Server(mailer) => mailer.send(mail).await.map(drop),
            Self::Sandbox(folder) => {
                let delivered = folder.deliver(organization, mail);
                delivered.map_err(|error| unwritten(folder, &error))
            }
        }
    }
}

/// Logs that a folder cannot be written, and returns the error as one of a mail server that cannot be reached: the mail waits.
fn unwritten(folder: &MailFolder, error: &io::Error) -> SendError {
    let folder = folder.path().display();
    tracing::error!("write a mail to {folder}: {error}");
    let problem = Unreachable::Connection(error.kind());
    let step = Step::Connect;
    SendError::Unreachable { step, problem }
}
