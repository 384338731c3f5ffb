//! The short texts of a job as lists search and filter them: one line each, in lower case.
//!
//! A line is a label, a separator and the folded value. So one trigram index finds a word in any of them, and also a
//! whole line.

use shortlist_domain::Attribute;

use crate::text::folded;

/// Separates a label from its value. No folded value contains it.
const SEPARATOR: char = '\u{1f}';
/// The labels are control characters, so that no search finds a job by a label.
const CODE: &str = "\u{1}";
const EXTERNAL_ID: &str = "\u{2}";
const DEPARTMENT: &str = "\u{3}";
const LOCATION: &str = "\u{4}";
/// The beginning of the label of an attribute. Its name follows, which searches may find.
const ATTRIBUTE: &str = "\u{5}";

/// The short texts of a job.
pub(super) struct Details<'a> {
    pub(super) code: &'a str,
    pub(super) external_id: Option<&'a str>,
    pub(super) department: Option<&'a str>,
    pub(super) location: Option<&'a str>,
    pub(super) attributes: &'a [Attribute],
}

impl Details<'_> {
    /// Returns the lines.
    pub(super) fn text(&self) -> String {
        let fields = [
            (CODE, Some(self.code)),
            (EXTERNAL_ID, self.external_id),
            (DEPARTMENT, self.department),
            (LOCATION, self.location),
        ];
        let fields = fields
            .into_iter()
            .filter_map(|(label, value)| Some(line(label, value?)));
        let attributes = self.attributes.iter().map(attribute_line);
        let lines: Vec<String> = fields.chain(attributes).collect();
        format!("\n{}\n", lines.join("\n"))
    }
}

fn line(label: &str, value: &str) -> String {
    let value = folded(value).replace(SEPARATOR, " ");
    format!("{label}{SEPARATOR}{value}")
}

fn attribute_line(attribute: &Attribute) -> String {
    let name = folded(&attribute.name).replace(SEPARATOR, " ");
    line(&format!("{ATTRIBUTE}{name}"), &attribute.value)
}

/// Returns the whole line of a department, with the line breaks around it.
pub(super) fn department_line(department: &str) -> String {
    format!("\n{}\n", line(DEPARTMENT, department))
}

/// Returns the whole line of a location, with the line breaks around it.
pub(super) fn location_line(location: &str) -> String {
    format!("\n{}\n", line(LOCATION, location))
}

/// Returns the whole line of an attribute, with the line breaks around it.
pub(super) fn whole_attribute_line(attribute: &Attribute) -> String {
    format!("\n{}\n", attribute_line(attribute))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_has_a_line_of_its_own() {
        let attributes = [Attribute {
            name: "Cost  Centre".to_owned(),
            value: "North\n\u{1f}7".to_owned(),
        }];
        let details = Details {
            code: "SE-1",
            external_id: Some("Ext 9"),
            department: Some("R  &  D"),
            location: None,
            attributes: &attributes,
        };
        assert_eq!(
            details.text(),
            "\n\u{1}\u{1f}se-1\n\u{2}\u{1f}ext 9\n\u{3}\u{1f}r & d\n\u{5}cost centre\u{1f}north  7\n"
        );
        assert!(details.text().contains(&department_line("r & D")));
        assert!(
            details
                .text()
                .contains(&whole_attribute_line(&attributes[0]))
        );
        assert!(!details.text().contains(&location_line("")));
    }
}
