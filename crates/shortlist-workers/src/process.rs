//! A worker seen from the pool: a process, the stream to it, and how each exchange may end.

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

use crate::frame::write_header;
use crate::{
    Cancellation, EncodedResume, Frame, Isolation, Kind, Limits, MAX_FRAME_BYTES, ReadFailure,
    Reading, read_frame,
};

/// How long a worker may take to be ready, in seconds.
const START_SECONDS: u64 = 60;
/// How often a wait looks whether its document is still wanted, in milliseconds.
const LOOK_MILLIS: u64 = 100;
/// How a wait ends for a document that is not wanted any more. Not `Interrupted`: that is tried again without end.
const UNWANTED: ErrorKind = ErrorKind::ConnectionAborted;
/// Signals that nothing in a document sends: they come from an administrator, or from a system that is short of memory.
const FROM_OUTSIDE: [Signal; 5] = [
    Signal::KILL,
    Signal::TERM,
    Signal::INT,
    Signal::HUP,
    Signal::QUIT,
];
/// Bytes of a document that are handed over at once.
const CHUNK_BYTES: usize = 64 << 10;
/// The allocator gives addresses back that it does not use. By default it keeps them and asks for ever more at once, which counts
/// against the memory that a document may take.
const ALLOCATOR: (&str, &str) = ("_RJEM_MALLOC_CONF", "retain:false");

/// How a worker is started.
#[derive(Debug, Clone, Default)]
pub struct Launch {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub arguments: Vec<String>,
    /// The skills that the operator adds, as [`Additions::to_csv`](shortlist_vocabulary::Additions::to_csv) writes them. Every
    /// worker is handed these bytes, also one that is started long after the file was changed: the same words for all.
    pub vocabulary: Option<Arc<str>>,
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

/// Why an exchange gave no answer.
pub(crate) enum Broken {
    /// By the document: another try would end alike.
    ByDocument(ReadFailure),
    /// From outside, or nobody knows: another worker may do.
    FromOutside,
    /// The document is not wanted any more.
    Unwanted,
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
            // Out of the reach of an interrupt from the keyboard: uploads that are under way are still answered.
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
        worker.isolation = worker.greeting(launch.vocabulary.as_deref().unwrap_or(""))?;
        Ok(worker)
    }

    /// Hands the vocabulary over and waits until the worker is ready.
    fn greeting(&mut self, vocabulary: &str) -> io::Result<Isolation> {
        let never = Cancellation::default();
        let mut stream = Watched {
            stream: &self.stream,
            deadline: Instant::now() + Duration::from_secs(START_SECONDS),
            cancellation: &never,
        };
        let handed = hand_over_words(vocabulary, &mut stream);
        match handed.map_or_else(|error| Err(error.into()), |()| read_frame(&mut stream)) {
            Ok(Some(Frame {
                kind: Kind::Ready,
                payload,
                ..
            })) => Ok(serde_json::from_slice(&payload)?),
            other => {
                let status = self.end();
                let told = format!("a worker said {other:?} and ended with {status:?}");
                Err(io::Error::other(told))
            }
        }
    }

    /// Has a document read. After anything but a reading the worker is of no use.
    pub(crate) fn read(
        &mut self,
        document: &Path,
        limits: Limits,
        cancellation: &Cancellation,
    ) -> Result<Reading, Broken> {
        self.documents += 1;
        let mut file = open(document)?;
        let mut stream = Watched {
            stream: &self.stream,
            deadline: Instant::now() + Duration::from_secs(limits.wall_seconds),
            cancellation,
        };
        let exchanged = hand_over(&mut file, &mut stream).and_then(|()| {
            let frame = read_frame(&mut stream).map_err(Break::from)?;
            frame.ok_or(Break::Stream(ErrorKind::UnexpectedEof))
        });
        match exchanged {
            Ok(frame) => reading(frame),
            Err(Break::File(error)) => Err(Broken::ByDocument(ReadFailure::Lost(error))),
            Err(Break::Stream(ErrorKind::TimedOut)) => Err(Broken::ByDocument(
                ReadFailure::TooSlow(limits.wall_seconds),
            )),
            Err(Break::Stream(UNWANTED)) => Err(Broken::Unwanted),
            Err(Break::Stream(_) | Break::Nonsense) => Err(cause_of(self.end(), limits)),
        }
    }

    /// Ends the process where it lives: how it ended.
    fn end(&mut self) -> io::Result<ExitStatus> {
        self.child.kill()?;
        self.child.wait()
    }
}

fn open(document: &Path) -> Result<File, Broken> {
    File::open(document).map_err(|error| Broken::ByDocument(ReadFailure::Lost(error)))
}

fn reading(frame: Frame) -> Result<Reading, Broken> {
    let resume = match frame.kind {
        Kind::Resume => Ok(EncodedResume::new(frame.payload)),
        Kind::Refused => Err(ReadFailure::Refused(
            String::from_utf8_lossy(&frame.payload).into_owned(),
        )),
        Kind::Vocabulary | Kind::Document | Kind::Ready => {
            return Err(Broken::ByDocument(ReadFailure::Crashed));
        }
    };
    Ok(Reading {
        resume,
        cpu: frame.cpu,
    })
}

/// What a worker's end says of the document that it was reading.
fn cause_of(ended: io::Result<ExitStatus>, limits: Limits) -> Broken {
    match ended.ok().and_then(|status| status.signal()) {
        Some(signal) if FROM_OUTSIDE.iter().any(|sent| signal == sent.as_raw()) => {
            Broken::FromOutside
        }
        Some(signal) if signal == Signal::XCPU.as_raw() => {
            Broken::ByDocument(ReadFailure::TooSlow(limits.cpu_seconds))
        }
        _ => Broken::ByDocument(ReadFailure::Crashed),
    }
}

/// Where an exchange broke.
enum Break {
    File(io::Error),
    Stream(ErrorKind),
    Nonsense,
}

impl From<crate::FrameError> for Break {
    fn from(error: crate::FrameError) -> Self {
        match error {
            crate::FrameError::Stream(error) => Self::Stream(error.kind()),
            _ => Self::Nonsense,
        }
    }
}

fn hand_over_words(vocabulary: &str, stream: &mut Watched<'_>) -> io::Result<()> {
    let length = u32::try_from(vocabulary.len())
        .ok()
        .filter(|length| *length <= MAX_FRAME_BYTES)
        .ok_or_else(|| io::Error::other("the vocabulary is too large for a worker"))?;
    write_header(stream, Kind::Vocabulary, Duration::ZERO, length)?;
    stream.write_all(vocabulary.as_bytes())
}

/// Writes a document as a frame, by pieces: it is never whole in the pool's memory.
fn hand_over(file: &mut File, stream: &mut Watched<'_>) -> Result<(), Break> {
    let size = file.metadata().map_err(Break::File)?.len();
    let length = u32::try_from(size)
        .map_err(|_error| Break::File(io::Error::other("it is too large for a frame")))?;
    let broken = |error: io::Error| Break::Stream(error.kind());
    write_header(stream, Kind::Document, Duration::ZERO, length).map_err(broken)?;
    let mut chunk = vec![0; CHUNK_BYTES];
    let mut left = size;
    while left > 0 {
        let read = file.read(&mut chunk).map_err(Break::File)?;
        let piece = chunk.get(..read).filter(|piece| !piece.is_empty());
        let piece = piece.ok_or_else(|| Break::File(ErrorKind::UnexpectedEof.into()))?;
        stream.write_all(piece).map_err(broken)?;
        left = left.saturating_sub(u64::try_from(read).unwrap_or(u64::MAX));
    }
    Ok(())
}

/// A stream under a deadline, for a document that may become unwanted.
struct Watched<'a> {
    stream: &'a UnixStream,
    deadline: Instant,
    cancellation: &'a Cancellation,
}

impl Watched<'_> {
    /// How long to wait before the next look.
    fn patience(&self) -> io::Result<Duration> {
        if self.cancellation.is_cancelled() {
            return Err(UNWANTED.into());
        }
        let left = self.deadline.saturating_duration_since(Instant::now());
        if left.is_zero() {
            return Err(ErrorKind::TimedOut.into());
        }
        Ok(left.min(Duration::from_millis(LOOK_MILLIS)))
    }
}

fn goes_on(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted
    )
}

impl Read for Watched<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            self.stream.set_read_timeout(Some(self.patience()?))?;
            match (&mut &*self.stream).read(buffer) {
                Err(error) if goes_on(&error) => {}
                done => return done,
            }
        }
    }
}

impl Write for Watched<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        loop {
            self.stream.set_write_timeout(Some(self.patience()?))?;
            match (&mut &*self.stream).write(bytes) {
                Err(error) if goes_on(&error) => {}
                done => return done,
            }
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
