//! Years that are not counted from the birth of Christ.

use shortlist_domain::PartialDate;

use super::DatedText;

/// The years of the Thai calendar, which begins 543 years earlier. Others are numbers of other things.
pub(in crate::resume) const BUDDHIST_YEARS: std::ops::RangeInclusive<i32> = 2493..=2583;
const BUDDHIST_OFFSET: i32 = 543;

/// The eras of Japan since 1926, with the year before their first.
const ERAS: [(&str, &str, i32); 3] = [("令", "和", 2018), ("平", "成", 1988), ("昭", "和", 1925)];
/// Their initials in Latin letters.
const INITIALS: [(&str, i32); 3] = [("r", 2018), ("h", 1988), ("s", 1925)];
/// The longest era lasted 64 years.
const LONGEST_ERA: i32 = 64;

impl DatedText {
    /// Returns the year of the Thai calendar at a token. Only a month before it makes it a year. `12/2562` has one.
    pub(super) fn buddhist_year(&self, at: usize) -> Option<i32> {
        let (value, _) = self.number(at)?;
        BUDDHIST_YEARS
            .contains(&value)
            .then(|| value - BUDDHIST_OFFSET)
    }

    /// Reads `พ.ศ. 2562` and `B.E. 2562`, whose mark makes any of these numbers a year. A year after one with its mark needs none, and
    /// in a text in Thai, no year does.
    pub(super) fn buddhist(&self, at: usize) -> Option<(PartialDate, usize)> {
        let is_marked = |at: usize| {
            [["พ", "ศ"], ["b", "e"]].iter().any(|[first, second]| {
                self.word(at, &[*first])
                    && self.sign(at + 1, &['.'])
                    && self.word(at + 2, &[*second])
            })
        };
        let marked = is_marked(at).then(|| at + 3 + usize::from(self.sign(at + 3, &['.'])));
        let from = marked.unwrap_or(at);
        let is_known = marked.is_some() || self.is_thai() || (0..at).any(is_marked);
        let year = self.buddhist_year(from).filter(|_| is_known)?;
        Some((PartialDate { year, month: None }, from + 1))
    }

    /// Reads `H27.4` in a Japanese text: the initial of an era, its year and a month.
    pub(super) fn era_initial(&self, at: usize) -> Option<(PartialDate, usize)> {
        let (_, before) = INITIALS.iter().find(|(name, _)| self.word(at, &[*name]))?;
        let (number, _) = self.number(at + 1).filter(|_| self.adjacent(at, at + 3))?;
        let month = self.small(at + 3, 12);
        let is_date = self.sign(at + 2, &['.', '/']) && (1..=LONGEST_ERA).contains(&number);
        let is_written = month.is_some() && is_date && self.has_ideographs();
        is_written.then_some((
            PartialDate {
                year: before + number,
                month,
            },
            at + 4,
        ))
    }

    fn is_thai(&self) -> bool {
        let is_thai = |word: &str| word.starts_with(|c| ('\u{e01}'..='\u{e2e}').contains(&c));
        self.tokens.iter().any(|it| it.word().is_some_and(is_thai))
    }

    fn has_ideographs(&self) -> bool {
        let is_wide = |word: &str| word.starts_with(|c| ('\u{2e80}'..='\u{9fff}').contains(&c));
        self.tokens.iter().any(|it| it.word().is_some_and(is_wide))
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
