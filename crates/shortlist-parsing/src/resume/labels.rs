//! Reads entries written as a form: `Company: …`, `Role<TAB>…`, `Designation - …`.

use super::page::without_bullet;
use super::phrases::without_margin;
use super::skills::is_ideograph;
use super::words::PositionWords;

/// The field that a labelled line of an entry contains.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    /// The job title.
    Title,
    /// The employer.
    Organization,
    /// The customer, who is the employer if the form names no other.
    Client,
    /// The place.
    Place,
    /// The name of a project, which may be part of a position.
    Project,
    /// Dates, tasks or tools, which do not name the entry.
    Aside,
}

/// The length of the longest label, in bytes.
const MAX_LABEL: usize = 80;

/// Returns the field of a labelled line, and the text after the label.
pub(super) fn labelled(line: &str) -> Option<(Field, &str)> {
    let line = without_number(without_bullet(line));
    let (label, value) = split_label(line)?;
    let field = field_of(label)?;
    Some((field, without_margin(value)))
}

/// Returns a line without its number in a list: `2. Company: …`.
fn without_number(line: &str) -> &str {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = rest.len() < line.len() && line.len() - rest.len() <= 2;
    match rest.strip_prefix(['.', ')']) {
        Some(rest) if numbered => rest.trim_start(),
        _ => line,
    }
}

/// Splits the label before a colon, a tab or a dash from the text after it.
fn split_label(line: &str) -> Option<(&str, &str)> {
    let colon = line.find([':', '：']).filter(|at| *at <= MAX_LABEL);
    if let Some(split) = colon.and_then(|at| line.split_at_checked(at))
        && is_spread(split.0)
    {
        return Some(split);
    }
    let near = line.char_indices().take_while(|(at, _)| *at <= MAX_LABEL);
    let mut marks = near.filter(|(_, c)| matches!(c, ':' | '：' | '\t' | '–' | '—' | '-'));
    let (at, _) = marks.next()?;
    line.split_at_checked(at)
}

/// Returns whether a label is in a script without spaces and has spaces or tabs between its letters, which justify it: `单\t位`.
fn is_spread(label: &str) -> bool {
    let mut letters = label.chars().filter(|c| !c.is_whitespace());
    label.contains(char::is_whitespace) && letters.all(is_ideograph)
}

/// Returns the field that a label or the name of a column announces.
pub(super) fn field_of(label: &str) -> Option<Field> {
    // Forms may be numbered: `Company 1`.
    let is_number = |c: char| is_margin(c) || c.is_ascii_digit() || c == '#';
    let label = label.trim_matches(is_margin).trim_end_matches(is_number);
    let label = if is_spread(label) {
        label.split_whitespace().collect()
    } else {
        label.to_lowercase()
    };
    let words = PositionWords::get();
    [
        (&words.title_labels, Field::Title),
        (&words.organization_labels, Field::Organization),
        (&words.client_labels, Field::Client),
        (&words.place_labels, Field::Place),
        (&words.project_labels, Field::Project),
        (&words.aside_labels, Field::Aside),
    ]
    .into_iter()
    .find(|(list, _)| list.contains(&label))
    .map(|(_, field)| field)
}

fn is_margin(c: char) -> bool {
    c.is_whitespace()
        || matches!(
            c,
            ':' | '：' | '-' | '–' | '—' | '.' | ',' | '(' | ')' | '|'
        )
}
