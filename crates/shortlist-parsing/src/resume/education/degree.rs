//! Recognizes the degrees of a line, and text that only looks like one.

use shortlist_vocabulary::{DegreeMatch, read_degree};

use super::super::dates::BUDDHIST_YEARS;
use super::super::page::is_all_capitals;
use super::super::places::is_town;
use super::super::words::EducationWords;
use super::school::names_school;

/// The maximum number of false degrees on a line before the search stops.
const MAX_REFUSED: usize = 4;

/// Levels of schools, which boards have in their names.
const SCHOOL_KINDS: [&str; 6] = [
    "secondary",
    "secondary education",
    "higher secondary",
    "senior secondary",
    "higher secondary education",
    "senior secondary education",
];

/// Returns the highest degree on a line, ignoring text that only looks like a degree.
pub(in crate::resume) fn real_degree(words: &str) -> Option<DegreeMatch> {
    let mut text = words.to_owned();
    for _ in 0..MAX_REFUSED {
        let found = read_degree(&text)?;
        if !is_false_match(words, &found) {
            return Some(found);
        }
        // Spaces of the same length keep all offsets valid.
        let blank = " ".repeat(found.span.end - found.span.start);
        text.replace_range(found.span.start..found.span.end, &blank);
    }
    None
}

/// Returns whether a match is not a degree: `MS Office`, the month of March, MIS reports.
fn is_false_match(words: &str, found: &DegreeMatch) -> bool {
    let after = words.get(found.span.end..).unwrap_or("");
    let next: String = after
        .trim_start_matches([' ', '-', '–', '.', ',', '/'])
        .chars()
        .take_while(|c| c.is_alphanumeric())
        .flat_map(char::to_lowercase)
        .collect();
    if is_code(words, found.span.start) || is_state(words, found) || is_province(words, found) {
        return true;
    }
    match found.name.as_str() {
        "MS" | "M.S" | "M.S." | "Ms" => EducationWords::get().products.contains(&next),
        "March" | "MARCH" | "march" => true,
        // `a 24-bed unit`, `med school`; the degrees are `BEd` and `MEd`.
        "bed" | "Bed" | "med" | "Med" => true,
        // `IHK Graz` is a chamber; the degree is `Meister (IHK)`.
        "IHK" => after.trim_start().starts_with(char::is_uppercase) && !after.starts_with('-'),
        // `Nordtimmer AB` is a company in Sweden; the degree is `AB in Economics`.
        "AB" => is_company(words, found.span.start, &next),
        // `B.E. 2556` is a year of the Thai calendar.
        "B.E." | "B.E" | "BE" => next
            .parse()
            .is_ok_and(|year| BUDDHIST_YEARS.contains(&year)),
        // `DEA BW1234563` is a licence, `DEA 2005` a French degree with its year.
        "DEA" => {
            next.starts_with(char::is_alphabetic) && next.contains(|c: char| c.is_ascii_digit())
        }
        // `MD Amin Example` is a name.
        "MD" | "MD." | "Md" | "Md." => {
            let before = words.get(..found.span.start).unwrap_or("").trim_end();
            let begins = before.is_empty() || before.ends_with([':', '(']);
            begins && after.trim_start().starts_with(char::is_uppercase)
        }
        // `Acme Associates Limited` is an employer; the degree is `Associates in …`.
        name if name.eq_ignore_ascii_case("associates") => true,
        name if SCHOOL_KINDS
            .iter()
            .any(|kind| name.eq_ignore_ascii_case(kind)) =>
        {
            is_of_board(words, found.span.start)
        }
        // `M1 – M5` are the years of a school.
        "M1" => next
            .strip_prefix('m')
            .is_some_and(|year| year.parse::<u8>().is_ok()),
        "MIS" => !matches!(next.as_str(), "in" | "degree"),
        "Master" | "MASTER" | "master" => next.is_empty(),
        name if name.eq_ignore_ascii_case("graduation") => {
            is_time_of_graduation(words, found.span.start, &next)
        }
        _ => false,
    }
}

/// Returns whether the words before a position make the words after it a part of a board's name: `Board of Secondary Education`.
fn is_of_board(words: &str, at: usize) -> bool {
    let before = words.get(..at).unwrap_or("").trim_end().to_lowercase();
    let mut boards = EducationWords::get().boards.iter();
    let before = before.strip_suffix(" of").unwrap_or("");
    boards.any(|board| before.ends_with(board))
}

/// The states of the USA whose abbreviations are also degrees or titles.
const STATES: [&str; 6] = ["CA", "MA", "MD", "ME", "MS", "PA"];

/// Returns whether two letters are a state after its town: `Boston, MA`, `Acme Inc | Tupelo, MS`.
///
/// Not every town is known. After a separator, one to three capitalized words are a place, unless they name a school.
fn is_state(words: &str, found: &DegreeMatch) -> bool {
    let is_abbreviation = found.name.len() == 2 && is_all_capitals(&found.name);
    let before = words.get(..found.span.start).unwrap_or("").trim_end();
    let Some(before) = before.strip_suffix(',').filter(|_| is_abbreviation) else {
        return false;
    };
    let separators = ['\t', ',', '|', '–', '—', '(', '·', '•', ';'];
    let town = before.rsplit(separators).next().unwrap_or(before);
    let town = town.rsplit(" - ").next().unwrap_or(town);
    let is_after_separator = town.len() < before.len() && STATES.contains(&found.name.as_str());
    let names: Vec<&str> = town.split_whitespace().collect();
    let looks_like_place = (1..=3).contains(&names.len())
        && names
            .iter()
            .all(|name| name.starts_with(char::is_uppercase) && !is_all_capitals(name))
        && !names_school(words)
        && read_degree(town).is_none();
    is_town(town.trim()) || (is_after_separator && looks_like_place)
}

/// Returns whether two letters in brackets are the province of the town before them: `Bari (BA)`.
fn is_province(words: &str, found: &DegreeMatch) -> bool {
    let before = words.get(..found.span.start).unwrap_or("");
    let after = words.get(found.span.end..).unwrap_or("");
    let Some(before) = before.strip_suffix('(').filter(|_| after.starts_with(')')) else {
        return false;
    };
    let is_abbreviation = found.name.len() == 2 && is_all_capitals(&found.name);
    is_abbreviation && is_town(last_part(before).trim())
}

/// Returns whether the letters at a position are the legal form of a company, after its name.
fn is_company(words: &str, at: usize, next: &str) -> bool {
    let before = words.get(..at).unwrap_or("");
    let name = last_part(before);
    let follows_name = before.ends_with(' ') && name.trim().starts_with(char::is_uppercase);
    follows_name && !names_school(name) && !matches!(next, "in" | "of")
}

/// Returns the last part of a line, after a comma or another separator.
fn last_part(line: &str) -> &str {
    line.rsplit([',', '\t', '|', '–', '·']).next().unwrap_or("")
}

/// Returns whether the letters at a position are a part of a code with digits: `BS-EN-ISO-17637`.
fn is_code(words: &str, at: usize) -> bool {
    let begin = words.get(..at).and_then(|before| {
        let space = before.rfind(char::is_whitespace)?;
        Some(space + 1)
    });
    let token = words.get(begin.unwrap_or(0)..).unwrap_or("");
    let token = token.split(char::is_whitespace).next().unwrap_or("");
    token.matches('-').count() > 1 && token.contains(|c: char| c.is_ascii_digit())
}

/// Returns whether `graduation` at a position, with this word after it, is a time or a piece of work: `expected graduation`,
/// `graduation thesis`.
fn is_time_of_graduation(words: &str, at: usize, next: &str) -> bool {
    let lists = EducationWords::get();
    let before = words.get(..at).unwrap_or("");
    let mut before = before.split(|c: char| !c.is_alphanumeric());
    let last = before.rfind(|word| !word.is_empty());
    let last = last.map(str::to_lowercase);
    lists.after_graduation.contains(next)
        || last.is_some_and(|last| lists.before_graduation.contains(&last))
}
