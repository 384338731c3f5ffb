//! Frames of HTTP/2 (RFC 9113, section 4).

/// The first bytes of a client.
pub(crate) const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

pub(crate) const DATA: u8 = 0;
pub(crate) const HEADERS: u8 = 1;
pub(crate) const RESET: u8 = 3;
pub(crate) const SETTINGS: u8 = 4;
pub(crate) const PING: u8 = 6;
pub(crate) const GO_AWAY: u8 = 7;
pub(crate) const WINDOW_UPDATE: u8 = 8;

/// A flag of SETTINGS and PING.
pub(crate) const ACK: u8 = 1;
/// The flags of DATA and HEADERS.
pub(crate) const END_STREAM: u8 = 1;
pub(crate) const END_HEADERS: u8 = 4;

/// The setting for the initial window of a stream.
pub(crate) const INITIAL_WINDOW_SIZE: u16 = 4;

const HEAD_BYTES: usize = 9;

/// A frame.
#[derive(Debug)]
pub(crate) struct Frame {
    pub(crate) kind: u8,
    pub(crate) flags: u8,
    pub(crate) stream: u32,
    pub(crate) payload: Vec<u8>,
}

/// Returns a frame as bytes.
pub(crate) fn frame(kind: u8, flags: u8, stream: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len()).unwrap_or(u32::MAX);
    let [_, length @ ..] = length.to_be_bytes();
    let mut bytes = Vec::with_capacity(HEAD_BYTES + payload.len());
    bytes.extend_from_slice(&length);
    bytes.extend_from_slice(&[kind, flags]);
    bytes.extend_from_slice(&stream.to_be_bytes());
    bytes.extend_from_slice(payload);
    bytes
}

/// Returns a setting as the payload of SETTINGS.
pub(crate) fn setting(name: u16, value: u32) -> Vec<u8> {
    [name.to_be_bytes().as_slice(), &value.to_be_bytes()].concat()
}

/// Removes and returns the first received frame, if it is complete.
pub(crate) fn take_frame(received: &mut Vec<u8>) -> Option<Frame> {
    let [high, middle, low, kind, flags, stream @ ..] = received.first_chunk::<HEAD_BYTES>()?;
    let length = u32::from_be_bytes([0, *high, *middle, *low]);
    let (kind, flags) = (*kind, *flags);
    let stream = u32::from_be_bytes(*stream) & 0x7fff_ffff;
    let end = HEAD_BYTES + usize::try_from(length).ok()?;
    let payload = received.get(HEAD_BYTES..end)?.to_vec();
    received.drain(..end);
    Some(Frame {
        kind,
        flags,
        stream,
        payload,
    })
}

/// Returns the first 32-bit number in a payload, from a position.
pub(crate) fn number(payload: &[u8], from: usize) -> u32 {
    let bytes = payload.get(from..).and_then(<[u8]>::first_chunk::<4>);
    bytes.map_or(0, |bytes| u32::from_be_bytes(*bytes))
}
