//! Paths of changes (RFC 7644, section 3.5.2).

use crate::attributes::{checked_name, is_read_only, without_schema};
use crate::error::{ScimError, ScimType};
use crate::filter::Filter;

/// The longest path, in characters.
const MAX_PATH_CHARS: usize = 2_000;

/// What a change is about, such as `active`, `name.formatted` or `emails[type eq "work"].value`.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Path {
    /// The attribute, as it was written.
    pub(crate) attribute: String,
    /// Which of its values.
    pub(crate) filter: Option<Filter>,
    /// Which part of the value.
    pub(crate) part: Option<String>,
}

fn invalid(detail: impl Into<String>) -> ScimError {
    ScimError::of_type(ScimType::InvalidPath, detail)
}

impl Path {
    /// Parses a path.
    pub(crate) fn parse(text: &str) -> Result<Self, ScimError> {
        if text.chars().count() > MAX_PATH_CHARS {
            return Err(invalid(format!(
                "the path is longer than {MAX_PATH_CHARS} characters"
            )));
        }
        let text = without_schema(text.trim());
        if is_urn(text) {
            // An attribute of an extension. Nothing of it is stored, so its parts do not matter.
            return Ok(Self {
                attribute: text.to_owned(),
                filter: None,
                part: None,
            });
        }
        match text.split_once('[') {
            Some((attribute, rest)) => Self::with_filter(attribute, rest),
            None => Self::plain(text),
        }
    }

    fn plain(text: &str) -> Result<Self, ScimError> {
        let name = checked_name(text).ok_or_else(|| malformed(text))?;
        let (attribute, part) = match name.split_once('.') {
            Some((attribute, part)) => (attribute, Some(part)),
            None => (name, None),
        };
        Ok(Self {
            attribute: attribute.to_owned(),
            filter: None,
            part: part.map(str::to_owned),
        })
    }

    /// Parses what follows the `[`.
    fn with_filter(attribute: &str, rest: &str) -> Result<Self, ScimError> {
        let (filter, after) = rest.rsplit_once(']').ok_or_else(|| malformed(rest))?;
        let part = match after.strip_prefix('.') {
            Some(part) => Some(checked_name(part).ok_or_else(|| malformed(part))?),
            None if after.is_empty() => None,
            None => return Err(malformed(after)),
        };
        let is_name = checked_name(attribute).is_some() && !attribute.contains('.');
        if !is_name {
            return Err(malformed(attribute));
        }
        Ok(Self {
            attribute: attribute.to_owned(),
            filter: Some(Filter::parse(filter)?),
            part: part.map(str::to_owned),
        })
    }

    /// Returns whether clients cannot change what the path is about.
    pub(crate) fn is_read_only(&self) -> bool {
        is_read_only(&self.attribute)
    }
}

fn is_urn(text: &str) -> bool {
    let start = text.split_at_checked(4).map(|(start, _)| start);
    start.is_some_and(|start| start.eq_ignore_ascii_case("urn:"))
}

fn malformed(part: &str) -> ScimError {
    let shown: String = part.chars().take(50).collect();
    invalid(format!("the path cannot be read near “{shown}”"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(text: &str) -> (String, bool, Option<String>) {
        let path = Path::parse(text).unwrap();
        (path.attribute, path.filter.is_some(), path.part)
    }

    #[test]
    fn paths_are_read_as_clients_write_them() {
        let part = |text: &str| Some(text.to_owned());
        assert_eq!(parts("active"), ("active".to_owned(), false, None));
        assert_eq!(
            parts("name.formatted"),
            ("name".to_owned(), false, part("formatted"))
        );
        assert_eq!(
            parts(r#"emails[type eq "work"].value"#),
            ("emails".to_owned(), true, part("value"))
        );
        assert_eq!(
            parts(r#"members[value eq "a]b"]"#),
            ("members".to_owned(), true, None)
        );
        assert_eq!(
            parts("urn:ietf:params:scim:schemas:core:2.0:User:userName").0,
            "userName"
        );
        let extension = "urn:ietf:params:scim:schemas:extension:enterprise:2.0:User:manager.value";
        assert_eq!(parts(extension).0, extension);
    }

    #[test]
    fn a_malformed_path_is_refused() {
        let long = "a".repeat(MAX_PATH_CHARS + 1);
        for wrong in [
            "",
            ".",
            "a b",
            "members[",
            "members[value eq \"x\"",
            "members[]",
            "members[value eq \"x\"]value",
            "members[value eq \"x\"].",
            "a.b[c pr]",
            "[a pr]",
            long.as_str(),
        ] {
            assert!(Path::parse(wrong).is_err(), "{wrong}");
        }
    }
}
