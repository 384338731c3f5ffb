//! What changed between the interview or the report that a form shows and the present one.

use actix_web::http::StatusCode;
use shortlist_domain::Interview;

use super::time_form::TimeForm;
use crate::form::Fields;
use crate::naming::label;

/// The state of an interview that a form was based on. The form carries it in hidden fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Seen {
    pub(super) sequence: String,
    pub(super) values: Vec<SeenValue>,
}

/// A value that the form showed before it was edited.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct SeenValue {
    /// The name of the hidden field.
    pub(super) field: &'static str,
    /// The name of the value for people.
    pub(super) name: &'static str,
    pub(super) text: String,
}

/// A value that somebody else changed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Edit {
    pub(super) name: &'static str,
    pub(super) before: String,
    pub(super) after: String,
}

/// The names of the hidden fields, with the names for people.
const FIELDS: [(&str, &str); 6] = [
    ("seen.time", "Time"),
    ("seen.minutes", "Minutes"),
    ("seen.place", "Place"),
    ("seen.link", "Link"),
    ("seen.interviewer", "Interviewer"),
    ("seen.status", "Status"),
];

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
        let values = FIELDS.into_iter().zip(texts);
        Self {
            sequence: interview.sequence.to_string(),
            values: values
                .map(|((field, name), text)| SeenValue { field, name, text })
                .collect(),
        }
    }

    /// Returns what differs from the values in a form.
    pub(super) fn edits_since(&self, fields: &Fields) -> Vec<Edit> {
        edits(&self.values, fields)
    }
}

/// Returns which of the present values differ from those that a form was based on.
pub(super) fn edits(now: &[SeenValue], fields: &Fields) -> Vec<Edit> {
    let edit = |now: &SeenValue| {
        let before = fields.get(now.field);
        (fields.has(now.field) && before != now.text.trim()).then(|| Edit {
            name: now.name,
            before: shown(before),
            after: shown(&now.text),
        })
    };
    now.iter().filter_map(edit).collect()
}

fn shown(text: &str) -> String {
    match text {
        "" => "nothing".to_owned(),
        text => text.to_owned(),
    }
}

/// Returns a problem in the words of the form. The API's message about a conflict names its own field.
pub(super) fn explained((status, problem): (StatusCode, String)) -> (StatusCode, String) {
    let problem = match problem.contains("allowOverlap") {
        true => "An interviewer has another interview at this time. Choose another time, or select “Use this time anyway”."
            .to_owned(),
        false => problem,
    };
    (status, problem)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seen(time: &str, place: &str) -> Seen {
        let value = |(field, name): (&'static str, &'static str), text: &str| SeenValue {
            field,
            name,
            text: text.to_owned(),
        };
        Seen {
            sequence: "1".to_owned(),
            values: vec![value(FIELDS[0], time), value(FIELDS[2], place)],
        }
    }

    #[test]
    fn only_values_that_somebody_changed_are_edits() {
        let sent = [("seen.time", "9:00"), ("seen.place", "")];
        let fields = sent.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let fields = Fields::new(fields.into());
        assert_eq!(seen("9:00", "").edits_since(&fields), []);
        let edits = seen("9:00", "Room 7").edits_since(&fields);
        let expected = Edit {
            name: "Place",
            before: "nothing".to_owned(),
            after: "Room 7".to_owned(),
        };
        assert_eq!(edits, [expected]);
    }
}
