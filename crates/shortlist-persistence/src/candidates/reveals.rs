//! Blind review: which jobs are blind, and who has revealed which candidate.

use std::collections::HashSet;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CandidateId, JobId, NewAuditEntry, OrganizationId, Reveal, UserId,
};

use crate::candidate_rows::blind_jobs::{blind_jobs, in_blind_jobs};
use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::keys::UserKey;
use crate::schema::reveals;
use crate::store::Candidates;
use crate::times::{stored, timestamp};
use crate::writer::{CandidateWriter, Written};

/// How many candidates one statement names.
const CHUNK: usize = 1_000;

/// Returns which of these candidates a user has revealed.
fn revealed(conn: &mut DbConn, key: UserKey<'_>, ids: &[String]) -> QueryResult<HashSet<String>> {
    let mut found = HashSet::new();
    for chunk in ids.chunks(CHUNK) {
        let of_user: Vec<String> = reveals::table
            .filter(reveals::organization_id.eq(key.organization))
            .filter(reveals::candidate_id.eq_any(chunk))
            .filter(reveals::user_id.eq(key.user))
            .select(reveals::candidate_id)
            .load(conn)?;
        found.extend(of_user);
    }
    Ok(found)
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
        if ids.is_empty() {
            return Ok(HashSet::new());
        }
        let names: Vec<&str> = ids.iter().map(CandidateId::as_str).collect();
        let masked = self.pools.read(|conn| {
            let in_blind = in_blind_jobs(conn, organization.as_str(), &names)?;
            let shown = revealed(conn, UserKey::of(organization, user), &in_blind)?;
            let hidden = in_blind.into_iter().filter(|id| !shown.contains(id));
            Ok(hidden.collect::<Vec<String>>())
        })?;
        let parse = |id: String| CandidateId::parse("id", &id);
        Ok(masked.into_iter().map(parse).collect::<Result<_, _>>()?)
    }

    /// Returns whether the candidates of one of these jobs appear by code.
    ///
    /// # Errors
    /// When the database fails.
    pub fn is_any_blind(
        &self,
        organization: &OrganizationId,
        jobs: &[&JobId],
    ) -> Result<bool, StoreError> {
        if jobs.is_empty() {
            return Ok(false);
        }
        let ids: Vec<&str> = jobs.iter().map(|job| job.as_str()).collect();
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
