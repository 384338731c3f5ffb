//! Degrees and school leavings of many countries, told by their words, and the field that was studied.

use std::collections::HashMap;
use std::sync::LazyLock;

use shortlist_domain::{EducationLevel, Span};

use crate::fold::{Folded, Token, fold, fold_key, tokens};

/// A degree that a text names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DegreeMatch {
    /// Its place on the ladder.
    pub level: EducationLevel,
    /// The bytes of the text.
    pub span: Span,
    /// The text's own words for it.
    pub name: String,
}

/// How a name must be written to count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Writing {
    Any,
    /// In capitals: `BE`, but not `be`.
    Capitals,
    /// In capitals with dots: `B. E.`, but not `B E`.
    DottedCapitals,
}

#[derive(Debug, Clone, Copy)]
struct DegreeName {
    level: EducationLevel,
    writing: Writing,
}

/// Words before a name of one word that make it something else: a scrum master, a driving licence.
const REFUSED_BEFORE: [&str; 14] = [
    "scrum", "web", "head", "quarter", "post", "station", "task", "driving", "drivers", "driver",
    "conducir", "ring", "grand", "harbour",
];
/// Words behind a name of one word that make it something else.
const REFUSED_AFTER: [&str; 7] = [
    "data", "plan", "schedule", "file", "chef", "class", "classes",
];
/// Words that join a degree to its field.
const CONNECTIVES: [&str; 16] = [
    "of", "in", "en", "em", "de", "di", "des", "der", "im", "für", "d", "del", "zum", "zur", "an",
    "als",
];
/// The most words that a degree `Bachelor of …` goes on for.
const MAX_OF_WORDS: usize = 4;
/// The most words of a field.
const MAX_FIELD_WORDS: usize = 8;

/// The highest degree that a line names, the first of equals.
pub fn read_degree(text: &str) -> Option<DegreeMatch> {
    let mut folded = fold(text);
    // A degree goes over brackets and commas: `Diplom (FH)`.
    folded.text = folded.text.replace('\n', " ");
    let words = tokens(&folded.text);
    let mut best: Option<(EducationLevel, usize, usize)> = None;
    let mut at = 0;
    while at < words.len() {
        let Some((level, count)) = longest_degree(text, &folded, &words, at) else {
            at += 1;
            continue;
        };
        if best.is_none_or(|(highest, _, _)| level > highest) {
            best = Some((level, at, count));
        }
        at += count;
    }
    let (level, at, count) = best?;
    let first = words.get(at)?;
    let last = last_word(text, &folded, &words, at + count - 1)?;
    let mut span = folded.source_span(first.start..last.end);
    if let Some(after) = text.get(span.end..)
        && after.starts_with('.')
        && text.get(span.start..span.end)?.contains('.')
    {
        span.end += 1;
    }
    Some(DegreeMatch {
        level,
        span,
        name: text.get(span.start..span.end)?.to_owned(),
    })
}

fn degree_names() -> &'static (HashMap<String, DegreeName>, usize) {
    static NAMES: LazyLock<(HashMap<String, DegreeName>, usize)> = LazyLock::new(|| {
        let mut names = HashMap::new();
        for line in include_str!("../data/degrees.txt").lines() {
            let Some((level, list)) = line.split_once('|') else {
                continue;
            };
            if let Ok(level) = EducationLevel::parse("level", level.trim()) {
                list.split(',')
                    .for_each(|name| insert_degree(&mut names, level, name.trim()));
            }
        }
        let longest = names
            .keys()
            .map(|name| tokens(name).len())
            .max()
            .unwrap_or(0);
        (names, longest)
    });
    &NAMES
}

fn insert_degree(names: &mut HashMap<String, DegreeName>, level: EducationLevel, name: &str) {
    let (name, capitals) = match name.strip_suffix('!') {
        Some(name) => (name, true),
        None => (name, false),
    };
    let mut insert = |key: String, writing| {
        if !key.is_empty() {
            names.entry(key).or_insert(DegreeName { level, writing });
        }
    };
    let parts: Vec<_> = name
        .split('.')
        .map(fold_key)
        .filter(|part| !part.is_empty())
        .collect();
    let (joined, spaced) = match capitals {
        true => (Writing::Capitals, Writing::DottedCapitals),
        false if parts.concat().len() == 2 => (Writing::Capitals, Writing::DottedCapitals),
        false => (Writing::Any, Writing::Any),
    };
    insert(fold_key(name), joined);
    if parts.len() > 1 {
        insert(parts.concat(), joined);
        insert(parts.join("."), joined);
        insert(parts.join(" "), spaced);
    }
}

fn longest_degree(
    text: &str,
    folded: &Folded,
    words: &[Token],
    at: usize,
) -> Option<(EducationLevel, usize)> {
    let (names, longest) = degree_names();
    let first = words.get(at)?;
    (1..=*longest).rev().find_map(|count| {
        let last = words.get(at + count - 1)?;
        let name = names.get(folded.text.get(first.start..last.end)?)?;
        let span = folded.source_span(first.start..last.end);
        let source = text.get(span.start..span.end)?;
        let meant =
            is_written(name.writing, source) && (count > 1 || !is_refused(folded, words, at));
        meant.then_some((name.level, count))
    })
}

fn is_written(writing: Writing, source: &str) -> bool {
    let capitals = !source.contains(char::is_lowercase);
    match writing {
        Writing::Any => true,
        Writing::Capitals => capitals,
        Writing::DottedCapitals => capitals && source.contains('.'),
    }
}

fn is_refused(folded: &Folded, words: &[Token], at: usize) -> bool {
    let word = |at: Option<usize>| {
        at.and_then(|at| words.get(at))
            .and_then(|word| folded.text.get(word.start..word.end))
            .unwrap_or("")
    };
    REFUSED_BEFORE.contains(&word(at.checked_sub(1))) || REFUSED_AFTER.contains(&word(Some(at + 1)))
}

/// The last word of a degree whose match ends at a word: `of` takes what follows along, other connectives fall away.
fn last_word<'a>(
    text: &str,
    folded: &Folded,
    words: &'a [Token],
    last: usize,
) -> Option<&'a Token> {
    let word = |at: usize| {
        words
            .get(at)
            .and_then(|word| folded.text.get(word.start..word.end))
    };
    match word(last)? {
        "of" => {
            let mut end = last;
            while end < last + MAX_OF_WORDS
                && goes_on(text, folded, words, end)
                && !word(end + 1).is_some_and(ends_name)
            {
                end += 1;
            }
            words.get(end)
        }
        connective if CONNECTIVES.contains(&connective) => words.get(last.checked_sub(1)?),
        _ => words.get(last),
    }
}

fn ends_name(word: &str) -> bool {
    matches!(word, "in" | "from" | "at" | "with") || word.starts_with(|c: char| c.is_ascii_digit())
}

/// Whether only a blank parts a word from the next.
fn goes_on(text: &str, folded: &Folded, words: &[Token], at: usize) -> bool {
    let (Some(word), Some(next)) = (words.get(at), words.get(at + 1)) else {
        return false;
    };
    let from = folded.source_span(word.start..word.end).end;
    let to = folded.source_span(next.start..next.end).start;
    text.get(from..to).is_some_and(|between| between == " ")
}

/// Words that open a field behind a degree, longest first.
const FIELD_OPENERS: [&str; 22] = [
    "with a major in ",
    "with major in ",
    "with specialization in ",
    "with honours in ",
    "with honors in ",
    "majoring in ",
    "specialization in ",
    "specialisation in ",
    "major in ",
    "major: ",
    "degree in ",
    "im fach ",
    "im studiengang ",
    "studiengang ",
    "fachrichtung ",
    "in ",
    "of ",
    "en ",
    "em ",
    "de ",
    "der ",
    "für ",
];
/// Words that tell that a school follows and no field.
const SCHOOL_WORDS: [&str; 22] = [
    "universit",
    "universid",
    "college",
    "institut",
    "school",
    "hochschule",
    "école",
    "ecole",
    "escuela",
    "academy",
    "akademie",
    "faculty",
    "politecnico",
    "polytechnic",
    "gymnasium",
    "campus",
    "lycée",
    "大学",
    "学院",
    "университет",
    "istituto",
    "present",
];

/// The field of study in what follows a degree: `in Computer Science, …`, `(Physics)`, `: Law`, `Mechanical Engineering from …`.
pub fn read_field(text_after_degree: &str) -> Option<String> {
    let is_margin = |c: char| {
        c.is_whitespace() || matches!(c, '.' | ',' | ':' | '(' | '-' | '–' | '—' | '/' | '"' | '|')
    };
    let line = text_after_degree.trim_start_matches(is_margin);
    let line = line.split(['\n', '\t']).next()?;
    let line = without_honours(line).trim_start_matches(is_margin);
    let opener = FIELD_OPENERS
        .iter()
        .find_map(|opener| strip_folded(line, opener));
    let line = opener.unwrap_or(line);
    let field = line
        .split([',', ';', '|', '(', ')', '•', '[', '–', '—', ':'])
        .next()?
        .split(" - ")
        .next()?;
    let field = words_of_field(field);
    let folded = field.to_lowercase();
    let named = field.starts_with(char::is_alphabetic)
        && (opener.is_some() || field.starts_with(|c: char| !c.is_lowercase()))
        && field.chars().nth(1).is_some()
        && !SCHOOL_WORDS.iter().any(|school| folded.contains(school));
    named.then_some(field)
}

/// What follows `(Hons)`, which tells a grade and no field.
fn without_honours(line: &str) -> &str {
    ["honours)", "hons)", "hons.)", "hons", "honors)"]
        .iter()
        .find_map(|honours| strip_folded(line, honours))
        .unwrap_or(line)
}

/// What follows a prefix given in lower case.
fn strip_folded<'a>(line: &'a str, prefix: &str) -> Option<&'a str> {
    let head = line.get(..prefix.len())?;
    (head.to_lowercase() == prefix)
        .then(|| line.get(prefix.len()..))
        .flatten()
}

/// The words up to a year, a school's preposition or the limit.
fn words_of_field(field: &str) -> String {
    let is_end = |word: &&str| {
        !matches!(
            *word,
            "from" | "at" | "@" | "an" | "bei" | "à" | "with" | "by" | "presso"
        ) && !word.starts_with(|c: char| c.is_ascii_digit())
    };
    let words: Vec<_> = field
        .split_whitespace()
        .take_while(is_end)
        .take(MAX_FIELD_WORDS)
        .collect();
    words.join(" ").trim_end_matches(['.', '-', ' ']).to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use EducationLevel::{
        Associate, Bachelor, Doctorate, Master, Professional, School, Vocational,
    };

    fn read(text: &str) -> Option<(EducationLevel, String)> {
        read_degree(text).map(|degree| (degree.level, degree.name))
    }

    #[test]
    fn degrees_of_many_countries_are_told() {
        let rows = [
            ("B.Tech in Computer Science", Bachelor, "B.Tech"),
            ("B. E. (Mechanical)", Bachelor, "B. E."),
            ("BE Computer Engineering", Bachelor, "BE"),
            (
                "Bachelor’s degree, Economics",
                Bachelor,
                "Bachelor’s degree",
            ),
            (
                "Bachelor of Information Systems in 2010",
                Bachelor,
                "Bachelor of Information Systems",
            ),
            ("M.Sc. Informatik", Master, "M.Sc."),
            ("MBA, Finance", Master, "MBA"),
            ("MCA", Master, "MCA"),
            ("PGDM (Marketing)", Master, "PGDM"),
            ("HSC 2009", School, "HSC"),
            ("12th, CBSE", School, "12th"),
            ("GED", School, "GED"),
            ("A-levels: Maths", School, "A-levels"),
            ("BTS Comptabilité", Associate, "BTS"),
            ("DUT Informatique", Associate, "DUT"),
            ("Licence en droit", Bachelor, "Licence"),
            ("Maîtrise de droit", Master, "Maîtrise"),
            ("Diplom-Ingenieur Maschinenbau", Master, "Diplom-Ingenieur"),
            ("Diplom (FH) Informatik", Bachelor, "Diplom (FH"),
            ("Magister Artium", Master, "Magister Artium"),
            ("Erstes Staatsexamen", Professional, "Erstes Staatsexamen"),
            ("Abitur", School, "Abitur"),
            ("Ausbildung zum Elektroniker", Vocational, "Ausbildung"),
            ("Kauffrau (IHK)", Vocational, "IHK"),
            ("Laurea magistrale in Fisica", Master, "Laurea magistrale"),
            ("Laurea in Lettere", Bachelor, "Laurea"),
            ("Licenciatura em Gestão", Bachelor, "Licenciatura"),
            ("Mestrado", Master, "Mestrado"),
            ("计算机科学 硕士", Master, "硕士"),
            ("北京大学本科", Bachelor, "本科"),
            ("大专", Associate, "大专"),
            ("博士", Doctorate, "博士"),
            ("Бакалавр экономики", Bachelor, "Бакалавр"),
            ("магистр", Master, "магистр"),
            ("Ph.D. in Physics, M.Sc.", Doctorate, "Ph.D."),
            ("J.D., Harvard", Professional, "J.D."),
            (
                "Associate of Applied Science",
                Associate,
                "Associate of Applied Science",
            ),
            ("High School Diploma", School, "High School Diploma"),
            ("B.Sc., M.Sc., PhD", Doctorate, "PhD"),
            ("BA (Hons) History", Bachelor, "BA"),
        ];
        for (text, level, name) in rows {
            assert_eq!(read(text), Some((level, name.to_owned())), "{text}");
        }
    }

    #[test]
    fn what_is_no_degree_is_none() {
        for text in [
            "to be or ma",
            "Scrum Master",
            "driving licence",
            "Java",
            "",
            "Sales Associate",
            "master data",
            "as is",
            "A S",
            "Oracle DBA",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_field_follows_the_degree() {
        let rows = [
            (
                " in Computer Science, ABC University",
                Some("Computer Science"),
            ),
            (" (Physics)", Some("Physics")),
            (": Law", Some("Law")),
            (
                " Mechanical Engineering from XYZ",
                Some("Mechanical Engineering"),
            ),
            (" (Hons) History 2010", Some("History")),
            (", State University", None),
            (" en droit", Some("droit")),
            ("", None),
            (" 2010 - 2014", None),
        ];
        for (text, field) in rows {
            assert_eq!(read_field(text).as_deref(), field, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_has_a_degree_on_character_borders_or_none(text in "\\PC{0,40}|(B|M|\\.|E|Sc|Bachelor of | in |é|硕士|, ){0,12}") {
            if let Some(degree) = read_degree(&text) {
                prop_assert_eq!(text.get(degree.span.start..degree.span.end), Some(degree.name.as_str()));
            }
            read_field(&text);
        }
    }
}
