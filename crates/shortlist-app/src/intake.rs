//! The resumes of an upload while they arrive. Each one is queued for reading as soon as it is complete.
//!
//! The results wait on disk, not in memory: an upload may contain thousands of resumes, each with megabytes of text.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use shortlist_domain::{Principal, Resume};
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_workers::{Cancellation, EncodedResume, Line, Reading};

use crate::scratch::{Extent, Scratch};
use crate::{App, AppError, StagedFile};

/// An uploaded file.
pub struct SentFile {
    /// Its name.
    pub name: String,
    /// Its bytes, or why they were not stored.
    pub content: Result<StagedFile, Unkept>,
}

/// Why the bytes of a file were not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unkept {
    /// The file is over the size limit.
    TooLarge,
    /// The form cannot represent the file's name. The name may be truncated or belong to another file.
    UnreadableName,
    /// The caller may not upload.
    NotAllowed,
}

impl Unkept {
    /// The message for an unreadable name, with advice for the uploader.
    pub const UNREADABLE_NAME: &str = "the file's name holds a control character or is not UTF-8 text; rename the file and send it again";
}

/// The files of an upload, in the order sent. Dropping it cancels the reading of unread files.
pub struct Intake {
    pub(crate) files: Vec<SentFile>,
    pub(crate) readings: Readings,
    pub(crate) cancellation: Cancellation,
}

/// How the files of an upload are read.
pub(crate) enum Readings {
    /// By workers, as soon as each file is complete.
    ByWorkers(Line, Arc<Answers>),
    /// By this process, when the resume is requested.
    InProcess(ReadOptions),
}

impl App {
    /// Begins an upload of a caller who may not upload. The form's fields are still read, so that the request gets a
    /// complete answer, but the files are not.
    pub fn begin_refused_upload(&self) -> Intake {
        Intake {
            files: Vec::new(),
            readings: Readings::InProcess(self.settings.reading.clone()),
            cancellation: Cancellation::default(),
        }
    }

    /// Begins an upload of a caller who may upload. After a cancellation, nothing more is read or created.
    ///
    /// # Errors
    /// Returns an error if nothing can be staged.
    pub fn begin_upload(
        &self,
        principal: &Principal,
        cancellation: &Cancellation,
    ) -> Result<Intake, AppError> {
        let readings = match &self.readers {
            Some(pool) => {
                let answers = Answers::in_file(self.staging().scratch()?);
                let caller = principal.organization_id.as_str();
                let line = pool.open_line_for(caller, cancellation.clone());
                Readings::ByWorkers(line, Arc::new(answers))
            }
            None => Readings::InProcess(self.settings.reading.clone()),
        };
        Ok(Intake {
            files: Vec::new(),
            readings,
            cancellation: cancellation.clone(),
        })
    }
}

impl Intake {
    /// Adds a file that has arrived.
    pub fn push(&mut self, file: SentFile) {
        if let (Readings::ByWorkers(line, answers), Ok(staged)) = (&self.readings, &file.content) {
            let (place, answers) = (self.files.len(), Arc::clone(answers));
            line.read(staged.path(), move |reading| answers.put(place, reading));
        }
        self.files.push(file);
    }
}

impl Intake {
    /// Returns the number of files that have already been read or found unreadable.
    pub fn read_ahead(&self) -> usize {
        match &self.readings {
            Readings::ByWorkers(_, answers) => answers.lock().kept.len(),
            Readings::InProcess(_) => 0,
        }
    }
}

impl Readings {
    /// Waits for the resume of the file at this index. Returns an error message if the file cannot be read.
    pub(crate) fn resume(&self, place: usize, staged: &StagedFile) -> Result<Resume, String> {
        match self {
            Self::ByWorkers(_, answers) => answers.take(place),
            Self::InProcess(options) => {
                let bytes = staged.read().map_err(|error| lost(&error))?;
                read_resume(&bytes, options).map_err(|error| error.to_string())
            }
        }
    }
}

/// The workers' results, by the file's index in the upload.
pub(crate) struct Answers {
    state: Mutex<State>,
    arrived: Condvar,
    scratch: Scratch,
}

#[derive(Default)]
struct State {
    kept: HashMap<usize, Result<Extent, String>>,
}

impl Answers {
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

    fn put(&self, place: usize, reading: Reading) {
        let kept = match reading.resume {
            Ok(resume) => {
                let put = self.scratch.put(resume.as_bytes());
                put.map_err(|error| lost(&error))
            }
            Err(failure) => Err(failure.to_string()),
        };
        self.lock().kept.insert(place, kept);
        self.arrived.notify_all();
    }

    fn take(&self, place: usize) -> Result<Resume, String> {
        let mut state = self.lock();
        let kept = loop {
            if let Some(kept) = state.kept.remove(&place) {
                break kept;
            }
            let waited = self.arrived.wait(state);
            state = waited.unwrap_or_else(PoisonError::into_inner);
        };
        drop(state);
        let bytes = self.scratch.get(kept?).map_err(|error| lost(&error))?;
        let resume = EncodedResume::new(bytes).decode();
        resume.map_err(|failure| failure.to_string())
    }
}

/// Logs a disk failure and returns the message for the recruiter.
fn lost(error: &io::Error) -> String {
    tracing::error!(%error, "a staged file or its reading cannot be read back");
    "the file could not be read back on the server; send it again".to_owned()
}
