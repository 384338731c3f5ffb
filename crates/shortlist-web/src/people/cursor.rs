//! The position after which a page of the list begins, as text in its address.
//!
//! A position selects only where a list begins. It contains no right, so it is not signed.

use chrono::Datelike as _;
use data_encoding::BASE64URL_NOPAD;
use shortlist_domain::{CandidateId, ListPosition, Timestamp};

/// Separates the parts.
const SEPARATOR: char = ' ';

/// Writes a position.
pub(super) fn write(position: &ListPosition) -> String {
    let micros = position.at.as_datetime().timestamp_micros();
    let text = format!("{micros}{SEPARATOR}{}", position.tie_breaker);
    BASE64URL_NOPAD.encode(text.as_bytes())
}

/// Reads a position. An address that was changed by hand shows the first page.
pub(super) fn read(text: &str) -> Option<ListPosition> {
    let bytes = BASE64URL_NOPAD.decode(text.as_bytes()).ok()?;
    let text = String::from_utf8(bytes).ok()?;
    let (micros, id) = text.split_once(SEPARATOR)?;
    let at = Timestamp::from_unix_micros(micros.parse().ok()?)?;
    let is_stored = (1970..=9_999).contains(&at.date().year());
    is_stored.then_some(ListPosition {
        at,
        tie_breaker: CandidateId::parse(super::AFTER, id).ok()?.into_string(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_reads_back_and_others_are_ignored() {
        let position = ListPosition {
            at: Timestamp::from_unix_micros(1_790_000_000_000_001).unwrap(),
            tie_breaker: "cnd_1".to_owned(),
        };
        assert_eq!(read(&write(&position)), Some(position));
        let far = BASE64URL_NOPAD.encode(b"999999999999999999 cnd_1");
        for other in ["", "x", "%", "MQ", &far] {
            assert_eq!(read(other), None, "{other}");
        }
    }
}
