//! Says which text of a page people see that was not read: it has no character map, or it is in an image.

use shortlist_domain::{FindingKind, FindingMeasure, IntegrityFinding};

use super::characters::is_undecoded;
use crate::DocumentPage;

/// The minimum number of undecoded characters of a page that are reported. Fewer are symbols.
const MIN_CHARACTERS: usize = 3;
/// A font of icons has single characters beside words, which mean nothing. Text has several, one after the other.
const MIN_IN_SEQUENCE: usize = 3;

/// Returns the findings about text that was not read. `images` says which pages have images, as far as it matters.
pub(super) fn findings(pages: &[DocumentPage], images: &[bool]) -> Vec<IntegrityFinding> {
    let images = images.iter().copied().chain(std::iter::repeat(false));
    let counted = (1..)
        .zip(pages)
        .zip(images)
        .filter_map(|((number, page), has_images)| {
            let (undecoded, all) = count(page);
            let measure = match undecoded {
                0 if all == 0 && has_images => FindingMeasure::OnlyImages,
                0..MIN_CHARACTERS => return None,
                _ if undecoded * 2 > all => FindingMeasure::PageWithoutMap,
                _ => FindingMeasure::CharactersWithoutMap(undecoded.try_into().unwrap_or(u32::MAX)),
            };
            Some(IntegrityFinding {
                kind: FindingKind::Unread,
                quote: String::new(),
                measure: Some(measure),
                page: Some(number),
            })
        });
    counted.collect()
}

/// Returns how many characters of a page are undecoded letters, and how many characters it has.
fn count(page: &DocumentPage) -> (usize, usize) {
    let mut undecoded = 0;
    let mut all = 0;
    let runs = page.blocks.iter().flat_map(|block| &block.lines);
    for run in runs.flat_map(|line| &line.runs) {
        for word in run.text.split_whitespace() {
            all += word.chars().count();
            undecoded += undecoded_letters(word);
        }
    }
    (undecoded, all)
}

/// Returns how many characters of a word are letters that were not decoded.
fn undecoded_letters(word: &str) -> usize {
    let unknown = word.chars().filter(|c| *c == '\u{fffd}').count();
    let has_letters = word.chars().any(char::is_alphanumeric);
    let unmapped = word.chars().filter(|c| is_undecoded(*c)).count();
    match unmapped {
        MIN_IN_SEQUENCE.. => unmapped,
        _ if has_letters => unknown,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_without_a_map_are_counted_and_icons_are_not() {
        for (word, wanted) in [
            ("No\u{fffd}ngham", 1),
            ("\u{fffd}\u{fffd}\u{fffd}\u{fffd}", 4),
            ("\u{e001}\u{e002}\u{e003}", 3),
            ("\u{f0e0}ada@example.org", 0),
            ("\u{f095}", 0),
            ("Zoë", 0),
        ] {
            assert_eq!(undecoded_letters(word), wanted, "{word:?}");
        }
    }
}
