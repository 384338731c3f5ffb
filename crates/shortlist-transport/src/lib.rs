//! HTTP and GraphQL: requests in, responses out.
//!
//! Invariants: only this crate knows GraphQL, and only `shortlist-web` also knows HTTP. A handler checks headers, credentials, body and
//! permissions in that order. Then it calls [`shortlist_app`] in one blocking task and builds the response. No
//! recruitment rule is implemented here.

mod admission;
mod apply;
mod auth;
mod background_uploads;
mod body_memory;
mod calendar;
mod cancellation;
mod candidate_documents;
mod candidate_query;
mod candidates_csv;
mod connection;
mod error;
mod event_streams;
mod explorer;
mod explorer_credentials;
mod form;
mod graphql;
mod graphql_endpoint;
mod headers;
mod health;
mod held_body;
mod idempotency;
mod import;
mod measurements;
mod multipart_repair;
mod original_file;
mod origins;
mod pages;
mod public_url;
mod rate_limit;
mod read_ahead;
mod recordings;
mod request_id;
mod request_log;
mod respond_async;
mod response_media;
mod security_headers;
mod staged_work;
mod state;
mod trusted_proxies;
mod turns;
mod upload;
mod uploads;

pub use background_uploads::run_background_uploads;
pub use candidate_query::{
    CANDIDATE_PARAMETERS, CandidateSelection, ORDER_PARAMETER, read_candidate_selection,
};
pub use candidates_csv::send_candidates_csv;
pub use connection::{OpenRequests, bound_connection};
pub use error::ApiError;
pub use explorer::accepts_gzip;
pub use explorer_credentials::ExplorerCredentials;
pub use form::Form;
pub use graphql::{Explorer, GraphQLLimits, Introspection, schema_sdl};
pub use measurements::{Measured, register_measurements};
pub use original_file::send_original_file;
pub use origins::{AllowedOrigins, InvalidOrigin, cross_origin};
pub use public_url::{InvalidPublicUrl, PublicUrl};
pub use rate_limit::RateLimits;
pub use read_ahead::{LimitedStream, ReadLimit};
pub use recordings::recording_from_page;
pub use request_id::current_request_id;
pub use request_log::{RequestSpan, environment_header, observe, request_log};
pub use security_headers::EncryptedConnection;
pub use state::WebState;
pub use trusted_proxies::{InvalidNetwork, TrustedProxies};
pub use upload::{PageUpload, upload_from_page};
pub use uploads::send_progress;

pub use import::{
    JobFileForm, MAX_PAGE_JOB_FILE_BYTES, import_from_page, plan_document, read_job_file_form,
};

use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::{HttpResponse, Resource, web};

use error::Code;

const RECORDING: (&str, &str) = ("/interviews/{interview_id}/recording", "PUT, DELETE");
const CALENDAR: (&str, &str) = ("/interviews/{interview_id}/calendar.ics", "GET");
const ORIGINAL_FILE: (&str, &str) = ("/candidates/{candidate_id}/resume", "GET, HEAD");
const CANDIDATES_CSV: (&str, &str) = ("/jobs/{job_id}/candidates.csv", "GET");
const LINKED_FILE: (&str, &str) = ("/resumes/{candidate_id}", "GET, HEAD");
const DOCUMENTS: (&str, &str) = ("/candidates/{candidate_id}/documents", "POST");
const DOCUMENT: (&str, &str) = (
    "/candidates/{candidate_id}/documents/{document_id}",
    "GET, HEAD, DELETE",
);
const APPLY: (&str, &str) = ("/apply/{job_id}", "POST");
const UPLOAD: (&str, &str) = ("/uploads/{upload_id}", "GET");
const PLAYBACK: (&str, &str) = ("/recordings/{recording_id}", "GET, HEAD");

/// The paths that contain an identifier, each with its methods. Tests use them to check what an unauthenticated caller
/// gets.
pub const RESOURCE_PATHS: [(&str, &str); 10] = [
    RECORDING,
    CALENDAR,
    ORIGINAL_FILE,
    LINKED_FILE,
    CANDIDATES_CSV,
    DOCUMENTS,
    DOCUMENT,
    APPLY,
    UPLOAD,
    PLAYBACK,
];

/// Registers every path of the service.
pub fn configure(config: &mut web::ServiceConfig, state: web::Data<WebState>) {
    let post = |path: &'static str| {
        debug_assert!(
            !path.contains('{'),
            "{path} contains an identifier: use RESOURCE_PATHS"
        );
        web::resource(path).default_service(web::to(method_not_allowed))
    };
    config
        .app_data(state)
        .service(
            post("/graphql")
                .route(web::post().to(graphql_endpoint::graphql))
                .route(web::get().to(explorer::page)),
        )
        .service(web::resource(explorer::FILE).route(web::get().to(explorer::file)))
        .service(post("/bulk-upload-resumes").route(web::post().to(upload::upload_resumes)))
        .service(post("/ats/candidates/bulk-upload").route(web::post().to(upload::upload_resumes)))
        .service(post("/addJobByFile").route(web::post().to(import::import_jobs)))
        .service(post("/ats/jobs/upload").route(web::post().to(import::import_jobs)))
        .service(
            serving(RECORDING)
                .route(web::put().to(recordings::put_recording))
                .route(web::delete().to(recordings::delete_recording)),
        )
        .service(serving(UPLOAD).route(web::get().to(uploads::get_upload)))
        .service(serving(CALENDAR).route(web::get().to(calendar::calendar)))
        .service(serving(CANDIDATES_CSV).route(web::get().to(candidates_csv::candidates_csv)))
        .service(
            serving(ORIGINAL_FILE)
                .route(web::get().to(original_file::original_file))
                .route(web::head().to(original_file::original_file)),
        )
        .service(serving(APPLY).route(web::post().to(apply::apply)))
        .service(serving(DOCUMENTS).route(web::post().to(candidate_documents::add_document)))
        .service(
            serving(DOCUMENT)
                .route(web::get().to(candidate_documents::get_document))
                .route(web::head().to(candidate_documents::get_document))
                .route(web::delete().to(candidate_documents::delete_document)),
        )
        .service(
            serving(LINKED_FILE)
                .route(web::get().to(original_file::linked_file))
                .route(web::head().to(original_file::linked_file)),
        )
        .service(
            serving(PLAYBACK)
                .route(web::get().to(recordings::play))
                .route(web::head().to(recordings::play)),
        )
        .service(post("/auth/login").route(web::post().to(auth::login)))
        .service(post("/auth/refresh").route(web::post().to(auth::refresh)))
        .service(post("/auth/logout").route(web::post().to(auth::logout)))
        .service(post("/graphql/schema.graphql").route(web::get().to(graphql_endpoint::sdl)))
        .service(post("/events.schema.json").route(web::get().to(graphql_endpoint::events_schema)))
        .service(post("/health/live").route(web::get().to(health::live)))
        .service(post("/health/ready").route(web::get().to(health::ready)))
        .default_service(web::to(not_found));
}

/// Returns the resource for a path that contains an identifier. Other methods than its own are refused.
fn serving((path, methods): (&'static str, &'static str)) -> Resource {
    debug_assert!(
        RESOURCE_PATHS.contains(&(path, methods)),
        "{path} is not listed"
    );
    let refused = move || async move {
        let mut response = method_not_allowed().await;
        let allowed = HeaderValue::from_static(methods);
        response.headers_mut().insert(ALLOW, allowed);
        response
    };
    web::resource(path).default_service(web::to(refused))
}

async fn method_not_allowed() -> HttpResponse {
    ApiError::new(
        Code::MethodNotAllowed,
        "the path does not support this method; see the Allow header",
    )
    .to_response()
}

async fn not_found() -> HttpResponse {
    ApiError::new(Code::NotFound, "no such path; see docs/API.md").to_response()
}
