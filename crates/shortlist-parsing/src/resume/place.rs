//! Finds where the person lives, from the contact data.

use shortlist_domain::{Found, SectionKind, Span};

use super::page::{Page, without_bullet};
use super::places::is_place as is_known_place;
use super::sections::LineKind;
use super::words::PlaceWords;
use crate::TextLine;

/// The maximum length of a place, in characters.
const MAX_CHARS: usize = 80;
/// The maximum number of words before the country. They may include a street.
const MAX_TOWN_WORDS: usize = 6;
/// The number of contact lines that may contain a place without a label.
const TOP_LINES: usize = 15;

/// Returns the place after a label, or else a contact line in the shape of `City, Country`.
///
/// The line of the name is skipped, because `MD` in `Ada Lovelace, MD` is not a state.
pub(super) fn find_place(
    page: &Page<'_>,
    kinds: &[LineKind],
    name: Option<Span>,
) -> Option<Found<String>> {
    let contact = || {
        page.numbered().filter(|(number, _, _)| {
            let kind = kinds.get(*number).map(|kind| kind.kind);
            matches!(kind, Some(SectionKind::Contact | SectionKind::Personal))
        })
    };
    let labelled = contact().find_map(|(_, line, words)| {
        let place = after_label(words)?;
        Some(found_place(
            place,
            line,
            words,
            90,
            "behind a label that says so",
        ))
    });
    labelled.or_else(|| {
        let lines = contact().take(TOP_LINES);
        let mut lines = lines.filter(|(_, line, _)| name != Some(line.span));
        lines.find_map(|(_, line, words)| {
            let place = cells(words).find_map(town_with_country)?;
            let reason = "in the contact's lines, and ends in a country or a state";
            Some(found_place(place, line, words, 75, reason))
        })
    })
}

fn found_place(
    place: &str,
    line: &TextLine,
    words: &str,
    confidence: u8,
    reason: &'static str,
) -> Found<String> {
    let start = line.span.start + words.find(place).unwrap_or(0);
    Found {
        confidence,
        ..Found::certain(
            place.to_owned(),
            Span::new(start, start + place.len()),
            reason,
        )
    }
}

fn after_label(words: &str) -> Option<&str> {
    let words = without_bullet(words);
    let at = words.find([':', '：', '\t'])?;
    let label = words.get(..at)?.trim().to_lowercase();
    if !PlaceWords::get().labels.contains(&label) {
        return None;
    }
    let rest = words.get(at..)?.trim_start_matches([':', '：', '\t', ' ']);
    cells(rest).next().filter(|cell| is_place(cell))
}

fn cells(words: &str) -> impl Iterator<Item = &str> {
    words
        .split(['\t', '|', '•', '·', '⋄', ';'])
        .map(|cell| without_bullet(cell).trim_end_matches([',', '.', ' ']))
}

fn is_place(cell: &str) -> bool {
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 2 && cell.chars().count() <= MAX_CHARS && !cell.contains('@')
}

/// Returns the town with its state or country: `Springfield, IL 62701`, `Pune, India` or `Lisbon, Portugal (remote)`.
fn town_with_country(cell: &str) -> Option<&str> {
    let cell = cell.split('(').next()?.trim();
    let (town, last) = cell.rsplit_once([',', '،', '，'])?;
    let has_digit = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    // A postal code follows the state.
    let words: Vec<&str> = last
        .split_whitespace()
        .filter(|word| !has_digit(word))
        .collect();
    let known = is_known_place(&words.join(" "));
    (known && is_place(cell) && town.split_whitespace().count() <= MAX_TOWN_WORDS).then_some(cell)
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::understood;

    #[test]
    fn a_place_is_recognized_by_its_label_or_its_country() {
        for (text, place) in [
            (
                "Ada Lovelace\nLocation: Hilltop\nada@example.org",
                Some("Hilltop"),
            ),
            (
                "Ada Lovelace\nSpringfield, IL 62701 | ada@example.org",
                Some("Springfield, IL 62701"),
            ),
            (
                "Ada Lovelace\nPune, India • ada@example.org",
                Some("Pune, India"),
            ),
            ("Ada Lovelace\nWohnort: Musterstadt", Some("Musterstadt")),
            (
                "Ada Lovelace\nLisbon, Portugal (remote, UTC) | ada@example.org",
                Some("Lisbon, Portugal"),
            ),
            ("Ada Lovelace\nGraz, Austria", Some("Graz, Austria")),
            ("Ada Lovelace, MD\nada@example.org", None),
            ("Ada Lovelace, PhD\nada@example.org", None),
        ] {
            let found = understood(text).place;
            assert_eq!(
                found.as_ref().map(|found| found.value.as_str()),
                place,
                "{text}"
            );
            if let Some(found) = found {
                let span = found.span.unwrap();
                assert_eq!(text.get(span.start..span.end), place);
            }
        }
    }
}
