//! A connection to a mail server, on which mails are sent one after the other.

use std::time::{Duration, Instant};

use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail as MailFrom, Rcpt};
use lettre::transport::smtp::extension::{Extension, MailBodyParameter, MailParameter};
use tokio::time::timeout;

use crate::error::SendError;
use crate::mail::WrittenMail;
use crate::opening::{self, Observer, Opening, report, within};
use crate::redaction::Redaction;
use crate::reply::ServerReply;
use crate::server::Timeouts;
use crate::step::Step;

/// How long a server may take to say goodbye, or that it is still there.
const FAREWELL: Duration = Duration::from_secs(2);

/// A connection that is ready for mails.
pub(crate) struct Session {
    connection: AsyncSmtpConnection,
    timeouts: Timeouts,
    used_at: Instant,
}

impl Session {
    /// Opens a connection, encrypts it and signs in.
    pub(crate) async fn open(
        opening: &Opening<'_>,
        observer: Observer<'_>,
    ) -> Result<Self, SendError> {
        let connection = opening::open(opening, observer).await?;
        Ok(Self {
            connection,
            timeouts: opening.server.timeouts,
            used_at: Instant::now(),
        })
    }

    /// Returns how long nothing was sent.
    pub(crate) fn idle_for(&self) -> Duration {
        self.used_at.elapsed()
    }

    /// Asks whether the server still listens.
    pub(crate) async fn is_alive(&mut self) -> bool {
        let asked = timeout(FAREWELL, self.connection.test_connected()).await;
        asked.unwrap_or(false)
    }

    /// Ends the session. A server that does not answer is left.
    pub(crate) async fn close(mut self) {
        let _gone = timeout(FAREWELL, self.connection.quit()).await;
    }

    /// Sends a mail.
    pub(crate) async fn send(
        &mut self,
        mail: &WrittenMail,
        observer: Observer<'_>,
    ) -> Result<ServerReply, SendError> {
        let texts = mail.texts();
        let redaction = Redaction {
            texts: &texts,
            recipient: Some(&mail.to),
            ..Redaction::default()
        };
        let parameters = self.parameters(mail)?;
        let sender = MailFrom::new(Some(mail.from.to_lettre()), parameters);
        let answer = within(
            Step::Sender,
            self.timeouts.answer,
            redaction,
            self.connection.command(sender),
        );
        let answer = ServerReply::of(&answer.await?, redaction);
        report(observer, Step::Sender, format!("{}: {answer}", mail.from));
        let recipient = Rcpt::new(mail.to.to_lettre(), Vec::new());
        let answer = within(
            Step::Recipient,
            self.timeouts.answer,
            redaction,
            self.connection.command(recipient),
        );
        let answer = ServerReply::of(&answer.await?, redaction);
        report(observer, Step::Recipient, format!("{}: {answer}", mail.to));
        within(
            Step::Data,
            self.timeouts.answer,
            redaction,
            self.connection.command(Data),
        )
        .await?;
        let answer = within(
            Step::Data,
            self.timeouts.data,
            redaction,
            self.connection.message(&mail.bytes),
        );
        let answer = ServerReply::of(&answer.await?, redaction);
        report(
            observer,
            Step::Data,
            format!("{} bytes: {answer}", mail.bytes.len()),
        );
        self.used_at = Instant::now();
        Ok(answer)
    }

    /// Returns what the server must know of a mail. An international address needs an extension that few servers lack.
    fn parameters(&self, mail: &WrittenMail) -> Result<Vec<MailParameter>, SendError> {
        let Some(role) = mail.utf8_address() else {
            return Ok(Vec::new());
        };
        if !self
            .connection
            .server_info()
            .supports_feature(Extension::SmtpUtfEight)
        {
            return Err(SendError::NeedsUtf8 { role });
        }
        Ok(vec![
            MailParameter::SmtpUtfEight,
            MailParameter::Body(MailBodyParameter::EightBitMime),
        ])
    }
}
