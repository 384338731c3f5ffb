//! Reads single dates: a year, or a month of a year, in words and digits.

use shortlist_domain::{PartialDate, Span};
use shortlist_vocabulary::PhraseList;

use super::super::words::DateWords;
use super::DatedText;
use super::token::Kind;
use super::words::{self, Meaning};

/// The years that a resume may contain.
const YEARS: std::ops::RangeInclusive<i32> = 1950..=2040;
/// The largest two-digit year that belongs to this century.
const LAST_SHORT_YEAR: i32 = 35;
/// Separators in a date of digits.
const MARKS: [char; 5] = ['/', '.', '-', '–', '\''];

impl DatedText {
    fn kind(&self, at: usize) -> Option<&Kind> {
        self.tokens.get(at).map(|token| &token.kind)
    }

    pub(super) fn text(&self, at: usize) -> Option<&str> {
        self.tokens.get(at)?.word()
    }

    pub(super) fn meaning(&self, at: usize) -> Option<Meaning> {
        self.meanings.get(at).copied().flatten()
    }

    pub(super) fn sign(&self, at: usize, signs: &[char]) -> bool {
        matches!(self.kind(at), Some(Kind::Sign(c)) if signs.contains(c))
    }

    pub(super) fn word(&self, at: usize, words: &[&str]) -> bool {
        self.text(at).is_some_and(|word| words.contains(&word))
    }

    /// Returns whether a token is a word of a list.
    pub(super) fn listed(&self, at: usize, list: &PhraseList) -> bool {
        self.text(at).is_some_and(|word| list.contains(word))
    }

    pub(super) fn number(&self, at: usize) -> Option<(i32, usize)> {
        match self.kind(at) {
            Some(Kind::Number(value, digits)) => Some((*value, *digits)),
            _ => None,
        }
    }

    /// Returns the byte span of some tokens.
    pub(super) fn span(&self, from: usize, after: usize) -> Option<Span> {
        let last = self.tokens.get(after.checked_sub(1)?)?;
        Some(Span::new(self.tokens.get(from)?.start, last.end))
    }

    /// Returns whether at most one character separates each token from the next.
    pub(super) fn adjacent(&self, from: usize, to: usize) -> bool {
        self.tokens.get(from..=to).is_some_and(|tokens| {
            tokens
                .windows(2)
                .all(|pair| matches!(pair, [a, b] if b.start <= a.end + 1))
        })
    }

    /// Returns whether nothing separates each token from the next.
    fn glued(&self, from: usize, to: usize) -> bool {
        self.tokens.get(from..=to).is_some_and(|tokens| {
            tokens
                .windows(2)
                .all(|pair| matches!(pair, [a, b] if b.start == a.end))
        })
    }

    pub(super) fn year(&self, at: usize) -> Option<i32> {
        self.number(at)
            .filter(|(value, digits)| *digits == 4 && YEARS.contains(value))
            .map(|(value, _)| value)
    }

    fn short_year(&self, at: usize) -> Option<i32> {
        let (value, digits) = self.number(at)?;
        if digits != 2 {
            return self.year(at);
        }
        let century = if value <= LAST_SHORT_YEAR { 2000 } else { 1900 };
        Some(century + value).filter(|year| YEARS.contains(year))
    }

    pub(super) fn small(&self, at: usize, most: i32) -> Option<u8> {
        self.number(at)
            .filter(|(value, digits)| *digits <= 2 && (1..=most).contains(value))
            .and_then(|(value, _)| u8::try_from(value).ok())
    }

    /// Returns the date at a token, and the index after it.
    pub(super) fn date(&self, at: usize) -> Option<(PartialDate, usize)> {
        let (date, after) = self
            .worded(at)
            .or_else(|| self.japanese(at))
            .or_else(|| self.era_initial(at))
            .or_else(|| self.day_worded(at))
            .or_else(|| self.digits(at))
            .or_else(|| self.quarter(at))
            .or_else(|| self.year_first(at))
            .or_else(|| self.cut_year(at))
            .or_else(|| self.buddhist(at))?;
        Some((date, self.after_year_mark(after)))
    }

    /// Skips a word that marks a year, as in `2015 г.` and `2015 r.`.
    fn after_year_mark(&self, at: usize) -> usize {
        if !self.listed(at, &DateWords::get().year_marks) {
            return at;
        }
        at + 1 + usize::from(self.sign(at + 1, &['.']))
    }

    /// Returns the month that a word names. A word with one wrong letter counts if a year is near.
    fn month(&self, at: usize) -> Option<u8> {
        match self.meaning(at) {
            Some(Meaning::Month(month) | Meaning::Season(month)) => Some(month),
            Some(_) => None,
            None => {
                let word = self.text(at)?;
                let dated = (at + 1..at + 3).any(|near| self.year(near).is_some());
                dated.then(|| words::misspelt_month(word)).flatten()
            }
        }
    }

    /// Reads `March 2019`, `Mar. '19`, `March 5th, 2019` or `marzo de 2019`.
    pub(super) fn worded(&self, at: usize) -> Option<(PartialDate, usize)> {
        let month = self.month(at)?;
        let lists = DateWords::get();
        let mut next = at + 1;
        // In `Oct' 30 2015`, a year follows the day.
        let day = next + usize::from(self.sign(next, &['.', ',', '\'', '’']));
        if self.small(day, 31).is_some() {
            let mut after = day + 1 + usize::from(self.listed(day + 1, &lists.ordinals));
            while self.sign(after, &[',', '.']) {
                after += 1;
            }
            if let Some(year) = self.year(after) {
                return Some((dated(year, month), after + 1));
            }
        }
        while self.sign(
            next,
            &['.', ',', '\'', '’', '‘', '`', '-', '–', '/', '´', '،'],
        ) || self.listed(next, &lists.in_dates)
        {
            next += 1;
            if next > at + 4 {
                return None;
            }
        }
        let year = self.short_year(next).or_else(|| self.buddhist_year(next))?;
        Some((dated(year, month), next + 1))
    }

    /// Reads `5 March 2019`, `05-Mar-2019`, `1st of June, 2019` or `1er janvier 2019`.
    fn day_worded(&self, at: usize) -> Option<(PartialDate, usize)> {
        self.small(at, 31)?;
        let lists = DateWords::get();
        let mut next = at + 1;
        while self.sign(next, &['.', '-', '/', ',', 'º', '°', 'ª'])
            || self.listed(next, &lists.ordinals)
            || self.listed(next, &lists.before_month)
        {
            next += 1;
            if next > at + 3 {
                return None;
            }
        }
        self.worded(next)
    }

    /// Reads `03/2019`, `3.2019`, `05.03.2019`, `2019-03`, `03/19` or `2019年3月`.
    fn digits(&self, at: usize) -> Option<(PartialDate, usize)> {
        if let Some(year) = self.year(at) {
            return self.year_then_digits(at, year);
        }
        let first = self.small(at, 31)?;
        if !self.sign(at + 1, &MARKS) {
            return None;
        }
        if let Some(second) = self.small(at + 2, 31).filter(|_| self.sign(at + 3, &MARKS))
            && let Some(year) = self.short_year(at + 4)
            && self.adjacent(at, at + 4)
            && (self.year(at + 4).is_some() || self.kind(at + 1) == self.kind(at + 3))
        {
            let month = if second <= 12 { second } else { first };
            return (month <= 12).then(|| (dated(year, month), at + 5));
        }
        // `Grade 10/12` and `Note: 10/12` are no dates. `Class 10/2015` ended in that year.
        let colon = at.checked_sub(1).filter(|colon| self.sign(*colon, &[':']));
        let before = colon.unwrap_or(at).checked_sub(1);
        let is_grade = before.is_some_and(|it| self.listed(it, &DateWords::get().before_grades));
        // In `13/2018`, only the year is certain.
        let is_typing_error = first > 12 && self.sign(at + 1, &['/']);
        if is_grade || is_typing_error {
            let year = self.year(at + 2)?;
            return Some((PartialDate { year, month: None }, at + 3));
        }
        // In `8.09/10`, which is a mark, `09` comes after a decimal point.
        if at >= 2
            && self.sign(at - 1, &['.'])
            && self.adjacent(at - 2, at)
            && self.number(at - 2).is_some()
        {
            return None;
        }
        let slash = self.sign(at + 1, &['/', '\'', '.']);
        let year = self.year(at + 2).or_else(|| {
            self.short_year(at + 2)
                .or_else(|| self.buddhist_year(at + 2))
                .filter(|_| slash && self.number(at).is_some_and(|(_, digits)| digits == 2))
        })?;
        (first <= 12).then(|| (dated(year, first), at + 3))
    }

    /// Reads `2019年3月`, `2019-03` or `2019/3/5`.
    fn year_then_digits(&self, at: usize, year: i32) -> Option<(PartialDate, usize)> {
        if self.word(at + 1, &["年"]) {
            let month = self
                .small(at + 2, 12)
                .filter(|_| self.word(at + 3, &["月"]));
            let after = at + if month.is_some() { 4 } else { 2 };
            return Some((PartialDate { year, month }, after));
        }
        let month = self.small(at + 2, 12).filter(|_| self.sign(at + 1, &MARKS));
        let month = month.filter(|_| {
            self.number(at + 2)
                .is_some_and(|(_, digits)| digits == 2 || !self.sign(at + 1, &['-', '–']))
        });
        let day = month
            .and(self.small(at + 4, 31))
            .filter(|_| self.sign(at + 3, &MARKS) && self.adjacent(at + 2, at + 4));
        month
            .filter(|_| self.adjacent(at, at + 2))
            .map(|month| (dated(year, month), at + if day.is_some() { 5 } else { 3 }))
    }

    /// Reads `Q3 2019` as the first month of the quarter.
    fn quarter(&self, at: usize) -> Option<(PartialDate, usize)> {
        let quarter = self.small(at + 1, 4).filter(|_| self.word(at, &["q"]))?;
        let next = at + 2 + usize::from(self.sign(at + 2, &['/', '-', '\'', '’', ',']));
        let year = self.short_year(next)?;
        Some((dated(year, quarter * 3 - 2), next + 1))
    }

    /// Reads `2019`, `2019 March` or `2019-Mar`.
    fn year_first(&self, at: usize) -> Option<(PartialDate, usize)> {
        let year = self.year(at)?;
        // This accepts `2018-Mar - 2019-Jun` but not `2018-March 2019`.
        if self.sign(at + 1, &['-'])
            && self.glued(at, at + 2)
            && let Some(Meaning::Month(month)) = self.meaning(at + 2)
            && self.year(at + 3).is_none()
        {
            return Some((dated(year, month), at + 3));
        }
        // This accepts `2019, March` but not `2018 - March 2019`.
        let month_at = at + 1 + usize::from(self.sign(at + 1, &[',']));
        if let Some(Meaning::Month(month) | Meaning::Season(month)) = self.meaning(month_at)
            && (self.worded(month_at).is_none() || self.repeats_year_first(month_at + 1))
        {
            return Some((dated(year, month), month_at + 1));
        }
        Some((PartialDate { year, month: None }, at + 1))
    }

    /// Returns whether ` - 2007 October` follows the month of `2004 August`.
    fn repeats_year_first(&self, at: usize) -> bool {
        self.sign(at, &['-', '–', '—'])
            && self.year(at + 1).is_some()
            && matches!(self.meaning(at + 2), Some(Meaning::Month(_)))
            && self.worded(at + 2).is_none()
    }

    /// Reads `'98`, a year without its century.
    fn cut_year(&self, at: usize) -> Option<(PartialDate, usize)> {
        let cut = self.sign(at, &['\'', '’', '‘', '`']) && self.adjacent(at, at + 1);
        let (_, digits) = self.number(at + 1).filter(|_| cut)?;
        let year = self.short_year(at + 1).filter(|_| digits == 2)?;
        Some((PartialDate { year, month: None }, at + 2))
    }
}

fn dated(year: i32, month: u8) -> PartialDate {
    PartialDate {
        year,
        month: Some(month),
    }
}
