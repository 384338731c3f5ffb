//! Attributes by their local names.

use std::borrow::Cow;

use quick_xml::events::BytesStart;

/// The value of an attribute, whatever its prefix.
pub(crate) fn attribute<'a>(element: &'a BytesStart<'_>, name: &str) -> Option<Cow<'a, str>> {
    element
        .attributes()
        .with_checks(false)
        .flatten()
        .find(|attribute| attribute.key.local_name().as_ref() == name)
        .map(
            |attribute| match quick_xml::escape::unescape(&attribute.value) {
                Ok(value) => Cow::Owned(value.into_owned()),
                Err(_) => attribute.value,
            },
        )
}

/// The element's `val`.
pub(crate) fn value<'a>(element: &'a BytesStart<'_>) -> Option<Cow<'a, str>> {
    attribute(element, "val")
}

/// A property that is on by standing there, unless its `val` says otherwise.
pub(crate) fn is_on(element: &BytesStart<'_>) -> bool {
    !matches!(
        value(element).as_deref(),
        Some("0" | "false" | "off" | "none")
    )
}

/// What a character or entity reference stands for; entities beyond XML's five are not defined in a DOCX.
pub(crate) fn referenced(name: &str) -> Option<char> {
    match name {
        "amp" => Some('&'),
        "lt" => Some('<'),
        "gt" => Some('>'),
        "quot" => Some('"'),
        "apos" => Some('\''),
        _ => {
            let code = name.strip_prefix('#')?;
            let number = match code.strip_prefix(['x', 'X']) {
                Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                None => code.parse().ok()?,
            };
            char::from_u32(number)
        }
    }
}
