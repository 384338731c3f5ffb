//! Recognizes job postings, which people upload in place of resumes.
//!
//! A posting speaks to people whom its writer does not know: it says who is wanted, what they must have, what they get and how
//! to apply. A resume describes one person's past. So evidence of several kinds must come together, and a document that shows
//! a history needs more of it. Names and contact data decide nothing, because postings have them, too.

use std::collections::HashMap;

use shortlist_domain::Resume;
use shortlist_vocabulary::{PhraseList, sentences, word_lists};

word_lists! {
    /// Words of job postings.
    struct PostingWords in "../data/postings.txt" {
        /// Phrases in which an employer speaks of itself, or of whom it is looking for.
        employer: PhraseList,
        /// Second person.
        reader: PhraseList,
        /// The same in German, where only the capital letter distinguishes it from the third person.
        polite_reader: Vec<&'static str>,
        /// What someone must or should have.
        requirement: PhraseList,
        /// What the employer gives, and the terms of the work.
        terms: PhraseList,
        /// How to apply.
        application: PhraseList,
        /// Lines that are only found in postings.
        headings: PhraseList,
        /// Lines that resumes have below each position, and postings once.
        weak_headings: PhraseList,
        /// What someone must have studied or done, which is evidence together with one of the two above.
        qualification: PhraseList,
        /// Marks after a title: the posting is for everybody.
        marks: Vec<&'static str>,
        /// First person.
        writer: PhraseList,
    }
}

/// The length of the longest posting, in bytes. Longer documents are something else.
const MAX_BYTES: usize = 20_000;
/// How many sentences with evidence of one kind count.
const MAX_COUNT: u32 = 3;
/// The number of words in the longest heading.
const MAX_HEADING_WORDS: usize = 6;
/// The number of sentences in the first person that make a document personal, such as a letter.
const MIN_PERSONAL: u32 = 2;

/// Returns whether a document is a job posting.
pub fn is_posting(resume: &Resume) -> bool {
    let text = resume.text.as_str();
    if text.len() > MAX_BYTES {
        return false;
    }
    let Some((weight, kinds)) = needed(history(resume)) else {
        return false;
    };
    let evidence = Evidence::of(text);
    evidence.is_typical() && evidence.kinds() >= kinds && evidence.weight() >= weight
}

/// Returns the weight and the number of kinds of evidence that a posting with this much of a history must show. Returns `None` if
/// no posting has so much.
fn needed(history: usize) -> Option<(u32, usize)> {
    match history {
        0 => Some((3, 2)),
        // A posting may name one period, such as that of the contract.
        1 => Some((7, 4)),
        _ => None,
    }
}

/// Returns how many positions and studies have a date.
fn history(resume: &Resume) -> usize {
    let positions = resume.positions.iter();
    let dated = positions.filter(|position| position.start.is_some() || position.end.is_some());
    let studies = resume.education.iter();
    dated.count() + studies.filter(|entry| entry.end.is_some()).count()
}

/// How many sentences show evidence of each kind.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
struct Evidence {
    employer: u32,
    reader: u32,
    requirement: u32,
    /// What the reader, or whoever meets a requirement, has studied or done.
    qualification: u32,
    terms: u32,
    application: u32,
    headings: u32,
    marks: u32,
    /// Sentences in the first person, which are evidence of a person.
    personal: u32,
}

impl Evidence {
    fn of(text: &str) -> Self {
        let lists = PostingWords::get();
        let mut found = Self {
            headings: headings_of(text, lists),
            ..Self::default()
        };
        for span in sentences(text) {
            let sentence = text.get(span.start..span.end).unwrap_or_default();
            let words = words_of(sentence);
            found.employer += u32::from(lists.employer.is_in(&words));
            let reader = lists.reader.is_in(&words) || is_polite(sentence, lists);
            let required = lists.requirement.is_in(&words);
            let qualified = (reader || required) && lists.qualification.is_in(&words);
            found.reader += u32::from(reader);
            found.requirement += u32::from(required);
            found.qualification += u32::from(qualified);
            found.terms += u32::from(lists.terms.is_in(&words));
            found.application += u32::from(lists.application.is_in(&words));
            found.personal += u32::from(lists.writer.is_in(&words));
            found.marks += u32::from(is_marked(sentence, lists));
        }
        found
    }

    /// Returns the kinds of evidence, with how much a sentence of each weighs.
    fn parts(self) -> [(u32, u32); 8] {
        [
            (self.employer, 2),
            (self.marks, 2),
            (self.headings, 1),
            (self.reader, 1),
            (self.requirement, 1),
            (self.qualification, 1),
            (self.terms, 1),
            (self.application, 1),
        ]
    }

    fn kinds(self) -> usize {
        self.parts().iter().filter(|(count, _)| *count > 0).count()
    }

    /// Returns whether one of the kinds is found in hardly any other document. Manuals address their readers, too.
    fn is_typical(self) -> bool {
        self.employer + self.marks + self.headings + self.qualification > 0
    }

    fn weight(self) -> u32 {
        let parts = self.parts().into_iter();
        let weight: u32 = parts
            .map(|(count, weight)| count.min(MAX_COUNT) * weight)
            .sum();
        if self.personal >= MIN_PERSONAL {
            weight / 2
        } else {
            weight
        }
    }
}

/// Returns the number of lines that are headings of a posting. One that resumes have below each position counts if it is found once.
fn headings_of(text: &str, lists: &PostingWords) -> u32 {
    let mut certain = 0;
    let mut weak: HashMap<String, u32> = HashMap::new();
    for line in text.lines() {
        let words = words_of(line);
        if words.len() > MAX_HEADING_WORDS {
            continue;
        }
        let heading = words.join(" ");
        if lists.headings.contains(&heading) {
            certain += 1;
        } else if lists.weak_headings.contains(&heading) {
            *weak.entry(heading).or_default() += 1;
        }
    }
    certain + u32::from(weak.values().any(|times| *times == 1))
}

/// Returns the words of a text in lower case, without punctuation. An apostrophe separates words.
fn words_of(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Returns whether a sentence addresses its reader in German, with a capital letter.
fn is_polite(sentence: &str, lists: &PostingWords) -> bool {
    let words = sentence.split(|c: char| !c.is_alphanumeric());
    let mut words = words.filter(|word| !word.is_empty());
    words.any(|word| lists.polite_reader.contains(&word))
}

fn is_marked(sentence: &str, lists: &PostingWords) -> bool {
    let sentence: String = sentence
        .to_lowercase()
        .chars()
        .filter(|c| !c.is_whitespace())
        .collect();
    lists.marks.iter().any(|mark| sentence.contains(mark))
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{MediaKind, PartialDate, Position, ResumeText};

    use super::*;

    const POSTING: &str =
        "We are looking for a cook.\nYour tasks\nRequirements\nAt least two years of experience\n";

    fn resume(text: &str) -> Resume {
        Resume::of_text(MediaKind::Pdf, ResumeText::new(text.to_owned(), vec![0]))
    }

    #[test]
    fn the_words_are_read() {
        assert_eq!(PostingWords::read().map(drop), Ok(()));
    }

    #[test]
    fn evidence_of_two_kinds_makes_a_posting() {
        for posting in [
            POSTING,
            "Koch (m/w/d)\nWir bieten 30 Tage Urlaub.\n",
            "You cook for 80 guests.\nYou have a diploma as a cook.\nEvening work is required.\n",
        ] {
            assert!(is_posting(&resume(posting)), "{posting}");
        }
        for other in [
            "We are looking for a cook.\n",
            "Ada Example\nCook\nResponsibilities\nPrepared fish\nSkills\nFish, soups\n",
            "Choose your file and press the button. You should then see a list of favourites.\n",
            "Tasks\nPrepared fish\nTasks\nPrepared soups\nTasks\nOrdered goods\n",
        ] {
            assert!(!is_posting(&resume(other)), "{other}");
        }
    }

    #[test]
    fn a_person_is_not_a_posting() {
        let letter = "I am a cook, and my soups are known. You are looking for a cook, and your guests like soup. I can start soon.\n";
        assert!(!is_posting(&resume(letter)));
        let position = |year: &str| Position {
            start: Some(PartialDate::parse("start", year).unwrap()),
            ..Position::default()
        };
        let mut cook = resume(POSTING);
        assert!(is_posting(&cook));
        cook.positions = vec![position("2019"), position("2021")];
        assert!(!is_posting(&cook), "a resume with the text of a posting");
    }

    #[test]
    fn a_weak_heading_counts_if_it_is_found_once() {
        let lists = PostingWords::get();
        assert_eq!(headings_of("Tasks\n- cook\nProfile\n", lists), 1);
        assert_eq!(headings_of("Tasks\n- cook\nTasks\n- clean\n", lists), 0);
        assert_eq!(headings_of("Requirements:\nTasks\n", lists), 2);
    }
}
