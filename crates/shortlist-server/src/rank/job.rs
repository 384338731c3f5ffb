//! Reads the job that resumes are ranked for.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use shortlist_app::JobText;
use shortlist_jobfiles::english::note_text;
use shortlist_jobfiles::{JobDraft, read_job_file, read_posting};
use shortlist_vocabulary::Vocabulary;

use crate::Failure;

/// The maximum size of a job's file.
const MAX_FILE_BYTES: u64 = 10 << 20;
/// How many codes an error lists.
const MAX_LISTED_CODES: usize = 10;

/// The texts of a job that resumes are scored for.
pub(super) struct RankedJob {
    pub(super) title: String,
    pub(super) description: String,
    pub(super) skills: Vec<String>,
    /// A note for the user, if the encoding is a guess.
    pub(super) note: Option<String>,
}

impl RankedJob {
    /// Reads a job: from JSON if the text begins so, otherwise from a posting. The code selects one of several jobs.
    pub(super) fn read(
        path: &Path,
        code: Option<&str>,
        vocabulary: &Vocabulary,
    ) -> Result<Self, Failure> {
        let attempt = || format!("read the job {}", path.display());
        let bytes = bytes_of(path)?;
        if is_json(&bytes) {
            let file = read_job_file(&bytes, None, vocabulary).map_err(Failure::of(attempt()))?;
            let notes = file.plan.notes.first().map(note_text);
            return Ok(Self {
                note: notes,
                ..Self::of(select(path, file.drafts, code)?)
            });
        }
        if code.is_some() {
            return Err(Failure::new(
                "--job-code selects a job of a JSON file, but the job is a posting; leave the flag out",
            ));
        }
        let posting = read_posting(&bytes).map_err(Failure::of(attempt()))?;
        Ok(Self {
            title: posting.title,
            description: posting.description,
            skills: Vec::new(),
            note: posting.note.as_ref().map(note_text),
        })
    }

    fn of(draft: JobDraft) -> Self {
        Self {
            title: draft.title,
            description: draft.description,
            skills: draft.skills,
            note: None,
        }
    }

    /// Returns the texts for the scorer.
    pub(super) fn text(&self) -> JobText<'_> {
        JobText {
            title: &self.title,
            description: &self.description,
            skills: &self.skills,
        }
    }
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    let attempt = || format!("read the job {}", path.display());
    let file = File::open(path).map_err(Failure::of(attempt()))?;
    let mut bytes = Vec::new();
    file.take(MAX_FILE_BYTES + 1)
        .read_to_end(&mut bytes)
        .map_err(Failure::of(attempt()))?;
    if u64::try_from(bytes.len()).is_ok_and(|size| size > MAX_FILE_BYTES) {
        return Err(Failure::new(format!(
            "the job {} has more than {} MiB; name a file with one posting",
            path.display(),
            MAX_FILE_BYTES >> 20
        )));
    }
    Ok(bytes)
}

/// Returns whether the first character begins a JSON object or list, in an encoding that contains ASCII or in UTF-16.
fn is_json(bytes: &[u8]) -> bool {
    let mut letters = bytes.iter().filter(|byte| {
        let is_mark = [0xef, 0xbb, 0xbf, 0xff, 0xfe, 0].contains(*byte);
        !is_mark && !byte.is_ascii_whitespace()
    });
    letters.next().is_some_and(|byte| b"{[".contains(byte))
}

fn select(path: &Path, mut drafts: Vec<JobDraft>, code: Option<&str>) -> Result<JobDraft, Failure> {
    let path = path.display();
    let count = drafts.len();
    if let Some(code) = code {
        let codes = listed_codes(&drafts);
        let named = drafts
            .into_iter()
            .find(|draft| draft.code.as_deref() == Some(code));
        return named.ok_or_else(|| {
            Failure::new(format!(
                "{path} contains no job with the code {code:?}; its codes are {codes}"
            ))
        });
    }
    match (drafts.pop(), count) {
        (Some(only), 1) => Ok(only),
        (last, _) => {
            drafts.extend(last);
            let codes = listed_codes(&drafts);
            Err(Failure::new(format!(
                "{path} contains {count} jobs; select one with --job-code, such as one of {codes}"
            )))
        }
    }
}

fn listed_codes(drafts: &[JobDraft]) -> String {
    let codes = drafts.iter().filter_map(|draft| draft.code.as_deref());
    let codes: Vec<&str> = codes.take(MAX_LISTED_CODES).collect();
    if codes.is_empty() {
        "(none)".to_owned()
    } else {
        codes.join(", ")
    }
}
