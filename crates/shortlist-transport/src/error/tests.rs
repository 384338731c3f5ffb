//! Tests of errors for the caller.

use juniper::DefaultScalarValue;
use serde_json::{Value as Json, json};
use shortlist_app::{AccessError, JobConflict, Refusal, StorageFault};
use shortlist_domain::TextProblem;

use super::*;

fn extensions(error: ApiError) -> Json {
    let error: FieldError<DefaultScalarValue> = error.into_field_error();
    serde_json::to_value(error.extensions()).unwrap()
}

#[test]
fn a_conflict_and_a_refusal_have_a_reason_for_programs() {
    let conflict = AppError::conflict(JobConflict::HasCandidates);
    assert_eq!(
        extensions(conflict.into()),
        json!({ "code": "CONFLICT", "reason": "jobHasCandidates" })
    );
    let refused = ApiError::from(AccessError::Forbidden(Refusal::HigherRole));
    assert_eq!(refused.refusal_text().reason, Some("higherRole"));
    assert_eq!(
        extensions(refused),
        json!({ "code": "FORBIDDEN", "reason": "higherRole" })
    );
    let invalid = InvalidValue::new("title", TextProblem::TooLong(300));
    assert_eq!(
        extensions(AppError::from(invalid).into()),
        json!({ "code": "BAD_USER_INPUT", "field": "title", "problem": "tooLong", "limit": 300 })
    );
}

#[test]
fn without_a_reader_the_same_request_succeeds_later() {
    let error = ApiError::from(AppError::from(StorageFault::Readers));
    assert_eq!(error.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(error.retry_after_seconds(), Some(UNREACHABLE_RETRY_SECONDS));
    assert_eq!(
        error.message(),
        "the reader of files cannot be reached; send the request again in a few seconds"
    );
    assert_eq!(
        extensions(error),
        json!({ "code": "INTERNAL_SERVER_ERROR" })
    );
}
