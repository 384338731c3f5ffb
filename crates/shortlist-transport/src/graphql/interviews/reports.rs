//! The GraphQL types of interview reports.

use juniper::GraphQLInputObject;
use shortlist_app::{
    App, AppError, PlaybackLink, ReportView, SubmitReport, SubmittedQuestion,
    SubmittedTranscription,
};
use shortlist_domain::{
    CandidateCode, CandidateId, InvalidValue, JobId, Principal, ReportQuery,
    TranscriptSegment as DomainSegment, UserId,
};

use crate::graphql::input::input;
use crate::graphql::object::object;
use crate::graphql::page::{parsed, resolved_candidate};

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

object! {
    pub(crate) struct InterviewReport(LinkedReport) as linked {
        feedback: Option<&str> = linked.report.feedback.as_deref();
        questions: Vec<Question> = linked.report.questions.iter().cloned().map(Question).collect();
        transcription: Option<Transcription> = linked.report.transcription.clone().map(Transcription);
        /// A link to the stored recording, which expires. Without a recording, the https link that was submitted.
        video_playback_link: Option<String> = linked.playback_link();
        interview_id: &str = linked.report.interview_id.as_str();
        recording: Option<Recording> = linked.playback.clone().map(Recording);
    }
}

object! {
    /// A recording that the service stores.
    struct Recording(PlaybackLink) as playback {
        media_type: &'static str = playback.recording.media.media_type();
        bytes: f64 = bytes_to_f64(playback.recording.bytes);
        sha256: String = playback.recording.digest.to_hex();
        created_at: String = playback.recording.created_at.to_string();
        /// The time until which `videoPlaybackLink` plays the recording.
        link_expires_at: String = playback.expires_at.to_string();
    }
}

/// Returns a number of bytes as a GraphQL float, because an Int ends at 2 GiB.
fn bytes_to_f64(bytes: u64) -> f64 {
    let half = |bits: u64| f64::from(u32::try_from(bits).unwrap_or(u32::MAX));
    half(bytes >> 32) * 4_294_967_296.0 + half(bytes & 0xffff_ffff)
}

object! {
    struct Question(shortlist_domain::Question) as question {
        question: &str = &question.question;
        candidate_answer: Option<&str> = question.answer.as_deref();
        q_id: &str = question.id.as_str();
    }
}

object! {
    struct Transcription(shortlist_domain::Transcription) as transcription {
        id: &str = transcription.id.as_str();
        status: &'static str = transcription.status.as_str();
        text: Option<&str> = transcription.text.as_deref();
        segments: Vec<TranscriptSegment> = transcription.segments.iter().cloned().map(TranscriptSegment).collect();
    }
}

object! {
    struct TranscriptSegment(DomainSegment) as segment {
        speaker: &str = &segment.speaker;
        start_seconds: f64 = segment.start_seconds;
        end_seconds: Option<f64> = segment.end_seconds;
        text: &str = &segment.text;
    }
}

/// A report, and the address that its links begin with.
pub(crate) struct LinkedReport {
    report: shortlist_domain::InterviewReport,
    playback: Option<PlaybackLink>,
    base_url: String,
}

impl LinkedReport {
    fn playback_link(&self) -> Option<String> {
        match &self.playback {
            Some(playback) => Some(format!("{}{}", self.base_url, playback.path)),
            None => self.report.video_playback_link.clone(),
        }
    }
}

impl InterviewReport {
    /// Builds a report. Its links begin with `base_url`.
    pub(crate) fn of(view: ReportView, base_url: &str) -> Self {
        let ReportView { report, playback } = view;
        Self(LinkedReport {
            report,
            playback,
            base_url: base_url.to_owned(),
        })
    }
}

input! {
    /// Submits a report and completes the interview. Submitting again replaces the given fields and keeps the others.
    pub(crate) struct SubmitInterviewReportInput(SubmitReport) of interview_id "interviewId" {
        "feedback" as feedback: Option<String>;
        "questions" as questions: Option<Vec<QuestionInput>> = questions.map(|given| given.into_iter().map(|one| one.request).collect());
        "transcription" as transcription: Option<TranscriptionInput> = transcription.map(|given| given.request);
        /// An https URL.
        "videoPlaybackLink" as video_playback_link: Option<String>;
    }
}

input! {
    struct QuestionInput(SubmittedQuestion) {
        "question" as question: String;
        "candidateAnswer" as answer: Option<String>;
        "qId" as id: Option<String>;
    }
}

input! {
    struct TranscriptionInput(SubmittedTranscription) {
        /// One of pending, processing, completed, failed.
        "status" as status: String;
        "text" as text: Option<String>;
        "segments" as segments: Option<Vec<TranscriptSegmentInput>> = segments.into_iter().flatten().map(|one| one.request).collect();
    }
}

input! {
    struct TranscriptSegmentInput(DomainSegment) {
        "speaker" as speaker: String;
        "startSeconds" as start_seconds: f64;
        "endSeconds" as end_seconds: Option<f64>;
        "text" as text: String;
    }
}
