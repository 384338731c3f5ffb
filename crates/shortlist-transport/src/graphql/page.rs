//! Pages on the wire.

use juniper::{Executor, GraphQLObject};
use shortlist_domain::{InvalidValue, Leaderboard, Page, PageRequest};

use super::context::RequestContext;
use super::cursor::List;

/// Where a page stands in its list.
#[derive(GraphQLObject)]
pub(crate) struct PageInfo {
    page_number: i32,
    page_size: i32,
    has_next_page: bool,
    /// What `after` takes to go on from here, however many items were added meanwhile; null where there is no item.
    end_cursor: Option<String>,
}

impl PageInfo {
    /// Of a page of a list.
    pub(crate) fn of<T>(list: &List, request: &PageRequest, page: &Page<T>) -> Self {
        Self {
            page_number: i32::try_from(request.number()).unwrap_or(i32::MAX),
            page_size: i32::try_from(request.size()).unwrap_or(i32::MAX),
            has_next_page: page.has_next_page,
            end_cursor: list.end_of_page(request, page.end.as_ref()),
        }
    }

    /// Of a part of a leaderboard, counted in parts of that size.
    pub(crate) fn of_board(list: &List, limit: u32, board: &Leaderboard) -> Self {
        let position = board.end.as_ref().map_or(0, |end| end.position);
        let number = position.div_ceil(limit.max(1)).max(1);
        Self {
            page_number: i32::try_from(number).unwrap_or(i32::MAX),
            page_size: i32::try_from(limit).unwrap_or(i32::MAX),
            has_next_page: board.has_next_page,
            end_cursor: board.end.as_ref().and_then(|end| list.end_of_board(end)),
        }
    }
}

/// A count as the wire's 32-bit integer; more than it can hold is its largest.
pub(crate) fn count(total: Option<i64>) -> i32 {
    i32::try_from(total.unwrap_or(0)).unwrap_or(i32::MAX)
}

/// Whether the caller selected a field of what is being resolved.
pub(crate) fn selects(executor: &Executor<'_, '_, RequestContext>, field: &str) -> bool {
    executor
        .look_ahead()
        .children()
        .iter()
        .any(|child| child.field_original_name() == field)
}

/// Whether the caller selected a field of the items of a list.
pub(crate) fn selects_within(
    executor: &Executor<'_, '_, RequestContext>,
    list: &str,
    field: &str,
) -> bool {
    let look = executor.look_ahead();
    let children = look.children();
    children
        .iter()
        .filter(|child| child.field_original_name() == list)
        .any(|child| {
            child
                .children()
                .iter()
                .any(|inner| inner.field_original_name() == field)
        })
}

/// Longer than any name, address, skill or title that is searched for. SQLite fails on a LIKE pattern of more than
/// 50,000 bytes, so a term without a bound would be an internal error there.
const LONGEST_SEARCH: usize = 1_000;

/// A search term: blank is as if absent.
///
/// # Errors
/// When it holds a NUL character, which no text has, or is too long.
pub(crate) fn search_term(search: Option<String>) -> Result<Option<String>, InvalidValue> {
    match search
        .map(|term| term.trim().to_owned())
        .filter(|term| !term.is_empty())
    {
        Some(term) if term.contains('\0') => {
            Err(InvalidValue::new("search", "must not hold a NUL character"))
        }
        Some(term) if term.chars().count() > LONGEST_SEARCH => Err(InvalidValue::new(
            "search",
            format!("must have at most {LONGEST_SEARCH} characters"),
        )),
        term => Ok(term),
    }
}

/// An optional filter: blank is as if absent.
pub(crate) fn filter(value: Option<&String>) -> Option<&str> {
    value
        .map(String::as_str)
        .filter(|value| !value.trim().is_empty())
}

/// An optional filter as what it names: blank is as if absent.
///
/// # Errors
/// When it names nothing that there can be.
pub(crate) fn parsed<T>(
    value: Option<&String>,
    field: &str,
    parse: impl FnOnce(&str, &str) -> Result<T, InvalidValue>,
) -> Result<Option<T>, InvalidValue> {
    filter(value).map(|value| parse(field, value)).transpose()
}
