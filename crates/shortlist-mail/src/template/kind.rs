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
    /// To a candidate who gets an offer.
    Offer,
    /// To a new user.
    UserInvited,
    /// To a user who has forgotten the password.
    PasswordReset,
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
const OFFER: &[Usage] = &[
    required(P::Link),
    optional(P::ExpiresAt),
    optional(P::Message),
    always(P::CandidateName),
    always(P::JobTitle),
    always(P::OrganizationName),
];
const ACCOUNT: &[Usage] = &[
    required(P::Link),
    always(P::ExpiresAt),
    always(P::UserName),
    always(P::OrganizationName),
];

impl TemplateKind {
    /// All mails.
    pub const ALL: [Self; 13] = [
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
        Self::Offer,
        Self::UserInvited,
        Self::PasswordReset,
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
            Self::Offer => "offer",
            Self::UserInvited => "user_invited",
            Self::PasswordReset => "password_reset",
        }
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
            Self::InterviewerInvited | Self::InterviewerCancelled | Self::InterviewerReminder => {
                INTERVIEWER
            }
            Self::InterviewerMoved => INTERVIEWER_MOVED,
            Self::Offer => OFFER,
            Self::UserInvited | Self::PasswordReset => ACCOUNT,
        }
    }

    /// Returns how a placeholder is used in the mail, if it is.
    pub fn usage(self, placeholder: Placeholder) -> Option<Presence> {
        let mut all = self.placeholders().iter();
        let found = all.find(|usage| usage.placeholder == placeholder)?;
        Some(found.presence)
    }
}
