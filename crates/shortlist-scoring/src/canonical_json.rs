//! JSON in the canonical form of RFC 8785, for objects of texts, whole numbers, flags and lists.
//!
//! The members of an object are sorted by name, and nothing separates the tokens. Names are ASCII, so that the order of their
//! bytes is the order of UTF-16 that the RFC requires. There are no fractions: a number with decimals is written in millionths.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use sha2::{Digest, Sha256};
use shortlist_domain::FileDigest;

/// A JSON value without fractions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Json {
    Null,
    Flag(bool),
    Number(i64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<&'static str, Json>),
}

impl Json {
    /// Returns an object with these members.
    pub(crate) fn object<const N: usize>(members: [(&'static str, Self); N]) -> Self {
        Self::Object(BTreeMap::from(members))
    }

    /// Returns a list.
    pub(crate) fn list<T>(items: impl IntoIterator<Item = T>, of: impl FnMut(T) -> Self) -> Self {
        Self::List(items.into_iter().map(of).collect())
    }

    /// Returns the canonical text.
    pub(crate) fn canonical(&self) -> String {
        let mut out = String::new();
        self.write(&mut out);
        out
    }

    /// Returns the SHA-256 of the canonical text, in hexadecimal.
    pub(crate) fn digest(&self) -> String {
        FileDigest(Sha256::digest(self.canonical()).into()).to_hex()
    }

    fn write(&self, out: &mut String) {
        match self {
            Self::Null => out.push_str("null"),
            Self::Flag(flag) => out.push_str(if *flag { "true" } else { "false" }),
            Self::Number(number) => out.push_str(&number.to_string()),
            Self::Text(text) => write_text(text, out),
            Self::List(items) => {
                out.push('[');
                for (number, item) in items.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    item.write(out);
                }
                out.push(']');
            }
            Self::Object(members) => {
                out.push('{');
                for (number, (name, value)) in members.iter().enumerate() {
                    if number > 0 {
                        out.push(',');
                    }
                    write_text(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push('}');
            }
        }
    }
}

impl From<&str> for Json {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

impl From<&String> for Json {
    fn from(text: &String) -> Self {
        Self::Text(text.clone())
    }
}

impl From<bool> for Json {
    fn from(flag: bool) -> Self {
        Self::Flag(flag)
    }
}

impl From<u32> for Json {
    fn from(number: u32) -> Self {
        Self::Number(number.into())
    }
}

impl From<i64> for Json {
    fn from(number: i64) -> Self {
        Self::Number(number)
    }
}

impl<T: Into<Self>> From<Option<T>> for Json {
    fn from(value: Option<T>) -> Self {
        value.map_or(Self::Null, Into::into)
    }
}

/// Writes a string as RFC 8785 (section 3.2.2.2) demands.
fn write_text(text: &str, out: &mut String) {
    out.push('"');
    for letter in text.chars() {
        match letter {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\u{8}' => out.push_str("\\b"),
            '\t' => out.push_str("\\t"),
            '\n' => out.push_str("\\n"),
            '\u{c}' => out.push_str("\\f"),
            '\r' => out.push_str("\\r"),
            control if control < ' ' => {
                // Writing to a string cannot fail.
                let _infallible = write!(out, "\\u{:04x}", u32::from(control));
            }
            other => out.push(other),
        }
    }
    out.push('"');
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_sorted_and_texts_are_escaped_as_the_rfc_demands() {
        let json = Json::object([
            ("text", Json::from("a\"\\/\u{8}\t\n\u{c}\r\u{1f}\u{7f}é€😀")),
            ("none", Json::from(None::<&str>)),
            ("list", Json::list([1_u32, 2], Json::from)),
            ("Flag", Json::from(true)),
            ("empty", Json::object([])),
        ]);
        assert_eq!(
            json.canonical(),
            "{\"Flag\":true,\"empty\":{},\"list\":[1,2],\"none\":null,\
             \"text\":\"a\\\"\\\\/\\b\\t\\n\\f\\r\\u001f\u{7f}é€😀\"}"
        );
    }

    #[test]
    fn the_digest_is_the_sha_256_of_the_canonical_text() {
        // The SHA-256 of `{}`, as `printf '{}' | sha256sum` prints it.
        let empty = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";
        assert_eq!(Json::object([]).digest(), empty);
    }
}
