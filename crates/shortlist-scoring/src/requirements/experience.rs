//! The experience that a job asks for as a whole: not the years tied to one skill, nor the years the firm has behind it.

use shortlist_domain::{RequirementSource, Span};
use shortlist_vocabulary::Vocabulary;

use super::quoted;
use super::reading::Said;
use super::years::{Duration, durations, speak_of_experience};
use crate::prepared::JobText;
use crate::stemmed::stems_of;
use crate::words::{hold_any, places_of, words};

/// Experience asked for, and the words that ask for it.
#[derive(Debug, Clone)]
pub(crate) struct AskedExperience {
    pub(crate) months: u32,
    pub(crate) source: RequirementSource,
}

/// Words by which a firm speaks of itself.
const OF_THE_FIRM: &[&str] = &[
    "we",
    "our",
    "us",
    "company",
    "firm",
    "founded",
    "wir",
    "unser*",
    "unternehmen",
    "nous",
    "notre",
    "entreprise",
    "nuestr*",
    "empresa",
    "somos",
    "since",
    "seit",
    "depuis",
    "desde",
];
/// Words by which it speaks to the applicant.
const OF_THE_APPLICANT: &[&str] = &[
    "you",
    "your",
    "must",
    "require*",
    "minimum",
    "at least",
    "candidate*",
    "looking for",
    "ideal*",
    "sie",
    "du",
    "ihre",
    "deine",
    "mindestens",
    "vous",
    "votre",
    "au moins",
    "minimum",
    "usted",
    "tu",
    "mínimo",
    "al menos",
    "buscamos",
    "recherchons",
    "suchen",
];
/// What a whole profession is called: years of it are years of the job.
const BROAD: &[&str] = &[
    "engineering",
    "development",
    "management",
    "marketing",
    "sales",
    "accounting",
    "nursing",
    "teaching",
    "design",
    "research",
    "administration",
    "consulting",
    "entwicklung",
    "softwareentwicklung",
    "vertrieb",
    "buchhaltung",
    "pflege",
    "développement",
    "gestion",
    "vente",
    "desarrollo",
    "gestión",
    "ventas",
    "programming",
    "finance",
    "logistics",
    "operations",
];
/// More than this is not asked of anyone; it is the age of the firm.
const MOST_MONTHS_ASKED: u32 = 15 * 12;
/// How many words behind the unit the object of the experience may reach.
const OBJECT_WORDS: usize = 10;

/// The first length of experience that is asked for over the whole job.
pub(crate) fn read(job: &JobText<'_>, said: &[Said<'_>]) -> Option<AskedExperience> {
    let title = job.title;
    let in_title = words(title);
    let from_title = durations(title, &in_title)
        .into_iter()
        .next()
        .map(|found| asked(found.months, title));
    said.iter()
        .filter(|said| !speaks_of_the_firm(said))
        .flat_map(|said| {
            durations(said.text, &said.words)
                .into_iter()
                .map(move |found| (said, found))
        })
        .filter(|(_, found)| found.months <= MOST_MONTHS_ASKED)
        .filter(|(said, found)| speak_of_experience(&said.words) || asks_by_itself(said, found))
        .find(|(said, found)| !is_tied_to_a_skill(said, found, job))
        .map(|(said, found)| asked(found.months, said.text))
        .or(from_title)
}

/// Whether a list item asks for years without the word experience: "3-5 years of project management".
fn asks_by_itself(said: &Said<'_>, found: &Duration) -> bool {
    const MOST_WORDS_BEFORE: usize = 6;
    let next = said
        .words
        .get(found.unit + 1)
        .map(|word| word.lower.as_str());
    found.unit <= MOST_WORDS_BEFORE
        && matches!(next, Some("of" | "in" | "as" | "als" | "comme" | "como"))
}

fn asked(months: u32, quote: &str) -> AskedExperience {
    let requirement = format!("experience: {}", crate::criterion::duration(months));
    AskedExperience {
        months,
        source: RequirementSource {
            requirement,
            quote: quoted(quote),
        },
    }
}

fn speaks_of_the_firm(said: &Said<'_>) -> bool {
    let opening = said.words.get(..3).unwrap_or(&said.words);
    let boasts = hold_any(
        opening,
        &[
            "with over",
            "with more than",
            "for over",
            "for more than",
            "seit über",
            "avec plus de",
            "con más de",
        ],
    );
    (boasts || hold_any(&said.words, OF_THE_FIRM)) && !hold_any(&said.words, OF_THE_APPLICANT)
}

/// Whether the years are years of one skill that is not the job itself.
fn is_tied_to_a_skill(said: &Said<'_>, found: &Duration, job: &JobText<'_>) -> bool {
    let object = said.text.get(object_span(said, found)).unwrap_or("");
    let said = words(object);
    if hold_any(&said, BROAD) {
        return false;
    }
    let vocabulary = Vocabulary::in_use();
    let hits = vocabulary.scan(object);
    let known = hits
        .iter()
        .filter(|hit| !vocabulary.is_soft(hit.skill) && (!hit.ambiguous || hit.exact_case))
        .map(|hit| vocabulary.name(hit.skill));
    let listed = job.skills.iter().map(String::as_str);
    let listed = listed.filter(|skill| !places_of(skill, &said).is_empty());
    let of_the_job = stems_of(job.title);
    known.chain(listed).any(|skill| {
        let named = stems_of(skill);
        !named.iter().any(|stem| of_the_job.contains(stem))
    })
}

/// The words behind the number up to the end of the clause.
fn object_span(said: &Said<'_>, found: &Duration) -> std::ops::Range<usize> {
    let Span { end: from, .. } = found.span;
    let last = said
        .words
        .get(found.unit + OBJECT_WORDS)
        .or(said.words.last());
    let to = last.map_or(from, |word| word.span.end).max(from);
    let clause = said
        .text
        .get(from..to)
        .and_then(|rest| rest.find([',', ';', '(', ':']));
    from..clause.map_or(to, |at| from + at)
}
