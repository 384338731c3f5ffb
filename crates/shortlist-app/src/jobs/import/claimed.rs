//! Importing a staged job file, which another server may have imported already.

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use shortlist_domain::{JobId, Principal};
use shortlist_persistence::{ImportOutcome, UploadLease};

use super::{DuplicateRow, Import, ImportFields, ImportRefusal, ImportSummary};
use crate::error::AppError;
use crate::jobs::Jobs;
use crate::uploads::claim::unreadable;

/// The number of the only step of an import.
const IMPORT_STEP: i32 = 0;

/// What an import has created, as its step stores it.
#[derive(Serialize, Deserialize)]
struct CreatedJobs {
    jobs: Vec<String>,
    #[serde(deserialize_with = "skipped_rows")]
    skipped: Vec<DuplicateRow>,
}

/// Reads the rows that were skipped. A server of another version may have stored them in another form. Then there are none, because
/// the jobs exist, and the import must end.
fn skipped_rows<'de, D: Deserializer<'de>>(step: D) -> Result<Vec<DuplicateRow>, D::Error> {
    let rows = Value::deserialize(step)?;
    Ok(serde_json::from_value(rows).unwrap_or_default())
}

/// Describes the jobs of an import for its step. A refused import has none.
pub(super) fn describe_import(
    outcome: &ImportOutcome,
    skipped: Vec<DuplicateRow>,
) -> Option<(i32, String)> {
    if outcome.created.is_empty() {
        return None;
    }
    let jobs = outcome.created.iter().map(|job| job.id.to_string());
    let created = CreatedJobs {
        jobs: jobs.collect(),
        skipped,
    };
    Some((IMPORT_STEP, serde_json::to_string(&created).ok()?))
}

impl Jobs<'_> {
    /// Checks the fields of an import whose file will be read later.
    pub(crate) fn check_staged_import(
        &self,
        principal: &Principal,
        fields: &ImportFields,
    ) -> Result<(), ImportRefusal> {
        self.check_import(principal, fields, Some(&[])).map(drop)
    }

    /// Imports a staged file, unless an earlier claim has imported it. `steps` are those of earlier claims.
    pub(crate) fn import_claimed(
        &self,
        principal: &Principal,
        fields: &ImportFields,
        file: &[u8],
        lease: &UploadLease,
        steps: &[String],
    ) -> Result<Import, ImportRefusal> {
        let Some(step) = steps.first() else {
            return self.import_within(principal, fields, Some(file), Some(lease));
        };
        let created: CreatedJobs =
            serde_json::from_str(step).map_err(|error| unreadable(&error))?;
        let mut jobs = Vec::with_capacity(created.jobs.len());
        for id in &created.jobs {
            let id = JobId::parse("id", id).map_err(AppError::from)?;
            let found = self.store.jobs().find(&principal.organization_id, &id);
            jobs.extend(found.map_err(AppError::from)?);
        }
        Ok(Import::Created(ImportSummary {
            jobs,
            skipped: created.skipped,
            interpretation: self.read_file(fields, file)?.interpretation,
        }))
    }
}

#[cfg(test)]
mod tests {
    use shortlist_persistence::{DuplicateBy, DuplicateOf};

    use super::*;

    #[test]
    fn a_step_of_an_earlier_version_keeps_its_jobs() {
        let step = r#"{"jobs":["job_1","job_2"],"skipped":[{"row":3,"column":"Code","problem":"the code exists"}]}"#;
        let created: CreatedJobs = serde_json::from_str(step).unwrap();
        assert_eq!(created.jobs, ["job_1", "job_2"]);
        assert!(created.skipped.is_empty());
        assert!(serde_json::from_str::<CreatedJobs>(r#"{"skipped":[]}"#).is_err());
    }

    #[test]
    fn the_skipped_rows_of_a_step_are_read_back() {
        let skipped = vec![DuplicateRow {
            row: Some(3),
            column: Some("Code".to_owned()),
            by: DuplicateBy::Code,
            of: DuplicateOf::Earlier { index: 1 },
            row_of: Some(2),
        }];
        let created = CreatedJobs {
            jobs: vec!["job_1".to_owned()],
            skipped: skipped.clone(),
        };
        let step = serde_json::to_string(&created).unwrap();
        let read: CreatedJobs = serde_json::from_str(&step).unwrap();
        assert_eq!(read.skipped, skipped);
    }
}
