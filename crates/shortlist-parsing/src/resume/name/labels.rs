//! Finds names after a label, as a whole or in parts.

use std::borrow::Cow;

use super::super::page::{Page, without_bullet};
use super::super::words::NameWords;
use super::shape;

/// The label of names in Japanese forms, where a space separates the family name.
const JAPANESE_LABEL: &str = "氏名";
/// The label of the whole name, or of the family name next to a label of the given name, as in German forms.
const NAME_LABEL: &str = "name";
/// The maximum distance in lines between a given name and its family name.
const NEAR: usize = 2;

/// Returns the name after a label such as `Name: X`.
///
/// The label is on the same line, in the same row, or on the line above. Given name and
/// family name may have separate labels.
pub(super) fn labelled(page: &Page<'_>, number: usize) -> Option<String> {
    let words = join_spaced_labels(without_bullet(page.line(number)));
    let (label, rest) = field(&words)?;
    let lists = NameWords::get();
    if lists.given_labels.contains(&label)
        && let Some(family) = family_near(page, number, &label, rest)
    {
        let given = shape::labelled(first_cell(rest)?)?;
        return Some(format!("{given} {family}"));
    }
    let is_part = label == NAME_LABEL && !rest.trim().contains([' ', '\t']);
    let family = lists.family_labels.contains(&label) || is_part;
    // Some write the whole name after `First name`.
    let whole = lists.given_labels.contains(&label) && rest.trim().contains(' ');
    let is_label = lists.labels.contains(&label) || whole;
    if !is_label || (family && given_near(page, number, &label)) {
        return None;
    }
    let rest = if rest.is_empty() {
        page.line(number + 1)
    } else {
        rest
    };
    let cell = first_cell(rest)?;
    let japanese = shape::japanese(cell).filter(|_| label == JAPANESE_LABEL);
    japanese
        .or_else(|| shape::labelled(cell))
        .or_else(|| shape::labelled(cell.split(',').next()?))
}

/// Returns the first label of a line, in lower case, and the text after it.
fn field(words: &str) -> Option<(String, &str)> {
    let (label, rest) = match words.find([':', '：', '\t']) {
        Some(at) => (words.get(..at)?, words.get(at..)?),
        None => {
            let labels = NameWords::get().labels.iter();
            let mut labels = labels.filter(|label| !label.is_ascii());
            labels.find_map(|label| Some((label, words.strip_prefix(label)?)))?
        }
    };
    let label = label.trim().trim_end_matches(['-', '.']).trim();
    let rest = rest.trim_start_matches([':', '：', '\t', ' ', '-', '–', '.']);
    Some((label.to_lowercase(), rest))
}

fn first_cell(rest: &str) -> Option<&str> {
    let cell = rest.split(['\t', '|', ';', '(']).next()?;
    let cell = cell.split("  ").next()?.trim();
    Some(cell.trim_start_matches([':', ' ', '-']))
}

/// Returns the family name in the same row or on a nearby line.
fn family_near(page: &Page<'_>, number: usize, given: &str, row: &str) -> Option<String> {
    let same_row = row.split_once('\t').map(|(_, rest)| rest);
    let lines = (number.saturating_sub(NEAR)..=number + NEAR)
        .filter(|near| *near != number)
        .map(|near| page.line(near));
    same_row.into_iter().chain(lines).find_map(|words| {
        let (label, rest) = field(without_bullet(words))?;
        let lists = NameWords::get();
        let is_name = label == NAME_LABEL && given != NAME_LABEL;
        let family = lists.family_labels.contains(&label) || is_name;
        family.then(|| shape::labelled(first_cell(rest)?)).flatten()
    })
}

/// Returns whether a nearby line has a label for the given name.
fn given_near(page: &Page<'_>, number: usize, own: &str) -> bool {
    (number.saturating_sub(NEAR)..=number + NEAR)
        .filter(|near| *near != number)
        .filter_map(|near| field(without_bullet(page.line(near))))
        .any(|(label, _)| label != own && NameWords::get().given_labels.contains(&label))
}

/// Joins `姓 名：` to `姓名：`. Forms spread labels of two ideographs to the width of longer labels.
fn join_spaced_labels(words: &str) -> Cow<'_, str> {
    let is_ideograph = |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c);
    if !words.contains([':', '：', '\t']) || !words.contains(is_ideograph) {
        return Cow::Borrowed(words);
    }
    let chars: Vec<char> = words.chars().collect();
    let at = |at: usize| chars.get(at).copied().unwrap_or(' ');
    let mut together = String::with_capacity(words.len());
    let mut next = 0;
    while let Some(&c) = chars.get(next) {
        next += 1;
        together.push(c);
        let begins = next < 2 || at(next - 2).is_whitespace();
        let blanks = (next..chars.len())
            .take_while(|blank| at(*blank).is_whitespace())
            .count();
        let ends =
            is_ideograph(at(next + blanks)) && matches!(at(next + blanks + 1), ':' | '：' | '\t');
        if begins && blanks > 0 && is_ideograph(c) && ends {
            next += blanks;
        }
    }
    Cow::Owned(together)
}

#[cfg(test)]
mod tests {
    use shortlist_vocabulary::Vocabulary;

    use super::*;
    use crate::resume::tests::page_of;

    fn name_of(lines: &[&str]) -> Option<String> {
        let flat = page_of(lines);
        let page = Page::new(&flat, Vocabulary::built_in());
        (0..lines.len()).find_map(|number| labelled(&page, number))
    }

    #[test]
    fn a_label_names_the_person() {
        for lines in [
            &["Name: Ada Lovelace"][..],
            &["Name\tAda Lovelace"],
            &["Full Name", "Name:", "Ada Lovelace"],
            &["Vorname: Ada", "Nachname: Lovelace"],
            &["Name: Lovelace", "Vorname: Ada"],
            &["Voornaam\tAda", "Name\tLovelace"],
            &["Nom : Lovelace", "Prénom : Ada"],
            &["Name\tAda", "Surname\tLovelace"],
            &["First name: Ada\tLast name: Lovelace"],
            &["FirstName: Ada\tLastName: Lovelace"],
            &["First name: Ada Lovelace", "Born: 1815"],
            &["Apellidos: Lovelace", "Nombre: Ada"],
        ] {
            assert_eq!(name_of(lines).as_deref(), Some("Ada Lovelace"), "{lines:?}");
        }
        assert_eq!(
            name_of(&["姓\t名：李小四\t性\t别：女"]).as_deref(),
            Some("李小四")
        );
        assert_eq!(name_of(&["姓 名\t李小四"]).as_deref(), Some("李小四"));
        assert_eq!(name_of(&["Nom : Lovelace"]).as_deref(), Some("Lovelace"));
        assert_eq!(name_of(&["Project name: Ada Lovelace"]), None);
    }
}
