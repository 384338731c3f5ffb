//! Limits on the requests of one connection.
//!
//! Over HTTP/2 a client may open any number of requests on one connection. The server library limits neither their
//! number nor their headers. Each request takes memory until its answer is sent, so a client that reads no answers
//! keeps all of that memory in use.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use actix_web::HttpResponse;
use actix_web::body::MessageBody;
use actix_web::dev::{ResponseHead, ServiceRequest, ServiceResponse};
use actix_web::http::header::{CONTENT_LENGTH, HeaderMap, RETRY_AFTER, TRANSFER_ENCODING};
use actix_web::http::{ConnectionType, StatusCode, Version};
use actix_web::middleware::Next;

use crate::held_body::ResponseHolding;
use crate::read_ahead::{BodyLength, ReadLimit, head_bytes};

/// The most concurrent requests of a connection. RFC 9113, section 6.5.2, recommends no fewer than 100.
const MAX_REQUESTS: usize = 100;
/// The most headers of a request. The server library has the same limit for HTTP/1.
const MAX_HEADERS: usize = 96;
/// The most bytes of all headers of a request together.
const MAX_HEADER_BYTES: usize = 16 << 10;

/// The number of open requests of a connection.
#[derive(Clone, Default)]
pub struct OpenRequests(Arc<AtomicUsize>);

/// An open request, which counts until this value is dropped.
struct OpenRequest(OpenRequests);

impl OpenRequests {
    /// Starts a request, or returns `None` if too many are open.
    fn begin(&self) -> Option<OpenRequest> {
        let open = OpenRequest(self.clone());
        (self.0.fetch_add(1, Ordering::Relaxed) < MAX_REQUESTS).then_some(open)
    }
}

impl Drop for OpenRequest {
    fn drop(&mut self) {
        self.0.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A middleware that limits the open requests of a connection.
///
/// It refuses a request if too many are open, if its headers are too large, or if an earlier response has ended the
/// connection. It also controls how much of the connection may be read. A refusal has no body, so no memory waits for the client.
///
/// # Errors
/// Returns the errors of the inner service.
pub async fn bound_connection(
    request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<impl MessageBody>, actix_web::Error> {
    let limit = request.conn_data::<ReadLimit>().cloned();
    let Some(limit) = limit.filter(|limit| !limit.is_ended()) else {
        return bound_request(request, next).await;
    };
    let body = body_length(request.headers());
    limit.begin(head_bytes(&request), body);
    let mut response = bound_request(request, next).await;
    limit.end(body);
    if let Ok(response) = &mut response
        && ends_connection(response.response_mut().head_mut())
    {
        limit.end_connection();
    }
    response
}

/// Returns whether a response asks for the end of its connection.
fn ends_connection(head: &mut ResponseHead) -> bool {
    // The library reuses heads, and sets their version last. A head that has answered HTTP/1.0 would seem to end the connection.
    head.version = Version::HTTP_11;
    head.connection_type() == ConnectionType::Close
}

async fn bound_request<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<impl MessageBody + use<B>>, actix_web::Error> {
    let limit = request.conn_data::<ReadLimit>();
    if limit.is_some_and(ReadLimit::is_ended) {
        let refusal = HttpResponse::new(StatusCode::BAD_REQUEST);
        return Ok(request.into_response(refusal).map_into_right_body());
    }
    if is_too_large(request.headers()) {
        let status = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        let refusal = HttpResponse::new(status);
        return Ok(request.into_response(refusal).map_into_right_body());
    }
    let open = match request.conn_data::<OpenRequests>() {
        Some(connection) => match connection.begin() {
            Some(open) => Some(open),
            None => {
                let mut refusal = HttpResponse::ServiceUnavailable();
                let refusal = refusal.insert_header((RETRY_AFTER, "1")).finish();
                return Ok(request.into_response(refusal).map_into_right_body());
            }
        },
        None => None,
    };
    let response = next.call(request).await?;
    let response = response.map_body(|_head, body| ResponseHolding::new(body, open));
    Ok(response.map_into_left_body())
}

/// Returns what follows the head of an HTTP/1 request.
fn body_length(headers: &HeaderMap) -> BodyLength {
    if headers.contains_key(TRANSFER_ENCODING) {
        return BodyLength::Chunked;
    }
    let length = headers.get(CONTENT_LENGTH);
    match length.map(|length| length.to_str().ok().and_then(|text| text.parse().ok())) {
        None | Some(Some(0)) => BodyLength::None,
        // The library refuses a length that is no number.
        Some(length) => BodyLength::Stated(length.unwrap_or(usize::MAX)),
    }
}

fn is_too_large(headers: &HeaderMap) -> bool {
    let bytes = headers
        .iter()
        .map(|(name, value)| name.as_str().len() + value.len());
    headers.len() > MAX_HEADERS || bytes.sum::<usize>() > MAX_HEADER_BYTES
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::{HeaderName, HeaderValue};

    use super::*;

    #[test]
    fn a_connection_has_a_limit_on_open_requests() {
        let connection = OpenRequests::default();
        let mut open: Vec<_> = (0..MAX_REQUESTS).map(|_| connection.begin()).collect();
        assert!(open.iter().all(Option::is_some));
        assert!(connection.begin().is_none());
        open.pop();
        assert!(connection.begin().is_some());
    }

    #[test]
    fn a_response_ends_its_connection_only_if_it_asks_for_that() {
        let mut head = ResponseHead::new(StatusCode::OK);
        head.version = Version::HTTP_10;
        assert!(!ends_connection(&mut head));
        head.set_connection_type(ConnectionType::Close);
        assert!(ends_connection(&mut head));
    }

    #[test]
    fn headers_are_bounded_in_number_and_length() {
        let name = HeaderName::from_static("x-a");
        let mut many = HeaderMap::new();
        for _ in 0..MAX_HEADERS {
            many.append(name.clone(), HeaderValue::from_static("1"));
        }
        assert!(!is_too_large(&many));
        many.append(name.clone(), HeaderValue::from_static("1"));
        assert!(is_too_large(&many));
        let mut long = HeaderMap::new();
        let value = "v".repeat(MAX_HEADER_BYTES);
        long.insert(name, HeaderValue::from_str(&value).unwrap());
        assert!(is_too_large(&long));
    }
}
