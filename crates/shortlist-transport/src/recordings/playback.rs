//! `/recordings/{recordingId}`: plays a recording to anyone with a valid link, as a whole or in byte ranges.

use std::io::{self, Read};
use std::sync::Arc;

use actix_web::body::SizedStream;
use actix_web::http::header::{
    ACCEPT_RANGES, ByteRangeSpec, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_RANGE,
    CONTENT_SECURITY_POLICY, CONTENT_TYPE, CROSS_ORIGIN_RESOURCE_POLICY, ETAG, EntityTag, Header,
    IfRange, Range,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use futures_util::{Stream, stream};
use serde::Deserialize;
use shortlist_app::{LinkError, SentRecordingLink, VerifiedReader};
use shortlist_domain::Recording;

use crate::error::{ApiError, Code, blocking};
use crate::state::WebState;

/// The number of bytes that are read from a file at once.
const CHUNK_BYTES: u64 = 64 << 10;
/// The policy for the page that a browser generates around a recording. Such a page needs no more than this.
const POLICY: &str =
    "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'";

/// The query parameters of a playback link.
#[derive(Deserialize)]
pub(crate) struct LinkQuery {
    #[serde(default)]
    organization: String,
    #[serde(default)]
    expires: String,
    #[serde(default)]
    signature: String,
}

impl From<LinkError> for ApiError {
    fn from(error: LinkError) -> Self {
        let code = match error {
            LinkError::Invalid | LinkError::Expired => Code::Forbidden,
            LinkError::Gone => Code::NotFound,
            LinkError::Fault(fault) => return fault.into(),
        };
        Self::new(code, error.to_string())
    }
}

/// Plays a recording.
pub(crate) async fn play(
    request: HttpRequest,
    id: web::Path<String>,
    query: web::Query<LinkQuery>,
    state: web::Data<WebState>,
) -> HttpResponse {
    let played = async {
        let recording = find(&request, id.into_inner(), query.into_inner(), &state).await?;
        respond(&request, recording, &state).await
    };
    played
        .await
        .unwrap_or_else(|error: ApiError| error.to_response())
}

/// Finds the recording of a link. Invalid links are counted with bad credentials.
async fn find(
    request: &HttpRequest,
    id: String,
    query: LinkQuery,
    state: &web::Data<WebState>,
) -> Result<Recording, ApiError> {
    let address = state.proxies.client_address(request);
    state
        .rates
        .check_address("", &address, state.app.clock().now())?;
    let link = SentRecordingLink {
        id,
        organization: query.organization,
        expires: query.expires,
        signature: query.signature,
    };
    let app = Arc::clone(&state.app);
    let found = blocking(move || app.recordings().find_linked(&link));
    let found = found.await?;
    if matches!(found, Err(LinkError::Invalid)) {
        state.rates.count_failure(&address, state.app.clock().now());
    }
    Ok(found?)
}

async fn respond(
    request: &HttpRequest,
    recording: Recording,
    state: &web::Data<WebState>,
) -> Result<HttpResponse, ApiError> {
    let tag = EntityTag::new_strong(recording.digest.to_hex());
    let length = recording.bytes;
    let range = match requested_range(request, &tag, length) {
        RequestedRange::Whole => None,
        RequestedRange::Part(from, to) => Some((from, to)),
        RequestedRange::Unsatisfiable => {
            return Ok(HttpResponse::RangeNotSatisfiable()
                .insert_header((CONTENT_RANGE, format!("bytes */{length}")))
                .finish());
        }
    };
    let mut response = match range {
        Some(_) => HttpResponse::build(StatusCode::PARTIAL_CONTENT),
        None => HttpResponse::Ok(),
    };
    if let Some((from, to)) = range {
        response.insert_header((CONTENT_RANGE, format!("bytes {from}-{to}/{length}")));
    }
    describe(&mut response, &recording, &tag);
    let part = range.map_or(0..length, |(from, to)| from..to.saturating_add(1));
    let bytes = part.end.saturating_sub(part.start);
    if request.method() == Method::HEAD {
        // A `HEAD` response has the length, and nothing is read.
        let nothing = stream::empty::<io::Result<Bytes>>();
        return Ok(response.body(SizedStream::new(bytes, nothing)));
    }
    let app = Arc::clone(&state.app);
    let opened = blocking(move || app.recordings().open(&recording, part)).await??;
    Ok(response.body(SizedStream::new(bytes, pieces(opened, bytes))))
}

fn describe(response: &mut HttpResponseBuilder, recording: &Recording, tag: &EntityTag) {
    response
        .insert_header((CONTENT_TYPE, recording.media.media_type()))
        .insert_header((CONTENT_DISPOSITION, "inline"))
        // Recordings are compressed already, and byte ranges must not be compressed.
        .insert_header((CONTENT_ENCODING, "identity"))
        .insert_header((ACCEPT_RANGES, "bytes"))
        .insert_header((ETAG, tag.to_string()))
        // Who has the link may show the recording in a page of another site.
        .insert_header((CROSS_ORIGIN_RESOURCE_POLICY, "cross-origin"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY));
}

/// The part of a file that a request asks for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum RequestedRange {
    /// All of it.
    Whole,
    /// A range of bytes, with the first and the last byte included.
    Part(u64, u64),
    /// A range that does not exist.
    Unsatisfiable,
}

/// Reads `Range` and `If-Range` (RFC 9110, sections 13.1.5 and 14.2). A malformed range, several ranges, or a range of
/// another version of the recording are ignored, as the standard allows.
pub(crate) fn requested_range(
    request: &HttpRequest,
    tag: &EntityTag,
    length: u64,
) -> RequestedRange {
    let headers = request.headers();
    if request.method() != Method::GET || !headers.contains_key(Range::name()) {
        return RequestedRange::Whole;
    }
    let is_of_this = !headers.contains_key(IfRange::name())
        || matches!(IfRange::parse(request), Ok(IfRange::EntityTag(entity)) if entity.strong_eq(tag));
    match Range::parse(request) {
        Ok(Range::Bytes(parts)) if is_of_this => match parts.as_slice() {
            [part] => satisfied(part, length),
            _ => RequestedRange::Whole,
        },
        _ => RequestedRange::Whole,
    }
}

fn satisfied(part: &ByteRangeSpec, length: u64) -> RequestedRange {
    if matches!(part, ByteRangeSpec::FromTo(from, to) if from > to) {
        return RequestedRange::Whole;
    }
    part.to_satisfiable_range(length)
        .map_or(RequestedRange::Unsatisfiable, |(from, to)| {
            RequestedRange::Part(from, to)
        })
}

/// Streams this many bytes as fast as the client takes them. Each chunk is read on the blocking pool.
pub(crate) fn pieces(opened: VerifiedReader, bytes: u64) -> impl Stream<Item = io::Result<Bytes>> {
    stream::try_unfold((opened, bytes), |(mut opened, left)| async move {
        if left == 0 {
            return Ok(None);
        }
        let read = move || -> io::Result<(VerifiedReader, Vec<u8>)> {
            let wanted = left.min(CHUNK_BYTES);
            // The buffer has its full size from the start. A growing buffer would leave one allocation of each size on
            // each thread.
            let mut piece = Vec::with_capacity(usize::try_from(wanted).unwrap_or_default());
            let taken = opened.by_ref().take(wanted);
            { taken }.read_to_end(&mut piece)?;
            Ok((opened, piece))
        };
        let read = web::block(read).await.map_err(io::Error::other)?;
        let (opened, piece) = read.inspect_err(|error| {
            tracing::error!(%error, "a file was cut off while it was sent");
        })?;
        let taken = u64::try_from(piece.len()).unwrap_or(u64::MAX);
        let rest = (opened, left.saturating_sub(taken));
        Ok(Some((Bytes::from(piece), rest)))
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn range_of(headers: &[(&str, &str)]) -> RequestedRange {
        let request = TestRequest::get();
        let request = headers.iter().fold(request, |request, (name, value)| {
            request.insert_header((*name, *value))
        });
        let tag = EntityTag::new_strong("abc".to_owned());
        requested_range(&request.to_http_request(), &tag, 100)
    }

    #[test]
    fn ranges_follow_the_standard() {
        for (range, expected) in [
            ("bytes=0-9", RequestedRange::Part(0, 9)),
            ("bytes=90-", RequestedRange::Part(90, 99)),
            ("bytes=90-1000", RequestedRange::Part(90, 99)),
            ("bytes=-10", RequestedRange::Part(90, 99)),
            ("bytes=-1000", RequestedRange::Part(0, 99)),
            ("bytes=100-", RequestedRange::Unsatisfiable),
            ("bytes=-0", RequestedRange::Unsatisfiable),
            ("bytes=9-0", RequestedRange::Whole),
            ("bytes=0-9,20-29", RequestedRange::Whole),
            ("bytes=x", RequestedRange::Whole),
            ("seconds=0-9", RequestedRange::Whole),
        ] {
            assert_eq!(range_of(&[("range", range)]), expected, "{range}");
        }
        assert_eq!(range_of(&[]), RequestedRange::Whole);
    }

    #[test]
    fn a_range_of_another_recording_is_ignored() {
        let part = ("range", "bytes=0-9");
        for (named, expected) in [
            ("\"abc\"", RequestedRange::Part(0, 9)),
            ("\"abd\"", RequestedRange::Whole),
            ("W/\"abc\"", RequestedRange::Whole),
            ("Sat, 29 Oct 1994 19:43:31 GMT", RequestedRange::Whole),
            ("abc", RequestedRange::Whole),
        ] {
            assert_eq!(range_of(&[part, ("if-range", named)]), expected, "{named}");
        }
    }
}
