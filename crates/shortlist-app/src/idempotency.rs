//! Idempotent requests: for a day, a repeated request with the same idempotency key and content returns the first answer.

use sha2::{Digest, Sha256};
use shortlist_domain::{ApiKeyId, InvalidValue, OrganizationId, Principal, TextProblem, Timestamp};
use shortlist_persistence::{ClaimOutcome, IdempotencyClaim, Store};

use crate::access::Access;
use crate::access::application_sender::ApplicationSender;
use crate::clock::Clock;
use crate::error::{AccessError, AppError};
use crate::operations::{Claims, Operation};
use crate::refusal::Refusal;
use crate::secrets::random_bits;
use crate::uploads::intake::SentFile;

/// The longest idempotency key, in characters.
pub const MAX_IDEMPOTENCY_KEY_CHARS: usize = 255;

/// The idempotency key of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Parses 1 to 255 visible ASCII characters.
    ///
    /// # Errors
    /// Returns an error for anything else.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let fits = (1..=MAX_IDEMPOTENCY_KEY_CHARS).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(Self(text.to_owned()));
        }
        let problem = TextProblem::NotVisibleAscii(MAX_IDEMPOTENCY_KEY_CHARS);
        Err(InvalidValue::new(field, problem))
    }

    /// Returns the key as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The longest wait before asking again for a request that is running, in seconds.
const MAX_RETRY_SECONDS: i64 = 60;

/// A request with an idempotency key. A digest of its content is computed part by part.
pub struct IdempotentRequest {
    key: IdempotencyKey,
    content: Sha256,
}

impl IdempotentRequest {
    /// Begins a request for an operation. The digest includes the user, so that nobody gets another user's answer.
    pub fn new(key: IdempotencyKey, principal: &Principal, operation: Operation) -> Self {
        let content = Sha256::new();
        let mut request = Self { key, content };
        request.add("operation", operation.name().as_bytes());
        request.add("user", principal.user_id.as_str().as_bytes());
        request
    }

    /// Begins an application from outside for a job.
    pub fn of_application(key: IdempotencyKey, job: &str) -> Self {
        let content = Sha256::new();
        let mut request = Self { key, content };
        request.add("operation", Operation::Apply.name().as_bytes());
        request.add("job", job.as_bytes());
        request
    }

    /// Adds a part to the digest. Lengths come first, so that different contents never hash the same bytes.
    pub fn add(&mut self, name: &str, value: &[u8]) {
        for part in [name.as_bytes(), value] {
            self.content
                .update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            self.content.update(part);
        }
    }

    /// Adds a file to the digest. If the content was refused, for example because of its size, only the file's name is
    /// added.
    pub fn add_file(&mut self, file: &SentFile) {
        self.add("file", file.name.as_bytes());
        let digest = file.content.as_ref().ok().map(|staged| staged.digest.0);
        self.add("content", digest.as_ref().map_or(&[], |digest| digest));
    }
}

/// The answer to a request.
#[derive(Debug)]
pub struct IdempotentAnswer {
    /// The answer.
    pub answer: Vec<u8>,
    /// Whether this is a stored answer, so that nothing ran now.
    pub is_replay: bool,
}

/// Why a request has no answer.
#[derive(Debug)]
pub enum IdempotencyError<E> {
    /// The same request is still running.
    Running {
        /// When to ask again, in seconds.
        retry_after_seconds: i64,
        /// When it may be sent again if its server was stopped and does not return, in seconds.
        free_after_seconds: i64,
    },
    /// The idempotency key belongs to another request of the last day.
    Different,
    /// The caller may no longer receive the stored answer.
    Access(AccessError),
    /// Whether the request ran is unknown.
    Fault(AppError),
    /// The request ran, and was refused or failed.
    Work(E),
}

/// Runs requests that have an idempotency key.
pub struct Idempotency<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) access: Access<'a>,
}

impl Idempotency<'_> {
    /// Runs a request at most once. If it has an idempotency key and was answered within the last day, returns the stored
    /// answer.
    ///
    /// Only successful answers are stored. A request that was refused or failed may be repeated under its key, corrected or
    /// not.
    ///
    /// # Errors
    /// See [`IdempotencyError`].
    pub fn run<E>(
        &self,
        principal: &Principal,
        operation: Operation,
        request: Option<IdempotentRequest>,
        work: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<IdempotentAnswer, IdempotencyError<E>> {
        let claimed = |request| {
            let key = principal.key_id.as_ref().ok_or_else(key_needed)?;
            let user = principal.user_id.as_str();
            self.claim(&principal.organization_id, key, user, request)
        };
        let claim = request.map(claimed).transpose();
        let claim = claim.map_err(IdempotencyError::Fault)?;
        let is_allowed = || {
            self.access
                .authorize(principal, operation, Claims::default())
        };
        self.run_claimed(claim, is_allowed, work)
    }

    /// Runs the work, unless its answer is stored. A stored answer is returned only if the caller is still allowed to get it.
    fn run_claimed<E>(
        &self,
        claim: Option<IdempotencyClaim>,
        is_allowed: impl FnOnce() -> Result<(), AccessError>,
        work: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<IdempotentAnswer, IdempotencyError<E>> {
        let answered = |is_replay| move |answer| IdempotentAnswer { answer, is_replay };
        let Some(claim) = claim else {
            return work().map(answered(false)).map_err(IdempotencyError::Work);
        };
        let outcome = self.store.requests().claim(&claim);
        match outcome.map_err(|error| IdempotencyError::Fault(error.into()))? {
            ClaimOutcome::Running { since, until } => Err(running(self.clock.now(), since, until)),
            ClaimOutcome::Different => Err(IdempotencyError::Different),
            ClaimOutcome::Answered(answer) => is_allowed()
                .map(|()| answered(true)(answer))
                .map_err(IdempotencyError::Access),
            ClaimOutcome::Claimed => {
                let guard = ClaimGuard {
                    store: self.store,
                    claim,
                };
                let answer = work().map_err(IdempotencyError::Work)?;
                guard.store(&answer);
                Ok(answered(false)(answer))
            }
        }
    }

    /// Runs an application from outside at most once, as [`Idempotency::run`] runs the request of a user.
    ///
    /// # Errors
    /// See [`IdempotencyError`].
    pub fn run_application<E>(
        &self,
        sender: &ApplicationSender,
        request: Option<IdempotentRequest>,
        work: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<IdempotentAnswer, IdempotencyError<E>> {
        let claim =
            request.map(|request| self.claim(&sender.organization_id, &sender.key_id, "", request));
        let claim = claim.transpose().map_err(IdempotencyError::Fault)?;
        self.run_claimed(claim, || Ok(()), work)
    }

    fn claim(
        &self,
        organization: &OrganizationId,
        key: &ApiKeyId,
        user: &str,
        request: IdempotentRequest,
    ) -> Result<IdempotencyClaim, AppError> {
        Ok(IdempotencyClaim {
            organization_id: organization.clone(),
            key_id: key.clone(),
            key_hash: key_hash(user, &request.key),
            request_digest: request.content.finalize().into(),
            token: format!("{:032x}", random_bits()?),
            at: self.clock.now(),
        })
    }
}

/// Returns the error for a request that is still running. The wait is as long again as it has run, so that a sender soon learns the answer
/// of a short request and rarely asks for that of a long one.
fn running<E>(now: Timestamp, since: Timestamp, until: Timestamp) -> IdempotencyError<E> {
    let seconds = |from: Timestamp, to: Timestamp| {
        let passed = to.as_datetime() - from.as_datetime();
        passed.num_seconds().max(0)
    };
    let free_after_seconds = seconds(now, until) + 1;
    let longest = free_after_seconds.min(MAX_RETRY_SECONDS);
    IdempotencyError::Running {
        retry_after_seconds: seconds(since, now).clamp(1, longest),
        free_after_seconds,
    }
}

/// Returns the error for a caller of the web app, whose requests have no idempotency key.
fn key_needed() -> AppError {
    AppError::Forbidden(Refusal::IdempotencyNeedsApiKey)
}

/// Returns the hash that identifies a request within its API key. Several users may share an API key, and their idempotency
/// keys are separate.
///
/// The user's identifier and its length come first, so that no two pairs of user and key produce the same input.
fn key_hash(user: &str, key: &IdempotencyKey) -> [u8; 32] {
    let length = u64::try_from(user.len()).unwrap_or(u64::MAX);
    Sha256::new()
        .chain_update(length.to_be_bytes())
        .chain_update(user)
        .chain_update(&key.0)
        .finalize()
        .into()
}

/// A claim on an idempotency key while its request runs. Dropping it releases the claim, also during a panic.
struct ClaimGuard<'a> {
    store: &'a Store,
    claim: IdempotencyClaim,
}

impl ClaimGuard<'_> {
    /// Stores the answer. Even if this fails, this call returns the answer, because its work is done.
    fn store(self, answer: &[u8]) {
        if let Err(error) = self.store.requests().store_response(&self.claim, answer) {
            tracing::warn!(%error, "the answer of an idempotent request could not be stored");
        }
    }
}

impl Drop for ClaimGuard<'_> {
    fn drop(&mut self) {
        // If the answer was stored, there is nothing left to release.
        if let Err(error) = self.store.requests().release(&self.claim) {
            tracing::warn!(%error, "the claim on an idempotency key could not be released");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_idempotency_key_belongs_to_one_user() {
        let hash =
            |user: &str, key: &str| key_hash(user, &IdempotencyKey::parse("k", key).unwrap());
        assert_eq!(hash("usr_1", "k"), hash("usr_1", "k"));
        for (user, key) in [
            ("usr_2", "k"),
            ("usr_1", "l"),
            ("usr_", "1k"),
            ("usr_1k", "k"),
        ] {
            assert_ne!(hash("usr_1", "k"), hash(user, key), "{user} {key}");
        }
    }

    #[test]
    fn the_wait_for_a_running_request_doubles_until_it_counts_as_dead() {
        let at = |seconds: i64| {
            let begin = Timestamp::parse("at", "2026-03-05T10:00:00Z").unwrap();
            begin.plus(chrono::Duration::seconds(seconds))
        };
        let waits = [0, 1, 2, 30, 100, 280, 299, 400].map(|now| {
            match running::<()>(at(now), at(0), at(300)) {
                IdempotencyError::Running {
                    retry_after_seconds,
                    free_after_seconds,
                } => (retry_after_seconds, free_after_seconds),
                other => panic!("{other:?}"),
            }
        });
        let expected = [
            (1, 301),
            (1, 300),
            (2, 299),
            (30, 271),
            (60, 201),
            (21, 21),
            (2, 2),
            (1, 1),
        ];
        assert_eq!(waits, expected);
    }

    #[test]
    fn an_idempotency_key_is_visible_ascii_of_limited_length() {
        let longest = "k".repeat(MAX_IDEMPOTENCY_KEY_CHARS);
        for fine in [
            "1",
            "5f0c2d1e-8a57-4c0e-9d5b-2f6f3a1b7c9d",
            longest.as_str(),
        ] {
            assert!(IdempotencyKey::parse("f", fine).is_ok(), "{fine}");
        }
        for bad in ["", "a b", "\u{e9}", "a\tb", &format!("{longest}k")] {
            assert!(IdempotencyKey::parse("f", bad).is_err(), "{bad}");
        }
    }
}
