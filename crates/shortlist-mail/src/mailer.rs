//! Sends mails by one server, and keeps connections for the next ones.

use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use lettre::transport::smtp::client::{Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;

use crate::error::{Misconfigured, SendError};
use crate::mail::Mail;
use crate::opening::{Observer, Opening};
use crate::reply::ServerReply;
use crate::server::{Encryption, MailServer};
use crate::session::Session;
use crate::step::{Step, StepReport};

/// How many unused connections stay open.
const MAX_IDLE: usize = 4;
/// How long an unused connection stays open. Servers close them after minutes.
const MAX_IDLE_TIME: Duration = Duration::from_secs(30);

/// Sends mails by one server.
pub struct Mailer {
    server: MailServer,
    tls: Option<TlsParameters>,
    idle: Mutex<Vec<Session>>,
}

impl Mailer {
    /// Creates a mailer. Nothing is sent yet.
    ///
    /// # Errors
    /// Returns an error if the certificates of authorities cannot be used.
    pub fn new(server: MailServer) -> Result<Self, SendError> {
        let tls = match server.encryption {
            Encryption::None => None,
            Encryption::Tls | Encryption::StartTls => Some(tls_parameters(&server)?),
        };
        Ok(Self {
            server,
            tls,
            idle: Mutex::default(),
        })
    }

    /// Sends a mail, and returns what the server answered to its text.
    ///
    /// # Errors
    /// Returns why the mail was not sent. See [`SendError::retry`].
    pub async fn send(&self, mail: &Mail) -> Result<ServerReply, SendError> {
        self.send_and_report(mail, &mut |_step| ()).await
    }

    /// Sends a mail, and reports each step that succeeds, for a test of the settings.
    ///
    /// # Errors
    /// Returns why the mail was not sent, with the step that failed.
    pub async fn send_and_report(
        &self,
        mail: &Mail,
        observer: &mut (dyn FnMut(StepReport) + Send),
    ) -> Result<ServerReply, SendError> {
        let written = mail.write()?;
        let mut session = self.session(mail, observer).await?;
        let sent = session.send(&written, observer).await;
        // After a failure, the server may still wait for the rest of this mail.
        let left_over = if sent.is_ok() {
            self.put_back(session)
        } else {
            Some(session)
        };
        if let Some(session) = left_over {
            session.close().await;
        }
        sent
    }

    /// Returns an unused connection that still works, or a new one.
    async fn session(&self, mail: &Mail, observer: Observer<'_>) -> Result<Session, SendError> {
        while let Some(mut session) = self.take_idle() {
            if session.idle_for() < MAX_IDLE_TIME && session.is_alive().await {
                return Ok(session);
            }
        }
        let opening = Opening {
            server: &self.server,
            tls: self.tls.as_ref(),
            hello: ClientId::Domain(mail.from.address.domain().to_owned()),
        };
        Session::open(&opening, observer).await
    }

    fn take_idle(&self) -> Option<Session> {
        self.idle
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop()
    }

    /// Keeps a connection for the next mail, unless there are enough.
    fn put_back(&self, session: Session) -> Option<Session> {
        let mut idle = self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        if idle.len() >= MAX_IDLE {
            return Some(session);
        }
        idle.push(session);
        None
    }
}

fn tls_parameters(server: &MailServer) -> Result<TlsParameters, SendError> {
    let unusable = || SendError::Misconfigured {
        step: Step::Tls,
        problem: Misconfigured::Authorities,
    };
    let mut builder = TlsParameters::builder(server.host.clone());
    if let Some(file) = &server.ca_file {
        let authorities = authorities(file).ok_or_else(unusable)?;
        builder = builder.add_root_certificate(authorities);
    }
    builder.build().map_err(|_cause| unusable())
}

/// Reads the certificates of a file. A file without one is a mistake.
fn authorities(file: &Path) -> Option<Certificate> {
    const BEGIN: &[u8] = b"-----BEGIN CERTIFICATE-----";
    let pem = fs::read(file).ok()?;
    let is_given = pem.windows(BEGIN.len()).any(|part| part == BEGIN);
    Certificate::from_pem(&pem).ok().filter(|_| is_given)
}
