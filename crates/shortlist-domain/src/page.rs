//! Pages of a list.

use crate::InvalidValue;

/// The largest page of any list.
pub const MAX_PAGE_SIZE: u32 = 100;

/// Which page of a list: a 1-based number and a size of 1 to 100.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageRequest {
    number: u32,
    size: u32,
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
        })
    }

    /// The page's 1-based number.
    pub fn number(self) -> u32 {
        self.number
    }

    /// How many items a page holds.
    pub fn size(self) -> u32 {
        self.size
    }

    /// How many items stand before the page.
    pub fn offset(self) -> i64 {
        i64::from(self.number - 1) * i64::from(self.size)
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
}

impl<T> Page<T> {
    /// Converts each item, keeping the page.
    pub fn map<U>(self, convert: impl FnMut(T) -> U) -> Page<U> {
        Page {
            items: self.items.into_iter().map(convert).collect(),
            total_count: self.total_count,
            has_next_page: self.has_next_page,
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
}
