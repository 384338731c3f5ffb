//! What is measured about mails.

use std::collections::HashMap;
use std::fmt;
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeLabelSet, EncodeMetric};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::registry::Registry;
use shortlist_app::MailOutcome;
use shortlist_domain::{MailCounts, MailKind, OrganizationId, Timestamp};

/// The outcome of an attempt to send a mail.
#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct Attempted {
    kind: &'static str,
    outcome: &'static str,
}

static ATTEMPTS: LazyLock<Family<Attempted, Counter>> = LazyLock::new(Family::default);

/// The mails of an organization that waited at a point in time.
#[derive(Debug)]
struct Waiting {
    count: u32,
    /// How long the oldest one had waited.
    age: Duration,
    at: Instant,
}

/// The organizations with mails that wait, as far as this server has seen them.
static QUEUES: LazyLock<Mutex<HashMap<OrganizationId, Waiting>>> = LazyLock::new(Mutex::default);

fn queues() -> MutexGuard<'static, HashMap<OrganizationId, Waiting>> {
    QUEUES.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Computes the age when it is asked for, so that it grows even while the mail server hangs.
#[derive(Debug)]
struct Queues;

impl Collector for Queues {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let (count, age) = totals();
        let count = ConstGauge::new(count);
        let written = encoder.encode_descriptor(
            "shortlist_mails_waiting",
            "Mails that wait, of the organizations whose mails this server has sent. Several servers may count the same ones.",
            None,
            count.metric_type(),
        )?;
        count.encode(written)?;
        let age = ConstGauge::new(age);
        let written = encoder.encode_descriptor(
            "shortlist_mail_queue_age_seconds",
            "How long the oldest of these mails has waited; 0 if none waits.",
            None,
            age.metric_type(),
        )?;
        age.encode(written)
    }
}

/// Returns how many mails wait, and the age of the oldest, in seconds.
fn totals() -> (i64, f64) {
    let queues = queues();
    let count = queues.values().map(|queue| i64::from(queue.count)).sum();
    let ages = queues.values().map(|queue| queue.age + queue.at.elapsed());
    (count, ages.max().unwrap_or_default().as_secs_f64())
}

/// Notes how many mails of an organization wait.
pub(super) fn note_queue(organization: &OrganizationId, counts: &MailCounts, now: Timestamp) {
    let mut queues = queues();
    let Some(oldest) = counts.oldest_waiting.filter(|_| counts.waiting > 0) else {
        queues.remove(organization);
        return;
    };
    let millis = now.unix_millis().saturating_sub(oldest.unix_millis());
    let waiting = Waiting {
        count: counts.waiting,
        age: Duration::from_millis(millis),
        at: Instant::now(),
    };
    queues.insert(organization.clone(), waiting);
}

/// Returns the organizations that had mails that waited. Another server may have sent them meanwhile.
pub(super) fn noted_organizations() -> Vec<OrganizationId> {
    queues().keys().cloned().collect()
}

/// Registers what is measured about mails.
pub(crate) fn register_measurements(registry: &mut Registry) {
    // They exist from the start, so that a rate over time is right from the first mail on.
    for kind in MailKind::ALL.iter().map(|kind| kind.as_str()) {
        for outcome in ["sent", "failed", "later", "postponed", "dropped"] {
            drop(ATTEMPTS.get_or_create(&Attempted { kind, outcome }));
        }
    }
    registry.register(
        "shortlist_mail_attempts",
        "Attempts to send mails, by kind and outcome (sent, failed for good, later because of the recipient or the text, postponed because of \
         the mail server or of other mails, dropped because the reason was gone)",
        ATTEMPTS.clone(),
    );
    registry.register_collector(Box::new(Queues));
}

/// Counts the outcome of an attempt.
pub(super) fn count_attempt(kind: MailKind, outcome: &MailOutcome) {
    let kind = kind.as_str();
    let outcome = match outcome {
        MailOutcome::Sent { .. } => "sent",
        MailOutcome::Failed { .. } => "failed",
        MailOutcome::Again { .. } => "later",
        MailOutcome::Postponed { .. } => "postponed",
        MailOutcome::Dropped { .. } => "dropped",
    };
    ATTEMPTS.get_or_create(&Attempted { kind, outcome }).inc();
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_age_is_that_of_the_oldest_mail_of_all_organizations() {
        let now = Timestamp::parse("at", "2026-03-05T09:00:00Z").unwrap();
        let id = |text| OrganizationId::parse("id", text).unwrap();
        let counts = |waiting, minutes| MailCounts {
            waiting,
            oldest_waiting: Some(now.minus(chrono::Duration::minutes(minutes))),
            failed: 0,
        };
        note_queue(&id("org_1"), &counts(2, 1), now);
        note_queue(&id("org_2"), &counts(3, 5), now);
        let (count, age) = totals();
        assert_eq!(count, 5);
        assert!((300.0..310.0).contains(&age), "{age}");
        note_queue(&id("org_1"), &MailCounts::default(), now);
        note_queue(&id("org_2"), &MailCounts::default(), now);
        assert_eq!(totals().0, 0);
        assert_eq!(noted_organizations(), []);
    }
}
