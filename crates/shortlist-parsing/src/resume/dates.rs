//! Dates and date ranges in words and digits.

use std::collections::HashMap;
use std::sync::LazyLock;

use shortlist_domain::{PartialDate, Span};

/// The years that a resume may name.
const YEARS: std::ops::RangeInclusive<i32> = 1950..=2040;

/// A range of time as the text gives it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct DateRange {
    /// When it began.
    pub(super) start: PartialDate,
    /// When it ended.
    pub(super) end: Option<PartialDate>,
    /// Whether it goes on.
    pub(super) current: bool,
    /// Where it stands.
    pub(super) span: Span,
}

#[derive(Debug, Clone, PartialEq)]
enum Kind {
    Word(String),
    Number(i32, usize),
    Sign(char),
}

#[derive(Debug, Clone)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Meaning {
    Month(u8),
    Present,
    Since,
    To,
}

static WORDS: LazyLock<HashMap<String, Meaning>> = LazyLock::new(|| {
    let mut words = HashMap::new();
    let mut prefixes: HashMap<String, Option<u8>> = HashMap::new();
    for line in include_str!("dates.txt").lines() {
        let Some((subject, list)) = line.split_once('|') else {
            continue;
        };
        for (number, word) in (1_u8..).zip(list.split_whitespace()) {
            let meaning = match subject.trim() {
                "months" => {
                    note_prefixes(&mut prefixes, word, number);
                    Meaning::Month(number)
                }
                "spring" => Meaning::Month(4),
                "summer" => Meaning::Month(7),
                "autumn" => Meaning::Month(10),
                "winter" => Meaning::Month(1),
                "present" => Meaning::Present,
                "since" => Meaning::Since,
                _ => Meaning::To,
            };
            words.entry(word.to_owned()).or_insert(meaning);
        }
    }
    for (prefix, month) in prefixes {
        if let Some(month) = month {
            words.entry(prefix).or_insert(Meaning::Month(month));
        }
    }
    words
});

fn note_prefixes(prefixes: &mut HashMap<String, Option<u8>>, word: &str, month: u8) {
    for (at, _) in word.char_indices().skip(3) {
        let prefix = word.get(..at).unwrap_or(word).to_owned();
        prefixes
            .entry(prefix)
            .and_modify(|known| {
                if *known != Some(month) {
                    *known = None;
                }
            })
            .or_insert(Some(month));
    }
}

fn lex(text: &str, offset: usize) -> Vec<Token> {
    let mut tokens: Vec<Token> = Vec::new();
    for (at, c) in text.char_indices() {
        let (start, end) = (offset + at, offset + at + c.len_utf8());
        let joined = tokens.last_mut().filter(|token| token.end == start);
        let ideograph = ('\u{2e80}'..='\u{9fff}').contains(&c);
        if let Some(digit) = c.to_digit(10).and_then(|digit| i32::try_from(digit).ok()) {
            match joined.map(|token| (&mut token.kind, &mut token.end)) {
                Some((Kind::Number(value, digits), last)) if *digits < 9 => {
                    *value = *value * 10 + digit;
                    *digits += 1;
                    *last = end;
                }
                _ => tokens.push(Token {
                    kind: Kind::Number(digit, 1),
                    start,
                    end,
                }),
            }
        } else if c.is_alphabetic() && !ideograph {
            match joined.map(|token| (&mut token.kind, &mut token.end)) {
                Some((Kind::Word(word), last))
                    if !word.starts_with(|c| ('\u{2e80}'..='\u{9fff}').contains(&c)) =>
                {
                    word.extend(c.to_lowercase());
                    *last = end;
                }
                _ => tokens.push(Token {
                    kind: Kind::Word(c.to_lowercase().collect()),
                    start,
                    end,
                }),
            }
        } else if ideograph {
            tokens.push(Token {
                kind: Kind::Word(c.into()),
                start,
                end,
            });
        } else if !c.is_whitespace() && c != '\u{ad}' {
            tokens.push(Token {
                kind: Kind::Sign(c),
                start,
                end,
            });
        }
    }
    tokens
}

struct Reader<'a> {
    tokens: &'a [Token],
}

impl Reader<'_> {
    fn meaning(&self, at: usize) -> Option<Meaning> {
        match self.tokens.get(at).map(|token| &token.kind)? {
            Kind::Word(word) => WORDS.get(word.as_str()).copied(),
            _ => None,
        }
    }

    fn sign(&self, at: usize, signs: &[char]) -> bool {
        matches!(self.tokens.get(at).map(|token| &token.kind), Some(Kind::Sign(c)) if signs.contains(c))
    }

    fn word(&self, at: usize, words: &[&str]) -> bool {
        matches!(self.tokens.get(at).map(|token| &token.kind), Some(Kind::Word(word)) if words.contains(&word.as_str()))
    }

    fn number(&self, at: usize) -> Option<(i32, usize)> {
        match self.tokens.get(at).map(|token| &token.kind) {
            Some(Kind::Number(value, digits)) => Some((*value, *digits)),
            _ => None,
        }
    }

    fn year(&self, at: usize) -> Option<i32> {
        self.number(at)
            .filter(|(value, digits)| *digits == 4 && YEARS.contains(value))
            .map(|(value, _)| value)
    }

    fn short_year(&self, at: usize) -> Option<i32> {
        let (value, digits) = self.number(at)?;
        if digits != 2 {
            return self.year(at);
        }
        Some(if value <= 35 {
            2000 + value
        } else {
            1900 + value
        })
        .filter(|year| YEARS.contains(year))
    }

    fn small(&self, at: usize, most: i32) -> Option<u8> {
        self.number(at)
            .filter(|(value, digits)| *digits <= 2 && (1..=most).contains(value))
            .and_then(|(value, _)| u8::try_from(value).ok())
    }

    /// A date at a token, and the token behind it.
    fn date(&self, at: usize) -> Option<(PartialDate, usize)> {
        self.worded(at)
            .or_else(|| self.day_worded(at))
            .or_else(|| self.digits(at))
            .or_else(|| self.year_first(at))
    }

    /// `March 2019`, `Mar. '19`, `March 5th, 2019`, `marzo de 2019`.
    fn worded(&self, at: usize) -> Option<(PartialDate, usize)> {
        let Some(Meaning::Month(month)) = self.meaning(at) else {
            return None;
        };
        let mut next = at + 1;
        if self.small(next, 31).is_some() {
            let mut behind = next + 1;
            if self.word(behind, &["st", "nd", "rd", "th"]) {
                behind += 1;
            }
            while self.sign(behind, &[',', '.']) {
                behind += 1;
            }
            if let Some(year) = self.year(behind) {
                return Some((dated(year, month), behind + 1));
            }
        }
        while self.sign(next, &['.', ',', '\'', '’', '‘', '`', '-', '–', '/', '´'])
            || self.word(next, &["de", "of", "del", "г"])
        {
            next += 1;
            if next > at + 4 {
                return None;
            }
        }
        let year = self.short_year(next)?;
        Some((dated(year, month), next + 1))
    }

    /// `5 March 2019`, `05-Mar-2019`, `1st of June, 2019`.
    fn day_worded(&self, at: usize) -> Option<(PartialDate, usize)> {
        self.small(at, 31)?;
        let mut next = at + 1;
        while self.sign(next, &['.', '-', '/', ','])
            || self.word(next, &["st", "nd", "rd", "th", "de", "of"])
        {
            next += 1;
            if next > at + 3 {
                return None;
            }
        }
        self.worded(next)
    }

    /// `03/2019`, `3.2019`, `05.03.2019`, `2019-03`, `03/19` and `2019年3月`.
    fn digits(&self, at: usize) -> Option<(PartialDate, usize)> {
        const MARKS: [char; 5] = ['/', '.', '-', '–', '\''];
        if let Some(year) = self.year(at) {
            if self.word(at + 1, &["年"]) {
                let month = self
                    .small(at + 2, 12)
                    .filter(|_| self.word(at + 3, &["月"]));
                return Some((
                    PartialDate { year, month },
                    at + if month.is_some() { 4 } else { 2 },
                ));
            }
            let month = self.small(at + 2, 12).filter(|_| self.sign(at + 1, &MARKS));
            let month = month.filter(|_| {
                self.number(at + 2)
                    .is_some_and(|(_, digits)| digits == 2 || !self.sign(at + 1, &['-', '–']))
            });
            let day = month
                .and(self.small(at + 4, 31))
                .filter(|_| self.sign(at + 3, &MARKS) && self.adjacent(at + 2, at + 4));
            return month
                .filter(|_| self.adjacent(at, at + 2))
                .map(|month| (dated(year, month), at + if day.is_some() { 5 } else { 3 }));
        }
        let first = self.small(at, 31)?;
        if !self.sign(at + 1, &MARKS) {
            return None;
        }
        if let Some(second) = self.small(at + 2, 31).filter(|_| self.sign(at + 3, &MARKS))
            && let Some(year) = self.short_year(at + 4)
            && self.adjacent(at, at + 4)
        {
            let month = if second <= 12 { second } else { first };
            return (month <= 12).then(|| (dated(year, month), at + 5));
        }
        let slash = self.sign(at + 1, &['/', '\'', '.']);
        let year = self.year(at + 2).or_else(|| {
            self.short_year(at + 2)
                .filter(|_| slash && self.number(at).is_some_and(|(_, digits)| digits == 2))
        })?;
        (first <= 12).then(|| (dated(year, first), at + 3))
    }

    /// Whether no blank stands between tokens.
    fn adjacent(&self, from: usize, to: usize) -> bool {
        self.tokens.get(from..=to).is_some_and(|tokens| {
            tokens
                .windows(2)
                .all(|pair| matches!(pair, [a, b] if b.start <= a.end + 1))
        })
    }

    /// `2019`, `2019 March`.
    fn year_first(&self, at: usize) -> Option<(PartialDate, usize)> {
        let year = self.year(at)?;
        // `2019, March` but not `2018 - March 2019`.
        let month_at = at + 1 + usize::from(self.sign(at + 1, &[',']));
        if let Some(Meaning::Month(month)) = self.meaning(month_at)
            && self.worded(month_at).is_none()
        {
            return Some((dated(year, month), month_at + 1));
        }
        Some((PartialDate { year, month: None }, at + 1))
    }

    /// What parts the two ends; the token behind it.
    fn separator(&self, at: usize) -> Option<usize> {
        let mut next = at;
        while self.sign(
            next,
            &[
                '-', '–', '—', '‐', '‑', '‒', '―', '−', '－', '~', '→', '>', '〜', '～', '_',
                '\u{f0e0}', '\u{2026}', '-', ':', '.', ')', '(', ',',
            ],
        ) || self.meaning(next) == Some(Meaning::To)
            || self.word(next, &["the", "le", "el"])
        {
            next += 1;
            if next > at + 4 {
                return None;
            }
        }
        let parted = (at..next).any(|at| !self.sign(at, &[':', '.', ')', '(', ',']));
        parted.then_some(next)
    }

    fn range(&self, at: usize) -> Option<(DateRange, usize)> {
        let open = self.meaning(at) == Some(Meaning::Since);
        let from = if open { at + 1 } else { at };
        let from = if open && self.sign(from, &[':', '.']) {
            from + 1
        } else {
            from
        };
        let Some((start, next)) = self.date(from) else {
            return self.month_only(at);
        };
        let found = |end, current, behind: usize| {
            let span = Span::new(
                self.tokens.get(at)?.start,
                self.tokens.get(behind.checked_sub(1)?)?.end,
            );
            Some((
                DateRange {
                    start,
                    end,
                    current,
                    span,
                },
                behind,
            ))
        };
        if let Some(behind) = self.separator(next) {
            if self.meaning(behind) == Some(Meaning::Present)
                || (self.word(behind, &["till", "until", "up", "to", "à", "a", "al"])
                    && self.meaning(behind + 1) == Some(Meaning::Present))
            {
                return found(None, true, behind + 1);
            }
            if let Some((end, behind)) = self.date(behind)
                && end.year >= start.year
            {
                return found(Some(end), false, behind);
            }
            if let Some(end) = self.abbreviated_end(start, behind) {
                return found(Some(end), false, behind + 1);
            }
            if self.word(next, &["till", "til", "bis"]) && self.tokens.get(behind).is_none() {
                return found(None, true, behind);
            }
        }
        if let Some((end, behind)) = self.bare_end(start, next) {
            return found(Some(end), false, behind);
        }
        if let Some(Meaning::Present) = self.meaning(next) {
            return found(None, true, next + 1);
        }
        if open { found(None, true, next) } else { None }
    }

    /// `2009 2016` and `Jun. 2011 Nov. 2013`: the sign between was a picture or a lost glyph.
    fn bare_end(&self, start: PartialDate, at: usize) -> Option<(PartialDate, usize)> {
        let (end, behind) = self.date(at)?;
        let alike = start.month.is_some() == end.month.is_some();
        (alike && start < end).then_some((end, behind))
    }

    /// `2018 - 19`.
    fn abbreviated_end(&self, start: PartialDate, at: usize) -> Option<PartialDate> {
        let (value, digits) = self.number(at)?;
        let year = start.year / 100 * 100 + value;
        let shaped =
            digits == 2 && start.month.is_none() && (start.year..start.year + 20).contains(&year);
        shaped.then_some(PartialDate { year, month: None })
    }

    /// `Jan - March 2019`.
    fn month_only(&self, at: usize) -> Option<(DateRange, usize)> {
        let Some(Meaning::Month(month)) = self.meaning(at) else {
            return None;
        };
        let behind = self.separator(at + 1)?;
        let (end, next) = self.worded(behind)?;
        let start = PartialDate {
            year: end.year,
            month: Some(month),
        };
        let span = Span::new(
            self.tokens.get(at)?.start,
            self.tokens.get(next.checked_sub(1)?)?.end,
        );
        (start <= end).then_some((
            DateRange {
                start,
                end: Some(end),
                current: false,
                span,
            },
            next,
        ))
    }
}

fn dated(year: i32, month: u8) -> PartialDate {
    PartialDate {
        year,
        month: Some(month),
    }
}

/// The date ranges of a text, in order; `offset` is added to their places.
pub(super) fn find_ranges(text: &str, offset: usize) -> Vec<DateRange> {
    let tokens = lex(text, offset);
    let reader = Reader { tokens: &tokens };
    let mut ranges = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some((range, next)) = reader.range(at) {
            ranges.push(range);
            at = next.max(at + 1);
        } else {
            at += 1;
        }
    }
    ranges
}

/// The single dates of a text, in order, and whether words for the present stand in it.
pub(super) fn find_dates(text: &str) -> (Vec<PartialDate>, bool) {
    let tokens = lex(text, 0);
    let reader = Reader { tokens: &tokens };
    let mut dates = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        if let Some((date, next)) = reader.date(at) {
            dates.push(date);
            at = next.max(at + 1);
        } else {
            at += 1;
        }
    }
    let present = (0..tokens.len()).any(|at| reader.meaning(at) == Some(Meaning::Present));
    (dates, present)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(text: &str) -> Vec<String> {
        find_ranges(text, 0)
            .into_iter()
            .map(|range| {
                let end = range.end.map_or("?".to_owned(), |end| end.to_string());
                format!(
                    "{}..{}",
                    range.start,
                    if range.current { "now" } else { &end }
                )
            })
            .collect()
    }

    #[test]
    fn ranges_are_read_in_many_forms() {
        for (text, expected) in [
            ("March 2019 - Present", "2019-03..now"),
            ("Mar. 2019 – Jun. 2021", "2019-03..2021-06"),
            ("03/2019 - 06/2021", "2019-03..2021-06"),
            ("03.2019–heute", "2019-03..now"),
            ("01.03.2019 bis 30.06.2021", "2019-03..2021-06"),
            ("2019-03 to 2021-06", "2019-03..2021-06"),
            ("2018 - 2020", "2018..2020"),
            ("2018-19", "2018..2019"),
            ("Jan'18 to Dec'19", "2018-01..2019-12"),
            ("Jan - March 2019", "2019-01..2019-03"),
            ("seit Mai 2020", "2020-05..now"),
            ("depuis septembre 2017", "2017-09..now"),
            ("enero de 2015 a diciembre de 2016", "2015-01..2016-12"),
            ("2019年3月 – 至今", "2019-03..now"),
            ("Июнь 2015 — настоящее время", "2015-06..now"),
            ("Summer 2018 - Fall 2019", "2018-07..2019-10"),
            ("June 5th, 2017 – July 1, 2018", "2017-06..2018-07"),
            ("10-Jun-2014 to till date", "2014-06..now"),
            ("May 2016\tto\nJuly 2017", "2016-05..2017-07"),
            ("2016.8 － 至今", "2016-08..now"),
            ("Jun. 2011 Nov. 2013", "2011-06..2013-11"),
            ("2009 2016", "2009..2016"),
        ] {
            assert_eq!(told(text), [expected], "{text}");
        }
        assert_eq!(told("room 2018, house 12"), Vec::<String>::new());
    }
}
