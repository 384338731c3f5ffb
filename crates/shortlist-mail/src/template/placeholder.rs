//! The placeholders of templates.

use std::fmt;

use strsim::damerau_levenshtein;

/// The first character that represents a placeholder while a template is read. It has no other meaning.
const FIRST_MARK: u32 = 0xe000;
/// One typing error is expected in so many letters.
const LETTERS_PER_TYPO: usize = 3;

/// A value that a mail can mention.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Placeholder {
    /// The name of the candidate.
    CandidateName,
    /// The name of the user whom the mail is for.
    UserName,
    /// The title of the job.
    JobTitle,
    /// The name of the organization.
    OrganizationName,
    /// When the interview begins.
    InterviewTime,
    /// When it would have begun.
    PreviousTime,
    /// How long it takes.
    Duration,
    /// Where it takes place.
    Place,
    /// The address of the meeting.
    MeetingLink,
    /// The names of the interviewers.
    Interviewers,
    /// What a colleague has added to this mail.
    Message,
    /// The page that the mail is about.
    Link,
    /// Until when the page can be used.
    ExpiresAt,
    /// The page where the user chooses which mails to get.
    PreferencesLink,
    /// The name of who mentions the user in a note.
    AuthorName,
    /// How many interviews the user has today.
    InterviewsToday,
    /// How many reports the user has not written.
    ReportsDue,
    /// How many candidates are new in the user's jobs.
    NewCandidates,
    /// The page with the user's jobs.
    JobsLink,
    /// The explanation of the decision.
    Explanation,
}

/// The type of a placeholder's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ValueKind {
    /// Text that others have written. It is shown as it is, and never as a link.
    Text,
    /// A date and a time, in the words of the language.
    Time,
    /// A number of minutes.
    Minutes,
    /// A number. 0 counts as no value.
    Number,
    /// An address, which a link can lead to.
    Link,
    /// Several paragraphs, which is too long for a subject.
    Paragraphs,
}

impl Placeholder {
    /// All placeholders.
    pub const ALL: [Self; 20] = [
        Self::CandidateName,
        Self::UserName,
        Self::JobTitle,
        Self::OrganizationName,
        Self::InterviewTime,
        Self::PreviousTime,
        Self::Duration,
        Self::Place,
        Self::MeetingLink,
        Self::Interviewers,
        Self::Message,
        Self::Link,
        Self::ExpiresAt,
        Self::PreferencesLink,
        Self::AuthorName,
        Self::InterviewsToday,
        Self::ReportsDue,
        Self::NewCandidates,
        Self::JobsLink,
        Self::Explanation,
    ];

    /// Returns the name, as a template writes it between braces.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::CandidateName => "candidate_name",
            Self::UserName => "user_name",
            Self::JobTitle => "job_title",
            Self::OrganizationName => "organization_name",
            Self::InterviewTime => "interview_time",
            Self::PreviousTime => "previous_time",
            Self::Duration => "duration",
            Self::Place => "place",
            Self::MeetingLink => "meeting_link",
            Self::Interviewers => "interviewers",
            Self::Message => "message",
            Self::Link => "link",
            Self::ExpiresAt => "expires_at",
            Self::PreferencesLink => "preferences_link",
            Self::AuthorName => "author_name",
            Self::InterviewsToday => "interviews_today",
            Self::ReportsDue => "reports_due",
            Self::NewCandidates => "new_candidates",
            Self::JobsLink => "jobs_link",
            Self::Explanation => "explanation",
        }
    }

    /// Returns what the value is, in English.
    pub fn meaning(self) -> &'static str {
        match self {
            Self::CandidateName => "The name of the candidate, or the code while it is masked",
            Self::UserName => "The name of the user who gets the mail",
            Self::JobTitle => "The title of the job",
            Self::OrganizationName => "The name of the organization",
            Self::InterviewTime => "When the interview begins, with the time zone",
            Self::PreviousTime => "When the interview was to begin before it was moved",
            Self::Duration => "How long the interview takes",
            Self::Place => "Where the interview takes place",
            Self::MeetingLink => "The address of the meeting",
            Self::Interviewers => "The names of the interviewers, if there are several",
            Self::Message => "What a colleague has added to this mail, which is not possible yet",
            Self::Link => {
                "The address of the page that the mail is about; candidates have no pages yet"
            }
            Self::ExpiresAt => "When that page stops working",
            Self::PreferencesLink => "The address of the page where users turn such mails off",
            Self::AuthorName => "The name of who mentions the user in a note",
            Self::InterviewsToday => "How many interviews the user has today",
            Self::ReportsDue => "How many reports the user has not written",
            Self::NewCandidates => "How many candidates are new in the user's jobs",
            Self::JobsLink => "The address of the page with the user's jobs",
            Self::Explanation => {
                "The explanation of the decision, if a contact for candidates is set"
            }
        }
    }

    /// Returns the type of the value.
    pub fn kind(self) -> ValueKind {
        match self {
            Self::InterviewTime | Self::PreviousTime | Self::ExpiresAt => ValueKind::Time,
            Self::Duration => ValueKind::Minutes,
            Self::MeetingLink | Self::Link | Self::PreferencesLink | Self::JobsLink => {
                ValueKind::Link
            }
            Self::InterviewsToday | Self::ReportsDue | Self::NewCandidates => ValueKind::Number,
            Self::CandidateName
            | Self::UserName
            | Self::JobTitle
            | Self::OrganizationName
            | Self::Place
            | Self::Interviewers
            | Self::Message
            | Self::AuthorName => ValueKind::Text,
            Self::Explanation => ValueKind::Paragraphs,
        }
    }

    /// Finds a placeholder by its name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// Finds the placeholder that was probably meant.
    pub(crate) fn nearest(name: &str, known: impl Iterator<Item = Self>) -> Option<Self> {
        let folded = name.to_lowercase().replace(['-', ' '], "_");
        let distance = |one: &Self| damerau_levenshtein(&folded, one.as_str());
        let nearest = known.min_by_key(distance)?;
        let most = nearest.as_str().len().div_ceil(LETTERS_PER_TYPO);
        (distance(&nearest) <= most).then_some(nearest)
    }

    /// Returns the character that represents the placeholder while a template is read.
    pub(crate) fn mark(self) -> char {
        let index = Self::ALL.iter().position(|one| *one == self);
        let index = index.and_then(|index| u32::try_from(index).ok());
        let mark = index.and_then(|index| char::from_u32(FIRST_MARK + index));
        mark.unwrap_or(char::REPLACEMENT_CHARACTER)
    }

    /// Returns the placeholder that a character represents.
    pub(crate) fn of_mark(mark: char) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.mark() == mark)
    }
}

impl fmt::Display for Placeholder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{{{}}}}}", self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_marks_lead_back_to_the_placeholder() {
        for placeholder in Placeholder::ALL {
            assert_eq!(Placeholder::find(placeholder.as_str()), Some(placeholder));
            assert_eq!(Placeholder::of_mark(placeholder.mark()), Some(placeholder));
        }
        assert_eq!(Placeholder::of_mark('a'), None);
        assert_eq!(Placeholder::Link.to_string(), "{{link}}");
    }

    #[test]
    fn the_nearest_name_is_found() {
        let nearest = |name| Placeholder::nearest(name, Placeholder::ALL.into_iter());
        assert_eq!(nearest("canidate_name"), Some(Placeholder::CandidateName));
        assert_eq!(nearest("Job-Title"), Some(Placeholder::JobTitle));
        assert_eq!(nearest("salary_expectation"), None);
    }
}
