//! The loop that sends mails: claims organizations, takes their mails that are due, and stores the results.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use shortlist_app::{App, AppError, ComposedMail, EventWaker, MailDraft, MailOutcome, MailResult};
use shortlist_domain::{MailFailure, MailFailureReason, MailText, OrganizationId, QueuedMail};
use shortlist_mail::{Admission, Mail, SendError, ServerReply, Throttle};
use tokio::runtime::Runtime;

use super::claim::Claim;
use super::measurements::{count_attempt, note_queue, noted_organizations};
use super::outcome::{Attempt, after_attempt, postponed};
use super::text::{Writer, template_of};
use crate::config::ConfiguredMail;

/// How long to wait until looking for mails of other servers, and for those that are due.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// How long to wait before trying again after the database failed.
const FAULT_PAUSE: Duration = Duration::from_secs(2);
/// How often the mails that wait are counted, for the measurements.
const MEASURE_INTERVAL: Duration = Duration::from_secs(15);
/// How long stopping waits for answers.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// How many mails of an organization are looked at together.
const MAILS_PER_LOOK: i64 = 50;
/// After so many mails that must wait for others, the rest is left for the next look.
const HELD_PER_LOOK: usize = 4;
/// A mail that the throttle holds back for longer is postponed in the database, so that others are looked at.
const SHORT_WAIT: Duration = Duration::from_secs(2);

/// A mail that was sent, or not.
pub(super) struct Done {
    organization: OrganizationId,
    attempt: Attempt,
    domain: String,
    sent: Result<ServerReply, SendError>,
}

/// What was done with a mail that is due.
#[derive(PartialEq)]
enum Taken {
    /// It is being sent.
    Sending,
    /// It must wait for others for a moment.
    Held,
    /// It is not sent now.
    Ended(MailOutcome),
}

/// The work on the mails of all organizations that this server has claimed.
pub(super) struct Work {
    pub(super) app: Arc<App>,
    pub(super) mail: Arc<ConfiguredMail>,
    pub(super) writer: Writer,
    pub(super) runtime: Runtime,
    pub(super) throttle: Throttle,
    pub(super) waker: EventWaker,
    pub(super) done: Sender<Done>,
    pub(super) results: Receiver<Done>,
    pub(super) claims: BTreeMap<String, Claim>,
    /// When the mails that wait were counted last.
    pub(super) measured: Option<Instant>,
}

impl Work {
    /// Sends mails until it is stopped.
    pub(super) fn run(mut self, woken: &Receiver<()>, stopping: &AtomicBool) {
        if let Err(error) = self.app.mail_outbox().schedule() {
            log_failure("schedule the sending of mails", &error);
        }
        while !stopping.load(Ordering::Acquire) {
            let wait = match self.step() {
                Ok(()) => POLL_INTERVAL,
                Err(error) => {
                    log_failure("send mails", &error);
                    FAULT_PAUSE
                }
            };
            // Whether it was woken or waited long enough, there may be work.
            let _woken = woken.recv_timeout(wait);
        }
        self.stop(woken);
    }

    /// Does all work that can be done now.
    fn step(&mut self) -> Result<(), AppError> {
        self.record()?;
        while let Some(task) = self.app.mail_outbox().claim()? {
            let organization = task.organization_id.as_str().to_owned();
            self.claims.insert(organization, Claim::new(task));
        }
        let organizations: Vec<String> = self.claims.keys().cloned().collect();
        for organization in organizations {
            self.work_on(&organization)?;
        }
        self.measure()
    }

    /// Counts the mails that wait, of the organizations that this server works on and of those that had some before.
    fn measure(&mut self) -> Result<(), AppError> {
        let is_recent = |at: Instant| at.elapsed() < MEASURE_INTERVAL;
        if self.measured.is_some_and(is_recent) {
            return Ok(());
        }
        self.measured = Some(Instant::now());
        let claimed = self.claims.values();
        let mut organizations: Vec<OrganizationId> = claimed
            .map(|claim| claim.task.organization_id.clone())
            .collect();
        organizations.extend(noted_organizations());
        for organization in organizations {
            let counts = self.app.mails().counts(&organization)?;
            note_queue(&organization, &counts, self.app.mail_outbox().now());
        }
        Ok(())
    }

    /// Stores the results that have arrived.
    fn record(&mut self) -> Result<(), AppError> {
        while let Ok(done) = self.results.try_recv() {
            let now = self.app.mail_outbox().now();
            let (result, outcome) = after_attempt(&done.attempt, done.sent, now);
            self.throttle.finish(&done.domain, outcome, Instant::now());
            let stored = self.app.mail_outbox().record(&done.organization, &[result]);
            if let Some(claim) = self.claims.get_mut(done.organization.as_str()) {
                claim.running.remove(&done.attempt.id);
            }
            stored?;
        }
        Ok(())
    }

    fn work_on(&mut self, organization: &str) -> Result<(), AppError> {
        let app = Arc::clone(&self.app);
        let outbox = app.mail_outbox();
        let Some(claim) = self.claims.get_mut(organization) else {
            return Ok(());
        };
        if claim.is_old() {
            if !outbox.renew(&claim.task)? {
                self.claims.remove(organization);
                return Ok(());
            }
            claim.renewed = Instant::now();
        }
        let id = claim.task.organization_id.clone();
        let mut held = 0;
        for queued in outbox.due(&id, MAILS_PER_LOOK)? {
            held += usize::from(self.take(queued)? == Taken::Held);
            if held >= HELD_PER_LOOK {
                break;
            }
        }
        if let Some(claim) = self.claims.get(organization)
            && claim.running.is_empty()
            && outbox.release_if_idle(&claim.task)?
        {
            self.claims.remove(organization);
        }
        Ok(())
    }

    /// Sends a mail that is due, unless it is being sent, or stores why it is not sent now.
    fn take(&mut self, queued: QueuedMail) -> Result<Taken, AppError> {
        let (organization, id) = (queued.organization_id.clone(), queued.mail.id.clone());
        let kind = queued.mail.kind;
        let claim = self.claims.get(organization.as_str());
        if claim.is_none_or(|claim| claim.running.contains(&id)) {
            return Ok(Taken::Sending);
        }
        let taken = match self.app.mail_outbox().compose(queued)? {
            ComposedMail::Draft(draft) => {
                let language = self.writer.language;
                let outbox = self.app.mail_outbox();
                let own = outbox.own_text(&organization, template_of(kind), language)?;
                self.send(&draft, own.as_ref())
            }
            ComposedMail::Dropped(reason) => Taken::Ended(MailOutcome::Dropped { reason }),
        };
        if let Taken::Ended(outcome) = &taken {
            count_attempt(kind, outcome);
            let outcome = outcome.clone();
            let outbox = self.app.mail_outbox();
            let at = outbox.now();
            outbox.record(&organization, &[MailResult { id, at, outcome }])?;
        }
        Ok(taken)
    }

    /// Begins to send a mail, with the text of the organization if it has one.
    fn send(&mut self, draft: &MailDraft, own: Option<&MailText>) -> Taken {
        let now = self.app.mail_outbox().now();
        let mail = match self.writer.write(draft, own, now) {
            Ok(mail) => mail,
            Err(failure) => {
                let id = &draft.queued.mail.id;
                tracing::warn!(mail = id, failure, "a mail cannot be written");
                let detail = Some(failure);
                let reason = MailFailureReason::Unwritable;
                let failure = MailFailure { reason, detail };
                return Taken::Ended(MailOutcome::Failed { failure });
            }
        };
        let domain = mail.to.address.domain().to_owned();
        match self.throttle.begin(&domain, Instant::now()) {
            Admission::Now => {
                self.spawn(draft, mail, domain);
                Taken::Sending
            }
            Admission::AfterAnother => Taken::Held,
            Admission::NotBefore(due) => {
                let wait = due.saturating_duration_since(Instant::now());
                if wait > SHORT_WAIT {
                    Taken::Ended(postponed(now, wait))
                } else {
                    Taken::Held
                }
            }
        }
    }

    fn spawn(&mut self, draft: &MailDraft, mail: Mail, domain: String) {
        let organization = draft.queued.organization_id.clone();
        let attempt = Attempt {
            id: draft.queued.mail.id.clone(),
            kind: draft.queued.mail.kind,
            attempts: draft.queued.attempts,
            message_id: mail.id.as_str().to_owned(),
        };
        if let Some(claim) = self.claims.get_mut(organization.as_str()) {
            claim.running.insert(attempt.id.clone());
        }
        let (configured, done, waker) = (
            Arc::clone(&self.mail),
            self.done.clone(),
            self.waker.clone(),
        );
        self.runtime.spawn(async move {
            let sent = configured.mailer.send(&mail).await;
            let result = Done {
                organization,
                attempt,
                domain,
                sent,
            };
            // The receiver is gone only if the program stops.
            let _received = done.send(result);
            waker.wake();
        });
    }

    /// Waits for answers, stores them, and gives the claims back.
    fn stop(mut self, woken: &Receiver<()>) {
        let end = Instant::now() + STOP_TIMEOUT;
        while self.throttle.running() > 0 && Instant::now() < end {
            let _woken = woken.recv_timeout(POLL_INTERVAL);
            if let Err(error) = self.record() {
                log_failure("store the outcomes of mails", &error);
                break;
            }
        }
        for claim in self.claims.values() {
            if let Err(error) = self.app.mail_outbox().give_back(&claim.task) {
                log_failure("give mails to another server", &error);
            }
        }
        self.runtime.shutdown_background();
    }
}

/// Logs what failed, with the causes in one line.
fn log_failure(attempt: &str, error: &AppError) {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(one) = cause {
        text.push_str(": ");
        text.push_str(&one.to_string());
        cause = one.source();
    }
    tracing::error!("{attempt}: {text}");
}
