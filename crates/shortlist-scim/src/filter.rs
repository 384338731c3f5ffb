//! Filters (RFC 7644, section 3.4.2.2).

use std::collections::HashSet;

use serde_json::{Map, Value};

use crate::attributes::{checked_name, member, without_schema};
use crate::error::ScimError;
use crate::filter_text::{Word, invalid, words_of};

/// The longest filter, in characters.
pub const MAX_FILTER_CHARS: usize = 2_000;
/// How deep the parts of a filter may be nested.
const MAX_DEPTH: usize = 16;
/// How many words a filter may have.
const MAX_WORDS: usize = 400;

/// The attributes whose letter case matters.
const CASE_EXACT: [&str; 6] = [
    "id",
    "externalid",
    "members",
    "members.value",
    "groups",
    "groups.value",
];

/// The attributes with so many values that they are only looked up, never searched.
const LOOKED_UP: [&str; 2] = ["members", "members.value"];

/// How two values are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Operator {
    Equal,
    NotEqual,
    Contains,
    StartsWith,
    EndsWith,
}

impl Operator {
    fn parse(word: &str) -> Option<Self> {
        Some(match word.to_ascii_lowercase().as_str() {
            "eq" => Self::Equal,
            "ne" => Self::NotEqual,
            "co" => Self::Contains,
            "sw" => Self::StartsWith,
            "ew" => Self::EndsWith,
            _ => return None,
        })
    }
}

/// A condition on a resource. Names of attributes are in lower case.
#[derive(Debug, Clone, PartialEq)]
pub struct Filter {
    condition: Condition,
    word_count: usize,
}

#[derive(Debug, Clone, PartialEq)]
enum Condition {
    All(Vec<Condition>),
    AnyOf(Vec<Condition>),
    Not(Box<Condition>),
    Present(String),
    Compare(Comparison),
    /// One value of an attribute meets the condition.
    Element(String, Box<Condition>),
}

#[derive(Debug, Clone, PartialEq)]
struct Comparison {
    attribute: String,
    operator: Operator,
    value: Value,
}

impl Filter {
    /// Parses a filter.
    ///
    /// # Errors
    /// Returns `invalidFilter` if it has the wrong form, is too long or too deep, or uses `gt`, `ge`, `lt` or `le`.
    pub fn parse(text: &str) -> Result<Self, ScimError> {
        if text.chars().count() > MAX_FILTER_CHARS {
            let problem = format!("the filter is longer than {MAX_FILTER_CHARS} characters");
            return Err(invalid(problem));
        }
        let words = words_of(text)?;
        if words.len() > MAX_WORDS {
            return Err(invalid(format!(
                "the filter has more than {MAX_WORDS} words"
            )));
        }
        let word_count = words.len();
        let mut parser = Parser {
            words: words.into_iter().peekable(),
            depth: 0,
        };
        let condition = parser.any_of()?;
        match parser.words.next() {
            None => Ok(Self {
                condition,
                word_count,
            }),
            Some(_) => Err(invalid(
                "the filter goes on after a condition; join conditions with “and” or “or”",
            )),
        }
    }

    /// Returns an error if the filter is about another attribute than these, which are in lower case.
    ///
    /// # Errors
    /// Returns `invalidFilter`, with the name of the attribute.
    pub fn check_attributes(&self, known: &[&str]) -> Result<(), ScimError> {
        self.condition.check("", known)
    }

    /// Returns whether a resource meets the condition.
    pub fn matches(&self, resource: &Map<String, Value>) -> bool {
        self.condition.matches("", resource)
    }

    /// Returns the text that an attribute must be equal to, if the filter demands one. Its name is in lower case.
    pub fn demanded(&self, attribute: &str) -> Option<&str> {
        match &self.condition {
            Condition::All(parts) => parts.iter().find_map(|part| part.demanded(attribute)),
            one => one.demanded(attribute),
        }
    }

    /// Returns the texts that the filter compares with the values of an attribute, such as the identifiers of members.
    pub fn texts_about(&self, attribute: &str) -> Vec<&str> {
        let mut texts = Vec::new();
        self.condition.collect_texts("", attribute, &mut texts);
        texts
    }

    /// Returns how many words the filter has. Each is compared with each value.
    pub(crate) fn word_count(&self) -> usize {
        self.word_count
    }

    /// Returns the texts of which `value` must be one, if the filter is nothing but `value eq "…"` and `or`.
    pub(crate) fn values(&self) -> Option<HashSet<&str>> {
        let parts = match &self.condition {
            Condition::AnyOf(parts) => parts.as_slice(),
            one => std::slice::from_ref(one),
        };
        parts.iter().map(|part| part.demanded("value")).collect()
    }

    /// Returns the attributes that a value must have to meet the condition, if it is nothing but `eq` and `and`.
    pub(crate) fn as_value(&self) -> Option<Map<String, Value>> {
        let parts = match &self.condition {
            Condition::All(parts) => parts.iter().collect(),
            one => vec![one],
        };
        let pair = |part: &Condition| match part {
            Condition::Compare(one) if one.operator == Operator::Equal => {
                Some((one.attribute.clone(), one.value.clone()))
            }
            _ => None,
        };
        parts.into_iter().map(pair).collect()
    }
}

impl Condition {
    fn check(&self, inside: &str, known: &[&str]) -> Result<(), ScimError> {
        let is_known = |attribute: &str, operator: Option<Operator>| {
            let full = full_name(inside, attribute);
            if !known.contains(&full.as_str()) {
                return Err(invalid(format!("{full}: cannot be used in a filter")));
            }
            if LOOKED_UP.contains(&full.as_str()) && operator != Some(Operator::Equal) {
                return Err(invalid(format!("{full}: only eq is supported")));
            }
            Ok(())
        };
        match self {
            Self::All(parts) | Self::AnyOf(parts) => {
                parts.iter().try_for_each(|part| part.check(inside, known))
            }
            Self::Not(part) => part.check(inside, known),
            Self::Present(attribute) => is_known(attribute, None),
            Self::Compare(one) => is_known(&one.attribute, Some(one.operator)),
            Self::Element(attribute, part) => part.check(attribute, known),
        }
    }

    fn matches(&self, inside: &str, value: &Map<String, Value>) -> bool {
        match self {
            Self::All(parts) => parts.iter().all(|part| part.matches(inside, value)),
            Self::AnyOf(parts) => parts.iter().any(|part| part.matches(inside, value)),
            Self::Not(part) => !part.matches(inside, value),
            Self::Present(attribute) => values_at(value, attribute).into_iter().any(is_present),
            Self::Compare(one) => one.matches(inside, value),
            Self::Element(attribute, part) => {
                let elements = match member(value, attribute) {
                    Some(Value::Array(elements)) => elements.as_slice(),
                    Some(one) => std::slice::from_ref(one),
                    None => &[],
                };
                let mut elements = elements.iter().filter_map(Value::as_object);
                elements.any(|element| part.matches(attribute, element))
            }
        }
    }

    fn demanded(&self, attribute: &str) -> Option<&str> {
        match self {
            Self::Compare(one) if one.operator == Operator::Equal && one.attribute == attribute => {
                one.value.as_str()
            }
            _ => None,
        }
    }

    fn collect_texts<'a>(&'a self, inside: &str, wanted: &str, texts: &mut Vec<&'a str>) {
        match self {
            Self::All(parts) | Self::AnyOf(parts) => {
                for part in parts {
                    part.collect_texts(inside, wanted, texts);
                }
            }
            Self::Not(part) => part.collect_texts(inside, wanted, texts),
            Self::Element(attribute, part) => part.collect_texts(attribute, wanted, texts),
            Self::Compare(one) => {
                let full = full_name(inside, &one.attribute);
                let is_wanted = full.strip_suffix(".value").unwrap_or(&full) == wanted;
                texts.extend(one.value.as_str().filter(|_| is_wanted));
            }
            Self::Present(_) => {}
        }
    }
}

impl Comparison {
    fn matches(&self, inside: &str, value: &Map<String, Value>) -> bool {
        let full = full_name(inside, &self.attribute);
        let is_exact = CASE_EXACT.contains(&full.as_str());
        let found = values_at(value, &self.attribute);
        let is_equal = |one: &&Value| equals(one, &self.value, is_exact);
        match self.operator {
            Operator::Equal if self.value.is_null() => !found.into_iter().any(is_present),
            Operator::Equal => found.iter().any(is_equal),
            Operator::NotEqual => !found.iter().any(is_equal),
            Operator::Contains | Operator::StartsWith | Operator::EndsWith => {
                let Some(wanted) = self.value.as_str() else {
                    return false;
                };
                let wanted = folded(wanted, is_exact);
                let texts = found.into_iter().filter_map(Value::as_str);
                let mut texts = texts.map(|text| folded(text, is_exact));
                texts.any(|text| match self.operator {
                    Operator::StartsWith => text.starts_with(&wanted),
                    Operator::EndsWith => text.ends_with(&wanted),
                    _ => text.contains(&wanted),
                })
            }
        }
    }
}

fn full_name(inside: &str, attribute: &str) -> String {
    if inside.is_empty() {
        attribute.to_owned()
    } else {
        format!("{inside}.{attribute}")
    }
}

fn folded(text: &str, is_exact: bool) -> String {
    if is_exact {
        text.to_owned()
    } else {
        text.to_lowercase()
    }
}

fn is_present(value: &Value) -> bool {
    match value {
        Value::Null => false,
        Value::Array(values) => !values.is_empty(),
        Value::String(text) => !text.is_empty(),
        _ => true,
    }
}

/// Compares a stored value with that of a filter. Some clients send truth values as texts.
fn equals(stored: &Value, wanted: &Value, is_exact: bool) -> bool {
    match (stored, wanted) {
        (Value::String(stored), Value::String(wanted)) => {
            folded(stored, is_exact) == folded(wanted, is_exact)
        }
        (Value::Bool(stored), Value::String(wanted)) => {
            stored.to_string().eq_ignore_ascii_case(wanted)
        }
        (stored, wanted) => stored == wanted,
    }
}

/// Returns the values of an attribute such as `emails.value`. A complex value counts as its part `value`.
fn values_at<'a>(object: &'a Map<String, Value>, attribute: &str) -> Vec<&'a Value> {
    let (first, rest) = attribute.split_once('.').unwrap_or((attribute, "value"));
    let values = match member(object, first) {
        Some(Value::Array(values)) => values.iter().collect(),
        Some(one) => vec![one],
        None => Vec::new(),
    };
    let part = |value: &'a Value| match value {
        Value::Object(object) => member(object, rest),
        value if !attribute.contains('.') => Some(value),
        _ => None,
    };
    values.into_iter().filter_map(part).collect()
}

struct Parser {
    words: std::iter::Peekable<std::vec::IntoIter<Word>>,
    depth: usize,
}

impl Parser {
    fn any_of(&mut self) -> Result<Condition, ScimError> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(invalid("the filter is nested too deeply"));
        }
        let mut parts = vec![self.all()?];
        while self.takes_word("or") {
            parts.push(self.all()?);
        }
        self.depth -= 1;
        Ok(joined(parts, Condition::AnyOf))
    }

    fn all(&mut self) -> Result<Condition, ScimError> {
        let mut parts = vec![self.one()?];
        while self.takes_word("and") {
            parts.push(self.one()?);
        }
        Ok(joined(parts, Condition::All))
    }

    fn one(&mut self) -> Result<Condition, ScimError> {
        match self.words.next() {
            Some(Word::Bracket('(')) => self.closed_by(')'),
            Some(Word::Plain(word))
                if word.eq_ignore_ascii_case("not")
                    && self.words.next_if_eq(&Word::Bracket('(')).is_some() =>
            {
                Ok(Condition::Not(Box::new(self.closed_by(')')?)))
            }
            Some(Word::Plain(name)) => self.about(&name),
            _ => Err(invalid("the filter lacks an attribute name")),
        }
    }

    fn closed_by(&mut self, bracket: char) -> Result<Condition, ScimError> {
        let inner = self.any_of()?;
        match self.words.next() {
            Some(Word::Bracket(found)) if found == bracket => Ok(inner),
            _ => Err(invalid(format!("the filter lacks a {bracket}"))),
        }
    }

    /// Parses what follows the name of an attribute.
    fn about(&mut self, name: &str) -> Result<Condition, ScimError> {
        let name = checked_name(without_schema(name))
            .ok_or_else(|| invalid("the filter has a malformed attribute name"))?;
        let attribute = name.to_ascii_lowercase();
        match self.words.next() {
            Some(Word::Bracket('[')) => {
                let inner = self.closed_by(']')?;
                Ok(Condition::Element(attribute, Box::new(inner)))
            }
            Some(Word::Plain(word)) if word.eq_ignore_ascii_case("pr") => {
                Ok(Condition::Present(attribute))
            }
            Some(Word::Plain(word)) => {
                let operator = Operator::parse(&word).ok_or_else(|| {
                    invalid("the filter has an operator other than eq, ne, co, sw, ew and pr")
                })?;
                let value = self.value()?;
                Ok(Condition::Compare(Comparison {
                    attribute,
                    operator,
                    value,
                }))
            }
            _ => Err(invalid("the filter lacks an operator")),
        }
    }

    fn value(&mut self) -> Result<Value, ScimError> {
        match self.words.next() {
            Some(Word::Quoted(text)) => Ok(Value::String(text)),
            // The literals are JSON. Entra ID writes `True`.
            Some(Word::Plain(word)) => {
                let literal = serde_json::from_str(&word.to_ascii_lowercase());
                literal.map_err(|_malformed| invalid("a string in the filter needs double quotes"))
            }
            _ => Err(invalid("the filter lacks a value")),
        }
    }

    fn takes_word(&mut self, wanted: &str) -> bool {
        let is_wanted = |word: &Word| match word {
            Word::Plain(word) => word.eq_ignore_ascii_case(wanted),
            _ => false,
        };
        self.words.next_if(is_wanted).is_some()
    }
}

/// Returns the only part, or the parts joined.
fn joined(mut parts: Vec<Condition>, join: fn(Vec<Condition>) -> Condition) -> Condition {
    match parts.pop() {
        Some(only) if parts.is_empty() => only,
        Some(last) => {
            parts.push(last);
            join(parts)
        }
        None => join(parts),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::error::ScimType;

    fn matches(filter: &str) -> bool {
        let resource = json!({
            "id": "usr_A", "userName": "Ada@Example.org", "active": true,
            "emails": [{ "value": "ada@example.org", "type": "work" }, { "value": "a@b.example", "type": "home" }],
            "name": { "formatted": "Ada Example" },
        });
        Filter::parse(filter)
            .unwrap()
            .matches(resource.as_object().unwrap())
    }

    #[test]
    fn filters_compare_as_clients_write_them() {
        for met in [
            r#"userName eq "ada@example.ORG""#,
            r#"USERNAME Eq "ada@example.org""#,
            r#"urn:ietf:params:scim:schemas:core:2.0:User:userName eq "ada@example.org""#,
            r#"id eq "usr_A" and active eq true"#,
            r#"active eq "True" and active eq True"#,
            r#"emails eq "A@b.example""#,
            r#"emails.value eq "a@b.example""#,
            r#"emails[type eq "home" and value sw "a@"]"#,
            r#"name.formatted co "a ex" and name.formatted ew "EXAMPLE""#,
            r#"not (userName pr) or displayName eq null"#,
            r#"nickName ne "x" and (userName pr)"#,
        ] {
            assert!(matches(met), "{met}");
        }
        for unmet in [
            r#"id eq "USR_a""#,
            r#"emails[type eq "home" and value eq "ada@example.org"]"#,
            r#"displayName pr"#,
            r#"userName eq "ada""#,
            r#"active eq false"#,
            r#"not (userName pr)"#,
            r#"userName co 1"#,
        ] {
            assert!(!matches(unmet), "{unmet}");
        }
    }

    #[test]
    fn and_binds_closer_than_or() {
        assert!(matches(
            r#"active eq true or active eq false and id eq "x""#
        ));
        assert!(!matches(
            r#"(active eq true or active eq false) and id eq "x""#
        ));
    }

    #[test]
    fn what_cannot_be_read_is_an_invalid_filter() {
        let deep = format!("{}a pr{}", "(".repeat(20), ")".repeat(20));
        let long = format!("a eq \"{}\"", "x".repeat(MAX_FILTER_CHARS));
        let many = vec!["a pr"; 300].join(" or ");
        let nested = "not(".repeat(400);
        for wrong in [
            "",
            "userName",
            "userName eq",
            "userName eq ada",
            r#"userName gt "a""#,
            r#"userName eq "a" userName"#,
            "a[b pr",
            "(a pr",
            r#"a b "c""#,
            r#""a" eq "b""#,
            "a..b pr",
            deep.as_str(),
            long.as_str(),
            many.as_str(),
            nested.as_str(),
        ] {
            let error = Filter::parse(wrong).unwrap_err();
            assert_eq!(error.scim_type(), Some(ScimType::InvalidFilter), "{wrong}");
        }
    }

    #[test]
    fn a_filter_says_what_it_is_about() {
        let filter = Filter::parse(r#"id eq "g" and members[value eq "u"]"#).unwrap();
        assert_eq!(filter.demanded("id"), Some("g"));
        assert_eq!(filter.demanded("username"), None);
        assert_eq!(filter.texts_about("members"), ["u"]);
        assert!(filter.check_attributes(&["id", "members.value"]).is_ok());
        assert!(filter.check_attributes(&["id", "members"]).is_err());
        let searched = Filter::parse(r#"members.value co "u""#).unwrap();
        assert!(searched.check_attributes(&["members.value"]).is_err());
        let either = Filter::parse(r#"id eq "g" or id eq "h""#).unwrap();
        assert_eq!(either.demanded("id"), None);
        let value = Filter::parse(r#"type eq "work" and primary eq true"#).unwrap();
        let expected = json!({ "type": "work", "primary": true });
        assert_eq!(Some(&value.as_value().unwrap()), expected.as_object());
        assert_eq!(either.as_value(), None);
    }
}
