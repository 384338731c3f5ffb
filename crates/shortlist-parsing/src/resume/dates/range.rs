//! Reads date ranges: two dates with a separator, or one date that continues until now.

use std::ops::Range;

use shortlist_domain::PartialDate;

use super::super::words::DateWords;
use super::words::{self, Meaning};
use super::{DateRange, DatedText};

/// Signs between the two ends of a range.
const DASHES: [char; 21] = [
    '-', '–', '—', '‐', '‑', '‒', '―', '−', '－', '~', '→', '>', '〜', '～', '_', '\u{f0e0}',
    '\u{2026}', '⟶', '➔', '»', 'ー',
];
/// Signs after which an end may be blank.
pub(super) const BLANK_DASHES: [char; 4] = ['-', '–', '—', '−'];
/// Words that mean the present only after another word: `till date`.
const NOT_ALONE: [&str; 10] = [
    "date",
    "dato",
    "fecha",
    "momento",
    "curso",
    "corso",
    "time",
    "время",
    "continue",
    "current",
];
/// Signs that may be next to them.
const NEXT_TO_DASH: [char; 6] = [':', '.', ')', '(', ',', '،'];
/// The maximum number of years of a range whose ends are swapped. Years that are farther apart are numbers of other things.
const MAX_SWAPPED_YEARS: i32 = 15;
/// The maximum number of tokens between two ends.
const MAX_SEPARATORS: usize = 4;
/// The maximum number of years from the start to an end that is written as two bare digits.
const MAX_ABBREVIATED_YEARS: i32 = 20;

impl DatedText {
    /// Returns the range at a token, and the index after it.
    pub(super) fn range(&self, at: usize) -> Option<(DateRange, usize)> {
        let days = self.days(at);
        if days.is_some() {
            return days;
        }
        let open = self.meaning(at) == Some(Meaning::Since);
        let mut from = at + usize::from(open);
        if open && self.sign(from, &[':', '.', '-', '–']) {
            from += 1;
        }
        let Some((start, next)) = self.date(from) else {
            return self.month_only(at);
        };
        let found = self
            .separated_end(start, next)
            .or_else(|| self.unseparated_end(start, next))
            .or_else(|| self.year_after_slash(start, next))
            .or_else(|| self.blank_end(next))
            .or_else(|| open.then_some((None, next)));
        let Some((end, after)) = found else {
            return self.damaged(at, start, next);
        };
        let range = DateRange {
            start,
            end,
            current: end.is_none(),
            span: self.span(at, after)?,
        };
        Some((range, after))
    }

    /// Reads a range with a typing error, rather than losing what is dated: `Apr 2019 – Dec 20121` has an unknown end, and the ends
    /// of `Dec 2021 – Apr 2019` are swapped.
    fn damaged(&self, at: usize, start: PartialDate, next: usize) -> Option<(DateRange, usize)> {
        let after = self.separator(next)?;
        // Two years without spaces may be a number of something else.
        let year = next.checked_sub(1).and_then(|year| self.tokens.get(year));
        let mut spaced = year.zip(self.tokens.get(next)).into_iter();
        let is_spaced = spaced.any(|(year, dash)| dash.start > year.end);
        (start.month.is_some() || is_spaced).then_some(())?;
        if let Some((earlier, after)) = self.date(after)
            && earlier.month.is_some() == start.month.is_some()
            && earlier < start
            && start.year - earlier.year <= MAX_SWAPPED_YEARS
        {
            let range = DateRange {
                start: earlier,
                end: Some(start),
                current: false,
                span: self.span(at, after)?,
            };
            return Some((range, after));
        }
        let is_month = matches!(self.meaning(after), Some(Meaning::Month(_)));
        // In `04/2019 - 12/20211`, the month is a number.
        let is_number = self.small(after, 12).is_some() && self.sign(after + 1, &['/', '.']);
        let after = after + usize::from(is_number);
        (is_month || is_number).then_some(())?;
        let (year, digits) = self.number(after + 1)?;
        // In `218`, the zero is missing.
        let is_near_year = matches!(year.to_string().get(..2), Some("19" | "20"));
        let lacks_zero = digits == 3 && (210..=240).contains(&year);
        let is_typing_error = matches!(digits, 3 | 5) && (is_near_year || lacks_zero);
        let range = DateRange {
            start,
            end: None,
            current: false,
            span: self.span(at, after + 2)?,
        };
        is_typing_error.then_some((range, after + 2))
    }

    /// Returns the end of `2004/2013`, two years without months.
    fn year_after_slash(
        &self,
        start: PartialDate,
        at: usize,
    ) -> Option<(Option<PartialDate>, usize)> {
        if start.month.is_some() || !self.sign(at, &['/']) {
            return None;
        }
        let (end, after) = self.date(at + 1)?;
        let is_year = end.month.is_none() && end.year >= start.year;
        is_year.then_some((Some(end), after))
    }

    /// Reads the end of a range that is left blank after a year and a dash, at the end of a line or before a period that ended
    /// earlier: `2019 –`, `2013/---`, and the first one of `2008 – 2004 – 2008` in a margin.
    fn blank_end(&self, at: usize) -> Option<(Option<PartialDate>, usize)> {
        let year = self.year(at.checked_sub(1)?)?;
        let from = at + usize::from(self.sign(at, &['/']));
        let dashes = (from..=at + MAX_SEPARATORS).take_while(|at| self.sign(*at, &BLANK_DASHES));
        let after = from + dashes.count();
        let ends_line = self.tokens.get(after).is_none_or(|next| next.begins_line);
        let begins_line = self.tokens.get(at).is_some_and(|sign| sign.begins_line);
        let is_blank = ends_line || self.is_period_before(after, year);
        (after > from && is_blank && !begins_line).then_some((None, after))
    }

    /// Returns whether a whole period that began before a year is at a token.
    fn is_period_before(&self, at: usize, year: i32) -> bool {
        let start = self.date(at).filter(|(start, _)| start.year < year);
        start.is_some_and(|(start, next)| self.separated_end(start, next).is_some())
    }

    /// Reads `March 8 - March 12, 2019`.
    fn days(&self, at: usize) -> Option<(DateRange, usize)> {
        let Some(Meaning::Month(month)) = self.meaning(at) else {
            return None;
        };
        self.small(at + 1, 31)?;
        let after = self.separator(at + 2)?;
        self.small(after + 1, 31)?;
        let (end, next) = self.worded(after)?;
        self.year(next.checked_sub(1)?)?;
        self.within_a_year(month, end, at..next)
    }

    /// Returns the end after a separator. `None` as the date means that the range continues until now.
    fn separated_end(&self, start: PartialDate, at: usize) -> Option<(Option<PartialDate>, usize)> {
        let after = self.separator(at)?;
        if let Some(after) = self.present(after) {
            return Some((None, after));
        }
        if let Some((end, next)) = self.date(after)
            && end.year >= start.year
        {
            return Some((Some(self.to_its_end(end, after)), next));
        }
        if let Some(end) = self.abbreviated_end(start, after) {
            return Some((Some(end), after + 1));
        }
        let ends_text = self.tokens.get(after).is_none();
        (ends_text && self.word(at, &["till", "til", "bis"])).then_some((None, after))
    }

    /// Reads `2009 2016` and `Jun. 2011 Nov. 2013`, where the sign between was a picture
    /// or a lost glyph, and `2015 onwards`.
    fn unseparated_end(
        &self,
        start: PartialDate,
        at: usize,
    ) -> Option<(Option<PartialDate>, usize)> {
        if let Some((end, after)) = self.date(at)
            && start.month.is_some() == end.month.is_some()
            && start < end
        {
            return Some((Some(end), after));
        }
        // In `01/09/2018 Date of expiry`, the word begins a label.
        let whole_cell =
            self.begins_cell(at) && self.tokens.get(at + 1).is_none_or(|next| next.begins_cell);
        let is_label = self.word(at, &NOT_ALONE) && !whole_cell;
        let is_present = self.meaning(at) == Some(Meaning::Present) && !is_label;
        is_present.then_some((None, at + 1))
    }

    fn begins_cell(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| token.begins_cell)
    }

    /// Returns the index after the separator of the two ends.
    fn separator(&self, at: usize) -> Option<usize> {
        let mut next = at;
        let mut separated = false;
        loop {
            let step = if self.sign(next, &DASHES) || self.meaning(next) == Some(Meaning::To) {
                separated = true;
                1
            } else if self.word(next, &["t"]) && self.word(next + 2, &["m"]) {
                // This is `t/m`.
                separated = true;
                3
            } else if self.sign(next, &NEXT_TO_DASH) || self.word(next, &["the", "le", "el"]) {
                1
            } else {
                break;
            };
            next += step;
            if next > at + MAX_SEPARATORS {
                return None;
            }
        }
        separated.then_some(next)
    }

    /// Returns the index after words for the present: `present`, `till date`, `la actualidad`.
    fn present(&self, at: usize) -> Option<usize> {
        let pair = (at..at + 2).find_map(|at| self.present_pair(at));
        if pair.is_some() {
            return pair;
        }
        let before_present = &DateWords::get().before_present;
        let next = (at..at + 3)
            .find(|at| !self.listed(*at, before_present))
            .unwrap_or(at);
        let named = self.meaning(next) == Some(Meaning::Present)
            || (self.meaning(next).is_none()
                && self.text(next).is_some_and(words::is_misspelt_present));
        if named {
            // This is `aujourd'hui`.
            let rest = self.sign(next + 1, &['\'', '’']) && self.word(next + 2, &["hui"]);
            // This is `現在`, whose ideographs are words of their own.
            let pair = self.word(next, &["現", "现"]) && self.word(next + 1, &["在"]);
            return Some(next + 1 + if rest { 2 } else { usize::from(pair) });
        }
        // This is `still` alone.
        (at..next)
            .rev()
            .find(|at| self.word(*at, &["still"]))
            .map(|at| at + 1)
    }

    fn present_pair(&self, at: usize) -> Option<usize> {
        let second = at + 1 + usize::from(self.sign(at + 1, &['.']));
        let (first, word) = (self.text(at)?, self.text(second)?);
        let mut pairs = DateWords::get().present_pairs.iter();
        pairs
            .any(|pair| pair == (first, word))
            .then_some(second + 1)
    }

    /// Moves the end of a quarter or season to its third month.
    fn to_its_end(&self, end: PartialDate, at: usize) -> PartialDate {
        let long = self.word(at, &["q"]) || matches!(self.meaning(at), Some(Meaning::Season(_)));
        let month = end.month.filter(|_| long);
        PartialDate {
            month: month.map(|month| (month + 2).min(12)).or(end.month),
            ..end
        }
    }

    /// Returns a single date as the period that it names, and the index after it.
    pub(super) fn single_date(&self, at: usize) -> Option<(DateRange, usize)> {
        let (start, after) = self.date(at)?;
        let range = DateRange {
            start,
            end: Some(self.to_its_end(start, at)),
            current: false,
            span: self.span(at, after)?,
        };
        Some((range, after))
    }

    /// Reads the end of `2018 - 19`.
    fn abbreviated_end(&self, start: PartialDate, at: usize) -> Option<PartialDate> {
        let (value, digits) = self.number(at)?;
        let year = start.year / 100 * 100 + value;
        let near = (start.year..start.year + MAX_ABBREVIATED_YEARS).contains(&year);
        (digits == 2 && start.month.is_none() && near).then_some(PartialDate { year, month: None })
    }

    /// Reads `Jan - March 2019` or `Juin à septembre 2019`.
    fn month_only(&self, at: usize) -> Option<(DateRange, usize)> {
        let Some(Meaning::Month(month)) = self.meaning(at) else {
            return None;
        };
        let after = self.separator(at + 1)?;
        let (end, next) = self.worded(after)?;
        self.within_a_year(month, end, at..next)
    }

    /// Returns the range from a month to a date of the same year, with the tokens that name it.
    fn within_a_year(
        &self,
        month: u8,
        end: PartialDate,
        tokens: Range<usize>,
    ) -> Option<(DateRange, usize)> {
        let start = PartialDate {
            year: end.year,
            month: Some(month),
        };
        let range = DateRange {
            start,
            end: Some(end),
            current: false,
            span: self.span(tokens.start, tokens.end)?,
        };
        (start <= end).then_some((range, tokens.end))
    }
}
