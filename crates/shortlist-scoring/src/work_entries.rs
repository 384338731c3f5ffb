//! The periods of work, and the entry that contains a place.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use chrono::NaiveDate;
use shortlist_domain::{PartialDate, Position, Span};
use shortlist_vocabulary::steps;

/// A period of work.
#[derive(Debug, Clone, Copy)]
pub(crate) struct WorkPeriod {
    pub(crate) start: Option<PartialDate>,
    pub(crate) end: Option<PartialDate>,
    pub(crate) current: bool,
    /// The entry in the text.
    pub(crate) span: Span,
    /// The first line of the entry that may be quoted.
    pub(crate) headline: Span,
    /// The title, if the entry names one that may be quoted.
    pub(crate) title: Option<Span>,
}

impl WorkPeriod {
    /// Returns the line that shows what the work was: the title, or else the first line.
    pub(crate) fn title_line(&self) -> Span {
        self.title.unwrap_or(self.headline)
    }

    /// Returns the months covered, as [`Position::months`] counts them.
    pub(crate) fn months(&self, as_of: NaiveDate) -> Option<(i32, i32)> {
        let position = Position {
            start: self.start,
            end: self.end,
            current: self.current,
            ..Position::default()
        };
        position.months(as_of)
    }
}

/// The work entries, for places that are looked up in the order of the text.
pub(crate) struct WorkEntryIndex {
    /// Entries that begin after the last place: start, end and number, in reverse order of the text.
    ahead: Vec<(usize, usize, usize)>,
    /// Entries that have begun, by length and number, with their ends.
    ///
    /// An ended entry is removed once it is the shortest.
    open: BinaryHeap<Reverse<(usize, usize, usize)>>,
}

impl WorkEntryIndex {
    pub(crate) fn new(work: &[WorkPeriod]) -> Self {
        let entries = work.iter().enumerate();
        let mut ahead: Vec<_> = entries
            .map(|(number, period)| (period.span.start, period.span.end, number))
            .collect();
        ahead.sort_unstable_by_key(|entry| Reverse(*entry));
        Self {
            ahead,
            open: BinaryHeap::new(),
        }
    }

    /// Returns the shortest entry that contains a place. Of equal entries, it returns the first.
    pub(crate) fn innermost_at(&mut self, place: usize) -> Option<usize> {
        while let Some((start, end, number)) = self.ahead.pop_if(|(start, ..)| *start <= place) {
            steps::count(1);
            let length = end.saturating_sub(start);
            self.open.push(Reverse((length, number, end)));
        }
        while let Some(Reverse((_, number, end))) = self.open.peek() {
            steps::count(1);
            if place < *end {
                return Some(*number);
            }
            self.open.pop();
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::Span;

    use super::*;

    #[test]
    fn the_shortest_entry_around_a_place_is_found() {
        let entry = |(start, end)| WorkPeriod {
            start: None,
            end: None,
            current: false,
            span: Span::new(start, end),
            headline: Span::new(start, end),
            title: None,
        };
        let work = [(10, 50), (0, 60), (20, 30), (20, 30), (70, 70)].map(entry);
        let mut entries = WorkEntryIndex::new(&work);
        let found = [0, 10, 20, 29, 30, 50, 60, 70].map(|place| entries.innermost_at(place));
        let expected = [Some(1), Some(0), Some(2), Some(2), Some(0), Some(1)];
        assert_eq!(found[..6], expected);
        assert_eq!(found[6..], [None, None]);
    }
}
