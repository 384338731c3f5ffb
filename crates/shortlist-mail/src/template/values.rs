//! The values of placeholders.

use shortlist_domain::{InterviewMinutes, InvalidValue, MailProblem};
use url::Url;

use super::language::{Language, LocalTime};
use super::placeholder::Placeholder;

/// The address of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebLink(String);

impl WebLink {
    /// Parses an address.
    ///
    /// # Errors
    /// Returns an error unless it begins with `https://` or `http://` and contains no password.
    pub fn parse(field: &str, text: &str) -> Result<Self, InvalidValue> {
        let url = Url::parse(text.trim()).ok().filter(|url| {
            matches!(url.scheme(), "https" | "http")
                && url.password().is_none()
                && url.username().is_empty()
        });
        let url = url.ok_or_else(|| InvalidValue::new(field, MailProblem::NotPageAddress))?;
        Ok(Self(url.into()))
    }
}

/// The values of placeholders. A mail needs those of its [`super::TemplateKind::placeholders`].
#[derive(Debug, Clone, Default)]
pub struct Values {
    /// The name of the candidate.
    pub candidate_name: Option<String>,
    /// The name of the user whom the mail is for.
    pub user_name: Option<String>,
    /// The title of the job.
    pub job_title: Option<String>,
    /// The name of the organization.
    pub organization_name: Option<String>,
    /// When the interview begins.
    pub interview_time: Option<LocalTime>,
    /// When it would have begun.
    pub previous_time: Option<LocalTime>,
    /// How long it takes.
    pub duration: Option<InterviewMinutes>,
    /// Where it takes place.
    pub place: Option<String>,
    /// The address of the meeting.
    pub meeting_link: Option<WebLink>,
    /// The names of the interviewers.
    pub interviewers: Option<String>,
    /// What a colleague has added. It may have several lines.
    pub message: Option<String>,
    /// The page that the mail is about.
    pub link: Option<WebLink>,
    /// Until when the page can be used.
    pub expires_at: Option<LocalTime>,
}

/// A value as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Link(String),
}

impl Values {
    /// Returns a value in the words of a language. An empty text counts as none.
    pub(super) fn get(&self, placeholder: Placeholder, language: Language) -> Option<Value> {
        use Placeholder as P;
        let text = |text: &Option<String>| {
            let text = text.as_ref().filter(|text| !text.trim().is_empty());
            text.map(|text| Value::Text(text.clone()))
        };
        let time =
            |time: &Option<LocalTime>| time.as_ref().map(|time| Value::Text(language.time(time)));
        let link = |link: &Option<WebLink>| link.as_ref().map(|link| Value::Link(link.0.clone()));
        match placeholder {
            P::CandidateName => text(&self.candidate_name),
            P::UserName => text(&self.user_name),
            P::JobTitle => text(&self.job_title),
            P::OrganizationName => text(&self.organization_name),
            P::InterviewTime => time(&self.interview_time),
            P::PreviousTime => time(&self.previous_time),
            P::Duration => self
                .duration
                .map(|minutes| Value::Text(language.minutes(minutes))),
            P::Place => text(&self.place),
            P::MeetingLink => link(&self.meeting_link),
            P::Interviewers => text(&self.interviewers),
            P::Message => text(&self.message),
            P::Link => link(&self.link),
            P::ExpiresAt => time(&self.expires_at),
        }
    }
}
