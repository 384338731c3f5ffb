//! Interviews, reports and reviews on the wire.

use juniper::{GraphQLInputObject, GraphQLObject, Nullable};
use shortlist_app::{
    App, AppError, AssignInterviewer, PlaybackLink, ReportView, SubmitReport, SubmitReview,
    SubmittedQuestion, SubmittedTranscription, UpdateInterview,
};
use shortlist_domain::{
    CandidateCode, CandidateId, InterviewId, InterviewQuery, InterviewStatus, InvalidValue, JobId,
    PageRequest, Principal, ReportQuery, TranscriptionId, UserId,
};

use super::cursor::List;
use super::jobs::change;
use super::page::{PageInfo, count, filter};

#[derive(GraphQLInputObject)]
pub(crate) struct AssignInterviewerInput {
    candidate_id: String,
    interviewer_id: String,
    date_and_time: String,
    status: String,
    #[graphql(default = Some(false))]
    allow_overlap: Option<bool>,
}

impl AssignInterviewerInput {
    pub(crate) fn request(self) -> AssignInterviewer {
        AssignInterviewer {
            candidate_id: self.candidate_id,
            interviewer_id: self.interviewer_id,
            date_and_time: self.date_and_time,
            status: self.status,
            allow_overlap: self.allow_overlap.unwrap_or(false),
        }
    }
}

#[derive(GraphQLObject)]
pub(crate) struct AssignInterviewerResult {
    message: &'static str,
    result: InsertResult,
}

#[derive(GraphQLObject)]
struct InsertResult {
    acknowledged: bool,
    inserted_id: String,
    #[graphql(name = "_id")]
    id: String,
}

impl AssignInterviewerResult {
    pub(crate) fn of(id: &InterviewId) -> Self {
        let result = InsertResult {
            acknowledged: true,
            inserted_id: id.to_string(),
            id: id.to_string(),
        };
        Self {
            message: "Interview scheduled successfully",
            result,
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetInterviewsInput {
    pub(crate) organization_id: String,
    candidate_id: Option<String>,
    interviewer_id: Option<String>,
    job_id: Option<String>,
    status: Option<String>,
    #[graphql(default = Some(1))]
    page_number: Option<i32>,
    #[graphql(default = Some(20))]
    page_size: Option<i32>,
    /// The `endCursor` of the page before, in place of a number.
    after: Option<String>,
}

impl GetInterviewsInput {
    /// The list that its cursors belong to.
    pub(crate) fn list(&self, principal: &Principal) -> List {
        List::of("getInterviews", principal)
            .with(filter(self.candidate_id.as_ref()))
            .with(filter(self.interviewer_id.as_ref()))
            .with(filter(self.job_id.as_ref()))
            .with(filter(self.status.as_ref()))
    }

    pub(crate) fn query(
        &self,
        principal: &Principal,
        count: bool,
    ) -> Result<InterviewQuery, InvalidValue> {
        let candidate = filter(self.candidate_id.as_ref());
        let interviewer = filter(self.interviewer_id.as_ref());
        let status = filter(self.status.as_ref());
        Ok(InterviewQuery {
            organization_id: principal.organization_id.clone(),
            candidate_id: candidate
                .map(|id| CandidateId::parse("candidateId", id))
                .transpose()?,
            interviewer_id: interviewer
                .map(|id| UserId::parse("interviewerId", id))
                .transpose()?,
            job_id: filter(self.job_id.as_ref())
                .map(|id| JobId::parse("jobId", id))
                .transpose()?,
            status: status
                .map(|status| InterviewStatus::parse("status", status))
                .transpose()?,
            page: self.list(principal).page(
                PageRequest::parse(
                    ("pageNumber", self.page_number.unwrap_or(1)),
                    ("pageSize", self.page_size.unwrap_or(20)),
                )?,
                ("pageNumber", filter(self.after.as_ref())),
            )?,
            count,
        })
    }
}

/// Another time without a status makes the interview Rescheduled.
#[derive(GraphQLInputObject)]
pub(crate) struct UpdateInterviewInput {
    pub(crate) organization_id: String,
    interview_id: String,
    status: Nullable<String>,
    date_and_time: Nullable<String>,
    #[graphql(default = Some(false))]
    allow_overlap: Option<bool>,
}

impl UpdateInterviewInput {
    pub(crate) fn request(self) -> UpdateInterview {
        UpdateInterview {
            interview_id: self.interview_id,
            status: change(self.status),
            date_and_time: change(self.date_and_time),
            allow_overlap: self.allow_overlap.unwrap_or(false),
        }
    }
}

#[derive(GraphQLObject)]
pub(crate) struct InterviewList {
    interviews: Vec<Interview>,
    total_count: i32,
    page_info: PageInfo,
}

impl InterviewList {
    pub(crate) fn load(
        app: &App,
        principal: &Principal,
        (list, query): (&List, InterviewQuery),
    ) -> Result<Self, AppError> {
        let request = query.page.clone();
        let page = app.list_interviews(principal, query)?;
        Ok(Self {
            page_info: PageInfo::of(list, &request, &page),
            total_count: count(page.total_count),
            interviews: page.items.into_iter().map(Interview::of).collect(),
        })
    }
}

#[derive(GraphQLObject)]
pub(crate) struct Interview {
    #[graphql(name = "_id")]
    id: String,
    candidate_id: String,
    interviewer_id: String,
    interviewer_name: String,
    job_id: String,
    date_and_time: String,
    status: &'static str,
    has_report: bool,
    created_at: String,
}

impl Interview {
    pub(crate) fn of(interview: shortlist_domain::Interview) -> Self {
        Self {
            id: interview.id.into_string(),
            candidate_id: interview.candidate_id.into_string(),
            interviewer_id: interview.interviewer_id.into_string(),
            interviewer_name: interview.interviewer_name,
            job_id: interview.job_id.into_string(),
            date_and_time: interview.date_and_time.to_string(),
            status: interview.status.as_str(),
            has_report: interview.has_report,
            created_at: interview.created_at.to_string(),
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetInterviewCalendarInput {
    pub(crate) organization_id: String,
    pub(crate) interview_id: String,
}

/// An interview as a file for a calendar (RFC 5545).
#[derive(GraphQLObject)]
pub(crate) struct InterviewCalendar {
    file_name: String,
    media_type: &'static str,
    text: String,
}

impl InterviewCalendar {
    pub(crate) fn of(file: shortlist_app::InterviewCalendar) -> Self {
        Self {
            file_name: file.file_name,
            media_type: shortlist_app::InterviewCalendar::MEDIA_TYPE,
            text: file.text,
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetQuestionsInput {
    candidate_id: Option<String>,
    interviewer_id: Option<String>,
    job_id: Option<String>,
    u_id: Option<String>,
}

impl GetQuestionsInput {
    pub(crate) fn query(&self, principal: &Principal) -> Result<ReportQuery, InvalidValue> {
        let candidate = filter(self.candidate_id.as_ref());
        let interviewer = filter(self.interviewer_id.as_ref());
        Ok(ReportQuery {
            organization_id: principal.organization_id.clone(),
            candidate_id: candidate
                .map(|id| CandidateId::parse("candidateId", id))
                .transpose()?,
            code: filter(self.u_id.as_ref())
                .map(|code| CandidateCode::parse("uId", code))
                .transpose()?,
            interviewer_id: interviewer
                .map(|id| UserId::parse("interviewerId", id))
                .transpose()?,
            job_id: filter(self.job_id.as_ref())
                .map(|id| JobId::parse("jobId", id))
                .transpose()?,
        })
    }
}

#[derive(GraphQLObject)]
pub(crate) struct InterviewReport {
    feedback: Option<String>,
    questions: Vec<Question>,
    transcription: Option<Transcription>,
    /// The recording that is kept, by a link that expires; else the https link that was submitted.
    video_playback_link: Option<String>,
    interview_id: String,
    recording: Option<Recording>,
}

/// A recording that the service keeps.
#[derive(GraphQLObject)]
struct Recording {
    media_type: &'static str,
    bytes: f64,
    sha256: String,
    created_at: String,
    /// Until when `videoPlaybackLink` plays it.
    link_expires_at: String,
}

impl Recording {
    fn of(playback: &PlaybackLink) -> Self {
        let recording = &playback.recording;
        Self {
            media_type: recording.media.media_type(),
            bytes: exact(recording.bytes),
            sha256: recording.digest.to_hex(),
            created_at: recording.created_at.to_string(),
            link_expires_at: playback.expires_at.to_string(),
        }
    }
}

/// A number of bytes as GraphQL can carry it: an Int ends at 2 GiB.
fn exact(bytes: u64) -> f64 {
    let half = |bits: u64| f64::from(u32::try_from(bits).unwrap_or(u32::MAX));
    half(bytes >> 32) * 4_294_967_296.0 + half(bytes & 0xffff_ffff)
}

#[derive(GraphQLObject)]
struct Question {
    question: String,
    candidate_answer: Option<String>,
    q_id: String,
}

#[derive(GraphQLObject)]
struct Transcription {
    id: String,
    status: &'static str,
    text: Option<String>,
    segments: Vec<TranscriptSegment>,
}

#[derive(GraphQLObject)]
struct TranscriptSegment {
    speaker: String,
    start_seconds: f64,
    end_seconds: Option<f64>,
    text: String,
}

impl InterviewReport {
    /// A report; links in it begin with `base_url`.
    pub(crate) fn of(view: ReportView, base_url: &str) -> Self {
        let ReportView { report, playback } = view;
        let link = playback
            .as_ref()
            .map(|playback| format!("{base_url}{}", playback.path));
        let question = |q: shortlist_domain::Question| Question {
            question: q.question,
            candidate_answer: q.answer,
            q_id: q.id.into_string(),
        };
        Self {
            feedback: report.feedback,
            questions: report.questions.into_iter().map(question).collect(),
            transcription: report.transcription.map(Transcription::of),
            video_playback_link: link.or(report.video_playback_link),
            interview_id: report.interview_id.into_string(),
            recording: playback.as_ref().map(Recording::of),
        }
    }
}

impl Transcription {
    fn of(transcription: shortlist_domain::Transcription) -> Self {
        let segment = |s: shortlist_domain::TranscriptSegment| TranscriptSegment {
            speaker: s.speaker,
            start_seconds: s.start_seconds,
            end_seconds: s.end_seconds,
            text: s.text,
        };
        Self {
            id: TranscriptionId::into_string(transcription.id),
            status: transcription.status.as_str(),
            text: transcription.text,
            segments: transcription.segments.into_iter().map(segment).collect(),
        }
    }
}

/// Submitting again replaces what is given and keeps the rest; the interview becomes Completed.
#[derive(GraphQLInputObject)]
pub(crate) struct SubmitInterviewReportInput {
    interview_id: String,
    feedback: Option<String>,
    questions: Option<Vec<QuestionInput>>,
    transcription: Option<TranscriptionInput>,
    /// An https URL.
    video_playback_link: Option<String>,
}

#[derive(GraphQLInputObject)]
struct QuestionInput {
    question: String,
    candidate_answer: Option<String>,
    q_id: Option<String>,
}

#[derive(GraphQLInputObject)]
struct TranscriptionInput {
    /// One of pending, processing, completed, failed.
    status: String,
    text: Option<String>,
    segments: Option<Vec<TranscriptSegmentInput>>,
}

#[derive(GraphQLInputObject)]
struct TranscriptSegmentInput {
    speaker: String,
    start_seconds: f64,
    end_seconds: Option<f64>,
    text: String,
}

impl SubmitInterviewReportInput {
    pub(crate) fn request(self) -> SubmitReport {
        let question = |q: QuestionInput| SubmittedQuestion {
            question: q.question,
            answer: q.candidate_answer,
            id: q.q_id,
        };
        SubmitReport {
            interview_id: self.interview_id,
            feedback: self.feedback,
            questions: self
                .questions
                .map(|given| given.into_iter().map(question).collect()),
            transcription: self.transcription.map(TranscriptionInput::request),
            video_playback_link: self.video_playback_link,
        }
    }
}

impl TranscriptionInput {
    fn request(self) -> SubmittedTranscription {
        let segment = |s: TranscriptSegmentInput| shortlist_domain::TranscriptSegment {
            speaker: s.speaker,
            start_seconds: s.start_seconds,
            end_seconds: s.end_seconds,
            text: s.text,
        };
        SubmittedTranscription {
            status: self.status,
            text: self.text,
            segments: self
                .segments
                .unwrap_or_default()
                .into_iter()
                .map(segment)
                .collect(),
        }
    }
}

/// One review for each reviewer and candidate: submitting again replaces it.
#[derive(GraphQLInputObject)]
pub(crate) struct SubmitReviewInput {
    candidate_id: String,
    score: f64,
    comment: Option<String>,
}

impl SubmitReviewInput {
    pub(crate) fn request(self) -> SubmitReview {
        SubmitReview {
            candidate_id: self.candidate_id,
            score: self.score,
            comment: self.comment,
        }
    }
}

#[derive(GraphQLObject)]
pub(crate) struct Review {
    candidate_id: String,
    reviewer_id: String,
    score: f64,
    comment: Option<String>,
    created_at: String,
}

impl Review {
    pub(crate) fn of(review: shortlist_domain::Review) -> Self {
        Self {
            candidate_id: review.candidate_id.into_string(),
            reviewer_id: review.reviewer_id.into_string(),
            score: review.score.to_f64(),
            comment: review.comment,
            created_at: review.created_at.to_string(),
        }
    }
}
