//! The person's name, by place, look and shape, and by agreement with the e-mail address.

use shortlist_domain::SectionKind;
use shortlist_vocabulary::{Vocabulary, find_language};

use super::headings::exact_kind;
use super::page::{Page, is_all_capitals, without_bullet};
use super::sections::LineKind;
use super::words::{HONORIFICS, NAME_LABELS, NAME_PARTICLES, NOT_NAME_WORDS, TITLE_WORDS, holds};
use crate::{Region, TextLine};

/// Lines from the top in which a name without a label is looked for.
const TOP_LINES: usize = 25;
/// Fewer points than these are a guess.
const THRESHOLD: i32 = 30;

/// The person's name as the resume writes it, or nothing where it would be a guess.
pub(super) fn find_name(
    page: &Page<'_>,
    kinds: &[LineKind],
    email: Option<&str>,
) -> Option<String> {
    let local = email.map(local_letters).unwrap_or_default();
    let mut best: Option<(i32, String)> = None;
    let mut consider = |points: i32, name: String| {
        if points >= THRESHOLD && best.as_ref().is_none_or(|(most, _)| points > *most) {
            best = Some((points, name));
        }
    };
    let largest = largest_size(page);
    for (number, line, words) in page.numbered() {
        let kind = kinds
            .get(number)
            .map_or(SectionKind::Other, |kind| kind.kind);
        if let Some(name) =
            labelled(page, number, words).filter(|_| kind != SectionKind::References)
        {
            let early = i32::try_from(number.min(40)).unwrap_or(40);
            consider(85 - early + agreement(&name, &local) / 2, name);
        }
        let top = (line.page == 0 && number < TOP_LINES)
            || matches!(line.region, Region::Header)
            || (line.page == 0 && line.size >= largest - 0.1 && largest > page.body_size + 2.0);
        for (name, whole) in candidates(page, number, words) {
            let agrees = agreement(&name, &local);
            if top {
                let points = placed(
                    page,
                    line,
                    i32::try_from(number).unwrap_or(i32::MAX),
                    largest,
                    kind,
                ) + agrees
                    + if whole { 6 } else { 0 };
                consider(points, name);
            } else if agrees >= 40 && whole && kind != SectionKind::References {
                consider(agrees - 8, name);
            }
        }
    }
    best.map(|(_, name)| tidy(&name))
}

fn largest_size(page: &Page<'_>) -> f32 {
    page.lines
        .iter()
        .filter(|line| line.page == 0 && line.span.start < 3000)
        .map(|line| line.size)
        .fold(0.0, f32::max)
}

/// Points for where and how a line stands.
fn placed(page: &Page<'_>, line: &TextLine, order: i32, largest: f32, kind: SectionKind) -> i32 {
    let mut points = 30 - 2 * order.min(20);
    if order == 0 {
        points += 12;
    }
    if line.size > 0.0 && line.size >= largest - 0.1 && largest > page.body_size + 0.9 {
        points += 25;
    } else if line.size > page.body_size + 1.4 {
        points += 12;
    }
    if line.bold || line.heading || is_all_capitals(page.words(line)) {
        points += 6;
    }
    match kind {
        SectionKind::Contact | SectionKind::Personal => points + 4,
        SectionKind::Summary | SectionKind::Other => points - 8,
        SectionKind::References => points - 60,
        _ => points - 25,
    }
}

/// The letters of an address's local part.
fn local_letters(email: &str) -> String {
    let local = email.rsplit_once('@').map_or(email, |(local, _)| local);
    local
        .chars()
        .filter(|c| c.is_alphabetic())
        .flat_map(char::to_lowercase)
        .collect()
}

/// Points for words of the name that the e-mail address holds.
fn agreement(name: &str, local: &str) -> i32 {
    if local.is_empty() {
        return 0;
    }
    let words: Vec<String> = super::headings::heading_key(name)
        .split(' ')
        .map(ToOwned::to_owned)
        .collect();
    let held = words
        .iter()
        .filter(|word| word.chars().count() >= 3 && local.contains(word.as_str()))
        .count();
    let initials: String = words
        .iter()
        .filter_map(|word| word.chars().next())
        .collect();
    let first = words.iter().any(|word| {
        word.chars().count() >= 5 && word.get(..4).is_some_and(|start| local.contains(start))
    });
    match held {
        0 if first => 15,
        0 if initials.len() >= 2 && local.starts_with(&initials) => 10,
        0 => 0,
        1 => 30,
        _ => 50,
    }
}

/// `Name: X`, its label in the same line, the same row or the line above; `Curriculum Vitae of X`.
fn labelled(page: &Page<'_>, number: usize, words: &str) -> Option<String> {
    let words = without_bullet(words);
    let (label, rest) = match words.find([':', '：', '\t']) {
        Some(at) => (words.get(..at)?, words.get(at..)?),
        None => {
            let rest = NAME_LABELS
                .split('|')
                .filter(|label| !label.is_ascii())
                .find_map(|label| words.strip_prefix(label))?;
            ("姓名", rest)
        }
    };
    let label = label
        .trim()
        .trim_end_matches(['-', '.'])
        .trim()
        .to_lowercase();
    if !NAME_LABELS.split('|').any(|known| known == label) {
        return None;
    }
    let rest = rest.trim_start_matches([':', '：', '\t', ' ', '-', '–', '.']);
    let rest = if rest.is_empty() {
        page.line(number + 1)
    } else {
        rest
    };
    let cell = rest
        .split(['\t', '|', ';', '('])
        .next()?
        .split("  ")
        .next()?
        .trim();
    let cell = cell.trim_start_matches([':', ' ', '-']);
    name_shaped(cell, true).or_else(|| name_shaped(cell.split(',').next()?, true))
}

/// The stretches of a line that may be a name, and whether it is the whole line.
fn candidates(page: &Page<'_>, number: usize, words: &str) -> Vec<(String, bool)> {
    if words.len() > 200 {
        return Vec::new();
    }
    let words = without_title_of_document(without_bullet(words));
    if let Some(name) = name_shaped(words, false) {
        return vec![(name, true)];
    }
    if let Some(name) = over_two_lines(page, number, words) {
        return vec![(name, true)];
    }
    let mut found = Vec::new();
    for cell in words.split(['\t', '|', '•', '·', ';', '/']).map(str::trim) {
        let before_comma = cell.split([',', '(', '–', '—', ':']).next().unwrap_or(cell);
        let before_dash = before_comma.split(" - ").next().unwrap_or(before_comma);
        if let Some(name) = name_shaped(cell, false).or_else(|| name_shaped(before_dash, false)) {
            found.push((name, false));
        }
    }
    found
}

/// `Curriculum Vitae of X` and `Resume - X` without what is before the name.
fn without_title_of_document(words: &str) -> &str {
    let lower = words.to_lowercase();
    if lower.len() != words.len() {
        return words;
    }
    let mut at = 0;
    for prefix in [
        "curriculum vitae",
        "curriculum vitæ",
        "résumé",
        "resume",
        "cv",
        "lebenslauf",
        "bio-data",
        "biodata",
        "bio data",
        "hoja de vida",
    ] {
        if lower.starts_with(prefix)
            && lower
                .get(prefix.len()..)
                .is_some_and(|rest| !rest.starts_with(char::is_alphabetic))
        {
            at = prefix.len();
            break;
        }
    }
    if at == 0 {
        return words.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, '-' | ':' | ','));
    }
    let rest = words
        .get(at..)
        .unwrap_or("")
        .trim_start_matches([' ', ':', '-', '–', '—', '|', '\t']);
    ["of ", "for ", "von ", "de ", "di "]
        .iter()
        .find_map(|word| rest.strip_prefix(word))
        .unwrap_or(rest)
}

/// A name set in two lines of one look: each a word or two.
fn over_two_lines(page: &Page<'_>, number: usize, words: &str) -> Option<String> {
    let line = page.lines.get(number)?;
    let next = page.lines.get(number + 1)?;
    let alike =
        (line.size - next.size).abs() < 0.6 && line.region == next.region && line.page == next.page;
    if !alike || line.size < page.body_size + 2.0 || words.split_whitespace().count() > 2 {
        return None;
    }
    let below = page.words(next);
    if below.split_whitespace().count() > 2 {
        return None;
    }
    name_shaped(&format!("{words} {below}"), false)
}

/// A text in the shape of a name, without titles and letters around it.
fn name_shaped(text: &str, labelled: bool) -> Option<String> {
    let text = text.trim().trim_matches(|c: char| {
        matches!(
            c,
            ',' | '.' | ':' | '-' | '–' | '_' | '|' | '"' | '*' | '#' | '(' | ')'
        )
    });
    if text.chars().count() > 50
        || text.contains(|c: char| {
            c.is_numeric()
                || matches!(
                    c,
                    '@' | ':' | '/' | '&' | '+' | '\t' | '!' | '?' | ';' | '%' | '|'
                )
        })
    {
        return None;
    }
    if let Some(name) = ideographic(text, labelled) {
        return Some(name);
    }
    let text = without_letters_behind(text);
    let joined = joined_letters(text);
    let words: Vec<&str> = joined.split_whitespace().collect();
    let words = without_honorifics(&words);
    let fewest = if labelled { 1 } else { 2 };
    let full = words
        .iter()
        .filter(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 2)
        .count();
    if !(fewest..=5).contains(&words.len()) || full == 0 || exact_kind(&joined).is_some() {
        return None;
    }
    if !words.iter().all(|word| name_word(word, labelled)) {
        return None;
    }
    let name = words.join(" ");
    let known = Vocabulary::built_in().find(&name).is_some() || find_language(&name).is_some();
    let skills = words
        .iter()
        .filter(|word| word.len() > 2 && find_language(word).is_some())
        .count();
    (!known && (labelled || skills == 0)).then_some(name)
}

fn name_word(word: &str, labelled: bool) -> bool {
    let bare =
        word.trim_matches(|c: char| matches!(c, '.' | ',' | '(' | ')' | '"' | '“' | '”' | '\''));
    let lower = bare.to_lowercase();
    if bare.is_empty()
        || !bare.chars().all(|c| {
            c.is_alphabetic()
                || matches!(c, '-' | '\'' | '’' | '.' | '‑' | '`')
                || unicode_normalization::char::is_combining_mark(c)
        })
    {
        return false;
    }
    if holds(NAME_PARTICLES, &lower) {
        return true;
    }
    if holds(NOT_NAME_WORDS, &lower) || holds(TITLE_WORDS, &lower) {
        return false;
    }
    let cased = bare.chars().any(|c| c.is_uppercase() || c.is_lowercase());
    labelled || !cased || bare.starts_with(char::is_uppercase)
}

/// Two to four ideographs, alone or (with a label) before a blank; Korean likewise.
fn ideographic(text: &str, labelled: bool) -> Option<String> {
    let is_ideograph =
        |c: char| ('\u{4e00}'..='\u{9fff}').contains(&c) || ('\u{ac00}'..='\u{d7a3}').contains(&c);
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let count = bare.chars().count();
    let spaced = text
        .split_whitespace()
        .all(|word| word.chars().count() == 1);
    if bare.chars().all(is_ideograph) && (2..=4).contains(&count) && (spaced || bare == text) {
        let listed = [
            "简历",
            "个人简历",
            "求职简历",
            "履历",
            "履歴書",
            "이력서",
            "男",
            "女",
            "本科",
            "硕士",
            "博士",
        ];
        return (!listed.contains(&bare.as_str())
            && exact_kind(&bare).is_none()
            && !bare.contains(['历', '师', '员', '理', '学']))
        .then_some(bare);
    }
    if labelled {
        let first = text.split_whitespace().next()?;
        let count = first.chars().count();
        return (first.chars().all(is_ideograph) && (2..=4).contains(&count))
            .then(|| first.to_owned());
    }
    None
}

/// `A D A  L O V E L A C E` drawn together, where every word is one letter.
fn joined_letters(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() < 6 || !words.iter().all(|word| word.chars().count() == 1) {
        return text.to_owned();
    }
    let parts: Vec<String> = text
        .split("  ")
        .map(|part| part.split_whitespace().collect::<String>())
        .filter(|part| !part.is_empty())
        .collect();
    parts.join(" ")
}

/// `, PhD, PMP` cut off.
fn without_letters_behind(text: &str) -> &str {
    let Some((name, letters)) = text.split_once([',', '(']) else {
        return text;
    };
    let all = letters
        .split(|c: char| c == ',' || c.is_whitespace() || c == ')')
        .filter(|word| !word.is_empty())
        .all(|word| {
            let bare: String = word.chars().filter(|c| c.is_alphanumeric()).collect();
            holds(HONORIFICS, &bare.to_lowercase())
                || (bare.len() <= 5 && is_all_capitals(&bare) && name.contains(' '))
        });
    if all { name.trim() } else { text }
}

fn without_honorifics<'a>(words: &[&'a str]) -> Vec<&'a str> {
    let is_title = |word: &&&str| {
        let bare: String = word
            .chars()
            .filter(|c| c.is_alphanumeric())
            .flat_map(char::to_lowercase)
            .collect();
        holds(HONORIFICS, &bare)
    };
    let from = words
        .iter()
        .take_while(|word| is_title(word) && word.chars().count() > 1)
        .count();
    let behind = words
        .iter()
        .rev()
        .take_while(|word| is_title(word) && is_all_capitals(word))
        .count();
    let to = if words.len() - behind >= from + 2 {
        words.len() - behind
    } else {
        words.len()
    };
    words.get(from..to).unwrap_or_default().to_vec()
}

fn tidy(name: &str) -> String {
    name.split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
        .trim_matches([',', '-', ' '])
        .to_owned()
}
