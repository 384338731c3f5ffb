//! Skip reasons as words: the code, then the detail or the number, if there is one. `limit pages`, `too_slow 20`

use shortlist_domain::SkipReason;

/// Returns a reason in words.
pub fn encode_skip_reason(reason: SkipReason) -> String {
    let number = reason.number().map(|number| number.to_string());
    let value = reason.detail().map(str::to_owned).or(number);
    let words = std::iter::once(reason.code().to_owned()).chain(value);
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the reason of such words, or [`SkipReason::Other`] if there is none.
pub fn decode_skip_reason(words: &str) -> SkipReason {
    match words.split_once(' ') {
        None => SkipReason::of(words, None, None),
        Some((code, value)) => match value.parse() {
            Ok(number) => SkipReason::of(code, None, Some(number)),
            Err(_) => SkipReason::of(code, Some(value), None),
        },
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{ForeignFormat, ReadError};

    use super::*;

    #[test]
    fn words_keep_the_values() {
        for (reason, words) in [
            (ReadError::Empty.into(), "empty"),
            (
                ReadError::OtherFormat(ForeignFormat::SevenZip).into(),
                "other_format 7zip",
            ),
            (SkipReason::TooSlow(20), "too_slow 20"),
            (SkipReason::Crashed, "crashed"),
        ] {
            assert_eq!(encode_skip_reason(reason), words);
            assert_eq!(decode_skip_reason(words), reason);
        }
        for strange in ["the file is damaged", "", "other_format", "limit 7"] {
            assert_eq!(decode_skip_reason(strange), SkipReason::Other, "{strange}");
        }
    }
}
