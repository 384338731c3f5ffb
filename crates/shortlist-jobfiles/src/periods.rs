//! Parses dates, months and years, to compare the dates of a column.

use chrono::{Datelike as _, Months, NaiveDate};
use shortlist_vocabulary::{PhraseList, word_lists};

use super::fold::fold;
use super::instruction::DateOrder;

word_lists! {
    /// Names of months.
    pub(crate) struct MonthNames in "../data/months.txt" {
        january: PhraseList,
        february: PhraseList,
        march: PhraseList,
        april: PhraseList,
        may: PhraseList,
        june: PhraseList,
        july: PhraseList,
        august: PhraseList,
        september: PhraseList,
        october: PhraseList,
        november: PhraseList,
        december: PhraseList,
    }
}

impl MonthNames {
    fn number(&self, word: &str) -> Option<u32> {
        let months = [
            &self.january,
            &self.february,
            &self.march,
            &self.april,
            &self.may,
            &self.june,
            &self.july,
            &self.august,
            &self.september,
            &self.october,
            &self.november,
            &self.december,
        ];
        let index = months.iter().position(|names| names.contains(word))?;
        u32::try_from(index + 1).ok()
    }
}

/// The first and the last day of a date, a month or a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Period {
    pub(crate) first: NaiveDate,
    pub(crate) last: NaiveDate,
}

impl Period {
    fn day(year: u32, month: u32, day: u32) -> Option<Self> {
        let day = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)?;
        Some(Self {
            first: day,
            last: day,
        })
    }

    fn month(year: u32, month: u32) -> Option<Self> {
        let first = NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, 1)?;
        let last = first.checked_add_months(Months::new(1))?.pred_opt()?;
        Some(Self { first, last })
    }

    fn year(year: u32) -> Option<Self> {
        let first = Self::month(year, 1)?.first;
        let last = NaiveDate::from_ymd_opt(first.year(), 12, 31)?;
        Some(Self { first, last })
    }
}

/// Returns the period that a text names. `order` decides about dates such as 03/04/2026.
pub(crate) fn period(text: &str, order: Option<DateOrder>) -> Option<Period> {
    let text = text.trim();
    numeric(text, order).or_else(|| with_month_name(text))
}

fn is_year(number: u32) -> bool {
    (1900..=2200).contains(&number)
}

/// Parses `2026-03-01`, `01.03.2026`, `2026-03` and `2026`, also with a time after the date.
fn numeric(text: &str, order: Option<DateOrder>) -> Option<Period> {
    let date = text.split(['T', ' ']).next()?;
    let time = text.get(date.len()..)?;
    let is_time = |c: char| c.is_ascii_digit() || "T :.+-Z".contains(c);
    if !time.chars().all(is_time) {
        return None;
    }
    let parts = parts(date)?;
    match *parts.as_slice() {
        [year] if is_year(year) && time.is_empty() => Period::year(year),
        [year, month] if is_year(year) && time.is_empty() => Period::month(year, month),
        [year, month, day] if is_year(year) => Period::day(year, month, day),
        [first, second, year] if is_year(year) => {
            let dotted = date.contains('.').then_some(DateOrder::DayMonthYear);
            match clear_order(first, second).or(order).or(dotted)? {
                DateOrder::MonthDayYear => Period::day(year, first, second),
                DateOrder::DayMonthYear | DateOrder::YearMonthDay => {
                    Period::day(year, second, first)
                }
            }
        }
        _ => None,
    }
}

fn parts(date: &str) -> Option<Vec<u32>> {
    let parts = date.split(['/', '.', '-']);
    parts.map(|part| part.parse().ok()).collect()
}

/// Returns the order of a day and a month if only one of them can be the month.
fn clear_order(first: u32, second: u32) -> Option<DateOrder> {
    match (first > 12, second > 12) {
        (true, false) => Some(DateOrder::DayMonthYear),
        (false, true) => Some(DateOrder::MonthDayYear),
        _ => None,
    }
}

/// Returns the order of a date such as 31/12/2026 that can be read in one way only.
pub(crate) fn shown_order(text: &str) -> Option<DateOrder> {
    match *parts(text.trim())?.as_slice() {
        [first, second, year] if is_year(year) => clear_order(first, second),
        _ => None,
    }
}

/// Parses `1 February 2026`, `Feb 1, 2026`, `1. Februar 2026`, `1er mars 2026` and `March 2026`.
fn with_month_name(text: &str) -> Option<Period> {
    const JOINTS: [&str; 5] = ["de", "del", "of", "the", "le"];
    let folded = fold(text);
    let (mut day, mut month, mut year) = (None, None, None);
    for word in folded.split(' ').filter(|word| !JOINTS.contains(word)) {
        if let Some(number) = MonthNames::get().number(word).filter(|_| month.is_none()) {
            month = Some(number);
            continue;
        }
        let digits = word.trim_end_matches(|c: char| c.is_alphabetic());
        let ending = word.get(digits.len()..)?;
        let number: u32 = digits.parse().ok()?;
        if is_year(number) && year.is_none() && ending.is_empty() {
            year = Some(number);
        } else if day.is_none() && matches!(ending, "" | "st" | "nd" | "rd" | "th" | "er") {
            day = Some(number);
        } else {
            return None;
        }
    }
    match day {
        Some(day) => Period::day(year?, month?, day),
        None => Period::month(year?, month?),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(text: &str, order: Option<DateOrder>) -> Option<(String, String)> {
        period(text, order).map(|period| (period.first.to_string(), period.last.to_string()))
    }

    #[test]
    fn dates_months_and_years_are_periods() {
        for (text, first, last) in [
            ("2026-03-01", "2026-03-01", "2026-03-01"),
            ("2026-03-01T10:00:00Z", "2026-03-01", "2026-03-01"),
            ("2026-03-01 10:00", "2026-03-01", "2026-03-01"),
            ("01.03.2026", "2026-03-01", "2026-03-01"),
            ("31/12/2026", "2026-12-31", "2026-12-31"),
            ("12/31/2026", "2026-12-31", "2026-12-31"),
            ("1 February 2026", "2026-02-01", "2026-02-01"),
            ("Feb 1, 2026", "2026-02-01", "2026-02-01"),
            ("1. Februar 2026", "2026-02-01", "2026-02-01"),
            ("1er mars 2026", "2026-03-01", "2026-03-01"),
            ("1 de marzo de 2026", "2026-03-01", "2026-03-01"),
            ("March 2026", "2026-03-01", "2026-03-31"),
            ("2024-02", "2024-02-01", "2024-02-29"),
            ("2026", "2026-01-01", "2026-12-31"),
        ] {
            let expected = Some((first.to_owned(), last.to_owned()));
            assert_eq!(days(text, None), expected, "{text}");
        }
    }

    #[test]
    fn an_ambiguous_date_needs_an_order() {
        assert_eq!(days("03/04/2026", None), None);
        let read = |order| days("03/04/2026", Some(order)).map(|days| days.0);
        assert_eq!(read(DateOrder::DayMonthYear).as_deref(), Some("2026-04-03"));
        assert_eq!(read(DateOrder::MonthDayYear).as_deref(), Some("2026-03-04"));
        for text in [
            "",
            "Berlin",
            "1.2.3",
            "12",
            "31/02/2026",
            "March",
            "May contain nuts",
        ] {
            assert_eq!(days(text, None), None, "{text}");
        }
    }
}
