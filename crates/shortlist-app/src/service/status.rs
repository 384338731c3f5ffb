//! The status of the service, for administrators.

use shortlist_domain::Environment;
use shortlist_scoring::engine_version;

use crate::service::App;

/// The status of the service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServiceStatus {
    /// The version of the program.
    pub version: &'static str,
    /// The version of the engine that computes scores.
    pub engine_version: String,
    /// The environment of this installation.
    pub environment: Environment,
    /// The kind of the database: `sqlite` or `postgresql`.
    pub database: &'static str,
    /// Whether the database answers.
    pub database_answers: bool,
    /// The processes that read resumes; `None` if the service reads them itself.
    pub readers: Option<ReadersStatus>,
    /// The language model; `None` if none is configured.
    pub model: Option<ModelStatus>,
}

/// The status of the processes that read resumes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReadersStatus {
    /// The number of processes.
    pub processes: usize,
    /// The number of documents that wait for a process, of all organizations.
    pub waiting_documents: usize,
    /// Whether the processes can reach neither files, nor the network, nor other processes.
    pub is_isolated: bool,
}

/// The status of the language model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelStatus {
    /// The name of the model.
    pub name: String,
    /// The largest number of concurrent questions.
    pub calls: usize,
}

impl App {
    /// Returns the status of the service. It never fails: a database that does not answer is a part of the status.
    pub fn status(&self) -> ServiceStatus {
        let (store, vocabulary) = (self.store(), self.vocabulary());
        ServiceStatus {
            version: env!("CARGO_PKG_VERSION"),
            engine_version: engine_version(vocabulary),
            environment: self.settings().environment,
            database: store.database().backend_name(),
            database_answers: store.database().check().is_ok(),
            readers: self.readers().map(|pool| ReadersStatus {
                processes: pool.workers(),
                waiting_documents: pool.waiting(),
                is_isolated: pool.isolation().is_complete(),
            }),
            model: self.model().map(|model| ModelStatus {
                name: model.name().to_owned(),
                calls: model.calls(),
            }),
        }
    }
}
