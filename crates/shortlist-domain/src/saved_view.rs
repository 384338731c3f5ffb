//! Views of a list that a user has saved.

use crate::{InvalidValue, OrganizationId, SavedViewId, TextProblem, UserId};

/// The most views that a user can save.
pub const MAX_SAVED_VIEWS: usize = 50;
/// The longest name of a view, in characters.
const MAX_NAME_CHARS: usize = 80;
/// The longest query of a view, in characters.
const MAX_QUERY_CHARS: usize = 4_000;

/// A view that a user has saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedView {
    /// Its identifier.
    pub id: SavedViewId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The user, who alone sees it.
    pub user_id: UserId,
    /// Its name, unique for the user.
    pub name: String,
    /// The parameters of the view, as in an address.
    pub query: String,
}

/// Trims and checks the name of a view.
///
/// # Errors
/// Returns an error if it is empty or too long, or contains control characters.
pub fn check_view_name(field: &str, name: &str) -> Result<String, InvalidValue> {
    let name = name.trim();
    let length = name.chars().count();
    if (1..=MAX_NAME_CHARS).contains(&length) && !name.chars().any(char::is_control) {
        return Ok(name.to_owned());
    }
    let problem = TextProblem::NotOneLine(MAX_NAME_CHARS);
    Err(InvalidValue::new(field, problem))
}

/// Checks the query of a view. It begins without a question mark.
///
/// # Errors
/// Returns an error if it is too long, or contains characters that a query must encode.
pub fn check_view_query(field: &str, query: &str) -> Result<String, InvalidValue> {
    let query = query.trim().trim_start_matches('?');
    let is_encoded = query.chars().all(|c| c.is_ascii_graphic() && c != '#');
    if is_encoded && query.len() <= MAX_QUERY_CHARS {
        return Ok(query.to_owned());
    }
    let problem = TextProblem::NotViewQuery(MAX_QUERY_CHARS);
    Err(InvalidValue::new(field, problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_queries_have_limits() {
        assert_eq!(check_view_name("name", " Best ").unwrap(), "Best");
        for bad in ["", " ", "a\nb", &"x".repeat(81)] {
            assert!(check_view_name("name", bad).is_err(), "{bad:?}");
        }
        assert_eq!(check_view_query("query", "?a=b%20c").unwrap(), "a=b%20c");
        assert_eq!(check_view_query("query", "").unwrap(), "");
        for bad in ["a b", "a=ö", "a#b", "a\0", &"x".repeat(4_001)] {
            assert!(check_view_query("query", bad).is_err(), "{bad:?}");
        }
    }
}
