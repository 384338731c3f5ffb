//! Finds and decodes the part of a MIME message that contains the document (RFC 2045 and 2046).

use data_encoding::BASE64_MIME_PERMISSIVE;
use quoted_printable::ParseMode;

/// The deepest nesting of multipart parts.
const MAX_DEPTH: usize = 8;
/// The maximum number of parts in a message.
const MAX_PARTS: usize = 1_000;
/// The maximum size of the headers.
const MAX_HEADER_BYTES: usize = 64 << 10;

/// A text part, after decoding its transfer encoding.
pub(crate) struct TextPart {
    pub(crate) content: Vec<u8>,
    pub(crate) charset: Option<String>,
    pub(crate) is_html: bool,
}

/// Returns the first HTML part, or the first plain text part if there is no HTML.
pub(crate) fn main_part(bytes: &[u8]) -> Option<TextPart> {
    let mut waiting = vec![(bytes, 0)];
    let mut plain = None;
    let mut seen = 0;
    while let Some((message, depth)) = waiting.pop() {
        seen += 1;
        if seen > MAX_PARTS {
            break;
        }
        let (headers, body) = split_headers(message);
        let kind = header(&headers, "content-type").unwrap_or_else(|| "text/plain".into());
        let lower = kind.to_ascii_lowercase();
        if lower.trim_start().starts_with("multipart/") && depth < MAX_DEPTH {
            if let Some(boundary) = parameter(&kind, "boundary") {
                let parts = split_parts(body, boundary.as_bytes());
                waiting.extend(parts.into_iter().rev().map(|part| (part, depth + 1)));
            }
            continue;
        }
        let is_html = lower.contains("html");
        if !is_html && !lower.trim_start().starts_with("text/plain") {
            continue;
        }
        let encoding = header(&headers, "content-transfer-encoding")
            .unwrap_or_default()
            .to_ascii_lowercase();
        let part = TextPart {
            content: transferred(body, encoding.trim()),
            charset: parameter(&kind, "charset"),
            is_html,
        };
        if is_html {
            return Some(part);
        }
        plain.get_or_insert(part);
    }
    plain
}

/// Splits the unfolded headers from the body.
fn split_headers(message: &[u8]) -> (String, &[u8]) {
    let blank = |mark: &[u8]| {
        message
            .windows(mark.len())
            .position(|window| window == mark)
            .map(|at| (at, mark.len()))
    };
    let found = [blank(b"\r\n\r\n"), blank(b"\n\n")]
        .into_iter()
        .flatten()
        .min();
    let Some((at, length)) = found.filter(|(at, _)| *at <= MAX_HEADER_BYTES) else {
        return (String::new(), message);
    };
    let headers = String::from_utf8_lossy(message.get(..at).unwrap_or_default()).replace('\r', "");
    let unfolded = headers.replace("\n ", " ").replace("\n\t", " ");
    (unfolded, message.get(at + length..).unwrap_or_default())
}

fn header(headers: &str, name: &str) -> Option<String> {
    headers.lines().find_map(|line| {
        let (key, value) = line.split_once(':')?;
        key.trim()
            .eq_ignore_ascii_case(name)
            .then(|| value.trim().to_owned())
    })
}

fn parameter(value: &str, name: &str) -> Option<String> {
    value.split(';').skip(1).find_map(|piece| {
        let (key, value) = piece.split_once('=')?;
        key.trim()
            .eq_ignore_ascii_case(name)
            .then(|| value.trim().trim_matches('"').to_owned())
    })
}

fn split_parts<'m>(body: &'m [u8], boundary: &[u8]) -> Vec<&'m [u8]> {
    let mark = [b"--", boundary].concat();
    let mut starts = Vec::new();
    let mut at = 0;
    for line in body.split_inclusive(|byte| *byte == b'\n') {
        if line.starts_with(&mark) {
            starts.push((at, at + line.len()));
        }
        at += line.len();
        if starts.len() > MAX_PARTS {
            break;
        }
    }
    let ends = starts
        .iter()
        .skip(1)
        .map(|(start, _)| *start)
        .chain([body.len()]);
    starts
        .iter()
        .zip(ends)
        .filter_map(|((_, start), end)| body.get(*start..end))
        .collect()
}

/// Decodes a body. Damaged parts of it are kept or left out, so that the rest can be read.
fn transferred(body: &[u8], encoding: &str) -> Vec<u8> {
    match encoding {
        "quoted-printable" => quoted_printable::decode(body, ParseMode::Robust)
            .unwrap_or_else(|_damaged| body.to_vec()),
        "base64" => base64(body),
        _ => body.to_vec(),
    }
}

fn base64(body: &[u8]) -> Vec<u8> {
    let is_symbol = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/');
    let mut symbols: Vec<u8> = body
        .split(|byte| *byte == b'=')
        .next()
        .unwrap_or_default()
        .to_vec();
    symbols.retain(is_symbol);
    if symbols.len() % 4 == 1 {
        symbols.pop();
    }
    symbols.resize(symbols.len().next_multiple_of(4), b'=');
    BASE64_MIME_PERMISSIVE.decode(&symbols).unwrap_or_default()
}
