//! Interviews: assign, list, change, report, review.

use shortlist_domain::{
    CandidateId, Interview, InterviewChange, InterviewId, InterviewQuery, InterviewReport,
    InterviewStatus, InvalidValue, NewInterview, NewReview, Page, Principal, Question, QuestionId,
    ReportChange, ReportQuery, Review, Score, Timestamp, TranscriptSegment, Transcription,
    TranscriptionId, TranscriptionStatus, UserId, UserType, check_description, check_https_link,
};
use shortlist_persistence::{InterviewInsertion, InterviewUpdate, ReportSubmission};

use crate::candidates::NO_CANDIDATE;
use crate::jobs::not_null;
use crate::secrets::random_bits;
use crate::{App, AppError, Operation, PlaybackLink};

pub(crate) const NO_INTERVIEW: AppError = AppError::NotFound {
    field: "interviewId",
    what: "interview",
};
const NO_INTERVIEWER: AppError = AppError::NotFound {
    field: "interviewerId",
    what: "interviewer",
};
const NO_REPORT: AppError = AppError::NotFound {
    field: "candidateId",
    what: "interview report",
};

/// The most questions or segments of one report.
const MAX_REPORT_ITEMS: usize = 10_000;

/// An interview to assign, as the caller gave it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct AssignInterviewer {
    pub candidate_id: String,
    pub interviewer_id: String,
    pub date_and_time: String,
    pub status: String,
    pub allow_overlap: bool,
}

/// A change of an interview, as the caller gave it; what is `None` stays as it is.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct UpdateInterview {
    pub interview_id: String,
    pub status: Option<Option<String>>,
    pub date_and_time: Option<Option<String>>,
    pub allow_overlap: bool,
}

/// A question as the caller gave it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SubmittedQuestion {
    pub question: String,
    pub answer: Option<String>,
    pub id: Option<String>,
}

/// A transcription as the caller gave it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SubmittedTranscription {
    pub status: String,
    pub text: Option<String>,
    pub segments: Vec<TranscriptSegment>,
}

/// A report as the caller gave it; what is `None` stays as it is.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SubmitReport {
    pub interview_id: String,
    pub feedback: Option<String>,
    pub questions: Option<Vec<SubmittedQuestion>>,
    pub transcription: Option<SubmittedTranscription>,
    pub video_playback_link: Option<String>,
}

/// A report with the link to the recording, where there is one that the caller may see.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportView {
    /// The report.
    pub report: InterviewReport,
    /// The link.
    pub playback: Option<PlaybackLink>,
}

/// A review as the caller gave it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct SubmitReview {
    pub candidate_id: String,
    pub score: f64,
    pub comment: Option<String>,
}

impl App {
    /// Schedules an interview; the same one again gives the first record.
    ///
    /// # Errors
    /// When a value cannot be used, candidate or interviewer are unknown, or the interviewer is taken at that time.
    pub fn assign_interviewer(
        &self,
        principal: &Principal,
        request: &AssignInterviewer,
    ) -> Result<InterviewId, AppError> {
        let candidate_id = CandidateId::parse("candidateId", &request.candidate_id)?;
        let interviewer_id = UserId::parse("interviewerId", &request.interviewer_id)?;
        let date_and_time = Timestamp::parse("dateAndTime", &request.date_and_time)?;
        let status = InterviewStatus::parse("status", &request.status)?;
        if status != InterviewStatus::Scheduled {
            let problem = "must be Scheduled; the other states are reached by updateInterview";
            return Err(InvalidValue::new("status", problem).into());
        }
        let organization = &principal.organization_id;
        let candidate = self
            .store
            .find_candidate(organization, &candidate_id)?
            .ok_or(NO_CANDIDATE)?;
        let interviewer = self.store.find_user(organization, &interviewer_id)?;
        let interviewer = interviewer
            .filter(|user| user.active)
            .ok_or(NO_INTERVIEWER)?;
        let writer = self.by(principal, Operation::AssignInterviewer);
        let insertion = writer.insert_interview(&NewInterview {
            id: self.new_id(InterviewId::generate)?,
            organization_id: organization.clone(),
            candidate_id,
            interviewer_id: interviewer.id,
            job_id: candidate.job_id,
            date_and_time,
            status,
            allow_overlap: request.allow_overlap,
            created_at: self.now(),
        })?;
        match insertion {
            InterviewInsertion::Created(id) | InterviewInsertion::Existing(id) => Ok(id),
            InterviewInsertion::Conflict { interview_id } => Err(overlap(&interview_id)),
        }
    }

    /// Lists interviews; an Interviewer sees their own, and those of candidates assigned to them.
    ///
    /// # Errors
    /// When an Interviewer asks for others.
    pub fn list_interviews(
        &self,
        principal: &Principal,
        mut query: InterviewQuery,
    ) -> Result<Page<Interview>, AppError> {
        if principal.user_type == UserType::Interviewer {
            match &query.candidate_id {
                Some(candidate) => self.check_assigned(principal, candidate)?,
                None if query
                    .interviewer_id
                    .as_ref()
                    .is_some_and(|id| *id != principal.user_id) =>
                {
                    return Err(AppError::Forbidden(
                        "an Interviewer may list only their own interviews".to_owned(),
                    ));
                }
                None => query.interviewer_id = Some(principal.user_id.clone()),
            }
        }
        let page = self.store.list_interviews(&query)?;
        if page.items.is_empty() {
            self.check_named(&query)?;
        }
        Ok(page)
    }

    /// Refuses a query that names a job, a candidate or an interviewer whom the organization does not have.
    fn check_named(&self, query: &InterviewQuery) -> Result<(), AppError> {
        let organization = &query.organization_id;
        if let Some(job) = &query.job_id {
            self.existing_job(organization, job)?;
        }
        if let Some(candidate) = &query.candidate_id {
            self.store
                .find_candidate(organization, candidate)?
                .ok_or(NO_CANDIDATE)?;
        }
        if let Some(interviewer) = &query.interviewer_id {
            self.store
                .find_user(organization, interviewer)?
                .ok_or(NO_INTERVIEWER)?;
        }
        Ok(())
    }

    /// Changes an interview's status or time.
    ///
    /// # Errors
    /// When a value cannot be used, there is no such interview, it does not allow the change, or the interviewer is taken.
    pub fn update_interview(
        &self,
        principal: &Principal,
        request: UpdateInterview,
    ) -> Result<Interview, AppError> {
        let id = InterviewId::parse("interviewId", &request.interview_id)?;
        let status = not_null("status", request.status)?
            .map(|s| InterviewStatus::parse("status", &s))
            .transpose()?;
        let at = not_null("dateAndTime", request.date_and_time)?
            .map(|t| Timestamp::parse("dateAndTime", &t))
            .transpose()?;
        let change = InterviewChange {
            status,
            date_and_time: at,
            allow_overlap: request.allow_overlap,
        };
        let writer = self.by(principal, Operation::UpdateInterview);
        match writer.update_interview(&principal.organization_id, &id, &change)? {
            InterviewUpdate::Changed(interview) => Ok(interview),
            InterviewUpdate::NotFound => Err(NO_INTERVIEW),
            InterviewUpdate::Refused(refused) => Err(AppError::Conflict(refused.to_string())),
            InterviewUpdate::Overlap { interview_id } => Err(overlap(&interview_id)),
            InterviewUpdate::Same { interview_id } => Err(AppError::Conflict(format!(
                "dateAndTime: this interviewer and this candidate have an interview at that time already ({interview_id}); change that one"
            ))),
        }
    }

    /// Reads the newest report that matches.
    ///
    /// # Errors
    /// When neither candidate nor code is given, nothing matches, or the candidate is not assigned to the Interviewer.
    pub fn get_interview_report(
        &self,
        principal: &Principal,
        query: &ReportQuery,
    ) -> Result<ReportView, AppError> {
        let candidate = match (&query.candidate_id, &query.code) {
            (Some(id), _) => self.store.find_candidate(&query.organization_id, id)?,
            (None, Some(code)) => self
                .store
                .find_candidate_by_code(&query.organization_id, code)?,
            (None, None) => {
                return Err(InvalidValue::new("candidateId", "give candidateId or uId").into());
            }
        };
        let candidate = candidate.ok_or(NO_CANDIDATE)?;
        self.check_assigned(principal, &candidate.id)?;
        let report = self.store.find_report(query, None)?.ok_or(NO_REPORT)?;
        self.view_report(principal, report)
    }

    fn view_report(
        &self,
        principal: &Principal,
        report: InterviewReport,
    ) -> Result<ReportView, AppError> {
        let interview = &report.interview_id;
        let recording = self
            .store
            .find_recording(&principal.organization_id, interview)?;
        let playback = self.link_recording(principal, recording)?;
        Ok(ReportView { report, playback })
    }

    /// Keeps what came of an interview, which becomes Completed.
    ///
    /// # Errors
    /// When a value cannot be used, there is no such interview, it cannot be completed as it stands, or its candidate is not
    /// assigned to the Interviewer.
    pub fn submit_report(
        &self,
        principal: &Principal,
        request: SubmitReport,
    ) -> Result<ReportView, AppError> {
        let id = InterviewId::parse("interviewId", &request.interview_id)?;
        let change = self.checked_report(request)?;
        let interview = self
            .store
            .find_interview(&principal.organization_id, &id)?
            .ok_or(NO_INTERVIEW)?;
        self.check_assigned(principal, &interview.candidate_id)?;
        let writer = self.by(principal, Operation::SubmitInterviewReport);
        match writer.save_report(&principal.organization_id, &id, &change, self.now())? {
            ReportSubmission::Saved(report) => self.view_report(principal, report),
            ReportSubmission::NotFound => Err(NO_INTERVIEW),
            ReportSubmission::Refused(refused) => Err(AppError::Conflict(refused.to_string())),
        }
    }

    /// Keeps a review: one for each reviewer and candidate.
    ///
    /// # Errors
    /// When a value cannot be used, there is no such candidate, or it is not assigned to the Interviewer.
    pub fn submit_review(
        &self,
        principal: &Principal,
        request: &SubmitReview,
    ) -> Result<Review, AppError> {
        let candidate_id = CandidateId::parse("candidateId", &request.candidate_id)?;
        let score = Score::parse("score", request.score)?;
        let comment = checked_text("comment", request.comment.as_deref())?;
        self.store
            .find_candidate(&principal.organization_id, &candidate_id)?
            .ok_or(NO_CANDIDATE)?;
        self.check_assigned(principal, &candidate_id)?;
        let writer = self.by(principal, Operation::SubmitReview);
        let kept = writer.upsert_review(&NewReview {
            organization_id: principal.organization_id.clone(),
            candidate_id,
            reviewer_id: principal.user_id.clone(),
            score,
            comment,
            at: self.now(),
        })?;
        kept.ok_or(NO_CANDIDATE)
    }

    fn checked_report(&self, request: SubmitReport) -> Result<ReportChange, AppError> {
        let questions = request
            .questions
            .map(|given| self.checked_questions(given))
            .transpose()?;
        let transcription = request
            .transcription
            .map(|given| self.checked_transcription(given))
            .transpose()?;
        let link = request
            .video_playback_link
            .map(|link| check_https_link("videoPlaybackLink", &link));
        Ok(ReportChange {
            feedback: checked_text("feedback", request.feedback.as_deref())?,
            questions,
            transcription,
            video_playback_link: link.transpose()?,
        })
    }

    fn checked_questions(&self, given: Vec<SubmittedQuestion>) -> Result<Vec<Question>, AppError> {
        check_count("questions", given.len())?;
        let question = |given: SubmittedQuestion| {
            let text = check_description("question", &given.question)?;
            if text.is_empty() {
                return Err(InvalidValue::new("question", "must not be empty").into());
            }
            let id = match given.id {
                Some(id) => QuestionId::parse("qId", &id)?,
                None => self.new_id(QuestionId::generate)?,
            };
            Ok(Question {
                id,
                question: text,
                answer: checked_text("candidateAnswer", given.answer.as_deref())?,
            })
        };
        given.into_iter().map(question).collect()
    }

    fn checked_transcription(
        &self,
        given: SubmittedTranscription,
    ) -> Result<Transcription, AppError> {
        check_count("segments", given.segments.len())?;
        check_segments(&given.segments)?;
        let status = TranscriptionStatus::parse("status", &given.status)?;
        Ok(Transcription {
            id: TranscriptionId::generate(self.now(), random_bits()?),
            status,
            text: checked_long_text("text", given.text.as_deref())?,
            segments: given.segments,
        })
    }
}

fn overlap(interview_id: &InterviewId) -> AppError {
    AppError::Conflict(format!(
        "the interviewer has another interview within the same hour ({interview_id}); choose another time or set allowOverlap"
    ))
}

fn check_count(field: &str, count: usize) -> Result<(), InvalidValue> {
    if count > MAX_REPORT_ITEMS {
        return Err(InvalidValue::new(
            field,
            format!("must have at most {MAX_REPORT_ITEMS} items"),
        ));
    }
    Ok(())
}

/// Segments follow one another; those of two who speak at once may overlap.
fn check_segments(segments: &[TranscriptSegment]) -> Result<(), InvalidValue> {
    let mut earlier = 0.0;
    for (place, segment) in segments.iter().enumerate() {
        let checked = check_segment(segment, earlier);
        checked.map_err(|problem| {
            let number = place + 1;
            InvalidValue::new("segments", format!("segment {number}: {problem}"))
        })?;
        earlier = segment.start_seconds;
    }
    Ok(())
}

fn check_segment(segment: &TranscriptSegment, earlier: f64) -> Result<(), InvalidValue> {
    let start = segment.start_seconds;
    if !(start.is_finite() && start >= 0.0) {
        return Err(InvalidValue::new("startSeconds", "must be 0 or more"));
    }
    if start < earlier {
        let problem = "is before that of the segment before it; send segments in the order in which they begin";
        return Err(InvalidValue::new("startSeconds", problem));
    }
    if !(segment.end_seconds).is_none_or(|end| end.is_finite() && end >= start) {
        let problem = "must not be before startSeconds";
        return Err(InvalidValue::new("endSeconds", problem));
    }
    let speaker = check_description("speaker", &segment.speaker)?;
    if speaker.is_empty() {
        let problem = "must not be empty; name who speaks, or a part such as Interviewer";
        return Err(InvalidValue::new("speaker", problem));
    }
    checked_long_text("text", Some(&segment.text)).map(drop)
}

fn checked_text(field: &str, text: Option<&str>) -> Result<Option<String>, InvalidValue> {
    text.map(|text| check_description(field, text)).transpose()
}

/// A text bounded only by the request's size.
fn checked_long_text(field: &str, text: Option<&str>) -> Result<Option<String>, InvalidValue> {
    match text {
        Some(text) if text.contains('\0') => {
            Err(InvalidValue::new(field, "must not hold a NUL character"))
        }
        text => Ok(text.map(str::to_owned)),
    }
}
