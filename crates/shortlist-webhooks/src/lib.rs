//! Delivers events to webhooks, as Standard Webhooks 1.0.0 describes
//! (<https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md>).
//!
//! Invariants:
//! - An event is sent until a receiver confirms it, or its last attempt fails. A crash may send it twice, with the same
//!   identifier.
//! - The address that is checked is the address that is connected to. No redirect and no proxy is followed.
//! - A receiver that hangs occupies no thread, and does not delay the deliveries to others.
//! - At most the first 4 KiB of a response are read. They are stored as text and trusted for nothing.
//!
//! This crate knows nothing of storage: [`shortlist_app::WebhookDelivery`] gives it the work and takes the results.

mod claim;
mod dispatcher;
mod measurements;
mod schedule;
mod sender;
mod signature;

pub use dispatcher::{Dispatcher, DispatcherOptions, StartError};
pub use measurements::register_measurements;
pub use sender::{MAX_RESPONSE_BYTES, TIMEOUT};
pub use signature::signatures;
