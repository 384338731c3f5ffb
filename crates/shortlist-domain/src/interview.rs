//! Interviews and their reports.

use crate::{
    CandidateCode, CandidateId, ChoiceProblem, InterviewDetails, InterviewId, InterviewStatus,
    InvalidValue, JobId, OrganizationId, PageRequest, Period, QuestionId, TextProblem, Timestamp,
    TranscriptionId, UserId,
};

/// An interview to be created.
#[derive(Debug, Clone, PartialEq)]
pub struct NewInterview {
    /// Its identifier.
    pub id: InterviewId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The interviewer.
    pub interviewer_id: UserId,
    /// The candidate's job.
    pub job_id: JobId,
    /// When it takes place.
    pub date_and_time: Timestamp,
    /// Its initial status.
    pub status: InterviewStatus,
    /// Whether the interviewer may have another interview within the same hour.
    pub allow_overlap: bool,
    /// When it was assigned.
    pub created_at: Timestamp,
}

/// A stored interview.
#[derive(Debug, Clone, PartialEq)]
pub struct Interview {
    /// Its identifier.
    pub id: InterviewId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The interviewer.
    pub interviewer_id: UserId,
    /// The interviewer's display name.
    pub interviewer_name: String,
    /// The candidate's job.
    pub job_id: JobId,
    /// When it takes place.
    pub date_and_time: Timestamp,
    /// Its status.
    pub status: InterviewStatus,
    /// Whether a report was submitted.
    pub has_report: bool,
    /// When it was assigned.
    pub created_at: Timestamp,
    /// When it was last changed.
    pub updated_at: Timestamp,
    /// How often it was moved, cancelled or reinstated. Calendars use it to decide which of two copies is newer.
    pub sequence: u32,
    /// How long it takes, where, and in which time zone its time is shown.
    pub details: InterviewDetails,
    /// The first interview of the panel that it belongs to, if it has several interviewers.
    pub panel_id: Option<InterviewId>,
}

impl Interview {
    /// Returns the identifier of the candidate's appointment: the first interview of the panel, or this one.
    pub fn appointment_id(&self) -> &InterviewId {
        self.panel_id.as_ref().unwrap_or(&self.id)
    }
}

/// A request for a page of interviews, ordered by their time, latest first.
#[derive(Debug, Clone, PartialEq)]
pub struct InterviewQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: Option<CandidateId>,
    /// The interviewer.
    pub interviewer_id: Option<UserId>,
    /// The job.
    pub job_id: Option<JobId>,
    /// The status.
    pub status: Option<InterviewStatus>,
    /// When they take place.
    pub period: Period,
    /// Only interviews that were changed at this time or later, the earliest change first.
    pub updated_since: Option<Timestamp>,
    /// The page to return.
    pub page: PageRequest,
    /// Whether to count all matching interviews.
    pub count: bool,
}

/// A time in which an interviewer has an interview. It says nothing about the interview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BusyTime {
    /// The interviewer.
    pub interviewer_id: UserId,
    /// When the interview begins.
    pub from: Timestamp,
    /// When it ends.
    pub until: Timestamp,
}

/// A request for a report. Every given value must match; the newest matching interview that has a report is returned.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportQuery {
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The candidate.
    pub candidate_id: Option<CandidateId>,
    /// The candidate's code.
    pub code: Option<CandidateCode>,
    /// The interviewer.
    pub interviewer_id: Option<UserId>,
    /// The job.
    pub job_id: Option<JobId>,
}

/// A question with its answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// Its identifier.
    pub id: QuestionId,
    /// What was asked.
    pub question: String,
    /// What the candidate answered.
    pub answer: Option<String>,
}

/// The progress of a transcription.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TranscriptionStatus {
    /// Not started.
    Pending,
    /// In progress.
    Processing,
    /// Done.
    Completed,
    /// Failed.
    Failed,
}

impl TranscriptionStatus {
    /// Every status.
    pub const ALL: [Self; 4] = [
        Self::Pending,
        Self::Processing,
        Self::Completed,
        Self::Failed,
    ];

    /// Returns the status's name.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Processing => "processing",
            Self::Completed => "completed",
            Self::Failed => "failed",
        }
    }

    /// Parses a status.
    ///
    /// # Errors
    /// Returns an error if no status has that name.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|status| status.as_str().eq_ignore_ascii_case(value.trim()))
            .ok_or_else(|| {
                InvalidValue::new(
                    field,
                    ChoiceProblem::Neither(&["pending", "processing", "completed", "failed"]),
                )
            })
    }
}

/// A part of a transcription.
#[derive(Debug, Clone, PartialEq)]
pub struct TranscriptSegment {
    /// The speaker.
    pub speaker: String,
    /// The start, in seconds.
    pub start_seconds: f64,
    /// The end, in seconds.
    pub end_seconds: Option<f64>,
    /// The spoken text.
    pub text: String,
}

/// The transcription of an interview.
#[derive(Debug, Clone, PartialEq)]
pub struct Transcription {
    /// Its identifier.
    pub id: TranscriptionId,
    /// Its progress.
    pub status: TranscriptionStatus,
    /// The whole text.
    pub text: Option<String>,
    /// Its timed parts.
    pub segments: Vec<TranscriptSegment>,
}

/// The report on an interview.
#[derive(Debug, Clone, PartialEq)]
pub struct InterviewReport {
    /// The interview.
    pub interview_id: InterviewId,
    /// Overall feedback.
    pub feedback: Option<String>,
    /// Questions with answers.
    pub questions: Vec<Question>,
    /// The transcription.
    pub transcription: Option<Transcription>,
    /// The `https` address of the video.
    pub video_playback_link: Option<String>,
}

impl InterviewReport {
    /// Returns the total length of its texts, in bytes.
    pub fn text_bytes(&self) -> usize {
        let length = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let questions = self.questions.iter();
        let questions = questions.map(|one| one.question.len() + length(&one.answer));
        let transcription = self.transcription.as_ref().map_or(0, |transcription| {
            let segments = transcription.segments.iter();
            let segments = segments.map(|segment| segment.speaker.len() + segment.text.len());
            length(&transcription.text) + segments.sum::<usize>()
        });
        length(&self.feedback) + questions.sum::<usize>() + transcription
    }
}

/// A report as somebody saved it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportVersion {
    /// Its number, starting at 1.
    pub version: i32,
    /// Who saved it. `None` for a program without a user, and if it was saved before this was recorded.
    pub saved_by: Option<UserId>,
    /// When it was saved.
    pub saved_at: Timestamp,
    /// What it contains.
    pub report: InterviewReport,
}

/// Whether saving a report completes the interview.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportStage {
    /// The interview is not over, so that the report is only kept for its author.
    Draft,
    /// The report is submitted, and the interview becomes Completed.
    Submitted,
}

/// The parts of a report to set; `None` keeps a part. What a caller gives has questions and a transcription of other types.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportChange<Q = Question, T = Transcription> {
    /// Overall feedback.
    pub feedback: Option<String>,
    /// All questions; they replace the stored ones.
    pub questions: Option<Vec<Q>>,
    /// The transcription; it replaces the stored one.
    pub transcription: Option<T>,
    /// The `https` address of the video.
    pub video_playback_link: Option<String>,
}

impl<Q, T> Default for ReportChange<Q, T> {
    fn default() -> Self {
        Self {
            feedback: None,
            questions: None,
            transcription: None,
            video_playback_link: None,
        }
    }
}

/// The longest address of a video, in bytes.
const MAX_LINK_BYTES: usize = 2_048;

/// Trims and checks the address of a video.
///
/// # Errors
/// Returns an error if it is not an `https` address with a host.
pub fn check_https_link(field: &str, value: &str) -> Result<String, InvalidValue> {
    let value = value.trim();
    let host = value
        .strip_prefix("https://")
        .and_then(|rest| rest.split(['/', '?', '#']).next());
    let plain = !value.chars().any(|c| c.is_whitespace() || c.is_control());
    if plain && value.len() <= MAX_LINK_BYTES && host.is_some_and(|host| !host.is_empty()) {
        Ok(value.to_owned())
    } else {
        Err(InvalidValue::new(
            field,
            TextProblem::NotHttpsLink(MAX_LINK_BYTES),
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_links_are_kept() {
        assert!(check_https_link("videoPlaybackLink", "https://v.example/1?x=2").is_ok());
        for bad in [
            "http://v.example",
            "https://",
            "javascript:alert(1)",
            "https:// x",
            "",
        ] {
            assert!(check_https_link("videoPlaybackLink", bad).is_err(), "{bad}");
        }
    }
}
