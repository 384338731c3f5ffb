//! Reading documents in worker processes, so that a malicious file can damage nothing but its own reading.
//!
//! Invariants: this crate knows nothing of uploads, storage or scoring. The pool never parses a document, and a worker
//! holds nothing but the document. The pool treats a worker's answer as untrusted input.

mod answers;
mod cancellation;
mod descriptors;
mod frame;
mod isolation;
mod limits;
mod measurements;
mod options;
mod pool;
mod process;
mod queue;
mod reading;
mod recognition;
mod sandbox;
mod scan_frames;
mod timed_stream;
mod worker;

pub use cancellation::Cancellation;
pub use frame::{Frame, FrameError, Kind, MAX_FRAME_BYTES, read_frame, write_frame};
pub use isolation::Isolation;
pub use limits::Limits;
pub use measurements::register_measurements;
pub use options::WorkerOptions;
pub use pool::{Lane, Pool, StartError};
pub use process::Launch;
pub use reading::{EncodedResume, ReadFailure, Reading};
pub use recognition::{
    Recognition, RecognitionError, RecognitionOptions, RecognizerOptions, become_recognizer,
    find_tesseract,
};
pub use worker::run_worker;
