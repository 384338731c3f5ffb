//! Maps the code page numbers of RTF to encodings.

use encoding_rs::{Encoding, WINDOWS_1252};

/// Returns the code page of a font's character set, if the set has one.
pub(super) fn page_of_charset(charset: i32) -> Option<&'static Encoding> {
    let page = match charset {
        77 => encoding_rs::MACINTOSH,
        128 => encoding_rs::SHIFT_JIS,
        129 => encoding_rs::EUC_KR,
        134 => encoding_rs::GBK,
        136 => encoding_rs::BIG5,
        161 => encoding_rs::WINDOWS_1253,
        162 => encoding_rs::WINDOWS_1254,
        163 => encoding_rs::WINDOWS_1258,
        177 => encoding_rs::WINDOWS_1255,
        178 => encoding_rs::WINDOWS_1256,
        186 => encoding_rs::WINDOWS_1257,
        204 => encoding_rs::WINDOWS_1251,
        222 => encoding_rs::WINDOWS_874,
        238 => encoding_rs::WINDOWS_1250,
        _ => return None,
    };
    Some(page)
}

/// Returns the code page of a Windows number. An unknown number means Western.
pub(super) fn windows_page(number: i32) -> &'static Encoding {
    match number {
        65001 => encoding_rs::UTF_8,
        932 => encoding_rs::SHIFT_JIS,
        936 => encoding_rs::GBK,
        949 => encoding_rs::EUC_KR,
        950 => encoding_rs::BIG5,
        874 => encoding_rs::WINDOWS_874,
        10000 => encoding_rs::MACINTOSH,
        number => {
            Encoding::for_label(format!("windows-{number}").as_bytes()).unwrap_or(WINDOWS_1252)
        }
    }
}
