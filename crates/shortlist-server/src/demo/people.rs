//! The demo organization's people, and what they do in either demo.

use std::collections::HashMap;

use shortlist_app::{
    App, Cancellation, FileOutcome, ImportFields, MoveCandidates, Outcome, SentFile, SubmitReview,
    UploadFields,
};
use shortlist_domain::{
    CandidateId, InterviewQuery, InterviewStatus, Job, JobFilters, JobListQuery, OpenWork,
    OrganizationId, PageRequest, Period, Principal, UserType,
};

use crate::Failure;
use crate::credentials::{Credentials, UserCredentials};

/// Three jobs, one of them a draft.
static JOBS: &[u8] = include_bytes!("../../../../demo/jobs.csv");
/// Their codes.
const JOB_CODES: [&str; 3] = ["ENG-101", "DAT-204", "NUR-310"];
/// How the demo's resumes are scored.
const WEIGHTS: &str = r#"{"experience": 40, "skills": 40, "education": 20}"#;
/// How many interviews or jobs are looked at together.
const PAGE_SIZE: i32 = 100;

/// The demo organization's people, as callers.
pub(super) struct People<'a> {
    pub(super) app: &'a App,
    pub(super) organization_id: OrganizationId,
    pub(super) recruiters: Vec<Principal>,
    pub(super) interviewer: Principal,
    admin: Principal,
}

/// A resume to upload.
pub(super) struct DemoFile {
    pub(super) name: String,
    pub(super) bytes: Vec<u8>,
}

impl<'a> People<'a> {
    pub(super) fn sign_in(app: &'a App, credentials: &Credentials) -> Result<Self, Failure> {
        let caller = |user: &UserCredentials| {
            app.access()
                .authenticate(&credentials.api_key, &user.access_token, "")
                .map_err(Failure::of("sign in to load the demo data"))
        };
        let callers = credentials
            .users
            .iter()
            .map(caller)
            .collect::<Result<Vec<_>, _>>()?;
        let of_type = |wanted: UserType| {
            callers
                .iter()
                .filter(move |caller| caller.user_type == wanted)
                .cloned()
        };
        let missing_user =
            || Failure::new("the sandbox's credentials lack a user; remove them and start again");
        let admin = of_type(UserType::Admin).next().ok_or_else(missing_user)?;
        Ok(Self {
            app,
            organization_id: admin.organization_id.clone(),
            recruiters: of_type(UserType::Recruiter).collect(),
            interviewer: of_type(UserType::Interviewer)
                .next()
                .ok_or_else(missing_user)?,
            admin,
        })
    }

    pub(super) fn recruiter(&self) -> &Principal {
        self.recruiters.first().unwrap_or(&self.admin)
    }

    /// Returns whether the candidate with this resume has an interview with a report.
    pub(super) fn has_report_for(&self, is_file: impl Fn(&str) -> bool) -> Result<bool, Failure> {
        let attempt = "look for the demo data";
        let mut query = InterviewQuery {
            updated_since: None,
            organization_id: self.organization_id.clone(),
            candidate_id: None,
            interviewer_id: Some(self.interviewer.user_id.clone()),
            job_id: None,
            status: Some(InterviewStatus::Completed),
            period: Period::default(),
            page: first_page()?,
            count: false,
        };
        loop {
            let found = self
                .app
                .interviews()
                .list(&self.admin, query.clone())
                .map_err(Failure::of(attempt))?;
            let next = found.end.filter(|_| found.has_next_page);
            let reported = found.items.into_iter().filter(|one| one.has_report);
            let candidates: Vec<CandidateId> = reported.map(|one| one.candidate_id).collect();
            let documents = self
                .app
                .candidates()
                .documents(&self.admin, &candidates)
                .map_err(Failure::of(attempt))?;
            if documents.values().any(|one| is_file(&one.file.name)) {
                return Ok(true);
            }
            let Some(end) = next else {
                return Ok(false);
            };
            let number = query.page.number().saturating_add(1);
            query.page = query.page.following(end, number);
        }
    }

    /// Returns whether the organization has any of the demo's jobs.
    pub(super) fn has_demo_jobs(&self) -> Result<bool, Failure> {
        Ok(!self.jobs()?.is_empty())
    }

    /// Returns the jobs of the demo, in the order of their codes in the file.
    fn jobs(&self) -> Result<Vec<Job>, Failure> {
        let mut jobs = Vec::new();
        for code in JOB_CODES {
            let query = JobListQuery {
                organization_id: self.organization_id.clone(),
                filters: JobFilters {
                    code: Some(code.to_owned()),
                    ..JobFilters::default()
                },
                page: first_page()?,
                count: false,
            };
            let found = self
                .app
                .jobs()
                .list_all(&self.admin, &query)
                .map_err(Failure::of("find the demo jobs"))?;
            jobs.extend(found.items);
        }
        Ok(jobs)
    }

    /// Creates the jobs, and returns them.
    pub(super) fn import_jobs(&self) -> Result<Vec<Job>, Failure> {
        let recruiter = self.recruiter();
        let fields = ImportFields {
            recruiter_id: Some(recruiter.user_id.to_string()),
            organization_id: Some(self.organization_id.to_string()),
            on_duplicate: Some("skip".to_owned()),
            ..ImportFields::default()
        };
        self.app
            .jobs()
            .import(recruiter, &fields, Some(JOBS))
            .map_err(Failure::of("create the demo jobs"))?;
        self.jobs()
    }

    /// Uploads resumes for a job. Returns the identifier of the candidate of each file that could be read, with the file's name.
    pub(super) fn upload(
        &self,
        recruiter: &Principal,
        job: &Job,
        files: &[DemoFile],
    ) -> Result<Vec<(String, String)>, Failure> {
        if files.is_empty() {
            return Ok(Vec::new());
        }
        let fields = UploadFields {
            job_id: Some(job.id.to_string()),
            recruiter_id: Some(recruiter.user_id.to_string()),
            organization_id: Some(self.organization_id.to_string()),
            user_type: Some(recruiter.user_type.as_str().to_owned()),
            resume_score_breakdown: Some(WEIGHTS.to_owned()),
            on_duplicate: None,
        };
        let mut intake = self
            .app
            .uploads()
            .begin(recruiter, &Cancellation::default())
            .map_err(Failure::of("begin an upload of demo resumes"))?;
        for file in files {
            intake.push(self.stage(file)?);
        }
        let summary = self
            .app
            .uploads()
            .finish(recruiter, &fields, intake)
            .map_err(Failure::of("upload the demo resumes"))?;
        let uploaded = files.iter().zip(&summary.results);
        let candidate = |(file, result): (&DemoFile, &FileOutcome)| {
            Some((file.name.clone(), candidate_id(result)?))
        };
        Ok(uploaded.filter_map(candidate).collect())
    }

    fn stage(&self, resume: &DemoFile) -> Result<SentFile, Failure> {
        let attempt = "stage a demo resume";
        let mut file = self
            .app
            .uploads()
            .staging()
            .begin()
            .map_err(Failure::of(attempt))?;
        file.write(&resume.bytes).map_err(Failure::of(attempt))?;
        Ok(SentFile {
            name: resume.name.clone(),
            content: Ok(file.finish().map_err(Failure::of(attempt))?),
        })
    }

    /// Returns the identifiers of a job's stages by their names.
    pub(super) fn stages(&self, job: &Job) -> Result<HashMap<String, String>, Failure> {
        let lists = self
            .app
            .jobs()
            .stage_lists(&self.organization_id, std::slice::from_ref(&job.id))
            .map_err(Failure::of("find the stages of the demo jobs"))?;
        let stages = lists.get(&job.id).map_or(&[][..], |list| list.stages());
        let named = stages.iter();
        let named = named.map(|stage| (stage.name.clone(), stage.id.to_string()));
        Ok(named.collect())
    }

    /// Returns the job with the most candidates that accepts resumes, if anybody has applied.
    pub(super) fn largest_job(&self) -> Result<Option<OpenWork>, Failure> {
        self.app
            .recruiting_reports()
            .largest_job(&self.admin)
            .map_err(Failure::of("find the job with the most candidates"))
    }

    /// Moves a candidate to a stage.
    pub(super) fn move_to_stage(
        &self,
        recruiter: &Principal,
        request: &MoveCandidates,
    ) -> Result<(), Failure> {
        self.app
            .candidates()
            .move_to_stage(recruiter, request)
            .map_err(Failure::of("move a demo candidate to a stage"))?;
        Ok(())
    }

    pub(super) fn review(
        &self,
        reviewer: &Principal,
        review: &SubmitReview,
    ) -> Result<(), Failure> {
        self.app
            .interviews()
            .submit_review(reviewer, review)
            .map_err(Failure::of("review a demo candidate"))?;
        Ok(())
    }
}

/// Returns the candidate that a file created, or to whom it belongs.
fn candidate_id(result: &FileOutcome) -> Option<String> {
    match &result.outcome {
        Outcome::Created { id, .. } | Outcome::Replaced { id, .. } | Outcome::Added { id, .. } => {
            Some(id.to_string())
        }
        Outcome::Duplicate { existing, .. } => existing.as_ref().map(|(id, _)| id.to_string()),
        Outcome::Skipped(reason) => {
            tracing::warn!(
                file = result.file,
                reason = reason.code(),
                "a demo resume was skipped"
            );
            None
        }
    }
}

fn first_page() -> Result<PageRequest, Failure> {
    PageRequest::parse(("page", 1), ("size", PAGE_SIZE)).map_err(Failure::of("load the demo data"))
}
