//! The worker: it reads one document after another until its stream ends.

use std::io;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::Arc;
use std::time::Duration;

use shortlist_parsing::with_deep_stack;
use shortlist_vocabulary::{Additions, Vocabulary};

use crate::answers::Reader;
use crate::descriptors::close_inherited;
use crate::limits::{forbid_file_output, limit_cpu, limit_memory};
use crate::sandbox::{block_files_and_network, restrict_system_calls};
use crate::{Frame, FrameError, Isolation, Kind, Limits, WorkerOptions, read_frame, write_frame};

/// An invented resume that contains something of every kind.
///
/// The worker reads it before the first real document. This builds the tables of words, patterns and telephone numbers, so
/// that their cost counts for the worker rather than for a document.
const WARM_UP_DOCUMENT: &[u8] = b"{\\rtf1 Ada Example\\par Software Engineer\\par ada@example.org +44 20 7946 0018\\par \
    https://example.org/ada\\par Experience\\par Engineer, Example Ltd, London, January 2019 - March 2021\\par \
    Education\\par BSc Mathematics, Example University, 2018\\par Skills\\par Rust, SQL, Project Management\\par \
    Languages\\par English, German\\par Certificates\\par First Aid\\par}";

/// Reads the documents that arrive on standard input, and answers on standard output until the input ends.
///
/// The vocabulary arrives first. Before the first document, the process irrevocably gives up every ability that it does not
/// need. Call this first in a dedicated process: it closes every descriptor above standard error, including those that
/// others have opened.
///
/// # Errors
/// Returns an error if the stream fails, or if a frame is invalid.
pub fn run_worker(options: &WorkerOptions) -> io::Result<()> {
    let closed = close_inherited();
    let (input, output) = (io::stdin(), io::stdout());
    let (mut input, mut output) = (Unbuffered(input.as_fd()), Unbuffered(output.as_fd()));
    with_deep_stack(|| {
        let vocabulary = read_vocabulary(&mut input)?;
        let reader = Reader {
            options,
            vocabulary: &vocabulary,
        };
        reader.answer(WARM_UP_DOCUMENT);
        let isolation = isolate(options.limits, closed);
        write_frame(&mut output, &ready(isolation)?)?;
        let mut doubtful = None;
        while let Some(frame) = read_frame(&mut input).map_err(into_io)? {
            limit_cpu(options.limits.cpu_seconds);
            let answer = match frame.kind {
                Kind::Recognized => reader.answer_recognized(&frame.payload, doubtful.take()),
                _ => reader.answer(&frame.payload),
            };
            doubtful = answer.write(&mut output)?;
        }
        Ok(())
    })?
}

/// An unbuffered standard stream of the process. The standard library's streams keep parts of documents in buffers, and a
/// duplicate descriptor would be one more to close.
struct Unbuffered<'a>(BorrowedFd<'a>);

impl io::Read for Unbuffered<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        Ok(rustix::io::read(self.0, buffer)?)
    }
}

impl io::Write for Unbuffered<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Ok(rustix::io::write(self.0, bytes)?)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Reads the operator's additional skills, the first frame, and returns the vocabulary with them.
fn read_vocabulary(input: &mut impl io::Read) -> io::Result<Arc<Vocabulary>> {
    let frame = read_frame(input).map_err(into_io)?;
    let frame = frame.filter(|frame| frame.kind == Kind::Vocabulary);
    let frame = frame.ok_or_else(|| io::Error::other("the first frame is not the vocabulary"))?;
    if frame.payload.is_empty() {
        return Ok(Arc::clone(Vocabulary::built_in()));
    }
    let additions = Additions::read(&frame.payload).map_err(io::Error::other)?;
    Ok(Arc::new(Vocabulary::built_in().with_additions(&additions)))
}

fn isolate(limits: Limits, closed: bool) -> Isolation {
    let memory = limit_memory(limits.memory_mib);
    let _may_write_files = forbid_file_output();
    block_files_and_network();
    restrict_system_calls();
    Isolation::measure(memory, closed)
}

fn ready(isolation: Isolation) -> io::Result<Frame> {
    Ok(Frame {
        kind: Kind::Ready,
        cpu: Duration::ZERO,
        payload: serde_json::to_vec(&isolation)?,
    })
}

fn into_io(error: FrameError) -> io::Error {
    match error {
        FrameError::Stream(error) => error,
        other => io::Error::other(other),
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{ForeignFormat, ReadError};
    use shortlist_records::decode_skip_reason;
    use shortlist_vocabulary::Vocabulary;

    use super::*;
    use crate::EncodedResume;
    use crate::answers::Answer;

    fn answer(document: &[u8]) -> Frame {
        let reader = Reader {
            options: &WorkerOptions::default(),
            vocabulary: Vocabulary::built_in(),
        };
        match reader.answer(document) {
            Answer::Frame(frame) => frame,
            Answer::Scan(..) => panic!("a scan"),
        }
    }

    #[test]
    fn the_warm_up_document_contains_something_of_everything() {
        let frame = answer(WARM_UP_DOCUMENT);
        assert_eq!(frame.kind, Kind::Resume);
        let resume = EncodedResume::new(frame.payload).decode().unwrap();
        assert!(!resume.is_anonymous() && resume.phone.is_some());
        let lists = [
            resume.skills.len(),
            resume.positions.len(),
            resume.education.len(),
            resume.languages.len(),
            resume.links.len(),
        ];
        assert!(!lists.contains(&0), "{lists:?}");
    }

    #[test]
    fn an_unreadable_document_is_refused_with_a_reason() {
        let frame = answer(b"plain text");
        assert_eq!(frame.kind, Kind::Refused);
        let reason = decode_skip_reason(std::str::from_utf8(&frame.payload).unwrap());
        let expected = ReadError::OtherFormat(ForeignFormat::PlainText);
        assert_eq!(reason, expected.into());
    }
}
