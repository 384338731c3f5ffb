//! The GraphQL types of applications from outside, and of the questions of a job.

use juniper::GraphQLInputObject;
use shortlist_app::AppError;
use shortlist_domain::{ApplicationForm, CandidateId, JobId, JobQuestion as DomainQuestion};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;
use crate::graphql::input::input;
use crate::graphql::object::object;

/// The most applications of a page without a limit.
const USUAL_PAGE: i32 = 10;
/// The size of a page without a limit, in bytes. A hundred candidates then have less than half of an answer.
const USUAL_PAGE_BYTES: usize = 64 << 10;

object! {
    /// A question that applicants answer.
    pub(crate) struct JobQuestion(DomainQuestion) as question {
        /// The name under which an answer is sent.
        key: &str = &question.key;
        text: &str = &question.text;
        /// Whether an application needs an answer.
        required: bool = question.required;
        /// The possible answers. Without any, an answer may be any text.
        choices: &[String] = &question.choices;
    }
}

input! {
    pub(crate) struct JobQuestionInput(DomainQuestion) {
        /// The name under which an answer is sent: letters, digits, `-`, `_` and `.`.
        "key" as key: String;
        "text" as text: String;
        "required" as required: Option<bool> [Some(false)] = required.unwrap_or(false);
        /// The possible answers. Without any, an answer may be any text.
        "choices" as choices: Option<Vec<String>> = choices.unwrap_or_default();
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetJobQuestionsInput {
    pub(crate) organization_id: String,
    pub(crate) job_id: String,
    /// All questions of the job, in the order in which they are asked.
    questions: Vec<JobQuestionInput>,
}

impl SetJobQuestionsInput {
    pub(crate) fn questions(&self) -> Vec<DomainQuestion> {
        self.questions
            .iter()
            .map(|one| one.request.clone())
            .collect()
    }
}

impl JobQuestion {
    pub(crate) fn load(context: &RequestContext, job: &JobId) -> Result<Vec<Self>, AppError> {
        let organization = &context.principal.organization_id;
        let questions = context.app.jobs().questions(organization, job)?;
        let bytes = |one: &DomainQuestion| {
            ITEM_BYTES + one.text.len() + one.choices.iter().map(String::len).sum::<usize>()
        };
        context.charge(questions.iter().map(bytes).sum())?;
        Ok(questions.into_iter().map(Self).collect())
    }
}

object! {
    /// An application from outside, as it arrived. Its files are the candidate's resume and documents.
    pub(crate) struct ReceivedApplication(ApplicationForm) as form {
        /// The number that the applicant got.
        receipt_number: &str = form.receipt.as_str();
        received_at: String = form.received_at.to_string();
        source: &str = &form.source;
        /// The name, as given by the applicant.
        full_name: Option<&str> = form.contact.full_name.as_deref();
        /// The e-mail address, as given by the applicant.
        email_address: Option<&str> = form.contact.email.as_deref();
        /// The telephone number, as given by the applicant.
        phone_number: Option<&str> = form.contact.phone.as_deref();
        answers: Vec<ApplicationAnswer> = form.answers.iter().cloned().map(ApplicationAnswer).collect();
        consent_text: &str = &form.consent.text;
        consent_version: &str = &form.consent.version;
        /// When the applicant consented, as the sender stated it.
        consent_time: Option<&str> = form.consent.given_at.as_deref();
        /// Whether the content was kept. Only the receipt number is, if more than 10 applications for one candidate arrive in 24
        /// hours.
        kept: bool = form.is_kept;
    }
}

object! {
    /// An applicant's answer, with the question as it was asked.
    pub(crate) struct ApplicationAnswer(shortlist_domain::ApplicationAnswer) as answer {
        key: &str = &answer.key;
        question: &str = &answer.question;
        answer: &str = &answer.answer;
    }
}

impl ReceivedApplication {
    /// Loads a page of the applications of a candidate, the earliest first. An Interviewer sees none. Without a limit, the page
    /// is so short that a list of candidates fits into an answer, however much anyone has sent.
    pub(crate) fn load(
        context: &RequestContext,
        candidate: &CandidateId,
        offset: Option<i32>,
        limit: Option<i32>,
    ) -> Result<Vec<Self>, AppError> {
        let applications = context.app.applications();
        let (from, most) = (offset.unwrap_or(0), limit.unwrap_or(USUAL_PAGE));
        let mut forms = applications.list(&context.principal, candidate, from, most)?;
        if limit.is_none() {
            forms.truncate(short_page(&forms));
        }
        context.charge(forms.iter().map(bytes).sum())?;
        Ok(forms.into_iter().map(Self).collect())
    }
}

/// Returns how much an application adds to an answer.
fn bytes(form: &ApplicationForm) -> usize {
    ITEM_BYTES + form.text_bytes()
}

/// Returns how many applications a page without a limit has: at least one, and others up to a total size.
fn short_page(forms: &[ApplicationForm]) -> usize {
    let mut total = 0_usize;
    let fitting = forms.iter().take_while(|form| {
        total = total.saturating_add(bytes(form));
        total <= USUAL_PAGE_BYTES
    });
    fitting.count().max(1)
}
