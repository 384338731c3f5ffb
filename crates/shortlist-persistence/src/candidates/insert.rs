//! Creation of candidates. The table's unique keys decide which of them are new.

use std::collections::{HashMap, HashSet};

use diesel::prelude::*;
use shortlist_domain::{
    Candidate, CandidateCode, CandidateId, CandidateStatus, ContactKeys, JobId, NewCandidate,
    StageId,
};

use super::CandidateInsertion;
use super::stages::HeldStages;
use crate::candidate_rows::blind_jobs;
use crate::candidate_rows::row::{Names, NewCandidateRow, as_candidate};
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::people::NewApplication;
use crate::resumes::{self, Uploader};
use crate::schema::candidates;
use crate::scores::receipts;

/// How often a taken code is replaced by another random one.
const MAX_CODE_ATTEMPTS: u32 = 16;

/// The identifier and the code of an existing candidate.
type Existing = (String, String);

/// A batch of candidates that is being inserted.
struct Batch<'a> {
    organization: &'a str,
    new: &'a [NewCandidate],
    uploader: Uploader<'a>,
    codes: Vec<CandidateCode>,
    /// The jobs whose candidates appear by code.
    blind: HashSet<String>,
    /// The first stage of each job that has a list of its own.
    stages: HashMap<&'a str, StageId>,
    /// The outcome of each candidate, once it is known.
    outcomes: Vec<Option<CandidateInsertion>>,
}

/// The outcomes of creating candidates, and which of their jobs are blind.
pub(crate) type Inserted = (Vec<CandidateInsertion>, HashSet<String>);

/// Creates candidates of one organization.
pub(crate) fn insert(
    conn: &mut DbConn,
    organization: &str,
    uploader: Uploader<'_>,
    new: &[NewCandidate],
    random: &mut dyn FnMut() -> u128,
) -> Result<Inserted, StoreError> {
    let mut batch = Batch {
        organization,
        new,
        uploader,
        codes: new.iter().map(|candidate| candidate.code.clone()).collect(),
        stages: first_stages(conn, organization, new)?,
        blind: blind_jobs::blind_jobs(conn, organization, &jobs_of(new.iter()))?,
        outcomes: vec![None; new.len()],
    };
    for _attempt in 0..MAX_CODE_ATTEMPTS {
        let pending = batch.pending();
        if pending.is_empty() {
            let outcomes = batch.outcomes.into_iter().flatten().collect();
            return Ok((outcomes, batch.blind));
        }
        batch.insert(conn, &pending)?;
        batch.find_duplicates(conn)?;
        // A candidate that is neither created nor a duplicate has the code of another candidate.
        for index in batch.pending() {
            if let Some(code) = batch.codes.get_mut(index) {
                *code = CandidateCode::generate(random());
            }
        }
    }
    Err(StoreError::other(
        "create candidates",
        "all generated codes are taken, or an identifier is",
    ))
}

/// Returns the applications of the created candidates.
pub(crate) fn new_applications(
    outcomes: &[CandidateInsertion],
    blind: &HashSet<String>,
) -> Vec<NewApplication> {
    let contacts = |of: &Candidate| {
        let keys = || ContactKeys::of(of.email.as_ref(), of.phone.as_ref());
        (!blind.contains(of.job_id.as_str())).then(keys)
    };
    let application = |outcome: &CandidateInsertion| match outcome {
        CandidateInsertion::Created(created) => Some(NewApplication {
            candidate: created.id.clone(),
            contacts: contacts(created),
        }),
        CandidateInsertion::Duplicate { .. } => None,
    };
    outcomes.iter().filter_map(application).collect()
}

impl<'a> Batch<'a> {
    /// Returns the indexes without an outcome, sorted by identity. Concurrent transactions then insert the same people
    /// in the same order, which avoids deadlocks. Equal identities keep their given order.
    fn pending(&self) -> Vec<usize> {
        let mut pending: Vec<(&str, usize)> = self
            .new
            .iter()
            .zip(&self.outcomes)
            .enumerate()
            .filter(|(_, (_, outcome))| outcome.is_none())
            .map(|(index, (candidate, _))| (candidate.identity.as_str(), index))
            .collect();
        pending.sort_unstable();
        pending.into_iter().map(|(_, index)| index).collect()
    }

    fn at(&self, index: usize) -> Option<(&'a NewCandidate, &CandidateCode)> {
        Some((self.new.get(index)?, self.codes.get(index)?))
    }

    fn insert(&mut self, conn: &mut DbConn, pending: &[usize]) -> Result<(), StoreError> {
        let rows: Vec<NewCandidateRow<'_>> = pending
            .iter()
            .filter_map(|&index| self.at(index))
            .map(|(candidate, code)| {
                let (stage, names) = self.rules_of(&candidate.job_id);
                NewCandidateRow::of(candidate, code, stage, names)
            })
            .collect::<Result<_, _>>()?;
        let insert = diesel::insert_into(candidates::table)
            .values(&rows)
            .on_conflict_do_nothing()
            .returning(candidates::id);
        let created: Vec<String> = on_either!(conn, conn => insert.get_results(conn))?;
        let created: HashSet<String> = created.into_iter().collect();
        let mut written = Vec::with_capacity(created.len());
        for &index in pending {
            let Some((candidate, code)) = self.at(index) else {
                continue;
            };
            if created.contains(candidate.id.as_str()) {
                let (stage, names) = self.rules_of(&candidate.job_id);
                let created = as_candidate(candidate, code.clone(), stage, names);
                let outcome = CandidateInsertion::Created(Box::new(created));
                written.push(candidate);
                self.set_outcome(index, outcome);
            }
        }
        resumes::insert(conn, &written, self.uploader)?;
        receipts::insert_first(conn, &written)
    }

    /// Returns the first stage of a job's candidates, and whether their stored texts contain who they are.
    fn rules_of(&self, job: &JobId) -> (Option<&StageId>, Names) {
        let names = Names::of_job(self.blind.contains(job.as_str()));
        (self.stages.get(job.as_str()), names)
    }

    fn set_outcome(&mut self, index: usize, outcome: CandidateInsertion) {
        if let Some(entry) = self.outcomes.get_mut(index) {
            *entry = Some(outcome);
        }
    }

    /// Finds the existing candidate of each duplicate, by identity or else by file.
    fn find_duplicates(&mut self, conn: &mut DbConn) -> Result<(), StoreError> {
        let pending = self.pending();
        if pending.is_empty() {
            return Ok(());
        }
        let by_identity = self.existing_by_identity(conn, &pending)?;
        let by_file = self.existing_by_file(conn, &pending)?;
        for index in pending {
            let Some((candidate, _)) = self.at(index) else {
                continue;
            };
            let job = candidate.job_id.as_str().to_owned();
            let first = by_identity
                .get(&(job.clone(), candidate.identity.as_str().to_owned()))
                .or_else(|| by_file.get(&(job, candidate.file.digest.0.to_vec())));
            if let Some((id, code)) = first {
                let duplicate = CandidateInsertion::Duplicate {
                    id: CandidateId::parse("id", id)?,
                    code: CandidateCode::parse("code", code)?,
                };
                self.set_outcome(index, duplicate);
            }
        }
        Ok(())
    }

    fn existing_by_identity(
        &self,
        conn: &mut DbConn,
        pending: &[usize],
    ) -> Result<HashMap<(String, String), Existing>, StoreError> {
        let wanted = pending.iter().filter_map(|&index| self.new.get(index));
        let identities: Vec<&str> = wanted.clone().map(|c| c.identity.as_str()).collect();
        let rows: Vec<(String, String, Existing)> = candidates::table
            .filter(candidates::organization_id.eq(self.organization))
            .filter(candidates::job_id.eq_any(jobs_of(wanted)))
            .filter(candidates::identity.eq_any(identities))
            .select((
                candidates::job_id,
                candidates::identity,
                (candidates::id, candidates::code),
            ))
            .load(conn)?;
        Ok(rows
            .into_iter()
            .map(|(job, identity, existing)| ((job, identity), existing))
            .collect())
    }

    fn existing_by_file(
        &self,
        conn: &mut DbConn,
        pending: &[usize],
    ) -> Result<HashMap<(String, Vec<u8>), Existing>, StoreError> {
        let wanted = pending.iter().filter_map(|&index| self.new.get(index));
        let digests: Vec<&[u8]> = wanted.clone().map(|c| c.file.digest.0.as_slice()).collect();
        let rows: Vec<(String, Vec<u8>, Existing)> = candidates::table
            .filter(candidates::organization_id.eq(self.organization))
            .filter(candidates::job_id.eq_any(jobs_of(wanted)))
            .filter(candidates::file_digest.eq_any(digests))
            .select((
                candidates::job_id,
                candidates::file_digest,
                (candidates::id, candidates::code),
            ))
            .load(conn)?;
        Ok(rows
            .into_iter()
            .map(|(job, digest, existing)| ((job, digest), existing))
            .collect())
    }
}

/// Returns the stage of new candidates for each job where it is not the default stage. The lists stay as they are until the
/// candidates are stored.
fn first_stages<'a>(
    conn: &mut DbConn,
    organization: &str,
    new: &'a [NewCandidate],
) -> Result<HashMap<&'a str, StageId>, StoreError> {
    let jobs = jobs_of(new.iter());
    let held = HeldStages::of_jobs(conn, organization, jobs.iter().map(|&job| job.to_owned()))?;
    let default_stage = StageId::of_status(CandidateStatus::Active);
    let first = |job: &'a str| Some((job, held.of_job(job)?.first()));
    let stages = jobs.into_iter().filter_map(first);
    Ok(stages
        .filter(|(_, stage)| *stage != default_stage)
        .collect())
}

fn jobs_of<'a>(candidates: impl Iterator<Item = &'a NewCandidate>) -> Vec<&'a str> {
    let mut jobs: Vec<&str> = candidates.map(|c| c.job_id.as_str()).collect();
    jobs.sort_unstable();
    jobs.dedup();
    jobs
}
