//! Years of the Thai calendar and of the eras of Japan.

use shortlist_domain::PartialDate;

use super::DatedText;
use super::token::Token;

/// The years of the Thai calendar, which begins 543 years earlier. Others are numbers of other things.
pub(in crate::resume) const BUDDHIST_YEARS: std::ops::RangeInclusive<i32> = 2493..=2583;
const BUDDHIST_OFFSET: i32 = 543;

/// The eras of Japan since 1926, with the year before their first.
const ERAS: [(&str, &str, i32); 3] = [("令", "和", 2018), ("平", "成", 1988), ("昭", "和", 1925)];
/// Their initials in Latin letters.
const INITIALS: [(&str, i32); 3] = [("r", 2018), ("h", 1988), ("s", 1925)];
/// The longest era lasted 64 years.
const LONGEST_ERA: i32 = 64;

/// What the words of a text show about the calendar of its years.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct Calendar {
    /// Whether the text is in Thai.
    is_thai: bool,
    /// Whether the text has ideographs, as Japanese texts do.
    has_ideographs: bool,
    /// The first mark of a year of the Thai calendar: `พ.ศ.` or `B.E.`
    first_buddhist_mark: Option<usize>,
}

impl DatedText {
    /// Returns what the words show about the calendar. They are read once, because each number may ask.
    pub(super) fn calendar_of_words(&self) -> Calendar {
        let begins = |word: &str, letters: std::ops::RangeInclusive<char>| {
            word.starts_with(|c: char| letters.contains(&c))
        };
        let mut words = self.tokens.iter().filter_map(Token::word);
        let mut wide = words.clone();
        Calendar {
            is_thai: words.any(|word| begins(word, '\u{e01}'..='\u{e2e}')),
            has_ideographs: wide.any(|word| begins(word, '\u{2e80}'..='\u{9fff}')),
            first_buddhist_mark: (0..self.tokens.len()).find(|at| self.is_buddhist_mark(*at)),
        }
    }

    /// Returns the year of the Thai calendar at a token, if it may be one. A month, a mark or a text in Thai makes it certain.
    pub(super) fn buddhist_year(&self, at: usize) -> Option<i32> {
        let (value, _) = self.number(at)?;
        BUDDHIST_YEARS
            .contains(&value)
            .then(|| value - BUDDHIST_OFFSET)
    }

    /// Returns whether the mark of a year of the Thai calendar is at a token.
    fn is_buddhist_mark(&self, at: usize) -> bool {
        [["พ", "ศ"], ["b", "e"]].iter().any(|[first, second]| {
            self.word(at, &[*first]) && self.sign(at + 1, &['.']) && self.word(at + 2, &[*second])
        })
    }

    /// Reads `พ.ศ. 2562` and `B.E. 2562`. A year after one with its mark needs no mark. In a text in Thai, no year needs one.
    pub(super) fn buddhist(&self, at: usize) -> Option<(PartialDate, usize)> {
        let after_mark = at + 3 + usize::from(self.sign(at + 3, &['.']));
        let from = if self.is_buddhist_mark(at) {
            after_mark
        } else {
            at
        };
        let year = self.buddhist_year(from)?;
        let first_mark = self.calendar.first_buddhist_mark;
        let is_known = self.calendar.is_thai || first_mark.is_some_and(|mark| mark <= at);
        is_known.then_some((PartialDate { year, month: None }, from + 1))
    }

    /// Reads `H27.4` in a Japanese text: the initial of an era, its year and a month.
    pub(super) fn era_initial(&self, at: usize) -> Option<(PartialDate, usize)> {
        let (_, before) = INITIALS.iter().find(|(name, _)| self.word(at, &[*name]))?;
        let (number, _) = self.number(at + 1).filter(|_| self.adjacent(at, at + 3))?;
        let month = self.small(at + 3, 12);
        let is_date = self.sign(at + 2, &['.', '/']) && (1..=LONGEST_ERA).contains(&number);
        let is_written = month.is_some() && is_date && self.calendar.has_ideographs;
        is_written.then_some((
            PartialDate {
                year: before + number,
                month,
            },
            at + 4,
        ))
    }

    /// Reads `平成27年4月` and `令和元年`.
    pub(super) fn japanese(&self, at: usize) -> Option<(PartialDate, usize)> {
        let is_era = |(first, second, _): &&(&str, &str, i32)| {
            self.word(at, &[*first]) && self.word(at + 1, &[*second])
        };
        let (_, _, before) = ERAS.iter().find(is_era)?;
        let number = self.number(at + 2).map(|(value, _)| value);
        let number = number.or_else(|| self.word(at + 2, &["元"]).then_some(1))?;
        if !(1..=LONGEST_ERA).contains(&number) || !self.word(at + 3, &["年"]) {
            return None;
        }
        let month = self
            .small(at + 4, 12)
            .filter(|_| self.word(at + 5, &["月"]));
        let after = at + if month.is_some() { 6 } else { 4 };
        let year = before + number;
        Some((PartialDate { year, month }, after))
    }
}
