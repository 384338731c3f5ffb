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

/// Adds a file's skills to the vocabulary of this process. Returns them for the workers, so that these use the same
/// vocabulary.
pub(crate) fn load(path: Option<&Path>) -> Result<Option<Arc<str>>, Failure> {
    let Some(path) = path else {
        return Ok(None);
    };
    let additions = read(path)?;
    let digest = additions.digest();
    let (skills, names) = (additions.skills.len(), additions.names());
    Vocabulary::built_in()
        .with_additions(&additions)
        .install()
        .map_err(Failure::of("use the vocabulary"))?;
    tracing::info!(file = %path.display(), skills, names, digest, "skills are added to the vocabulary");
    Ok(Some(additions.to_csv().into()))
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
        assert!(matches!(load(None), Ok(None)));
    }
}
