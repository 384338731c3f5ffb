//! The media types of responses to GraphQL requests, as GraphQL over HTTP defines them.
//!
//! `application/json` keeps the bodies of earlier versions: `{"error": …}` for a request that is refused. With
//! `application/graphql-response+json`, every body is a GraphQL response.

use actix_web::HttpRequest;
use actix_web::http::header::{ACCEPT, HeaderMap};

use crate::error::ApiError;

/// The media type of responses that are always GraphQL responses.
const GRAPHQL_RESPONSE: &str = "application/graphql-response+json";
/// The media type of everybody else.
const JSON: &str = "application/json";

/// The media type of a response.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ResponseMedia {
    /// `application/json`, also for clients that state no preference.
    Json,
    /// `application/graphql-response+json`.
    GraphqlResponse,
}

impl ResponseMedia {
    /// Returns the media type that a client prefers. A client must name `application/graphql-response+json` to get it.
    pub(crate) fn of(request: &HttpRequest) -> Self {
        let headers = request.headers();
        let (graphql, json) = (quality(headers, GRAPHQL_RESPONSE), quality(headers, JSON));
        match graphql {
            Some(graphql) if graphql > 0 && Some(graphql) >= json => Self::GraphqlResponse,
            _ => Self::Json,
        }
    }

    /// Returns its name for the header `Content-Type`.
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            Self::Json => JSON,
            Self::GraphqlResponse => "application/graphql-response+json; charset=utf-8",
        }
    }
}

/// Returns the largest quality of a media type in `Accept`, in thousandths; `None` if it is not named.
fn quality(headers: &HeaderMap, media: &str) -> Option<u16> {
    let values = headers
        .get_all(ACCEPT)
        .filter_map(|value| value.to_str().ok());
    let parts = values.flat_map(|value| value.split(','));
    let named = parts.filter_map(|part| {
        let mut parameters = part.split(';').map(str::trim);
        let is_named = parameters.next()?.eq_ignore_ascii_case(media);
        is_named.then(|| parameters.find_map(weight).unwrap_or(1_000))
    });
    named.max()
}

/// Returns the quality of a parameter `q=…`, in thousandths. A quality that cannot be read counts as 0.
fn weight(parameter: &str) -> Option<u16> {
    let (name, value) = parameter.split_once('=')?;
    if !name.trim().eq_ignore_ascii_case("q") {
        return None;
    }
    let (whole, digits) = value.trim().split_once('.').unwrap_or((value.trim(), ""));
    let thousandths = format!("{digits:0<3}");
    let parsed = whole
        .parse::<u16>()
        .ok()
        .zip(thousandths.parse::<u16>().ok());
    Some(parsed.map_or(0, |(whole, part)| (whole.min(1) * 1_000 + part).min(1_000)))
}

/// Returns the body of a refused request as a GraphQL response.
pub(crate) fn refused_body(error: &ApiError) -> serde_json::Value {
    let mut extensions = serde_json::json!({ "code": error.code.graphql() });
    if let (Some(reason), Some(fields)) = (error.reason(), extensions.as_object_mut()) {
        fields.insert("reason".to_owned(), reason.into());
    }
    let error = serde_json::json!({ "message": error.message(), "extensions": extensions });
    serde_json::json!({ "errors": [error] })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::*;

    fn preferred(accept: &str) -> ResponseMedia {
        let request = TestRequest::post().insert_header((ACCEPT, accept.to_owned()));
        ResponseMedia::of(&request.to_http_request())
    }

    #[test]
    fn the_new_media_type_must_be_named() {
        for accept in [
            "",
            "*/*",
            "application/*",
            "application/json",
            "application/json, text/html",
            "application/graphql-response+json;q=0",
            "application/graphql-response+json;q=0.5, application/json",
            "application/graphql-response+json; q=nonsense",
        ] {
            assert_eq!(preferred(accept), ResponseMedia::Json, "{accept}");
        }
        for accept in [
            "application/graphql-response+json",
            "Application/GraphQL-Response+JSON; charset=utf-8",
            "application/graphql-response+json, application/json",
            "application/json;q=0.9,application/graphql-response+json",
            "application/json; q=0.50, application/graphql-response+json; q=0.501",
        ] {
            assert_eq!(
                preferred(accept),
                ResponseMedia::GraphqlResponse,
                "{accept}"
            );
        }
    }
}
