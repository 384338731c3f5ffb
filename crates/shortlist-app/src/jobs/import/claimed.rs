//! Importing a staged job file, which another server may have imported already.

use shortlist_domain::Principal;
use shortlist_persistence::UploadLease;

use super::{Import, ImportFields, ImportRefusal, ImportSummary};
use crate::error::AppError;
use crate::jobs::Jobs;
use crate::uploads::claim::EarlierImport;

impl Jobs<'_> {
    /// Checks the fields of an import whose file will be read later.
    pub(crate) fn check_staged_import(
        &self,
        principal: &Principal,
        fields: &ImportFields,
    ) -> Result<(), ImportRefusal> {
        self.check_import(principal, fields, Some(&[])).map(drop)
    }

    /// Imports a staged file, unless an earlier claim has imported it.
    pub(crate) fn import_claimed(
        &self,
        principal: &Principal,
        fields: &ImportFields,
        file: &[u8],
        lease: &UploadLease,
        earlier: Option<EarlierImport>,
    ) -> Result<Import, ImportRefusal> {
        let Some(EarlierImport { jobs: ids, skipped }) = earlier else {
            return self.import_within(principal, fields, Some(file), Some(lease));
        };
        let mut jobs = Vec::with_capacity(ids.len());
        for id in &ids {
            let found = self.store.jobs().find(&principal.organization_id, id);
            jobs.extend(found.map_err(AppError::from)?);
        }
        Ok(Import::Created(ImportSummary {
            jobs,
            skipped,
            interpretation: self.read_file(fields, file)?.interpretation,
        }))
    }
}
