//! Queries for lists, and their responses (RFC 7644, sections 3.4.2 and 3.4.3).

use serde_json::{Map, Value, json};

use crate::attributes::member;
use crate::error::{ScimError, ScimType};
use crate::filter::Filter;
use crate::selection::Selection;

/// The most resources of an answer.
pub const MAX_RESULTS: usize = 200;
/// How many resources an answer has if the client names no number.
const DEFAULT_RESULTS: usize = 100;

/// A query for a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListQuery {
    /// Which resources.
    pub filter: Option<Filter>,
    /// The number of the first one, from 1.
    pub start: usize,
    /// How many at most.
    pub count: usize,
    /// Which attributes.
    pub selection: Selection,
}

/// The resources of an answer, and where they are in the whole list.
#[derive(Debug)]
pub struct Slice {
    /// The resources.
    pub resources: Vec<Value>,
    /// The number of the first one, from 1.
    pub start: usize,
    /// How many the whole list has.
    pub total: usize,
}

impl ListQuery {
    /// Reads the parameters of an address.
    ///
    /// # Errors
    /// Returns an error if the filter or a number cannot be read.
    pub fn of_parameters(parameters: &[(String, String)]) -> Result<Self, ScimError> {
        let find = |name: &str| {
            let mut pairs = parameters.iter();
            let found = pairs.find(|(key, _)| key.eq_ignore_ascii_case(name));
            found.map(|(_, value)| value.as_str())
        };
        let number = |name: &'static str| match find(name).map(str::trim) {
            None | Some("") => Ok(None),
            Some(text) => text
                .parse::<i64>()
                .map(Some)
                .map_err(|_malformed| not_a_number(name)),
        };
        Self::of(
            find("filter"),
            number("startIndex")?,
            number("count")?,
            Selection::of(
                find("attributes").unwrap_or_default(),
                find("excludedAttributes").unwrap_or_default(),
            ),
        )
    }

    /// Reads the body of a search.
    ///
    /// # Errors
    /// Returns an error if the filter or a number cannot be read.
    pub fn of_search(body: &Map<String, Value>) -> Result<Self, ScimError> {
        let filter = member(body, "filter").and_then(Value::as_str);
        let number = |name: &'static str| match member(body, name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_i64().map(Some).ok_or_else(|| not_a_number(name)),
        };
        let names = |name: &str| match member(body, name) {
            Some(Value::Array(names)) => {
                let names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
                names.join(",")
            }
            Some(Value::String(names)) => names.clone(),
            _ => String::new(),
        };
        let selection = Selection::of(&names("attributes"), &names("excludedAttributes"));
        Self::of(filter, number("startIndex")?, number("count")?, selection)
    }

    /// Numbers below the least count as it (RFC 7644, table 6).
    fn of(
        filter: Option<&str>,
        start: Option<i64>,
        count: Option<i64>,
        selection: Selection,
    ) -> Result<Self, ScimError> {
        let filter = filter.filter(|filter| !filter.trim().is_empty());
        let number = |number: i64| usize::try_from(number).unwrap_or(0);
        Ok(Self {
            filter: filter.map(Filter::parse).transpose()?,
            start: start.map_or(1, |start| number(start).max(1)),
            count: count.map_or(DEFAULT_RESULTS, |count| number(count).min(MAX_RESULTS)),
            selection,
        })
    }
}

fn not_a_number(name: &str) -> ScimError {
    let problem = format!("{name}: must be a whole number");
    ScimError::of_type(ScimType::InvalidValue, problem)
}

/// Returns the answer for a list.
pub fn list_response(slice: Slice) -> Value {
    json!({
        "schemas": ["urn:ietf:params:scim:api:messages:2.0:ListResponse"],
        "totalResults": slice.total,
        "startIndex": slice.start,
        "itemsPerPage": slice.resources.len(),
        "Resources": slice.resources,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(parameters: &[(&str, &str)]) -> Result<ListQuery, ScimError> {
        let pair = |(key, value): &(&str, &str)| ((*key).to_owned(), (*value).to_owned());
        let parameters: Vec<(String, String)> = parameters.iter().map(pair).collect();
        ListQuery::of_parameters(&parameters)
    }

    #[test]
    fn numbers_out_of_range_are_replaced() {
        let ranges = |start: &str, count: &str| {
            let query = query(&[("startindex", start), ("count", count)]).unwrap();
            (query.start, query.count)
        };
        assert_eq!(ranges("3", "7"), (3, 7));
        assert_eq!(ranges("0", "-1"), (1, 0));
        assert_eq!(ranges("-5", "100000"), (1, MAX_RESULTS));
        assert_eq!(ranges("", ""), (1, DEFAULT_RESULTS));
        assert!(query(&[("count", "many")]).is_err());
        assert!(query(&[("filter", "a b")]).is_err());
        assert_eq!(query(&[("filter", " ")]).unwrap().filter, None);
    }

    #[test]
    fn a_search_is_the_same_query() {
        let body = json!({
            "filter": "userName pr", "startIndex": 2, "count": 5, "attributes": ["userName", "active"],
        });
        let search = ListQuery::of_search(body.as_object().unwrap()).unwrap();
        let parameters = [
            ("filter", "userName pr"),
            ("startIndex", "2"),
            ("count", "5"),
            ("attributes", "userName,active"),
        ];
        assert_eq!(search, query(&parameters).unwrap());
        let wrong = json!({ "count": "five" });
        assert!(ListQuery::of_search(wrong.as_object().unwrap()).is_err());
    }

    #[test]
    fn a_list_names_its_place() {
        let slice = Slice {
            resources: vec![json!({ "id": "1" })],
            start: 3,
            total: 3,
        };
        let response = list_response(slice);
        assert_eq!(response["totalResults"], 3);
        assert_eq!(response["itemsPerPage"], 1);
        assert_eq!(response["Resources"][0]["id"], "1");
    }
}
