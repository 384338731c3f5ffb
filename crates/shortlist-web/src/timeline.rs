//! The work history of a candidate as a timeline, with its gaps.

use chrono::{Datelike, NaiveDate};
use shortlist_domain::{PartialDate, Position};

use crate::duration::duration;

/// The shortest gap that is shown, in months.
const SHORTEST_GAP: i32 = 3;
/// The width of the whole time.
const FULL_WIDTH: i32 = 400;

/// A position or a gap of the timeline.
pub(crate) struct TimelineItem {
    pub(crate) title: String,
    pub(crate) organization: String,
    pub(crate) dates: String,
    pub(crate) length: String,
    pub(crate) is_gap: bool,
    pub(crate) x: i32,
    pub(crate) width: i32,
}

/// The time from the first position to the date of the score.
struct Frame {
    first: i32,
    months: i32,
}

impl Frame {
    fn place(&self, start: i32, end: i32) -> (i32, i32) {
        let x = (start - self.first) * FULL_WIDTH / self.months;
        let width = (end - start) * FULL_WIDTH / self.months;
        (x, width.max(2))
    }
}

/// Returns the positions in the order of the resume. A gap follows the position that it precedes in time.
pub(crate) fn timeline(positions: &[Position], as_of: NaiveDate) -> Vec<TimelineItem> {
    let ranges: Vec<_> = positions
        .iter()
        .filter_map(|position| position.months(as_of))
        .collect();
    let first = ranges.iter().map(|range| range.0).min().unwrap_or_default();
    let now = as_of.year() * 12 + i32::try_from(as_of.month()).unwrap_or(1);
    let last = ranges
        .iter()
        .map(|range| range.1)
        .max()
        .unwrap_or(now)
        .max(now);
    let frame = Frame {
        first,
        months: (last - first).max(1),
    };
    let mut items = Vec::new();
    for position in positions {
        let range = position.months(as_of);
        items.push(item(position, range, &frame));
        let gap = range.and_then(|(start, _)| gap_before(&ranges, start));
        items.extend(gap.map(|(start, end)| gap_item(start, end, &frame)));
    }
    items
}

/// Returns the time without a position that ends at this month, if it is long enough.
fn gap_before(ranges: &[(i32, i32)], start: i32) -> Option<(i32, i32)> {
    let is_covered = ranges
        .iter()
        .any(|range| range.0 < start && start <= range.1);
    let end = ranges
        .iter()
        .map(|range| range.1)
        .filter(|end| *end < start)
        .max()?;
    (!is_covered && start - end >= SHORTEST_GAP).then_some((end, start))
}

fn item(position: &Position, range: Option<(i32, i32)>, frame: &Frame) -> TimelineItem {
    let date = |date: Option<PartialDate>| date.map_or("?".to_owned(), |date| date.to_string());
    let end = if position.current {
        "today".to_owned()
    } else {
        date(position.end)
    };
    let dates = match (position.start, position.end) {
        (None, None) if !position.current => String::new(),
        _ => format!("{} to {end}", date(position.start)),
    };
    let (x, width) = range.map_or((0, 0), |(start, end)| frame.place(start, end));
    TimelineItem {
        title: position.title.clone().unwrap_or_default(),
        organization: position.organization.clone().unwrap_or_default(),
        dates,
        length: range.map_or(String::new(), |(start, end)| length(start, end)),
        is_gap: false,
        x,
        width,
    }
}

fn length(start: i32, end: i32) -> String {
    duration(u32::try_from(end - start).unwrap_or_default())
}

fn gap_item(start: i32, end: i32, frame: &Frame) -> TimelineItem {
    let (x, width) = frame.place(start, end);
    TimelineItem {
        title: String::new(),
        organization: String::new(),
        dates: String::new(),
        length: length(start, end),
        is_gap: true,
        x,
        width,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn position(start: &str, end: &str) -> Position {
        let date = |text| PartialDate::parse("date", text).unwrap();
        Position {
            start: Some(date(start)),
            end: Some(date(end)),
            ..Position::default()
        }
    }

    #[test]
    fn gaps_are_shown_between_positions_only() {
        let as_of = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
        let positions = [
            position("2022-01", "2025-12"),
            position("2018-01", "2020-12"),
        ];
        let items = timeline(&positions, as_of);
        let gaps: Vec<bool> = items.iter().map(|item| item.is_gap).collect();
        assert_eq!(gaps, [false, true, false]);
        let found: Vec<&str> = items.iter().map(|item| item.length.as_str()).collect();
        assert_eq!(found, ["4 years", "1 year", "3 years"]);
        assert!(
            items
                .iter()
                .all(|item| item.x + item.width <= FULL_WIDTH + 2)
        );
        assert!(
            timeline(&[Position::default()], as_of)
                .iter()
                .all(|item| item.width == 0)
        );
    }
}
