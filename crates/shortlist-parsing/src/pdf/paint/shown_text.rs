//! Leaves out the text that a content stream shows, which is in its arrays and strings.
//!
//! Reading them takes half of the time for what a page paints, and the painter uses none of them.

use memchr::{memchr, memmem};

/// Returns a content stream with empty arrays and strings, so that the same operators follow each other.
///
/// A stream that may contain the bytes of a picture, or an array with another array or a dictionary in it, stays as it is. Only
/// the reader knows where a damaged one of these ends, and no operator after it may be lost.
pub(super) fn without_text(content: Vec<u8>) -> Vec<u8> {
    if memmem::find(&content, b"BI").is_some() {
        return content;
    }
    match emptied(&content) {
        Some(emptied) => emptied,
        None => content,
    }
}

fn emptied(content: &[u8]) -> Option<Vec<u8>> {
    let mut operators = Vec::with_capacity(content.len());
    let mut in_array = false;
    let mut rest = content;
    loop {
        let mark = rest.iter().position(|byte| is_mark(*byte));
        let (plain, marked) = rest.split_at(mark.unwrap_or(rest.len()));
        if !in_array {
            operators.extend_from_slice(plain);
        }
        let Some((&byte, after)) = marked.split_first() else {
            return Some(operators);
        };
        let (kept, next) = match (byte, after.first()) {
            (b'%', _) => (b" ".as_slice(), after_line(after)),
            (b'(', _) => (b"()".as_slice(), after_string(after)),
            (b'<', Some(b'<')) | (b'[' | b'>', _) if in_array => return None,
            (b'<', Some(b'<')) => (b"<<".as_slice(), after.get(1..).unwrap_or_default()),
            (b'<', _) => (b"<>".as_slice(), after_byte(after, b'>')),
            _ => (marked.get(..1).unwrap_or_default(), after),
        };
        in_array &= byte != b']';
        if !in_array {
            operators.extend_from_slice(kept);
        }
        in_array |= byte == b'[';
        rest = next;
    }
}

/// Returns whether a byte begins or ends a comment, a string, a dictionary or an array.
fn is_mark(byte: u8) -> bool {
    matches!(byte, b'%' | b'(' | b'<' | b'>' | b'[' | b']')
}

/// Returns the bytes after a literal string, whose opening bracket precedes them (ISO 32000-1, 7.3.4.2).
fn after_string(bytes: &[u8]) -> &[u8] {
    let mut open = 1;
    let mut escaped = false;
    let end = bytes.iter().position(|byte| {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'(' => open += 1,
            b')' => open -= 1,
            _ => {}
        }
        open == 0
    });
    end.and_then(|end| bytes.get(end + 1..)).unwrap_or_default()
}

fn after_byte(bytes: &[u8], wanted: u8) -> &[u8] {
    let end = memchr(wanted, bytes);
    end.and_then(|end| bytes.get(end + 1..)).unwrap_or_default()
}

/// Returns the bytes from the end of a line.
fn after_line(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
    end.and_then(|end| bytes.get(end..)).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use pdfboss_core::content::ContentOps;
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn arrays_and_strings_become_empty() {
        for (content, emptied) in [
            ("[(Ada) -20 (L)] TJ 1 g", "[] TJ 1 g"),
            ("[<41> 2 (])] TJ f", "[] TJ f"),
            ("(a\\)b(c)d) Tj f", "() Tj f"),
            ("<41[> Tj f", "<> Tj f"),
            ("[(a) % ] \n] TJ f", "[] TJ f"),
            (
                "/Span <</ActualText (x[)>> BDC f",
                "/Span <</ActualText ()>> BDC f",
            ),
            ("] f", "] f"),
            ("[3 2] 0 d % [\nf", "[] 0 d  \nf"),
            ("[(never closed f", "["),
        ] {
            let found = without_text(content.as_bytes().to_vec());
            assert_eq!(String::from_utf8(found).unwrap(), emptied, "{content}");
        }
    }

    #[test]
    fn pictures_and_nested_arrays_are_left_to_the_reader() {
        for content in [
            "BI /W 1 /H 1 ID [(\0 EI 1 g f",
            "[<41> [2] (])] TJ f",
            "/P <<[>> BDC 1 g 0 0 612 792 re f [(x)] TJ EMC",
            "[<<[>>] TJ 0 g f",
            "[ << ] 0 0 612 792 re f >> ] TJ",
        ] {
            let bytes = content.as_bytes().to_vec();
            assert_eq!(without_text(bytes.clone()), bytes, "{content}");
        }
    }

    proptest! {
        #[test]
        fn the_same_operators_are_read(parts in proptest::collection::vec(0..PARTS.len(), 0..24)) {
            let parts = parts.into_iter().filter_map(|part| PARTS.get(part));
            let content = parts.copied().collect::<Vec<_>>().join(" ").into_bytes();
            let emptied = without_text(content.clone());
            prop_assert_eq!(operators(&content), operators(&emptied));
        }
    }

    const PARTS: [&str; 22] = [
        "[", "]", "<<", ">>", "(", ")", "<", ">", "%", "\n", "\\", "/P", "41", "-2.5", "TJ", "Tj",
        "re", "f", "BDC", "cm", "(a)", "q",
    ];

    /// Returns the names of the operators, as far as they can be read.
    fn operators(content: &[u8]) -> Vec<String> {
        let mut read = ContentOps::new(content);
        let mut found = Vec::new();
        while let Ok(Some((operator, _))) = read.next_op() {
            let shown = format!("{operator:?}");
            found.push(shown.split(['(', '{']).next().unwrap_or("").to_owned());
        }
        found
    }
}
