//! Blind review: which jobs are blind, and who has revealed which candidate.

use std::collections::HashSet;

use chrono::NaiveDateTime;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, JobId, NewAuditEntry, OrganizationId, Reveal, UserId,
};

use crate::StoreError;
use crate::dialect::{self, DbConn, on_either};
use crate::schema::{candidates, jobs, reveals};
use crate::store::Candidates;
use crate::times::{stored, timestamp};
use crate::writer::{CandidateWriter, Written};

/// How many candidates one statement names.
const CHUNK: usize = 1_000;

/// Returns which of these jobs are blind.
pub(crate) fn blind_jobs(
    conn: &mut DbConn,
    organization: &str,
    ids: &[&str],
) -> QueryResult<HashSet<String>> {
    let blind: Vec<String> = jobs::table
        .filter(jobs::organization_id.eq(organization))
        .filter(jobs::id.eq_any(ids))
        .filter(jobs::blind.eq(true))
        .select(jobs::id)
        .load(conn)?;
    Ok(blind.into_iter().collect())
}

impl Candidates<'_> {
    /// Returns which of these candidates are masked for a user: those of blind jobs whom the user has not revealed.
    ///
    /// # Errors
    /// When the database fails.
    pub fn masked_for(
        &self,
        organization: &OrganizationId,
        user: &UserId,
        ids: &[CandidateId],
    ) -> Result<HashSet<CandidateId>, StoreError> {
        let mut masked = HashSet::new();
        for chunk in ids.chunks(CHUNK) {
            let names: Vec<&str> = chunk.iter().map(CandidateId::as_str).collect();
            let revealed = reveals::table
                .filter(reveals::organization_id.eq(candidates::organization_id))
                .filter(reveals::candidate_id.eq(candidates::id))
                .filter(reveals::user_id.eq(user.as_str()));
            let found: Vec<String> = self.pools.read(|conn| {
                Ok(candidates::table
                    .inner_join(
                        jobs::table.on(jobs::organization_id
                            .eq(candidates::organization_id)
                            .and(jobs::id.eq(candidates::job_id))),
                    )
                    .filter(candidates::organization_id.eq(organization.as_str()))
                    .filter(candidates::id.eq_any(&names))
                    .filter(jobs::blind.eq(true))
                    .filter(not(exists(revealed)))
                    .select(candidates::id)
                    .load(conn)?)
            })?;
            for id in found {
                masked.insert(CandidateId::parse("id", &id)?);
            }
        }
        Ok(masked)
    }

    /// Returns whether a job's candidates appear by code.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_blind(&self, organization: &OrganizationId, job: &JobId) -> Result<bool, StoreError> {
        let ids = [job.as_str()];
        let blind = self
            .pools
            .read(|conn| Ok(blind_jobs(conn, organization.as_str(), &ids)?))?;
        Ok(!blind.is_empty())
    }

    /// Lists who has revealed a candidate, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_reveals(
        &self,
        organization: &OrganizationId,
        candidate: &CandidateId,
    ) -> Result<Vec<Reveal>, StoreError> {
        let rows: Vec<(String, String, NaiveDateTime)> = self.pools.read(|conn| {
            Ok(reveals::table
                .filter(reveals::organization_id.eq(organization.as_str()))
                .filter(reveals::candidate_id.eq(candidate.as_str()))
                .order(reveals::user_id)
                .select((reveals::user_id, reveals::reason, reveals::revealed_at))
                .load(conn)?)
        })?;
        let reveal = |(user, reason, at): (String, String, NaiveDateTime)| {
            Ok(Reveal {
                organization_id: organization.clone(),
                candidate_id: candidate.clone(),
                user_id: UserId::parse("user_id", &user)?,
                reason,
                revealed_at: timestamp(at),
            })
        };
        let mut found: Vec<Reveal> = rows
            .into_iter()
            .map(reveal)
            .collect::<Result<_, StoreError>>()?;
        found.sort_by_key(|reveal| reveal.revealed_at);
        Ok(found)
    }
}

impl CandidateWriter<'_> {
    /// Stores a reveal. A second reveal by the same user is recorded in the audit log, but the first one stays. Returns
    /// `false` if the organization has no such candidate.
    ///
    /// # Errors
    /// When the database fails.
    pub fn reveal(&self, reveal: &Reveal) -> Result<bool, StoreError> {
        self.writer.check_organization(&reveal.organization_id)?;
        let (organization, candidate) = (
            reveal.organization_id.as_str(),
            reveal.candidate_id.as_str(),
        );
        self.writer.write(|conn| {
            if !dialect::lock_candidate(conn, organization, candidate)? {
                return Ok(Written::nothing(false));
            }
            let insert = diesel::insert_into(reveals::table)
                .values((
                    reveals::organization_id.eq(organization),
                    reveals::candidate_id.eq(candidate),
                    reveals::user_id.eq(reveal.user_id.as_str()),
                    reveals::reason.eq(&reveal.reason),
                    reveals::revealed_at.eq(stored(reveal.revealed_at)),
                ))
                .on_conflict_do_nothing();
            on_either!(conn, conn => insert.execute(conn))?;
            // The reason may name the person. As a sealed value it ends with the candidate.
            let entry = NewAuditEntry::done(AuditedKind::Candidate, candidate)
                .for_candidate(&reveal.candidate_id)
                .with_field("reveal", &reveal.reason);
            Ok(Written::one(true, entry))
        })
    }
}
