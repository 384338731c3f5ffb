//! Takes due deliveries from the database, sends them, and stores the results.
//!
//! One thread talks to the database. The requests themselves wait in a small asynchronous runtime, so a receiver that hangs
//! costs memory for its connections only.

use std::collections::BTreeMap;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender as ChannelSender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use shortlist_app::{
    App, AppError, AttemptOutcome, AttemptResult, DueDeliveries, DueDelivery, EventWaker,
    event_payload,
};
use shortlist_domain::{OrganizationId, Timestamp, Webhook, WebhookId, WebhookSecret};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::Semaphore;

use crate::claim::{Claim, PER_WEBHOOK};
use crate::measurements::{measure_begin, measure_end, measure_oldest_due};
use crate::schedule::after_failure;
use crate::sender::{Request, Sender, Sent};
use crate::signature::signatures;

/// How long to wait until looking for events of other servers and for retries that are due.
const POLL_INTERVAL: Duration = Duration::from_millis(250);
/// The time between a signal and the look at the database that it causes. It collects the results of fast receivers, and the
/// request whose change caused the signal does not share the processors and the database with the delivery.
const BATCH_INTERVAL: Duration = Duration::from_millis(20);
/// How long to wait before trying again after the database failed.
const FAULT_PAUSE: Duration = Duration::from_secs(2);
/// The most requests to a webhook whose last attempts failed.
const PER_FAILING_WEBHOOK: usize = 2;
/// The most requests to one webhook that wait for others to end. A fast receiver answers all running ones before the next look
/// at the database.
const MAX_WAITING: usize = 192;
/// The most requests of this server at a time, with those that wait.
const PER_SERVER: usize = 512;
/// How long stopping waits for answers.
const STOP_TIMEOUT: Duration = Duration::from_secs(5);
/// The threads for network I/O, and for looking up host names.
const THREADS: usize = 2;
const LOOK_UP_THREADS: usize = 16;

/// The settings of a dispatcher.
#[derive(Debug, Clone, Default)]
pub struct DispatcherOptions {
    /// The address of the service, with which links in events begin.
    pub public_url: Option<String>,
}

/// Why a dispatcher cannot start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// A thread cannot be started.
    #[error("start a thread")]
    Thread(#[source] io::Error),
}

/// Delivers events until it is dropped.
pub struct Dispatcher {
    stopping: Arc<AtomicBool>,
    waker: EventWaker,
    thread: Option<JoinHandle<()>>,
}

impl Dispatcher {
    /// Starts to deliver events.
    ///
    /// # Errors
    /// When no thread can be started. Without usable certificates of the system, each delivery fails.
    pub fn start(app: Arc<App>, options: DispatcherOptions) -> Result<Self, StartError> {
        let sender = Sender::new(&app.settings().webhooks);
        let runtime = Builder::new_multi_thread()
            .worker_threads(THREADS)
            .max_blocking_threads(LOOK_UP_THREADS)
            .thread_name("webhooks")
            .enable_all()
            .build()
            .map_err(StartError::Thread)?;
        let (waker, woken) = app.webhook_delivery().listen();
        let stopping = Arc::new(AtomicBool::new(false));
        let (done, results) = channel();
        let work = Work {
            app,
            options,
            sender: Arc::new(sender),
            runtime,
            waker: waker.clone(),
            done,
            results,
            claims: BTreeMap::new(),
            running: 0,
        };
        let is_stopping = Arc::clone(&stopping);
        let thread = std::thread::Builder::new()
            .name("webhook dispatcher".to_owned())
            .spawn(move || work.run(&woken, &is_stopping))
            .map_err(StartError::Thread)?;
        Ok(Self {
            stopping,
            waker,
            thread: Some(thread),
        })
    }
}

impl Drop for Dispatcher {
    /// Waits a few seconds for answers, and gives the work to other servers.
    fn drop(&mut self) {
        self.stopping.store(true, Ordering::Release);
        self.waker.wake();
        if let Some(thread) = self.thread.take() {
            // A panic there was reported by the panic hook.
            let _ended = thread.join();
        }
    }
}

/// A delivery that was sent, or not because an earlier one failed.
struct Done {
    organization: OrganizationId,
    webhook: WebhookId,
    delivery: DueDelivery,
    sent: Option<Sent>,
}

struct Work {
    app: Arc<App>,
    options: DispatcherOptions,
    sender: Arc<Sender>,
    runtime: Runtime,
    waker: EventWaker,
    done: ChannelSender<Done>,
    results: Receiver<Done>,
    claims: BTreeMap<String, Claim>,
    running: usize,
}

impl Work {
    fn run(mut self, woken: &Receiver<()>, stopping: &AtomicBool) {
        while !stopping.load(Ordering::Acquire) {
            let wait = match self.step() {
                Ok(()) => POLL_INTERVAL,
                Err(error) => {
                    tracing::error!("deliver events: {}", causes(&error));
                    FAULT_PAUSE
                }
            };
            // Whether it was woken or waited long enough, there may be work.
            let _woken = woken.recv_timeout(wait);
            std::thread::sleep(BATCH_INTERVAL);
        }
        self.stop(woken);
    }

    /// Does all work that can be done now.
    fn step(&mut self) -> Result<(), AppError> {
        self.record()?;
        while let Some(task) = self.app.webhook_delivery().claim()? {
            let organization = task.organization_id.as_str().to_owned();
            self.claims.insert(organization, Claim::new(task));
        }
        let organizations: Vec<String> = self.claims.keys().cloned().collect();
        for organization in organizations {
            self.work_on(&organization)?;
        }
        let oldest = self.claims.values().filter_map(Claim::oldest_due).min();
        measure_oldest_due(oldest, self.app.webhook_delivery().now());
        Ok(())
    }

    /// Stores the results that have arrived.
    fn record(&mut self) -> Result<(), AppError> {
        let mut results: BTreeMap<String, Vec<Done>> = BTreeMap::new();
        while let Ok(done) = self.results.try_recv() {
            let organization = done.organization.as_str().to_owned();
            results.entry(organization).or_default().push(done);
        }
        for (organization, done) in &results {
            self.forget_running(organization, done);
        }
        let mut outcome = Ok(());
        for done in results.into_values() {
            let Some(id) = done.first().map(|one| one.organization.clone()) else {
                continue;
            };
            let results: Vec<AttemptResult> = done.into_iter().filter_map(result_of).collect();
            let recorded = self.app.webhook_delivery().record(&id, &results);
            outcome = outcome.and(recorded);
        }
        outcome
    }

    fn forget_running(&mut self, organization: &str, done: &[Done]) {
        self.running = self.running.saturating_sub(done.len());
        if let Some(claim) = self.claims.get_mut(organization) {
            for one in done {
                let key = (one.webhook.clone(), one.delivery.event.sequence);
                claim.running.remove(&key);
                if let Some(sent) = &one.sent {
                    claim.note_end(&one.webhook, sent.attempt.failure.is_none());
                }
            }
        }
    }

    fn work_on(&mut self, organization: &str) -> Result<(), AppError> {
        let app = Arc::clone(&self.app);
        let work = app.webhook_delivery();
        let Some(claim) = self.claims.get_mut(organization) else {
            return Ok(());
        };
        let id = claim.task.organization_id.clone();
        if claim.is_old() {
            if !work.renew(&claim.task)? {
                self.claims.remove(organization);
                return Ok(());
            }
            claim.renewed = Instant::now();
        }
        work.hand_out(&id)?;
        let webhooks = work.webhooks(&id)?;
        claim.keep_due_of(&webhooks);
        let number = webhooks.len();
        for webhook in webhooks {
            self.send_due(organization, webhook, number)?;
        }
        if let Some(claim) = self.claims.get_mut(organization)
            && claim.is_idle()
            && work.release_if_idle(&claim.task)?
        {
            self.claims.remove(organization);
        }
        Ok(())
    }

    /// Sends the due deliveries to a webhook, as many as may run at a time. To a fast receiver, as many more wait as succeeded
    /// since the last look, within its share of what this server may do.
    fn send_due(
        &mut self,
        organization: &str,
        webhook: Webhook,
        webhooks: usize,
    ) -> Result<(), AppError> {
        let share = PER_SERVER.saturating_sub(self.running) / webhooks.max(1);
        let Some(claim) = self.claims.get_mut(organization) else {
            return Ok(());
        };
        let waiting = claim
            .take_succeeded(&webhook.id)
            .min(MAX_WAITING)
            .min(share);
        let of_webhook = |(id, _): &&(WebhookId, i64)| *id == webhook.id;
        let running = claim.running.iter().filter(of_webhook).count();
        let most = match webhook.failing_since {
            Some(_) => PER_FAILING_WEBHOOK,
            None => PER_WEBHOOK + waiting,
        };
        let free = most
            .saturating_sub(running)
            .min(PER_SERVER.saturating_sub(self.running));
        if free == 0 {
            return Ok(());
        }
        // Deliveries that are being sent are still due in the database.
        let due = self.app.webhook_delivery().due(webhook, running + free)?;
        self.send_all(organization, due, free);
        Ok(())
    }

    fn send_all(&mut self, organization: &str, due: DueDeliveries, free: usize) {
        let DueDeliveries {
            webhook,
            secrets,
            deliveries,
        } = due;
        if let Some(claim) = self.claims.get_mut(organization) {
            claim.note_due(&webhook.id, &deliveries);
        }
        let mut sent = 0;
        for delivery in deliveries {
            let Some(claim) = self.claims.get_mut(organization) else {
                return;
            };
            let key = (webhook.id.clone(), delivery.event.sequence);
            if sent == free || !claim.running.insert(key) {
                continue;
            }
            sent += 1;
            self.running += 1;
            let slots = claim.slots(&webhook.id);
            self.send(&webhook, &secrets, delivery, slots);
        }
    }

    fn send(
        &self,
        webhook: &Webhook,
        secrets: &[WebhookSecret],
        delivery: DueDelivery,
        slots: Arc<Semaphore>,
    ) {
        let (sender, done, waker) = (
            Arc::clone(&self.sender),
            self.done.clone(),
            self.waker.clone(),
        );
        let (app, public_url) = (Arc::clone(&self.app), self.options.public_url.clone());
        let (webhook, secrets) = (webhook.clone(), secrets.to_vec());
        self.runtime.spawn(async move {
            let sent = match slots.acquire().await {
                Ok(_slot) => {
                    let at = app.webhook_delivery().now();
                    measure_begin(&delivery, at);
                    let payload = event_payload(&delivery.event, public_url.as_deref());
                    let body = payload.to_string().into_bytes();
                    let sent = sender
                        .send(request(&webhook, &secrets, &delivery, at, body))
                        .await;
                    measure_end(&sent.attempt);
                    Some(sent)
                }
                Err(_closed) => None,
            };
            let result = Done {
                organization: webhook.organization_id,
                webhook: webhook.id,
                delivery,
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
        while self.running > 0 && Instant::now() < end {
            // Answers wake; so does the end of the interval.
            let _woken = woken.recv_timeout(POLL_INTERVAL);
            if let Err(error) = self.record() {
                tracing::error!("store the results of deliveries: {}", causes(&error));
                break;
            }
        }
        self.give_back();
        self.runtime.shutdown_background();
    }

    fn give_back(&self) {
        let work = self.app.webhook_delivery();
        for claim in self.claims.values() {
            if let Err(error) = work.give_back(&claim.task) {
                tracing::error!("give deliveries to another server: {}", causes(&error));
            }
        }
    }
}

/// Returns the signed request of a delivery at this time.
fn request(
    webhook: &Webhook,
    secrets: &[WebhookSecret],
    delivery: &DueDelivery,
    at: Timestamp,
    body: Vec<u8>,
) -> Request {
    Request {
        address: webhook.address.as_str().to_owned(),
        id: delivery.event.id.clone(),
        at,
        signatures: signatures(secrets, &delivery.event.id, at, &body),
        body,
    }
}

/// Returns what to store of a delivery that was sent.
fn result_of(done: Done) -> Option<AttemptResult> {
    let Done {
        webhook,
        delivery,
        sent,
        ..
    } = done;
    let sent = sent?;
    let outcome = match &sent.attempt.failure {
        None => AttemptOutcome::Delivered,
        Some(_) => {
            let answered = sent.attempt.at;
            let millis = i64::from(sent.attempt.duration_millis);
            let now = answered.plus(chrono::Duration::milliseconds(millis));
            after_failure(delivery.failures + 1, now, sent.retry_after)
        }
    };
    Some(AttemptResult {
        webhook_id: webhook,
        sequence: delivery.event.sequence,
        attempts: delivery.attempts,
        failures: delivery.failures,
        replays: delivery.replays,
        attempt: sent.attempt,
        outcome,
    })
}

fn causes(error: &AppError) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(one) = cause {
        text.push_str(": ");
        text.push_str(&one.to_string());
        cause = one.source();
    }
    text
}
