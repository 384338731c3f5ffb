//! Webhooks: addresses of other systems that receive events.

use std::fmt;

use chrono::Duration;

use crate::{
    ChoiceProblem, Event, EventType, InvalidValue, JobId, OrganizationId, TextProblem, Timestamp,
    WebhookId, check_short,
};

/// The most webhooks of an organization.
pub const MAX_WEBHOOKS: usize = 50;
/// The most jobs that a webhook is restricted to.
pub const MAX_WEBHOOK_JOBS: usize = 100;
/// The longest address, in characters.
const MAX_ADDRESS_CHARS: usize = 2_000;
/// The number of bytes of a secret, as Standard Webhooks recommends.
pub const SECRET_BYTES: usize = 32;
/// How long deliveries may fail until the webhook is disabled, in days.
const MAX_FAILING_DAYS: i64 = 5;
/// The delays after each failed attempt, in seconds: 5 s, 5 min, 30 min, then 2, 5, 10, 14, 20 and 24 hours. They are those
/// that Standard Webhooks 1.0.0 recommends. After the last, a delivery is dead.
const RETRY_SECONDS: [i64; 9] = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];

/// The address of a webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookAddress(String);

impl WebhookAddress {
    /// Returns an address that was checked before, such as one in the database.
    ///
    /// # Errors
    /// Returns an error if it is empty or too long.
    pub fn checked(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let length = text.chars().count();
        if length == 0 || length > MAX_ADDRESS_CHARS {
            let problem = TextProblem::LengthOutOfRange {
                least: 1,
                most: MAX_ADDRESS_CHARS,
            };
            return Err(InvalidValue::new(field, problem));
        }
        Ok(Self(text.to_owned()))
    }

    /// Returns the address as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// The secret that signs deliveries. Its debug output is redacted.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookSecret(Vec<u8>);

impl WebhookSecret {
    /// Returns the secret of these random bytes.
    pub fn new(bytes: [u8; SECRET_BYTES]) -> Self {
        Self(bytes.to_vec())
    }

    /// Returns a stored secret.
    pub fn stored(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Returns the bytes that sign.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Debug for WebhookSecret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("WebhookSecret(***)")
    }
}

/// What a webhook receives. Empty lists select everything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EventFilter {
    /// The types of events.
    pub event_types: Vec<EventType>,
    /// The jobs whose events it receives. Events that belong to no job are then left out.
    pub job_ids: Vec<JobId>,
}

/// A webhook.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// Its identifier.
    pub id: WebhookId,
    /// Where events are sent to.
    pub address: WebhookAddress,
    /// What it is for, as its owner describes it.
    pub description: Option<String>,
    /// What it receives.
    pub filter: EventFilter,
    /// Why it receives nothing, if it is disabled.
    pub disabled: Option<String>,
    /// Since when every attempt has failed.
    pub failing_since: Option<Timestamp>,
    /// When it was created.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
}

impl Webhook {
    /// Returns whether it receives an event. A ping goes only to the webhook that is tested.
    pub fn receives(&self, event: &Event) -> bool {
        if event.event_type == EventType::WebhookPing {
            return event.subject.id == self.id.as_str();
        }
        let types = &self.filter.event_types;
        let jobs = &self.filter.job_ids;
        let of_job = |job: &JobId| jobs.contains(job);
        (types.is_empty() || types.contains(&event.event_type))
            && (jobs.is_empty() || event.subject.job_id.as_ref().is_some_and(of_job))
    }

    /// Returns whether a failure at this time disables it.
    pub fn fails_for_too_long(&self, now: Timestamp) -> bool {
        let limit = now.minus(Duration::days(MAX_FAILING_DAYS));
        self.failing_since.is_some_and(|since| since <= limit)
    }
}

/// A webhook to be created.
#[derive(Debug, Clone)]
pub struct NewWebhook {
    /// The webhook.
    pub webhook: Webhook,
    /// Its secret.
    pub secret: WebhookSecret,
}

/// A change of a webhook. `None` keeps a value.
#[derive(Debug, Clone, Default)]
pub struct WebhookChange {
    /// The new address.
    pub address: Option<WebhookAddress>,
    /// The new description; the inner `None` clears it.
    pub description: Option<Option<String>>,
    /// The new types of events.
    pub event_types: Option<Vec<EventType>>,
    /// The new jobs.
    pub job_ids: Option<Vec<JobId>>,
    /// Whether it receives events, as a user decides.
    pub enabled: Option<bool>,
    /// Why the service disables it.
    pub disabled: Option<String>,
}

impl WebhookChange {
    /// Returns the webhook with the change.
    #[must_use]
    pub fn applied_to(&self, webhook: &Webhook, at: Timestamp) -> Webhook {
        let mut after = webhook.clone();
        if let Some(address) = &self.address {
            after.address = address.clone();
        }
        if let Some(description) = &self.description {
            after.description = description.clone();
        }
        if let Some(event_types) = &self.event_types {
            after.filter.event_types = event_types.clone();
        }
        if let Some(job_ids) = &self.job_ids {
            after.filter.job_ids = job_ids.clone();
        }
        match self.enabled {
            Some(true) => {
                after.disabled = None;
                after.failing_since = None;
            }
            Some(false) if after.disabled.is_none() => {
                after.disabled = Some("by a user".to_owned());
            }
            _ => {}
        }
        if let (Some(reason), None) = (&self.disabled, &after.disabled) {
            after.disabled = Some(reason.clone());
        }
        if after != *webhook {
            after.updated_at = at;
        }
        after
    }
}

/// Parses a description.
///
/// # Errors
/// Returns an error if it is too long or contains a control character.
pub fn check_webhook_description(text: &str) -> Result<Option<String>, InvalidValue> {
    check_short("description", text)
}

/// The state of a delivery.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DeliveryState {
    /// It will be attempted, for the first time or again.
    Waiting,
    /// The receiver confirmed it.
    Delivered,
    /// The last attempt failed. Only a replay sends it again.
    Dead,
}

impl DeliveryState {
    /// Every state.
    pub const ALL: [Self; 3] = [Self::Waiting, Self::Delivered, Self::Dead];

    /// Returns the state's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Delivered => "delivered",
            Self::Dead => "dead",
        }
    }

    /// Parses a state's name. Case does not matter.
    ///
    /// # Errors
    /// Returns an error if no state has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        let found = Self::ALL
            .into_iter()
            .find(|one| one.as_str().eq_ignore_ascii_case(value.trim()));
        found.ok_or_else(|| {
            InvalidValue::new(
                field,
                ChoiceProblem::Neither(&["waiting", "delivered", "dead"]),
            )
        })
    }
}

/// An event for a webhook, and how its delivery went.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// The webhook.
    pub webhook_id: WebhookId,
    /// The event.
    pub event: Event,
    /// The state.
    pub state: DeliveryState,
    /// How many attempts failed since the event, or since the last replay.
    pub failures: u32,
    /// When it will be attempted; `None` unless it is waiting.
    pub next_attempt_at: Option<Timestamp>,
    /// The attempts, the earliest first.
    pub attempts: Vec<DeliveryAttempt>,
}

/// An attempt to deliver an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeliveryAttempt {
    /// When it began.
    pub at: Timestamp,
    /// How long it took, in milliseconds.
    pub duration_millis: u32,
    /// The HTTP status of the response, if there was one.
    pub status: Option<u16>,
    /// Why it failed; `None` if it succeeded.
    pub failure: Option<String>,
    /// The beginning of the response, with invalid UTF-8 replaced.
    pub response: Option<String>,
}

/// Returns the delay after a number of failed attempts (1 or more), or `None` if there is no further attempt.
///
/// `spread` in thousandths (0 to 999) lengthens it by up to a tenth, so that failed deliveries do not all return at once.
pub fn retry_delay(failures: u32, spread: u32) -> Option<Duration> {
    let index = usize::try_from(failures.checked_sub(1)?).ok()?;
    let seconds = RETRY_SECONDS.get(index)?;
    let millis = seconds * 1_000;
    Some(Duration::milliseconds(
        millis + millis / 10 * i64::from(spread.min(999)) / 1_000,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AuditedKind, EventSubject};

    fn at(hour: u32) -> Timestamp {
        Timestamp::parse("at", &format!("2026-11-22T{hour:02}:00:00Z")).unwrap()
    }

    fn webhook(filter: EventFilter) -> Webhook {
        Webhook {
            organization_id: OrganizationId::parse("o", "org_1").unwrap(),
            id: WebhookId::parse("w", "whk_1").unwrap(),
            address: WebhookAddress::checked("url", "https://example.org/hook").unwrap(),
            description: None,
            filter,
            disabled: None,
            failing_since: None,
            created_at: at(1),
            updated_at: at(1),
        }
    }

    fn event(event_type: EventType, job: Option<&str>) -> Event {
        Event {
            organization_id: OrganizationId::parse("o", "org_1").unwrap(),
            sequence: 1,
            id: "evt_1".to_owned(),
            event_type,
            occurred_at: at(2),
            subject: EventSubject {
                kind: AuditedKind::Candidate,
                id: "cnd_1".to_owned(),
                candidate_id: Some("cnd_1".to_owned()),
                job_id: job.map(|job| JobId::parse("j", job).unwrap()),
            },
            changed_fields: Vec::new(),
        }
    }

    #[test]
    fn empty_filters_receive_everything_but_the_pings_of_others() {
        let all = webhook(EventFilter::default());
        assert!(all.receives(&event(EventType::CandidateErased, None)));
        assert!(!all.receives(&event(EventType::WebhookPing, None)));
        let mut ping = event(EventType::WebhookPing, None);
        ping.subject.id = "whk_1".to_owned();
        assert!(all.receives(&ping));
    }

    #[test]
    fn a_filter_selects_types_and_jobs() {
        let some = webhook(EventFilter {
            event_types: vec![EventType::CandidateCreated],
            job_ids: vec![JobId::parse("j", "job_1").unwrap()],
        });
        assert!(some.receives(&event(EventType::CandidateCreated, Some("job_1"))));
        assert!(!some.receives(&event(EventType::CandidateCreated, Some("job_2"))));
        assert!(!some.receives(&event(EventType::CandidateCreated, None)));
        assert!(!some.receives(&event(EventType::CandidateErased, Some("job_1"))));
    }

    #[test]
    fn retries_end_after_the_ninth_delay() {
        assert_eq!(retry_delay(0, 0), None);
        assert_eq!(retry_delay(1, 0), Some(Duration::seconds(5)));
        assert_eq!(retry_delay(9, 0), Some(Duration::hours(24)));
        assert_eq!(retry_delay(10, 0), None);
        let spread = retry_delay(9, 999).unwrap();
        assert!(
            spread > Duration::hours(26) && spread < Duration::minutes(26 * 60 + 24),
            "{spread}"
        );
    }

    #[test]
    fn five_days_of_failures_are_too_long() {
        let mut failing = webhook(EventFilter::default());
        assert!(!failing.fails_for_too_long(at(3)));
        failing.failing_since = Some(at(3).minus(Duration::days(5)));
        assert!(failing.fails_for_too_long(at(3)));
        assert!(!failing.fails_for_too_long(at(2)));
    }

    #[test]
    fn enabling_forgets_the_failures_and_an_empty_change_changes_nothing() {
        let mut failed = webhook(EventFilter::default());
        failed.disabled = Some("its deliveries failed".to_owned());
        failed.failing_since = Some(at(2));
        assert_eq!(WebhookChange::default().applied_to(&failed, at(5)), failed);
        let change = WebhookChange {
            enabled: Some(true),
            ..WebhookChange::default()
        };
        let enabled = change.applied_to(&failed, at(5));
        assert_eq!((enabled.disabled, enabled.failing_since), (None, None));
        assert_eq!(enabled.updated_at, at(5));
    }
}
