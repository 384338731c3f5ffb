//! How the installation sends mails: what its pages show of that, and a test of it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use chrono::Duration;
use shortlist_domain::{EmailAddress, OrganizationId, Timestamp};

use crate::conflict::MailConflict;
use crate::mails::identity::{MailDefaults, MailIdentity};

/// The fewest seconds between two tests of an organization. A test takes less, so an organization has one at a time.
const TEST_PAUSE_SECONDS: i64 = 60;

/// What sends the installation's mails. This crate does not know how.
pub trait MailTransport: Send + Sync {
    /// Returns how mails are sent.
    fn setup(&self) -> MailSetup;

    /// Sends a test of the settings as mails of an organization are sent, and waits for the outcome, for less than a minute.
    ///
    /// # Errors
    /// Returns why it was not sent.
    fn send_test(
        &self,
        organization: &OrganizationId,
        identity: &MailIdentity,
        to: &EmailAddress,
    ) -> Result<SentTest, FailedTest>;
}

/// How mails are sent. It contains no user and no password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MailSetup {
    /// Where mails go.
    pub route: MailRoute,
    /// What mails have unless their organization has chosen something else.
    pub defaults: MailDefaults,
}

/// Where mails go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailRoute {
    /// To a mail server, which sends them.
    Server {
        /// The host of the mail server.
        host: String,
        /// Its port.
        port: u16,
        /// How the connection is encrypted.
        encryption: MailEncryption,
    },
    /// To the folder that the sandbox shows. Nothing is sent.
    Sandbox,
}

/// How the connection to the mail server is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MailEncryption {
    /// TLS from the beginning.
    Tls,
    /// TLS after STARTTLS.
    StartTls,
    /// Not at all, for a server on the same machine.
    None,
}

/// A test that the mail server has taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentTest {
    /// The identifier of the message.
    pub message_id: String,
    /// Where reports of later failures arrive.
    pub sender: String,
}

/// Why a test was not sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FailedTest {
    /// The step that failed, and how.
    pub problem: String,
    /// What to do about it.
    pub advice: &'static str,
}

/// When each organization has begun its last test. Each server keeps its own.
#[derive(Default)]
pub(crate) struct TestTimes(Mutex<HashMap<OrganizationId, Timestamp>>);

impl TestTimes {
    /// Begins a test, unless the organization has begun one a moment ago.
    pub(super) fn begin(
        &self,
        organization: &OrganizationId,
        now: Timestamp,
    ) -> Result<(), MailConflict> {
        let pause = Duration::seconds(TEST_PAUSE_SECONDS);
        let mut begun = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        // A clock that was set back ends the pause.
        begun.retain(|_, at| *at <= now && now < at.plus(pause));
        if let Some(last) = begun.get(organization) {
            let left = last.plus(pause).as_datetime() - now.as_datetime();
            return Err(MailConflict::TestTooSoon(left.num_seconds().max(1)));
        }
        begun.insert(organization.clone(), now);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_organization_sends_one_test_a_minute() {
        let at = |seconds: i64| Timestamp::from_unix_millis(seconds * 1_000).unwrap();
        let id = |text| OrganizationId::parse("id", text).unwrap();
        let times = TestTimes::default();
        assert_eq!(times.begin(&id("org_1"), at(0)), Ok(()));
        assert_eq!(times.begin(&id("org_2"), at(1)), Ok(()));
        let refused = times.begin(&id("org_1"), at(20));
        assert_eq!(refused, Err(MailConflict::TestTooSoon(40)));
        assert_eq!(times.begin(&id("org_1"), at(60)), Ok(()));
    }
}
