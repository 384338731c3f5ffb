//! Styles, scripts and icons. Each is served under a name that contains its digest, so browsers keep it for a year.

use std::sync::LazyLock;

use actix_web::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use actix_web::{HttpResponse, web};
use data_encoding::HEXLOWER;
use sha2::{Digest, Sha256};

/// How browsers keep an asset. A changed asset has another name.
pub(crate) const FOR_EVER: &str = "public, max-age=31536000, immutable";
/// The number of bytes of the digest in a name.
const DIGEST_BYTES: usize = 8;

/// A file that is part of the program.
struct Asset {
    path: String,
    media_type: &'static str,
    bytes: &'static [u8],
}

impl Asset {
    fn new(stem: &str, ending: &str, bytes: &'static [u8]) -> Self {
        let digest = Sha256::digest(bytes);
        let digest = HEXLOWER.encode(digest.get(..DIGEST_BYTES).unwrap_or_default());
        Self {
            path: format!("/app/assets/{stem}.{digest}.{ending}"),
            media_type: match ending {
                "css" => "text/css; charset=utf-8",
                "js" => "text/javascript; charset=utf-8",
                _ => "image/svg+xml",
            },
            bytes,
        }
    }
}

macro_rules! assets {
    ($($name:ident = $stem:literal, $ending:literal;)*) => {
        $(
            static $name: LazyLock<Asset> = LazyLock::new(|| {
                let bytes = include_bytes!(concat!("../assets/", $stem, ".", $ending));
                Asset::new($stem, $ending, bytes)
            });
        )*

        fn all() -> impl Iterator<Item = &'static Asset> {
            [$(&*$name),*].into_iter()
        }
    };
}

assets! {
    STYLE = "app", "css";
    ICON = "icon", "svg";
    SHORTCUTS = "shortcuts", "js";
    DRAFTS = "drafts", "js";
    COPY = "copy", "js";
    PASSKEY = "passkey", "js";
    REQUIREMENTS = "requirements", "js";
    UPLOAD = "upload", "js";
    RANKING = "ranking", "js";
    CANDIDATE = "candidate", "js";
    VIEWER = "viewer", "js";
    INTERVIEWS = "interviews", "js";
    BOARD = "board", "js";
    UNSENT = "unsent", "js";
}

/// The paths of the assets, for templates.
#[derive(Debug, Clone, Copy)]
pub(crate) struct AssetPaths {
    pub(crate) style: &'static str,
    pub(crate) icon: &'static str,
    pub(crate) shortcuts: &'static str,
    pub(crate) drafts: &'static str,
    pub(crate) copy: &'static str,
    pub(crate) passkey: &'static str,
    pub(crate) requirements: &'static str,
    pub(crate) upload: &'static str,
    pub(crate) ranking: &'static str,
    pub(crate) candidate: &'static str,
    pub(crate) viewer: &'static str,
    pub(crate) interviews: &'static str,
    pub(crate) board: &'static str,
    pub(crate) unsent: &'static str,
}

/// Returns the paths of the assets.
pub(crate) fn paths() -> AssetPaths {
    AssetPaths {
        style: &STYLE.path,
        icon: &ICON.path,
        shortcuts: &SHORTCUTS.path,
        drafts: &DRAFTS.path,
        copy: &COPY.path,
        passkey: &PASSKEY.path,
        requirements: &REQUIREMENTS.path,
        upload: &UPLOAD.path,
        ranking: &RANKING.path,
        candidate: &CANDIDATE.path,
        viewer: &VIEWER.path,
        interviews: &INTERVIEWS.path,
        board: &BOARD.path,
        unsent: &UNSENT.path,
    }
}

/// Returns an asset.
pub(crate) async fn asset(
    request: actix_web::HttpRequest,
    _name: web::Path<String>,
) -> HttpResponse {
    match all().find(|asset| asset.path == request.path()) {
        Some(asset) => HttpResponse::Ok()
            .insert_header((CACHE_CONTROL, FOR_EVER))
            .insert_header((CONTENT_TYPE, asset.media_type))
            .body(asset.bytes),
        None => HttpResponse::NotFound().finish(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_contain_the_digest_and_differ() {
        let paths: Vec<_> = all().map(|asset| asset.path.clone()).collect();
        let mut distinct = paths.clone();
        distinct.sort();
        distinct.dedup();
        assert_eq!(paths.len(), distinct.len());
        assert!(STYLE.path.starts_with("/app/assets/app."));
        assert_eq!(STYLE.path.len(), "/app/assets/app..css".len() + 16);
    }
}
