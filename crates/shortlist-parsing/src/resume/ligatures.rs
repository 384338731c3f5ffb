//! Restores ligatures whose letters a PDF maps to others.
//!
//! Calibri and Carlito draw "ti", "tt", "tti", "ft" and "tf" as one glyph each. Programs that print to PDF without a name for that
//! glyph give it the letter at its number: `MarƟna`, `Oƫng`, `MicrosoŌ`. No word of a language has these letters there.

use std::borrow::Cow;

use crate::Document;

/// Letters that replace ligatures, with the letters of the ligature.
const LIGATURES: [(char, &str); 5] = [
    ('Ɵ', "ti"),
    ('Ʃ', "tt"),
    ('ƫ', "tti"),
    ('Ō', "ft"),
    ('ƞ', "tf"),
];

/// Returns the document with its ligatures restored. A document without one of these letters inside a word is not copied.
pub(super) fn restored(document: Cow<'_, Document>) -> Cow<'_, Document> {
    let runs = || {
        let blocks = document.pages.iter().flat_map(|page| &page.blocks);
        blocks
            .flat_map(|block| &block.lines)
            .flat_map(|line| &line.runs)
    };
    if !runs().any(|run| has_misplaced_letter(&run.text)) {
        return document;
    }
    let mut document = document.into_owned();
    for block in document.pages.iter_mut().flat_map(|page| &mut page.blocks) {
        for run in block.lines.iter_mut().flat_map(|line| &mut line.runs) {
            if run.text.contains(|letter| ligature(letter).is_some()) {
                run.text = restored_text(&run.text);
            }
        }
    }
    Cow::Owned(document)
}

fn ligature(letter: char) -> Option<&'static str> {
    LIGATURES
        .iter()
        .find(|(known, _)| *known == letter)
        .map(|(_, letters)| *letters)
}

/// Returns whether one of the letters follows a small Latin letter, where no word has it.
fn has_misplaced_letter(text: &str) -> bool {
    let mut before = ' ';
    text.chars().any(|letter| {
        let misplaced = ligature(letter).is_some() && before.is_ascii_lowercase();
        before = letter;
        misplaced
    })
}

/// Replaces the letters next to a small letter. "Ōsaka" and "Σ" stay.
fn restored_text(text: &str) -> String {
    let mut restored = String::with_capacity(text.len());
    let mut letters = text.chars().peekable();
    let mut before = ' ';
    while let Some(letter) = letters.next() {
        let follows = before.is_alphabetic() && letter != 'Ō' || before.is_lowercase();
        let begins =
            matches!(letter, 'Ɵ' | 'Ʃ') && letters.peek().is_some_and(char::is_ascii_lowercase);
        match ligature(letter).filter(|_| follows || begins) {
            Some(letters) => restored.push_str(letters),
            None => restored.push(letter),
        }
        before = letter;
    }
    restored
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::understood;

    #[test]
    fn ligatures_are_restored_in_names_addresses_and_skills() {
        let resume = understood(
            "#MarƟna Oƫng\nmarƟna.oƫng@example.org\n\n#Skills\nMicrosoŌ Excel, StaƟsƟcs, Plaƞorms\n",
        );
        assert_eq!(
            resume.full_name.map(|found| found.value).as_deref(),
            Some("Martina Otting")
        );
        assert_eq!(
            resume
                .email
                .map(|found| found.value.as_str().to_owned())
                .as_deref(),
            Some("martina.otting@example.org")
        );
        for words in ["Microsoft Excel", "Statistics", "Platforms"] {
            assert!(resume.text.as_str().contains(words), "{words}");
        }
    }

    #[test]
    fn letters_of_other_words_stay() {
        let text = "#Ada Ōta\nada@example.org\nŌsaka, Ɵ and Ʃ";
        assert!(understood(text).text.as_str().contains("Ōsaka, Ɵ and Ʃ"));
    }

    #[test]
    fn an_address_is_not_cut_at_a_letter_that_could_not_be_decoded() {
        let email = |text: &str| {
            understood(text)
                .email
                .map(|found| found.value.as_str().to_owned())
        };
        assert_eq!(email("#Ada Example\nmar\u{fffd}ng@example.org"), None);
        assert_eq!(email("#Ada Example\nada@exam\u{fffd}ple.org"), None);
        assert_eq!(
            email("#Ada Example\n\u{fffd} ada@example.org").as_deref(),
            Some("ada@example.org")
        );
    }
}
