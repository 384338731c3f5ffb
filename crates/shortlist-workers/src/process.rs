//! A worker as the pool sees it: a process, the stream to it, and the possible outcomes of an exchange.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant};

use rustix::process::Signal;
use shortlist_domain::SkipReason;
use shortlist_records::decode_skip_reason;

use crate::frame::write_header;
use crate::recognition::Session;
use crate::timed_stream::{CANCELLED, TimedStream};
use crate::{
    Cancellation, EncodedResume, Frame, Isolation, Kind, Limits, MAX_FRAME_BYTES, ReadFailure,
    Reading, Recognition, read_frame, write_frame,
};

/// The timeout for a worker to become ready, in seconds.
const START_SECONDS: u64 = 60;
/// Signals that a document cannot cause: an administrator sends them, or a system that runs out of memory.
const EXTERNAL_SIGNALS: [Signal; 5] = [
    Signal::KILL,
    Signal::TERM,
    Signal::INT,
    Signal::HUP,
    Signal::QUIT,
];
/// The number of bytes of a document that are copied at once.
const CHUNK_BYTES: usize = 64 << 10;
/// Makes the allocator return unused addresses. By default it retains them and reserves ever larger ranges, which count
/// against the document's memory limit.
const ALLOCATOR: (&str, &str) = ("_RJEM_MALLOC_CONF", "retain:false");

/// The command that starts a worker.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The operator's additional skills, as [`Additions::to_csv`](shortlist_vocabulary::Additions::to_csv) writes them.
    ///
    /// Every worker gets these bytes, even if the file has changed since. All workers therefore use the same vocabulary.
    pub vocabulary: Option<Arc<str>>,
    /// The program that recognizes the text of scans. Without it, the arguments must not request scans from the workers.
    pub recognition: Option<Arc<Recognition>>,
}

/// A worker that is ready.
pub(crate) struct Worker {
    child: Child,
    stream: UnixStream,
    pub(crate) isolation: Isolation,
    pub(crate) documents: u32,
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ended_already = self.end();
    }
}

/// What happens to the images of a scan.
#[derive(Clone, Copy)]
pub(crate) enum Scans<'a> {
    /// Their text is recognized.
    Recognized(&'a Recognition),
    /// They are discarded, and the document fails with [`ReadFailure::Postponed`].
    Postponed,
    /// The worker was started without recognition, so an image is a protocol error.
    Unexpected,
}

/// Why an exchange produced no answer.
pub(crate) enum ExchangeError {
    /// The document caused it, so a retry would fail the same way.
    ByDocument(ReadFailure),
    /// Something else caused it, or the cause is unknown; another worker may succeed.
    External,
    /// The document was cancelled.
    Cancelled,
}

impl Worker {
    /// Starts a worker and waits until it is ready.
    pub(crate) fn start(launch: &Launch) -> io::Result<Self> {
        let (ours, theirs) = UnixStream::pair()?;
        let child = Command::new(&launch.program)
            .args(&launch.arguments)
            .env_clear()
            .env(ALLOCATOR.0, ALLOCATOR.1)
            .current_dir("/")
            // A keyboard interrupt must not reach the worker: uploads in progress still get an answer.
            .process_group(0)
            .stdin(Stdio::from(OwnedFd::from(theirs.try_clone()?)))
            .stdout(Stdio::from(OwnedFd::from(theirs)))
            .stderr(Stdio::null())
            .spawn()?;
        let mut worker = Self {
            child,
            stream: ours,
            isolation: Isolation::default(),
            documents: 0,
        };
        worker.isolation = worker.handshake(launch.vocabulary.as_deref().unwrap_or(""))?;
        Ok(worker)
    }

    /// Sends the vocabulary and waits until the worker is ready.
    fn handshake(&mut self, vocabulary: &str) -> io::Result<Isolation> {
        let never = Cancellation::default();
        let mut stream = TimedStream {
            stream: &self.stream,
            deadline: Instant::now() + Duration::from_secs(START_SECONDS),
            cancellation: &never,
        };
        let sent = send_vocabulary(vocabulary, &mut stream);
        match sent.map_or_else(|error| Err(error.into()), |()| read_frame(&mut stream)) {
            Ok(Some(Frame {
                kind: Kind::Ready,
                payload,
                ..
            })) => Ok(serde_json::from_slice(&payload)?),
            other => {
                let status = self.end();
                let message = format!("the worker answered {other:?} and ended with {status:?}");
                Err(io::Error::other(message))
            }
        }
    }

    /// Reads a document. After an error the worker must not be used again.
    pub(crate) fn read(
        &mut self,
        document: &Path,
        limits: Limits,
        scans: Scans<'_>,
        cancellation: &Cancellation,
    ) -> Result<Reading, ExchangeError> {
        self.documents += 1;
        let mut file = open(document)?;
        let mut stream = TimedStream {
            stream: &self.stream,
            deadline: Instant::now() + Duration::from_secs(limits.wall_seconds),
            cancellation,
        };
        let exchanged = send_document(&mut file, &mut stream).and_then(|()| match scans {
            Scans::Recognized(recognition) => {
                receive_answer(&mut stream, Some(Session::new(recognition, cancellation)))
            }
            Scans::Postponed => receive_text(&mut stream),
            Scans::Unexpected => receive_answer(&mut stream, None),
        });
        match exchanged {
            Ok(Answer::Frame(frame)) => reading(frame),
            Ok(Answer::Failure(failure)) => Ok(failure.into()),
            Err(TransferError::File(error)) => {
                Err(ExchangeError::ByDocument(ReadFailure::Storage(error)))
            }
            Err(TransferError::Stream(ErrorKind::TimedOut)) => Err(ExchangeError::ByDocument(
                ReadFailure::TooSlow(limits.wall_seconds),
            )),
            Err(TransferError::Stream(CANCELLED)) => Err(ExchangeError::Cancelled),
            Err(TransferError::Stream(_) | TransferError::InvalidFrame) => {
                Err(cause_of(self.end(), limits))
            }
        }
    }

    /// Returns the identifier of the process.
    pub(crate) fn process_id(&self) -> u32 {
        self.child.id()
    }

    /// Kills the process and returns how it ended.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.child.kill()?;
        self.child.wait()
    }
}

fn open(document: &Path) -> Result<File, ExchangeError> {
    File::open(document).map_err(|error| ExchangeError::ByDocument(ReadFailure::Storage(error)))
}

/// What a document led to.
enum Answer {
    /// The worker's answer.
    Frame(Frame),
    /// The reason why the document's images could not be recognized.
    Failure(ReadFailure),
}

/// Receives the answer to a document. The images of a scan are recognized as they arrive, which does not count as time that
/// the worker takes.
fn receive_answer(
    stream: &mut TimedStream<'_>,
    mut session: Option<Session<'_>>,
) -> Result<Answer, TransferError> {
    loop {
        let frame = read_frame(stream)?;
        let frame = frame.ok_or(TransferError::Stream(ErrorKind::UnexpectedEof))?;
        match (frame.kind, session.take()) {
            (Kind::Image, Some(mut running)) => {
                stream.deadline += running.recognize(&frame.payload);
                session = Some(running);
            }
            (Kind::Scan, Some(running)) => match running.finish(&frame.payload) {
                Ok(payload) => send_recognized(payload, stream)?,
                Err(failure) => return Ok(Answer::Failure(failure)),
            },
            _ => return Ok(Answer::Frame(frame)),
        }
    }
}

/// Receives the answer to a document, unless it is a scan. Its images are discarded.
fn receive_text(stream: &mut TimedStream<'_>) -> Result<Answer, TransferError> {
    loop {
        let frame = read_frame(stream)?;
        let frame = frame.ok_or(TransferError::Stream(ErrorKind::UnexpectedEof))?;
        match frame.kind {
            Kind::Image => {}
            Kind::Scan => return Ok(Answer::Failure(ReadFailure::Postponed)),
            _ => return Ok(Answer::Frame(frame)),
        }
    }
}

fn send_recognized(payload: Vec<u8>, stream: &mut TimedStream<'_>) -> Result<(), TransferError> {
    let recognized = Frame {
        kind: Kind::Recognized,
        cpu: Duration::ZERO,
        payload,
    };
    write_frame(stream, &recognized).map_err(|error| TransferError::Stream(error.kind()))
}

/// Returns the reason that a worker gave. A worker that gives none is faulty.
fn refusal(payload: &[u8]) -> ReadFailure {
    let words = std::str::from_utf8(payload).unwrap_or_default();
    match decode_skip_reason(words) {
        SkipReason::Unreadable(error) => ReadFailure::Refused(error),
        _ => ReadFailure::Crashed,
    }
}

fn reading(frame: Frame) -> Result<Reading, ExchangeError> {
    let resume = match frame.kind {
        Kind::Resume => Ok(EncodedResume::new(frame.payload)),
        Kind::Refused => Err(refusal(&frame.payload)),
        _ => {
            return Err(ExchangeError::ByDocument(ReadFailure::Crashed));
        }
    };
    Ok(Reading {
        resume,
        cpu: frame.cpu,
    })
}

/// Derives the cause from how a worker ended while it was reading a document.
fn cause_of(ended: io::Result<ExitStatus>, limits: Limits) -> ExchangeError {
    match ended.ok().and_then(|status| status.signal()) {
        Some(signal)
            if EXTERNAL_SIGNALS
                .iter()
                .any(|external| signal == external.as_raw()) =>
        {
            ExchangeError::External
        }
        Some(signal) if signal == Signal::XCPU.as_raw() => {
            ExchangeError::ByDocument(ReadFailure::TooSlow(limits.cpu_seconds))
        }
        _ => ExchangeError::ByDocument(ReadFailure::Crashed),
    }
}

/// The point at which an exchange broke.
enum TransferError {
    File(io::Error),
    Stream(ErrorKind),
    InvalidFrame,
}

impl From<crate::FrameError> for TransferError {
    fn from(error: crate::FrameError) -> Self {
        match error {
            crate::FrameError::Stream(error) => Self::Stream(error.kind()),
            _ => Self::InvalidFrame,
        }
    }
}

fn send_vocabulary(vocabulary: &str, stream: &mut TimedStream<'_>) -> io::Result<()> {
    let length = u32::try_from(vocabulary.len())
        .ok()
        .filter(|length| *length <= MAX_FRAME_BYTES)
        .ok_or_else(|| io::Error::other("the vocabulary is too large for a worker"))?;
    write_header(stream, Kind::Vocabulary, Duration::ZERO, length)?;
    stream.write_all(vocabulary.as_bytes())
}

/// Writes a document as a frame in chunks, so that the pool never holds it whole in memory.
fn send_document(file: &mut File, stream: &mut TimedStream<'_>) -> Result<(), TransferError> {
    let size = file.metadata().map_err(TransferError::File)?.len();
    let length = u32::try_from(size).map_err(|_error| {
        TransferError::File(io::Error::other("the file is too large for a frame"))
    })?;
    let failed = |error: io::Error| TransferError::Stream(error.kind());
    write_header(stream, Kind::Document, Duration::ZERO, length).map_err(failed)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut left = size;
    while left > 0 {
        let read = file.read(&mut chunk).map_err(TransferError::File)?;
        let piece = chunk.get(..read).filter(|piece| !piece.is_empty());
        let piece = piece.ok_or_else(|| TransferError::File(ErrorKind::UnexpectedEof.into()))?;
        stream.write_all(piece).map_err(failed)?;
        left = left.saturating_sub(u64::try_from(read).unwrap_or(u64::MAX));
    }
    Ok(())
}
