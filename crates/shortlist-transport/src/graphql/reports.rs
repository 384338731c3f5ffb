//! The GraphQL types of interview reports.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{
    App, AppError, PlaybackLink, ReportView, SubmitReport, SubmittedQuestion,
    SubmittedTranscription,
};
use shortlist_domain::{
    CandidateCode, CandidateId, InvalidValue, JobId, Principal, ReportQuery, TranscriptionId,
    UserId,
};

use super::page::{parsed, resolved_candidate};

#[derive(GraphQLInputObject)]
pub(crate) struct GetQuestionsInput {
    candidate_id: Option<String>,
    interviewer_id: Option<String>,
    job_id: Option<String>,
    u_id: Option<String>,
    /// The interview, instead of the other values.
    interview_id: Option<String>,
}

impl GetQuestionsInput {
    /// Loads the report of the named interview, or the newest that matches.
    pub(crate) fn load(self, app: &App, principal: &Principal) -> Result<ReportView, AppError> {
        if let Some(interview) = &self.interview_id {
            return app.interviews().report_of(principal, interview);
        }
        let query = self.resolved(app, principal)?.query(principal)?;
        app.interviews().get_report(principal, &query)
    }

    /// Returns the input with the candidate's identifier in place of a `uId`.
    fn resolved(self, app: &App, principal: &Principal) -> Result<Self, AppError> {
        let candidate_id = resolved_candidate(app, principal, self.candidate_id)?;
        Ok(Self {
            candidate_id,
            ..self
        })
    }

    fn query(&self, principal: &Principal) -> Result<ReportQuery, InvalidValue> {
        Ok(ReportQuery {
            organization_id: principal.organization_id.clone(),
            candidate_id: parsed(
                self.candidate_id.as_ref(),
                "candidateId",
                CandidateId::parse,
            )?,
            code: parsed(self.u_id.as_ref(), "uId", CandidateCode::parse)?,
            interviewer_id: parsed(self.interviewer_id.as_ref(), "interviewerId", UserId::parse)?,
            job_id: parsed(self.job_id.as_ref(), "jobId", JobId::parse)?,
        })
    }
}

#[derive(GraphQLObject)]
pub(crate) struct InterviewReport {
    feedback: Option<String>,
    questions: Vec<Question>,
    transcription: Option<Transcription>,
    /// A link to the stored recording, which expires. Without a recording, the https link that was submitted.
    video_playback_link: Option<String>,
    interview_id: String,
    recording: Option<Recording>,
}

/// A recording that the service stores.
#[derive(GraphQLObject)]
struct Recording {
    media_type: &'static str,
    bytes: f64,
    sha256: String,
    created_at: String,
    /// The time until which `videoPlaybackLink` plays the recording.
    link_expires_at: String,
}

impl Recording {
    fn of(playback: &PlaybackLink) -> Self {
        let recording = &playback.recording;
        Self {
            media_type: recording.media.media_type(),
            bytes: bytes_to_f64(recording.bytes),
            sha256: recording.digest.to_hex(),
            created_at: recording.created_at.to_string(),
            link_expires_at: playback.expires_at.to_string(),
        }
    }
}

/// Returns a number of bytes as a GraphQL float, because an Int ends at 2 GiB.
fn bytes_to_f64(bytes: u64) -> f64 {
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
    /// Builds a report. Its links begin with `base_url`.
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

/// Submits a report and completes the interview. Submitting again replaces the given fields and keeps the others.
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
