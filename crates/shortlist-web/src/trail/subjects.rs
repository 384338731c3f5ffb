//! The names of what a page of entries is about, loaded at once.

use std::collections::{HashMap, HashSet};

use shortlist_app::{App, AppError, Operation};
use shortlist_domain::{
    AuditEntry, AuditedKind, CandidateId, JobId, Principal, StageList, UserType,
};

use super::Names;
use super::sentence::{candidate_id, considered_for};
use crate::naming::name_of;
use crate::respond::error::PageError;
use crate::visit::Visit;

/// What sentences name.
pub(crate) struct Subjects {
    /// The role of the viewer.
    pub(super) viewer: UserType,
    pub(super) names: Names,
    pub(super) candidates: HashMap<CandidateId, KnownCandidate>,
    /// The titles of jobs.
    pub(super) jobs: HashMap<JobId, String>,
    pub(super) stages: HashMap<JobId, StageList>,
}

/// A candidate who is not erased.
pub(super) struct KnownCandidate {
    /// The name, or the code if the name is masked.
    pub(super) name: String,
    pub(super) job_id: JobId,
}

impl Subjects {
    /// Loads the names of what entries are about, as far as the viewer may see them.
    pub(crate) async fn load(
        visit: &Visit,
        entries: &[AuditEntry],
        names: Names,
    ) -> Result<Self, PageError> {
        let candidates: HashSet<CandidateId> = entries.iter().filter_map(candidate_id).collect();
        let candidates: Vec<CandidateId> = candidates.into_iter().collect();
        let of_jobs = entries.iter().filter(|one| one.kind == AuditedKind::Job);
        let of_jobs = of_jobs.filter_map(|one| one.thing_id.as_deref());
        let jobs = of_jobs.chain(entries.iter().filter_map(considered_for));
        let jobs: HashSet<JobId> = jobs.flat_map(|id| JobId::parse("id", id)).collect();
        let load =
            move |app: &App, principal: &Principal| Self::find(app, principal, &candidates, jobs);
        let found = visit.run(Operation::GetActivity, load).await?;
        Ok(Self { names, ..found })
    }

    fn find(
        app: &App,
        principal: &Principal,
        ids: &[CandidateId],
        mut job_ids: HashSet<JobId>,
    ) -> Result<Self, AppError> {
        let found = app.candidates().load_many(principal, ids)?.into_iter();
        let known = |(id, candidate): (CandidateId, shortlist_domain::Candidate)| {
            let name = name_of(&candidate);
            let job_id = candidate.job_id;
            (id, KnownCandidate { name, job_id })
        };
        let candidates: HashMap<CandidateId, KnownCandidate> = found.map(known).collect();
        let of_candidates: HashSet<JobId> =
            candidates.values().map(|one| one.job_id.clone()).collect();
        job_ids.extend(of_candidates.iter().cloned());
        let job_ids: Vec<JobId> = job_ids.into_iter().collect();
        // A job that is deleted, or that the viewer has no access to, has no title here.
        let jobs = app.jobs().titles(principal, &job_ids)?;
        let of_candidates: Vec<JobId> = of_candidates.into_iter().collect();
        let stages = app
            .jobs()
            .stage_lists(&principal.organization_id, &of_candidates)?;
        Ok(Self {
            viewer: principal.user_type,
            names: Names::of_users(&[]),
            candidates,
            jobs,
            stages,
        })
    }
}
