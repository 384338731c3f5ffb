//! Finds the degrees of a line in which each one has its own date.

use shortlist_domain::{EducationEntry, Span};

use super::{MAX_LINE_CHARS, Search, entry, names_school, own_school, real_degree};
use crate::resume::dates::DatedText;

/// The maximum length of a line that names several degrees, in bytes.
const MAX_BYTES: usize = 1_200;
/// The maximum number of degrees that a line names with their dates.
const MAX_DEGREES: usize = 6;

impl Search<'_> {
    /// Returns the degrees of a line in which each one has its own date: `2003–2005 M.Sc., 2000–2003 B.Sc.`
    pub(super) fn several_degrees(
        &self,
        number: usize,
        words: &str,
    ) -> Option<Vec<EducationEntry>> {
        if words.len() > MAX_BYTES {
            return None;
        }
        let degrees = parts_with_dates(words)
            .into_iter()
            .filter_map(|(at, part)| {
                let found = real_degree(part).filter(|_| part.len() <= MAX_LINE_CHARS)?;
                own_school(part, &found)
                    .is_none()
                    .then_some((at, part, found))
            });
        let degrees: Vec<_> = degrees.take(MAX_DEGREES + 1).collect();
        if !(2..=MAX_DEGREES).contains(&degrees.len()) {
            return None;
        }
        let entries = degrees.into_iter().map(|(at, part, found)| {
            let entry = entry(self.page, self.kinds, number, part, found);
            let span = Span::new(entry.span.start + at, entry.span.end + at);
            EducationEntry { span, ..entry }
        });
        Some(entries.collect())
    }
}

/// Returns the parts of a line with several dates, one for each date, with their positions: from each date to the next if a
/// date begins the line, and otherwise up to each date.
fn parts_with_dates(words: &str) -> Vec<(usize, &str)> {
    let dated = DatedText::new(words, 0);
    let ranges = dated.ranges();
    let single_dates = dated.single_dates_outside(&ranges);
    let dates = ranges.iter().chain(&single_dates).map(|it| it.span);
    let mut dates: Vec<Span> = dates.collect();
    dates.sort_by_key(|date| date.start);
    if dates.len() < 2 {
        return Vec::new();
    }
    let has_letters = |text: Option<&str>| text.unwrap_or("").contains(char::is_alphabetic);
    let leads = dates
        .first()
        .is_some_and(|date| !has_letters(words.get(..date.start)));
    let rest = dates
        .last()
        .and_then(|date| words.get(date.end..))
        .unwrap_or("");
    // The last school may follow its date.
    if !leads && (names_school(rest) || real_degree(rest).is_some()) {
        return Vec::new();
    }
    let starts = dates.iter().map(|date| date.start);
    let ends = dates.iter().map(|date| date.end);
    let bounds: Vec<usize> = if leads {
        starts.chain([words.len()]).collect()
    } else {
        std::iter::once(0).chain(ends).collect()
    };
    let parts = bounds.windows(2).filter_map(|bounds| match bounds {
        [from, to] => Some((*from, words.get(*from..*to)?)),
        _ => None,
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use crate::resume::education::tests::degrees;

    #[test]
    fn a_line_may_name_several_degrees_with_their_dates() {
        assert_eq!(
            degrees(
                "2007-now Ph.D. in Physics, Example University. Cold light. 2003-2005 M.Sc. in Physics, Sample University."
            ),
            [
                "Ph.D. | Physics | Example University | 2007 …",
                "M.Sc. | Physics | Sample University | 2005"
            ]
        );
        assert_eq!(
            degrees(
                "M.Sc. in Physics, Example University, 2005; B.Sc. in Physics, Sample College, 2003"
            ),
            [
                "M.Sc. | Physics | Example University | 2005",
                "B.Sc. | Physics | Sample College | 2003"
            ]
        );
    }

    #[test]
    fn a_school_may_follow_the_last_date() {
        let found = degrees(
            "B.Sc. in Physics (2012), Example University; M.Sc. in Physics (2014), Sample University",
        );
        assert_eq!(found.len(), 1);
    }
}
