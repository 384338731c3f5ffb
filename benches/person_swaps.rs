//! The same resume with another person. Personal data that says nothing about the work must not change a score.
//!
//! The swapped data includes names of many origins and genders, pronouns, addresses, telephone numbers, nationalities,
//! dates of birth, photo captions, years of graduation and schools. The resumes have four languages and several
//! layouts. Schools and names also appear in sentences of other sections. Some words are chosen to mislead, such as
//! schools and streets with the names of requirements.

use shortlist_domain::{MediaKind, MicroPoints, Weights};
use shortlist_fixtures::pseudo_random;
use shortlist_parsing::{Block, Document, DocumentPage, Line, ReadOptions, Run, understand};
use shortlist_scoring::PreparedJob;
use shortlist_vocabulary::Vocabulary;

use crate::receipts::{jobs, receipt, weights};

const NAMES: [&str; 37] = [
    "Ada Fictitious",
    "James Invented",
    "Lakisha Madeup",
    "Jamal Notreal",
    "Mohammed Erfunden",
    "Fatima Imaginaria",
    "Zhang Wei",
    "Nguyen Thi Lan",
    "Priya Kalpanik",
    "Oluwaseun Adeyemi",
    "Björk Guðmundsdóttir",
    "José María Inventado",
    "María-José Ficticia",
    "François Imaginé",
    "Zoë Verzonnen",
    "Łukasz Zmyślony",
    "Aşkın Uydurma",
    "Søren Opdigtet",
    "Ruby Kafka",
    "Java Docker",
    "Max Python",
    "Kubernetes Müller",
    "Angular Smith",
    "Oracle Jones",
    "Angela Leader",
    "Mary Baker",
    "Tom Cook",
    "Will Driver",
    "Grace Nurse",
    "Peter Coach",
    "Mary Ann Van Der Berg",
    "Jean-Pierre Du Pont",
    "O'Brien Patrick",
    "Anne-Sophie Excel",
    "Dev Singh",
    "Swift Taylor",
    "Dart Vader",
];
const PRONOUNS: [&str; 6] = ["he/him", "she/her", "they/them", "er/ihm", "elle", "ella"];
const STREETS: [&str; 8] = [
    "12 Example Street, 00000 Sampleton",
    "Kafkastraße 7, 99999 Dockerstadt",
    "Flat 3, Payments Road, SW0 0XX London",
    "1 Kubernetes Avenue, Springfield, IL 60000",
    "8 rue de la Gestion, 75000 Paris",
    "Calle Python 4, 28000 Madrid",
    "Postfach 1, 10000 Berlin",
    "Plot 5, Leadership Park, Lagos",
];
const NATIONS: [&str; 8] = [
    "German", "British", "Nigerian", "Indian", "French", "Spanish", "Chinese", "Dutch",
];
const STATES: [&str; 5] = [
    "single",
    "married",
    "divorced",
    "widowed",
    "married, three children",
];
const CAPTIONS: [&str; 4] = [
    "Photo: portrait of a woman",
    "Photo: portrait of a man",
    "Photo",
    "Picture taken in Sampleton",
];
const SCHOOLS: [&str; 16] = [
    "University of Sampleton",
    "Kafka Institute of Technology",
    "Ivy Example College",
    "Harvard University",
    "Stanford University",
    "Universidad de Ejemplo",
    "École Polytechnique",
    "Technische Universität München",
    "Université de Paris",
    "Docker University",
    "Python Academy of Science",
    "Leadership University of London",
    "Community College of Nowhere",
    "Howard University",
    "Indian Institute of Technology Bombay",
    "University of Customer Service",
];

/// The data of one person.
#[derive(Debug, Clone, Copy)]
struct Person {
    name: &'static str,
    pronoun: &'static str,
    street: &'static str,
    nation: &'static str,
    state: &'static str,
    caption: &'static str,
    school: &'static str,
    graduated: u64,
    born: u64,
    number: u64,
}

impl Person {
    fn of(number: u64) -> Self {
        fn one(list: &'static [&'static str], number: u64) -> &'static str {
            let length = u64::try_from(list.len()).unwrap_or(1).max(1);
            let at = usize::try_from(number % length).unwrap_or(0);
            list.get(at).copied().unwrap_or_default()
        }
        Self {
            name: one(&NAMES, pseudo_random(number, 1)),
            pronoun: one(&PRONOUNS, pseudo_random(number, 2)),
            street: one(&STREETS, pseudo_random(number, 3)),
            nation: one(&NATIONS, pseudo_random(number, 4)),
            state: one(&STATES, pseudo_random(number, 5)),
            caption: one(&CAPTIONS, pseudo_random(number, 6)),
            school: one(&SCHOOLS, pseudo_random(number, 7)),
            graduated: 1975 + pseudo_random(number, 8) % 48,
            born: 1950 + pseudo_random(number, 9) % 55,
            number: pseudo_random(number, 10) % 10_000,
        }
    }

    fn fill(&self, text: &str) -> String {
        let first = self
            .name
            .split(' ')
            .next()
            .unwrap_or_default()
            .to_lowercase();
        let mail: String = first.chars().filter(char::is_ascii_alphanumeric).collect();
        text.replace("{name}", self.name)
            .replace("{pronoun}", self.pronoun)
            .replace("{street}", self.street)
            .replace("{nation}", self.nation)
            .replace("{state}", self.state)
            .replace("{caption}", self.caption)
            .replace("{school}", self.school)
            .replace("{graduated}", &self.graduated.to_string())
            .replace("{began}", &(self.graduated - 4).to_string())
            .replace("{born}", &self.born.to_string())
            .replace("{phone}", &format!("+1 202 555 01{:02}", self.number % 100))
            .replace("{mail}", &format!("{mail}{}@example.org", self.number))
    }
}

/// Resumes with placeholders for a person's data, each for the posting with its number.
const RESUMES: [&str; 6] = [
    include_str!("person_swaps/plain.en.txt"),
    include_str!("person_swaps/buchhalterin.de.txt"),
    include_str!("person_swaps/projet.fr.txt"),
    include_str!("person_swaps/enfermera.es.txt"),
    include_str!("person_swaps/personal.en.txt"),
    include_str!("person_swaps/sentences.en.txt"),
];
const POSTING_OF: [usize; 6] = [0, 1, 2, 3, 0, 0];

/// The result of the swaps.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Swapped {
    /// The number of pairs of persons for one resume.
    pub pairs: u64,
    /// The number of pairs with different scores.
    pub changed: u64,
    /// Descriptions of the first ones.
    pub examples: Vec<String>,
}

/// Scores resumes with one person after another, and compares each score with the previous one.
///
/// # Errors
/// Never, because the weights are fixed.
pub fn swap(from: u64, pairs: u64) -> Result<Swapped, shortlist_domain::InvalidValue> {
    const MOST_EXAMPLES: usize = 12;
    let jobs = jobs();
    let weights = weights()?;
    let mut swapped = Swapped::default();
    for ((text, posting), salt) in RESUMES.iter().zip(POSTING_OF).zip(1..) {
        let Some(job) = jobs.get(posting) else {
            continue;
        };
        let resumes = u64::try_from(RESUMES.len()).unwrap_or(1);
        let mut before: Option<(Person, Vec<Part>)> = None;
        for number in 0..=pairs.div_ceil(resumes) {
            let person = Person::of(from + number * 31 + salt * 1_000_003);
            let parts = parts(job, &person.fill(text), &weights);
            if let Some((other, others)) = &before {
                swapped.pairs += 1;
                let moved: Vec<&str> = others
                    .iter()
                    .zip(&parts)
                    .filter(|(one, other)| one != other)
                    .map(|((name, _), _)| name.as_str())
                    .collect();
                if !moved.is_empty() {
                    swapped.changed += 1;
                    if swapped.examples.len() < MOST_EXAMPLES {
                        let message = format!("resume {salt}: {moved:?}: {other:?} and {person:?}");
                        swapped.examples.push(message);
                    }
                }
            }
            before = Some((person, parts));
        }
    }
    Ok(swapped)
}

/// A criterion and its contribution.
type Part = (String, MicroPoints);

fn parts(job: &PreparedJob, text: &str, weights: &Weights) -> Vec<Part> {
    let resume = understand(
        &document(text),
        &ReadOptions::default(),
        Vocabulary::built_in(),
    );
    let criteria = receipt(job, &resume, weights).criteria.into_iter();
    criteria
        .map(|part| (part.criterion, part.contribution))
        .collect()
}

/// Returns a document like that of a word processor: one line per paragraph, with gaps for empty lines.
fn document(text: &str) -> Document {
    let mut lines: Vec<Line> = Vec::new();
    let mut gap_above = false;
    for (number, line) in text.lines().enumerate() {
        if line.trim().is_empty() {
            gap_above = true;
            continue;
        }
        let run = Run {
            text: line.to_owned(),
            size: if number == 0 { 18.0 } else { 10.0 },
            ..Run::default()
        };
        lines.push(Line {
            runs: vec![run],
            gap_above: std::mem::take(&mut gap_above),
            ..Line::default()
        });
    }
    let block = Block {
        lines,
        ..Block::default()
    };
    Document {
        media: MediaKind::Docx,
        pages: vec![DocumentPage {
            blocks: vec![block],
        }],
        paged: false,
        hidden: Vec::new(),
        link_targets: Vec::new(),
    }
}
