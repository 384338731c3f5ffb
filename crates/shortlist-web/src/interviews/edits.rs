//! The state of an interview that a form was based on.

use crate::respond::error::PageError;
use actix_web::http::StatusCode;
use shortlist_domain::Interview;

use super::time_form::TimeForm;
use crate::edits::{Edit, SeenValue, edits, seen_values};
use crate::form::Fields;
use crate::naming::label;

/// The message of a conflict between interviews. The API's one names its own field.
const OVERLAP: &str = "An interviewer has another interview at this time. Choose another time, or select “Use this time anyway”.";

/// The state of an interview that a form was based on. The form carries it in hidden fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) sequence: String,
    pub(super) values: Vec<SeenValue>,
}

/// The names of the hidden fields, with the names for people.
const FIELDS: [(&str, &str); 6] = [
    ("seen.time", "Time"),
    ("seen.minutes", "Minutes"),
    ("seen.place", "Place"),
    ("seen.link", "Link"),
    ("seen.interviewer", "Interviewer"),
    (STATUS, "Status"),
];
const STATUS: &str = "seen.status";

impl Seen {
    pub(super) fn of_interview(interview: &Interview) -> Self {
        let TimeForm {
            date,
            time,
            zone,
            minutes,
            place,
            link,
        } = TimeForm::of_interview(interview);
        let texts = [
            format!("{date} {time} {zone}"),
            minutes,
            place,
            link,
            interview.interviewer_name.clone(),
            label(interview.status).to_owned(),
        ];
        Self {
            sequence: interview.sequence.to_string(),
            values: seen_values(FIELDS, texts),
        }
    }

    /// Returns what differs from the values in a form.
    pub(super) fn edits_since(&self, fields: &Fields) -> Vec<Edit> {
        edits(&self.values, fields)
    }
}

/// Returns whether somebody has changed the status since the form was shown. Such a change does not always increase the sequence number,
/// which counts what calendars show.
pub(super) fn has_other_status(interview: &Interview, fields: &Fields) -> bool {
    fields.has(STATUS) && fields.get(STATUS) != label(interview.status)
}

/// Returns the message of a refusal in the words of the form, if another input can succeed.
pub(super) fn about_form(error: PageError) -> Result<(StatusCode, String), PageError> {
    let is_overlap = error.is_overlap();
    let (status, problem) = error.about_input()?;
    Ok((
        status,
        if is_overlap {
            OVERLAP.to_owned()
        } else {
            problem
        },
    ))
}
