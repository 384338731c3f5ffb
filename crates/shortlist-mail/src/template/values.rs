//! The values of placeholders.

use chrono::Duration;
use shortlist_domain::{InterviewMinutes, InvalidValue, MailProblem, TimeZone, Timestamp};
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

/// The explanation of a decision to the candidate. It quotes the resume, so only the contact becomes a link.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Explanation {
    /// The paragraphs. Each may have several lines.
    pub paragraphs: Vec<String>,
    /// Who answers questions. Where the paragraphs contain it, it stays an address. It may be empty.
    pub contact: String,
}

impl Explanation {
    fn is_empty(&self) -> bool {
        let mut paragraphs = self.paragraphs.iter();
        paragraphs.all(|paragraph| paragraph.trim().is_empty())
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
    /// The page where the user chooses which mails to get.
    pub preferences_link: Option<WebLink>,
    /// The name of who mentions the user in a note.
    pub author_name: Option<String>,
    /// How many interviews the user has today.
    pub interviews_today: Option<u32>,
    /// How many reports the user has not written.
    pub reports_due: Option<u32>,
    /// How many candidates are new in the user's jobs.
    pub new_candidates: Option<u32>,
    /// The page with the user's jobs.
    pub jobs_link: Option<WebLink>,
    /// The explanation of the decision.
    pub explanation: Option<Explanation>,
}

/// A value as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Value {
    Text(String),
    Link(String),
    Explanation(Explanation),
}

impl Values {
    /// Returns invented values of all placeholders, to show what a mail looks like. Its interview begins at this time.
    ///
    /// # Errors
    /// Returns an error only if an invented value is invalid, which a test rules out.
    pub fn invented(interview: Timestamp) -> Result<Self, InvalidValue> {
        let text = |text: &str| Some(text.to_owned());
        let hours_later = |hours: i64| LocalTime {
            at: interview.plus(Duration::hours(hours)),
            zone: TimeZone::UTC,
        };
        Ok(Self {
            candidate_name: text("Ada Example"),
            user_name: text("Grace Sample"),
            job_title: text("Gardener"),
            organization_name: text("Example Ltd"),
            interview_time: Some(hours_later(0)),
            previous_time: Some(hours_later(-24)),
            duration: Some(InterviewMinutes::parse("duration", 45)?),
            place: text("Room 1"),
            meeting_link: Some(WebLink::parse("link", "https://meet.example.org/1")?),
            interviewers: text("Grace Sample, Tim Sample"),
            message: text("A few words from a colleague."),
            link: Some(WebLink::parse("link", "https://example.org/app/page")?),
            expires_at: Some(hours_later(168)),
            preferences_link: Some(WebLink::parse(
                "link",
                "https://example.org/app/account/mail",
            )?),
            author_name: text("Tim Sample"),
            interviews_today: Some(2),
            reports_due: Some(1),
            new_candidates: Some(7),
            jobs_link: Some(WebLink::parse("link", "https://example.org/app/jobs")?),
            explanation: Some(Explanation {
                paragraphs: vec![
                    "What was decided\nA few words about the decision.".to_owned(),
                    "- A requirement\n- Another one".to_owned(),
                ],
                contact: String::new(),
            }),
        })
    }

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
        let number = |number: Option<u32>| {
            let number = number.filter(|number| *number > 0);
            number.map(|number| Value::Text(number.to_string()))
        };
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
            P::PreferencesLink => link(&self.preferences_link),
            P::AuthorName => text(&self.author_name),
            P::InterviewsToday => number(self.interviews_today),
            P::ReportsDue => number(self.reports_due),
            P::NewCandidates => number(self.new_candidates),
            P::JobsLink => link(&self.jobs_link),
            P::Explanation => {
                let explanation = self.explanation.as_ref();
                let explanation = explanation.filter(|explanation| !explanation.is_empty());
                explanation.cloned().map(Value::Explanation)
            }
        }
    }
}
