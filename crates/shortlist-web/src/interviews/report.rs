//! The report of an interview: feedback, questions with answers, the transcript and the recording.

use actix_web::http::StatusCode;
use actix_web::{HttpRequest, HttpResponse, web};
use shortlist_app::{
    App, AppError, Operation, ReportView, StoredReport, SubmitReport, SubmittedQuestion,
    SubmittedTranscription,
};
use shortlist_domain::{
    Interview, InterviewReport, InterviewStatus, Principal, RecordingMedia, Timestamp,
    TranscriptSegment,
};

use super::interview::{Notice, find, show};
use crate::candidate::submit_review;
use crate::edits::{Edit, SeenValue, edits, seen_values};
use crate::form::Fields;
use crate::respond;
use crate::respond::error::PageError;
use crate::trail::time;
use crate::visit::{Visit, answer_form};

/// The number of empty questions after the last one.
const EMPTY_QUESTIONS: usize = 3;
/// The most questions that a form has.
const MAX_QUESTIONS: usize = 500;
/// The hidden fields with the values that the form was based on, and their names for people.
const SEEN: [(&str, &str); 4] = [
    ("seen.feedback", "Feedback"),
    ("seen.questions", "Questions"),
    ("seen.transcript", "Transcript"),
    ("seen.recording", "Link to a recording"),
];
const CHANGED_MEANWHILE: &str = "Someone else saved this report while you were writing. Your text is still in the form: \
    compare it with theirs, and save again to replace theirs.";

/// The fields of the review on the page, with the hidden fields of what they showed.
const REVIEW: [(&str, &str); 2] = [("score", "seen.score"), ("comment", "seen.comment")];
/// The fields of the report besides the questions, with the hidden fields of what they showed.
const REPORT: [(&str, &str); 3] = [
    ("feedback", "seen.feedback"),
    ("transcript", "seen.transcript"),
    ("link", "seen.recording"),
];

/// Who saved the report, in words.
pub(super) struct Author {
    pub(super) name: String,
    pub(super) at: String,
    pub(super) is_draft: bool,
}

/// A version of the report that somebody replaced.
pub(super) struct EarlierRow {
    pub(super) name: String,
    pub(super) at: String,
    pub(super) feedback: String,
    pub(super) questions: Vec<(String, String)>,
    pub(super) transcript: String,
    pub(super) link: String,
}

fn name_of_author(name: Option<&String>) -> String {
    name.cloned().unwrap_or_else(|| "a program".to_owned())
}

impl Author {
    pub(super) fn of(stored: &StoredReport) -> Self {
        Self {
            name: name_of_author(stored.saved_by.as_ref()),
            at: time(stored.saved_at),
            is_draft: stored.is_draft,
        }
    }
}

/// Returns what a report was before, the latest version first.
pub(super) fn earlier_rows(stored: &StoredReport) -> Vec<EarlierRow> {
    let row = |earlier: &shortlist_app::EarlierReport| {
        let form = ReportForm::stored(Some(&earlier.report));
        let answered = |one: &QuestionForm| (one.question.clone(), one.answer.clone());
        let questions = form.questions.iter().filter(|one| !one.id.is_empty());
        EarlierRow {
            name: name_of_author(earlier.saved_by.as_ref()),
            at: time(earlier.saved_at),
            questions: questions.map(answered).collect(),
            feedback: form.feedback,
            transcript: form.transcript,
            link: form.link,
        }
    };
    stored.earlier.iter().map(row).collect()
}

/// Returns whether an interview lies ahead, so that its report cannot be final.
pub(super) fn is_ahead(interview: &Interview, now: Timestamp) -> bool {
    let is_planned = matches!(
        interview.status,
        InterviewStatus::Scheduled | InterviewStatus::Rescheduled
    );
    is_planned && now < interview.date_and_time
}

/// The report as the form shows it.
pub(super) struct ReportForm {
    pub(super) feedback: String,
    pub(super) questions: Vec<QuestionForm>,
    pub(super) transcript: String,
    pub(super) link: String,
    /// Whether the transcript has parts with times, which the form cannot change.
    pub(super) has_segments: bool,
    /// The stored values, which the form carries in hidden fields.
    pub(super) seen: Vec<SeenValue>,
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
    /// Returns the stored report with what was typed.
    pub(super) fn of(report: Option<&InterviewReport>, typed: &Fields) -> Self {
        let stored = Self::stored(report);
        if typed.has("feedback") {
            stored.with_typed(typed)
        } else {
            stored
        }
    }

    fn stored(report: Option<&InterviewReport>) -> Self {
        let transcription = report.and_then(|report| report.transcription.as_ref());
        let questions = report.map(|report| report.questions.as_slice());
        let questions = questions.unwrap_or_default().iter().enumerate();
        let questions = questions.map(|(number, one)| QuestionForm {
            number,
            id: one.id.to_string(),
            question: one.question.clone(),
            answer: one.answer.clone().unwrap_or_default(),
        });
        let questions: Vec<QuestionForm> = questions.collect();
        let form = Self {
            feedback: report
                .and_then(|report| report.feedback.clone())
                .unwrap_or_default(),
            seen: Vec::new(),
            questions,
            transcript: transcription
                .and_then(|one| one.text.clone())
                .unwrap_or_default(),
            link: report
                .and_then(|report| report.video_playback_link.clone())
                .unwrap_or_default(),
            has_segments: transcription.is_some_and(|one| !one.segments.is_empty()),
        };
        Self {
            seen: form.values(),
            questions: with_empty_ones(form.questions),
            ..form
        }
    }

    /// Takes what was typed, and what it was based on, if the form says so.
    fn with_typed(self, fields: &Fields) -> Self {
        let seen = self.seen.iter().map(|seen| SeenValue {
            text: if fields.has(seen.field) {
                fields.get(seen.field).to_owned()
            } else {
                seen.text.clone()
            },
            ..seen.clone()
        });
        Self {
            seen: seen.collect(),
            questions: with_empty_ones(questions(fields)),
            ..self.with_texts_of(fields)
        }
    }

    /// Takes everything but the questions from what was typed.
    fn with_texts_of(self, fields: &Fields) -> Self {
        Self {
            feedback: fields.get("feedback").to_owned(),
            transcript: fields.get("transcript").to_owned(),
            link: fields.get("link").to_owned(),
            ..self
        }
    }

    /// Returns the values as text, to compare them with those that a form was based on.
    fn values(&self) -> Vec<SeenValue> {
        let questions = questions_text(&self.questions);
        let texts = [&self.feedback, &questions, &self.transcript, &self.link];
        seen_values(SEEN, texts.map(String::clone))
    }
}

/// Returns questions and answers as text, a line for each.
fn questions_text(questions: &[QuestionForm]) -> String {
    let lines = questions
        .iter()
        .map(|one| format!("{} – {}", one.question.trim(), one.answer.trim()));
    lines.collect::<Vec<_>>().join("\n")
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
    let filled = all.filter(|one| !one.question.is_empty() || !one.answer.is_empty());
    let numbered = |(number, one)| QuestionForm { number, ..one };
    filled.enumerate().map(numbered).collect()
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

/// Stores the report, or a draft of it while the interview lies ahead. A review that was typed on the same page stays there.
pub(crate) async fn store(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let interview = find(&visit).await?;
        if interview.interviewer_id != visit.principal().user_id && !fields.has("confirm") {
            return ask_again(&visit, &interview, fields).await;
        }
        let is_draft = is_ahead(&interview, visit.now());
        match submit(&visit, &interview, is_draft, &fields).await {
            Ok(edits) if edits.is_empty() => {
                let saved = if is_draft { "draft" } else { "report" };
                if is_edited(&fields, &REVIEW) {
                    show_with_review(&visit, is_draft, &fields).await
                } else {
                    finish(&visit, fields, saved, Ok(())).await
                }
            }
            Ok(edits) => {
                // The page shows what has changed, so that the next attempt is based on that.
                let notice = Notice {
                    problem: CHANGED_MEANWHILE.to_owned(),
                    edits,
                    typed: fields.without(&SEEN.map(|(field, _)| field)),
                    ..Notice::default()
                };
                show(&visit, StatusCode::CONFLICT, notice).await
            }
            Err(error) => finish(&visit, fields, "report", Err(error)).await,
        }
    })
    .await
}

/// Shows the form again, because the report is of somebody else and the box that says so is not ticked.
async fn ask_again(
    visit: &Visit,
    interview: &Interview,
    fields: Fields,
) -> Result<HttpResponse, PageError> {
    let notice = Notice {
        problem: format!(
            "This is the report of {}. Nothing is saved yet: tick the box above the button if you want to change it in your name.",
            interview.interviewer_name
        ),
        typed: fields,
        ..Notice::default()
    };
    show(visit, StatusCode::BAD_REQUEST, notice).await
}

/// Returns whether fields contain something else than the page had shown in them.
fn is_edited(fields: &Fields, names: &[(&str, &str)]) -> bool {
    let differs = |(name, seen): &(&str, &str)| fields.get(name) != fields.get(seen);
    names.iter().any(differs)
}

/// Shows the saved report, with the review that was typed and is not submitted.
async fn show_with_review(
    visit: &Visit,
    is_draft: bool,
    fields: &Fields,
) -> Result<HttpResponse, PageError> {
    let notice = Notice {
        saved: if is_draft {
            "Your draft is saved. Your review is still below and not submitted yet."
        } else {
            "The report is saved. Your review is still below and not submitted yet."
        },
        typed: fields.only(&REVIEW.map(|(name, _)| name)),
        ..Notice::default()
    };
    show(visit, StatusCode::OK, notice).await
}

/// Stores the review of the viewer. A report that was typed on the same page stays there.
pub(crate) async fn review(request: HttpRequest, payload: web::Payload) -> HttpResponse {
    answer_form(request, payload, |visit, fields| async move {
        let interview = find(&visit).await?;
        let candidate = interview.candidate_id.into_string();
        let done = submit_review(&visit, candidate, &fields).await;
        let report_is_typed = fields.has("feedback")
            && (is_edited(&fields, &REPORT)
                || questions_text(&questions(&fields)) != fields.get("seen.questions"));
        if done.is_err() || !report_is_typed {
            return finish(&visit, fields, "review", done).await;
        }
        let notice = Notice {
            saved: "Your review is saved. Your report is still below and not saved yet.",
            typed: fields.without(&REVIEW.map(|(name, _)| name)),
            ..Notice::default()
        };
        show(&visit, StatusCode::OK, notice).await
    })
    .await
}

/// Shows the interview again, with what was saved or why it was not.
pub(super) async fn finish(
    visit: &Visit,
    fields: Fields,
    saved: &'static str,
    done: Result<(), PageError>,
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

/// Stores the report, unless somebody else has changed it since the form was shown. Then nothing is stored, and what they changed
/// is returned. Both are one step.
async fn submit(
    visit: &Visit,
    interview: &Interview,
    is_draft: bool,
    fields: &Fields,
) -> Result<Vec<Edit>, PageError> {
    let (id, fields) = (interview.id.to_string(), fields.clone());
    let submit = move |app: &App, principal: &Principal| {
        app.if_unchanged(&principal.organization_id, |services| {
            let interviews = services.interviews();
            let stored = interviews.stored_report(principal, &id)?;
            let earlier = stored.map(|stored| stored.view.report);
            let edits = edits(&ReportForm::stored(earlier.as_ref()).seen, &fields);
            if edits.is_empty() {
                let request = request_of(&fields, earlier);
                if is_draft {
                    interviews.save_report_draft(principal, &id, request)?
                } else {
                    interviews.submit_report(principal, &id, request)?
                };
            }
            Ok::<_, AppError>(edits)
        })
    };
    visit.run(Operation::SubmitInterviewReport, submit).await
}

fn request_of(fields: &Fields, earlier: Option<InterviewReport>) -> SubmitReport {
    let some = |text: String| Some(text).filter(|text| !text.is_empty());
    let question = |one: QuestionForm| SubmittedQuestion {
        question: one.question,
        answer: some(one.answer),
        id: some(one.id),
    };
    // A viewer who sees redacted text must not replace the original by it. So what was not edited is not sent.
    let is_edited = |field: &str, seen: &str| fields.get(field) != fields.get(seen);
    let questions = questions(fields);
    let same_questions = questions_text(&questions) == fields.get("seen.questions");
    let earlier = earlier.and_then(|report| report.transcription);
    let text = fields.get("transcript");
    let is_new = is_edited("transcript", "seen.transcript") && !text.is_empty();
    let transcription = is_new.then(|| SubmittedTranscription {
        status: "completed".to_owned(),
        text: Some(text.to_owned()),
        segments: earlier.map(|one| one.segments).unwrap_or_default(),
    });
    SubmitReport {
        feedback: is_edited("feedback", "seen.feedback").then(|| fields.get("feedback").to_owned()),
        questions: (!same_questions).then(|| questions.into_iter().map(question).collect()),
        transcription,
        video_playback_link: some(fields.get("link").to_owned())
            .filter(|_| is_edited("link", "seen.recording")),
    }
}
