//! What changed between the record that a form was based on and the present one.

use crate::form::Fields;

/// A value that the form showed before it was edited. The form carries it in a hidden field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SeenValue {
    /// The name of the hidden field.
    pub(crate) field: &'static str,
    /// The name of the value for people.
    pub(crate) name: &'static str,
    pub(crate) text: String,
}

/// A value that somebody else changed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Edit {
    pub(crate) name: String,
    pub(crate) before: String,
    pub(crate) after: String,
    /// What was typed or chosen instead, if the form has a field for it.
    pub(crate) typed: Option<String>,
}

/// Returns values with the names of their hidden fields and their names for people.
pub(crate) fn seen_values<const N: usize>(
    names: [(&'static str, &'static str); N],
    texts: [String; N],
) -> Vec<SeenValue> {
    let values = names.into_iter().zip(texts);
    values
        .map(|((field, name), text)| SeenValue { field, name, text })
        .collect()
}

/// Returns which of the present values differ from those that a form was based on.
pub(crate) fn edits(now: &[SeenValue], fields: &Fields) -> Vec<Edit> {
    let edit = |now: &SeenValue| {
        let before = fields.get(now.field);
        (fields.has(now.field) && before != now.text.trim()).then(|| Edit {
            name: now.name.to_owned(),
            before: shown(before),
            after: shown(&now.text),
            typed: typed(now.field, fields),
        })
    };
    now.iter().filter_map(edit).collect()
}

/// Returns what was typed into the field whose earlier value a hidden field carries.
fn typed(seen: &str, fields: &Fields) -> Option<String> {
    let field = seen.strip_prefix("seen.")?;
    fields.has(field).then(|| shown(fields.get(field)))
}

fn shown(text: &str) -> String {
    match text {
        "" => "nothing".to_owned(),
        text => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_values_that_somebody_changed_are_edits() {
        let sent = [
            ("seen.time", "9:00"),
            ("seen.place", ""),
            ("place", "Room 9"),
        ];
        let fields = sent.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let fields = Fields::new(fields.into());
        let now = |time: &str, place: &str| {
            let names = [("seen.time", "Time"), ("seen.place", "Place")];
            seen_values(names, [time.to_owned(), place.to_owned()])
        };
        assert_eq!(edits(&now("9:00", ""), &fields), []);
        let expected = Edit {
            name: "Place".to_owned(),
            before: "nothing".to_owned(),
            after: "Room 7".to_owned(),
            typed: Some("Room 9".to_owned()),
        };
        assert_eq!(edits(&now("9:00", "Room 7"), &fields), [expected]);
    }
}
