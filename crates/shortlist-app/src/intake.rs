//! The resumes of an upload while they arrive: each is handed to a reader as soon as it is there.
//!
//! What the readers answer waits on disk, not in memory: an upload may hold thousands of resumes, and any of them megabytes
//! of text.

use std::collections::HashMap;
use std::io;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use shortlist_domain::{Principal, Resume};
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_workers::{Cancellation, EncodedResume, Line, Reading};

use crate::scratch::{Extent, Scratch};
use crate::{App, AppError, StagedFile};

/// A file as sent.
pub struct SentFile {
    /// Its name.
    pub name: String,
    /// Its bytes, or why they were not kept.
    pub content: Result<StagedFile, Unkept>,
}

/// Why the bytes of a file were not kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unkept {
    /// They are over the limit of a file.
    TooLarge,
    /// The form cannot carry the file's name, so that it may be cut or belong to another file.
    UnreadableName,
    /// The caller may not send it.
    NotAllowed,
}

impl Unkept {
    /// Says of a name that a form cannot carry what to do.
    pub const UNREADABLE_NAME: &str = "the file's name holds a control character or is not UTF-8 text; rename the file and send it again";
}

/// The files of an upload, in the order sent. Dropped, it takes back what is not read yet.
pub struct Intake {
    pub(crate) files: Vec<SentFile>,
    pub(crate) readings: Readings,
    pub(crate) cancellation: Cancellation,
}

/// Who reads the files of an upload.
pub(crate) enum Readings {
    /// Workers, from the moment that a file is there.
    ByWorkers(Line, Arc<Answers>),
    /// This process, when the resume is asked for.
    InProcess(ReadOptions),
}

impl App {
    /// Begins an upload of a caller who may not upload: its form is read, so that the request is answered as a whole, and
    /// nothing of its files.
    pub fn begin_refused_upload(&self) -> Intake {
        Intake {
            files: Vec::new(),
            readings: Readings::InProcess(self.settings.reading.clone()),
            cancellation: Cancellation::default(),
        }
    }

    /// Begins an upload of a caller who may upload. Cancelled, it reads nothing more and creates nothing more.
    ///
    /// # Errors
    /// When nothing can be staged.
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
    /// Takes a file that has arrived.
    pub fn push(&mut self, file: SentFile) {
        if let (Readings::ByWorkers(line, answers), Ok(staged)) = (&self.readings, &file.content) {
            let (place, answers) = (self.files.len(), Arc::clone(answers));
            line.read(staged.path(), move |reading| answers.put(place, reading));
        }
        self.files.push(file);
    }
}

impl Intake {
    /// How many files have been read, or found unreadable, already.
    pub fn read_ahead(&self) -> usize {
        match &self.readings {
            Readings::ByWorkers(_, answers) => answers.lock().kept.len(),
            Readings::InProcess(_) => 0,
        }
    }
}

impl Readings {
    /// The resume of the file at a place, or a sentence that says why there is none. Waits for it.
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

/// What the workers answered, by the file's place in the upload.
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

/// A failure of the disk, for the log and for the recruiter.
fn lost(error: &io::Error) -> String {
    tracing::error!(%error, "a staged file or its reading cannot be read back");
    "the file could not be read back on the server; send it again".to_owned()
}
