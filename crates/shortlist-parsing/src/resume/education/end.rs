//! Reads when a degree ends.

use shortlist_domain::PartialDate;

use crate::resume::dates::{find_ranges, find_single_dates};
use crate::resume::words::EducationWords;

/// The maximum number of years for a degree.
const MAX_YEARS: i32 = 7;

/// Returns the last date of a text. `2008-12` is not December, but the years of a degree.
pub(super) fn last_date(text: &str) -> Option<PartialDate> {
    let ranges = find_ranges(text, 0).into_iter();
    let dates = ranges.chain(find_single_dates(text, 0));
    let ends = dates.filter_map(|date| {
        let end = date.end?;
        let words = text.get(date.span.start..date.span.end)?;
        Some(end_of_years(words).unwrap_or(end))
    });
    ends.max()
}

/// Returns the end of `2008-12`, if that is a plausible time for a degree.
fn end_of_years(words: &str) -> Option<PartialDate> {
    let (start, end) = words.split_once(['-', '–'])?;
    let is_written = start.len() == 4 && end.len() == 2;
    let (start, end): (i32, i32) = (start.parse().ok()?, end.parse().ok()?);
    let year = start / 100 * 100 + end;
    let is_plausible = (1..=MAX_YEARS).contains(&(year - start));
    (is_written && is_plausible).then_some(PartialDate { year, month: None })
}

/// Returns whether a line says that the degree is unfinished.
pub(super) fn is_in_progress(line: &str) -> bool {
    let lower = line.to_lowercase();
    let mut words = EducationWords::get().in_progress.iter();
    words.any(|word| lower.contains(word)) || find_ranges(line, 0).iter().any(|range| range.current)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resume::education::tests::degrees;

    #[test]
    fn two_digits_after_a_year_are_the_last_year_of_a_degree() {
        assert_eq!(
            degrees("B.Sc. in Physics, Example University, 2008-12"),
            ["B.Sc. | Physics | Example University | 2012"]
        );
        assert_eq!(
            end_of_years("2008-09"),
            Some(PartialDate {
                year: 2009,
                month: None
            })
        );
        assert_eq!(end_of_years("2012-05"), None);
    }
}
