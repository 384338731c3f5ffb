//! Frames: the protocol between the pool and a worker, over one stream.
//!
//! A frame is a header of 13 bytes, followed by a payload. The header contains the kind (1 byte), the payload's length (4
//! bytes, little endian) and the processor time spent on it in microseconds (8 bytes, little endian; 0 if it does not
//! apply).

use std::io::{self, Read, Write};
use std::time::Duration;

/// The longest accepted payload: it fits 8 million characters of text, each of them escaped.
pub const MAX_FRAME_BYTES: u32 = 64 << 20;
/// The length of a header.
const HEADER_BYTES: usize = 13;
/// The most memory allocated for a payload before its bytes have arrived.
const TRUSTED_BYTES: u32 = 64 << 10;

/// The kinds of frames.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// To the worker, before anything else: the operator's additional skills; empty if there are none.
    Vocabulary,
    /// To the worker: a document's bytes.
    Document,
    /// From the worker: it is ready, and this is its isolation.
    Ready,
    /// From the worker: a resume.
    Resume,
    /// From the worker: why it refused the document.
    Refused,
    /// From the worker: the image of a page whose text must be recognized.
    Image,
    /// From the worker: it has sent all images of the document, and these are their pages.
    Scan,
    /// To the worker: the words that were recognized in the images.
    Recognized,
}

impl Kind {
    fn code(self) -> u8 {
        match self {
            Self::Vocabulary => b'V',
            Self::Document => b'D',
            Self::Ready => b'H',
            Self::Resume => b'R',
            Self::Refused => b'E',
            Self::Image => b'I',
            Self::Scan => b'S',
            Self::Recognized => b'T',
        }
    }

    fn of(code: u8) -> Option<Self> {
        [
            Self::Vocabulary,
            Self::Document,
            Self::Ready,
            Self::Resume,
            Self::Refused,
            Self::Image,
            Self::Scan,
            Self::Recognized,
        ]
        .into_iter()
        .find(|kind| kind.code() == code)
    }
}

/// A frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The kind of its payload.
    pub kind: Kind,
    /// The processor time spent on its payload.
    pub cpu: Duration,
    /// Its payload.
    pub payload: Vec<u8>,
}

/// Why no frame could be read.
#[derive(Debug, thiserror::Error)]
pub enum FrameError {
    /// The stream failed or ended within a frame.
    #[error("the stream ended unexpectedly")]
    Stream(#[from] io::Error),
    /// The other side does not follow this protocol.
    #[error("unknown frame kind {0}")]
    Kind(u8),
    /// The other side announces a payload over the limit.
    #[error("a frame of {0} bytes is over the limit of {MAX_FRAME_BYTES}")]
    TooLong(u32),
}

/// Writes a header; the caller then writes `length` bytes.
pub(crate) fn write_header(
    out: &mut impl Write,
    kind: Kind,
    cpu: Duration,
    length: u32,
) -> io::Result<()> {
    let micros = u64::try_from(cpu.as_micros()).unwrap_or(u64::MAX);
    let mut header = Vec::with_capacity(HEADER_BYTES);
    header.push(kind.code());
    header.extend_from_slice(&length.to_le_bytes());
    header.extend_from_slice(&micros.to_le_bytes());
    out.write_all(&header)
}

/// Writes a whole frame.
///
/// # Errors
/// Returns an error if the stream fails, or if the payload is over [`MAX_FRAME_BYTES`].
pub fn write_frame(out: &mut impl Write, frame: &Frame) -> io::Result<()> {
    let length = u32::try_from(frame.payload.len())
        .ok()
        .filter(|length| *length <= MAX_FRAME_BYTES)
        .ok_or_else(|| io::Error::other("the payload is over the limit of a frame"))?;
    write_header(out, frame.kind, frame.cpu, length)?;
    out.write_all(&frame.payload)?;
    out.flush()
}

/// Reads a frame; returns `None` if the stream ended before it.
///
/// # Errors
/// Returns an error if the stream fails or ends within the frame, or if the header is invalid.
pub fn read_frame(input: &mut impl Read) -> Result<Option<Frame>, FrameError> {
    let mut header = Vec::with_capacity(HEADER_BYTES);
    let limit = u64::try_from(HEADER_BYTES).unwrap_or(u64::MAX);
    input.by_ref().take(limit).read_to_end(&mut header)?;
    let cut = || FrameError::Stream(io::ErrorKind::UnexpectedEof.into());
    let (kind, length, micros) = match header.as_slice() {
        [] => return Ok(None),
        [kind, l0, l1, l2, l3, rest @ ..] => {
            let micros = rest.try_into().map_err(|_error| cut())?;
            (*kind, [*l0, *l1, *l2, *l3], micros)
        }
        _ => return Err(cut()),
    };
    let kind = Kind::of(kind).ok_or(FrameError::Kind(kind))?;
    let length = u32::from_le_bytes(length);
    if length > MAX_FRAME_BYTES {
        return Err(FrameError::TooLong(length));
    }
    let count = |bytes: u32| usize::try_from(bytes).unwrap_or(usize::MAX);
    let mut payload = Vec::with_capacity(count(length.min(TRUSTED_BYTES)));
    input.take(length.into()).read_to_end(&mut payload)?;
    if payload.len() < count(length) {
        return Err(cut());
    }
    let cpu = Duration::from_micros(u64::from_le_bytes(micros));
    Ok(Some(Frame { kind, cpu, payload }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bytes(frame: &Frame) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_frame(&mut bytes, frame).unwrap();
        bytes
    }

    fn frame(payload: &[u8]) -> Frame {
        Frame {
            kind: Kind::Resume,
            cpu: Duration::from_micros(1_234_567),
            payload: payload.to_vec(),
        }
    }

    #[test]
    fn a_frame_round_trips() {
        let (first, second) = (frame(b""), frame(&[b'\n'; 100_000]));
        let stream = [bytes(&first), bytes(&second)].concat();
        let mut stream = stream.as_slice();
        assert_eq!(read_frame(&mut stream).unwrap(), Some(first));
        assert_eq!(read_frame(&mut stream).unwrap(), Some(second));
        assert_eq!(read_frame(&mut stream).unwrap(), None);
    }

    #[test]
    fn a_frame_that_is_cut_anywhere_is_an_error() {
        let whole = bytes(&frame(b"Ada"));
        for end in 1..whole.len() {
            let cut = read_frame(&mut &whole[..end]);
            assert!(matches!(cut, Err(FrameError::Stream(_))), "{end}");
        }
    }

    #[test]
    fn unknown_kinds_and_oversized_lengths_are_refused_before_allocation() {
        let mut strange = bytes(&frame(b"Ada"));
        strange[0] = b'x';
        assert!(matches!(
            read_frame(&mut strange.as_slice()),
            Err(FrameError::Kind(b'x'))
        ));
        let mut long = bytes(&frame(b"Ada"));
        long[1..5].copy_from_slice(&u32::MAX.to_le_bytes());
        assert!(matches!(
            read_frame(&mut long.as_slice()),
            Err(FrameError::TooLong(u32::MAX))
        ));
    }
}
