//! Finds the images of the pages of a PDF.
//!
//! A scanner writes one image for each page, so the page itself needs no rendering. `pdfboss` decodes fax, JBIG2 and
//! compressed images. JPEG and JPEG 2000 stay as they are.

use pdfboss_core::content::{ContentOps, Op};
use pdfboss_core::filters::is_image_codec;
use pdfboss_core::{Dict, Document, Immediate, Object, Page, Stream, block_on, page_content_with};

use super::headers::size_of;
use super::samples::{Colours, Samples};
use super::{MAX_SCANNED_PAGES, PageImage, is_page};
use crate::ReadError;
use crate::guard::isolated_call;
use crate::pdf::MAX_PAGES;
use shortlist_domain::{Damage, DocumentLimit};

/// The maximum nesting of forms around an image.
const MAX_FORMS: usize = 3;
/// The maximum number of objects that a page paints.
const MAX_OBJECTS: usize = 200;
/// The signature of a JPEG 2000 file.
const JPEG_2000: &[u8] = b"\0\0\0\x0CjP  ";

/// Returns the largest image of each page.
///
/// # Errors
/// Returns an error if the file is damaged or exceeds a limit.
pub(super) fn page_images(bytes: &[u8]) -> Result<Vec<PageImage>, ReadError> {
    isolated_call(|| {
        // The reader's error may quote the file, so it is not passed on.
        let damaged = |_error: pdfboss_core::Error| ReadError::damaged(Damage::Objects);
        let document = Document::load(bytes.to_vec()).map_err(damaged)?;
        let mut images = Vec::new();
        for index in 0..document.flattened_page_count().min(MAX_PAGES) {
            let page = document.page(index).map_err(damaged)?;
            let Some(image) = page_image(&document, &page)? else {
                continue;
            };
            if images.len() == MAX_SCANNED_PAGES {
                return Err(ReadError::Limit(DocumentLimit::ScannedPages));
            }
            images.push(PageImage {
                page: u32::try_from(index).unwrap_or(u32::MAX),
                ..image
            });
        }
        Ok(images)
    })
}

fn page_image(document: &Document, page: &Page) -> Result<Option<PageImage>, ReadError> {
    let Ok(content) = block_on(page_content_with(Immediate(document), page)) else {
        return Ok(None);
    };
    let mut painted = Painted {
        document,
        images: Vec::new(),
        objects: 0,
    };
    painted.collect(&content, &page.resources, 0);
    let mut images = painted.images;
    images.sort_by_key(|image| std::cmp::Reverse(image.pixels()));
    for image in images {
        if !is_page(image.width, image.height)? {
            continue;
        }
        if let Some(bytes) = image.encode(document)? {
            let pixels = image.pixels();
            return Ok(Some(PageImage {
                page: 0,
                bytes,
                pixels,
            }));
        }
    }
    Ok(None)
}

/// The images that a page paints.
struct Painted<'a> {
    document: &'a Document,
    images: Vec<Image>,
    objects: usize,
}

impl Painted<'_> {
    fn collect(&mut self, content: &[u8], resources: &Dict, depth: usize) {
        let mut operators = ContentOps::new(content);
        while let Ok(Some((operator, _span))) = operators.next_op() {
            let Op::XObject(name) = operator else {
                continue;
            };
            self.objects += 1;
            if self.objects > MAX_OBJECTS {
                return;
            }
            let objects = resolved(self.document, resources, "XObject");
            let objects = objects.as_ref().and_then(Object::as_dict);
            let object = objects.and_then(|all| resolved(self.document, all, &name.0));
            let Some(Object::Stream(stream)) = object else {
                continue;
            };
            let kind = stream.dict.get_name("Subtype").map(|kind| kind.0.as_str());
            match kind {
                Some("Image") => self.images.extend(Image::of(self.document, stream)),
                Some("Form") if depth < MAX_FORMS => self.collect_form(&stream, resources, depth),
                _ => {}
            }
        }
    }

    fn collect_form(&mut self, form: &Stream, outer: &Dict, depth: usize) {
        let Ok(content) = self.document.stream_data(form) else {
            return;
        };
        let own = resolved(self.document, &form.dict, "Resources");
        let resources = own.as_ref().and_then(Object::as_dict).unwrap_or(outer);
        self.collect(&content, resources, depth + 1);
    }
}

fn resolved(document: &Document, dict: &Dict, key: &str) -> Option<Object> {
    document.resolve(dict.get(key)?).ok()
}

/// An image of a PDF (ISO 32000-1, 8.9.5).
struct Image {
    width: u32,
    height: u32,
    stream: Stream,
}

impl Image {
    fn of(document: &Document, stream: Stream) -> Option<Self> {
        let side = |key: &str| {
            let side = resolved(document, &stream.dict, key)?.as_int()?;
            u32::try_from(side).ok()
        };
        Some(Self {
            width: side("Width")?,
            height: side("Height")?,
            stream,
        })
    }

    fn pixels(&self) -> u64 {
        u64::from(self.width) * u64::from(self.height)
    }

    /// Returns the image as a file, or `None` if its encoding is unknown.
    fn encode(&self, document: &Document) -> Result<Option<Vec<u8>>, ReadError> {
        let Ok(data) = document.stream_data(&self.stream) else {
            return Ok(None);
        };
        if let Some(size) = size_of(&data) {
            // The header decides, because the dictionary may state another size.
            return Ok(is_page(size.0, size.1)?.then_some(data));
        }
        if data.starts_with(JPEG_2000) {
            return Ok(Some(data));
        }
        if self.is_encoded(document) {
            return Ok(None);
        }
        Ok(self
            .samples(document)
            .and_then(|samples| samples.encode(&data)))
    }

    /// Returns whether the data is still in a format of images, rather than samples.
    fn is_encoded(&self, document: &Document) -> bool {
        let filters = match resolved(document, &self.stream.dict, "Filter") {
            Some(Object::Array(filters)) => filters,
            filter => filter.into_iter().collect(),
        };
        let last = filters.last().and_then(|last| document.resolve(last).ok());
        let last = last.as_ref().and_then(Object::as_name);
        last.is_some_and(|last| is_image_codec(&last.0))
    }

    fn samples(&self, document: &Document) -> Option<Samples> {
        let value = |key: &str| resolved(document, &self.stream.dict, key);
        let stencil = value("ImageMask").and_then(|mask| mask.as_bool()) == Some(true);
        let bits = value("BitsPerComponent").and_then(|bits| bits.as_int());
        let colours = match (stencil, value("ColorSpace")) {
            (false, Some(space)) => colours(document, &space)?,
            _ => Colours::Grey,
        };
        let fax = || u32::from(stencil || bits.is_none());
        let decode = value("Decode");
        let first = decode.as_ref().and_then(Object::as_array);
        let first = first.and_then(|range| range.first()?.as_f64());
        Some(Samples {
            width: self.width,
            height: self.height,
            bits: bits
                .and_then(|bits| u32::try_from(bits).ok())
                .unwrap_or_else(fax),
            inverted: first == Some(1.0),
            colours,
        })
    }
}

/// Returns how a colour space (ISO 32000-1, 8.6) expresses colours, or `None` if it is unknown.
fn colours(document: &Document, space: &Object) -> Option<Colours> {
    let parts = match space {
        Object::Array(parts) => parts.as_slice(),
        single => std::slice::from_ref(single),
    };
    let part = |at: usize| document.resolve(parts.get(at)?).ok();
    let family = part(0)?;
    match family.as_name()?.0.as_str() {
        "DeviceGray" | "CalGray" | "G" => Some(Colours::Grey),
        "DeviceRGB" | "CalRGB" | "RGB" => Some(Colours::Rgb),
        "DeviceCMYK" | "CMYK" => Some(Colours::Cmyk),
        "Separation" => Some(Colours::Ink),
        "ICCBased" => match part(1)?.as_stream()?.dict.get_int("N")? {
            1 => Some(Colours::Grey),
            3 => Some(Colours::Rgb),
            4 => Some(Colours::Cmyk),
            _ => None,
        },
        "Indexed" | "I" => {
            let base = colours(document, &part(1)?)?;
            let table = match part(3)? {
                Object::Stream(stream) => document.stream_data(&stream).ok()?,
                other => other.as_str_bytes()?.to_vec(),
            };
            base.palette(&table)
        }
        _ => None,
    }
}
