//! Recognizes files of other formats.

/// A format in which no jobs are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[expect(missing_docs, reason = "each is the format of that name")]
pub enum ForeignFormat {
    Gif,
    Gzip,
    Html,
    Jpeg,
    NotText,
    OldOffice,
    OpenDocument,
    OtherZip,
    Pdf,
    Png,
    Program,
    Rtf,
    SevenZip,
    Word,
    Xlsb,
    Xml,
    ZipOrOffice,
}

/// Returns the format that is recognized by its first bytes, if it is another one.
pub(crate) fn foreign_format(bytes: &[u8]) -> Option<ForeignFormat> {
    const MAGICS: [(&[u8], ForeignFormat); 9] = [
        (b"%PDF-", ForeignFormat::Pdf),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
            ForeignFormat::OldOffice,
        ),
        (b"\x89PNG", ForeignFormat::Png),
        (b"\xff\xd8\xff", ForeignFormat::Jpeg),
        (b"GIF8", ForeignFormat::Gif),
        (b"\x1f\x8b", ForeignFormat::Gzip),
        (b"{\\rtf", ForeignFormat::Rtf),
        (b"7z\xbc\xaf", ForeignFormat::SevenZip),
        (b"\x7fELF", ForeignFormat::Program),
    ];
    MAGICS
        .iter()
        .find(|(magic, _)| bytes.starts_with(magic))
        .map(|(_, format)| *format)
}

/// Returns the format of a text that is not a table.
pub(crate) fn foreign_text(start: &str) -> Option<ForeignFormat> {
    let head: String = start.chars().take(1_000).collect::<String>().to_lowercase();
    if head.starts_with("<!doctype html") || head.starts_with("<html") {
        return Some(ForeignFormat::Html);
    }
    if head.starts_with("<?xml") {
        return Some(ForeignFormat::Xml);
    }
    let control = head
        .chars()
        .filter(|c| (c.is_control() && !c.is_whitespace()) || *c == char::REPLACEMENT_CHARACTER)
        .count();
    (control * 10 > head.chars().count()).then_some(ForeignFormat::NotText)
}
