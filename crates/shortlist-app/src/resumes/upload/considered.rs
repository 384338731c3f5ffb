//! Considering a candidate for another job: the same file becomes a candidate of that job, with a score and a receipt of its own.

use shortlist_domain::{
    Candidate, CandidateId, Correction, FileProblem, Found, InvalidValue, Job, JobId, NewCandidate,
    Principal, ResumeVersion, UnusableFile, apply_corrections,
};
use shortlist_persistence::CandidateInsertion;

use super::known_contacts::KnownContacts;
use super::{ReceivedFile, SingleUpload, is_there_already};
use crate::access::job_access::{visible_candidate, visible_job};
use crate::blind::check_revealed;
use crate::checks::{NO_CANDIDATE, find_candidate_id};
use crate::conflict::CandidateConflict;
use crate::error::AppError;
use crate::files::FileOwner;
use crate::jobs::outcomes::check_accepts_resumes;
use crate::operations::Operation;
use crate::scores::read_again::typed_place;
use crate::secrets::further_bits;
use crate::uploads::intake::Uploads;

/// The reason that is recorded for contact data from the earlier application.
const KNOWN: &str = "from the earlier application";

/// A candidate and the other job, as given.
#[derive(Debug, Clone, Default)]
pub struct ConsiderForJob {
    /// The candidate.
    pub candidate_id: String,
    /// The other job.
    pub job_id: String,
}

/// An application whose file is used for another job.
struct Earlier {
    candidate: Candidate,
    version: ResumeVersion,
    corrections: Vec<Correction>,
    /// Where the person lives, if somebody typed it.
    typed_place: Option<Found<String>>,
}

impl Uploads<'_> {
    /// Creates a candidate of another job from the current resume of a candidate. The file is read and scored for that job, and
    /// corrections of what was read apply there too.
    ///
    /// # Errors
    /// Returns an error if the caller has no access to such a candidate or job, if one of the jobs is reviewed blind, if the job
    /// accepts no resumes, if the person is a candidate of the job already, or if the file is missing or cannot be read.
    pub fn consider_for_job(
        &self,
        principal: &Principal,
        request: &ConsiderForJob,
    ) -> Result<Candidate, AppError> {
        let organization = &principal.organization_id;
        let id = find_candidate_id(self.store, organization, &request.candidate_id)?;
        let candidate = visible_candidate(self.store, principal, &id)?;
        check_revealed(self.store, principal, &id)?;
        let job = JobId::parse("jobId", &request.job_id)?;
        let job = visible_job(self.store, principal, &job)?;
        check_accepts_resumes(job.status)?;
        self.check_not_blind(&candidate, &job)?;
        self.check_is_new(principal, &candidate, &job)?;
        let earlier = self.earlier(candidate)?;
        let new = self.score_for(principal, &earlier, job)?;
        let created = self.store_considered(principal, &earlier, &new)?;
        self.copy_corrections(principal, &created, &earlier, &new)?;
        visible_candidate(self.store, principal, &created)
    }

    /// Refuses blind jobs: with two applications of a person, one would say who the other is.
    fn check_not_blind(&self, candidate: &Candidate, job: &Job) -> Result<(), AppError> {
        if job.blind {
            return Err(AppError::conflict(CandidateConflict::OtherJobBlind));
        }
        let organization = &candidate.organization_id;
        let candidates = self.store.candidates();
        if candidates.is_any_blind(organization, &[&candidate.job_id])? {
            return Err(AppError::conflict(CandidateConflict::Blind));
        }
        Ok(())
    }

    /// Refuses a person who is a candidate of the job already.
    fn check_is_new(
        &self,
        principal: &Principal,
        candidate: &Candidate,
        job: &Job,
    ) -> Result<(), AppError> {
        let organization = &principal.organization_id;
        let people = self.store.people();
        let ids = std::slice::from_ref(&candidate.id);
        let found = people.of_candidates(organization, ids)?;
        let found: Vec<_> = found.into_values().collect();
        let loaded = people.load(organization, &found)?;
        let mut applications = loaded.into_values().flat_map(|one| one.applications);
        let other = applications.find(|one| one.job_id == job.id);
        match other {
            None => Ok(()),
            Some(other) => Err(is_there_already(other.id, other.code)),
        }
    }

    fn earlier(&self, candidate: Candidate) -> Result<Earlier, AppError> {
        let (organization, id) = (&candidate.organization_id, &candidate.id);
        let candidates = self.store.candidates();
        let versions = candidates.resume_versions(organization, id)?;
        let version = versions.into_iter().find(|one| one.replaced_at.is_none());
        let mut resumes = candidates.load_resumes(organization, std::slice::from_ref(id))?;
        let stored = resumes.remove(id).ok_or(NO_CANDIDATE)?;
        Ok(Earlier {
            typed_place: typed_place(stored.parsed()),
            version: version.ok_or(NO_CANDIDATE)?,
            corrections: stored.corrections,
            candidate,
        })
    }

    /// Reads the file again and scores it for the other job.
    fn score_for(
        &self,
        principal: &Principal,
        earlier: &Earlier,
        job: Job,
    ) -> Result<NewCandidate, AppError> {
        let unusable = |why: UnusableFile| {
            AppError::unusable_file(why, |why| {
                InvalidValue::new("candidateId", FileProblem::NotUsableAgain(why))
            })
        };
        let file = &earlier.version.file;
        let id = earlier.version.file_id.as_ref();
        let read = self.scores().read_file(earlier.owner(), id, file.digest);
        let mut resume = read.map_err(unusable)?.resume;
        let received = ReceivedFile {
            name: &file.name,
            bytes: file.bytes,
            digest: file.digest,
        };
        let single = SingleUpload {
            party: principal.party(),
            weights: self.usual_weights(&job)?,
            job,
        };
        KnownContacts::of(&earlier.candidate).apply_to(&mut resume, KNOWN);
        resume.place = earlier.typed_place.clone().or(resume.place);
        let new = self.score_single(single, received, Ok(resume))?;
        new.map_err(|reason| unusable(UnusableFile::Skipped(reason)))
    }

    /// Stores a copy of the file and then the candidate, so that no candidate lacks its file.
    fn store_considered(
        &self,
        principal: &Principal,
        earlier: &Earlier,
        new: &NewCandidate,
    ) -> Result<CandidateId, AppError> {
        self.quotas
            .reserve(&principal.organization_id, 1, new.file.bytes)?;
        let mut random = further_bits()?;
        let version = earlier.version.file_id.as_ref();
        let copied = self.files.copy_resume(earlier.owner(), version, new);
        let writer = self
            .writers
            .for_caller(principal, Operation::ConsiderForJob);
        let inserted = copied.map_err(AppError::from).and_then(|()| {
            let writer = writer.candidates();
            Ok(writer.insert_considered(new, &earlier.candidate.id, &mut random)?)
        });
        if let Ok(CandidateInsertion::Created(created)) = inserted {
            return Ok(created.id);
        }
        self.files.remove_unused(&[new])?;
        match inserted? {
            CandidateInsertion::Created(created) => Ok(created.id),
            CandidateInsertion::Duplicate { id, code } => Err(is_there_already(id, code)),
        }
    }

    /// Stores the corrections of what was read from the file for the new candidate too, who is then scored by them.
    fn copy_corrections(
        &self,
        principal: &Principal,
        created: &CandidateId,
        earlier: &Earlier,
        new: &NewCandidate,
    ) -> Result<(), AppError> {
        if earlier.corrections.is_empty() {
            return Ok(());
        }
        let candidate = visible_candidate(self.store, principal, created)?;
        let resume = apply_corrections(&earlier.corrections, &new.resume);
        let writer = self
            .writers
            .for_caller(principal, Operation::ConsiderForJob);
        writer
            .candidates()
            .add_corrections(&candidate, &earlier.corrections, &resume)?;
        self.scores()
            .rescore_candidate(&principal.party(), &candidate, new.receipt.as_of)
    }
}

impl Earlier {
    fn owner(&self) -> FileOwner<'_> {
        FileOwner {
            organization: &self.candidate.organization_id,
            candidate: &self.candidate.id,
        }
    }
}
