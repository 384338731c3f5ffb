//! The position after which a page of the ranking begins, as text in its address.
//!
//! A position selects only where a list begins. It contains no right, so it is not signed.

use data_encoding::BASE64URL_NOPAD;
use shortlist_domain::{CandidateId, OrderPosition};

/// Separates the parts. Names and identifiers contain no control characters.
const SEPARATOR: char = '\u{1f}';

/// Writes a position, and how many candidates come before the next page.
pub(super) fn write(position: &OrderPosition, before: i64) -> String {
    let parts = [
        position.value.to_string(),
        before.to_string(),
        position.candidate_id.to_string(),
        position.sort_name.clone(),
    ];
    let text = parts.join(&SEPARATOR.to_string());
    BASE64URL_NOPAD.encode(text.as_bytes())
}

/// Reads a position. An address that was changed by hand shows the first page.
pub(super) fn read(text: &str) -> Option<(OrderPosition, i64)> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let mut parts = text.splitn(4, SEPARATOR);
    let value = parts.next()?.parse().ok()?;
    let before = parts.next()?.parse().ok()?;
    let candidate_id = CandidateId::parse("after", parts.next()?).ok()?;
    let sort_name = parts.next()?.to_owned();
    // A database cannot store this character, and refuses to compare with it.
    let position = (!sort_name.contains('\0')).then_some(OrderPosition {
        value,
        sort_name,
        candidate_id,
    });
    position.zip(Some(before))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_reads_back_and_others_are_ignored() {
        let position = OrderPosition {
            value: 667,
            sort_name: "zoë okonjo".to_owned(),
            candidate_id: CandidateId::parse("c", "cnd_1").unwrap(),
        };
        assert_eq!(read(&write(&position, 50)), Some((position, 50)));
        for other in [
            "",
            "x",
            "%",
            "MQ",
            &BASE64URL_NOPAD.encode(b"1\x1f1\x1fcnd_1\x1f\0"),
        ] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
