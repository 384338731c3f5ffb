//! `/candidates/{candidateId}/resume`: a version of a candidate's resume, as it was uploaded. `/resumes/{candidateId}` returns
//! the current one to anyone with a valid link.

use std::sync::Arc;

use actix_web::body::SizedStream;
use actix_web::http::header::{
    ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, Charset, ContentDisposition, DispositionParam, DispositionType, ETAG, EntityTag,
    ExtendedValue,
};
use actix_web::http::{Method, StatusCode};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder, web};
use futures_util::stream;
use serde::Deserialize;
use shortlist_app::{App, FileLinkError, Operation, OriginalFile, SentFileLink};
use shortlist_domain::Principal;

use crate::admission::{admit, authorize_and_run};
use crate::error::{ApiError, Code, blocking};
use crate::headers::Body;
use crate::recordings::{RequestedRange, pieces, requested_range};
use crate::state::WebState;

/// A file that a browser opens in spite of all may load and run nothing.
const POLICY: &str = "default-src 'none'; sandbox; frame-ancestors 'none'";

/// Returns the file to a caller of the API.
pub(crate) async fn original_file(
    request: HttpRequest,
    candidate: web::Path<String>,
    state: web::Data<WebState>,
) -> HttpResponse {
    let answered = async {
        let principal = admit(&request, &state, Body::None).await?;
        send_original_file(&request, &state.app, principal, candidate.into_inner()).await
    };
    answered
        .await
        .unwrap_or_else(|error: ApiError| error.to_response())
}

/// Returns the resume of a candidate to a caller, as a whole or as a byte range. The query may name an earlier version.
///
/// # Errors
/// Returns an error if the caller may not read the candidate, or if there is no such candidate.
pub async fn send_original_file(
    request: &HttpRequest,
    app: &Arc<App>,
    principal: Principal,
    candidate: String,
) -> Result<HttpResponse, ApiError> {
    let (shared, version) = (Arc::clone(app), requested_version(request)?);
    let find = move || {
        authorize_and_run(&shared, &principal, Operation::GetOriginalFile, || {
            shared
                .scores()
                .original_file(&principal, &candidate, version.as_deref())
        })
    };
    let original = blocking(find).await??;
    send_file(request, app, original).await
}

/// The query parameters of a link to a file.
#[derive(Deserialize)]
pub(crate) struct LinkQuery {
    #[serde(default)]
    organization: String,
    #[serde(default)]
    user: String,
    #[serde(default)]
    expires: String,
    #[serde(default)]
    signature: String,
}

impl From<FileLinkError> for ApiError {
    fn from(error: FileLinkError) -> Self {
        let code = match error {
            FileLinkError::Invalid | FileLinkError::Expired => Code::Forbidden,
            FileLinkError::Gone => Code::NotFound,
            FileLinkError::Fault(fault) => return fault.into(),
        };
        Self::new(code, error.to_string())
    }
}

/// Returns the file to anyone with a valid link.
pub(crate) async fn linked_file(
    request: HttpRequest,
    candidate: web::Path<String>,
    query: web::Query<LinkQuery>,
    state: web::Data<WebState>,
) -> HttpResponse {
    let answered = async {
        let original = find_linked(&request, candidate.into_inner(), query.into_inner(), &state);
        send_file(&request, &state.app, original.await?).await
    };
    answered
        .await
        .unwrap_or_else(|error: ApiError| error.to_response())
}

/// Finds the file of a link. Invalid links are counted with bad credentials.
async fn find_linked(
    request: &HttpRequest,
    candidate: String,
    query: LinkQuery,
    state: &web::Data<WebState>,
) -> Result<OriginalFile, ApiError> {
    let address = state.proxies.client_address(request);
    let now = state.app.clock().now();
    state.rates.check_address("", &address, now)?;
    let sent = SentFileLink {
        candidate,
        organization: query.organization,
        user: query.user,
        expires: query.expires,
        signature: query.signature,
        address: address.clone(),
    };
    let app = Arc::clone(&state.app);
    let found = blocking(move || app.file_links().open(&sent)).await?;
    if matches!(found, Err(FileLinkError::Invalid)) {
        state.rates.count_failure(&address, now);
    }
    Ok(found?)
}

/// Sends a file as an attachment, as a whole or as a byte range.
pub(crate) async fn send_file(
    request: &HttpRequest,
    app: &Arc<App>,
    original: OriginalFile,
) -> Result<HttpResponse, ApiError> {
    let length = original.bytes;
    let tag = EntityTag::new_strong(original.digest.to_hex());
    let mut response = HttpResponse::Ok();
    let part = match requested_range(request, &tag, length) {
        RequestedRange::Whole => 0..length,
        RequestedRange::Part(from, to) => {
            response.status(StatusCode::PARTIAL_CONTENT);
            response.insert_header((CONTENT_RANGE, format!("bytes {from}-{to}/{length}")));
            from..to.saturating_add(1)
        }
        RequestedRange::Unsatisfiable => {
            return Ok(HttpResponse::RangeNotSatisfiable()
                .insert_header((CONTENT_RANGE, format!("bytes */{length}")))
                .finish());
        }
    };
    describe(&mut response, &original, &tag);
    let bytes = part.end.saturating_sub(part.start);
    if request.method() == Method::HEAD {
        // A `HEAD` response has the length, and nothing is read.
        let nothing = stream::empty::<std::io::Result<Bytes>>();
        return Ok(response.body(SizedStream::new(bytes, nothing)));
    }
    let app = Arc::clone(app);
    let opened = blocking(move || app.scores().open_original(&original, part)).await??;
    Ok(response.body(SizedStream::new(bytes, pieces(opened, bytes))))
}

fn describe(response: &mut HttpResponseBuilder, file: &OriginalFile, tag: &EntityTag) {
    response
        .insert_header((CONTENT_TYPE, file.media_type))
        .insert_header((CONTENT_DISPOSITION, attachment(file)))
        // Byte ranges must not be compressed.
        .insert_header((CONTENT_ENCODING, "identity"))
        .insert_header((ACCEPT_RANGES, "bytes"))
        .insert_header((ETAG, tag.to_string()))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY));
}

/// Returns the header that makes a browser save the file. Its plain name suits every client, and its extended name (RFC
/// 6266) is the uploaded one.
fn attachment(file: &OriginalFile) -> ContentDisposition {
    let extended = ExtendedValue {
        charset: Charset::Ext("UTF-8".to_owned()),
        language_tag: None,
        value: file.name.as_bytes().to_vec(),
    };
    ContentDisposition {
        disposition: DispositionType::Attachment,
        parameters: vec![
            DispositionParam::Filename(file.plain_name.clone()),
            DispositionParam::FilenameExt(extended),
        ],
    }
}

/// Returns the version that the query names, or `None` for the current one.
fn requested_version(request: &HttpRequest) -> Result<Option<String>, ApiError> {
    let query = web::Query::<VersionQuery>::from_query(request.query_string());
    let query = query.map_err(|_error| {
        ApiError::new(
            Code::BadUserInput,
            "version: must be in the query once, such as ?version=1",
        )
    })?;
    Ok(query.into_inner().version)
}

#[derive(Deserialize)]
struct VersionQuery {
    version: Option<String>,
}
