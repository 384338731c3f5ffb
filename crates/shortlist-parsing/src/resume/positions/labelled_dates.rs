//! Joins the first and the last day of a position that have labels and lines of their own: `Start date: …` / `End date: …`.

use std::ops::Range;

use super::super::dates::{DateRange, find_ranges};
use super::super::page::{Page, without_bullet};
use super::super::words::PositionWords;

/// The maximum number of lines from the first day to the last.
pub(super) const MAX_DISTANCE: usize = 2;

/// Returns the periods of labelled days in some lines, each with the index of its first line.
pub(super) fn labelled_periods(page: &Page<'_>, lines: Range<usize>) -> Vec<(usize, DateRange)> {
    let lists = PositionWords::get();
    let mut found = Vec::new();
    for number in lines.clone() {
        let Some(first) = value_of(page.line(number), |label| {
            lists.start_labels.contains(label)
        }) else {
            continue;
        };
        let below = number + 1..(number + 1 + MAX_DISTANCE).min(lines.end);
        let mut last = below
            .filter_map(|line| value_of(page.line(line), |label| lists.end_labels.contains(label)));
        let period = last.next().and_then(|last| period(first, last));
        let span = page.lines.get(number).map(|line| line.span);
        if let Some((period, span)) = period.zip(span) {
            found.push((number, DateRange { span, ..period }));
        }
    }
    found
}

/// Returns the text after the label of a line, if it is a wanted one.
fn value_of(line: &str, is_wanted: impl Fn(&str) -> bool) -> Option<&str> {
    let (label, value) = without_bullet(line).split_once([':', '：', '\t'])?;
    let label = label.trim_end_matches([' ', '-', '–']).to_lowercase();
    is_wanted(&label).then(|| value.trim_matches([' ', '\t', ':', '-']))
}

/// Returns the period from one day to another, or to now.
fn period(first: &str, last: &str) -> Option<DateRange> {
    let text = format!("{first} - {last}");
    let ranges = find_ranges(&text, 0);
    let [period] = ranges.as_slice() else {
        return None;
    };
    let is_whole = period.span.start == 0 && period.span.end == text.len();
    is_whole.then_some(*period)
}

#[cfg(test)]
mod tests {
    use crate::resume::tests::{understood, with_experience};

    #[test]
    fn days_with_labels_of_their_own_are_a_period() {
        for dates in [
            "Start date: 01/06/2015\nEnd date: 28/02/2019",
            "Date joined: June 2015\nDate left: February 2019",
            "Start: 06/2015\nEnd: 02/2019",
        ] {
            let text = format!("Position: Data Analyst\nCompany: Pellworth Ltd\n{dates}");
            let resume = understood(&with_experience(&text));
            let [position] = resume.positions.as_slice() else {
                panic!("{dates}: {:?}", resume.positions);
            };
            let ends = (position.start, position.end);
            let ends = (
                ends.0.map(|it| it.to_string()),
                ends.1.map(|it| it.to_string()),
            );
            assert_eq!(
                ends,
                (Some("2015-06".into()), Some("2019-02".into())),
                "{dates}"
            );
            assert_eq!(position.title.as_deref(), Some("Data Analyst"));
            assert_eq!(position.organization.as_deref(), Some("Pellworth Ltd"));
        }
        let lasting =
            "Employer: Pellworth Ltd\nPosition: Clerk\nStart date: June 2015\nEnd date: Present";
        let resume = understood(&with_experience(lasting));
        assert!(
            resume
                .positions
                .iter()
                .any(|it| it.current && it.start.is_some())
        );
    }
}
