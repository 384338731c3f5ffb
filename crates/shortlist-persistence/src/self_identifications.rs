//! Storing what people say about themselves. The values reach no audit entry and no event.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, NewAuditEntry, OrganizationId, RaceEthnicity, SelfIdentification,
    Sex, Timestamp,
};

use crate::StoreError;
use crate::dialect::{self, DbConn};
use crate::schema::self_identifications;
use crate::times::stored;
use crate::writer::{CandidateWriter, Written};

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
        self.writer.write(|conn| {
            let mut stored = 0;
            for (candidate, identification) in given {
                let key = (organization.as_str(), candidate.as_str());
                if dialect::lock_candidate(conn, key.0, key.1)? {
                    replace(conn, key, (*identification, at))?;
                    stored += 1;
                }
            }
            let entry = NewAuditEntry::done(AuditedKind::Organization, organization.as_str())
                .with_field("selfIdentifications", &stored.to_string());
            Ok(Written::one(stored, entry))
        })
    }
}

fn replace(
    conn: &mut DbConn,
    (organization, candidate): (&str, &str),
    (given, at): (SelfIdentification, Timestamp),
) -> QueryResult<()> {
    let earlier = self_identifications::table
        .filter(self_identifications::organization_id.eq(organization))
        .filter(self_identifications::candidate_id.eq(candidate));
    diesel::delete(earlier).execute(conn)?;
    if given == SelfIdentification::default() {
        return Ok(());
    }
    diesel::insert_into(self_identifications::table)
        .values((
            self_identifications::organization_id.eq(organization),
            self_identifications::candidate_id.eq(candidate),
            self_identifications::sex.eq(given.sex.map(Sex::as_str)),
            self_identifications::race_ethnicity
                .eq(given.race_ethnicity.map(RaceEthnicity::as_str)),
            self_identifications::recorded_at.eq(stored(at)),
        ))
        .execute(conn)?;
    Ok(())
}
