//! Recognizes places and addresses by their shape and by the names of towns and countries.

use super::super::home::capitalized;
use super::super::page::without_bullet;
use super::super::places::{is_place, is_town};
use super::super::words::PlaceWords;

/// The maximum length of a place, in characters.
const MAX_CHARS: usize = 120;
/// The maximum number of words in small letters in an address without commas: `12 rue de la paix`.
const MAX_SMALL_WORDS: usize = 4;
/// The maximum number of words before the country. They may include a street.
pub(super) const MAX_TOWN_WORDS: usize = 6;
/// The maximum number of digits in a line of an address. A telephone number has more.
pub(super) const MAX_ADDRESS_DIGITS: usize = 10;
/// The maximum length of the rest of an address on a line of its own, in bytes.
pub(super) const MAX_REST_BYTES: usize = 60;
/// The maximum length of a Chinese address, in characters.
const MAX_CHINESE_CHARS: usize = 40;

/// Returns a cell that contains the name of a large town and also looks like an address: it has a comma, a bracket, a
/// dash or a number.
pub(super) fn words_with_town(cell: &str) -> Option<&str> {
    let marked = cell.contains(|c: char| c.is_ascii_digit() || ",-–(".contains(c));
    let digits = cell.chars().filter(char::is_ascii_digit).count();
    let other = cell.contains("://") || cell.contains("www.") || cell.contains(':');
    let fits = could_be_place(cell) && digits <= MAX_ADDRESS_DIGITS && !other;
    (fits && marked && contains_town(cell)).then_some(cell)
}

/// Returns a text with a capital at the start of each word.
pub(super) fn title_case(text: &str) -> String {
    let words = text.split(' ').map(capitalized);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns whether one to three words of a text are the name of a large town.
pub(super) fn contains_town(text: &str) -> bool {
    let is_mark = |c: char| !c.is_alphanumeric() && !matches!(c, ' ' | '\'' | '’' | '.');
    let mut parts = text.split(is_mark);
    parts.any(|part| {
        let words: Vec<&str> = part.split_whitespace().collect();
        (1..=3).any(|count| words.windows(count).any(|some| is_town(&some.join(" "))))
    })
}

pub(super) fn cells(words: &str) -> impl Iterator<Item = &str> {
    words
        .split(ends_cell)
        .map(|cell| without_bullet(cell).trim_end_matches([',', '.', ' ']))
}

/// Returns whether a character is between two contacts: a mark, or an icon, which fonts store as a private-use character.
fn ends_cell(c: char) -> bool {
    let marks = ['\t', '|', '•', '●', '▪', '◆', '∙', '·', '⋄', ';'];
    marks.contains(&c) || ('\u{e000}'..='\u{f8ff}').contains(&c)
}

/// Returns whether a word is one of addresses: `Road`, `Dist.`.
pub(in crate::resume) fn is_address_word(word: &str) -> bool {
    let list = &PlaceWords::get().address_words;
    list.contains(&word.trim_end_matches('.').to_lowercase())
}

/// Returns whether a text is short enough for a place, and has letters.
pub(in crate::resume) fn could_be_place(cell: &str) -> bool {
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    letters >= 2
        && cell.chars().count() <= MAX_CHARS
        && !cell.contains('@')
        && !is_personal_detail(cell)
}

/// Returns whether a text begins with the name of a document or of another detail about a person: `Passport No. K1234567`,
/// `Father's name: …`.
fn is_personal_detail(cell: &str) -> bool {
    let details = &PlaceWords::get().personal_details;
    let is_detail = |word: &str| details.contains(&word.to_lowercase());
    let mut words = cell
        .split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty());
    let label = cell.split_once([':', '：']).map_or("", |(label, _)| label);
    let mut label = label.split(|c: char| !c.is_alphabetic());
    let is_numbered = cell.contains(|c: char| c.is_ascii_digit());
    label.any(is_detail) || is_numbered && words.next().is_some_and(is_detail)
}

/// Returns a cell that names a town, a state or a country after a comma, or that is a town: `Springfield, IL 62701`,
/// `12 High Street, Graz`, `Lisbon, Portugal (remote)`.
pub(super) fn town_with_country(cell: &str) -> Option<&str> {
    let cell = cell.split('(').next()?.trim();
    if !could_be_place(cell) {
        return None;
    }
    if is_chinese_address(cell) {
        return Some(cell);
    }
    let Some((town, last)) = cell.rsplit_once([',', '،', '，']) else {
        return is_town(cell).then_some(cell);
    };
    let has_digit = |word: &&str| word.contains(|c: char| c.is_ascii_digit());
    // A postal code follows the state.
    let words: Vec<&str> = last
        .split_whitespace()
        .filter(|word| !has_digit(word))
        .collect();
    let known = is_place(&words.join(" ")) && town.split_whitespace().count() <= MAX_TOWN_WORDS;
    let mut parts = cell.split([',', '،', '，']);
    (known || parts.any(is_town)).then_some(cell)
}

/// Returns whether a cell names a town or a district and then a street or a house in Chinese: `示例市示例区示例路12号`.
fn is_chinese_address(cell: &str) -> bool {
    let district = cell.find(['市', '省', '区', '县']);
    let street = cell.rfind(['路', '街', '号', '村', '镇', '道', '室']);
    let is_ordered = district
        .zip(street)
        .is_some_and(|(first, last)| first > 0 && first < last);
    is_ordered && cell.chars().count() <= MAX_CHINESE_CHARS && !cell.contains(['。', '；'])
}

/// Returns whether a cell without a comma has so many words in small letters that it is a sentence, not the name of a street.
fn is_sentence(cell: &str) -> bool {
    let small = cell
        .split_whitespace()
        .filter(|word| word.starts_with(char::is_lowercase));
    !cell.contains(',') && small.count() > MAX_SMALL_WORDS
}

/// Returns a cell in the shape of a postal address: words with a postal code, or with a number and a word such as `Street`.
pub(super) fn postal_address(cell: &str) -> Option<&str> {
    let digits = cell.chars().filter(char::is_ascii_digit).count();
    let letters = cell.chars().filter(|c| c.is_alphabetic()).count();
    let is_margin = |c: char| !c.is_alphanumeric();
    let words = || {
        cell.split(|c: char| c.is_whitespace() || ",，-–/".contains(c))
            .map(|word| word.trim_matches(is_margin))
    };
    let is_postal_code = |word: &str| {
        (5..=6).contains(&word.len()) && word.bytes().all(|byte| byte.is_ascii_digit())
    };
    let lists = PlaceWords::get();
    let is_address_word = |word: &str| lists.address_words.contains(&word.to_lowercase());
    let named = words().filter(|word| is_address_word(word)).take(2).count();
    let has_code = words().any(is_postal_code);
    let is_worded = letters >= 4 && letters > digits || has_code && digits == 6 && letters >= 4;
    let fits = digits <= 12 && is_worded && could_be_place(cell);
    let fits = fits && (digits > 0 || named == 2 && cell.len() <= MAX_REST_BYTES);
    let is_address = words().any(is_postal_code) || words().any(is_address_word);
    let other = cell.contains("://") || cell.contains("www.") || cell.starts_with('+');
    let other = other || !words().any(is_postal_code) && is_sentence(cell);
    (fits && is_address && !other).then_some(cell)
}
