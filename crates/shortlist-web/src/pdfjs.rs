//! pdf.js, which renders PDFs in the browser. `assets/pdfjs/DIGESTS` says which version it is, and where it comes from.
//!
//! Its files are compressed in the program and on the network. Only pages with a viewer load them.

use std::io::Read;
use std::sync::LazyLock;

use actix_web::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, VARY,
};
use actix_web::{HttpRequest, HttpResponse};
use flate2::read::GzDecoder;

use crate::assets::{FOR_EVER, path_of};

/// A compressed file of pdf.js.
struct Script {
    path: String,
    compressed: &'static [u8],
}

impl Script {
    fn new(stem: &str, compressed: &'static [u8]) -> Self {
        Self {
            path: path_of(stem, "mjs", compressed),
            compressed,
        }
    }

    fn uncompressed(&self) -> std::io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        GzDecoder::new(self.compressed).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

static LIBRARY: LazyLock<Script> =
    LazyLock::new(|| Script::new("pdf", include_bytes!("../assets/pdfjs/pdf.min.mjs.gz")));
static WORKER: LazyLock<Script> = LazyLock::new(|| {
    Script::new(
        "pdf.worker",
        include_bytes!("../assets/pdfjs/pdf.worker.min.mjs.gz"),
    )
});

/// Returns the path of the library.
pub(crate) fn library() -> &'static str {
    &LIBRARY.path
}

/// Returns the path of the script that reads documents in a thread of its own.
pub(crate) fn worker() -> &'static str {
    &WORKER.path
}

/// Returns one of the files, compressed if the browser can decompress it.
pub(crate) fn respond(request: &HttpRequest) -> Option<HttpResponse> {
    let script = [&*LIBRARY, &*WORKER]
        .into_iter()
        .find(|script| script.path == request.path())?;
    let mut response = HttpResponse::Ok();
    response
        .insert_header((CACHE_CONTROL, FOR_EVER))
        .insert_header((CONTENT_TYPE, "text/javascript; charset=utf-8"))
        .insert_header((VARY, "accept-encoding"));
    if accepts_gzip(request) {
        response.insert_header((CONTENT_ENCODING, "gzip"));
        return Some(response.body(script.compressed));
    }
    Some(match script.uncompressed() {
        Ok(bytes) => response.body(bytes),
        Err(_damaged) => HttpResponse::InternalServerError().finish(),
    })
}

fn accepts_gzip(request: &HttpRequest) -> bool {
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

    /// The most bytes that the viewer may add to the program.
    const MAX_BYTES: usize = 600_000;

    #[test]
    fn the_files_are_those_of_the_package() {
        let digests = include_str!("../assets/pdfjs/DIGESTS");
        let recorded: Vec<&str> = digests
            .lines()
            .filter(|line| !line.starts_with('#'))
            .collect();
        let found = [(&*LIBRARY, "pdf.min.mjs"), (&*WORKER, "pdf.worker.min.mjs")];
        let found = found.map(|(script, name)| {
            let digest = Sha256::digest(script.uncompressed().unwrap());
            format!("{}  {name}", HEXLOWER.encode(&digest))
        });
        assert_eq!(recorded, found);
        assert!(digests.starts_with("# pdfjs-dist 6.5.438, Apache-2.0"));
        let license = include_str!("../assets/pdfjs/LICENSE");
        assert!(license.contains("Apache License"));
    }

    #[test]
    fn the_viewer_stays_small() {
        let bytes = LIBRARY.compressed.len() + WORKER.compressed.len();
        assert!(bytes < MAX_BYTES, "{bytes} bytes");
    }

    #[test]
    fn browsers_without_gzip_get_the_plain_file() {
        let get = |encoding: &str| {
            let request = TestRequest::get().uri(library());
            let request = request.insert_header((ACCEPT_ENCODING, encoding.to_owned()));
            respond(&request.to_http_request()).unwrap()
        };
        let compressed = |encoding| get(encoding).headers().contains_key(CONTENT_ENCODING);
        assert!(compressed("gzip, deflate, br, zstd"));
        assert!(compressed("br;q=1, gzip;q=0.5"));
        assert!(!compressed("br, gzip;q=0"));
        assert!(!compressed(""));
    }
}
