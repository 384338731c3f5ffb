//! Pages of a list.

use crate::{InvalidValue, NumberProblem, Timestamp};

/// The largest page size of any list.
pub const MAX_PAGE_SIZE: u32 = 100;

/// The number of items that an export reads at once.
const BATCH_SIZE: u32 = 1_000;

/// The largest offset at which a page is read with a single query. Up to this offset, skipping rows is cheaper than a
/// second query.
const MAX_SHALLOW_OFFSET: i64 = 100;

/// An item's position in a list that is ordered by time and then by `tie_breaker`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPosition {
    /// The time.
    pub at: Timestamp,
    /// The identifier or number that orders items of the same time.
    pub tie_breaker: String,
}

/// A requested page: a 1-based number or the position that it follows, and a size of 1 to 100.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    number: u32,
    size: u32,
    after: Option<ListPosition>,
}

impl PageRequest {
    /// Parses a page's number and size. Each comes with the name of its field.
    ///
    /// # Errors
    /// Returns an error if the number is under 1 or the size is outside 1 to 100.
    pub fn parse(number: (&str, i32), size: (&str, i32)) -> Result<Self, InvalidValue> {
        let checked = |(field, value): (&str, i32), expected: NumberProblem, most: u32| {
            u32::try_from(value)
                .ok()
                .filter(|v| (1..=most).contains(v))
                .ok_or_else(|| InvalidValue::new(field, expected))
        };
        let at_most = NumberProblem::OutOfRange {
            least: 1,
            most: i64::from(MAX_PAGE_SIZE),
        };
        Ok(Self {
            number: checked(number, NumberProblem::TooSmall(1), u32::MAX)?,
            size: checked(size, at_most, MAX_PAGE_SIZE)?,
            after: None,
        })
    }

    /// Returns a request for the first batch of an export, which is larger than any page.
    pub fn batch() -> Self {
        Self {
            number: 1,
            size: BATCH_SIZE,
            after: None,
        }
    }

    /// Returns a request for the page of the same size that follows a position. `number` is its page number.
    #[must_use]
    pub fn following(self, position: ListPosition, number: u32) -> Self {
        Self {
            number,
            size: self.size,
            after: Some(position),
        }
    }

    /// Returns the request with another number, for a page whose position another type contains.
    #[must_use]
    pub fn numbered(self, number: u32) -> Self {
        Self { number, ..self }
    }

    /// Returns the page's 1-based number. For a page after a cursor, the number was counted along the way.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Returns the number of items on a page.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// Returns the position that the page follows, or `None` if its number selects the page.
    pub fn after(&self) -> Option<&ListPosition> {
        self.after.as_ref()
    }

    /// Returns the number of items to skip.
    pub fn offset(&self) -> i64 {
        match self.after {
            Some(_) => 0,
            None => i64::from(self.number.saturating_sub(1)) * i64::from(self.size),
        }
    }

    /// Returns whether the offset is so large that the query should skip rows by scanning only an index.
    pub fn is_deep(&self) -> bool {
        self.offset() > MAX_SHALLOW_OFFSET
    }
}

/// The largest number of items that match a search or filters and are counted.
pub const MAX_COUNTED: i64 = 10_000;

/// Among how many of the best candidates of a job those that a search or filters find are counted by score and ranked.
pub const MAX_RANKED: i64 = 5_000;

/// How many items a list has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Total {
    /// The number of items, or [`MAX_COUNTED`] if there are more and counting stopped there.
    pub count: i64,
    /// Whether the number is exact.
    pub is_exact: bool,
}

impl Total {
    /// Returns an exact number.
    pub fn exact(count: i64) -> Self {
        let is_exact = true;
        Self { count, is_exact }
    }

    /// Returns the number of items of which one more than [`MAX_COUNTED`] at most was counted.
    pub fn bounded(counted: i64) -> Self {
        Self {
            count: counted.min(MAX_COUNTED),
            is_exact: counted <= MAX_COUNTED,
        }
    }
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The page's items, in order.
    pub items: Vec<T>,
    /// The number of items on all pages; `None` unless requested.
    pub total: Option<Total>,
    /// Whether another page follows.
    pub has_next_page: bool,
    /// The position of the page's last item; `None` for an empty page.
    pub end: Option<ListPosition>,
}

impl<T> Page<T> {
    /// Returns the number of items on all pages, if it was requested.
    pub fn total_count(&self) -> Option<i64> {
        self.total.map(|total| total.count)
    }

    /// Converts each item and keeps the rest of the page.
    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(convert).collect(),
            total: self.total,
            has_next_page: self.has_next_page,
            end: self.end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_outside_the_limits_are_refused_by_field() {
        let page = |n, s| PageRequest::parse(("pageNum", n), ("perPage", s));
        assert_eq!(page(3, 20).unwrap().offset(), 40);
        assert_eq!(page(0, 20).unwrap_err().field, "pageNum");
        assert_eq!(page(1, 0).unwrap_err().field, "perPage");
        assert_eq!(page(1, 101).unwrap_err().field, "perPage");
        assert!(page(i32::MAX, 100).is_ok());
    }

    #[test]
    fn a_page_that_follows_a_position_skips_nothing() {
        let position = ListPosition {
            at: Timestamp::parse("at", "2026-03-05T08:15:00Z").unwrap(),
            tie_breaker: "cnd_1".to_owned(),
        };
        let third = PageRequest::parse(("n", 30), ("s", 20)).unwrap();
        assert!(third.is_deep());
        let next = third.following(position.clone(), 31);
        assert_eq!((next.number(), next.size(), next.offset()), (31, 20, 0));
        assert_eq!(next.after(), Some(&position));
        assert!(!next.is_deep());
    }
}
