//! Finds and decodes the part of a MIME message that contains the document (RFC 2045 and 2046).

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

fn transferred(body: &[u8], encoding: &str) -> Vec<u8> {
    match encoding {
        "quoted-printable" => quoted_printable(body),
        "base64" => base64(body),
        _ => body.to_vec(),
    }
}

fn quoted_printable(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len());
    let mut rest = body;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if byte != b'=' {
            out.push(byte);
            continue;
        }
        match after {
            [b'\r', b'\n', more @ ..] | [b'\n', more @ ..] => rest = more,
            [high, low, more @ ..] => {
                let digit = |byte: u8| char::from(byte).to_digit(16);
                let value = digit(*high)
                    .zip(digit(*low))
                    .and_then(|(high, low)| u8::try_from(high * 16 + low).ok());
                match value {
                    Some(value) => {
                        out.push(value);
                        rest = more;
                    }
                    None => out.push(b'='),
                }
            }
            _ => out.push(b'='),
        }
    }
    out
}

fn base64(body: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(body.len() / 4 * 3);
    let (mut bits, mut count) = (0_u32, 0);
    for byte in body {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = (bits << 6 | u32::from(value)) & 0xFF_FFFF;
        count += 6;
        if count >= 8 {
            count -= 8;
            out.extend(u8::try_from((bits >> count) & 0xFF));
        }
    }
    out
}
