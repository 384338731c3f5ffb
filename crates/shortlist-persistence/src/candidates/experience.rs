//! The experience of candidates that an earlier version stored without it.

use diesel::prelude::*;
use shortlist_domain::{CandidateId, OrganizationId};

use super::row::{CandidateRow, months};
use crate::StoreError;
use crate::schema::candidates;
use crate::store::Candidates;

/// How many candidates one call examines, and one transaction changes. Each transaction writes the pages of an index that its rows
/// are spread over, so fewer transactions write less.
const BATCH: i64 = 4_000;
/// How many resumes are in memory together.
const RESUMES: usize = 200;

impl Candidates<'_> {
    /// Stores the experience of the next 4,000 candidates in the order of their identifiers, where it is missing. Returns the last
    /// of them, or `None` if there are no more.
    ///
    /// # Errors
    /// When the database fails.
    pub fn fill_experience(
        &self,
        organization: &OrganizationId,
        after: Option<&CandidateId>,
    ) -> Result<Option<CandidateId>, StoreError> {
        let rows: Vec<CandidateRow> = self.pools.read(|conn| {
            Ok(candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::id.gt(after.map_or("", CandidateId::as_str)))
                .order(candidates::id)
                .limit(BATCH)
                .select(CandidateRow::as_select())
                .load(conn)?)
        })?;
        let mut last = None;
        let mut missing = Vec::new();
        for row in rows {
            let candidate = row.into_candidate()?;
            last = Some(candidate.id.clone());
            if candidate.months_worked.is_none() {
                missing.push((candidate.id, candidate.created_at));
            }
        }
        let mut found = Vec::new();
        for chunk in missing.chunks(RESUMES) {
            let ids: Vec<CandidateId> = chunk.iter().map(|(id, _)| id.clone()).collect();
            let resumes = self.load_resumes(organization, &ids)?;
            for (id, created_at) in chunk {
                let stored = resumes.get(id);
                let worked = stored.and_then(|it| it.resume.experience_months(created_at.date()));
                if let Some(worked) = months(worked) {
                    found.push((id, worked));
                }
            }
        }
        self.store_experience(organization, &found)?;
        Ok(last)
    }

    fn store_experience(
        &self,
        organization: &OrganizationId,
        found: &[(&CandidateId, i32)],
    ) -> Result<(), StoreError> {
        if found.is_empty() {
            return Ok(());
        }
        self.pools.write_unaudited(|conn| {
            for (id, worked) in found {
                let row = candidates::table
                    .filter(candidates::organization_id.eq(organization.as_str()))
                    .filter(candidates::id.eq(id.as_str()));
                diesel::update(row)
                    .set(candidates::months_worked.eq(worked))
                    .execute(conn)?;
            }
            Ok(())
        })
    }
}
