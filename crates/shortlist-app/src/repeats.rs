//! Requests that their sender may send again: the same name and content give the first answer, which is kept for a day.

use sha2::{Digest, Sha256};
use shortlist_domain::{InvalidValue, Principal, UserId};
use shortlist_persistence::{ClaimOutcome, RequestClaim};

use crate::secrets::random_bits;
use crate::{AccessError, App, AppError, Claims, Operation, SentFile};

/// The longest name, in characters.
pub const MAX_REQUEST_NAME_CHARS: usize = 255;

/// The name that a sender gave a request, to send it again by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RequestName(String);

impl RequestName {
    /// Takes 1 to 255 visible ASCII characters.
    ///
    /// # Errors
    /// For anything else.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let fits = (1..=MAX_REQUEST_NAME_CHARS).contains(&text.len());
        if fits && text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Ok(Self(text.to_owned()));
        }
        let problem = format!(
            "must be 1 to {MAX_REQUEST_NAME_CHARS} visible ASCII characters, such as a UUID"
        );
        Err(InvalidValue::new(field, problem))
    }
}

/// A request with a name: what it asks for is taken in part by part.
pub struct NamedRequest {
    name: RequestName,
    content: Sha256,
}

impl NamedRequest {
    /// Begins a request for an operation. It is the user's: what one was answered is not for another.
    pub fn new(name: RequestName, principal: &Principal, operation: Operation) -> Self {
        let content = Sha256::new();
        let mut request = Self { name, content };
        request.add("operation", operation.name().as_bytes());
        request.add("user", principal.user_id.as_str().as_bytes());
        request
    }

    /// Takes in a part. Lengths go first, so that no two contents read the same.
    pub fn add(&mut self, name: &str, value: &[u8]) {
        for part in [name.as_bytes(), value] {
            self.content
                .update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            self.content.update(part);
        }
    }

    /// Takes in a file. One that was over its limit was not kept, and is answered the same whatever was in it.
    pub fn add_file(&mut self, file: &SentFile) {
        self.add("file", file.name.as_bytes());
        let digest = file.content.as_ref().ok().map(|staged| staged.digest.0);
        self.add("content", digest.as_ref().map_or(&[], |digest| digest));
    }
}

/// What a request came to.
#[derive(Debug)]
pub struct Answered {
    /// The answer.
    pub answer: Vec<u8>,
    /// Whether it was given before, and nothing ran now.
    pub again: bool,
}

/// Why a request has no answer.
#[derive(Debug)]
pub enum Unanswered<E> {
    /// The same request is running.
    Running,
    /// Its name was given to another request within the day.
    Different,
    /// Whoever was answered before may not ask any more.
    Access(AccessError),
    /// It could not be found out whether it ran.
    Fault(AppError),
    /// It ran, and was refused or failed.
    Work(E),
}

impl App {
    /// Runs a request once: where it has a name and was answered within the day, that answer is given again. Only what
    /// succeeds is kept; what was refused or failed may be sent again under its name, corrected or not.
    ///
    /// # Errors
    /// See [`Unanswered`].
    pub fn once<E>(
        &self,
        principal: &Principal,
        operation: Operation,
        request: Option<NamedRequest>,
        work: impl FnOnce() -> Result<Vec<u8>, E>,
    ) -> Result<Answered, Unanswered<E>> {
        let again = |again| move |answer| Answered { answer, again };
        let Some(request) = request else {
            return work().map(again(false)).map_err(Unanswered::Work);
        };
        let claim = self.claim(principal, request).map_err(Unanswered::Fault)?;
        let outcome = self.store.claim_request(&claim);
        match outcome.map_err(|error| Unanswered::Fault(error.into()))? {
            ClaimOutcome::Running => Err(Unanswered::Running),
            ClaimOutcome::Different => Err(Unanswered::Different),
            ClaimOutcome::Answered(answer) => self
                .authorize(principal, operation, Claims::default())
                .map(|()| again(true)(answer))
                .map_err(Unanswered::Access),
            ClaimOutcome::Claimed => {
                let held = HeldClaim { app: self, claim };
                let answer = work().map_err(Unanswered::Work)?;
                held.keep(&answer);
                Ok(again(false)(answer))
            }
        }
    }

    fn claim(
        &self,
        principal: &Principal,
        request: NamedRequest,
    ) -> Result<RequestClaim, AppError> {
        Ok(RequestClaim {
            organization_id: principal.organization_id.clone(),
            key_id: principal.key_id.clone(),
            name_hash: name_hash(&principal.user_id, &request.name),
            digest: request.content.finalize().into(),
            token: format!("{:032x}", random_bits()?),
            at: self.now(),
        })
    }
}

/// Returns what a request is found by within its API key. Several users may share the key, and each has names of their own: the
/// user's identifier goes first, with its length, so that no two pairs of user and name read the same.
fn name_hash(user: &UserId, name: &RequestName) -> [u8; 32] {
    let length = u64::try_from(user.as_str().len()).unwrap_or(u64::MAX);
    Sha256::new()
        .chain_update(length.to_be_bytes())
        .chain_update(user.as_str())
        .chain_update(&name.0)
        .finalize()
        .into()
}

/// A claim while its request runs: given up when dropped, a panic included.
struct HeldClaim<'a> {
    app: &'a App,
    claim: RequestClaim,
}

impl HeldClaim<'_> {
    /// Keeps the answer. It holds for this call whether that succeeds or not, for what it tells of was done.
    fn keep(self, answer: &[u8]) {
        if let Err(error) = self.app.store.answer_request(&self.claim, answer) {
            tracing::warn!(%error, "the answer of a request with an idempotency key could not be kept");
        }
    }
}

impl Drop for HeldClaim<'_> {
    fn drop(&mut self) {
        // Where the answer was kept there is nothing left to give up.
        if let Err(error) = self.app.store.release_request(&self.claim) {
            tracing::warn!(%error, "the claim of a request with an idempotency key could not be given up");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_users_own() {
        let hash = |user: &str, name: &str| {
            let user = UserId::parse("u", user).unwrap();
            name_hash(&user, &RequestName::parse("n", name).unwrap())
        };
        assert_eq!(hash("usr_1", "k"), hash("usr_1", "k"));
        for (user, name) in [
            ("usr_2", "k"),
            ("usr_1", "l"),
            ("usr_", "1k"),
            ("usr_1k", "k"),
        ] {
            assert_ne!(hash("usr_1", "k"), hash(user, name), "{user} {name}");
        }
    }

    #[test]
    fn a_name_is_visible_ascii_of_bounded_length() {
        let longest = "k".repeat(MAX_REQUEST_NAME_CHARS);
        for fine in [
            "1",
            "5f0c2d1e-8a57-4c0e-9d5b-2f6f3a1b7c9d",
            longest.as_str(),
        ] {
            assert!(RequestName::parse("f", fine).is_ok(), "{fine}");
        }
        for bad in ["", "a b", "\u{e9}", "a\tb", &format!("{longest}k")] {
            assert!(RequestName::parse("f", bad).is_err(), "{bad}");
        }
    }
}
