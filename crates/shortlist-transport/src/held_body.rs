//! Request bodies that are answered before they are read completely.
//!
//! If the client continues to send, its connection must be closed in time. The server does this itself if the request
//! has a length. It would read and discard a chunked body that nobody holds, however long that takes. So this module
//! holds the body until the response is sent. Then the connection ends like one with a known length.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::task::{Context, Poll};

use actix_web::HttpMessage;
use actix_web::body::{BodySize, MessageBody};
use actix_web::dev::{Payload, ServiceRequest};
use actix_web::error::PayloadError;
use actix_web::http::header::TRANSFER_ENCODING;
use actix_web::web::Bytes;
use futures_util::Stream;

/// A body that its handler and the response both hold.
#[derive(Clone)]
pub(crate) struct HeldBody(Rc<RefCell<Payload>>);

impl HeldBody {
    /// Holds the body of a request, if its length is unknown.
    pub(crate) fn take(request: &mut ServiceRequest) -> Option<Self> {
        if !request.headers().contains_key(TRANSFER_ENCODING) {
            return None;
        }
        let held = Self(Rc::new(RefCell::new(request.take_payload())));
        let payload = Box::pin(held.clone());
        request.set_payload(Payload::Stream { payload });
        Some(held)
    }
}

impl Stream for HeldBody {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut *self.0.borrow_mut()).poll_next(context)
    }
}

/// The most bytes of a response that are handed to its connection at once. The connection copies them into a buffer. If a
/// client reads nothing, only this much of a large response is copied, and what many clients share stays shared.
const MAX_PIECE_BYTES: usize = 16 << 10;

/// The body of a response, in small pieces, with a value that is held until the response is sent.
pub(crate) struct ResponseHolding<B, H> {
    body: Pin<Box<B>>,
    /// What the inner body has produced and was not sent yet.
    rest: Bytes,
    _held: Option<H>,
}

impl<B, H> ResponseHolding<B, H> {
    pub(crate) fn new(body: B, held: Option<H>) -> Self {
        Self {
            body: Box::pin(body),
            rest: Bytes::new(),
            _held: held,
        }
    }
}

impl<B: MessageBody, H: Unpin> MessageBody for ResponseHolding<B, H> {
    type Error = B::Error;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        if self.rest.is_empty() {
            match std::task::ready!(self.body.as_mut().poll_next(context)) {
                Some(Ok(bytes)) => self.rest = bytes,
                ended => return Poll::Ready(ended),
            }
        }
        let length = self.rest.len().min(MAX_PIECE_BYTES);
        Poll::Ready(Some(Ok(self.rest.split_to(length))))
    }
}

#[cfg(test)]
mod tests {
    use std::task::Waker;

    use super::*;

    #[test]
    fn a_large_response_is_sent_in_pieces_that_share_its_memory() {
        static LARGE: [u8; 3 * MAX_PIECE_BYTES / 2] = [7; 3 * MAX_PIECE_BYTES / 2];
        let mut body = ResponseHolding::new(Bytes::from_static(&LARGE), None::<()>);
        assert_eq!(MessageBody::size(&body), BodySize::Sized(24 << 10));
        let context = &mut Context::from_waker(Waker::noop());
        let mut next = || match Pin::new(&mut body).poll_next(context) {
            Poll::Ready(Some(piece)) => Some(piece.unwrap()),
            _ => None,
        };
        let (first, second) = (next().unwrap(), next().unwrap());
        assert_eq!(
            (first.len(), second.len()),
            (MAX_PIECE_BYTES, MAX_PIECE_BYTES / 2)
        );
        assert_eq!(first.as_ptr(), LARGE.as_ptr());
        assert!(next().is_none());
    }
}
