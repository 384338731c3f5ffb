//! A candidate without a file, such as somebody met at a fair: what a recruiter types becomes a file, which is read and scored
//! like any other. So versions, quotes, corrections and erasure need nothing of their own.

use shortlist_domain::{
    Candidate, CandidateId, EmailAddress, FileProblem, Found, InvalidValue, Job, JobId,
    NewCandidate, OrganizationId, PhoneNumber, Principal, Resume, TextProblem, UnusableFile,
    check_description, check_full_name, check_short,
};
use shortlist_parsing::read_resume;
use shortlist_persistence::CandidateInsertion;
use shortlist_workers::Cancellation;

use super::known_contacts::KnownContacts;
use super::{ReceivedFile, SingleUpload, is_there_already};
use crate::access::job_access::{visible_candidate, visible_job};
use crate::checks::NO_CANDIDATE;
use crate::conflict::CandidateConflict;
use crate::error::AppError;
use crate::files::StagedFile;
use crate::files::typed_file::typed_file;
use crate::jobs::outcomes::check_accepts_resumes;
use crate::operations::Operation;
use crate::secrets::further_bits;
use crate::uploads::intake::Uploads;

/// The reason that is recorded for contact data that were typed.
const TYPED: &str = "as typed";

/// What is known of a candidate without a file.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct CreateCandidate {
    pub job_id: String,
    pub full_name: String,
    pub email_address: Option<String>,
    pub phone_number: Option<String>,
    pub location: Option<String>,
    pub text: Option<String>,
}

/// The valid values of a candidate without a file.
struct TypedResume {
    contacts: KnownContacts,
    location: Option<String>,
    text: String,
}

impl Uploads<'_> {
    /// Creates a candidate from what a recruiter types. The text is read and scored as a resume, with the weights of the job's
    /// newest candidate; name and contact data count as typed.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if the caller has no access to such a job, if the job is reviewed blind or accepts
    /// no resumes, if the person is a candidate of the job already, or if no reader is available.
    pub fn create_candidate(
        &self,
        principal: &Principal,
        request: &CreateCandidate,
    ) -> Result<Candidate, AppError> {
        let typed = TypedResume::parse(request)?;
        let job = JobId::parse("jobId", &request.job_id)?;
        let job = visible_job(self.store, principal, &job)?;
        check_accepts_resumes(job.status)?;
        if job.blind {
            return Err(AppError::conflict(CandidateConflict::TypedForBlindJob));
        }
        let staged = self.stage_typed(&typed.text)?;
        let new = self.score_typed(principal, job, typed, &staged)?;
        let created = self.store_typed(principal, new, staged)?;
        visible_candidate(self.store, principal, &created)
    }

    fn stage_typed(&self, text: &str) -> Result<StagedFile, AppError> {
        let mut file = self.staging().begin()?;
        file.write(&typed_file(text))?;
        Ok(file.finish()?)
    }

    fn score_typed(
        &self,
        principal: &Principal,
        job: Job,
        typed: TypedResume,
        staged: &StagedFile,
    ) -> Result<NewCandidate, AppError> {
        let mut resume = self.read_typed(&principal.organization_id, staged)?;
        typed.apply_to(&mut resume);
        let name = resume.name().unwrap_or_default().to_owned();
        let received = ReceivedFile {
            name: &name,
            bytes: staged.bytes,
            digest: staged.digest,
        };
        let single = SingleUpload {
            party: principal.party(),
            weights: self.usual_weights(&job)?,
            job,
        };
        self.typed_candidate(single, received, resume)
    }

    fn read_typed(
        &self,
        organization: &OrganizationId,
        staged: &StagedFile,
    ) -> Result<Resume, AppError> {
        let read = match self.readers {
            Some(pool) => {
                let lane = pool.open_lane_for(organization.as_str(), Cancellation::default());
                let reading = lane.read_blocking(staged.path());
                let decoded = reading.resume.and_then(|encoded| encoded.decode());
                decoded.map_err(|failure| failure.reason())
            }
            None => read_resume(&staged.read()?, self.reading, self.vocabulary).map_err(Into::into),
        };
        read.map_err(|reason| {
            AppError::unusable_file(UnusableFile::Skipped(reason), |why| {
                InvalidValue::new("text", FileProblem::NotUsable(why))
            })
        })
    }

    /// Stores the file and then the candidate, so that no candidate lacks its file.
    fn store_typed(
        &self,
        principal: &Principal,
        new: NewCandidate,
        staged: StagedFile,
    ) -> Result<CandidateId, AppError> {
        self.quotas
            .reserve(&principal.organization_id, 1, new.file.bytes)?;
        let mut random = further_bits()?;
        let writer = self
            .writers
            .for_caller(principal, Operation::CreateCandidate);
        let stored = self.files.store([(&new, staged)].into_iter());
        let inserted = stored.map_err(AppError::from).and_then(|()| {
            let all = std::slice::from_ref(&new);
            Ok(writer.candidates().insert(all, &mut random)?)
        });
        if let Ok([CandidateInsertion::Created(created)]) = inserted.as_deref() {
            return Ok(created.id.clone());
        }
        self.files.remove_unused(&[&new])?;
        match inserted?.pop() {
            Some(CandidateInsertion::Duplicate { id, code }) => Err(is_there_already(id, code)),
            Some(CandidateInsertion::Created(created)) => Ok(created.id),
            None => Err(NO_CANDIDATE),
        }
    }
}

impl TypedResume {
    /// Makes name, contact data and place exactly what was typed: addresses in the text may be those of others.
    fn apply_to(self, resume: &mut Resume) {
        let (has_email, has_phone) = (self.contacts.email.is_some(), self.contacts.phone.is_some());
        self.contacts.apply_to(resume, TYPED);
        if !has_email {
            resume.email = None;
        }
        if !has_phone {
            resume.phone = None;
        }
        resume.place = self
            .location
            .map(|location| Found::certain(location, None, TYPED));
    }

    fn parse(request: &CreateCandidate) -> Result<Self, InvalidValue> {
        let full_name = check_full_name("fullName", &request.full_name)?;
        if full_name.is_empty() {
            return Err(InvalidValue::new("fullName", TextProblem::Empty));
        }
        let location = check_short("location", given(&request.location))?;
        let email = match given(&request.email_address) {
            "" => None,
            email => Some(EmailAddress::parse("emailAddress", email)?),
        };
        let phone = match given(&request.phone_number) {
            "" => None,
            phone => Some(PhoneNumber::parse("phoneNumber", phone)?),
        };
        let text = check_description("text", given(&request.text))?;
        let contacts = [
            location.as_deref(),
            email.as_ref().map(EmailAddress::as_str),
            phone.as_ref().map(PhoneNumber::as_str),
        ];
        let contacts: Vec<&str> = contacts.into_iter().flatten().collect();
        Ok(Self {
            text: format!("{full_name}\n{}\n\n{text}", contacts.join("\n")),
            contacts: KnownContacts {
                full_name: Some(full_name),
                email,
                phone,
            },
            location,
        })
    }
}

/// Returns a value without surrounding space; an absent one is empty.
fn given(value: &Option<String>) -> &str {
    value.as_deref().unwrap_or_default().trim()
}
