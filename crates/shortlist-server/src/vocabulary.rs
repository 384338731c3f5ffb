//! The skills that the operator adds, which are read once at the start.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use shortlist_vocabulary::{Additions, Vocabulary};

use crate::Failure;

/// The maximum size of a list of skills. ESCO's list has about 15 MiB.
const MAX_FILE_BYTES: u64 = 128 << 20;

/// Reads and validates a file of skills.
pub(crate) fn read(path: &Path) -> Result<Additions, Failure> {
    let attempt = || format!("read the vocabulary {}", path.display());
    let size = fs::metadata(path).map_err(Failure::of(attempt()))?.len();
    if size > MAX_FILE_BYTES {
        let message = format!(
            "the vocabulary {} is {} MiB; the limit is {} MiB",
            path.display(),
            size >> 20,
            MAX_FILE_BYTES >> 20
        );
        return Err(Failure::new(message));
    }
    let bytes = fs::read(path).map_err(Failure::of(attempt()))?;
    Additions::read(&bytes).map_err(Failure::of(attempt()))
}

/// The skills that the operator adds to the built-in vocabulary, if any.
#[derive(Debug, Default)]
pub(crate) struct OperatorSkills(Option<Additions>);

impl OperatorSkills {
    /// Reads a file's skills.
    pub(crate) fn load(path: Option<&Path>) -> Result<Self, Failure> {
        let Some(path) = path else {
            return Ok(Self::default());
        };
        let additions = read(path)?;
        let digest = additions.digest();
        let (skills, names) = (additions.skills.len(), additions.names());
        tracing::info!(file = %path.display(), skills, names, digest, "skills are added to the vocabulary");
        Ok(Self(Some(additions)))
    }

    /// Returns the skills for the workers, so that these use the same vocabulary.
    pub(crate) fn for_workers(&self) -> Option<Arc<str>> {
        self.0.as_ref().map(|additions| additions.to_csv().into())
    }

    /// Returns the built-in vocabulary with these skills.
    pub(crate) fn into_vocabulary(self) -> Arc<Vocabulary> {
        match self.0 {
            None => Arc::clone(Vocabulary::built_in()),
            Some(additions) => Arc::new(Vocabulary::built_in().with_additions(&additions)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invalid_file_is_reported_with_its_line() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "canonical,aliases\nFlux Welding,\n,FW\n").unwrap();
        let report = read(file.path()).unwrap_err().report();
        assert!(report.contains("read the vocabulary /"), "{report}");
        assert!(report.contains("line 3: `` is not a name"), "{report}");
        fs::write(file.path(), "canonical,aliases\nFlux Welding,FW\n").unwrap();
        assert_eq!(read(file.path()).unwrap().names(), 2);
        assert!(read(Path::new("/nowhere.csv")).is_err());
        assert!(OperatorSkills::load(None).unwrap().for_workers().is_none());
        let skills = OperatorSkills::load(Some(file.path())).unwrap();
        assert_eq!(
            skills.for_workers().as_deref(),
            Some("canonical,aliases,ambiguous\n\"Flux Welding\",\"FW\",\n")
        );
        assert!(skills.into_vocabulary().find("FW").is_some());
    }
}
