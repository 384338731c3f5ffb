//! The paths of the service, each with its methods. The OpenAPI document describes the same ones.

/// A path and the methods that it serves, as in an `Allow` header.
pub(crate) type Route = (&'static str, &'static str);

pub(crate) const GRAPHQL: Route = ("/graphql", "POST");
pub(crate) const UPLOAD_RESUMES: Route = ("/bulk-upload-resumes", "POST");
pub(crate) const UPLOAD_CANDIDATES: Route = ("/ats/candidates/bulk-upload", "POST");
pub(crate) const ADD_JOBS: Route = ("/addJobByFile", "POST");
pub(crate) const UPLOAD_JOBS: Route = ("/ats/jobs/upload", "POST");
pub(crate) const RECORDING: Route = ("/interviews/{interview_id}/recording", "PUT, DELETE");
pub(crate) const CALENDAR: Route = ("/interviews/{interview_id}/calendar.ics", "GET");
pub(crate) const ORIGINAL_FILE: Route = ("/candidates/{candidate_id}/resume", "GET, HEAD");
pub(crate) const CANDIDATES_CSV: Route = ("/jobs/{job_id}/candidates.csv", "GET");
pub(crate) const LINKED_FILE: Route = ("/resumes/{candidate_id}", "GET, HEAD");
pub(crate) const DOCUMENTS: Route = ("/candidates/{candidate_id}/documents", "POST");
pub(crate) const DOCUMENT: Route = (
    "/candidates/{candidate_id}/documents/{document_id}",
    "GET, HEAD, DELETE",
);
pub(crate) const APPLY: Route = ("/apply/{job_id}", "POST");
pub(crate) const UPLOAD: Route = ("/uploads/{upload_id}", "GET");
pub(crate) const PLAYBACK: Route = ("/recordings/{recording_id}", "GET, HEAD");
pub(crate) const LOGIN: Route = ("/auth/login", "POST");
pub(crate) const TOKEN: Route = ("/auth/token", "POST");
pub(crate) const REFRESH: Route = ("/auth/refresh", "POST");
pub(crate) const LOGOUT: Route = ("/auth/logout", "POST");
pub(crate) const GRAPHQL_SCHEMA: Route = ("/graphql/schema.graphql", "GET");
pub(crate) const EVENTS_SCHEMA: Route = ("/events.schema.json", "GET");
pub(crate) const OPENAPI: Route = ("/openapi.json", "GET");
pub(crate) const LIVE: Route = ("/health/live", "GET");
pub(crate) const READY: Route = ("/health/ready", "GET");

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

/// The paths without an identifier, each with its methods.
pub const FIXED_PATHS: [(&str, &str); 14] = [
    GRAPHQL,
    UPLOAD_RESUMES,
    UPLOAD_CANDIDATES,
    ADD_JOBS,
    UPLOAD_JOBS,
    LOGIN,
    TOKEN,
    REFRESH,
    LOGOUT,
    GRAPHQL_SCHEMA,
    EVENTS_SCHEMA,
    OPENAPI,
    LIVE,
    READY,
];
