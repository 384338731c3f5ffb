//! Years that are not counted from the birth of Christ.

use shortlist_domain::PartialDate;

use super::DatedText;

/// The years of the Thai calendar, which begins 543 years earlier. Others are numbers of other things.
const BUDDHIST_YEARS: std::ops::RangeInclusive<i32> = 2493..=2583;
const BUDDHIST_OFFSET: i32 = 543;

/// The eras of Japan since 1926, with the year before their first.
const ERAS: [(&str, &str, i32); 3] = [("令", "和", 2018), ("平", "成", 1988), ("昭", "和", 1925)];
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
