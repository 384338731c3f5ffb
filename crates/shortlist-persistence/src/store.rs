//! The store and its subjects.
//!
//! The queries of a subject are methods of its type. They are in the modules that have the subject's name or that of a part
//! of it. Each type contains only what its queries need.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::Receiver;

use shortlist_domain::{MailAudience, ScoreCounts, ServerId, Total};

use crate::config::StoreConfig;
use crate::connections::pools::Pools;
use crate::error::StoreError;
use crate::event_signal::{EventSignal, EventWaker};
use crate::lists::counts_cache::CountsCache;
use crate::lists::page_positions::PagePositions;

/// How many lists' counts by score are kept. Those of each take up to 16 KB.
const LISTS_COUNTED_BY_SCORE: usize = 128;
/// How many searches' and filters' totals are kept.
const LISTS_COUNTED: usize = 4_096;

/// The store. It is cheap to clone, and all threads share it.
#[derive(Clone)]
pub struct Store {
    pub(crate) pools: Arc<Pools>,
    page_positions: Arc<PagePositions>,
    score_counts: Arc<CountsCache<ScoreCounts>>,
    totals: Arc<CountsCache<Total>>,
    pub(crate) credential_changes: Arc<AtomicU64>,
    pub(crate) event_signal: Arc<EventSignal>,
    server: Option<ServerId>,
    /// Whom changes queue mails for.
    pub(crate) mail_audience: Option<MailAudience>,
}

impl Store {
    /// Opens the store. Nothing is created or changed in the database before [`Database::migrate`].
    ///
    /// # Errors
    /// When the database cannot be reached, or if a standby is configured and one of the two is not PostgreSQL.
    pub fn open(config: &StoreConfig) -> Result<Self, StoreError> {
        Ok(Self {
            pools: Arc::new(Pools::open(config)?),
            page_positions: Arc::default(),
            score_counts: Arc::new(CountsCache::new(LISTS_COUNTED_BY_SCORE)),
            totals: Arc::new(CountsCache::new(LISTS_COUNTED)),
            credential_changes: Arc::default(),
            event_signal: Arc::default(),
            server: None,
            mail_audience: None,
        })
    }

    /// Returns this store for a server that sends mail. Without it, no change queues a mail.
    #[must_use]
    pub fn queueing_mails(self, audience: MailAudience) -> Self {
        Self {
            mail_audience: Some(audience),
            ..self
        }
    }

    /// Returns this store for a server. What the server has begun is stored with its identifier, so that it can be ended if the server
    /// is killed.
    #[must_use]
    pub fn of_server(self, server: ServerId) -> Self {
        Self {
            server: Some(server),
            ..self
        }
    }

    /// Returns how often this process has changed credentials: a key, a session, or a user.
    pub fn credential_changes(&self) -> u64 {
        self.credential_changes.load(Ordering::Acquire)
    }

    /// Returns a receiver that this process wakes after each audited change, and what else can wake it. Changes by other
    /// processes do not wake it.
    pub fn listen_for_events(&self) -> (EventWaker, Receiver<()>) {
        self.event_signal.listen()
    }

    /// Returns the queries about organizations, their retention policies and their upload quotas.
    pub fn organizations(&self) -> Organizations<'_> {
        Organizations { pools: &self.pools }
    }

    /// Returns the queries that move all rows of an organization.
    pub fn organization_rows(&self) -> OrganizationRows<'_> {
        OrganizationRows { pools: &self.pools }
    }

    /// Returns the queries about users.
    pub fn users(&self) -> Users<'_> {
        Users { pools: &self.pools }
    }

    /// Returns the queries about sessions and failed sign-ins.
    pub fn sessions(&self) -> Sessions<'_> {
        Sessions { pools: &self.pools }
    }

    /// Returns the queries about identity providers and the sign-ins with them.
    pub fn providers(&self) -> Providers<'_> {
        Providers { pools: &self.pools }
    }

    /// Returns the queries about API keys.
    pub fn api_keys(&self) -> ApiKeys<'_> {
        ApiKeys { pools: &self.pools }
    }

    /// Returns the queries about jobs and the versions that candidates were scored against.
    pub fn jobs(&self) -> Jobs<'_> {
        Jobs { pools: &self.pools }
    }

    /// Returns the queries about candidates with their resumes, reviews and erasures.
    pub fn candidates(&self) -> Candidates<'_> {
        Candidates {
            pools: &self.pools,
            page_positions: &self.page_positions,
            score_counts: &self.score_counts,
            totals: &self.totals,
        }
    }

    /// Returns the queries about people.
    pub fn people(&self) -> People<'_> {
        People { pools: &self.pools }
    }

    /// Returns the queries about candidates' scores: leaderboards, receipts and values.
    pub fn scores(&self) -> Scores<'_> {
        Scores { pools: &self.pools }
    }

    /// Returns the queries about interviews.
    pub fn interviews(&self) -> Interviews<'_> {
        Interviews { pools: &self.pools }
    }

    /// Returns the queries about recordings of interviews.
    pub fn recordings(&self) -> Recordings<'_> {
        Recordings { pools: &self.pools }
    }

    /// Returns the queries about reports of interviews.
    pub fn reports(&self) -> Reports<'_> {
        Reports { pools: &self.pools }
    }

    /// Returns the queries of bias audits.
    pub fn fairness(&self) -> Fairness<'_> {
        Fairness { pools: &self.pools }
    }

    /// Returns the queries of reports about recruiting.
    pub fn recruiting_reports(&self) -> RecruitingReports<'_> {
        RecruitingReports { pools: &self.pools }
    }

    /// Returns the queries about the audit log.
    pub fn audit(&self) -> AuditLog<'_> {
        AuditLog { pools: &self.pools }
    }

    /// Returns the queries about requests that have an idempotency key.
    pub fn requests(&self) -> Requests<'_> {
        Requests {
            pools: &self.pools,
            server: self.server.as_ref(),
        }
    }

    /// Returns the queries about events.
    pub fn events(&self) -> Events<'_> {
        Events { pools: &self.pools }
    }

    /// Returns the queries about webhooks and their deliveries.
    pub fn webhooks(&self) -> Webhooks<'_> {
        Webhooks { pools: &self.pools }
    }

    /// Returns the queries about mails that wait or were sent.
    pub fn mails(&self) -> Mails<'_> {
        Mails {
            pools: &self.pools,
            audience: self.mail_audience,
        }
    }

    /// Returns the queries about periodic tasks.
    pub fn tasks(&self) -> Tasks<'_> {
        Tasks { pools: &self.pools }
    }

    /// Returns the queries about the progress of uploads.
    pub fn uploads(&self) -> Uploads<'_> {
        Uploads {
            pools: &self.pools,
            server: self.server.as_ref(),
        }
    }

    /// Returns the queries about the database as a whole: its schema, copies, and the keys that its servers share.
    pub fn database(&self) -> Database<'_> {
        Database { pools: &self.pools }
    }
}

/// The queries about organizations, their retention policies and their upload quotas.
#[derive(Clone, Copy)]
pub struct Organizations<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about users.
#[derive(Clone, Copy)]
pub struct Users<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about sessions and failed sign-ins.
#[derive(Clone, Copy)]
pub struct Sessions<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about identity providers and the sign-ins with them.
#[derive(Clone, Copy)]
pub struct Providers<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about API keys.
#[derive(Clone, Copy)]
pub struct ApiKeys<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about jobs and the versions that candidates were scored against.
#[derive(Clone, Copy)]
pub struct Jobs<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about candidates with their resumes, reviews and erasures.
#[derive(Clone, Copy)]
pub struct Candidates<'a> {
    pub(crate) pools: &'a Pools,
    /// The known positions in long lists.
    pub(crate) page_positions: &'a PagePositions,
    /// The counts of recently requested lists by score.
    pub(crate) score_counts: &'a CountsCache<ScoreCounts>,
    /// The totals of recently requested searches and filters.
    pub(crate) totals: &'a CountsCache<Total>,
}

/// The queries about people.
#[derive(Clone, Copy)]
pub struct People<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about candidates' scores: leaderboards, receipts and values.
#[derive(Clone, Copy)]
pub struct Scores<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about interviews.
#[derive(Clone, Copy)]
pub struct Interviews<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about recordings of interviews.
#[derive(Clone, Copy)]
pub struct Recordings<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about reports of interviews.
#[derive(Clone, Copy)]
pub struct Reports<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries of bias audits.
#[derive(Clone, Copy)]
pub struct Fairness<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries of reports about recruiting.
#[derive(Clone, Copy)]
pub struct RecruitingReports<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about the audit log.
#[derive(Clone, Copy)]
pub struct AuditLog<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries that move all rows of an organization to another installation.
#[derive(Clone, Copy)]
pub struct OrganizationRows<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about requests that have an idempotency key.
#[derive(Clone, Copy)]
pub struct Requests<'a> {
    pub(crate) pools: &'a Pools,
    pub(crate) server: Option<&'a ServerId>,
}

/// The queries about events.
#[derive(Clone, Copy)]
pub struct Events<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about webhooks and their deliveries.
#[derive(Clone, Copy)]
pub struct Webhooks<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about mails that wait or were sent.
#[derive(Clone, Copy)]
pub struct Mails<'a> {
    pub(crate) pools: &'a Pools,
    /// Who gets mails.
    pub(crate) audience: Option<MailAudience>,
}

/// The queries about periodic tasks.
#[derive(Clone, Copy)]
pub struct Tasks<'a> {
    pub(crate) pools: &'a Pools,
}

/// The queries about the progress of uploads.
#[derive(Clone, Copy)]
pub struct Uploads<'a> {
    pub(crate) pools: &'a Pools,
    pub(crate) server: Option<&'a ServerId>,
}

/// The queries about the database as a whole: its schema, copies, and the keys that its servers share.
#[derive(Clone, Copy)]
pub struct Database<'a> {
    pub(crate) pools: &'a Pools,
}
