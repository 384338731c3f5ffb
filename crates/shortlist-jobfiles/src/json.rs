//! Reads the jobs of a JSON file as a table.

mod api;
mod find;
mod flatten;
mod names;
mod rows;
mod tree;
mod wrapped;

use super::error::JobFileError;
use super::grid::Layout;
use super::table::{MAX_RECORDS, Table};
use crate::notes::{JobsPlace, PlanNote};
use tree::read_values;

#[cfg(test)]
pub(crate) use names::JsonKeys;

/// Reads the jobs of a JSON file.
///
/// # Errors
/// Returns an error if the JSON is invalid, has no jobs, or an item is not a job.
pub(crate) fn read_json(text: &str, layout: &Layout) -> Result<Table, JobFileError> {
    let mut values = read_values(text.trim_start_matches('\u{feff}'))?;
    for value in &mut values {
        wrapped::unwrap(value);
    }
    if let [one] = values.as_mut_slice() {
        if let Some(table) = rows::read_rows(one, layout)? {
            return Ok(table);
        }
        api::resolve(one);
    }
    let (jobs, place) = match values.as_slice() {
        [] => return Err(JobFileError::Empty),
        [one] => find::find_jobs(one)?,
        lines => (lines.iter().collect(), Some(JobsPlace::Lines)),
    };
    if jobs.len() > MAX_RECORDS {
        return Err(JobFileError::TooManyRows {
            found: jobs.len(),
            most: shortlist_domain::limits::MAX_JOBS_PER_FILE,
        });
    }
    let mut table = flatten::table_of(&jobs);
    table.notes.extend(place.map(PlanNote::JobsAt));
    Ok(table)
}
