//! Streams of events about an upload. A stream holds no thread: it looks at the progress now and then.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName};
use actix_web::web::Bytes;
use actix_web::{HttpResponse, web};
use futures_util::stream;
use shortlist_domain::{Principal, UploadId};

use super::{EVENT_STREAM, ProgressBody, find};
use crate::error::{ApiError, Code, blocking};
use crate::event_streams::OpenStream;
use crate::state::WebState;

/// The time after which to ask again for a stream, in seconds.
const RETRY_SECONDS: i64 = 10;
/// The time between two looks at the progress.
const INTERVAL: Duration = Duration::from_millis(500);
/// The number of looks without a change after which a comment keeps the connection open: every 15 seconds.
const HEARTBEAT_LOOKS: u32 = 30;
/// The number of looks after which a stream ends: 5 minutes. The client then connects again, and its rights are checked.
const MAX_LOOKS: u32 = 600;
/// The time after which a client connects again, in milliseconds.
const RECONNECT_MILLIS: u32 = 1_000;

/// A client that watches an upload.
struct Watch {
    state: web::Data<WebState>,
    principal: Principal,
    id: UploadId,
    last: Option<ProgressBody>,
    looks: u32,
    quiet: u32,
    has_ended: bool,
    _open: OpenStream,
}

/// Sends the progress of an upload until it ends.
pub(super) fn send(
    state: &web::Data<WebState>,
    principal: Principal,
    id: UploadId,
) -> Result<HttpResponse, ApiError> {
    let open = state.event_streams.open(&principal.organization_id);
    let open = open.ok_or_else(|| {
        let busy =
            "too many event streams of the organization are open; close some, or ask for JSON";
        ApiError::new(Code::TooManyRequests, busy).retry_after(RETRY_SECONDS)
    })?;
    let watch = Watch {
        state: state.clone(),
        principal,
        id,
        last: None,
        looks: 0,
        quiet: 0,
        has_ended: false,
        _open: open,
    };
    let events = stream::unfold(watch, |mut watch| async move {
        let next = watch.next().await?;
        Some((Ok::<_, io::Error>(Bytes::from(next)), watch))
    });
    Ok(HttpResponse::Ok()
        .insert_header((CONTENT_TYPE, EVENT_STREAM))
        // Compression would hold events back, and so would a proxy that buffers.
        .insert_header((CONTENT_ENCODING, "identity"))
        .insert_header((HeaderName::from_static("x-accel-buffering"), "no"))
        .streaming(events))
}

impl Watch {
    /// Waits for the next event or comment. Returns `None` at the end of the stream.
    async fn next(&mut self) -> Option<String> {
        while !self.has_ended && self.looks < MAX_LOOKS && !self.state.app.is_stopping() {
            if self.looks > 0 {
                tokio::time::sleep(INTERVAL).await;
            }
            self.looks += 1;
            if let Some(text) = self.look().await {
                self.quiet = 0;
                return Some(text);
            }
            self.quiet += 1;
            if self.quiet >= HEARTBEAT_LOOKS {
                self.quiet = 0;
                return Some(": still running\n\n".to_owned());
            }
        }
        None
    }

    /// Returns the event if the progress has changed. A database that cannot be reached is a pause, not an end.
    async fn look(&mut self) -> Option<String> {
        let app = Arc::clone(&self.state.app);
        let (principal, id) = (self.principal.clone(), self.id.clone());
        let found = blocking(move || find(&app, &principal, &id)).await;
        let report = match found {
            Ok(Ok(report)) => report,
            Ok(Err(error)) if matches!(error.code, Code::NotFound | Code::Forbidden) => {
                self.has_ended = true;
                return None;
            }
            Ok(Err(_)) | Err(_) => return None,
        };
        self.has_ended = report.progress.state.is_final();
        let body = ProgressBody::of(report, self.state.base_url());
        if self.last.as_ref().is_some_and(|last| !body.differs(last)) {
            return None;
        }
        let text = event(&body, self.last.is_none());
        self.last = Some(body);
        text
    }
}

/// Returns an event. The first one also says when to connect again.
fn event(body: &ProgressBody, is_first: bool) -> Option<String> {
    let data = serde_json::to_string(body).ok()?;
    let name = match body.state {
        "done" | "failed" => body.state,
        _ => "progress",
    };
    let retry = if is_first {
        format!("retry: {RECONNECT_MILLIS}\n")
    } else {
        String::new()
    };
    Some(format!("{retry}event: {name}\ndata: {data}\n\n"))
}
