//! HTTP and GraphQL: requests in, responses out.
//!
//! Invariants: only this crate knows GraphQL, and only `shortlist-web` also knows HTTP. A handler checks headers, credentials, body and
//! permissions in that order. Then it calls [`shortlist_app`] in one blocking task and builds the response. No
//! recruitment rule is implemented here.

mod account_links;
mod admission;
mod allowed_hosts;
mod applicants;
mod apply;
mod arrival_pace;
mod auth;
mod background_applications;
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
mod multipart;
mod multipart_repair;
mod openapi;
mod original_file;
mod origins;
mod pages;
mod paths;
mod public_url;
mod rate_limit;
mod read_ahead;
mod recordings;
mod request_id;
mod request_log;
mod respond_async;
mod response_media;
mod scim;
mod security_headers;
mod sign_in_scope;
mod single_sign_on;
mod staged_work;
mod state;
mod token_exchange;
mod trusted_proxies;
mod turn_rules;
mod turns;
mod upload;
mod uploads;

pub use allowed_hosts::{AllowedHosts, InvalidHost, check_host};
pub use background_uploads::run_background_uploads;
pub use candidate_documents::send_document;
pub use candidate_query::{
    CANDIDATE_PARAMETERS, CUSTOM_FIELD, CUSTOM_FROM, CUSTOM_TO, CandidateSelection,
    ORDER_PARAMETER, PeopleSelection, is_candidate_parameter, read_candidate_selection,
    read_people_selection,
};
pub use candidates_csv::send_candidates_csv;
pub use connection::{OpenRequests, bound_connection};
pub use error::{ApiError, ErrorCause};
pub use explorer::{PlainBytes, accepts_gzip};
pub use explorer_credentials::ExplorerCredentials;
pub use form::Form;
pub use graphql::{Explorer, GraphQLLimits, Introspection, UNDECIDED, schema_sdl};
pub use measurements::{Measured, register_measurements};
pub use openapi::{OPENAPI_WEBHOOKS, openapi_document};
pub use original_file::send_original_file;
pub use origins::{AllowedOrigins, InvalidOrigin, cross_origin};
pub use pages::{FormFields, MAX_STRANGER_FORM_BYTES, MAX_STRANGER_FORM_FIELDS};
pub use paths::{FIXED_PATHS, RESOURCE_PATHS};
pub use public_url::{InvalidPublicUrl, PublicUrl};
pub use rate_limit::{RateLimits, StrangerForm};
pub use read_ahead::{LimitedStream, ReadLimit};
pub use recordings::recording_from_page;
pub use request_id::current_request_id;
pub use request_log::{RequestSpan, environment_header, log_caller, observe, request_log};
pub use security_headers::EncryptedConnection;
pub use state::WebState;
pub use trusted_proxies::{InvalidNetwork, TrustedProxies};
pub use turn_rules::{MAX_PAGE_CATEGORY_FILE_BYTES, MAX_PAGE_JOB_FILE_BYTES};
pub use upload::{PageUpload, upload_from_page};
pub use uploads::send_progress;

pub use import::{
    FileForm, import_from_page, plan_document, read_category_file_form, read_job_file_form,
};

use actix_web::error::{InternalError, QueryPayloadError};
use actix_web::http::header::{ALLOW, HeaderValue};
use actix_web::web::QueryConfig;
use actix_web::{HttpResponse, Resource, web};

use error::Code;
use paths::Route;

/// Registers every path of the service.
pub fn configure(config: &mut web::ServiceConfig, state: web::Data<WebState>) {
    config
        .app_data(state)
        .app_data(QueryConfig::default().error_handler(|error, _| unreadable(error)))
        .service(
            serving(paths::GRAPHQL)
                .route(web::post().to(graphql_endpoint::graphql))
                .route(web::get().to(explorer::page)),
        )
        .service(web::resource(explorer::FILE).route(web::get().to(explorer::file)))
        .service(serving(paths::UPLOAD_RESUMES).route(web::post().to(upload::upload_resumes)))
        .service(serving(paths::UPLOAD_CANDIDATES).route(web::post().to(upload::upload_resumes)))
        .service(serving(paths::ADD_JOBS).route(web::post().to(import::import_jobs)))
        .service(serving(paths::UPLOAD_JOBS).route(web::post().to(import::import_jobs)))
        .service(
            serving(paths::RECORDING)
                .route(web::put().to(recordings::put_recording))
                .route(web::delete().to(recordings::delete_recording)),
        )
        .service(serving(paths::UPLOAD).route(web::get().to(uploads::get_upload)))
        .service(serving(paths::CALENDAR).route(web::get().to(calendar::calendar)))
        .service(
            serving(paths::CANDIDATES_CSV).route(web::get().to(candidates_csv::candidates_csv)),
        )
        .service(
            serving(paths::ORIGINAL_FILE)
                .route(web::get().to(original_file::original_file))
                .route(web::head().to(original_file::original_file)),
        )
        .service(serving(paths::APPLY).route(web::post().to(apply::apply)))
        .service(serving(paths::DOCUMENTS).route(web::post().to(candidate_documents::add_document)))
        .service(
            serving(paths::DOCUMENT)
                .route(web::get().to(candidate_documents::get_document))
                .route(web::head().to(candidate_documents::get_document))
                .route(web::delete().to(candidate_documents::delete_document)),
        )
        .service(
            serving(paths::LINKED_FILE)
                .route(web::get().to(original_file::linked_file))
                .route(web::head().to(original_file::linked_file)),
        )
        .service(
            serving(paths::PLAYBACK)
                .route(web::get().to(recordings::play))
                .route(web::head().to(recordings::play)),
        )
        .service(serving(paths::LOGIN).route(web::post().to(auth::login)))
        .service(serving(paths::TOKEN).route(web::post().to(token_exchange::exchange)))
        .service(serving(paths::REFRESH).route(web::post().to(auth::refresh)))
        .service(serving(paths::LOGOUT).route(web::post().to(auth::logout)))
        .service(web::resource(scim::PATHS).to(scim::handle))
        .service(serving(paths::GRAPHQL_SCHEMA).route(web::get().to(graphql_endpoint::sdl)))
        .service(
            serving(paths::EVENTS_SCHEMA).route(web::get().to(graphql_endpoint::events_schema)),
        )
        .service(serving(paths::OPENAPI).route(web::get().to(openapi::send)))
        .service(serving(paths::LIVE).route(web::get().to(health::live)))
        .service(serving(paths::READY).route(web::get().to(health::ready)))
        .default_service(web::to(not_found));
}

/// Returns the resource for a path. Other methods than its own are refused.
fn serving((path, methods): Route) -> Resource {
    debug_assert!(
        RESOURCE_PATHS.contains(&(path, methods)) || FIXED_PATHS.contains(&(path, methods)),
        "{path} is not listed"
    );
    let refused = move || async move {
        let mut response = method_not_allowed();
        let allowed = HeaderValue::from_static(methods);
        response.headers_mut().insert(ALLOW, allowed);
        response
    };
    web::resource(path).default_service(web::to(refused))
}

/// Returns the error for the parameters of an address that cannot be read.
fn unreadable(error: QueryPayloadError) -> actix_web::Error {
    let problem =
        "the parameters of the address cannot be read; send each once, and percent-encode them";
    let response = ApiError::new(Code::BadUserInput, problem).to_response();
    InternalError::from_response(error, response).into()
}

fn method_not_allowed() -> HttpResponse {
    ApiError::new(
        Code::MethodNotAllowed,
        "the path does not support this method; see the Allow header",
    )
    .to_response()
}

async fn not_found() -> HttpResponse {
    ApiError::new(Code::NotFound, "no such path; see docs/API.md").to_response()
}
