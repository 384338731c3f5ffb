//! Sends the mails that wait: takes those that are due from the database, writes them, and stores the outcomes.
//!
//! One thread talks to the database. The mails themselves are sent in a small asynchronous runtime. If the server is killed, another one
//! takes over when the claim ends. A mail that was just being sent is sent again then, with the same `Message-ID`.

mod claim;
mod delivery;
mod measurements;
mod outcome;
mod recipients;
mod text;
mod work;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::channel;
use std::thread::JoinHandle;

use shortlist_app::{App, EventWaker, MailDefaults};
use shortlist_mail::Throttle;
use tokio::runtime::Builder;

use crate::Failure;
use crate::config::Config;
use crate::mail::SandboxMails;

pub(crate) use measurements::register_measurements;

use delivery::Delivery;
use work::Work;

/// Sends mails until it is dropped.
pub(crate) struct Outbox {
    stopping: Arc<AtomicBool>,
    waker: EventWaker,
    thread: Option<JoinHandle<()>>,
}

/// How mails are sent.
struct Sending {
    delivery: Delivery,
    defaults: MailDefaults,
    /// The address of the service, with which links begin.
    public_url: Option<String>,
    throttle: Throttle,
}

impl Outbox {
    /// Starts to send mails, if there is a mail server.
    pub(crate) fn start(app: &Arc<App>, config: &Config) -> Result<Option<Self>, Failure> {
        let Some(mail) = config.mail.configured()? else {
            return Ok(None);
        };
        if config.http.public_url.is_none() {
            tracing::warn!(
                "public_url is not set: invitations are shown to the Admin instead of mailed, and nobody can reset a password. \
                 Set it to the address that users open"
            );
        }
        let sending = Sending {
            delivery: Delivery::Server(Box::new(mail.mailer)),
            defaults: mail.defaults,
            public_url: config.http.public_url.clone(),
            throttle: config.mail.throttle()?,
        };
        Self::run(app, sending).map(Some)
    }

    /// Starts to put mails into the folder of the sandbox, with links that begin with an address.
    pub(crate) fn start_sandbox(
        app: &Arc<App>,
        mails: SandboxMails,
        config: &Config,
        address: String,
    ) -> Result<Self, Failure> {
        let sending = Sending {
            delivery: Delivery::Sandbox(mails.folder),
            defaults: mails.defaults,
            public_url: Some(address),
            throttle: config.mail.throttle()?,
        };
        Self::run(app, sending)
    }

    fn run(app: &Arc<App>, sending: Sending) -> Result<Self, Failure> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("mails")
            .enable_all()
            .build()
            .map_err(Failure::of("send mails"))?;
        let (waker, woken) = app.mail_outbox().listen();
        let stopping = Arc::new(AtomicBool::new(false));
        let (done, results) = channel();
        let work = Work {
            app: Arc::clone(app),
            delivery: Arc::new(sending.delivery),
            defaults: sending.defaults,
            public_url: sending.public_url,
            runtime,
            throttle: sending.throttle,
            waker: waker.clone(),
            done,
            results,
            claims: BTreeMap::new(),
            measured: None,
        };
        let is_stopping = Arc::clone(&stopping);
        let thread = std::thread::Builder::new()
            .name("mail outbox".to_owned())
            .spawn(move || work.run(&woken, &is_stopping))
            .map_err(Failure::of("send mails"))?;
        Ok(Self {
            stopping,
            waker,
            thread: Some(thread),
        })
    }
}

impl Drop for Outbox {
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
