//! Direct writes of tests to the store. Each is made as an operator of the record's organization.

use shortlist_domain::{
    Action, Actor, ApiKey, ApiKeyId, CandidateChange, CandidateId, InterviewChange, InterviewId,
    Job, JobChange, JobId, NewApiKey, NewCandidate, NewInterview, NewJob, NewOrganization,
    NewReview, NewUser, Organization, OrganizationId, ReportChange, Review, SessionId, Timestamp,
    User,
};
use shortlist_persistence::{
    CandidateInsertion, CandidateUpdate, CurrentScore, ImportOutcome, InterviewInsertion,
    InterviewUpdate, JobInsertion, JobUpdate, NewSession, OnDuplicate, RefreshRequest,
    ReportSubmission, Rescored, Rescoring, Rotation, Store, StoreError, Writer,
};

use super::records::at;

type Written<T> = Result<T, StoreError>;

/// Returns the audit data of a test's action in an organization.
pub(crate) fn action_in(organization: &OrganizationId) -> Action {
    Action {
        organization_id: organization.clone(),
        actor: Actor::Operator,
        operation: "test",
        at: at(0),
    }
}

/// The changes by a [`Writer`] that tests need. The organization is taken from the record.
pub(crate) trait Writes {
    /// Returns the store on behalf of an operator.
    fn operator(&self, organization: &OrganizationId) -> Writer<'_>;

    fn insert_organization(&self, new: &NewOrganization) -> Written<Organization> {
        self.operator(&new.id).organizations().insert(new)
    }

    fn insert_user(&self, new: &NewUser) -> Written<User> {
        self.operator(&new.organization_id).users().insert(new)
    }

    fn insert_api_key(&self, new: &NewApiKey) -> Written<ApiKey> {
        self.operator(&new.organization_id).api_keys().insert(new)
    }

    fn revoke_api_key(
        &self,
        organization: &OrganizationId,
        id: &ApiKeyId,
        at: Timestamp,
    ) -> Written<bool> {
        self.operator(organization)
            .api_keys()
            .revoke(organization, id, at)
    }

    fn insert_session(&self, new: &NewSession) -> Written<()> {
        self.operator(&new.organization_id).sessions().insert(new)
    }

    fn rotate_session(
        &self,
        organization: &OrganizationId,
        request: &RefreshRequest,
    ) -> Written<Rotation> {
        self.operator(organization).sessions().rotate(request)
    }

    fn revoke_session(
        &self,
        organization: &OrganizationId,
        id: &SessionId,
        at: Timestamp,
    ) -> Written<()> {
        self.operator(organization)
            .sessions()
            .revoke(organization, id, at)
    }

    fn insert_job(&self, new: &NewJob) -> Written<JobInsertion> {
        self.operator(&new.organization_id).jobs().insert(new)
    }

    fn insert_jobs(
        &self,
        organization: &OrganizationId,
        new: &[NewJob],
        on_duplicate: OnDuplicate,
    ) -> Written<ImportOutcome> {
        self.operator(organization)
            .jobs()
            .import(organization, new, on_duplicate)
    }

    fn update_job(
        &self,
        organization: &OrganizationId,
        id: &JobId,
        change: &JobChange,
        at: Timestamp,
    ) -> Written<Option<Job>> {
        let updated = self
            .operator(organization)
            .jobs()
            .update(organization, id, change, at)?;
        Ok(match updated {
            JobUpdate::Updated(job) => Some(*job),
            JobUpdate::NotFound => None,
            refused => panic!("{refused:?}"),
        })
    }

    fn insert_candidates(
        &self,
        new: &[NewCandidate],
        random: &mut dyn FnMut() -> u128,
    ) -> Written<Vec<CandidateInsertion>> {
        let Some(first) = new.first() else {
            return Ok(Vec::new());
        };
        self.operator(&first.organization_id)
            .candidates()
            .insert(new, random)
    }

    fn update_candidate(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
        change: &CandidateChange,
        at: Timestamp,
    ) -> Written<CandidateUpdate> {
        self.operator(organization)
            .candidates()
            .update(organization, id, change, at)
    }

    fn rescore(
        &self,
        rescoring: &Rescoring<'_>,
        decide: &mut dyn FnMut(&CurrentScore) -> Written<Rescored>,
    ) -> Written<()> {
        self.operator(rescoring.organization)
            .scores()
            .rescore(rescoring, decide)
    }

    fn insert_interview(&self, new: &NewInterview) -> Written<InterviewInsertion> {
        self.operator(&new.organization_id).interviews().insert(new)
    }

    fn update_interview(
        &self,
        organization: &OrganizationId,
        id: &InterviewId,
        change: &InterviewChange,
    ) -> Written<InterviewUpdate> {
        self.operator(organization)
            .interviews()
            .update(organization, id, change)
    }

    fn save_report(
        &self,
        organization: &OrganizationId,
        id: &InterviewId,
        change: &ReportChange,
        at: Timestamp,
    ) -> Written<ReportSubmission> {
        self.operator(organization)
            .reports()
            .save(organization, id, change, at)
    }

    fn upsert_review(&self, new: &NewReview) -> Written<Option<Review>> {
        self.operator(&new.organization_id)
            .candidates()
            .upsert_review(new)
    }
}

impl Writes for Store {
    fn operator(&self, organization: &OrganizationId) -> Writer<'_> {
        self.writer_for(action_in(organization))
    }
}
