//! Bodies that are answered before they were read to their end.
//!
//! A connection whose client goes on sending has to be closed in time. The server does so by itself where the body's length was
//! told; a body in chunks that nobody holds any more it would read past, however long that takes and however slowly it comes.
//! So the body is held until the answer is sent, and the connection then ends as the other one does.

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

/// A body that its handler and the answer to it hold together.
#[derive(Clone)]
pub(crate) struct Held(Rc<RefCell<Payload>>);

impl Held {
    /// Takes hold of a request's body, where its length was not told.
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

impl Stream for Held {
    type Item = Result<Bytes, PayloadError>;

    fn poll_next(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Pin::new(&mut *self.0.borrow_mut()).poll_next(context)
    }
}

/// An answer's body, with what is held until it is sent.
pub(crate) struct Holding<B, H> {
    pub(crate) body: Pin<Box<B>>,
    pub(crate) _held: Option<H>,
}

impl<B: MessageBody, H: Unpin> MessageBody for Holding<B, H> {
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
