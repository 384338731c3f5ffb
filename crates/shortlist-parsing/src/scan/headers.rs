//! The sizes of images, from their headers.

/// The markers of JPEG segments that contain the size of the image (ITU-T T.81, table B.1).
const FRAMES: [u8; 13] = [
    0xC0, 0xC1, 0xC2, 0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF,
];
/// The signature of a PNG file, and the length and name of its first chunk.
const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR";

/// Returns width and height of a JPEG or PNG file.
pub(super) fn size_of(bytes: &[u8]) -> Option<(u32, u32)> {
    match bytes.strip_prefix(PNG) {
        Some(header) => Some((number(header, 0, 4)?, number(header, 4, 4)?)),
        None => size_of_jpeg(bytes),
    }
}

fn size_of_jpeg(bytes: &[u8]) -> Option<(u32, u32)> {
    let mut rest = bytes.strip_prefix(b"\xFF\xD8")?;
    loop {
        // Any number of FF bytes may precede a marker.
        let start = rest.iter().position(|byte| *byte != 0xFF)?;
        let (marker, segment) = (*rest.get(start)?, rest.get(start + 1..)?);
        if FRAMES.contains(&marker) {
            return Some((number(segment, 5, 2)?, number(segment, 3, 2)?));
        }
        let length = usize::try_from(number(segment, 0, 2)?).ok()?;
        rest = segment.get(length.max(2)..)?;
    }
}

/// Returns a big-endian number.
fn number(bytes: &[u8], start: usize, length: usize) -> Option<u32> {
    let digits = bytes.get(start..start + length)?.iter();
    Some(digits.fold(0, |number, digit| number << 8 | u32::from(*digit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_from_headers() {
        let jpeg = b"\xFF\xD8\xFF\xE0\0\x04ab\xFF\xFF\xC2\0\x11\x08\x01\0\x02\x03rest";
        assert_eq!(size_of(jpeg), Some((0x0203, 0x0100)));
        let png = b"\x89PNG\r\n\x1A\n\0\0\0\x0DIHDR\0\0\x01\0\0\0\0\x07";
        assert_eq!(size_of(png), Some((256, 7)));
        for cut in 0..jpeg.len() - 4 {
            assert_eq!(size_of(jpeg.get(..cut.min(15)).unwrap()), None, "{cut}");
        }
        assert_eq!(size_of(b"GIF89a"), None);
    }
}
