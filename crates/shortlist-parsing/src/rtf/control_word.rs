//! Parses control words: letters, an optional number, and an optional space that belongs to the word.

/// The length of the longest name, in bytes.
const MAX_NAME_BYTES: usize = 32;
/// The maximum number of digits.
const MAX_DIGITS: usize = 10;

/// A control word.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct ControlWord<'a> {
    pub(super) name: &'a str,
    pub(super) number: Option<i32>,
    /// The length in bytes, without the backslash.
    pub(super) length: usize,
}

impl<'a> ControlWord<'a> {
    /// Parses the control word at the start of the bytes, after its backslash.
    pub(super) fn at_start_of(bytes: &'a [u8]) -> Self {
        let letters = bytes.iter().take(MAX_NAME_BYTES);
        let letters = letters
            .take_while(|byte| byte.is_ascii_alphabetic())
            .count();
        let after = bytes.get(letters..).unwrap_or_default();
        let sign = usize::from(after.first() == Some(&b'-'));
        let digits = after.iter().skip(sign).take(MAX_DIGITS);
        let digits = digits.take_while(|byte| byte.is_ascii_digit()).count();
        let used = if digits == 0 { 0 } else { sign + digits };
        let text =
            |bytes: Option<&'a [u8]>| bytes.and_then(|bytes| std::str::from_utf8(bytes).ok());
        let blank = usize::from(after.get(used) == Some(&b' '));
        Self {
            name: text(bytes.get(..letters)).unwrap_or_default(),
            number: text(after.get(..used)).and_then(|number| number.parse().ok()),
            length: letters + used + blank,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_ends_where_its_letters_number_and_blank_end() {
        let cases: [(&[u8], &str, Option<i32>, usize); 6] = [
            (b"par", "par", None, 3),
            (b"par  x", "par", None, 4),
            (b"fs24 x", "fs", Some(24), 5),
            (b"u-10179?", "u", Some(-10179), 7),
            (b"b-x", "b", None, 1),
            (b"bin99999999999", "bin", None, 13),
        ];
        for (bytes, name, number, length) in cases {
            let found = ControlWord::at_start_of(bytes);
            assert_eq!(
                (found.name, found.number, found.length),
                (name, number, length)
            );
        }
    }
}
