//! Folding of stored search texts after the rule for folding has changed.

use diesel::prelude::*;
use shortlist_domain::{CandidateId, OrganizationId};

use super::row::{CandidateRow, Names, search_text};
use crate::schema::candidates;
use crate::store::Candidates;
use crate::{StoreError, blind_jobs};

/// How many candidates one transaction examines.
const BATCH: i64 = 500;

impl Candidates<'_> {
    /// Folds the search texts of the next 500 candidates in the order of their identifiers. Returns the last of them, or `None`
    /// if there are no more.
    ///
    /// A text that is already folded is only read. So an interrupted run can start again from the beginning.
    ///
    /// # Errors
    /// When the database fails.
    pub fn fold_search_texts(
        &self,
        organization: &OrganizationId,
        after: Option<&CandidateId>,
    ) -> Result<Option<CandidateId>, StoreError> {
        let rows: Vec<(CandidateRow, String)> = self.pools.read(|conn| {
            Ok(candidates::table
                .filter(candidates::organization_id.eq(organization.as_str()))
                .filter(candidates::id.gt(after.map_or("", CandidateId::as_str)))
                .order(candidates::id)
                .limit(BATCH)
                .select((CandidateRow::as_select(), candidates::search_text))
                .load(conn)?)
        })?;
        let ids: Vec<&str> = rows.iter().map(|(row, _)| row.job_id()).collect();
        let blind = self
            .pools
            .read(|conn| Ok(blind_jobs::blind_jobs(conn, organization.as_str(), &ids)?))?;
        let mut last = None;
        let mut stale = Vec::new();
        for (row, text) in rows {
            let candidate = row.into_candidate()?;
            let names = Names::of_job(blind.contains(candidate.job_id.as_str()));
            let folded = search_text(&candidate, names);
            if folded != text {
                stale.push((candidate.id.clone(), text, folded));
            }
            last = Some(candidate.id);
        }
        self.replace_search_texts(organization, &stale)?;
        Ok(last)
    }

    /// Replaces texts that nobody has replaced meanwhile.
    fn replace_search_texts(
        &self,
        organization: &OrganizationId,
        stale: &[(CandidateId, String, String)],
    ) -> Result<(), StoreError> {
        if stale.is_empty() {
            return Ok(());
        }
        self.pools.write_unaudited(|conn| {
            for (id, text, folded) in stale {
                let row = candidates::table
                    .filter(candidates::organization_id.eq(organization.as_str()))
                    .filter(candidates::id.eq(id.as_str()))
                    .filter(candidates::search_text.eq(text));
                diesel::update(row)
                    .set(candidates::search_text.eq(folded))
                    .execute(conn)?;
            }
            Ok(())
        })
    }
}
