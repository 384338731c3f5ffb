//! The GraphQL types of pages, and the parsing of filters.

use std::sync::OnceLock;

use juniper::GraphQLObject;
use shortlist_app::{App, AppError, CandidatePage};
use shortlist_domain::{InvalidValue, Leaderboard, Page, PageRequest, Principal, TextProblem};

use crate::graphql::context::Executor;
use crate::graphql::cursor::CursorScope;

/// The position of a page in its list.
#[derive(GraphQLObject)]
pub(crate) struct PageInfo {
    page_number: i32,
    page_size: i32,
    has_next_page: bool,
    /// The value for `after` that continues here, even if items are added meanwhile. Null if the page has no item.
    end_cursor: Option<String>,
    /// The filters that can find nothing because they name an unknown value.
    warnings: Vec<String>,
}

impl PageInfo {
    /// Returns the information on a page of a list.
    pub(crate) fn of<T>(scope: &CursorScope, request: &PageRequest, page: &Page<T>) -> Self {
        Self {
            page_number: i32::try_from(request.number()).unwrap_or(i32::MAX),
            page_size: i32::try_from(request.size()).unwrap_or(i32::MAX),
            has_next_page: page.has_next_page,
            end_cursor: scope.end_of_page(request, page.end.as_ref()),
            warnings: Vec::new(),
        }
    }

    /// Returns the same information with a warning, if there is one.
    #[must_use]
    pub(crate) fn with_warning(mut self, warning: Option<String>) -> Self {
        self.warnings.extend(warning);
        self
    }

    /// Returns the information on a page of candidates in an order.
    pub(crate) fn of_order(
        scope: &CursorScope,
        request: &PageRequest,
        page: &CandidatePage,
    ) -> Self {
        let end = page.end.as_ref();
        Self {
            page_number: i32::try_from(request.number()).unwrap_or(i32::MAX),
            page_size: i32::try_from(request.size()).unwrap_or(i32::MAX),
            has_next_page: page.has_next_page,
            end_cursor: end.and_then(|end| scope.end_of_order(request, end)),
            warnings: Vec::new(),
        }
    }

    /// Returns the information on a part of a leaderboard. Page numbers count parts of this size.
    pub(crate) fn of_board(scope: &CursorScope, limit: u32, board: &Leaderboard) -> Self {
        let position = board.end.as_ref().map_or(0, |end| end.position);
        let number = position.div_ceil(limit.max(1)).max(1);
        Self {
            page_number: i32::try_from(number).unwrap_or(i32::MAX),
            page_size: i32::try_from(limit).unwrap_or(i32::MAX),
            has_next_page: board.has_next_page,
            end_cursor: board.end.as_ref().and_then(|end| scope.end_of_board(end)),
            warnings: Vec::new(),
        }
    }
}

/// Returns the identifier of the candidate that an input names by identifier or by `uId`.
pub(crate) fn resolved_candidate(
    app: &App,
    principal: &Principal,
    given: Option<String>,
) -> Result<Option<String>, AppError> {
    let Some(text) = filter(given.as_ref()) else {
        return Ok(given);
    };
    let id = app
        .candidates()
        .resolve_id(&principal.organization_id, text)?;
    Ok(Some(id.into_string()))
}

/// Returns a count as a 32-bit GraphQL integer, capped at its largest value.
pub(crate) fn count(total: Option<i64>) -> i32 {
    i32::try_from(total.unwrap_or(0)).unwrap_or(i32::MAX)
}

/// Returns whether the caller selected a field of the current object.
pub(crate) fn selects(executor: &Executor<'_, '_>, field: &str) -> bool {
    executor
        .look_ahead()
        .children()
        .iter()
        .any(|child| child.field_original_name() == field)
}

/// Returns whether the caller selected a field of a list's items.
pub(crate) fn selects_within(executor: &Executor<'_, '_>, list: &str, field: &str) -> bool {
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

/// The longest search term, in characters. Names, addresses, skills and titles are shorter. SQLite fails on a LIKE
/// pattern of more than 50,000 bytes, which would become an internal error.
const LONGEST_SEARCH: usize = 1_000;

/// Returns a search term, or `None` if it is blank.
///
/// # Errors
/// Returns an error if the term is too long or contains a NUL character, which no stored text has.
pub(crate) fn search_term(search: Option<String>) -> Result<Option<String>, InvalidValue> {
    match search
        .map(|term| term.trim().to_owned())
        .filter(|term| !term.is_empty())
    {
        Some(term) if term.contains('\0') => {
            Err(InvalidValue::new("search", TextProblem::NulCharacter))
        }
        Some(term) if term.chars().count() > LONGEST_SEARCH => Err(InvalidValue::new(
            "search",
            TextProblem::TooLong(LONGEST_SEARCH),
        )),
        term => Ok(term),
    }
}

/// Returns an optional filter, or `None` if it is blank.
pub(crate) fn filter(value: Option<&String>) -> Option<&str> {
    value
        .map(String::as_str)
        .filter(|value| !value.trim().is_empty())
}

/// Parses an optional filter. A blank filter is `None`.
///
/// # Errors
/// Returns an error if the value is invalid.
pub(crate) fn parsed<T>(
    value: Option<&String>,
    field: &str,
    parse: impl FnOnce(&str, &str) -> Result<T, InvalidValue>,
) -> Result<Option<T>, InvalidValue> {
    filter(value).map(|value| parse(field, value)).transpose()
}

/// Returns a value that is loaded when it is first needed.
pub(crate) fn loaded<T>(
    cell: &OnceLock<T>,
    load: impl FnOnce() -> Result<T, AppError>,
) -> Result<&T, AppError> {
    match cell.get() {
        Some(value) => Ok(value),
        None => {
            let value = load()?;
            Ok(cell.get_or_init(|| value))
        }
    }
}
