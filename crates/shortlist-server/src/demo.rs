//! The demo data. It is loaded through the use cases that every client has, so that it needs no special code in the service.

mod pipeline;

use std::collections::HashMap;

use serde::Deserialize;
use shortlist_app::{
    App, AssignInterviewer, Cancellation, FileOutcome, ImportFields, Outcome, SentFile,
    SubmitReport, SubmitReview, SubmittedQuestion, SubmittedTranscription, UploadFields,
};
use shortlist_domain::{
    CandidateFilters, CandidateQuery, DraftFilter, InterviewQuery, InterviewStatus, Job, JobQuery,
    OrganizationId, PageRequest, Period, Principal, StatusFilter, TranscriptSegment, UserType,
};

use crate::Failure;
use crate::credentials::{Credentials, UserCredentials};

/// Three jobs, one of them a draft.
static JOBS: &[u8] = include_bytes!("../../../demo/jobs.csv");
/// A completed interview.
static INTERVIEW: &str = include_str!("../../../demo/interview.json");
/// How the demo's resumes are scored.
const WEIGHTS: &str = r#"{"experience": 40, "skills": 40, "education": 20}"#;
/// The maximum number of candidates and of jobs in the demo.
const PAGE_SIZE: i32 = 100;

/// A resume, the code of its job, and the scores that the two recruiters gave it, if they did.
struct DemoResume {
    name: &'static str,
    job_code: &'static str,
    bytes: &'static [u8],
    reviews: Option<[f64; 2]>,
}

macro_rules! resume {
    ($file:literal, $job:literal, $reviews:expr) => {
        DemoResume {
            name: $file,
            job_code: $job,
            bytes: include_bytes!(concat!("../../../demo/resumes/", $file)),
            reviews: $reviews,
        }
    };
}

static RESUMES: [DemoResume; 12] = [
    resume!("backend-engineer.pdf", "ENG-101", Some([91.0, 88.0])),
    resume!("devops-engineer.docx", "ENG-101", Some([64.0, 71.5])),
    resume!("frontend-developer.pdf", "ENG-101", Some([48.0, 52.0])),
    resume!("graduate.docx", "ENG-101", None),
    resume!("product-designer.pdf", "ENG-101", None),
    resume!("logistics-lead-de.doc", "ENG-101", None),
    resume!("data-analyst.docx", "DAT-204", Some([86.5, 90.0])),
    resume!("accountant.pdf", "DAT-204", Some([55.0, 47.5])),
    resume!("career-changer.doc", "DAT-204", None),
    resume!("sales-manager-es.pdf", "DAT-204", None),
    resume!("teacher-fr.doc", "DAT-204", None),
    resume!("registered-nurse.docx", "NUR-310", None),
];

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Interview {
    resume: String,
    date_and_time: String,
    feedback: String,
    questions: Vec<Question>,
    transcription: Transcription,
    video_playback_link: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Question {
    q_id: String,
    question: String,
    candidate_answer: String,
}

#[derive(Deserialize)]
struct Transcription {
    status: String,
    segments: Vec<Segment>,
}

/// What somebody said, from the end of the segment before it.
#[derive(Deserialize)]
struct Segment {
    speaker: String,
    /// When it ends, in seconds.
    until: f64,
    text: String,
}

impl Transcription {
    fn into_submitted(self) -> SubmittedTranscription {
        let texts: Vec<&str> = self.segments.iter().map(|one| one.text.as_str()).collect();
        let text = texts.join(" ");
        let mut start_seconds = 0.0;
        let segment = |given: Segment| TranscriptSegment {
            start_seconds: std::mem::replace(&mut start_seconds, given.until),
            end_seconds: Some(given.until),
            speaker: given.speaker,
            text: given.text,
        };
        SubmittedTranscription {
            status: self.status,
            text: Some(text),
            segments: self.segments.into_iter().map(segment).collect(),
        }
    }
}

/// The demo organization's people, as callers.
struct People<'a> {
    app: &'a App,
    organization_id: OrganizationId,
    recruiters: Vec<Principal>,
    interviewer: Principal,
    admin: Principal,
}

/// Loads the demo data, unless an earlier start loaded all of it. The interview's report is its last part. Every step keeps
/// what exists, so that the next start completes an interrupted one.
pub(crate) fn load(app: &App, credentials: &Credentials) -> Result<(), Failure> {
    let people = People::sign_in(app, credentials)?;
    if people.interview_exists()? {
        return Ok(());
    }
    let jobs = people.import_jobs()?;
    let mut candidates = HashMap::new();
    for job in &jobs {
        let uploaded = people.upload(job)?;
        people.move_through_stages(job, &uploaded)?;
        candidates.extend(uploaded);
    }
    people.review(&candidates)?;
    people.interview(&candidates)
}

impl<'a> People<'a> {
    fn sign_in(app: &'a App, credentials: &Credentials) -> Result<Self, Failure> {
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

    fn recruiter(&self) -> &Principal {
        self.recruiters.first().unwrap_or(&self.admin)
    }

    fn interview_exists(&self) -> Result<bool, Failure> {
        let attempt = "look for the demo data";
        let query = InterviewQuery {
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
        let found = self
            .app
            .interviews()
            .list(&self.admin, query)
            .map_err(Failure::of(attempt))?;
        Ok(found.items.iter().any(|interview| interview.has_report))
    }

    /// Creates the missing jobs, and returns all of them.
    fn import_jobs(&self) -> Result<Vec<Job>, Failure> {
        let attempt = "create the demo jobs";
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
            .map_err(Failure::of(attempt))?;
        let query = JobQuery {
            updated_since: None,
            organization_id: self.organization_id.clone(),
            recruiter_id: recruiter.user_id.clone(),
            search: None,
            drafts: DraftFilter::All,
            page: first_page()?,
            count: false,
        };
        let jobs = self.app.jobs().list(&query).map_err(Failure::of(attempt))?;
        Ok(jobs.items)
    }

    /// Uploads a job's resumes. Returns the identifier of the candidate of each file.
    fn upload(&self, job: &Job) -> Result<HashMap<&'static str, String>, Failure> {
        let resumes: Vec<_> = RESUMES
            .iter()
            .filter(|resume| resume.job_code == job.code)
            .collect();
        if resumes.is_empty() {
            return Ok(HashMap::new());
        }
        let recruiter = self.recruiter();
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
        for resume in &resumes {
            intake.push(self.stage(resume)?);
        }
        let summary = self
            .app
            .uploads()
            .finish(recruiter, &fields, intake)
            .map_err(Failure::of("upload the demo resumes"))?;
        let ids = self.candidate_ids(job)?;
        let candidate = |(resume, result): (&&DemoResume, &FileOutcome)| {
            let id = ids.get(&code(result)?)?.clone();
            Some((resume.name, id))
        };
        Ok(resumes
            .iter()
            .zip(&summary.results)
            .filter_map(candidate)
            .collect())
    }

    fn stage(&self, resume: &DemoResume) -> Result<SentFile, Failure> {
        let attempt = "stage a demo resume";
        let mut file = self
            .app
            .uploads()
            .staging()
            .begin()
            .map_err(Failure::of(attempt))?;
        file.write(resume.bytes).map_err(Failure::of(attempt))?;
        Ok(SentFile {
            name: resume.name.to_owned(),
            content: Ok(file.finish().map_err(Failure::of(attempt))?),
        })
    }

    /// Returns the identifiers of a job's candidates by their codes.
    fn candidate_ids(&self, job: &Job) -> Result<HashMap<String, String>, Failure> {
        let query = CandidateQuery {
            organization_id: self.organization_id.clone(),
            job_id: Some(job.id.clone()),
            search: None,
            status: StatusFilter::parse(None),
            filters: CandidateFilters::default(),
            page: first_page()?,
            count: false,
        };
        let page = self
            .app
            .candidates()
            .list(self.recruiter(), &query)
            .map_err(Failure::of("find the demo candidates"))?;
        let pair = |candidate: shortlist_domain::Candidate| {
            (candidate.code.to_string(), candidate.id.to_string())
        };
        Ok(page.items.into_iter().map(pair).collect())
    }

    fn review(&self, candidates: &HashMap<&str, String>) -> Result<(), Failure> {
        for resume in &RESUMES {
            let (Some(scores), Some(candidate)) = (resume.reviews, candidates.get(resume.name))
            else {
                continue;
            };
            for (reviewer, score) in self.recruiters.iter().zip(scores) {
                let review = SubmitReview {
                    candidate_id: candidate.clone(),
                    score,
                    comment: None,
                };
                self.app
                    .interviews()
                    .submit_review(reviewer, &review)
                    .map_err(Failure::of("review a demo candidate"))?;
            }
        }
        Ok(())
    }

    fn interview(&self, candidates: &HashMap<&str, String>) -> Result<(), Failure> {
        let attempt = "load the demo interview";
        let interview: Interview = serde_json::from_str(INTERVIEW).map_err(Failure::of(attempt))?;
        let of_resume = |(file, _): &(&&str, &String)| {
            file.split_once('.')
                .is_some_and(|(stem, _)| stem == interview.resume)
        };
        let Some((_, candidate)) = candidates.iter().find(of_resume) else {
            // The resume could not be read, which the upload has reported.
            return Ok(());
        };
        let assignment = AssignInterviewer {
            candidate_id: candidate.clone(),
            interviewer_id: self.interviewer.user_id.to_string(),
            date_and_time: interview.date_and_time.clone(),
            status: InterviewStatus::Scheduled.as_str().to_owned(),
            allow_overlap: false,
        };
        let id = self
            .app
            .interviews()
            .assign(&self.recruiter().clone(), &assignment)
            .map_err(Failure::of(attempt))?;
        self.app
            .interviews()
            .submit_report(&self.interviewer, id.as_str(), interview.into_report())
            .map_err(Failure::of(attempt))?;
        Ok(())
    }
}

impl Interview {
    fn into_report(self) -> SubmitReport {
        let question = |given: Question| SubmittedQuestion {
            question: given.question,
            answer: Some(given.candidate_answer),
            id: Some(given.q_id),
        };
        SubmitReport {
            feedback: Some(self.feedback),
            questions: Some(self.questions.into_iter().map(question).collect()),
            transcription: Some(self.transcription.into_submitted()),
            video_playback_link: Some(self.video_playback_link),
        }
    }
}

/// Returns the code of the candidate that a file created or duplicates.
fn code(result: &FileOutcome) -> Option<String> {
    match &result.outcome {
        Outcome::Created { code, .. }
        | Outcome::Replaced { code, .. }
        | Outcome::Added { code, .. } => Some(code.to_string()),
        Outcome::Duplicate { existing, .. } => existing.as_ref().map(|(_, code)| code.to_string()),
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
