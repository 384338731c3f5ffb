//! Recognizes the names of schools.

use std::borrow::Cow;

use super::super::dates::{find_single_dates, is_date_word};
use super::super::headings::exact_kind;
use super::super::labels::field_of;
use super::super::page::{is_all_capitals, without_bullet};
use super::super::phrases::is_title;
use super::super::places::{is_place, is_town};
use super::super::words::EducationWords;
use super::near::is_only_date;
use super::real_degree;

/// The maximum length of a school name, in bytes.
pub(super) const MAX_SCHOOL_BYTES: usize = 100;
/// The maximum number of letters in the abbreviation of a school.
const MAX_ABBREVIATION_CHARS: usize = 12;

/// The minimum number of words in a name after a misspelt `from`.
const MIN_NAME_WORDS: usize = 3;
/// The maximum number of digits in the number of a school.
const MAX_NUMBER: usize = 4;
/// The maximum length of an abbreviation in a line of capitals, where other words look the same.
const MAX_SHORT_ABBREVIATION: usize = 5;

/// What follows the year of a date in Chinese and Japanese, and in Korean.
const YEAR_SIGNS: [char; 2] = ['年', '년'];

/// Returns the phrase of a line that names a school. A school is preferred to the board that examines its pupils, and a
/// university to its faculty.
///
/// Chinese, Japanese and Korean dates are not split at spaces and marks as others are, so they are left out first.
pub(super) fn named_school(line: &str) -> Option<String> {
    let line = &if line.contains(YEAR_SIGNS) {
        Cow::Owned(without_dates(line))
    } else {
        Cow::Borrowed(line)
    };
    let (mut board, mut faculty) = (None, None);
    for part in phrases(line) {
        let is_school = names_school(part) && has_name(part) && exact_kind(part).is_none();
        if part.len() > MAX_SCHOOL_BYTES || !is_school {
            continue;
        }
        if names_board(part) {
            board = board.or(Some(part));
        } else if names_faculty(part) {
            faculty = faculty.or(Some(part));
        } else {
            return Some(part.to_owned());
        }
    }
    faculty.or(board).map(ToOwned::to_owned)
}

/// Returns a line with a tabulator in place of each date.
fn without_dates(line: &str) -> String {
    let mut rest = String::with_capacity(line.len());
    let mut end = 0;
    for date in find_single_dates(line, 0) {
        rest.push_str(line.get(end..date.span.start).unwrap_or(""));
        rest.push('\t');
        end = date.span.end;
    }
    rest.push_str(line.get(end..).unwrap_or(""));
    rest
}

/// Returns whether a phrase is a part of a university: `Faculty of Law`.
fn names_faculty(phrase: &str) -> bool {
    let first = phrase.split(' ').next().unwrap_or("").to_lowercase();
    EducationWords::get().faculties.contains(&first)
}

/// Returns whether a phrase has more than words for schools, which are alone as the label of a field: `College name`.
fn has_name(phrase: &str) -> bool {
    let lists = EducationWords::get();
    let lower = phrase.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| {
        let is_general = lists.school_words.contains(word) && !lists.school_names.contains(word);
        !word.is_empty() && !is_general && !lists.column_words.contains(word)
    })
}

/// Returns the phrase of a line with a degree that is a school, although no list knows its words: the one after `from`,
/// an abbreviation, or the one before a town.
pub(super) fn likely_school(line: &str) -> Option<String> {
    let named = name_after_from(line);
    let is_marked = |part: &&str| {
        part.len() <= MAX_SHORT_ABBREVIATION
            || part.contains('.')
            || line.contains(char::is_lowercase)
    };
    let is_school =
        |part: &&str| is_abbreviation(part) && is_marked(part) && !abbreviates(part, line);
    let abbreviated = || phrases(line).find(is_school);
    let school = named
        .or_else(abbreviated)
        .or_else(|| name_before_town(line))?;
    fits(school).then(|| school.to_owned())
}

/// Returns the phrase after `from` on a line next to a degree: `Passed in 2013 from Example, Graz`.
pub(super) fn school_after_from(line: &str) -> Option<String> {
    let school = name_after_from(line)?;
    let is_date = school.contains(|c: char| c.is_ascii_digit()) || is_date_word(school);
    (fits(school) && !is_date).then(|| school.to_owned())
}

fn name_after_from(line: &str) -> Option<&str> {
    let froms = ["from ", "From ", "FROM ", "Form "].into_iter();
    let is_word = |at: &usize| {
        let before = line.get(..*at);
        before.is_some_and(|before| !before.ends_with(char::is_alphanumeric))
    };
    let found = froms.filter_map(|from| {
        let mut places = line.match_indices(from).map(|(at, _)| at);
        Some(places.find(is_word)? + from.len())
    });
    let at = found.min()?;
    let named = line.get(at..).and_then(|after| phrases(after).next());
    // `Form` is a common misspelling, and also a year of a school.
    let is_misspelt = line.get(..at)?.ends_with("Form ");
    let is_name = |part: &&str| !is_misspelt || part.split(' ').count() >= MIN_NAME_WORDS;
    named.filter(|part| part.starts_with(char::is_uppercase) && is_name(part))
}

fn fits(school: &str) -> bool {
    school.len() <= MAX_SCHOOL_BYTES && !is_place(school) && !is_mark(school)
}

/// Returns the name in a line of two cells, of which the other is a date: `Hilltop<TAB>2019`. Near a degree, it is the school.
pub(super) fn name_with_date(line: &str) -> Option<String> {
    let (first, second) = line.split_once('\t')?;
    let name = match (is_only_date(first), is_only_date(second)) {
        // The label of the date is no name.
        (false, true) if field_of(first).is_none() => first,
        (true, false) => second,
        _ => return None,
    };
    let school = phrases(name).next()?;
    let is_name = school.starts_with(char::is_uppercase)
        && !names_school(school)
        && real_degree(school).is_none()
        && school.len() <= MAX_SCHOOL_BYTES
        && !name.contains(|c: char| c.is_ascii_digit());
    let is_other =
        is_place(school) || is_mark(school) || is_title(school) || exact_kind(school).is_some();
    (is_name && !is_other).then(|| school.to_owned())
}

/// Returns the phrase between a field and a town: `Physics, Example, Graz`.
fn name_before_town(line: &str) -> Option<&str> {
    let found: Vec<&str> = phrases(line).collect();
    let pairs = found.iter().skip(1).zip(found.iter().skip(2));
    let mut pairs = pairs.filter(|(_, town)| is_town(town));
    let (name, _) = pairs.next()?;
    name.starts_with(char::is_uppercase).then_some(name)
}

/// Returns the phrase of a line that contains the given words and more.
pub(super) fn phrase_around<'a>(line: &'a str, words: &str) -> Option<&'a str> {
    phrases(line).find(|part| part.len() > words.len() && part.contains(words))
}

/// Returns whether a phrase is a school's name with a kind of school: `Example High School`, but not `High School (passed)` or
/// `Example Secondary School Certificate`.
pub(super) fn is_name_with(phrase: &str, kind: &str) -> bool {
    let mut names = kind
        .split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let is_kind =
        names.next().is_some_and(names_school) || names.next_back().is_some_and(names_school);
    let (before, after) = phrase.split_once(kind).unwrap_or((phrase, ""));
    let is_upper = |word: &str| {
        let mut letters = word.chars();
        let first = letters
            .next()
            .is_some_and(|c| c.is_alphabetic() && !c.is_lowercase());
        first && letters.next().is_some()
    };
    let is_number = |word: &str| word.starts_with(|c: char| c.is_ascii_digit());
    // `Passed High School` names no school.
    let has_name = before
        .split_whitespace()
        .any(|word| is_upper(word) && !is_column_word(word))
        || after
            .split_whitespace()
            .any(|word| is_upper(word) && !is_mark(word))
        || after.split_whitespace().next_back().is_some_and(is_number);
    is_kind && has_name && phrase.len() <= MAX_SCHOOL_BYTES
}

/// Returns whether a phrase is an abbreviation in capitals, such as `N.I.T` or `RGPV`.
fn is_abbreviation(phrase: &str) -> bool {
    let letters = phrase.chars().filter(|c| c.is_alphabetic()).count();
    (3..=MAX_ABBREVIATION_CHARS).contains(&letters)
        && is_all_capitals(phrase)
        && !phrase.contains(|c: char| c.is_whitespace() || c.is_ascii_digit())
        && !is_mark(phrase)
        && real_degree(phrase).is_none()
        && exact_kind(phrase).is_none()
}

/// Returns whether an abbreviation has the first letters of the words before it, so it is their short form:
/// `Certificate of Secondary Education (K.C.S.E)`.
fn abbreviates(phrase: &str, line: &str) -> bool {
    let letters = phrase.chars().filter(|c| c.is_alphabetic());
    let letters: Vec<char> = letters.flat_map(char::to_lowercase).collect();
    let before = line.split_once(phrase).map_or("", |(before, _)| before);
    let first = |word: &str| word.chars().next().filter(|c| c.is_uppercase());
    let words = before.split(|c: char| !c.is_alphanumeric());
    let firsts = words.filter_map(first).flat_map(char::to_lowercase);
    let firsts: Vec<char> = firsts.collect();
    let is_end =
        |count: usize| letters.get(letters.len() - count..) == firsts.get(firsts.len() - count..);
    (2..=letters.len().min(firsts.len()))
        .rev()
        .any(|count| count + 1 >= letters.len() && is_end(count))
}

fn phrases(line: &str) -> impl Iterator<Item = &str> {
    line.split([
        '\t', '|', ',', ';', '(', ')', '–', '—', ':', '،', '，', '：', '•',
    ])
    .flat_map(|part| part.split(" - "))
    .flat_map(|part| part.split(" from "))
    .flat_map(|part| part.split(" in the year "))
    .map(place_of_study)
    .map(|part| before_time(after_date(part)))
    .map(without_margin)
    .map(|part| {
        let mut ends = [" in", " with", " With"].into_iter();
        ends.find_map(|end| part.strip_suffix(end)).unwrap_or(part)
    })
    .map(|part| {
        let from = ["from ", "From ", "FROM ", "at ", "under ", "Under "].into_iter();
        let mut rests = from.filter_map(|from| part.strip_prefix(from));
        rests.next().unwrap_or(part)
    })
    .filter(|part| !part.is_empty())
}

/// Returns the school of a field and a school: `Physics at Example University`, but not `University of Example at Graz`.
fn place_of_study(part: &str) -> &str {
    let ats = [" at ", " an der ", " en la ", " à l’", " à l'"].into_iter();
    let mut schools = ats.filter_map(|at| part.split_once(at));
    let school = schools.find(|(before, after)| !names_school(before) && names_school(after));
    school.map_or(part, |(_, school)| school)
}

/// Returns a phrase without the marks around it. The number of a school stays: `School No. 12`.
fn without_margin(part: &str) -> &str {
    let part = part.trim_start_matches(|c: char| !c.is_alphabetic());
    let name = part.trim_end_matches(|c: char| !c.is_alphabetic());
    let numbered = part.trim_end();
    let before = numbered.trim_end_matches(|c: char| c.is_ascii_digit());
    let sign = before.trim_end().rsplit(' ').next().unwrap_or("");
    let is_number = before.len() < numbered.len() && numbered.len() - before.len() <= MAX_NUMBER;
    let signs = &EducationWords::get().number_signs;
    let is_numbered = is_number && signs.contains(&sign.to_lowercase());
    if is_numbered { numbered } else { name }
}

/// Returns the text after a month and a year: `May 2015 Example University`.
fn after_date(part: &str) -> &str {
    let part = part.trim_start_matches(|c: char| !c.is_alphabetic());
    let Some((month, rest)) = part.split_once(' ') else {
        return part;
    };
    let name = month.trim_end_matches(['.', ',']).to_lowercase();
    let rest = rest.trim_start();
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let is_year = rest.len() - after.len() == 4 && after.starts_with(' ');
    if is_year && is_date_word(&name) {
        after.trim_start()
    } else {
        part
    }
}

/// Returns whether a word names a column of a table, such as `Passed`.
fn is_column_word(word: &str) -> bool {
    EducationWords::get()
        .column_words
        .contains(&word.to_lowercase())
}

/// Returns the text before words for the time or the grade of a degree: `Example University in the period 2011`,
/// `Example College with First Class`, and before the sentence after a school: `Example University. Thesis on light`.
fn before_time(part: &str) -> &str {
    let is_end = |at: &usize| {
        let (before, after) = part.split_at_checked(*at).unwrap_or((part, ""));
        let mut words = after.split_whitespace();
        let (first, second) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        let is_number = second.starts_with(|c: char| c.is_ascii_digit());
        let is_month = || {
            let name = first.trim_end_matches(['.', ',']).to_lowercase();
            is_date_word(&name) && second.len() == 4
        };
        match first {
            "with" | "securing" | "during" => true,
            "in" | "In" => is_number || second == "the",
            _ if is_number && is_month() => true,
            _ if before.ends_with('.') && is_column_word(first) => true,
            _ => before.strip_suffix('.').is_some_and(|before| {
                names_school(
                    before
                        .rsplit(|c: char| !c.is_alphabetic())
                        .next()
                        .unwrap_or(""),
                )
            }),
        }
    };
    let mut spaces = part
        .match_indices(' ')
        .map(|(at, _)| at)
        .filter(|at| *at > 0);
    let end = spaces.find(is_end);
    end.and_then(|end| part.get(..end)).unwrap_or(part)
}

/// Returns whether a phrase contains a word for a school, as a whole word or as the end of a word (`北京大学`).
pub(in crate::resume) fn names_school(phrase: &str) -> bool {
    let lower = phrase.to_lowercase();
    let lists = EducationWords::get();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| lists.school_words.contains(word) || lists.school_endings.match_end_of(word))
}

/// Returns whether a word for a school in a phrase is one for a board of examinations.
fn names_board(phrase: &str) -> bool {
    let lower = phrase.to_lowercase();
    let lists = EducationWords::get();
    let schools = lower.split(|c: char| !c.is_alphanumeric());
    let mut schools = schools.filter(|word| lists.school_words.contains(word));
    schools.any(|word| lists.boards.contains(word))
}

/// Returns whether a text is a mark or a grade: `67%`, `8.2 CGPA`, `First Class`.
pub(super) fn is_mark(text: &str) -> bool {
    let lower = without_bullet(text).to_lowercase();
    let lists = EducationWords::get();
    let words = lower.split(|c: char| !c.is_alphabetic());
    let mut words = words.filter(|word| !word.is_empty());
    words.all(|word| lists.marks.contains(word))
}
