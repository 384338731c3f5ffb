//! Facts of resumes by which people are searched: employers, titles, the place, languages and education, as words.
//!
//! The words of one value, such as the name of an employer, keep its number. So `Project Manager` does not find a project
//! engineer who was a sales manager before.

use std::collections::BTreeSet;

use crate::{EducationEntry, EducationLevel, Resume, plain_text};

/// The most values of one kind that are searched, the first ones of the resume. Longer lists are noise of reading.
const MAX_VALUES: usize = 50;
/// The most words of a value that are searched.
const MAX_WORDS: usize = 12;
/// The longest word, in characters. Of a longer one, only the beginning is compared.
const MAX_WORD_CHARS: usize = 64;
/// Words between the words of names and degrees, which are not compared. A value of such words alone keeps them.
const CONNECTIVES: [&str; 16] = [
    "of", "in", "and", "the", "at", "for", "de", "la", "le", "des", "et", "der", "die", "und",
    "fur", "y",
];

/// A kind of fact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FactKind {
    /// An employer of the work history.
    Employer,
    /// The title of a position.
    Title,
    /// Where the person lives.
    Place,
    /// A spoken language, by its English name.
    Language,
    /// A degree, with its level, its field of study and its school.
    Education,
}

impl FactKind {
    /// All kinds.
    pub const ALL: [Self; 5] = [
        Self::Employer,
        Self::Title,
        Self::Place,
        Self::Language,
        Self::Education,
    ];

    /// Returns the name of the kind in data.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Employer => "employer",
            Self::Title => "title",
            Self::Place => "place",
            Self::Language => "language",
            Self::Education => "education",
        }
    }

    /// Returns the values of this kind in a resume. What is too uncertain to be shown is left out.
    fn values(self, resume: &Resume) -> Vec<String> {
        let positions = resume.certain_positions();
        match self {
            Self::Employer => positions
                .filter_map(|one| one.organization.clone())
                .collect(),
            Self::Title => positions.filter_map(|one| one.title.clone()).collect(),
            Self::Place => resume.place.iter().map(|one| one.value.clone()).collect(),
            Self::Language => resume.languages.clone(),
            Self::Education => resume.certain_education().map(education_text).collect(),
        }
    }
}

fn education_text(entry: &EducationEntry) -> String {
    let parts = [
        entry.level.map(EducationLevel::as_str),
        Some(entry.degree.as_str()),
        entry.field.as_deref(),
        entry.likely_institution(),
    ];
    let parts: Vec<&str> = parts.into_iter().flatten().collect();
    parts.join(" ")
}

/// A word of a fact.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct FactWord {
    /// The kind of fact.
    pub kind: FactKind,
    /// The number of the value that contains it, among those of its kind.
    pub entry: i16,
    /// The word in plain letters.
    pub word: String,
}

/// Returns the words by which a resume is found, each once for each value.
pub fn fact_words(resume: &Resume) -> BTreeSet<FactWord> {
    let of_kind = |kind: FactKind| {
        let values = kind.values(resume);
        let values = values.iter().take(MAX_VALUES).map(|text| words(text));
        let values: BTreeSet<Vec<String>> = values.collect();
        let numbered = (0_i16..).zip(values);
        numbered.flat_map(move |(entry, words)| {
            words
                .into_iter()
                .map(move |word| FactWord { kind, entry, word })
        })
    };
    FactKind::ALL.into_iter().flat_map(of_kind).collect()
}

/// Returns the words of a text in plain letters, each once, in the order of the alphabet.
pub(crate) fn words(text: &str) -> Vec<String> {
    let plain = plain_text(text).replace(['\'', '’'], "");
    let is_within = |letter: char| letter.is_alphanumeric() || ['+', '#', '.'].contains(&letter);
    let parts = plain.split(|letter| !is_within(letter));
    let words = parts.flat_map(without_dots);
    let words: Vec<String> = words
        .filter(|word| word.contains(char::is_alphanumeric))
        .collect();
    let is_connective = |word: &&String| CONNECTIVES.contains(&word.as_str());
    let has_other = !words.iter().all(|word| is_connective(&word));
    let compared = words
        .iter()
        .filter(|word| !has_other || !is_connective(word));
    let cut = |word: &String| word.chars().take(MAX_WORD_CHARS).collect();
    let compared: BTreeSet<String> = compared.take(MAX_WORDS).map(cut).collect();
    compared.into_iter().collect()
}

/// Splits a text at its dots, except within abbreviations, of which a part is a single letter: `M.Sc.`, `Ph.D.`, `e.V.`
fn without_dots(text: &str) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    let mut before = 0;
    for part in text.split('.') {
        let letters = part.chars().count();
        match words.last_mut() {
            Some(word) if before == 1 || letters == 1 => word.push_str(part),
            _ => words.push(part.to_owned()),
        }
        before = letters;
    }
    words
}

#[cfg(test)]
mod tests {
    use crate::{Found, MediaKind, Position, PositionConfidence, ResumeText};

    use super::*;

    fn words_of(text: &str) -> String {
        words(text).join(" ")
    }

    #[test]
    fn a_text_is_compared_by_its_words() {
        for (text, expected) in [
            ("Orchard Software GmbH", "gmbh orchard software"),
            ("  Zürich, Schweiz ", "schweiz zurich"),
            ("M.Sc. in Computer Science", "computer msc science"),
            ("Ph.D., LL.M.", "llm phd"),
            ("McDonald’s / C++ & C#", "c# c++ mcdonalds"),
            ("Node.js Developer", "developer js node"),
            ("Verein e.V.", "ev verein"),
            ("The And", "and the"),
            ("株式会社", "株式会社"),
            ("++ … !", ""),
        ] {
            assert_eq!(words_of(text), expected, "{text}");
        }
        let long = "a".repeat(300);
        assert_eq!(words_of(&long).len(), MAX_WORD_CHARS);
        let many: Vec<String> = (0..100).map(|number| format!("w{number}")).collect();
        assert_eq!(words(&many.join(" ")).len(), MAX_WORDS);
    }

    fn resume() -> Resume {
        let position = |title: &str, organization: &str| Position {
            title: Some(title.to_owned()),
            organization: Some(organization.to_owned()),
            ..Position::default()
        };
        let mut uncertain = position("Invented", "Nowhere");
        uncertain.confidence = PositionConfidence {
            title: 0,
            organization: 10,
        };
        Resume {
            place: Some(Found::certain("Basel".to_owned(), None, "")),
            positions: vec![
                position("Project Engineer", "Orchard"),
                position("Sales Manager", "Orchard"),
                uncertain,
            ],
            languages: vec!["German".to_owned()],
            education: vec![EducationEntry {
                degree: "MSc".to_owned(),
                field: Some("Botany".to_owned()),
                institution: Some("University of Vexholm".to_owned()),
                level: Some(EducationLevel::Master),
                end: None,
                in_progress: false,
                span: crate::Span::new(0, 0),
                confidence: crate::EducationConfidence::default(),
            }],
            ..Resume::of_text(MediaKind::Pdf, ResumeText::default())
        }
    }

    #[test]
    fn a_resume_has_the_words_of_its_facts() {
        let found = fact_words(&resume());
        let line = |one: &FactWord| format!("{} {} {}", one.kind.as_str(), one.entry, one.word);
        let lines: Vec<String> = found.iter().map(line).collect();
        assert_eq!(
            lines,
            [
                "employer 0 orchard",
                "title 0 engineer",
                "title 0 project",
                "title 1 manager",
                "title 1 sales",
                "place 0 basel",
                "language 0 german",
                "education 0 botany",
                "education 0 master",
                "education 0 msc",
                "education 0 university",
                "education 0 vexholm",
            ]
        );
    }

    #[test]
    fn the_words_of_a_resume_are_bounded() {
        let mut resume = resume();
        let position = |number: usize| Position {
            organization: Some(format!("Employer {number} {}", "word ".repeat(50))),
            ..Position::default()
        };
        resume.positions = (0..10_000).map(position).collect();
        let found = fact_words(&resume);
        let employers = found.iter().filter(|one| one.kind == FactKind::Employer);
        assert!(employers.count() <= MAX_VALUES * MAX_WORDS);
    }
}
