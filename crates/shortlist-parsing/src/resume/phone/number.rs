//! Validates a number and finds its country.

use std::sync::LazyLock;

use aho_corasick::AhoCorasick;
use phonenumber::country::Id;
use phonenumber::metadata::{DATABASE, Database};

use super::super::ReadOptions;
use super::super::page::Page;
use super::super::words::PlaceWords;

/// Countries to try, in this order, after those that the resume suggests.
const USUAL: [Id; 4] = [Id::US, Id::IN, Id::GB, Id::DE];
/// Countries where everybody writes a zero before a domestic number. Digits without it are a number of another country, or none.
const WITH_ZERO: [Id; 12] = [
    Id::GB,
    Id::IE,
    Id::DE,
    Id::AT,
    Id::CH,
    Id::NL,
    Id::BE,
    Id::FR,
    Id::SE,
    Id::JP,
    Id::AU,
    Id::NZ,
];
/// The number of characters of the text that are searched for countries.
const TOP_CHARS: usize = 1500;

/// The number of patterns that are kept. The default is smaller than the patterns of the usual countries, so each number would
/// compile them again.
const MAX_PATTERNS: usize = 400;

/// The numbering plans of all countries.
static PLANS: LazyLock<&Database> = LazyLock::new(|| {
    if let Ok(mut patterns) = DATABASE.cache().lock() {
        patterns.set_capacity(MAX_PATTERNS);
    }
    &DATABASE
});

/// Returns the number as E.164 if it is valid in one of the countries.
fn valid_number(text: &str, regions: &[Id]) -> Option<String> {
    let digits: String = text.chars().filter(char::is_ascii_digit).collect();
    let plus = text.trim_start_matches(['(', ' ']).starts_with(['+', '＋']);
    let written = if plus {
        format!("+{digits}")
    } else {
        digits.clone()
    };
    let e164 = |country: Option<Id>, text: &str| {
        let number = phonenumber::parse_with(&PLANS, country, text)
            .ok()
            .filter(|number| phonenumber::is_valid_with(&PLANS, number))?;
        Some(number.format().mode(phonenumber::Mode::E164).to_string())
    };
    // In `+44 (0)20 …` and `0044 (0)20 …`, the zero is only for domestic calls.
    let undone: String = text
        .replace("(0)", "")
        .chars()
        .filter(char::is_ascii_digit)
        .collect();
    if plus {
        return e164(None, &written).or_else(|| e164(None, &format!("+{undone}")));
    }
    for written in [&digits, &undone] {
        if let Some(rest) = written.strip_prefix("00")
            && let Some(number) = e164(None, &format!("+{rest}"))
        {
            return Some(number);
        }
    }
    let fits = |region: &&Id| match is_north_american(text) {
        true => is_in_north_america(**region),
        false => {
            let has_zero = digits.starts_with('0') || !WITH_ZERO.contains(*region);
            has_zero || !has_american_groups(text)
        }
    };
    regions
        .iter()
        .filter(fits)
        .find_map(|region| e164(Some(*region), &digits))
        .or_else(|| {
            (digits.len() >= 11 && !digits.starts_with('0'))
                .then(|| e164(None, &format!("+{digits}")))
                .flatten()
        })
}

/// Returns whether a number is grouped as only North America groups its numbers: `(555) 014-7731`.
fn is_north_american(text: &str) -> bool {
    let shape: String = text
        .trim()
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .filter(|c| *c != ' ')
        .collect();
    shape == "(000)000-0000"
}

/// Returns whether a number has the groups of digits of North America, with any marks: `555-014-7731`. Digits in one group could have
/// any.
fn has_american_groups(text: &str) -> bool {
    let groups = text.split(|c: char| !c.is_ascii_digit());
    let groups: Vec<usize> = groups.map(str::len).filter(|length| *length > 0).collect();
    groups.len() == 1 || groups == [3, 3, 4]
}

/// Returns whether a country shares the numbering plan of North America.
fn is_in_north_america(region: Id) -> bool {
    matches!(
        region,
        Id::US | Id::CA | Id::PR | Id::JM | Id::DO | Id::BS | Id::BB | Id::TT
    )
}

/// The countries to try for a number without the code of its country.
pub(super) struct Countries {
    /// Those that the resume or the options suggest, the most likely one first. If there are none, those that are usual.
    pub(super) suggested: Vec<Id>,
    /// The usual ones, if others are suggested. They show that something is a number, but not of which country it is.
    others: Vec<Id>,
}

impl Countries {
    /// Returns a number as E.164, or as written if it is valid only in countries that nothing suggests.
    pub(super) fn number(&self, text: &str) -> Option<String> {
        let certain = valid_number(text, &self.suggested);
        let other = || {
            let number = valid_number(text, &self.others)?;
            Some(if is_north_american(text) {
                number
            } else {
                as_written(text)
            })
        };
        certain.or_else(other)
    }

    /// Returns whether digits begin with the code of one of the countries, and are a number of it.
    pub(super) fn is_of_one(&self, text: &str) -> bool {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        let number = phonenumber::parse_with(&PLANS, None, format!("+{digits}"));
        number.is_ok_and(|number| {
            let country = number.country().id();
            let all = self.suggested.iter().chain(&self.others);
            let is_known = country.is_some_and(|id| all.copied().any(|one| one == id));
            is_known && phonenumber::is_valid_with(&PLANS, &number)
        })
    }
}

/// Returns a number with usual spaces and signs.
pub(super) fn as_written(text: &str) -> String {
    text.trim()
        .replace(['\u{a0}', '‑', '–', '‐', '−', '\u{2009}', '\u{202f}'], " ")
        .replace('＋', "+")
}

/// Returns the countries to try for numbers of a page.
pub(super) fn countries(page: &Page<'_>, options: &ReadOptions) -> Countries {
    let top: String = page
        .text
        .chars()
        .take(TOP_CHARS)
        .collect::<String>()
        .to_lowercase();
    let mut counts: Vec<(Id, usize)> = Vec::new();
    for (id, found) in mentions(&top) {
        match counts.iter_mut().find(|(known, _)| *known == id) {
            Some((_, count)) => *count += found,
            None => counts.push((id, found)),
        }
    }
    counts.extend(region_of_script(&top).map(|id| (id, 1)));
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let configured = options.region.as_deref().and_then(country);
    let mut suggested: Vec<Id> = Vec::new();
    for id in counts.into_iter().map(|(id, _)| id).chain(configured) {
        if !suggested.contains(&id) {
            suggested.push(id);
        }
    }
    let usual = USUAL.to_vec();
    match suggested.is_empty() {
        true => Countries {
            suggested: usual,
            others: Vec::new(),
        },
        false => Countries {
            suggested,
            others: usual,
        },
    }
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

/// Returns the country where most users of a script live.
fn region_of_script(text: &str) -> Option<Id> {
    // Kana are written in Japanese only, next to ideographs that it shares with Chinese.
    const FEWEST_KANA: usize = 4;
    let is_kana = |c: &char| ('\u{3041}'..='\u{30fa}').contains(c);
    if text.chars().filter(is_kana).count() >= FEWEST_KANA {
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
    fn the_domestic_zero_is_removed() {
        assert_eq!(
            valid_number("+44 (0)20 7946 0018", &[]).as_deref(),
            Some("+442079460018")
        );
    }

    #[test]
    fn a_domestic_zero_is_removed_after_two_zeros() {
        for text in [
            "0044 (0)20 7946 0018",
            "0044 20 7946 0018",
            "+44 20 7946 0018",
        ] {
            assert_eq!(
                valid_number(text, &[]).as_deref(),
                Some("+442079460018"),
                "{text}"
            );
        }
    }

    #[test]
    fn digits_without_a_zero_are_of_a_country_if_they_are_grouped_as_there() {
        for (text, number) in [
            ("6 12 34 56 78", Some("+33612345678")),
            ("612-345-6789", None),
            ("612345678", None),
        ] {
            assert_eq!(valid_number(text, &[Id::FR]).as_deref(), number, "{text}");
        }
    }

    #[test]
    fn a_number_of_north_america_is_of_no_other_country() {
        assert_eq!(
            valid_number("(555) 014-7731", &[Id::US, Id::IN, Id::GB, Id::DE]),
            None
        );
        assert_eq!(
            valid_number("(202) 555-0142", &[Id::GB, Id::US]).as_deref(),
            Some("+12025550142")
        );
    }

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
        assert_eq!(region_of_script("Resume"), None);
    }
}
