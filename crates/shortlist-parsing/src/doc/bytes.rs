//! Little-endian numbers at checked places.

/// The byte at a place.
pub(crate) fn u8_at(bytes: &[u8], at: usize) -> Option<u8> {
    bytes.get(at).copied()
}

/// The 16-bit number at a place.
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    bytes.try_into().ok().map(u16::from_le_bytes)
}

/// The 32-bit number at a place.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    bytes.try_into().ok().map(u32::from_le_bytes)
}

/// The 32-bit number at a place, as a place.
pub(crate) fn place_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32_at(bytes, at)?).ok()
}

/// A stretch by its start and length; shorter where the bytes end.
pub(crate) fn stretch(bytes: &[u8], start: usize, length: usize) -> &[u8] {
    let end = start.saturating_add(length).min(bytes.len());
    bytes.get(start..end).unwrap_or_default()
}
