//! Sends the mails that wait: takes those that are due from the database, writes them, and stores the outcomes.
//!
//! One thread talks to the database. The mails themselves are sent in a small asynchronous runtime. If the server is killed, another one
//! takes over when the claim ends. A mail that was just being sent is sent again then, with the same `Message-ID`.

mod claim;
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

use shortlist_app::{App, EventWaker};
use tokio::runtime::Builder;

use crate::Failure;
use crate::config::Config;

pub(crate) use measurements::register_measurements;

use work::Work;

/// Sends mails until it is dropped.
pub(crate) struct Outbox {
    stopping: Arc<AtomicBool>,
    waker: EventWaker,
    thread: Option<JoinHandle<()>>,
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
            public_url: config.http.public_url.clone(),
            mail: Arc::new(mail),
            runtime,
            throttle: config.mail.throttle()?,
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
        Ok(Some(Self {
            stopping,
            waker,
            thread: Some(thread),
        }))
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
