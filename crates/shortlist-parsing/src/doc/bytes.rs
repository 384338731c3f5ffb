//! Reads little-endian numbers at checked offsets.

/// Returns the byte at an offset.
pub(crate) fn u8_at(bytes: &[u8], at: usize) -> Option<u8> {
    bytes.get(at).copied()
}

/// Returns the 16-bit number at an offset.
pub(crate) fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    let bytes = bytes.get(at..at.checked_add(2)?)?;
    bytes.try_into().ok().map(u16::from_le_bytes)
}

/// Returns the 32-bit number at an offset.
pub(crate) fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    let bytes = bytes.get(at..at.checked_add(4)?)?;
    bytes.try_into().ok().map(u32::from_le_bytes)
}

/// Returns the 32-bit number at an offset, as an offset.
pub(crate) fn offset_at(bytes: &[u8], at: usize) -> Option<usize> {
    usize::try_from(u32_at(bytes, at)?).ok()
}

/// Returns the bytes at a start and length. The result is shorter if the bytes end earlier.
pub(crate) fn bytes_at(bytes: &[u8], start: usize, length: usize) -> &[u8] {
    let end = start.saturating_add(length).min(bytes.len());
    bytes.get(start..end).unwrap_or_default()
}
