//! The stored form of the lists in an interview's report.

use serde::{Deserialize, Serialize};
use shortlist_domain::{
    InvalidValue, Question, QuestionId, TranscriptSegment, Transcription, TranscriptionId,
    TranscriptionStatus,
};
use shortlist_records::VERSION;

#[derive(Serialize, Deserialize)]
pub(crate) struct QuestionRecord {
    id: String,
    question: String,
    answer: Option<String>,
}

impl QuestionRecord {
    pub(crate) fn of(question: &Question) -> Self {
        Self {
            id: question.id.to_string(),
            question: question.question.clone(),
            answer: question.answer.clone(),
        }
    }

    pub(crate) fn into_question(self) -> Result<Question, InvalidValue> {
        Ok(Question {
            id: QuestionId::parse("qId", &self.id)?,
            question: self.question,
            answer: self.answer,
        })
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct TranscriptionRecord {
    version: u32,
    id: String,
    status: String,
    text: Option<String>,
    segments: Vec<SegmentRecord>,
}

#[derive(Serialize, Deserialize)]
struct SegmentRecord {
    speaker: String,
    start_seconds: f64,
    end_seconds: Option<f64>,
    text: String,
}

impl TranscriptionRecord {
    pub(crate) fn of(transcription: &Transcription) -> Self {
        let segment = |segment: &TranscriptSegment| SegmentRecord {
            speaker: segment.speaker.clone(),
            start_seconds: segment.start_seconds,
            end_seconds: segment.end_seconds,
            text: segment.text.clone(),
        };
        Self {
            version: VERSION,
            id: transcription.id.to_string(),
            status: transcription.status.as_str().to_owned(),
            text: transcription.text.clone(),
            segments: transcription.segments.iter().map(segment).collect(),
        }
    }

    pub(crate) fn into_transcription(self) -> Result<Transcription, InvalidValue> {
        let segment = |segment: SegmentRecord| TranscriptSegment {
            speaker: segment.speaker,
            start_seconds: segment.start_seconds,
            end_seconds: segment.end_seconds,
            text: segment.text,
        };
        Ok(Transcription {
            id: TranscriptionId::parse("id", &self.id)?,
            status: TranscriptionStatus::parse("status", &self.status)?,
            text: self.text,
            segments: self.segments.into_iter().map(segment).collect(),
        })
    }
}
