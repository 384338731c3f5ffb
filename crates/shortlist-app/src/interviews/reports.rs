//! Submitting and reading the reports of interviews.

use shortlist_domain::{
    CandidateId, CombinationProblem, InterviewId, InterviewReport, InvalidValue, ListProblem,
    NumberProblem, Principal, Problem, Question, QuestionId, ReportChange, ReportQuery,
    ReportStage, TextProblem, TimeProblem, Timestamp, TranscriptSegment, Transcription,
    TranscriptionId, TranscriptionStatus, UserId, check_description, check_https_link,
};
use shortlist_persistence::ReportSubmission;

use crate::access::job_access::{visible, visible_interview};
use crate::blind::Masks;
use crate::checks::{NO_INTERVIEW, check_assigned, checked_text};
use crate::error::AppError;
use crate::interviews::Interviews;
use crate::interviews::recordings::PlaybackLink;
use crate::operations::Operation;
use crate::secrets::random_bits;

const NO_REPORT: AppError = AppError::NotFound {
    field: "candidateId",
    what: "interview report",
};

const NO_REPORT_OF_INTERVIEW: AppError = AppError::NotFound {
    field: "interviewId",
    what: "report",
};

/// The name that the audit log has for saving a draft.
pub(crate) const SAVE_DRAFT: &str = "saveReportDraft";

/// The largest number of questions or segments in one report.
const MAX_REPORT_ITEMS: usize = 10_000;

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

/// The parts of a report, as the caller gave them; `None` keeps a part.
pub type SubmitReport = ReportChange<SubmittedQuestion, SubmittedTranscription>;

/// A report with a link to the recording, if there is one and the caller may play it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReportView {
    /// The report.
    pub report: InterviewReport,
    /// The link.
    pub playback: Option<PlaybackLink>,
}

/// The report of an interview as pages show it: also a draft, with who saved it, and what it was before.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredReport {
    /// The report, with a link to the recording.
    pub view: ReportView,
    /// Whether it was not submitted yet.
    pub is_draft: bool,
    /// The name of the user who saved it. `None` for a program without a user, and if it was saved before this was recorded.
    pub saved_by: Option<String>,
    /// When it was saved.
    pub saved_at: Timestamp,
    /// What it was before, the latest version first.
    pub earlier: Vec<EarlierReport>,
}

/// What a report was before somebody saved it again.
#[derive(Debug, Clone, PartialEq)]
pub struct EarlierReport {
    /// What it contained.
    pub report: InterviewReport,
    /// The name of the user who had saved it.
    pub saved_by: Option<String>,
    /// When it had been saved.
    pub saved_at: Timestamp,
}

impl Interviews<'_> {
    /// Returns the report of an interview or its draft, for those who may read reports of the candidate.
    ///
    /// # Errors
    /// Returns an error if there is no such interview, or if the candidate is not assigned to the Interviewer.
    pub fn stored_report(
        &self,
        principal: &Principal,
        interview_id: &str,
    ) -> Result<Option<StoredReport>, AppError> {
        let id = InterviewId::parse("interviewId", interview_id)?;
        let interview = visible_interview(self.store, principal, &id)?;
        let candidate = &interview.candidate_id;
        check_assigned(self.store, principal, candidate)?;
        let organization = &principal.organization_id;
        let reports = self.store.reports();
        let Some(found) = reports.find_version(organization, &id)? else {
            return Ok(None);
        };
        let masks = Masks::of(self.store, principal, std::slice::from_ref(candidate))?;
        let masks = masks.load([candidate.clone()])?;
        let mut earlier = Vec::new();
        for version in reports.earlier_versions(organization, &id)? {
            let mut report = version.report;
            if let Some(mask) = masks.get(candidate) {
                mask.redact_report(&mut report);
            }
            earlier.push(EarlierReport {
                report,
                saved_by: self.user_name(principal, version.saved_by.as_ref())?,
                saved_at: version.saved_at,
            });
        }
        Ok(Some(StoredReport {
            view: self.view_report(principal, candidate, found.report)?,
            is_draft: !interview.has_report,
            saved_by: self.user_name(principal, found.saved_by.as_ref())?,
            saved_at: found.saved_at,
            earlier,
        }))
    }

    fn user_name(
        &self,
        principal: &Principal,
        id: Option<&UserId>,
    ) -> Result<Option<String>, AppError> {
        let Some(id) = id else {
            return Ok(None);
        };
        let user = self.store.users().find(&principal.organization_id, id)?;
        Ok(user.map(|user| user.full_name))
    }

    /// Returns the newest matching report.
    ///
    /// # Errors
    /// Returns an error if neither candidate nor code is given, nothing matches, or the candidate is not assigned to the
    /// Interviewer.
    pub fn get_report(
        &self,
        principal: &Principal,
        query: &ReportQuery,
    ) -> Result<ReportView, AppError> {
        let candidate = match (&query.candidate_id, &query.code) {
            (Some(id), _) => self.store.candidates().find(&query.organization_id, id)?,
            (None, Some(code)) => self
                .store
                .candidates()
                .find_by_code(&query.organization_id, code)?,
            (None, None) => {
                return Err(InvalidValue::new(
                    "candidateId",
                    CombinationProblem::Either {
                        one: "candidateId",
                        other: "uId",
                    },
                )
                .into());
            }
        };
        let candidate = visible(self.store, principal, candidate)?;
        check_assigned(self.store, principal, &candidate.id)?;
        let report = self.store.reports().find(query, None)?.ok_or(NO_REPORT)?;
        self.view_report(principal, &candidate.id, report)
    }

    /// Returns the report of an interview.
    ///
    /// # Errors
    /// Returns an error if there is no such interview or no report, or if the candidate is not assigned to the Interviewer.
    pub fn report_of(
        &self,
        principal: &Principal,
        interview_id: &str,
    ) -> Result<ReportView, AppError> {
        let id = InterviewId::parse("interviewId", interview_id)?;
        let interview = visible_interview(self.store, principal, &id)?;
        check_assigned(self.store, principal, &interview.candidate_id)?;
        let organization = &principal.organization_id;
        let found = self.store.reports().find_for_interview(organization, &id)?;
        // A draft is no report yet.
        let report = found.filter(|_draft| interview.has_report);
        let report = report.ok_or(NO_REPORT_OF_INTERVIEW)?;
        self.view_report(principal, &interview.candidate_id, report)
    }

    fn view_report(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
        mut report: InterviewReport,
    ) -> Result<ReportView, AppError> {
        let masks = Masks::of(self.store, principal, std::slice::from_ref(candidate))?;
        if let Some(mask) = masks.load([candidate.clone()])?.get(candidate) {
            mask.redact_report(&mut report);
            return Ok(ReportView {
                report,
                playback: None,
            });
        }
        let interview = &report.interview_id;
        let recording = self
            .store
            .recordings()
            .find(&principal.organization_id, interview)?;
        let playback = self.recordings.link(principal, recording)?;
        Ok(ReportView { report, playback })
    }

    /// Stores the report of an interview. The interview becomes Completed.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, there is no such interview, its status does not allow completion, or its
    /// candidate is not assigned to the Interviewer.
    pub fn submit_report(
        &self,
        principal: &Principal,
        interview_id: &str,
        request: SubmitReport,
    ) -> Result<ReportView, AppError> {
        self.save_report(principal, interview_id, request, ReportStage::Submitted)
    }

    /// Stores the report of an interview as a draft. The interview stays as it is, and only pages show the draft.
    ///
    /// # Errors
    /// As for [`Interviews::submit_report`].
    pub fn save_report_draft(
        &self,
        principal: &Principal,
        interview_id: &str,
        request: SubmitReport,
    ) -> Result<ReportView, AppError> {
        self.save_report(principal, interview_id, request, ReportStage::Draft)
    }

    fn save_report(
        &self,
        principal: &Principal,
        interview_id: &str,
        request: SubmitReport,
        stage: ReportStage,
    ) -> Result<ReportView, AppError> {
        let id = InterviewId::parse("interviewId", interview_id)?;
        let change = self.checked_report(request)?;
        let interview = visible_interview(self.store, principal, &id)?;
        check_assigned(self.store, principal, &interview.candidate_id)?;
        let operation = match stage {
            ReportStage::Submitted => Operation::SubmitInterviewReport.name(),
            ReportStage::Draft => SAVE_DRAFT,
        };
        let writer = self.writers.for_party(&principal.party(), operation);
        match writer.reports().save_as(
            stage,
            &principal.organization_id,
            &id,
            &change,
            self.clock.now(),
        )? {
            ReportSubmission::Saved(report) => {
                self.view_report(principal, &interview.candidate_id, report)
            }
            ReportSubmission::NotFound => Err(NO_INTERVIEW),
            ReportSubmission::Refused(refused) => Err(AppError::FieldConflict(refused.into())),
        }
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
                return Err(InvalidValue::new("question", TextProblem::Empty).into());
            }
            let id = match given.id {
                Some(id) => QuestionId::parse("qId", &id)?,
                None => QuestionId::generate(self.clock.now(), random_bits()?),
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
            id: TranscriptionId::generate(self.clock.now(), random_bits()?),
            status,
            text: checked_long_text("text", given.text.as_deref())?,
            segments: given.segments,
        })
    }
}

fn check_count(field: &str, count: usize) -> Result<(), InvalidValue> {
    if count > MAX_REPORT_ITEMS {
        return Err(InvalidValue::new(
            field,
            ListProblem::TooMany(MAX_REPORT_ITEMS),
        ));
    }
    Ok(())
}

/// Checks that segments are in order. Segments of simultaneous speakers may overlap.
fn check_segments(segments: &[TranscriptSegment]) -> Result<(), InvalidValue> {
    let mut earlier = 0.0;
    for (index, segment) in segments.iter().enumerate() {
        let checked = check_segment(segment, earlier);
        checked.map_err(|invalid| {
            let problem = Problem::Segment {
                number: index + 1,
                field: invalid.field,
                problem: Box::new(invalid.problem),
            };
            InvalidValue::new("segments", problem)
        })?;
        earlier = segment.start_seconds;
    }
    Ok(())
}

fn check_segment(segment: &TranscriptSegment, earlier: f64) -> Result<(), InvalidValue> {
    let start = segment.start_seconds;
    if !(start.is_finite() && start >= 0.0) {
        return Err(InvalidValue::new(
            "startSeconds",
            NumberProblem::TooSmall(0),
        ));
    }
    if start < earlier {
        let problem = TimeProblem::BeforePreviousSegment;
        return Err(InvalidValue::new("startSeconds", problem));
    }
    if !(segment.end_seconds).is_none_or(|end| end.is_finite() && end >= start) {
        let problem = TimeProblem::BeforeField("startSeconds");
        return Err(InvalidValue::new("endSeconds", problem));
    }
    let speaker = check_description("speaker", &segment.speaker)?;
    if speaker.is_empty() {
        let problem = TextProblem::NoSpeaker;
        return Err(InvalidValue::new("speaker", problem));
    }
    checked_long_text("text", Some(&segment.text)).map(drop)
}

/// Checks a text whose length is limited only by the request's size.
fn checked_long_text(field: &str, text: Option<&str>) -> Result<Option<String>, InvalidValue> {
    match text {
        Some(text) if text.contains('\0') => {
            Err(InvalidValue::new(field, TextProblem::NulCharacter))
        }
        text => Ok(text.map(str::to_owned)),
    }
}
