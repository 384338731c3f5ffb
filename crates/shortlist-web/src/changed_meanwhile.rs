//! What somebody else has changed since a form was shown, as values and in the words of the pages.

use std::fmt;

use shortlist_app::{App, AppError, Unchanged};
use shortlist_domain::{InvalidValue, JobStatus, Principal};

/// The most candidates that a sentence names.
const MAX_NAMED: usize = 5;

/// What somebody else has changed since a form was shown. Nothing was saved.
#[derive(Debug)]
pub(crate) enum ChangedMeanwhile {
    /// The stage of a candidate.
    Stage {
        /// How the candidate appears to the user.
        candidate: String,
    },
    /// The status of a candidate, which has this label now.
    Status(&'static str),
    /// The statuses of selected candidates.
    Statuses {
        /// How those with another status appear to the user.
        names: Vec<String>,
        /// How many do not exist any more.
        gone: usize,
    },
    /// The value of a custom field; empty if there is none.
    CustomValue {
        /// The label of the field.
        label: String,
        /// The value now.
        now: String,
        /// The value that was typed.
        typed: String,
    },
    /// The value that counts in a resume; empty if there is none.
    Correction {
        /// The name of the field.
        field: &'static str,
        /// The value now.
        now: String,
        /// The value that was typed.
        typed: String,
    },
    /// The offer for a candidate.
    Offer {
        /// The offer now.
        now: String,
        /// The terms that were typed; empty if only the state changes.
        typed: String,
    },
    /// The time, the place or the status of an interview.
    Interview,
    /// The status of a job, which is this now.
    JobStatus(JobStatus),
    /// The hiring team of a job.
    Team {
        /// The members now.
        names: Vec<String>,
    },
    /// The questions of a job.
    Questions,
    /// A list of stages.
    Stages,
    /// Settings of the organization.
    Settings(ChangedSettings),
}

/// Which settings of the organization somebody else has changed.
#[derive(Debug)]
pub(crate) enum ChangedSettings {
    /// The jobs that recruiters see.
    RecruiterAccess,
    /// The roles that need a second factor.
    SecondFactorPolicy,
    /// The identity provider.
    IdentityProvider,
    /// The identity provider that was to be removed.
    RemovedProvider,
    /// The reasons for rejections.
    RejectionReasons,
    /// The text of a mail.
    MailText,
    /// The text of a mail that was to be reset to the shipped one.
    ResetMailText,
    /// The sender of mails.
    MailSender,
    /// A new custom field exists already.
    NewField {
        /// The field.
        now: String,
    },
    /// A custom field.
    Field {
        /// The field when the form was shown.
        was: String,
        /// The field now.
        now: String,
    },
    /// The retention period in days; empty if candidates are kept.
    Retention {
        /// The period when the form was shown.
        was: String,
        /// The period now.
        now: String,
    },
    /// The contact for decisions, and the years for which their records are kept.
    Decisions {
        /// The contact now; empty if there is none.
        contact: String,
        /// The years now.
        years: i32,
    },
}

/// The sentence for the page. Its end and its first letter follow the page.
impl fmt::Display for ChangedMeanwhile {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stage { candidate } => write!(
                formatter,
                "Someone else has moved {candidate} in the meantime. The board shows the current stage. Move the candidate again if you still want to"
            ),
            Self::Status(now) => write!(
                formatter,
                "someone else has set the status to “{now}” in the meantime. Save again if you still want to change it"
            ),
            Self::Statuses { names, gone } => write!(
                formatter,
                "Nothing is changed. Since you opened this page, {}. The statuses below are the present ones. Confirm again if you \
                 still want this",
                changed_or_gone(names, *gone)
            ),
            Self::CustomValue { label, now, typed } => write!(
                formatter,
                "someone else has changed {label} to {} in the meantime. You typed {}, which is still in the form. Save again to replace it",
                quoted(now),
                quoted(typed)
            ),
            Self::Correction { field, now, typed } => write!(
                formatter,
                "someone else has corrected the {field} to “{now}” in the meantime. You typed “{typed}”, which is still in the form. Correct it again to replace theirs"
            ),
            Self::Offer { now, typed } => {
                let typed = match typed.as_str() {
                    "" => String::new(),
                    typed => format!(" You typed: {typed}."),
                };
                write!(
                    formatter,
                    "Someone else has changed the offer since you opened this page. It is now: {now}.{typed} Check it, and change it again if you still want to"
                )
            }
            Self::Interview => {
                formatter.write_str("someone else changed the interview meanwhile")
            }
            Self::JobStatus(now) => write!(
                formatter,
                "someone else has set the status to “{}” since you opened this page. Check it, and change it again if you still want to",
                now.as_str()
            ),
            Self::Team { names } => write!(
                formatter,
                "Someone else has changed the team since you opened this page. It is now: {}. Your choice is still in the form. Save again to replace the team",
                names.join(", ")
            ),
            Self::Questions => formatter.write_str(
                "Someone else has changed the questions since you opened this page. What you typed is still in the form; the stored questions are below it. Save again to replace them",
            ),
            Self::Stages => formatter.write_str(
                "Someone else has changed the stages since you opened this page. What you typed is still in the form; the stored stages are below it. Save again to replace them",
            ),
            Self::Settings(settings) => settings.fmt(formatter),
        }
    }
}

impl fmt::Display for ChangedSettings {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RejectionReasons => formatter.write_str(
                "Someone else has changed the reasons since you opened this page. What you typed is still in the form; the \
                 stored reasons are below it. Save again to replace them.",
            ),
            Self::MailText => formatter.write_str(
                "Someone else has changed this text since you opened this page. What you typed is still in the form; the stored text is \
                 below it. Save again to replace it",
            ),
            Self::ResetMailText => formatter.write_str(
                "Someone else has changed this text since you opened this page, so it was not reset. The form shows the stored text. \
                 Reset it if you still want to",
            ),
            Self::MailSender => formatter.write_str(
                "Someone else has changed the sender since you opened this page. What you typed is still in the form. Save again to \
                 replace the stored one",
            ),
            Self::NewField { now } => write!(
                formatter,
                "A field has this key already: {now}. Choose another key, or change that field."
            ),
            Self::Field { was, now } => write!(
                formatter,
                "Someone else has changed this field since you opened this page. It was “{was}” and is now “{now}”. What you typed is still in the form. Check it, and save again."
            ),
            Self::Retention { was, now } => write!(
                formatter,
                "Someone else has changed the retention period since you opened this page, from {} to {}. Check it, and save again.",
                period(was),
                period(now)
            ),
            Self::Decisions { contact, years } => {
                let contact = match contact.as_str() {
                    "" => "nobody",
                    contact => contact,
                };
                write!(
                    formatter,
                    "Someone else has changed these settings since you opened this page: the contact is {contact}, and records are kept for {years} years. What you typed is still in the form. Check it, and save again."
                )
            }
            Self::IdentityProvider => formatter.write_str(
                "Someone else has changed single sign-on since you opened this page. What you typed is still in the form. Save again to replace the stored settings",
            ),
            Self::RemovedProvider => formatter.write_str(
                "Someone else has changed single sign-on since you opened this page. The stored settings are below. Remove it again if you still want to",
            ),
            Self::RecruiterAccess | Self::SecondFactorPolicy => formatter.write_str(
                "Someone else has changed this since you opened this page. Your choice is still in the form. Save again if you still want it",
            ),
        }
    }
}

/// Returns whose statuses somebody else has changed, and how many were erased.
fn changed_or_gone(names: &[String], gone: usize) -> String {
    let named: Vec<&str> = names.iter().take(MAX_NAMED).map(String::as_str).collect();
    let named = named.join(", ");
    let changed = match names.len().saturating_sub(MAX_NAMED) {
        _ if names.is_empty() => None,
        0 => Some(format!("someone else has changed {named}")),
        more => Some(format!("someone else has changed {named} and {more} more")),
    };
    let erased = match gone {
        0 => None,
        1 => Some("1 candidate was erased".to_owned()),
        count => Some(format!("{count} candidates were erased")),
    };
    let both: Vec<String> = changed.into_iter().chain(erased).collect();
    both.join(", and ")
}

fn quoted(text: &str) -> String {
    match text {
        "" => "nothing".to_owned(),
        text => format!("“{text}”"),
    }
}

fn period(days: &str) -> String {
    match days {
        "" => "keeping all candidates".to_owned(),
        days => format!("{days} days"),
    }
}

/// Why a form was not saved.
pub(crate) enum Unsaved {
    /// Somebody else has changed what the form showed.
    Changed(ChangedMeanwhile),
    /// The use case refused.
    Refused(AppError),
}

impl From<ChangedMeanwhile> for Unsaved {
    fn from(changed: ChangedMeanwhile) -> Self {
        Self::Changed(changed)
    }
}

impl From<ChangedSettings> for Unsaved {
    fn from(changed: ChangedSettings) -> Self {
        Self::Changed(ChangedMeanwhile::Settings(changed))
    }
}

impl From<AppError> for Unsaved {
    fn from(error: AppError) -> Self {
        Self::Refused(error)
    }
}

impl From<InvalidValue> for Unsaved {
    fn from(invalid: InvalidValue) -> Self {
        Self::Refused(invalid.into())
    }
}

/// Compares records with what the form showed, and changes them, as one step. Returns the inner error if they differ.
///
/// # Errors
/// Returns the error of the use case, or a conflict if others keep changing the record.
pub(crate) fn if_unchanged<T>(
    app: &App,
    principal: &Principal,
    mut work: impl FnMut(&Unchanged<'_>) -> Result<T, Unsaved>,
) -> Result<Result<T, ChangedMeanwhile>, AppError> {
    app.if_unchanged(&principal.organization_id, |services| {
        match work(services) {
            Ok(done) => Ok(Ok(done)),
            Err(Unsaved::Changed(changed)) => Ok(Err(changed)),
            Err(Unsaved::Refused(error)) => Err(error),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_names_a_few_candidates() {
        let names: Vec<String> = (1..=7).map(|number| format!("Person {number}")).collect();
        let text = changed_or_gone;
        assert_eq!(text(&names[..1], 0), "someone else has changed Person 1");
        assert_eq!(text(&[], 2), "2 candidates were erased");
        assert_eq!(
            text(&names, 1),
            "someone else has changed Person 1, Person 2, Person 3, Person 4, Person 5 and 2 more, and 1 candidate was erased"
        );
    }

    #[test]
    fn a_value_that_is_missing_is_named_too() {
        let changed = ChangedMeanwhile::CustomValue {
            label: "City".to_owned(),
            now: String::new(),
            typed: "Bonn".to_owned(),
        };
        assert_eq!(
            changed.to_string(),
            "someone else has changed City to nothing in the meantime. You typed “Bonn”, which is still in the form. Save again to replace it"
        );
        let changed = ChangedSettings::Retention {
            was: String::new(),
            now: "365".to_owned(),
        };
        let text = changed.to_string();
        assert!(
            text.contains("from keeping all candidates to 365 days"),
            "{text}"
        );
        let changed = ChangedMeanwhile::Offer {
            now: "70000 EUR, Sent".to_owned(),
            typed: String::new(),
        };
        let text = changed.to_string();
        assert!(
            text.contains("It is now: 70000 EUR, Sent. Check it"),
            "{text}"
        );
    }
}
