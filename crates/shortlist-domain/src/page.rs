//! Pages of a list.

use crate::{InvalidValue, Timestamp};

/// The largest page of any list.
pub const MAX_PAGE_SIZE: u32 = 100;

/// How many items may stand before a page that is read whole at once: skipping so many rows costs less than asking twice.
const MAX_SHALLOW_OFFSET: i64 = 100;

/// Where an item stands in a list that is ordered by time and, among items of one time, by `tie`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The time.
    pub at: Timestamp,
    /// The identifier or the number that parts items of one time.
    pub tie: String,
}

/// Which page of a list: a 1-based number, or the place that it follows, and a size of 1 to 100.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRequest {
    number: u32,
    size: u32,
    after: Option<Place>,
}

impl PageRequest {
    /// Takes a page's number and size as the caller names them.
    ///
    /// # Errors
    /// When the number is under 1 or the size outside 1 to 100.
    pub fn parse(number: (&str, i32), size: (&str, i32)) -> Result<Self, InvalidValue> {
        let checked = |(field, value): (&str, i32), expected: &str, most: u32| {
            u32::try_from(value)
                .ok()
                .filter(|v| (1..=most).contains(v))
                .ok_or_else(|| InvalidValue::new(field, expected))
        };
        let at_most = format!("must be between 1 and {MAX_PAGE_SIZE}");
        Ok(Self {
            number: checked(number, "must be 1 or more", u32::MAX)?,
            size: checked(size, &at_most, MAX_PAGE_SIZE)?,
            after: None,
        })
    }

    /// The page of the same size that follows a place, counted as the given number.
    #[must_use]
    pub fn following(self, place: Place, number: u32) -> Self {
        Self {
            number,
            size: self.size,
            after: Some(place),
        }
    }

    /// The page's 1-based number; of a page that follows a place, as it was counted on the way there.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// How many items a page holds.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The place that the page follows, where it is not told by its number.
    pub fn after(&self) -> Option<&Place> {
        self.after.as_ref()
    }

    /// How many items are to be skipped.
    pub fn offset(&self) -> i64 {
        match self.after {
            Some(_) => 0,
            None => i64::from(self.number.saturating_sub(1)) * i64::from(self.size),
        }
    }

    /// Whether so many items are to be skipped that they should be skipped in an index alone.
    pub fn is_deep(&self) -> bool {
        self.offset() > MAX_SHALLOW_OFFSET
    }
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The page's items, in order.
    pub items: Vec<T>,
    /// How many items all pages hold; `None` where nobody asked.
    pub total_count: Option<i64>,
    /// Whether a further page has items.
    pub has_next_page: bool,
    /// Where the page's last item stands; `None` of an empty page.
    pub end: Option<Place>,
}

impl<T> Page<T> {
    /// Converts each item, keeping the page.
    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(convert).collect(),
            total_count: self.total_count,
            has_next_page: self.has_next_page,
            end: self.end,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_outside_the_bounds_are_refused_by_their_field() {
        let page = |n, s| PageRequest::parse(("pageNum", n), ("perPage", s));
        assert_eq!(page(3, 20).unwrap().offset(), 40);
        assert_eq!(page(0, 20).unwrap_err().field, "pageNum");
        assert_eq!(page(1, 0).unwrap_err().field, "perPage");
        assert_eq!(page(1, 101).unwrap_err().field, "perPage");
        assert!(page(i32::MAX, 100).is_ok());
    }

    #[test]
    fn a_page_that_follows_a_place_skips_nothing() {
        let place = Place {
            at: Timestamp::parse("at", "2026-03-05T08:15:00Z").unwrap(),
            tie: "cnd_1".to_owned(),
        };
        let third = PageRequest::parse(("n", 30), ("s", 20)).unwrap();
        assert!(third.is_deep());
        let next = third.following(place.clone(), 31);
        assert_eq!((next.number(), next.size(), next.offset()), (31, 20, 0));
        assert_eq!(next.after(), Some(&place));
        assert!(!next.is_deep());
    }
}
