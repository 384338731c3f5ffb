//! The time that pages have, and what all requests share.

use std::future::Future;
use std::time::Duration;

use actix_web::rt::time::timeout;
use actix_web::{HttpRequest, web};

use crate::respond::error::PageError;

/// How long a page may take after its form has arrived. It exceeds all waits for turns together.
const PAGE_DEADLINE: Duration = Duration::from_secs(60);

/// Returns what all requests share.
pub(crate) fn shared<T: 'static>(request: &HttpRequest) -> Result<web::Data<T>, PageError> {
    let data = request.app_data::<web::Data<T>>();
    data.cloned().ok_or(PageError::Internal)
}

/// Ends work that exceeds the time that pages have.
pub(crate) async fn in_time<T>(
    work: impl Future<Output = Result<T, PageError>>,
) -> Result<T, PageError> {
    within(PAGE_DEADLINE, work).await
}

/// Ends work that takes too long. What runs in the blocking pool is carried out all the same.
async fn within<T>(
    deadline: Duration,
    work: impl Future<Output = Result<T, PageError>>,
) -> Result<T, PageError> {
    let done = timeout(deadline, work).await;
    done.unwrap_or(Err(PageError::TooSlow))
}

#[cfg(test)]
mod tests {
    use actix_web::HttpResponse;
    use actix_web::http::StatusCode;

    use super::*;

    #[actix_web::test]
    async fn a_page_that_takes_too_long_is_answered() {
        let never = std::future::pending();
        let late: Result<HttpResponse, _> = within(Duration::ZERO, never).await;
        let response = late.unwrap_err().respond(None);
        assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
        assert!(response.headers().contains_key("retry-after"));
    }
}
