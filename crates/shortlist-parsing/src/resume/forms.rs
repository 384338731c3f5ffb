//! Reads entries that are written as a form: a label and a value in each line.

use std::ops::Range;

use shortlist_domain::Position;

use super::labels::{Field, field_of, labelled};
use super::page::{Page, without_bullet};
use super::paragraphs::{is_item, names_title};
use super::phrases::MAX_PHRASE_CHARS;
use super::places::split_place;

/// The maximum distance in lines between the dates and the fields of an entry written as a form.
pub(super) const MAX_FORM_LINES: usize = 5;
/// The same distance if labels and values are on lines of their own.
const MAX_OPEN_FORM_LINES: usize = 9;

/// The maximum number of lines of a form that begins with its dates. It may contain tasks.
const MAX_DATED_FORM_LINES: usize = 24;

/// What the labelled lines near a date say.
#[derive(Debug, Default)]
pub(super) struct Form {
    /// The values of the labels.
    pub(super) values: Position,
    /// Whether they name a client but no employer, so the form may describe a project at an employer.
    pub(super) is_project: bool,
}

/// How the forms of a section begin: the same label begins each of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum FormStart {
    /// The section shows no certain first label.
    #[default]
    Unknown,
    /// A field of the position.
    Field(Field),
    /// The label of the dates.
    Dates,
}

impl FormStart {
    /// Finds the first label in the lines of a section. `dated` is the line of the first date.
    pub(super) fn find(page: &Page<'_>, from: usize, dated: usize) -> Self {
        let from = from.max(dated.saturating_sub(MAX_OPEN_FORM_LINES));
        let mut lines = from..dated;
        let first = lines.find_map(|line| field_in(page, line, dated).map(|(field, _)| field));
        let has_label = labelled(page.line(dated))
            .is_some_and(|(field, _)| matches!(field, Field::Aside | Field::Project));
        match first {
            Some(Field::Aside | Field::Project) => Self::Unknown,
            Some(field) => Self::Field(field),
            None if has_label => Self::Dates,
            None => Self::Unknown,
        }
    }

    /// Returns the lines of the form around a date, within the given bounds.
    fn lines_around(self, page: &Page<'_>, number: usize, bounds: &Range<usize>) -> Range<usize> {
        let from = bounds.start.max(number.saturating_sub(MAX_OPEN_FORM_LINES));
        let to = bounds.end.min(number + MAX_OPEN_FORM_LINES);
        let first = match self {
            Self::Unknown => return from..to,
            Self::Dates => return number..bounds.end.min(number + MAX_DATED_FORM_LINES),
            Self::Field(first) => first,
        };
        let begins = |line: &usize| {
            let found = field_in(page, *line, to);
            found.is_some_and(|(field, _)| field == first)
        };
        let begin = (from..number).rev().find(begins).unwrap_or(from);
        let end = (number + 1..to).find(begins).unwrap_or(to);
        begin..end
    }
}

/// Reads the labelled lines near the line of a date. If a label is repeated, the nearest one counts.
pub(super) fn read_form(
    page: &Page<'_>,
    number: usize,
    bounds: &Range<usize>,
    start: FormStart,
) -> Form {
    let lines = start.lines_around(page, number, bounds);
    let to = lines.end;
    let mut lines: Vec<usize> = lines.collect();
    lines.sort_by_key(|line| line.abs_diff(number));
    let mut form = Position::default();
    let mut client = None;
    for line in lines {
        let Some((field, value)) = field_in(page, line, to) else {
            continue;
        };
        let is_near = start == FormStart::Dates || line.abs_diff(number) <= MAX_FORM_LINES;
        let slot = match field {
            Field::Title => &mut form.title,
            Field::Organization => &mut form.organization,
            Field::Client => &mut client,
            Field::Place => &mut form.place,
            Field::Aside | Field::Project => continue,
        };
        let value = value.split(['\t', '|']).next().unwrap_or("");
        // What is in brackets explains the name of an employer.
        let value = match field {
            Field::Organization => value.split(" (").next().unwrap_or(value),
            _ => value,
        };
        let value = without_web_address(value).trim();
        let fits = (1..=MAX_PHRASE_CHARS).contains(&value.len());
        if slot.is_none() && fits && (is_near || field_of(page.line(line)).is_some()) {
            *slot = Some(value.to_owned());
        }
    }
    let is_dated = labelled(page.line(number)).is_some();
    let client = client.filter(|_| is_dated && form.title.is_some());
    let is_project = form.organization.is_none() && client.is_some();
    form.organization = form.organization.or(client);
    Form {
        values: with_place(form),
        is_project,
    }
}

/// Returns the text before a web address.
fn without_web_address(value: &str) -> &str {
    let marks = ["http://", "https://", "www."];
    let start = marks.iter().filter_map(|mark| value.find(mark)).min();
    let start = start.filter(|start| *start > 0);
    start.and_then(|start| value.get(..start)).unwrap_or(value)
}

/// Splits the place from the end of the employer: `Acme, Graz`.
pub(super) fn with_place(mut form: Position) -> Position {
    let split = form.organization.as_deref().and_then(split_place);
    if let Some((name, place)) = split.filter(|(name, _)| !name.is_empty()) {
        let (name, place) = (name.to_owned(), place.to_owned());
        form.organization = Some(name);
        form.place.get_or_insert(place);
    }
    form
}

/// Returns the field of a line, and its value, which may be on a line below.
fn field_in<'a>(page: &Page<'a>, line: usize, end: usize) -> Option<(Field, &'a str)> {
    let words = page.line(line);
    let found = labelled(words);
    if let Some((field, value)) = found
        && !value.is_empty()
    {
        return Some((field, value));
    }
    let field = found
        .map(|(field, _)| field)
        .or_else(|| field_of(without_bullet(words)))?;
    let is_mark = |line: &usize| !page.line(*line).contains(char::is_alphanumeric);
    let is_value = |line: usize| {
        let value = page.line(line);
        labelled(value).is_none()
            && field_of(value).is_none()
            && !is_item(page, line)
            && !value.contains('\t')
    };
    let below = (line + 1..end.min(line + 3)).find(|line| !is_mark(line))?;
    // The label of a value of two lines may be in the middle of their height.
    let above = line.checked_sub(1).filter(|above| {
        let before = above.checked_sub(1).and_then(|it| labelled(page.line(it)));
        let is_after_field = before.is_some_and(|(_, value)| !value.is_empty());
        let names_job = |line: usize| names_title(page.line(line));
        field == Field::Title
            && is_after_field
            && is_value(*above)
            && names_job(*above)
            && !names_job(below)
    });
    let value = above.or_else(|| Some(below).filter(|below| is_value(*below)))?;
    Some((
        field,
        page.line(value).trim_start_matches([':', ' ']).trim(),
    ))
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::positions;

    #[test]
    fn labels_may_be_alone_on_their_lines() {
        for entries in [
            "Designation:\nData Analyst\nCompany:\nAcme\nDuration:\nMar 2015 to Jun 2018",
            "Company\n:\nAcme\nDesignation\n:\nData Analyst\nDuration\n:\nMar 2015 to Jun 2018",
        ] {
            assert_eq!(positions(entries), ["Data Analyst | Acme"], "{entries}");
        }
    }

    #[test]
    fn a_label_may_be_below_its_value() {
        let entries = "Company\tAcme\nDuration\t2015 to 2018\nClerk and Data Analyst\nDesignation\n\
                       Handles letters for all the offices.\nTasks\tReads letters.";
        assert_eq!(positions(entries), ["Clerk and Data Analyst | Acme"]);
    }

    #[test]
    fn a_form_may_begin_with_its_dates() {
        let entries = "Dates\t2015 to 2018\nOccupation or position held\tData Analyst\n\
                       Main activities and responsibilities\tWrote reports.\nRead letters.\n\
                       Asked questions.\nName of employer\tAcme, Graz\n\
                       Dates\t2012 to 2015\nOccupation or position held\tClerk\n\
                       Name of employer\tGlobex, Graz";
        assert_eq!(
            positions(entries),
            ["Data Analyst | Acme", "Clerk | Globex"]
        );
    }

    #[test]
    fn a_client_is_the_employer_if_the_form_names_no_other() {
        assert_eq!(
            positions("Client: Acme, Graz\nDuration: 2015 - 2018\nRole: Data Analyst"),
            ["Data Analyst | Acme"]
        );
    }

    #[test]
    fn a_label_may_have_several_words_in_any_script() {
        let entries = "Χρονολογίες\t2015 – 2018\nΑπασχόληση ή θέση που κατείχατε\tΛογιστής\n\
                       Επωνυμία εργοδότη\tΠαράδειγμα, Αθήνα\n\
                       Χρονολογίες\t2012 – 2015\nΑπασχόληση ή θέση που κατείχατε\tΤαμίας\n\
                       Επωνυμία εργοδότη\tΔοκιμή, Αθήνα";
        assert_eq!(
            positions(entries),
            ["Λογιστής | Παράδειγμα", "Ταμίας | Δοκιμή"]
        );
    }

    #[test]
    fn brackets_explain_an_employer_and_belong_to_a_title() {
        let entries =
            "Company: Acme (a part of Globex)\nDuration: 2015 to 2018\nRole: Analyst (Reports)";
        assert_eq!(positions(entries), ["Analyst (Reports) | Acme"]);
    }

    #[test]
    fn each_form_has_its_own_values() {
        let entries = "Company\tAcme\nDuration\t2015 to 2018\nDesignation\tData Analyst\n\
                       Company\tGlobex\nDuration\t2012 to 2015\nDesignation\tClerk";
        assert_eq!(
            positions(entries),
            ["Data Analyst | Acme", "Clerk | Globex"]
        );
    }

    #[test]
    fn the_columns_of_a_table_are_named_in_its_head() {
        let entries = "Organization\tDuration\tRole\tClient\n\
                       Blue Sky\t2015 - 2018\tGrand Wizard\n\
                       Green Hill\t2012 - 2015\tRiddler\tGlobex Bank";
        assert_eq!(
            positions(entries),
            ["Grand Wizard | Blue Sky", "Riddler | Green Hill"]
        );
    }
}
