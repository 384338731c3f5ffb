//! The loop that sends mails: claims organizations, takes their mails that are due, and stores the results.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender};
use std::time::{Duration, Instant};

use shortlist_app::{
    App, AppError, ComposedMail, EventWaker, MailDefaults, MailDraft, MailOutcome, MailResult,
};
use shortlist_domain::{MailFailure, MailFailureReason, MailText, OrganizationId, QueuedMail};
use shortlist_mail::{Admission, Explanation, Language, Mail, Placeholder, SendError, Throttle};
use tokio::runtime::Runtime;

use super::claim::Claim;
use super::delivery::Delivery;
use super::measurements::{count_attempt, note_queue, noted_organizations};
use super::outcome::{Attempt, after_attempt, postponed};
use super::text::{Writer, template_of};

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
/// A mail that the throttle holds back for longer is postponed in the database, so that others are looked at.
const SHORT_WAIT: Duration = Duration::from_secs(2);

/// A mail that was sent, or not.
pub(super) struct Done {
    organization: OrganizationId,
    attempt: Attempt,
    domain: String,
    sent: Result<(), SendError>,
}

/// The work on the mails of all organizations that this server has claimed.
pub(super) struct Work {
    pub(super) app: Arc<App>,
    pub(super) delivery: Arc<Delivery>,
    /// What mails have unless their organization has chosen something else.
    pub(super) defaults: MailDefaults,
    /// The address of the service, with which links begin.
    pub(super) public_url: Option<String>,
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

    /// Stores the results that have arrived, those of an organization together. A failure for one organization loses no other's results.
    fn record(&mut self) -> Result<(), AppError> {
        let outbox = self.app.mail_outbox();
        let mut results: HashMap<OrganizationId, Vec<MailResult>> = HashMap::new();
        while let Ok(done) = self.results.try_recv() {
            let (result, outcome) = after_attempt(&done.attempt, done.sent, outbox.now());
            self.throttle.finish(&done.domain, outcome, Instant::now());
            if let Some(claim) = self.claims.get_mut(done.organization.as_str()) {
                claim.running.remove(&done.attempt.id);
            }
            results.entry(done.organization).or_default().push(result);
        }
        let mut stored = Ok(());
        for (organization, results) in results {
            stored = stored.and(outbox.record(&organization, &results));
        }
        stored
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
        let mut results = Vec::new();
        let due = outbox.due(&id, MAILS_PER_LOOK)?;
        let mut due = due.into_iter();
        let taken = due.try_for_each(|queued| self.take(queued, &mut results));
        if !results.is_empty() {
            outbox.record(&id, &results)?;
        }
        taken?;
        if let Some(claim) = self.claims.get(organization)
            && claim.running.is_empty()
            && outbox.release_if_idle(&claim.task)?
        {
            self.claims.remove(organization);
        }
        Ok(())
    }

    /// Sends a mail that is due, unless it is being sent or must wait a moment for others, or adds why it is not sent now to the results.
    fn take(&mut self, queued: QueuedMail, results: &mut Vec<MailResult>) -> Result<(), AppError> {
        let (id, kind) = (queued.mail.id.clone(), queued.mail.kind);
        if let Some(outcome) = self.send_or_wait(queued)? {
            count_attempt(kind, &outcome);
            let at = self.app.mail_outbox().now();
            results.push(MailResult { id, at, outcome });
        }
        Ok(())
    }

    /// Sends a mail that is due, unless it is being sent or must wait a moment for others. Returns its outcome if it is not sent now.
    ///
    /// Composing takes several queries, so the throttle is asked before that, and again for the address that was found.
    fn send_or_wait(&mut self, queued: QueuedMail) -> Result<Option<MailOutcome>, AppError> {
        let (organization, kind) = (queued.organization_id.clone(), queued.mail.kind);
        let Some(claim) = self.claims.get(organization.as_str()) else {
            return Ok(None);
        };
        if claim.running.contains(&queued.mail.id) {
            return Ok(None);
        }
        let domain = claim.domains.find(&queued.mail, Instant::now());
        let admission = self.throttle.check(domain, Instant::now());
        if admission != Admission::Now {
            return Ok(self.outcome_of_wait(admission));
        }
        let outbox = self.app.mail_outbox();
        match outbox.compose(queued)? {
            ComposedMail::Draft(mut draft) => {
                let writer = self.writer_for(&organization)?;
                let language = writer.identity.language;
                let own = outbox.own_text(&organization, template_of(kind), language)?;
                draft.explanation = self.explanation(&draft.queued, own.as_ref(), language)?;
                Ok(self.send(&draft, &writer, own.as_ref()))
            }
            ComposedMail::Dropped(reason) => Ok(Some(MailOutcome::Dropped { reason })),
        }
    }

    /// Returns what a mail explains, if its text can say that. A rejection that cannot be explained is sent without: the error would hold
    /// back all mails, and its explanation is still due.
    fn explanation(
        &self,
        queued: &QueuedMail,
        own: Option<&MailText>,
        language: Language,
    ) -> Result<Option<Explanation>, AppError> {
        let name = Placeholder::Explanation.as_str();
        if own.is_some_and(|own| !own.body.contains(name)) {
            return Ok(None);
        }
        match self.app.mail_outbox().explanation(queued, language) {
            Err(AppError::Fault(fault)) if fault.unreachable_part().is_some() => {
                Err(AppError::Fault(fault))
            }
            Err(error) => {
                log_failure("explain a rejection in its mail", &error);
                Ok(None)
            }
            found => found,
        }
    }

    /// Returns the outcome of a mail that is not admitted, if it must wait for long.
    fn outcome_of_wait(&self, admission: Admission) -> Option<MailOutcome> {
        let Admission::NotBefore(due) = admission else {
            return None;
        };
        let wait = due.saturating_duration_since(Instant::now());
        (wait > SHORT_WAIT).then(|| postponed(self.app.mail_outbox().now(), wait))
    }

    /// Returns what writes the mails of an organization, with what it has chosen.
    fn writer_for(&self, organization: &OrganizationId) -> Result<Writer, AppError> {
        let chosen = self.app.mail_outbox().sender(organization)?;
        let defaults = &self.defaults;
        Ok(Writer {
            identity: defaults.for_organization(&chosen),
            id_domain: defaults.sender.address.domain().to_owned(),
            public_url: self.public_url.clone(),
        })
    }

    /// Begins to send a mail, with the text of the organization if it has one. Returns its outcome if it is not sent now.
    fn send(
        &mut self,
        draft: &MailDraft,
        writer: &Writer,
        own: Option<&MailText>,
    ) -> Option<MailOutcome> {
        let now = self.app.mail_outbox().now();
        let mail = match writer.write(draft, own, now) {
            Ok(mail) => mail,
            Err(failure) => {
                let id = &draft.queued.mail.id;
                tracing::warn!(mail = id, failure, "a mail cannot be written");
                let detail = Some(failure);
                let reason = MailFailureReason::Unwritable;
                let failure = MailFailure { reason, detail };
                return Some(MailOutcome::Failed { failure });
            }
        };
        let domain = mail.to.address.domain().to_owned();
        let organization = draft.queued.organization_id.as_str();
        if let Some(claim) = self.claims.get_mut(organization) {
            let recipients = &mut claim.domains;
            recipients.remember(&draft.queued.mail, &domain, Instant::now());
        }
        let admission = self.throttle.begin(&domain, Instant::now());
        if admission == Admission::Now {
            self.spawn(draft, mail, domain);
            return None;
        }
        self.outcome_of_wait(admission)
    }

    fn spawn(&mut self, draft: &MailDraft, mail: Mail, domain: String) {
        let organization = draft.queued.organization_id.clone();
        let attempt = Attempt {
            id: draft.queued.mail.id.clone(),
            kind: draft.queued.mail.kind,
            attempts: draft.queued.attempts,
            message_id: mail.id.as_str().to_owned(),
            has_own_address: mail.from.address != self.defaults.sender.address,
        };
        if let Some(claim) = self.claims.get_mut(organization.as_str()) {
            claim.running.insert(attempt.id.clone());
        }
        let (delivery, done, waker) = (
            Arc::clone(&self.delivery),
            self.done.clone(),
            self.waker.clone(),
        );
        self.runtime.spawn(async move {
            let sent = delivery.deliver(&organization, &mail).await;
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
