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

/// The body of a response, with a value that is held until the response is sent.
pub(crate) struct ResponseHolding<B, H> {
    pub(crate) body: Pin<Box<B>>,
    pub(crate) _held: Option<H>,
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
        self.body.as_mut().poll_next(context)
    }
}
