//! Finds the images of a DOCX that contains nothing else.

use std::borrow::Cow;
use std::io::{Cursor, Read};

use zip::ZipArchive;

use super::headers::size_of;
use super::{MAX_SCANNED_PAGES, PageImage, is_page};
use crate::ReadError;
use shortlist_domain::DocumentLimit;

/// The folder of a document's images.
const FOLDER: &str = "word/media/";
/// The maximum size of an image file.
const MAX_IMAGE_BYTES: u64 = 32 << 20;

/// Returns the images that may be pages, in the order of their names, which Word numbers.
///
/// # Errors
/// Returns an error if the images exceed a limit.
pub(super) fn page_images(bytes: &[u8]) -> Result<Vec<PageImage>, ReadError> {
    let Ok(mut archive) = ZipArchive::new(Cursor::new(bytes)) else {
        return Ok(Vec::new());
    };
    let names = archive.file_names().flatten();
    let names = names.filter(|name| name.starts_with(FOLDER));
    let mut names: Vec<String> = names.map(Cow::into_owned).collect();
    names.sort_by_key(|name| (name.len(), name.clone()));
    let mut images = Vec::new();
    for name in names {
        let Some((bytes, size)) = image(&mut archive, &name) else {
            continue;
        };
        if !is_page(size.0, size.1)? {
            continue;
        }
        if images.len() == MAX_SCANNED_PAGES {
            return Err(ReadError::Limit(DocumentLimit::ScannedPages));
        }
        images.push(PageImage {
            page: u32::try_from(images.len()).unwrap_or(u32::MAX),
            bytes,
            pixels: u64::from(size.0) * u64::from(size.1),
        });
    }
    Ok(images)
}

fn image(archive: &mut ZipArchive<Cursor<&[u8]>>, name: &str) -> Option<(Vec<u8>, (u32, u32))> {
    let member = archive.by_name(name).ok()?;
    let mut bytes = Vec::new();
    let read = member
        .take(MAX_IMAGE_BYTES + 1)
        .read_to_end(&mut bytes)
        .ok()?;
    let fits = u64::try_from(read).is_ok_and(|read| read <= MAX_IMAGE_BYTES);
    let size = size_of(&bytes).filter(|_| fits)?;
    Some((bytes, size))
}
