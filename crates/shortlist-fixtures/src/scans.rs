//! Scans of an invented resume: files whose pages are images.
//!
//! `page.txt` was drawn in a font without serifs and saved in three encodings: as a black and white PNG of 200 dpi, as the same image in
//! the encoding of fax machines (ITU-T T.6), and as a grey JPEG of 150 dpi.

use crate::docx::{document, docx_of_parts};
use crate::hostile::{Expected, HostileFile};
use crate::pdf::{Object, assemble, stream};

/// The text of the page.
pub const SCANNED_TEXT: &str = include_str!("scans/page.txt");

const FAX: &[u8] = include_bytes!("scans/page.ccitt");
const JPEG: &[u8] = include_bytes!("scans/page.jpg");
const PNG: &[u8] = include_bytes!("scans/page.png");
/// The signature of a PNG file, its first chunk, and the head of the chunk with the compressed rows.
const PNG_HEAD_BYTES: usize = 8 + 25 + 8;
/// The checksum of that chunk, and the last chunk.
const PNG_TAIL_BYTES: usize = 4 + 12;

/// The encoding of a scanned page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PageEncoding {
    /// Black and white, as fax machines encode it.
    Fax,
    /// Grey, as a JPEG.
    Jpeg,
    /// Black and white, compressed like a PNG.
    Flate,
}

impl PageEncoding {
    /// Every encoding.
    pub const ALL: [Self; 3] = [Self::Fax, Self::Jpeg, Self::Flate];

    fn image(self) -> Object {
        let bitmap = "/Width 1654 /Height 2339 /BitsPerComponent 1";
        match self {
            Self::Fax => image(
                &format!(
                    "{bitmap} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 1654 /Rows 2339 >>"
                ),
                FAX,
            ),
            Self::Jpeg => image(
                "/Width 1240 /Height 1754 /BitsPerComponent 8 /Filter /DCTDecode",
                JPEG,
            ),
            Self::Flate => image(
                &format!(
                    "{bitmap} /Filter /FlateDecode /DecodeParms << /Predictor 15 /Columns 1654 /Colors 1 /BitsPerComponent 1 >>"
                ),
                PNG.get(PNG_HEAD_BYTES..PNG.len() - PNG_TAIL_BYTES)
                    .unwrap_or_default(),
            ),
        }
    }
}

fn image(entries: &str, bytes: &[u8]) -> Object {
    let entries = format!("/Type /XObject /Subtype /Image /ColorSpace /DeviceGray {entries}");
    stream(&entries, bytes)
}

/// Returns a PDF with the same page once in each encoding.
pub fn scanned_pdf(pages: &[PageEncoding]) -> Vec<u8> {
    let images: Vec<Object> = pages.iter().map(|page| page.image()).collect();
    pdf_of_images(&images)
}

fn pdf_of_images(images: &[Object]) -> Vec<u8> {
    let kids: String = (0..images.len())
        .map(|page| format!("{} 0 R ", 4 + 2 * page))
        .collect();
    let content = stream("", b"q 595 0 0 842 0 0 cm /Page Do Q");
    let mut objects: Vec<Object> = vec![
        "<< /Type /Catalog /Pages 2 0 R >>".into(),
        format!("<< /Type /Pages /Count {} /Kids [{kids}] >>", images.len()).into(),
        content,
    ];
    for (number, image) in images.iter().enumerate() {
        let page = format!(
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /XObject << /Page {} 0 R >> >> /Contents 3 0 R >>",
            5 + 2 * number
        );
        objects.push(page.into());
        objects.push(image.clone());
    }
    assemble(&objects, "")
}

/// Returns a DOCX that contains only an image of the page.
pub fn scanned_docx() -> Vec<u8> {
    let text = document::<&str>(&[]);
    docx_of_parts(&[
        ("word/document.xml", text.as_bytes()),
        ("word/media/image1.png", PNG),
    ])
}

/// Returns scans that attack the reader or the recognition of text.
pub fn hostile_scans() -> Vec<HostileFile> {
    let grey = "/Width 60000 /Height 60000 /BitsPerComponent 8";
    let small = "/Width 1000 /Height 1000 /BitsPerComponent 8";
    let cut = JPEG.get(..JPEG.len() / 9).unwrap_or_default();
    let many = vec![PageEncoding::Fax; 21];
    let file =
        |name, image| HostileFile::new(name, pdf_of_images(&[image]), Expected::Refused("scan"));
    vec![
        file("huge.pdf", image(grey, &[0; 100])),
        file(
            "huge-jpeg.pdf",
            image(&format!("{small} /Filter /DCTDecode"), &huge_jpeg()),
        ),
        file(
            "cut-jpeg.pdf",
            image(&format!("{small} /Filter /DCTDecode"), cut),
        ),
        file(
            "no-jpeg.pdf",
            image(&format!("{small} /Filter /DCTDecode"), b"%!PS"),
        ),
        file("noise.pdf", image(small, &noise(1_000_000))),
        HostileFile::new(
            "many-pages.pdf",
            scanned_pdf(&many),
            Expected::Refused("scan"),
        ),
    ]
}

/// Returns a JPEG whose header announces the largest size that the format knows.
fn huge_jpeg() -> Vec<u8> {
    let mut file = JPEG.to_vec();
    let frame = file.windows(2).position(|marker| marker == [0xFF, 0xC0]);
    let size = frame.and_then(|frame| file.get_mut(frame + 5..frame + 9));
    if let Some(size) = size {
        size.fill(0xFF);
    }
    file
}

/// Returns bytes without a pattern, always the same.
fn noise(length: usize) -> Vec<u8> {
    let mut state: u32 = 1;
    let next = |_| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        state.to_be_bytes()[0]
    };
    (0..length).map(next).collect()
}
