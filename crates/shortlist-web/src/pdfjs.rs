//! pdf.js, which renders PDFs in the browser. `assets/pdfjs/DIGESTS` says which version it is, and where it comes from.
//!
//! Its files are compressed in the program and on the network. Only pages with a viewer load them.

use actix_web::http::header::{
    CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE, VARY,
};
use actix_web::{HttpRequest, HttpResponse};
use shortlist_transport::{PlainBytes, accepts_gzip};

use crate::assets::FOR_EVER;

/// The version, which the paths contain.
macro_rules! folder {
    () => {
        "/app/assets/pdf-6.5.438/"
    };
}

/// The path of the folder, for the decoders whose names the library knows.
pub(crate) const FOLDER: &str = folder!();
/// The path of the library.
pub(crate) const LIBRARY: &str = concat!(folder!(), "pdf.min.mjs");
/// The path of the script that reads documents in a thread of its own.
pub(crate) const WORKER: &str = concat!(folder!(), "pdf.worker.min.mjs");
/// What the worker may load: its decoders of images, and nothing else. It may not evaluate texts.
const POLICY: &str = "default-src 'none'; script-src 'self'";

/// A compressed file of pdf.js.
struct Script {
    path: &'static str,
    compressed: &'static [u8],
    plain: PlainBytes,
}

macro_rules! scripts {
    ($($name:literal),*) => {
        [$(Script {
            path: concat!(folder!(), $name),
            compressed: include_bytes!(concat!("../assets/pdfjs/", $name, ".gz")),
            plain: PlainBytes::new(),
        }),*]
    };
}

static SCRIPTS: [Script; 4] = scripts![
    "pdf.min.mjs",
    "pdf.worker.min.mjs",
    "jbig2_nowasm_fallback.js",
    "openjpeg_nowasm_fallback.js"
];

/// Returns a file of the folder.
pub(crate) async fn script(request: HttpRequest) -> HttpResponse {
    respond(&request)
        .await
        .unwrap_or_else(|| HttpResponse::NotFound().finish())
}

/// Returns one of the files, compressed if the browser can decompress it.
async fn respond(request: &HttpRequest) -> Option<HttpResponse> {
    let script = SCRIPTS
        .iter()
        .find(|script| script.path == request.path())?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CACHE_CONTROL, FOR_EVER))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .insert_header((CONTENT_TYPE, "text/javascript; charset=utf-8"))
        .insert_header((VARY, "accept-encoding"));
    if accepts_gzip(request) {
        response.insert_header((CONTENT_ENCODING, "gzip"));
        return Some(response.body(script.compressed));
    }
    Some(match script.plain.of(script.compressed).await {
        Ok(bytes) => response.body(bytes),
        Err(_damaged) => HttpResponse::InternalServerError().finish(),
    })
}

#[cfg(test)]
mod tests {
    use actix_web::http::header::ACCEPT_ENCODING;
    use actix_web::test::TestRequest;
    use data_encoding::HEXLOWER;
    use sha2::{Digest, Sha256};

    use super::*;

    /// The most bytes that the viewer may add to the program.
    const MAX_BYTES: usize = 700_000;

    #[actix_web::test]
    async fn the_files_are_those_of_the_package() {
        let digests = include_str!("../assets/pdfjs/DIGESTS");
        let recorded: Vec<&str> = digests
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        let mut found = Vec::new();
        for script in &SCRIPTS {
            let digest = Sha256::digest(script.plain.of(script.compressed).await.unwrap());
            let name = script.path.strip_prefix(FOLDER).unwrap();
            found.push(format!("{}  {name}", HEXLOWER.encode(&digest)));
        }
        assert_eq!(recorded, found);
        let version = FOLDER.trim_end_matches('/').rsplit('-').next().unwrap();
        assert!(digests.starts_with(&format!("# pdfjs-dist {version}, Apache-2.0")));
        let license = include_str!("../assets/pdfjs/LICENSE");
        assert!(license.contains("Apache License"));
    }

    #[test]
    fn the_viewer_stays_small() {
        let bytes: usize = SCRIPTS.iter().map(|script| script.compressed.len()).sum();
        assert!(bytes < MAX_BYTES, "{bytes} bytes");
    }

    #[actix_web::test]
    async fn browsers_without_gzip_get_the_plain_file() {
        for (encoding, is_compressed) in [
            ("gzip, deflate, br, zstd", true),
            ("br;q=1, gzip;q=0.5", true),
            ("br, gzip;q=0", false),
            ("", false),
        ] {
            let request = TestRequest::get().uri(LIBRARY);
            let request = request.insert_header((ACCEPT_ENCODING, encoding));
            let response = respond(&request.to_http_request()).await.unwrap();
            let has_encoding = response.headers().contains_key(CONTENT_ENCODING);
            assert_eq!(has_encoding, is_compressed, "{encoding}");
        }
    }
}
