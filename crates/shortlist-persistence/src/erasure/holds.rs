//! The list of legal holds.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{CandidateCode, CandidateId, HeldCandidate, OrganizationId};

use crate::error::StoreError;
use crate::schema::{candidates, legal_holds};
use crate::store::Candidates;
use crate::times::timestamp;

impl Candidates<'_> {
    /// Lists candidates under a legal hold by identifier, after `after`.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_held(
        &self,
        organization: &OrganizationId,
        after: Option<&CandidateId>,
        limit: u32,
    ) -> Result<Vec<HeldCandidate>, StoreError> {
        // Every identifier sorts after the empty string.
        let after = after.map_or("", CandidateId::as_str);
        let rows: Vec<(String, String, String, NaiveDateTime)> = self.pools.read(|conn| {
            Ok(legal_holds::table
                .inner_join(
                    candidates::table.on(candidates::organization_id
                        .eq(legal_holds::organization_id)
                        .and(candidates::id.eq(legal_holds::candidate_id))),
                )
                .filter(legal_holds::organization_id.eq(organization.as_str()))
                .filter(legal_holds::candidate_id.gt(after))
                .order(legal_holds::candidate_id)
                .limit(i64::from(limit))
                .select((
                    legal_holds::candidate_id,
                    candidates::code,
                    legal_holds::reason,
                    legal_holds::held_at,
                ))
                .load(conn)?)
        })?;
        rows.into_iter()
            .map(|(id, code, reason, at)| held(&id, &code, reason, at))
            .collect()
    }
}

fn held(
    id: &str,
    code: &str,
    reason: String,
    at: NaiveDateTime,
) -> Result<HeldCandidate, StoreError> {
    Ok(HeldCandidate {
        candidate_id: CandidateId::parse("id", id)?,
        code: CandidateCode::parse("code", code)?,
        reason,
        held_at: timestamp(at),
    })
}
