//! Lists of stages as they are stored: the template of an organization, and the lists of jobs.

use std::collections::HashMap;

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, InvalidValue, JobId, NewAuditEntry, OrganizationId, StageDraft, StageId, StageList,
};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::records::{list_text, read_list};
use crate::schema::{jobs, organizations};
use crate::store::{Jobs, Organizations};
use crate::writer::{OrganizationWriter, Written};

/// Returns a list as the audit log shows it.
pub(crate) fn shown(list: &StageList) -> String {
    let stages = list.stages().iter();
    let stages: Vec<String> = stages
        .map(|stage| format!("{} ({}, {})", stage.name, stage.status.as_str(), stage.id))
        .collect();
    stages.join("; ")
}

/// Returns the template of an organization as it is stored.
pub(crate) fn stored_template(
    conn: &mut DbConn,
    organization: &str,
) -> QueryResult<Option<String>> {
    let found: Option<Option<String>> = organizations::table
        .filter(organizations::id.eq(organization))
        .select(organizations::stage_template)
        .first(conn)
        .optional()?;
    Ok(found.flatten())
}

impl Organizations<'_> {
    /// Returns the stages that new jobs of an organization get.
    ///
    /// # Errors
    /// When the database fails.
    pub fn stage_template(&self, organization: &OrganizationId) -> Result<StageList, StoreError> {
        let text = self
            .pools
            .read(|conn| Ok(stored_template(conn, organization.as_str())?))?;
        read_list(text.as_deref())
    }
}

impl OrganizationWriter<'_> {
    /// Sets the stages that new jobs of an organization get. Existing jobs keep theirs.
    ///
    /// # Errors
    /// When the database fails. The inner error says which value is invalid.
    pub fn set_stage_template(
        &self,
        organization: &OrganizationId,
        drafts: &[StageDraft],
        new_id: &mut dyn FnMut() -> StageId,
    ) -> Result<Result<StageList, InvalidValue>, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_organization(conn, organization.as_str())?;
            let before = read_list(stored_template(conn, organization.as_str())?.as_deref())?;
            let after = match StageList::of_drafts(drafts, &[&before], new_id) {
                Ok(after) => after,
                Err(refused) => return Ok(Written::nothing(Err(refused))),
            };
            let row = organizations::table.filter(organizations::id.eq(organization.as_str()));
            diesel::update(row)
                .set(organizations::stage_template.eq(list_text(&after)?))
                .execute(conn)?;
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str());
            let (shown_before, shown_after) = (shown(&before), shown(&after));
            let entry = entry.with_change("stages", Some(&shown_before), Some(&shown_after));
            Ok(Written::one(Ok(after), entry))
        })
    }
}

impl Jobs<'_> {
    /// Returns the lists of stages of jobs.
    ///
    /// # Errors
    /// When the database fails.
    pub fn stage_lists(
        &self,
        organization: &OrganizationId,
        of: &[JobId],
    ) -> Result<HashMap<JobId, StageList>, StoreError> {
        if of.is_empty() {
            return Ok(HashMap::new());
        }
        let rows: Vec<(String, Option<String>)> = self.pools.read(|conn| {
            Ok(jobs::table
                .filter(jobs::organization_id.eq(organization.as_str()))
                .filter(jobs::id.eq_any(of.iter().map(JobId::as_str)))
                .select((jobs::id, jobs::stages))
                .load(conn)?)
        })?;
        let list = |(id, text): (String, Option<String>)| {
            Ok((JobId::parse("id", &id)?, read_list(text.as_deref())?))
        };
        rows.into_iter().map(list).collect()
    }
}
