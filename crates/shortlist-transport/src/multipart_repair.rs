//! Repairs the part headers of a form as it streams in, so that an invalid file name does not break the whole form.
//!
//! The form reader parses the headers of each part (its head) like HTTP headers. One control character, one byte that
//! is not UTF-8, or one missing quotation mark in a file name fails the whole form. The reader cannot recover from
//! that, so such a head is replaced before the reader sees it. The replacement has the field's name, the readable part
//! of the file name, and a marker. Everything between the heads passes unchanged.

use actix_web::error::PayloadError;
use actix_web::http::header::{
    CONTENT_TYPE, ContentDisposition, HeaderMap, HeaderName, HeaderValue,
};
use actix_web::mime::{BOUNDARY, Mime};
use actix_web::web::{self, Bytes, BytesMut};
use futures_util::{Stream, StreamExt, stream};

/// The header that marks a repaired head.
pub(crate) static REPAIRED: HeaderName = HeaderName::from_static("x-mended");
/// The name for a file that has none.
pub(crate) const UNNAMED: &str = "unnamed";
/// The longest head that is repaired, in bytes. After a longer one, everything passes unchanged.
const MAX_HEAD_BYTES: usize = 8 << 10;
const LINE_END: &[u8] = b"\r\n";
const HEAD_END: &[u8] = b"\r\n\r\n";

/// Returns a form's body with repaired heads.
pub(crate) fn repair_heads(
    headers: &HeaderMap,
    payload: web::Payload,
) -> impl Stream<Item = Result<Bytes, PayloadError>> + use<> {
    let repair = HeadRepair::new(boundary(headers).as_deref());
    stream::try_unfold(Some((payload, repair)), |state| async move {
        let Some((mut payload, mut repair)) = state else {
            return Ok(None);
        };
        // An empty chunk would end the reader's turn without waking it again.
        loop {
            let Some(piece) = payload.next().await.transpose()? else {
                return Ok(Some((repair.finish(), None)));
            };
            let passed = repair.pass(&piece);
            if !passed.is_empty() {
                return Ok(Some((passed, Some((payload, repair)))));
            }
        }
    })
}

fn boundary(headers: &HeaderMap) -> Option<String> {
    let kind: Mime = headers.get(CONTENT_TYPE)?.to_str().ok()?.parse().ok()?;
    Some(kind.get_param(BOUNDARY)?.as_str().to_owned())
}

/// The repair state of a form's body.
struct HeadRepair {
    /// The boundary before a head, with its own line end and that of the previous line. `None` lets everything pass.
    boundary: Option<Vec<u8>>,
    in_head: bool,
    /// The bytes that have arrived but not passed yet.
    held: BytesMut,
}

impl HeadRepair {
    fn new(boundary: Option<&str>) -> Self {
        Self {
            boundary: boundary.map(|text| format!("\r\n--{text}\r\n").into_bytes()),
            in_head: false,
            // The first boundary starts the body. An empty line before it, which readers skip, makes it like the
            // others.
            held: BytesMut::from(LINE_END),
        }
    }

    /// Takes a chunk that arrived, and returns the bytes that pass.
    fn pass(&mut self, piece: &[u8]) -> Bytes {
        self.held.extend_from_slice(piece);
        let mut passed = BytesMut::new();
        while let Some(boundary) = &self.boundary {
            let needle: &[u8] = if self.in_head { HEAD_END } else { boundary };
            let Some(place) = find(&self.held, needle) else {
                break;
            };
            let taken = self.held.split_to(place.saturating_add(needle.len()));
            if self.in_head {
                passed.extend_from_slice(&repair_head(&taken).unwrap_or_else(|| taken.freeze()));
            } else {
                passed.extend_from_slice(&taken);
            }
            self.in_head = !self.in_head;
        }
        if self.in_head && self.held.len() > MAX_HEAD_BYTES {
            self.boundary = None;
        }
        passed.extend_from_slice(&self.held.split_to(self.passable_bytes()));
        passed.freeze()
    }

    /// Returns how many of the held bytes cannot be part of a boundary or a head.
    fn passable_bytes(&self) -> usize {
        match &self.boundary {
            None => self.held.len(),
            Some(_) if self.in_head => 0,
            Some(boundary) => self.held.len().saturating_sub(boundary.len()),
        }
    }

    /// Returns the bytes that are left at the end of the body.
    fn finish(self) -> Bytes {
        self.held.freeze()
    }
}

/// Returns the index of a sequence that begins with a line end.
fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    let mut from = 0;
    loop {
        let rest = text.get(from..)?;
        let place = from.saturating_add(rest.iter().position(|byte| *byte == b'\r')?);
        if text.get(place..)?.starts_with(needle) {
            return Some(place);
        }
        from = place.saturating_add(1);
    }
}

/// Returns a replacement for a head whose file name cannot be parsed. Returns `None` if the head is valid, names no
/// file, or hides its field's name.
fn repair_head(head: &[u8]) -> Option<Bytes> {
    let raw = disposition(head)?;
    let value = String::from_utf8(raw.clone());
    if value.is_ok_and(|value| !value.contains(is_refused) && parse(&value).is_some()) {
        return None;
    }
    let shown = String::from_utf8_lossy(&raw).replace(is_refused, "\u{fffd}");
    if !shown.to_ascii_lowercase().contains("filename") {
        return None;
    }
    let (field, name) = match parse(&shown) {
        Some(whole) => (whole.get_name()?.to_owned(), shown_name(&whole)),
        None => (first_parameter(&shown)?, rest_of_name(&shown).to_owned()),
    };
    let (field, name) = (quoted(&field), quoted(&name));
    let head = format!(
        "Content-Disposition: form-data; name={field}; filename={name}\r\n{REPAIRED}: 1\r\n\r\n"
    );
    Some(head.into_bytes().into())
}

/// Returns the value of the head's `Content-Disposition`. It includes the following lines that are not headers, because
/// a file name with a line end continues there.
fn disposition(head: &[u8]) -> Option<Vec<u8>> {
    let lines = head.split(|byte| *byte == b'\n');
    let mut lines = lines.map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let value = lines.find_map(|line| {
        let (name, value) = header(line)?;
        name.eq_ignore_ascii_case(b"content-disposition")
            .then(|| value.to_vec())
    })?;
    let more = lines.take_while(|line| !line.is_empty() && header(line).is_none());
    Some(more.fold(value, |value, line| {
        [&value, b"\n".as_slice(), line].concat()
    }))
}

/// Returns the name and the value of a line if it is a header.
fn header(line: &[u8]) -> Option<(&[u8], &[u8])> {
    let colon = line.iter().position(|byte| *byte == b':')?;
    let (name, value) = (line.get(..colon)?, line.get(colon.saturating_add(1)..)?);
    let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
    (!name.is_empty() && name.iter().all(is_token)).then_some((name, value))
}

/// Returns whether no header may contain a character.
fn is_refused(c: char) -> bool {
    c.is_ascii_control() && c != '\t'
}

/// Parses a `Content-Disposition` that names a field.
fn parse(value: &str) -> Option<ContentDisposition> {
    let value = HeaderValue::from_bytes(value.trim().as_bytes()).ok()?;
    let found = ContentDisposition::from_raw(&value).ok()?;
    found.get_name().is_some().then_some(found)
}

/// Returns the field's name if it is the first parameter. All clients send it first.
fn first_parameter(value: &str) -> Option<String> {
    let end = value.match_indices(';').nth(1).map(|(place, _)| place)?;
    Some(parse(value.get(..end)?)?.get_name()?.to_owned())
}

/// Returns the readable part of a malformed file name.
fn rest_of_name(value: &str) -> &str {
    let rest = value.split_once("filename=").map(|(_, rest)| rest);
    let name = rest.map(|rest| rest.trim_matches(['"', ' ']));
    name.filter(|name| !name.is_empty()).unwrap_or(UNNAMED)
}

/// Returns a file's name as its sender meant it. This is `filename*` (RFC 5987), which some clients send for non-ASCII
/// names, or else `filename`. Browsers write a quotation mark in the latter as `%22`, and leave other percent signs as they are
/// ([HTML](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#escape-a-multipart-form-data-name)).
pub(crate) fn shown_name(disposition: &ContentDisposition) -> String {
    let extended = disposition.get_filename_ext().map(|name| &name.value);
    let well_formed = extended.and_then(|bytes| String::from_utf8(bytes.clone()).ok());
    well_formed
        .or_else(|| Some(disposition.get_filename()?.replace("%22", "\"")))
        .or_else(|| extended.map(|bytes| String::from_utf8_lossy(bytes).into_owned()))
        .unwrap_or_else(|| UNNAMED.to_owned())
}

fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"");
    format!("\"{escaped}\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORM: &[u8] = b"--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\x01b\"\r\n\
        Content-Type: text/plain\r\n\r\nbody \x01 \r\n--bc\r\n \r\n--b\r\nContent-Disposition: form-data; name=\"jobId\"\r\n\r\n\
        \r\n--b--\r\n";
    const REPAIRED_FORM: &str = "\r\n--b\r\nContent-Disposition: form-data; name=\"files\"; filename=\"a\u{fffd}b\"\r\nx-mended: 1\r\n\r\n\
        body \x01 \r\n--bc\r\n \r\n--b\r\nContent-Disposition: form-data; name=\"jobId\"\r\n\r\n\r\n--b--\r\n";

    fn passed(form: &[u8], pieces: usize) -> Vec<u8> {
        let mut repair = HeadRepair::new(Some("b"));
        let mut passed = Vec::new();
        for piece in form.chunks(pieces) {
            passed.extend_from_slice(&repair.pass(piece));
        }
        passed.extend_from_slice(&repair.finish());
        passed
    }

    #[test]
    fn heads_are_repaired_and_nothing_else_changes_for_any_chunking() {
        for pieces in 1..=FORM.len() {
            let passed = String::from_utf8(passed(FORM, pieces)).unwrap();
            assert_eq!(passed, REPAIRED_FORM, "in pieces of {pieces}");
        }
    }

    #[test]
    fn a_body_that_is_not_a_form_passes_unchanged() {
        let endless = [b"--b\r\n".as_slice(), &b"x\0".repeat(MAX_HEAD_BYTES)].concat();
        for body in [b"".as_slice(), b"\0", b"--b", b"--b\r\n\0", &endless] {
            for pieces in [1, 7, 100_000] {
                assert_eq!(passed(body, pieces), [LINE_END, body].concat());
            }
        }
    }

    #[test]
    fn a_valid_head_and_one_without_a_file_are_unchanged() {
        for head in [
            "Content-Disposition: form-data; name=\"files\"; filename=\"a\tb\"\r\n\r\n",
            "content-disposition:form-data;name=files;filename=\"M\u{fc}ller\"\r\nContent-Type: a/b\r\n\r\n",
            "Content-Disposition: form-data; name=\"job\0Id\"\r\n\r\n",
            "Content-Disposition: form-data; filename=\"a\0b\"\r\n\r\n",
            "Content-Type: text/plain\r\n\r\n",
            "\r\n\r\n",
        ] {
            assert_eq!(repair_head(head.as_bytes()), None, "{head}");
        }
    }

    #[test]
    fn a_repaired_name_cannot_leave_its_quotes() {
        let head = b"Content-Disposition: form-data; name=\"files\"; filename=\"a\\\"b\\\\\0; name=jobId\"\r\n\r\n";
        let repaired = repair_head(head).unwrap();
        let line = repaired.strip_suffix(b"\r\nx-mended: 1\r\n\r\n").unwrap();
        let value = line.strip_prefix(b"Content-Disposition: ").unwrap();
        let found = parse(std::str::from_utf8(value).unwrap()).unwrap();
        assert_eq!(found.get_name(), Some("files"));
        assert_eq!(found.get_filename(), Some("a\"b\\\u{fffd}; name=jobId"));
    }
}
