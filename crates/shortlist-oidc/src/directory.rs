//! What is known of providers: discovery documents and keys, which are read rarely, by one caller at a time.

use std::convert::Infallible;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use openidconnect::core::CoreJsonWebKeySet;
use quick_cache::sync::Cache;
use shortlist_app::ProviderFailure;

use crate::discovery::DiscoveryDocument;
use crate::options::OidcOptions;

/// How many calls of one provider may be in progress at the same time. More wait for a place until their deadlines.
pub const MAX_CALLERS: usize = 4;
/// How many calls of one provider may wait for a place. Each occupies a thread, as those in progress do.
///
/// More are refused, so that one slow provider leaves threads for the others. This does not limit the calls of all providers
/// together, or of one organization.
pub const MAX_WAITING: usize = 8;
/// The largest number of providers that are known.
const MAX_PROVIDERS: usize = 1_000;

/// What is known of a provider.
pub(crate) struct Known {
    pub(crate) discovery: Arc<DiscoveryDocument>,
    pub(crate) keys: CoreJsonWebKeySet,
}

/// What is known of all providers, by issuer.
pub(crate) struct Directory {
    entries: Cache<String, Arc<Entry>>,
    discovery_age: Duration,
    key_pause: Duration,
    failure_pause: Duration,
}

/// One provider.
#[derive(Default)]
pub(crate) struct Entry {
    stored: Mutex<Option<Stored>>,
    /// Held while the provider is read. It contains the last failure.
    reading: Mutex<Option<Failed>>,
    /// Whether somebody reads an old discovery document again.
    is_read_again: AtomicBool,
    places: Mutex<Places>,
    /// Signalled when a place becomes free.
    freed: Condvar,
}

/// How many calls are in progress, and how many wait.
#[derive(Default)]
struct Places {
    held: usize,
    waiting: usize,
}

struct Stored {
    known: Arc<Known>,
    discovered_at: Instant,
    keys_read_at: Instant,
}

struct Failed {
    failure: ProviderFailure,
    at: Instant,
}

/// The permission to call a provider, until it is dropped.
pub(crate) struct Slot<'a>(&'a Entry);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        lock(&self.0.places).held -= 1;
        self.0.freed.notify_one();
    }
}

/// Says that a discovery document is read again, until it is dropped.
struct ReadAgain<'a>(&'a AtomicBool);

impl<'a> ReadAgain<'a> {
    fn begin(flag: &'a AtomicBool) -> Self {
        flag.store(true, Ordering::Release);
        Self(flag)
    }
}

impl Drop for ReadAgain<'_> {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Entry {
    /// Returns the permission to call the provider. If many have it, waits for a place until the deadline, unless many wait.
    pub(crate) fn enter(&self, deadline: Instant) -> Result<Slot<'_>, ProviderFailure> {
        let is_full = |places: &mut Places| places.held >= MAX_CALLERS;
        let mut places = lock(&self.places);
        if is_full(&mut places) {
            if places.waiting >= MAX_WAITING {
                return Err(busy());
            }
            places.waiting += 1;
            let left = deadline.saturating_duration_since(Instant::now());
            let waited = self.freed.wait_timeout_while(places, left, is_full);
            places = waited.unwrap_or_else(PoisonError::into_inner).0;
            places.waiting -= 1;
            if is_full(&mut places) {
                return Err(busy());
            }
        }
        places.held += 1;
        Ok(Slot(self))
    }

    /// Returns what is known, if it is not older than this. While it is read again, its age does not matter.
    fn usable(&self, age: Duration) -> Option<Arc<Known>> {
        if self.is_read_again.load(Ordering::Acquire) {
            return self.stored_within(Duration::MAX);
        }
        self.stored_within(age)
    }

    fn stored_within(&self, age: Duration) -> Option<Arc<Known>> {
        let stored = lock(&self.stored);
        let fresh = stored
            .as_ref()
            .filter(|stored| stored.discovered_at.elapsed() < age);
        fresh.map(|stored| Arc::clone(&stored.known))
    }

    fn store(&self, known: &Arc<Known>) {
        let now = Instant::now();
        *lock(&self.stored) = Some(Stored {
            known: Arc::clone(known),
            discovered_at: now,
            keys_read_at: now,
        });
    }
}

fn busy() -> ProviderFailure {
    ProviderFailure::Unreachable(
        "many sign-ins are waiting for the provider; try again in a moment".to_owned(),
    )
}

impl Directory {
    pub(crate) fn new(options: &OidcOptions) -> Self {
        Self {
            entries: Cache::new(MAX_PROVIDERS),
            discovery_age: options.discovery_age,
            key_pause: options.key_pause,
            failure_pause: options.failure_pause,
        }
    }

    /// Returns the entry of a provider.
    pub(crate) fn entry(&self, issuer: &str) -> Arc<Entry> {
        let create = || Ok::<_, Infallible>(Arc::new(Entry::default()));
        match self.entries.get_or_insert_with(issuer, create) {
            Ok(entry) => entry,
            Err(never) => match never {},
        }
    }

    /// Returns what is known of a provider. If nothing is, one caller reads it, and others wait for the result. If it is old, others
    /// meanwhile use it.
    pub(crate) fn known(
        &self,
        entry: &Entry,
        deadline: Instant,
        read: impl FnOnce() -> Result<Known, ProviderFailure>,
    ) -> Result<Arc<Known>, ProviderFailure> {
        if let Some(known) = entry.usable(self.discovery_age) {
            return Ok(known);
        }
        let _slot = entry.enter(deadline)?;
        if let Some(known) = entry.usable(self.discovery_age) {
            return Ok(known);
        }
        let mut failed = lock(&entry.reading);
        if let Some(known) = entry.stored_within(self.discovery_age) {
            return Ok(known);
        }
        let recent = failed
            .as_ref()
            .filter(|failed| failed.at.elapsed() < self.failure_pause);
        if let Some(recent) = recent {
            return Err(recent.failure.clone());
        }
        let again = ReadAgain::begin(&entry.is_read_again);
        let read = read().map(Arc::new);
        drop(again);
        *failed = read.as_ref().err().map(|failure| Failed {
            failure: failure.clone(),
            at: Instant::now(),
        });
        entry.store(read.as_ref().map_err(ProviderFailure::clone)?);
        read
    }

    /// Reads a provider, whatever is known: somebody has just changed its settings.
    pub(crate) fn read_again(
        entry: &Entry,
        deadline: Instant,
        read: impl FnOnce() -> Result<Known, ProviderFailure>,
    ) -> Result<Arc<Known>, ProviderFailure> {
        let _slot = entry.enter(deadline)?;
        let mut failed = lock(&entry.reading);
        let known = Arc::new(read()?);
        *failed = None;
        entry.store(&known);
        Ok(known)
    }

    /// Returns keys that are newer than those in `used`, because a token names another one. `None` if they were read a short time
    /// ago: anyone can write tokens with unknown names.
    pub(crate) fn newer_keys(
        &self,
        entry: &Entry,
        used: &Arc<Known>,
        deadline: Instant,
        read: impl FnOnce() -> Result<CoreJsonWebKeySet, ProviderFailure>,
    ) -> Result<Option<Arc<Known>>, ProviderFailure> {
        if !self.may_read_keys(entry, used) {
            return Ok(None);
        }
        let _slot = entry.enter(deadline)?;
        let _failed = lock(&entry.reading);
        if let Some(stored) = &mut *lock(&entry.stored) {
            if !Arc::ptr_eq(&stored.known, used) {
                return Ok(Some(Arc::clone(&stored.known)));
            }
            // Another caller may have tried in vain while this one waited.
            if stored.keys_read_at.elapsed() < self.key_pause {
                return Ok(None);
            }
            stored.keys_read_at = Instant::now();
        }
        let newer = Arc::new(Known {
            discovery: Arc::clone(&used.discovery),
            keys: read()?,
        });
        if let Some(stored) = &mut *lock(&entry.stored) {
            stored.known = Arc::clone(&newer);
        }
        Ok(Some(newer))
    }

    fn may_read_keys(&self, entry: &Entry, used: &Arc<Known>) -> bool {
        let stored = lock(&entry.stored);
        stored.as_ref().is_none_or(|stored| {
            !Arc::ptr_eq(&stored.known, used) || stored.keys_read_at.elapsed() >= self.key_pause
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread;

    use openidconnect::IssuerUrl;
    use reqwest::Url;
    use shortlist_app::AddressRules;

    use super::*;

    fn known() -> Arc<Known> {
        let url = || Url::parse("https://provider.example.org/").unwrap();
        Arc::new(Known {
            discovery: Arc::new(DiscoveryDocument {
                issuer: IssuerUrl::from_url(url()),
                authorization: url(),
                token: url(),
                keys: url(),
                user_info: None,
                end_session: None,
                sends_iss: false,
                accepts_basic: true,
                has_accepted_algorithm: true,
            }),
            keys: CoreJsonWebKeySet::new(Vec::new()),
        })
    }

    #[test]
    fn of_those_who_wait_for_newer_keys_only_one_reads() {
        let options = OidcOptions::new(AddressRules::default());
        let (directory, entry, used) = (Directory::new(&options), Entry::default(), known());
        entry.store(&used);
        if let Some(stored) = &mut *lock(&entry.stored) {
            stored.keys_read_at -= options.key_pause;
        }
        let reads = AtomicUsize::new(0);
        let ask = || {
            directory.newer_keys(&entry, &used, patient(), || {
                reads.fetch_add(1, Ordering::AcqRel);
                Err(ProviderFailure::Unreachable("it is down".to_owned()))
            })
        };
        thread::scope(|scope| {
            let reading = lock(&entry.reading);
            scope.spawn(ask);
            scope.spawn(ask);
            while lock(&entry.places).held < 2 {
                thread::yield_now();
            }
            drop(reading);
        });
        assert_eq!(reads.into_inner(), 1);
    }

    /// Returns a deadline that no slow machine misses.
    fn patient() -> Instant {
        Instant::now() + Duration::from_secs(120)
    }

    fn hold_all(entry: &Entry) -> Vec<Slot<'_>> {
        let places = 0..MAX_CALLERS;
        places.map(|_| entry.enter(patient()).unwrap()).collect()
    }

    fn is_refused(entry: &Entry, deadline: Instant) -> bool {
        let entered = entry.enter(deadline);
        matches!(entered, Err(ProviderFailure::Unreachable(problem)) if problem.contains("many sign-ins"))
    }

    #[test]
    fn a_caller_waits_for_a_place_until_its_deadline() {
        let entry = Entry::default();
        let mut slots = hold_all(&entry);
        assert!(is_refused(&entry, Instant::now()), "its time is up");
        assert_eq!(lock(&entry.places).waiting, 0);
        thread::scope(|scope| {
            let next = scope.spawn(|| entry.enter(patient()).is_ok());
            while lock(&entry.places).waiting < 1 {
                thread::yield_now();
            }
            slots.pop();
            assert!(next.join().unwrap());
        });
    }

    #[test]
    fn only_some_callers_wait_for_a_provider() {
        let entry = Entry::default();
        let slots = hold_all(&entry);
        thread::scope(|scope| {
            let wait = |_| scope.spawn(|| entry.enter(patient()).is_ok());
            let waiting: Vec<_> = (0..MAX_WAITING).map(wait).collect();
            while lock(&entry.places).waiting < MAX_WAITING {
                thread::yield_now();
            }
            assert!(is_refused(&entry, patient()), "one more, at once");
            drop(slots);
            for waited in waiting {
                assert!(waited.join().unwrap());
            }
        });
        assert_eq!(lock(&entry.places).held, 0);
    }
}
