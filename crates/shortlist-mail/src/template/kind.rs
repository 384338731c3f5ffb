//! The mails that have a template, and what each can say.

use super::placeholder::Placeholder;

/// A mail that has a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum TemplateKind {
    /// To a candidate whose application has arrived.
    ApplicationReceived,
    /// To a candidate who is not chosen.
    Rejected,
    /// To a candidate who is invited to an interview.
    InterviewInvited,
    /// To a candidate whose interview has another time.
    InterviewMoved,
    /// To a candidate whose interview does not take place.
    InterviewCancelled,
    /// To a candidate shortly before an interview.
    InterviewReminder,
    /// To an interviewer of a new interview.
    InterviewerInvited,
    /// To an interviewer of an interview that has another time.
    InterviewerMoved,
    /// To an interviewer of an interview that does not take place.
    InterviewerCancelled,
    /// To an interviewer shortly before an interview.
    InterviewerReminder,
    /// To an interviewer who has not written the report of an interview.
    ReportDue,
    /// To a candidate who gets an offer.
    Offer,
    /// To a new user.
    UserInvited,
    /// To a user who has forgotten the password.
    PasswordReset,
    /// To a user whom somebody mentions in a note.
    Mention,
    /// To a user on each working day, with what waits.
    DailyDigest,
}

/// How a placeholder is used in a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It always has a value, and the mail makes no sense without it.
    Required,
    /// It always has a value.
    Always,
    /// It may have no value. What contains it is left out then.
    Optional,
}

/// A placeholder of a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Usage {
    /// The placeholder.
    pub placeholder: Placeholder,
    /// How it is used.
    pub presence: Presence,
}

const fn required(placeholder: Placeholder) -> Usage {
    Usage {
        placeholder,
        presence: Presence::Required,
    }
}

const fn always(placeholder: Placeholder) -> Usage {
    Usage {
        placeholder,
        presence: Presence::Always,
    }
}

const fn optional(placeholder: Placeholder) -> Usage {
    Usage {
        placeholder,
        presence: Presence::Optional,
    }
}

use Placeholder as P;

const APPLICATION: &[Usage] = &[
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Link),
];
const REJECTED: &[Usage] = &[
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Message),
    optional(P::Explanation),
    optional(P::Link),
];
const INTERVIEW: &[Usage] = &[
    required(P::InterviewTime),
    always(P::Duration),
    optional(P::Place),
    optional(P::MeetingLink),
    optional(P::Interviewers),
    optional(P::Message),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Link),
];
const MOVED: &[Usage] = &[
    required(P::InterviewTime),
    always(P::PreviousTime),
    always(P::Duration),
    optional(P::Place),
    optional(P::MeetingLink),
    optional(P::Interviewers),
    optional(P::Message),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Link),
];
const INTERVIEWER: &[Usage] = &[
    required(P::InterviewTime),
    always(P::Duration),
    optional(P::Place),
    optional(P::MeetingLink),
    optional(P::Interviewers),
    optional(P::Message),
    always(P::UserName),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Link),
];
const INTERVIEWER_MOVED: &[Usage] = &[
    required(P::InterviewTime),
    always(P::PreviousTime),
    always(P::Duration),
    optional(P::Place),
    optional(P::MeetingLink),
    optional(P::Interviewers),
    optional(P::Message),
    always(P::UserName),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Link),
];
const INTERVIEWER_REMINDER: &[Usage] = &[
    required(P::InterviewTime),
    always(P::Duration),
    optional(P::Place),
    optional(P::MeetingLink),
    optional(P::Interviewers),
    optional(P::Message),
    always(P::UserName),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Link),
    optional(P::PreferencesLink),
];
const REPORT_DUE: &[Usage] = &[
    required(P::InterviewTime),
    always(P::Duration),
    always(P::UserName),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Link),
    optional(P::PreferencesLink),
];
const OFFER: &[Usage] = &[
    optional(P::Link),
    optional(P::ExpiresAt),
    optional(P::Message),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
];
const MENTION: &[Usage] = &[
    always(P::AuthorName),
    always(P::UserName),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
    optional(P::Link),
    optional(P::PreferencesLink),
];
const DIGEST: &[Usage] = &[
    optional(P::InterviewsToday),
    optional(P::ReportsDue),
    optional(P::NewCandidates),
    always(P::UserName),
    always(P::OrganizationName),
    optional(P::Link),
    optional(P::JobsLink),
    optional(P::PreferencesLink),
];
const ACCOUNT: &[Usage] = &[
    required(P::Link),
    always(P::ExpiresAt),
    always(P::UserName),
    always(P::OrganizationName),
];

impl TemplateKind {
    /// All mails.
    pub const ALL: [Self; 16] = [
        Self::ApplicationReceived,
        Self::Rejected,
        Self::InterviewInvited,
        Self::InterviewMoved,
        Self::InterviewCancelled,
        Self::InterviewReminder,
        Self::InterviewerInvited,
        Self::InterviewerMoved,
        Self::InterviewerCancelled,
        Self::InterviewerReminder,
        Self::ReportDue,
        Self::Offer,
        Self::UserInvited,
        Self::PasswordReset,
        Self::Mention,
        Self::DailyDigest,
    ];

    /// Returns the name, as it is stored.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ApplicationReceived => "application_received",
            Self::Rejected => "rejected",
            Self::InterviewInvited => "interview_invited",
            Self::InterviewMoved => "interview_moved",
            Self::InterviewCancelled => "interview_cancelled",
            Self::InterviewReminder => "interview_reminder",
            Self::InterviewerInvited => "interviewer_invited",
            Self::InterviewerMoved => "interviewer_moved",
            Self::InterviewerCancelled => "interviewer_cancelled",
            Self::InterviewerReminder => "interviewer_reminder",
            Self::ReportDue => "report_due",
            Self::Offer => "offer",
            Self::UserInvited => "user_invited",
            Self::PasswordReset => "password_reset",
            Self::Mention => "mention",
            Self::DailyDigest => "daily_digest",
        }
    }

    /// Finds a mail by its name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.as_str() == name)
    }

    /// Returns the purpose and the recipient of the mail, in English.
    pub fn about(self) -> &'static str {
        match self {
            Self::ApplicationReceived => "Receipt of the application, to the candidate",
            Self::Rejected => "Rejection, to the candidate",
            Self::InterviewInvited => "Invitation to an interview, to the candidate",
            Self::InterviewMoved => "New time of an interview, to the candidate",
            Self::InterviewCancelled => "Cancellation of an interview, to the candidate",
            Self::InterviewReminder => "Reminder of an interview, to the candidate",
            Self::InterviewerInvited => "Invitation to an interview, to the interviewer",
            Self::InterviewerMoved => "New time of an interview, to the interviewer",
            Self::InterviewerCancelled => "Cancellation of an interview, to the interviewer",
            Self::InterviewerReminder => "Reminder of an interview, to the interviewer",
            Self::ReportDue => "Reminder of a report, to the interviewer",
            Self::Offer => "Offer, to the candidate",
            Self::UserInvited => "Invitation of a user, to the user",
            Self::PasswordReset => "Link to reset a password, to the user",
            Self::Mention => "Mention in a note, to the user",
            Self::DailyDigest => "What waits on a working day, to the user",
        }
    }

    /// Returns whether the mail is about a candidate.
    pub fn is_about_candidate(self) -> bool {
        self.usage(Placeholder::CandidateName).is_some()
    }

    /// Returns the placeholders of the mail, the most important ones first.
    pub fn placeholders(self) -> &'static [Usage] {
        match self {
            Self::ApplicationReceived => APPLICATION,
            Self::Rejected => REJECTED,
            Self::InterviewInvited | Self::InterviewCancelled | Self::InterviewReminder => {
                INTERVIEW
            }
            Self::InterviewMoved => MOVED,
            Self::InterviewerInvited | Self::InterviewerCancelled => INTERVIEWER,
            Self::InterviewerReminder => INTERVIEWER_REMINDER,
            Self::InterviewerMoved => INTERVIEWER_MOVED,
            Self::ReportDue => REPORT_DUE,
            Self::Offer => OFFER,
            Self::UserInvited | Self::PasswordReset => ACCOUNT,
            Self::Mention => MENTION,
            Self::DailyDigest => DIGEST,
        }
    }

    /// Returns how a placeholder is used in the mail, if it is.
    pub fn usage(self, placeholder: Placeholder) -> Option<Presence> {
        let mut all = self.placeholders().iter();
        let found = all.find(|usage| usage.placeholder == placeholder)?;
        Some(found.presence)
    }
}
