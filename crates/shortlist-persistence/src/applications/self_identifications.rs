//! Storing what people say about themselves. The values reach no audit entry and no event.

use std::collections::{BTreeMap, HashSet};

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, NewAuditEntry, OrganizationId, RaceEthnicity, SelfIdentification,
    Sex, Timestamp,
};

use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::schema::self_identifications;
use crate::times::stored;
use crate::writer::{CandidateWriter, Written};

/// How many candidates one statement names.
const CANDIDATES_PER_STATEMENT: usize = 500;

impl CandidateWriter<'_> {
    /// Stores what candidates say about themselves, all in one transaction. It replaces earlier answers. Returns the number of
    /// candidates; those who do not exist any more are left out.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_self_identifications(
        &self,
        organization: &OrganizationId,
        given: &[(CandidateId, SelfIdentification)],
        at: Timestamp,
    ) -> Result<usize, StoreError> {
        self.writer.check_organization(organization)?;
        // The last answer of a candidate counts. Sorted, concurrent transactions lock candidates in the same order.
        let given: BTreeMap<&str, SelfIdentification> = given
            .iter()
            .map(|(candidate, given)| (candidate.as_str(), *given))
            .collect();
        let given: Vec<(&str, SelfIdentification)> = given.into_iter().collect();
        self.writer.write(|conn| {
            let mut stored = 0;
            for chunk in given.chunks(CANDIDATES_PER_STATEMENT) {
                stored += replace(conn, organization.as_str(), chunk, at)?;
            }
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str())
                .with_field("selfIdentifications", &stored.to_string());
            Ok(Written::one(stored, entry))
        })
    }
}

/// Replaces the answers of candidates. Returns the number of those who exist.
fn replace(
    conn: &mut DbConn,
    organization: &str,
    given: &[(&str, SelfIdentification)],
    at: Timestamp,
) -> QueryResult<usize> {
    let candidates: Vec<&str> = given.iter().map(|(candidate, _)| *candidate).collect();
    let existing = dialect::lock_candidates(conn, organization, &candidates)?;
    let earlier = self_identifications::table
        .filter(self_identifications::organization_id.eq(organization))
        .filter(self_identifications::candidate_id.eq_any(&existing));
    diesel::delete(earlier).execute(conn)?;
    let existing: HashSet<&str> = existing.iter().map(String::as_str).collect();
    let rows: Vec<_> = given
        .iter()
        .filter(|(candidate, _)| existing.contains(candidate))
        .filter(|(_, given)| *given != SelfIdentification::default())
        .map(|(candidate, given)| {
            (
                self_identifications::organization_id.eq(organization),
                self_identifications::candidate_id.eq(*candidate),
                self_identifications::sex.eq(given.sex.map(Sex::as_str)),
                self_identifications::race_ethnicity
                    .eq(given.race_ethnicity.map(RaceEthnicity::as_str)),
                self_identifications::recorded_at.eq(stored(at)),
            )
        })
        .collect();
    if !rows.is_empty() {
        let insert = diesel::insert_into(self_identifications::table).values(&rows);
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(existing.len())
}
