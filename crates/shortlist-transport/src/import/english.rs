//! The outcome of an import in English.

/// Returns how many jobs were created, and how many duplicates were skipped.
pub(super) fn created_text(jobs: usize, skipped: usize) -> String {
    match skipped {
        0 => format!("{jobs} job(s) created successfully"),
        _ => format!("{jobs} job(s) created successfully, {skipped} duplicate(s) skipped"),
    }
}

/// Returns how many jobs a dry run read.
pub(super) fn planned_text(jobs: usize, duplicates: usize) -> String {
    match duplicates {
        0 => format!("dry run: {jobs} job(s) would be created; nothing was created"),
        _ => format!(
            "dry run: {jobs} job(s) were read, {duplicates} of them duplicates; nothing was created"
        ),
    }
}
