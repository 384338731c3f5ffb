//! The completed interview of one candidate, with its report.

use serde::Deserialize;
use shortlist_app::{AssignInterviewer, SubmitReport, SubmittedQuestion, SubmittedTranscription};
use shortlist_domain::{InterviewId, InterviewStatus, TranscriptSegment};

use super::people::People;
use crate::Failure;

static INTERVIEW: &str = include_str!("../../../../demo/interview.json");
/// What fails if the service refuses the interview.
const ATTEMPT: &str = "load the demo interview";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Interview {
    resume: String,
    pub(super) date_and_time: String,
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

impl Interview {
    pub(super) fn read() -> Result<Self, Failure> {
        serde_json::from_str(INTERVIEW).map_err(Failure::of("read the demo interview"))
    }

    /// Returns whether it is the interview of the candidate with this resume.
    pub(super) fn is_of(&self, file: &str) -> bool {
        file.split_once('.')
            .is_some_and(|(stem, _)| stem == self.resume)
    }

    /// Schedules the interview of a candidate, and returns its identifier.
    pub(super) fn schedule(
        &self,
        people: &People<'_>,
        candidate: &str,
    ) -> Result<InterviewId, Failure> {
        let assignment = AssignInterviewer {
            candidate_id: candidate.to_owned(),
            interviewer_id: people.interviewer.user_id.to_string(),
            date_and_time: self.date_and_time.clone(),
            status: InterviewStatus::Scheduled.as_str().to_owned(),
            allow_overlap: false,
        };
        people
            .app
            .interviews()
            .assign(people.recruiter(), &assignment)
            .map_err(Failure::of(ATTEMPT))
    }

    /// Submits the report of the interview with this identifier.
    pub(super) fn report(self, people: &People<'_>, id: &InterviewId) -> Result<(), Failure> {
        people
            .app
            .interviews()
            .submit_report(&people.interviewer, id.as_str(), self.into_report())
            .map_err(Failure::of(ATTEMPT))?;
        Ok(())
    }

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
