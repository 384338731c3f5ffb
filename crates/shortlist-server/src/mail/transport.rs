//! The mail server as pages use it: to show how mails are sent, and for a test of that.

use std::sync::Arc;
use std::time::Duration;

use shortlist_app::{App, FailedTest, MailIdentity, MailSetup, MailTransport, SentTest};
use shortlist_domain::{EmailAddress, OrganizationId};
use shortlist_mail::MailAddress;
use tokio::runtime::Builder;

use super::test_mail;
use crate::Failure;
use crate::config::{Config, MailSettings};

/// How long a test may take. A page must be answered within a minute, and the time limits of a mail server are longer.
const TEST_TIMEOUT: Duration = Duration::from_secs(45);

/// The mail server of the configuration.
struct ConfiguredTransport {
    settings: MailSettings,
    setup: MailSetup,
}

/// Returns the service with the mail server of the configuration, if there is one.
pub(crate) fn add_transport(app: App, config: &Config) -> Result<App, Failure> {
    let Some(setup) = config.mail.setup()? else {
        return Ok(app);
    };
    let settings = config.mail.clone();
    let transport = ConfiguredTransport { settings, setup };
    Ok(app.with_mail_transport(Arc::new(transport)))
}

impl MailTransport for ConfiguredTransport {
    fn setup(&self) -> MailSetup {
        self.setup.clone()
    }

    fn send_test(
        &self,
        _organization: &OrganizationId,
        identity: &MailIdentity,
        to: &EmailAddress,
    ) -> Result<SentTest, FailedTest> {
        let to = recipient(to)?;
        self.send(identity, to)
            .unwrap_or_else(|failure| Err(failed(&failure)))
    }
}

impl ConfiguredTransport {
    /// Sends a test by a new connection, so that each step is tested.
    fn send(
        &self,
        identity: &MailIdentity,
        to: MailAddress,
    ) -> Result<Result<SentTest, FailedTest>, Failure> {
        let configured = self.settings.configured()?;
        let configured = configured.ok_or_else(|| Failure::new("no mail server is configured"))?;
        let mail = test_mail(identity, to)?;
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(Failure::of("start the runtime that mails are sent in"))?;
        let sent = runtime.block_on(async {
            tokio::time::timeout(TEST_TIMEOUT, configured.mailer.send(&mail)).await
        });
        // A name server that does not answer must not keep the page waiting.
        runtime.shutdown_background();
        Ok(match sent {
            Ok(Ok(_reply)) => Ok(SentTest {
                message_id: mail.id.to_string(),
                sender: mail.from.address.to_string(),
            }),
            Ok(Err(error)) => Err(FailedTest {
                problem: error.to_string(),
                advice: error.advice(),
            }),
            Err(_elapsed) => Err(FailedTest {
                problem: format!(
                    "the mail server has not taken the mail within {} seconds",
                    TEST_TIMEOUT.as_secs()
                ),
                advice: "check the port and the firewalls on the way; shortlist mail test on the server waits longer and shows each step",
            }),
        })
    }
}

/// Returns the address of who gets a test.
pub(super) fn recipient(to: &EmailAddress) -> Result<MailAddress, FailedTest> {
    MailAddress::of("emailAddress", to).map_err(|error| FailedTest {
        problem: error.to_string(),
        advice: "change the e-mail address of your user",
    })
}

/// Logs why a test was not sent, and returns what its page says.
pub(super) fn failed(failure: &Failure) -> FailedTest {
    tracing::error!("a test mail: {}", failure.report());
    FailedTest {
        problem: failure.to_string(),
        advice: "see the log of the server for the cause",
    }
}
