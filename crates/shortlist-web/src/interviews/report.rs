//! The report of an interview: feedback, questions with answers, the transcript and the recording.

use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{
    App, Operation, ReportView, SubmitReport, SubmittedQuestion, SubmittedTranscription,
};
use shortlist_domain::{InterviewReport, Principal, RecordingMedia, TranscriptSegment};

use super::interview::{Notice, find, show};
use crate::candidate::submit_review;
use crate::form::Fields;
use crate::respond;
use crate::respond::error::PageError;
use crate::visit::{Visit, answer_form};

/// The number of empty questions after the last one.
const EMPTY_QUESTIONS: usize = 3;
/// The most questions that a form has.
const MAX_QUESTIONS: usize = 500;

/// The report as the form shows it.
pub(super) struct ReportForm {
    pub(super) feedback: String,
    pub(super) questions: Vec<QuestionForm>,
    pub(super) transcript: String,
    pub(super) link: String,
    /// Whether the transcript has parts with times, which the form cannot change.
    pub(super) has_segments: bool,
}

/// A question as the form shows it.
pub(super) struct QuestionForm {
    pub(super) number: usize,
    pub(super) id: String,
    pub(super) question: String,
    pub(super) answer: String,
}

/// The recording next to the transcript.
pub(super) struct Player {
    /// The address of the recording; empty if there is none.
    pub(super) source: String,
    pub(super) is_video: bool,
    pub(super) segments: Vec<SegmentRow>,
    pub(super) text: String,
}

/// A part of the transcript.
pub(super) struct SegmentRow {
    pub(super) speaker: String,
    pub(super) clock: String,
    /// The start in whole seconds.
    pub(super) seconds: String,
    pub(super) text: String,
}

impl ReportForm {
    pub(super) fn of(report: Option<&InterviewReport>, typed: &Fields) -> Self {
        if typed.has("feedback") {
            return Self::of_fields(typed, report);
        }
        let transcription = report.and_then(|report| report.transcription.as_ref());
        let questions = report.map(|report| report.questions.as_slice());
        let questions = questions.unwrap_or_default().iter().enumerate();
        let questions = questions.map(|(number, one)| QuestionForm {
            number,
            id: one.id.to_string(),
            question: one.question.clone(),
            answer: one.answer.clone().unwrap_or_default(),
        });
        Self {
            feedback: report
                .and_then(|report| report.feedback.clone())
                .unwrap_or_default(),
            questions: with_empty_ones(questions.collect()),
            transcript: transcription
                .and_then(|one| one.text.clone())
                .unwrap_or_default(),
            link: report
                .and_then(|report| report.video_playback_link.clone())
                .unwrap_or_default(),
            has_segments: transcription.is_some_and(|one| !one.segments.is_empty()),
        }
    }

    fn of_fields(fields: &Fields, report: Option<&InterviewReport>) -> Self {
        let transcription = report.and_then(|report| report.transcription.as_ref());
        let mut questions = questions(fields);
        for (number, question) in questions.iter_mut().enumerate() {
            question.number = number;
        }
        Self {
            feedback: fields.get("feedback").to_owned(),
            questions: with_empty_ones(questions),
            transcript: fields.get("transcript").to_owned(),
            link: fields.get("link").to_owned(),
            has_segments: transcription.is_some_and(|one| !one.segments.is_empty()),
        }
    }
}

fn with_empty_ones(mut questions: Vec<QuestionForm>) -> Vec<QuestionForm> {
    let first = questions.len();
    let empty = |number| QuestionForm {
        number,
        id: String::new(),
        question: String::new(),
        answer: String::new(),
    };
    questions.extend((first..first + EMPTY_QUESTIONS).map(empty));
    questions
}

/// Returns the questions of a form that are not empty.
fn questions(fields: &Fields) -> Vec<QuestionForm> {
    let question = |number: usize| QuestionForm {
        number,
        id: fields.get(&format!("q{number}.id")).to_owned(),
        question: fields.get(&format!("q{number}.question")).to_owned(),
        answer: fields.get(&format!("q{number}.answer")).to_owned(),
    };
    let all = (0..MAX_QUESTIONS).map(question);
    all.filter(|one| !one.question.is_empty() || !one.answer.is_empty())
        .collect()
}

impl Player {
    pub(super) fn of(view: &ReportView) -> Option<Self> {
        let transcription = view.report.transcription.as_ref();
        let segments = transcription.map(|one| one.segments.as_slice());
        let text = transcription.and_then(|one| one.text.clone());
        let player = Self {
            source: view
                .playback
                .as_ref()
                .map_or(String::new(), |link| link.path.clone()),
            is_video: view.playback.as_ref().is_some_and(|link| {
                matches!(
                    link.recording.media,
                    RecordingMedia::Mp4Video | RecordingMedia::WebM
                )
            }),
            segments: segments
                .unwrap_or_default()
                .iter()
                .map(SegmentRow::of)
                .collect(),
            text: text.unwrap_or_default(),
        };
        let is_empty =
            player.source.is_empty() && player.segments.is_empty() && player.text.is_empty();
        (!is_empty).then_some(player)
    }
}

impl SegmentRow {
    fn of(segment: &TranscriptSegment) -> Self {
        let seconds = format!("{:.0}", segment.start_seconds.floor());
        let whole: u64 = seconds.parse().unwrap_or(0);
        Self {
            speaker: segment.speaker.clone(),
            clock: format!("{}:{:02}", whole / 60, whole % 60),
            seconds,
            text: segment.text.clone(),
        }
    }
}

/// Stores the report.
pub(crate) async fn store(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let done = submit(&visit, &fields).await;
        finish(&visit, fields, ("report", done)).await
    })
    .await
}

/// Stores the review of the viewer.
pub(crate) async fn review(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let interview = find(&visit).await?;
        let candidate = interview.candidate_id.into_string();
        let done = submit_review(&visit, candidate, &fields).await;
        finish(&visit, fields, ("review", done)).await
    })
    .await
}

/// Shows the interview again, with what was saved or why it was not.
pub(super) async fn finish(
    visit: &Visit,
    fields: Fields,
    (saved, done): (&'static str, Result<(), PageError>),
) -> Result<HttpResponse, PageError> {
    match done {
        Ok(()) => {
            let page = format!("/app/interviews/{}?saved={saved}", visit.id());
            Ok(respond::redirect(&page))
        }
        Err(error) => {
            let (status, problem) = error.about_input()?;
            let notice = Notice {
                problem,
                typed: fields,
                ..Notice::default()
            };
            show(visit, status, notice).await
        }
    }
}

async fn submit(visit: &Visit, fields: &Fields) -> Result<(), PageError> {
    let (id, fields) = (visit.id(), fields.clone());
    let submit = move |app: &App, principal: &Principal| {
        let interview = app.interviews().get(principal, &id)?;
        let earlier = match interview.has_report {
            true => Some(app.interviews().report_of(principal, &id)?.report),
            false => None,
        };
        let request = request_of(id, &fields, earlier);
        app.interviews().submit_report(principal, request)
    };
    visit.run(Operation::SubmitInterviewReport, submit).await?;
    Ok(())
}

fn request_of(
    interview_id: String,
    fields: &Fields,
    earlier: Option<InterviewReport>,
) -> SubmitReport {
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let question = |one: QuestionForm| SubmittedQuestion {
        question: one.question,
        answer: some(one.answer),
        id: some(one.id),
    };
    let earlier = earlier.and_then(|report| report.transcription);
    let text = fields.get("transcript");
    let is_same = earlier.as_ref().and_then(|one| one.text.as_deref()) == Some(text);
    let transcription = (!text.is_empty() && !is_same).then(|| SubmittedTranscription {
        status: "completed".to_owned(),
        text: Some(text.to_owned()),
        segments: earlier.map(|one| one.segments).unwrap_or_default(),
    });
    SubmitReport {
        interview_id,
        feedback: Some(fields.get("feedback").to_owned()),
        questions: Some(questions(fields).into_iter().map(question).collect()),
        transcription,
        video_playback_link: some(fields.get("link").to_owned()),
    }
}
