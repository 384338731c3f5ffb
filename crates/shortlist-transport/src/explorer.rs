//! The explorer: `GraphiQL` with fields for the credentials, and an example for each operation. It loads nothing from elsewhere.
//!
//! `assets/explorer/DIGESTS` says which versions of `GraphiQL` and React it contains, and where they come from. They are
//! compressed in the program and on the network.

use std::io::Read;
use std::sync::OnceLock;

use actix_web::http::header::{
    ACCEPT, ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY,
    CONTENT_TYPE, VARY,
};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use flate2::read::GzDecoder;
use serde_json::{Value, json};

use crate::error::{ApiError, blocking};
use crate::explorer_credentials::ExplorerCredentials;
use crate::graphql::Explorer;
use crate::state::WebState;

/// What the page may load: its own files, and fonts and pictures that are part of its styles. It may call only this service.
const POLICY: &str = "frame-ancestors 'none'; default-src 'none'; script-src 'self'; style-src 'self'; \
     connect-src 'self'; font-src data:; img-src data:; base-uri 'none'; form-action 'none'";
/// How browsers keep the files. The paths of the libraries contain their version.
const FOR_A_DAY: &str = "public, max-age=86400";

/// A file of the page.
struct File {
    path: &'static str,
    media_type: &'static str,
    bytes: &'static [u8],
    is_compressed: bool,
    plain: PlainBytes,
}

/// The folder of the files. It contains the version of `GraphiQL`.
macro_rules! folder {
    () => {
        "/graphql/explorer-4.1.2/"
    };
}

macro_rules! library {
    ($name:literal, $media_type:literal) => {
        File {
            path: concat!(folder!(), $name),
            media_type: $media_type,
            bytes: include_bytes!(concat!("../assets/explorer/", $name, ".gz")),
            is_compressed: true,
            plain: PlainBytes::new(),
        }
    };
}

macro_rules! own {
    ($name:literal, $media_type:literal) => {
        File {
            path: concat!(folder!(), $name),
            media_type: $media_type,
            bytes: include_bytes!(concat!("../assets/explorer/", $name)),
            is_compressed: false,
            plain: PlainBytes::new(),
        }
    };
}

static FILES: [File; 6] = [
    library!("graphiql.min.js", "text/javascript; charset=utf-8"),
    library!("graphiql.min.css", "text/css; charset=utf-8"),
    library!("react.production.min.js", "text/javascript; charset=utf-8"),
    library!(
        "react-dom.production.min.js",
        "text/javascript; charset=utf-8"
    ),
    own!("explorer.js", "text/javascript; charset=utf-8"),
    own!("explorer.css", "text/css; charset=utf-8"),
];

/// The path of the files.
pub(crate) const FILE: &str = concat!(folder!(), "{name}");

/// The page up to the values that it is filled in with.
const HEAD: &str = concat!(
    r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>GraphQL explorer · Shortlist</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href=""#,
    folder!(),
    r#"graphiql.min.css">
<link rel="stylesheet" href=""#,
    folder!(),
    r#"explorer.css">
<script defer src=""#,
    folder!(),
    r#"react.production.min.js"></script>
<script defer src=""#,
    folder!(),
    r#"react-dom.production.min.js"></script>
<script defer src=""#,
    folder!(),
    r#"graphiql.min.js"></script>
<script defer src=""#,
    folder!(),
    r#"explorer.js"></script>
</head>
<body>
<form id="bar" aria-label="Credentials and examples" autocomplete="off">
<strong>Shortlist GraphQL</strong>
<label>API key <input id="key" type="password" autocomplete="off" spellcheck="false"></label>
<label>Access token <input id="token" type="password" autocomplete="off" spellcheck="false"></label>
<button type="submit">Connect</button>
<label>Example <select id="examples"><option value="">Connect first</option></select></label>
<p id="message" role="status">The explorer needs scripts.</p>
</form>
<main id="graphiql"></main>
<script type="application/json" id="given">"#
);
/// The page after the values.
const TAIL: &str = "</script>\n</body>\n</html>\n";

/// Returns the page to a browser, if it is enabled.
pub(crate) async fn page(request: HttpRequest, state: web::Data<WebState>) -> HttpResponse {
    let accept = request.headers().get(ACCEPT);
    let accept = accept.and_then(|value| value.to_str().ok()).unwrap_or("");
    if state.graphql.explorer == Explorer::Off || !accept.contains("text/html") {
        return crate::method_not_allowed();
    }
    HttpResponse::Ok()
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .content_type("text/html; charset=utf-8")
        .body(html(&state.explorer_credentials))
}

/// Returns a file of the page, if it is enabled.
pub(crate) async fn file(
    request: HttpRequest,
    state: web::Data<WebState>,
    _name: web::Path<String>,
) -> HttpResponse {
    let mut files = FILES.iter();
    let found = files.find(|file| file.path == request.path());
    match found.filter(|_| state.graphql.explorer == Explorer::On) {
        Some(file) => respond(&request, file).await,
        None => crate::not_found().await,
    }
}

fn html(credentials: &ExplorerCredentials) -> String {
    let given = given(credentials).to_string();
    // Within a script element, only a less-than sign can end it.
    let given = given.replace('<', "\\u003c");
    format!("{HEAD}{given}{TAIL}")
}

/// Returns the credentials, and what examples know about the caller.
fn given(credentials: &ExplorerCredentials) -> Value {
    let values = [
        ("organizationId", &credentials.organization_id),
        ("recruiterId", &credentials.user_id),
        ("userType", &credentials.user_type),
    ];
    let known = values.into_iter().filter(|(_, value)| !value.is_empty());
    let values: serde_json::Map<String, Value> = known
        .map(|(name, value)| (name.to_owned(), value.as_str().into()))
        .collect();
    json!({
        "apiKey": credentials.api_key,
        "accessToken": credentials.access_token,
        "values": values,
    })
}

/// Returns a file, compressed if it is stored so and the browser can decompress it.
async fn respond(request: &HttpRequest, file: &'static File) -> HttpResponse {
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CACHE_CONTROL, FOR_A_DAY))
        .insert_header((CONTENT_TYPE, file.media_type))
        .insert_header((VARY, "accept-encoding"));
    if !file.is_compressed {
        return response.body(file.bytes);
    }
    if accepts_gzip(request) {
        response.insert_header((CONTENT_ENCODING, "gzip"));
        return response.body(file.bytes);
    }
    match file.plain.of(file.bytes).await {
        Ok(bytes) => response.body(bytes),
        Err(error) => error.to_response(),
    }
}

/// The decompressed bytes of a file of the program. The first client without gzip causes the work, and all share the result.
pub struct PlainBytes(OnceLock<Bytes>);

impl PlainBytes {
    /// Returns a place for the bytes.
    #[expect(clippy::new_without_default, reason = "statics need a constant")]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// Decompresses the bytes in the blocking pool, unless that has been done.
    ///
    /// # Errors
    /// Returns an error if the bytes are damaged.
    pub async fn of(&'static self, compressed: &'static [u8]) -> Result<Bytes, ApiError> {
        if let Some(bytes) = self.0.get() {
            return Ok(bytes.clone());
        }
        let plain = blocking(move || uncompressed(compressed)).await?;
        let plain = plain.map_err(|error| ApiError::internal(&error))?;
        Ok(self.0.get_or_init(|| plain.into()).clone())
    }
}

fn uncompressed(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    GzDecoder::new(bytes).read_to_end(&mut plain)?;
    Ok(plain)
}

/// Returns whether the client accepts gzip.
pub fn accepts_gzip(request: &HttpRequest) -> bool {
    let accepted = request.headers().get(ACCEPT_ENCODING);
    let accepted = accepted.and_then(|value| value.to_str().ok()).unwrap_or("");
    accepted.split(',').any(|part| {
        let (name, quality) = part.split_once(';').unwrap_or((part, ""));
        name.trim().eq_ignore_ascii_case("gzip") && quality.trim() != "q=0"
    })
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;
    use data_encoding::HEXLOWER;
    use sha2::{Digest, Sha256};

    use super::*;

    /// The most bytes that the explorer may add to the program.
    const MAX_BYTES: usize = 700_000;

    #[test]
    fn the_files_are_those_of_the_packages() {
        let digests = include_str!("../assets/explorer/DIGESTS");
        let recorded: Vec<&str> = digests
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        let libraries = FILES.iter().filter(|file| file.is_compressed);
        let found = libraries.map(|file| {
            let digest = Sha256::digest(uncompressed(file.bytes).unwrap());
            let name = file.path.strip_prefix(folder!()).unwrap();
            format!("{}  {name}", HEXLOWER.encode(&digest))
        });
        assert_eq!(recorded, found.collect::<Vec<_>>());
        let version = folder!().trim_end_matches('/').rsplit('-').next().unwrap();
        assert!(digests.starts_with(&format!("# graphiql {version}, MIT")));
        for license in [
            include_str!("../assets/explorer/LICENSE_GRAPHIQL"),
            include_str!("../assets/explorer/LICENSE_REACT"),
        ] {
            assert!(license.contains("Permission is hereby granted, free of charge"));
        }
    }

    #[test]
    fn the_explorer_stays_small() {
        let bytes: usize = FILES.iter().map(|file| file.bytes.len()).sum();
        assert!(bytes < MAX_BYTES, "{bytes} bytes");
    }

    #[test]
    fn values_cannot_leave_their_element() {
        let credentials = ExplorerCredentials {
            api_key: "</script><script>alert(1)</script>".to_owned(),
            ..ExplorerCredentials::default()
        };
        let page = html(&credentials);
        assert_eq!(page.matches("</script>").count(), 5);
        let given = page.rsplit_once("id=\"given\">").unwrap().1;
        let given: Value = serde_json::from_str(given.strip_suffix(TAIL).unwrap()).unwrap();
        assert_eq!(given["apiKey"], credentials.api_key.as_str());
        assert_eq!(given["values"], json!({}));
    }

    #[actix_web::test]
    async fn browsers_without_gzip_get_the_plain_file() {
        let encoding = async |accepted: &str| {
            let request = TestRequest::get().insert_header((ACCEPT_ENCODING, accepted.to_owned()));
            let response = respond(&request.to_http_request(), &FILES[0]).await;
            response.headers().contains_key(CONTENT_ENCODING)
        };
        assert!(encoding("gzip, deflate, br").await && encoding("br;q=1, gzip;q=0.5").await);
        assert!(!encoding("br, gzip;q=0").await && !encoding("").await);
    }

    #[actix_web::test]
    async fn clients_without_gzip_share_the_plain_file() {
        let plain = async || FILES[0].plain.of(FILES[0].bytes).await.unwrap();
        let (first, second) = (plain().await, plain().await);
        assert_eq!(first, uncompressed(FILES[0].bytes).unwrap());
        assert_eq!(first.as_ptr(), second.as_ptr());
    }
}
