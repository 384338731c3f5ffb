//! The resumes of an upload while they arrive. Each one is queued for reading as soon as it is complete.
//!
//! The results wait on disk, not in memory: an upload may contain thousands of resumes, each with megabytes of text.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use shortlist_domain::{OrganizationId, Principal, Resume, SkipReason};
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_persistence::Store;
use shortlist_vocabulary::Vocabulary;
use shortlist_workers::{Cancellation, EncodedResume, Lane, Pool, Reading};

use crate::access::Access;
use crate::clock::Clock;
use crate::error::AppError;
use crate::files::{FileStore, StagedFile, Staging};
use crate::language_model::ModelQueue;
use crate::scratch::{Extent, Scratch};
use crate::uploads::quotas::Quotas;
use crate::uploads::tracked::Progress;
use crate::writers::Writers;

/// An uploaded file.
pub struct SentFile {
    /// Its name.
    pub name: String,
    /// Its bytes, or why they were not stored.
    pub content: Result<StagedFile, RejectedFile>,
}

/// Why the bytes of a file were not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RejectedFile {
    /// The file is over the size limit.
    TooLarge,
    /// The form cannot represent the file's name. The name may be truncated or belong to another file.
    UnreadableName,
    /// The caller may not upload.
    NotAllowed,
}

/// The files of an upload, in the order sent. Dropping it cancels the reading of unread files.
pub struct Intake {
    pub(crate) files: Vec<SentFile>,
    pub(crate) reading_mode: ReadingMode,
    pub(crate) cancellation: Cancellation,
    pub(crate) progress: Progress,
}

/// How the files of an upload are read.
pub(crate) enum ReadingMode {
    /// By workers, as soon as each file is complete.
    ByWorkers(Lane, Arc<ReadingResults>),
    /// By this process, when the resume is requested.
    InProcess(ReadOptions, Arc<Vocabulary>),
}

/// Receives, reads, scores and stores resumes.
pub struct Uploads<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) access: Access<'a>,
    pub(crate) quotas: Quotas<'a>,
    pub(crate) files: &'a FileStore,
    pub(crate) readers: Option<&'a Pool>,
    pub(crate) model: Option<&'a ModelQueue>,
    pub(crate) reading: &'a ReadOptions,
    pub(crate) vocabulary: &'a Arc<Vocabulary>,
    pub(crate) max_file_bytes: u64,
}

impl Uploads<'_> {
    fn reading_in_process(&self) -> ReadingMode {
        ReadingMode::InProcess(self.reading.clone(), Arc::clone(self.vocabulary))
    }

    /// Returns the staging area for files that arrive.
    pub fn staging(&self) -> Staging {
        self.files.staging()
    }

    /// Begins an upload of a caller who may not upload. The form's fields are still read, so that the request gets a
    /// complete answer, but the files are not.
    pub fn begin_refused(&self) -> Intake {
        Intake {
            files: Vec::new(),
            reading_mode: self.reading_in_process(),
            cancellation: Cancellation::default(),
            progress: Progress::default(),
        }
    }

    /// Begins an upload of a caller who may upload. After a cancellation, nothing more is read or created.
    ///
    /// # Errors
    /// Returns an error if nothing can be staged.
    pub fn begin(
        &self,
        principal: &Principal,
        cancellation: &Cancellation,
    ) -> Result<Intake, AppError> {
        self.begin_for(&principal.organization_id, cancellation)
    }

    /// Begins an upload in an organization.
    pub(crate) fn begin_for(
        &self,
        organization: &OrganizationId,
        cancellation: &Cancellation,
    ) -> Result<Intake, AppError> {
        let reading_mode = match self.readers {
            Some(pool) => {
                let results = ReadingResults::in_file(self.files.staging().scratch()?);
                let lane = pool.open_lane_for(organization.as_str(), cancellation.clone());
                ReadingMode::ByWorkers(lane, Arc::new(results))
            }
            None => self.reading_in_process(),
        };
        Ok(Intake {
            files: Vec::new(),
            reading_mode,
            cancellation: cancellation.clone(),
            progress: Progress::default(),
        })
    }
}

impl Intake {
    /// Returns the intake of an upload whose progress is reported.
    #[must_use]
    pub fn reporting(self, progress: Progress) -> Self {
        Self { progress, ..self }
    }

    /// Returns what reports the progress of the upload.
    pub fn progress(&self) -> &Progress {
        &self.progress
    }

    /// Adds a file that has arrived.
    pub fn push(&mut self, file: SentFile) {
        if let (ReadingMode::ByWorkers(lane, results), Ok(staged)) =
            (&self.reading_mode, &file.content)
        {
            let (index, results) = (self.files.len(), Arc::clone(results));
            let progress = self.progress.clone();
            lane.read(staged.path(), move |reading| {
                progress.add_read(1);
                results.put(index, reading);
            });
        }
        self.files.push(file);
    }

    /// Returns the number of files, and the total size in bytes of those that were stored.
    pub(crate) fn size(&self) -> (u64, u64) {
        let staged = self
            .files
            .iter()
            .filter_map(|file| file.content.as_ref().ok());
        let bytes = staged.map(|staged| staged.bytes).sum();
        let files = u64::try_from(self.files.len()).unwrap_or(u64::MAX);
        (files, bytes)
    }

    /// Returns the number of files that have already been read or found unreadable.
    pub fn read_ahead(&self) -> usize {
        match &self.reading_mode {
            ReadingMode::ByWorkers(_, results) => results.lock().ready.len(),
            ReadingMode::InProcess(..) => 0,
        }
    }
}

impl ReadingMode {
    /// Waits for the resume of the file at this index. Returns the reason if the file cannot be read.
    pub(crate) fn resume(&self, index: usize, staged: &StagedFile) -> Result<Resume, SkipReason> {
        match self {
            Self::ByWorkers(_, results) => results.take(index),
            Self::InProcess(options, vocabulary) => {
                let bytes = staged.read().map_err(|error| log_disk_failure(&error))?;
                Ok(read_resume(&bytes, options, vocabulary)?)
            }
        }
    }
}

/// The workers' results, by the file's index in the upload.
pub(crate) struct ReadingResults {
    state: Mutex<State>,
    arrived: Condvar,
    scratch: Scratch,
}

#[derive(Default)]
struct State {
    ready: HashMap<usize, Result<Extent, SkipReason>>,
}

impl ReadingResults {
    fn in_file(scratch: std::fs::File) -> Self {
        Self {
            state: Mutex::default(),
            arrived: Condvar::new(),
            scratch: Scratch::in_file(scratch),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn put(&self, index: usize, reading: Reading) {
        let result = match reading.resume {
            Ok(resume) => {
                let put = self.scratch.put(resume.as_bytes());
                put.map_err(|error| log_disk_failure(&error))
            }
            Err(failure) => Err(failure.reason()),
        };
        self.lock().ready.insert(index, result);
        self.arrived.notify_all();
    }

    fn take(&self, index: usize) -> Result<Resume, SkipReason> {
        let mut state = self.lock();
        let result = loop {
            if let Some(result) = state.ready.remove(&index) {
                break result;
            }
            let waited = self.arrived.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        };
        drop(state);
        let bytes = self
            .scratch
            .get(result?)
            .map_err(|error| log_disk_failure(&error))?;
        let resume = EncodedResume::new(bytes).decode();
        resume.map_err(|failure| failure.reason())
    }
}

/// Logs a disk failure, and returns why the file is skipped.
pub(crate) fn log_disk_failure(error: &io::Error) -> SkipReason {
    tracing::error!(%error, "a staged file or its reading cannot be read back");
    SkipReason::NotReadBack
}
