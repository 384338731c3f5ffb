//! Checking the password of a sign-in.

use std::sync::LazyLock;

use shortlist_domain::{EmailAddress, User};
use shortlist_persistence::Writer;

use crate::accounts::known_devices::{DeviceKey, KnownDevices};
use crate::accounts::sign_in::{LoginError, Sessions};
use crate::accounts::sign_in_attempt::SignInAttempt;
use crate::accounts::sign_in_limits::{Counter, FailureCounts};
use crate::secrets::{NO_PASSWORD, hash_password, password_matches};

/// A hash of no user's password. It makes a login to an unknown account take as long as one with a wrong password.
static DECOY: LazyLock<String> = LazyLock::new(|| hash_password("decoy").unwrap_or_default());

/// An account that a sign-in may be for.
pub(crate) struct Account {
    pub(crate) user: User,
    pub(crate) password_hash: String,
    /// The client's device, if the user has signed in from it before.
    pub(crate) device: Option<DeviceKey>,
}

impl Account {
    /// Returns under what a failure is counted.
    fn counters(&self, strangers: &[Counter]) -> Vec<Counter> {
        match &self.device {
            Some(device) => vec![Counter::of_device(device)],
            None => strangers.to_vec(),
        }
    }
}

/// The accounts whose passwords an attempt may try, and under what a failure is counted.
struct Admitted {
    accounts: Vec<Account>,
    counters: Vec<Counter>,
}

impl Sessions<'_> {
    /// Returns the accounts whose password is correct. If there is none, counts and records a failure.
    ///
    /// All accounts are tried, whether one matches or not, and so is a decoy if there is none.
    pub(crate) fn check_password<'a>(
        &self,
        attempt: &SignInAttempt<'_>,
        writer: impl Fn(Option<&User>) -> Option<Writer<'a>>,
    ) -> Result<Vec<Account>, LoginError> {
        let Admitted { accounts, counters } = self.admit(attempt)?;
        if accounts.is_empty() {
            password_matches(&attempt.typed.password, &DECOY);
        }
        let tried = accounts.into_iter().map(|account| {
            (
                password_matches(&attempt.typed.password, &account.password_hash),
                account,
            )
        });
        let (right, wrong): (Vec<_>, Vec<_>) = tried.partition(|(matches, _)| *matches);
        if !right.is_empty() {
            return Ok(right.into_iter().map(|(_, account)| account).collect());
        }
        self.failure_counts().count(&counters)?;
        let refused = wrong.iter().map(|(_, account)| Some(&account.user));
        let nobody = wrong.is_empty().then_some(None);
        for user in refused.chain(nobody) {
            log_failure(user);
            if let Some(writer) = writer(user) {
                let id = user.map(|user| &user.id);
                writer.sessions().record_refused_sign_in(id)?;
            }
        }
        Err(LoginError::Refused)
    }

    /// Finds which accounts an attempt may try. It does not check a password, which is expensive.
    fn admit(&self, attempt: &SignInAttempt<'_>) -> Result<Admitted, LoginError> {
        let counts = self.failure_counts();
        let strangers = Counter::of_stranger(&attempt.typed.email, &attempt.typed.address);
        let found = self.find_accounts(attempt)?;
        if found.is_empty() {
            return match counts.wait(&strangers)? {
                Some(seconds) => Err(throttled(seconds)),
                None => Ok(Admitted {
                    accounts: Vec::new(),
                    counters: strangers,
                }),
            };
        }
        let (mut accounts, mut counters, mut waits) = (Vec::new(), Vec::new(), Vec::new());
        for account in found {
            let own = account.counters(&strangers);
            match counts.wait(&own)? {
                Some(seconds) => waits.push(seconds),
                None => {
                    for counter in own {
                        if !counters.contains(&counter) {
                            counters.push(counter);
                        }
                    }
                    accounts.push(account);
                }
            }
        }
        match waits.into_iter().min() {
            Some(seconds) if accounts.is_empty() => Err(throttled(seconds)),
            _ => Ok(Admitted { accounts, counters }),
        }
    }

    /// Refuses an attempt after too many failures, without checking a password.
    pub(crate) fn check_throttle(&self, attempt: &SignInAttempt<'_>) -> Result<(), LoginError> {
        self.admit(attempt).map(drop)
    }

    /// Returns the device of an attempt, if one of its accounts was used from there before.
    pub(crate) fn find_known_device(
        &self,
        attempt: &SignInAttempt<'_>,
    ) -> Result<Option<DeviceKey>, LoginError> {
        let found = self.find_accounts(attempt)?;
        Ok(found.iter().find_map(|account| account.device))
    }

    /// Returns the accounts that an attempt may be for. A machine and an invited user have no password, and a malformed address belongs to
    /// nobody. An account without a password counts as unknown, so that a sign-in to it takes as long.
    fn find_accounts(&self, attempt: &SignInAttempt<'_>) -> Result<Vec<Account>, LoginError> {
        let Ok(email) = EmailAddress::parse("email", &attempt.typed.email) else {
            return Ok(Vec::new());
        };
        let users = self.store.users();
        let found = match &attempt.typed.organization {
            Some(organization) => Vec::from_iter(users.find_by_email(organization, &email)?),
            None => users.list_with_password(&email)?,
        };
        let can_sign_in = |(user, hash): &(User, String)| user.can_sign_in() && hash != NO_PASSWORD;
        let found: Vec<(User, String)> = found.into_iter().filter(can_sign_in).collect();
        let devices = self.known_devices();
        let known = devices.of_users(found.iter().map(|(user, _)| user), &attempt.devices)?;
        let accounts = found.into_iter().zip(known);
        let account = |((user, password_hash), device)| Account {
            user,
            password_hash,
            device,
        };
        Ok(accounts.map(account).collect())
    }

    pub(crate) fn failure_counts(&self) -> FailureCounts<'_> {
        FailureCounts {
            store: self.store,
            now: self.clock.now(),
        }
    }

    pub(crate) fn known_devices(&self) -> KnownDevices<'_> {
        KnownDevices {
            store: self.store,
            now: self.clock.now(),
        }
    }
}

/// Logs a failed sign-in. The address that was typed is left out: it may be a password, or that of somebody else.
fn log_failure(user: Option<&User>) {
    let reason = match user {
        Some(_) => "wrong password",
        None => "nobody has this address",
    };
    let organization = user.map_or("-", |user| user.organization_id.as_str());
    let user = user.map_or("-", |user| user.id.as_str());
    tracing::warn!(organization, user, reason, "a sign-in failed");
}

fn throttled(retry_after_seconds: i64) -> LoginError {
    tracing::warn!("a sign-in was refused, because too many have failed");
    LoginError::Throttled {
        retry_after_seconds,
    }
}
