//! Finds the years of experience that a resume states in words.

use shortlist_domain::SectionKind;

use super::page::Page;
use super::sections::LineKind;
use super::words::ExperienceWords;

/// The longest plausible experience.
const MAX_MONTHS: u32 = 60 * 12;

/// Returns the longest stated experience in months, from the summary and other introductory sections.
pub(super) fn stated_months(page: &Page<'_>, kinds: &[LineKind]) -> Option<u32> {
    let mut text = String::new();
    for (number, _, words) in page.numbered() {
        let kind = kinds
            .get(number)
            .map_or(SectionKind::Other, |kind| kind.kind);
        let states_experience = matches!(
            kind,
            SectionKind::Contact
                | SectionKind::Summary
                | SectionKind::Experience
                | SectionKind::Other
                | SectionKind::Skills
        );
        if states_experience {
            text.push_str(words);
            text.push(' ');
        }
    }
    let lower = normalized(&text);
    let words: Vec<&str> = lower.split_whitespace().collect();
    let mut most = None;
    for at in 0..words.len() {
        if let Some(months) = statement(&words, at) {
            most = most.max(Some(months));
        }
    }
    most
}

/// Returns a text in lower case with straight apostrophes, and with spaces around Chinese words.
fn normalized(text: &str) -> String {
    text.to_lowercase()
        .replace('’', "'")
        .replace("经验", " experience ")
        .replace("年以上", "年")
        .replace('年', " years ")
}

/// Returns the months of a statement at a word: `8+ years of … experience` or `experience: 8 years`.
fn statement(words: &[&str], at: usize) -> Option<u32> {
    let (months, next) = amount(words, at)?;
    let lists = ExperienceWords::get();
    let about = |word: &&str| {
        let bare = word.trim_start_matches(|c: char| !c.is_alphanumeric());
        // This also matches `d'expérience`.
        let stem = bare.rsplit(['\'', '’']).next().unwrap_or(bare);
        lists.experience.is_in(&[stem])
    };
    let after = words.get(next..(next + 9).min(words.len()))?;
    let sentence = after
        .iter()
        .position(|word| word.ends_with('.'))
        .map_or(after.len(), |end| end + 1);
    let found_after = after.get(..sentence)?.iter().any(about);
    let before = words.get(at.saturating_sub(5)..at)?.iter().any(about);
    (found_after || before)
        .then_some(months)
        .filter(|months| (1..=MAX_MONTHS).contains(months))
}

/// Returns a number of years in months, and the index of the next word.
fn amount(words: &[&str], at: usize) -> Option<(u32, usize)> {
    let word = words
        .get(at)?
        .trim_matches(|c: char| matches!(c, '(' | '"' | ',' | ':' | '~' | '≈' | '>'));
    let lists = ExperienceWords::get();
    let digits: String = word
        .chars()
        .take_while(|c| c.is_ascii_digit() || *c == '.' || *c == ',')
        .collect();
    let rest = word.get(digits.len()..)?;
    let months = if digits.is_empty() {
        let word = word.trim_end_matches('+');
        if !lists.numbers.contains(word) {
            return None;
        }
        let number = lists.numbers.iter().position(|name| name == word)?;
        u32::try_from(number).ok()? * 12
    } else {
        in_months(&digits)?
    };
    let glued = rest.trim_start_matches(['+', '-', ' ', '.']);
    let is_year = |word: &str| {
        let signs = |c: char| matches!(c, ',' | '.' | ')' | '(' | ';');
        lists.years.contains(word.trim_matches(signs))
    };
    if is_year(glued) && !glued.is_empty() {
        return Some((months, at + 1));
    }
    if !glued.is_empty() && !digits.is_empty() {
        return None;
    }
    (1..=3).find_map(|step| {
        let next = words.get(at + step)?;
        let between = words.get(at + 1..at + step)?;
        let mut between = between.iter();
        let small = between.all(|word| lists.before_years.contains(word) || word.starts_with('('));
        (small && is_year(next)).then_some((months, at + step + 1))
    })
}

/// Converts `8`, `8.5` or `8,5` years to months. The digit after the point is a decimal fraction of a year.
fn in_months(digits: &str) -> Option<u32> {
    let mut parts = digits.trim_end_matches(['.', ',']).split(['.', ',']);
    let years: u32 = parts.next()?.parse().ok().filter(|years| *years <= 60)?;
    let tenths: u32 = match parts.next() {
        Some(part) => part.get(..1)?.parse().ok()?,
        None => 0,
    };
    Some(years * 12 + tenths * 12 / 10)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements_are_found_in_prose() {
        let read = |text: &str| {
            let lower = normalized(text);
            let words: Vec<&str> = lower.split_whitespace().collect();
            (0..words.len())
                .filter_map(|at| statement(&words, at))
                .max()
        };
        assert_eq!(read("Over 8+ years of experience in retail"), Some(96));
        assert_eq!(read("having 4.5 yrs. of hands-on experience"), Some(54));
        assert_eq!(read("Ten years of professional experience"), Some(120));
        assert_eq!(read("mit 12 Jahren Berufserfahrung"), Some(144));
        assert_eq!(read("Total experience: 6 years"), Some(72));
        assert_eq!(read("Overall 12+ years’ experience"), Some(144));
        for text in [
            "9 ans d'expérience professionnelle",
            "9 jaar werkervaring",
            "9 lat doświadczenia zawodowego",
            "9 έτη επαγγελματικής εμπειρίας",
            "9 yıllık iş deneyimi",
            "خبرة 9 سنوات",
            "стаж 9 лет",
        ] {
            assert_eq!(read(text), Some(108), "{text}");
        }
        assert_eq!(read("10 years old company"), None);
    }
}
