//! The GraphQL types of applications from outside, and of the questions of a job.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::AppError;
use shortlist_domain::{ApplicationForm, CandidateId, JobId};

use super::budget::ITEM_BYTES;
use super::context::RequestContext;

/// The most applications of a page without a limit.
const USUAL_PAGE: i32 = 10;
/// The size of a page without a limit, in bytes. A hundred candidates then have less than half of an answer.
const USUAL_PAGE_BYTES: usize = 64 << 10;

/// A question that applicants answer.
#[derive(GraphQLObject)]
pub(crate) struct JobQuestion {
    /// The name under which an answer is sent.
    key: String,
    text: String,
    /// Whether an application needs an answer.
    required: bool,
    /// The possible answers. Without any, an answer may be any text.
    choices: Vec<String>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct JobQuestionInput {
    /// The name under which an answer is sent: letters, digits, `-`, `_` and `.`.
    key: String,
    text: String,
    #[graphql(default = Some(false))]
    required: Option<bool>,
    /// The possible answers. Without any, an answer may be any text.
    choices: Option<Vec<String>>,
}

#[derive(GraphQLInputObject)]
pub(crate) struct SetJobQuestionsInput {
    pub(crate) organization_id: String,
    pub(crate) job_id: String,
    /// All questions of the job, in the order in which they are asked.
    questions: Vec<JobQuestionInput>,
}

impl SetJobQuestionsInput {
    pub(crate) fn questions(&self) -> Vec<shortlist_domain::JobQuestion> {
        let question = |input: &JobQuestionInput| shortlist_domain::JobQuestion {
            key: input.key.clone(),
            text: input.text.clone(),
            required: input.required.unwrap_or(false),
            choices: input.choices.clone().unwrap_or_default(),
        };
        self.questions.iter().map(question).collect()
    }
}

impl JobQuestion {
    pub(crate) fn load(context: &RequestContext, job: &JobId) -> Result<Vec<Self>, AppError> {
        let organization = &context.principal.organization_id;
        let questions = context.app.jobs().questions(organization, job)?;
        let bytes = |one: &shortlist_domain::JobQuestion| {
            ITEM_BYTES + one.text.len() + one.choices.iter().map(String::len).sum::<usize>()
        };
        context.charge(questions.iter().map(bytes).sum())?;
        Ok(questions.into_iter().map(Self::of).collect())
    }

    fn of(question: shortlist_domain::JobQuestion) -> Self {
        Self {
            key: question.key,
            text: question.text,
            required: question.required,
            choices: question.choices,
        }
    }
}

/// An application from outside, as it arrived. Its files are the candidate's resume and documents.
#[derive(GraphQLObject)]
#[graphql(name = "ReceivedApplication")]
pub(crate) struct Application {
    /// The number that the applicant got.
    receipt_number: String,
    received_at: String,
    source: String,
    /// The name, as given by the applicant.
    full_name: Option<String>,
    /// The e-mail address, as given by the applicant.
    email_address: Option<String>,
    /// The telephone number, as given by the applicant.
    phone_number: Option<String>,
    answers: Vec<ApplicationAnswer>,
    consent_text: String,
    consent_version: String,
    /// When the applicant consented, as the sender stated it.
    consent_time: Option<String>,
    /// Whether the content was kept. Only the receipt number is, if more than 10 applications for one candidate arrive in 24
    /// hours.
    kept: bool,
}

/// An applicant's answer, with the question as it was asked.
#[derive(GraphQLObject)]
pub(crate) struct ApplicationAnswer {
    key: String,
    question: String,
    answer: String,
}

impl Application {
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
        Ok(forms.into_iter().map(Self::of).collect())
    }

    fn of(form: ApplicationForm) -> Self {
        let answer = |one: shortlist_domain::ApplicationAnswer| ApplicationAnswer {
            key: one.key,
            question: one.question,
            answer: one.answer,
        };
        Self {
            receipt_number: form.receipt.into_string(),
            received_at: form.received_at.to_string(),
            source: form.source,
            full_name: form.contact.full_name,
            email_address: form.contact.email,
            phone_number: form.contact.phone,
            answers: form.answers.into_iter().map(answer).collect(),
            consent_text: form.consent.text,
            consent_version: form.consent.version,
            consent_time: form.consent.given_at,
            kept: form.is_kept,
        }
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
