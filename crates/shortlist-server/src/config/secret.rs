//! Secrets of a configuration: from files or variables. They have no flag and no setting, so that no list of processes and no
//! print of the configuration shows one.

use std::fs;
use std::path::Path;

use crate::Failure;

/// A secret that was given.
pub(super) struct Secret {
    /// What was read, for an error.
    pub(super) source: String,
    /// What it says.
    pub(super) text: String,
}

impl Secret {
    /// Reads a secret from its file, else from its variable; an empty variable is none.
    pub(super) fn read(
        what: &str,
        file: Option<&Path>,
        variable: &str,
    ) -> Result<Option<Self>, Failure> {
        if let Some(path) = file {
            let source = format!("read {what} from {}", path.display());
            let text = fs::read_to_string(path).map_err(Failure::of(source.clone()))?;
            return Ok(Some(Self { source, text }));
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "this crate reads the environment; a flag would be shown by the list of processes"
        )]
        let text = std::env::var(variable).ok();
        let source = format!("take {what} from {variable}");
        let given = text.filter(|text| !text.is_empty());
        Ok(given.map(|text| Self { source, text }))
    }
}
