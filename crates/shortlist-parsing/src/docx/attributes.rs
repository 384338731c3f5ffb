//! Reads attributes by their local names.

use std::borrow::Cow;

use quick_xml::events::BytesStart;

/// Returns the value of an attribute, ignoring its prefix.
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

/// Returns the `val` attribute of the element.
pub(crate) fn value<'a>(element: &'a BytesStart<'_>) -> Option<Cow<'a, str>> {
    attribute(element, "val")
}

/// Returns whether a property is on. Its presence turns it on unless its `val` turns it off.
pub(crate) fn is_on(element: &BytesStart<'_>) -> bool {
    !matches!(
        value(element).as_deref(),
        Some("0" | "false" | "off" | "none")
    )
}

/// Returns the character of a character or entity reference. A DOCX defines only the five entities of XML.
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
