//! Finds the countries that a resume suggests for its telephone numbers.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use phonenumber::country::Id;
use shortlist_domain::SectionKind;

use super::super::ReadOptions;
use super::super::page::Page;
use super::super::places::countries_of_town;
use super::super::sections::LineKind;
use super::super::words::{ContactWords, PlaceWords};
use super::number::{
    digits_of, domestic_number, is_north_american, number_without_zero, parsed, valid_number,
};

/// Countries to try, in this order, if a resume suggests none, to find whether a number is one.
const USUAL: [Id; 4] = [Id::US, Id::IN, Id::GB, Id::DE];
/// Words that only Japanese resumes have, also those without kana.
const JAPANESE_WORDS: [&str; 4] = ["株式会社", "職務経歴書", "履歴書", "平成"];
/// The number of characters of the text that are searched for countries.
const TOP_CHARS: usize = 1500;

/// The countries to try for a number without the code of its country.
#[derive(Debug, Default)]
pub(super) struct Countries {
    /// Those that the resume or the options name, the most likely one first.
    named: Vec<Id>,
    /// Those that the resume suggests without deciding among them: with a town of the same name, or with its language.
    possible: Vec<Id>,
}

impl Countries {
    /// Returns a number as E.164, or as written if it is valid only in countries that nothing suggests.
    pub(super) fn number(&self, text: &str) -> Option<String> {
        if self.named.is_empty() && self.possible.is_empty() {
            // A number with the zero of domestic calls may be of any country.
            let number = valid_number(text, &USUAL)?;
            let is_domestic = text.starts_with('0') && !text.starts_with("00");
            return Some(if is_domestic {
                as_written(text)
            } else {
                number
            });
        }
        let named = valid_number(text, &self.named);
        let usual = || {
            // A number that is valid elsewhere is a number, but its country is not certain.
            let number = valid_number(text, &USUAL)?;
            Some(if is_north_american(text) {
                number
            } else {
                as_written(text)
            })
        };
        named
            .or_else(|| number_without_zero(text, &self.named))
            .or_else(|| self.possible_number(text))
            .or_else(usual)
    }

    /// Returns a number of one of the possible countries. If it is valid in several, its country is not certain.
    fn possible_number(&self, text: &str) -> Option<String> {
        let numbers = self.possible.iter();
        let mut numbers = numbers.filter_map(|id| domestic_number(text, *id));
        let first = numbers.next()?;
        Some(if numbers.all(|other| other == first) {
            first
        } else {
            as_written(text)
        })
    }

    /// Returns whether a text is a number of a country that the resume suggests, as people there write it.
    pub(super) fn has_domestic(&self, text: &str) -> bool {
        let mut all = self.named.iter().chain(&self.possible);
        all.any(|id| domestic_number(text, *id).is_some())
    }

    /// Returns whether digits begin with the code of one of the countries, and are a number of it.
    pub(super) fn has_code_of_one(&self, text: &str) -> bool {
        let number = parsed(None, &format!("+{}", digits_of(text)));
        let country = number.and_then(|number| number.country().id());
        country.is_some_and(|id| self.named.contains(&id) || USUAL.contains(&id))
    }
}

/// Returns whether a number only lacks the zero of a usual country. It is a number then, but its country is not certain.
pub(super) fn may_lack_zero(text: &str) -> bool {
    number_without_zero(text, &USUAL).is_some()
}

/// Returns a number with usual spaces and signs.
pub(super) fn as_written(text: &str) -> String {
    text.trim()
        .replace(['\u{a0}', '‑', '–', '‐', '−', '\u{2009}', '\u{202f}'], " ")
        .replace('＋', "+")
}

/// Returns the countries to try for numbers of a page.
pub(super) fn countries(page: &Page<'_>, kinds: &[LineKind], options: &ReadOptions) -> Countries {
    let top: String = page
        .text
        .chars()
        .take(TOP_CHARS)
        .collect::<String>()
        .to_lowercase();
    let mut counts: Vec<(Id, usize)> = Vec::new();
    let mut countries = Countries::default();
    let suggested = mentions(&top)
        .chain(countries_of_addresses(&top).map(|id| (id, 1)))
        .chain(region_of_script(&top).map(|id| (id, 1)));
    for (id, found) in suggested {
        add(&mut counts, id, found);
    }
    for codes in towns(page, kinds) {
        let mut ids = codes.split(' ').filter_map(country);
        match (ids.next(), ids.next()) {
            (Some(id), None) => add(&mut counts, id, 1),
            (first, second) => {
                let all = first.into_iter().chain(second).chain(ids);
                countries.possible.extend(all);
            }
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let configured = options.region.as_deref().and_then(country);
    let spoken = region_of_words(&top);
    let named = counts.into_iter().map(|(id, _)| id);
    for id in named.chain(configured).chain(spoken.and_then(country)) {
        if !countries.named.contains(&id) {
            countries.named.push(id);
        }
    }
    let mut shared = PlaceWords::get().shared_languages.iter();
    let shared = shared.find(|(main, _)| Some(*main) == spoken);
    let shared = shared.map_or("", |(_, others)| others).split(' ');
    countries.possible.extend(shared.filter_map(country));
    let mut known = countries.named.clone();
    countries.possible.retain(|id| {
        let is_new = !known.contains(id);
        known.push(*id);
        is_new
    });
    countries
}

fn add(counts: &mut Vec<(Id, usize)>, id: Id, found: usize) {
    match counts.iter_mut().find(|(known, _)| *known == id) {
        Some((_, count)) => *count += found,
        None => counts.push((id, found)),
    }
}

/// Returns the codes of the countries of each large town that is a whole cell among the contacts: `110 00 Praha`.
fn towns<'a>(page: &'a Page<'_>, kinds: &'a [LineKind]) -> impl Iterator<Item = &'static str> + 'a {
    let ends = |c: char| {
        matches!(
            c,
            ',' | '|' | '/' | '•' | '·' | ';' | '(' | ')' | ':' | '\t'
        )
    };
    let contacts = page.numbered().filter(|(number, _, _)| {
        let kind = kinds.get(*number).map(|kind| kind.kind);
        matches!(kind, Some(SectionKind::Contact | SectionKind::Personal))
    });
    contacts
        .take_while(|(_, line, _)| line.span.start < TOP_CHARS)
        .flat_map(move |(_, _, words)| words.split(ends))
        .flat_map(|cell| cell.split("  "))
        .flat_map(|cell| cell.split(" - "))
        .filter_map(countries_of_town)
}

/// Returns the country of each e-mail address whose domain belongs to one.
fn countries_of_addresses(text: &str) -> impl Iterator<Item = Id> {
    let domains = text.split('@').skip(1).map(|rest| {
        let in_domain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-');
        let end = rest.find(|c| !in_domain(c)).unwrap_or(rest.len());
        rest.get(..end).unwrap_or("").trim_end_matches('.')
    });
    let free = &ContactWords::get().free_domains;
    domains.filter_map(move |domain| match domain.rsplit_once('.')?.1 {
        "uk" => Some(Id::GB),
        code if code.len() != 2 || free.contains(code) => None,
        code => country(code),
    })
}

fn country(code: &str) -> Option<Id> {
    code.to_uppercase().parse().ok()
}

/// Returns whether a code (ISO 3166, two letters) is that of a country with telephone numbers.
pub fn is_phone_region(code: &str) -> bool {
    country(code).is_some()
}

/// The names of countries and towns, with their countries, in the order of the list.
struct Regions {
    names: Vec<(&'static str, Option<Id>)>,
    /// Finds all names in one pass, or nothing if it could not be built.
    finder: Option<AhoCorasick>,
}

static REGIONS: LazyLock<Regions> = LazyLock::new(|| {
    let names = PlaceWords::get().regions.iter();
    let names: Vec<_> = names
        .map(|(name, code)| (name, code.parse().ok()))
        .collect();
    let finder = AhoCorasick::new(names.iter().map(|(name, _)| name)).ok();
    Regions { names, finder }
});

/// Returns the countries that a text names, in the order of the list, and how often. A name in letters must not continue on
/// either side.
fn mentions(text: &str) -> impl Iterator<Item = (Id, usize)> {
    let Regions { names, finder } = &*REGIONS;
    let mut counts = vec![0; names.len()];
    for found in finder
        .iter()
        .flat_map(|finder| finder.find_overlapping_iter(text))
    {
        let number = found.pattern().as_usize();
        let name = names.get(number).map_or("", |(name, _)| *name);
        let continues = |c: Option<char>| name.is_ascii() && c.is_some_and(char::is_alphanumeric);
        let before = text
            .get(..found.start())
            .and_then(|text| text.chars().next_back());
        let after = text.get(found.end()..).and_then(|text| text.chars().next());
        if let Some(count) = counts.get_mut(number)
            && !continues(before)
            && !continues(after)
        {
            *count += 1;
        }
    }
    let found = names.iter().zip(counts).filter(|(_, count)| *count > 0);
    found.filter_map(|((_, id), count)| Some(((*id)?, count)))
}

/// Returns the code of the country where most of the people who write the short words of a text live, if the text has enough of
/// them.
fn region_of_words(text: &str) -> Option<&'static str> {
    /// The minimum number of words of the country. It also has twice as many as any other.
    const MIN_WORDS: usize = 4;
    let mut counts: Vec<(&'static str, usize)> = Vec::new();
    for word in text.split(|c: char| !c.is_alphabetic()) {
        let countries = PlaceWords::get().region_words.iter();
        for (_, country) in countries.filter(|(known, _)| *known == word) {
            match counts.iter_mut().find(|(known, _)| *known == country) {
                Some((_, count)) => *count += 1,
                None => counts.push((country, 1)),
            }
        }
    }
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let next = counts.get(1).map_or(0, |(_, count)| *count);
    let (country, count) = counts.first()?;
    (*count >= MIN_WORDS && *count >= 2 * next).then_some(*country)
}

/// Returns the country where most users of a script live.
fn region_of_script(text: &str) -> Option<Id> {
    // Kana are written in Japanese only, next to ideographs that it shares with Chinese.
    const FEWEST_KANA: usize = 4;
    let is_kana = |c: &char| ('\u{3041}'..='\u{30fa}').contains(c);
    let has_name = || JAPANESE_WORDS.iter().any(|word| text.contains(word));
    if text.chars().filter(is_kana).count() >= FEWEST_KANA || has_name() {
        return Some(Id::JP);
    }
    let share = |range: std::ops::RangeInclusive<char>| {
        let letters = text.chars().filter(|c| c.is_alphabetic());
        let (mut of_script, mut all) = (0_usize, 0_usize);
        letters.for_each(|c| {
            of_script += usize::from(range.contains(&c));
            all += 1;
        });
        of_script * 3 > all
    };
    [
        ('\u{4e00}'..='\u{9fff}', Id::CN),
        ('\u{ac00}'..='\u{d7a3}', Id::KR),
        ('\u{0400}'..='\u{04ff}', Id::RU),
        ('\u{0370}'..='\u{03ff}', Id::GR),
        ('\u{0590}'..='\u{05ff}', Id::IL),
    ]
    .into_iter()
    .find_map(|(range, id)| share(range).then_some(id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_of_several_words_are_found() {
        assert!(REGIONS.finder.is_some());
        let named = |text: &str| mentions(text).collect::<Vec<_>>();
        assert_eq!(named("kowloon, hong kong / indiana"), [(Id::HK, 1)]);
        assert_eq!(named("indiana"), []);
        assert_eq!(named("現居台灣台北"), [(Id::TW, 1)]);
    }

    #[test]
    fn a_script_suggests_a_country() {
        assert_eq!(region_of_script("个人简历 Java"), Some(Id::CN));
        assert_eq!(region_of_script("Резюме"), Some(Id::RU));
        assert_eq!(
            region_of_script("履歴書 氏名 森川 メール データ Python SQL Docker"),
            Some(Id::JP)
        );
        assert_eq!(region_of_script("職務経歴書 中村健太郎"), Some(Id::JP));
        assert_eq!(region_of_script("Resume"), None);
    }

    #[test]
    fn short_words_suggest_a_country() {
        let french = "coiffeuse depuis mai et responsable des équipes du salon avec une apprentie";
        assert_eq!(region_of_words(french), Some("FR"));
        let german = "pflege der patienten und arbeit mit ärzten, seit mai bei der klinik";
        assert_eq!(region_of_words(german), Some("DE"));
        for english in [
            "experience with a team in leeds",
            "driver 2009 till 2012, clerk 2012 till 2015, driver 2015 till 2018, van driver from 2018 till date",
            "ada@example.com linkedin.com/in/ada github.com/ada ada.example.com",
        ] {
            assert_eq!(region_of_words(english), None, "{english}");
        }
    }
}
