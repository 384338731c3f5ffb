//! A recording while it arrives.

use std::io;

use shortlist_domain::RecordingMedia;

use crate::files::{StagedFile, Staging, StagingFile};

/// Why a recording is refused.
#[derive(Debug, thiserror::Error)]
pub enum RecordingRefusal {
    /// It is over the size limit.
    #[error("the recording is over the limit of {} MiB", bytes >> 20)]
    TooLarge {
        /// The limit, in bytes.
        bytes: u64,
    },
    /// It is not a video or audio file of an accepted type.
    #[error(
        "the file is none of {}; its type is detected from its first bytes",
        media_types()
    )]
    UnsupportedType,
    /// It cannot be written.
    #[error("stage a recording")]
    Fault(#[source] io::Error),
}

/// Returns the accepted media types.
fn media_types() -> String {
    RecordingMedia::ALL
        .map(RecordingMedia::media_type)
        .join(", ")
}

/// A recording while it arrives. Its size is checked, its type is detected from the first bytes, and it is hashed. It is
/// deleted when dropped.
pub struct IncomingRecording {
    file: StagingFile,
    head: Vec<u8>,
    media: Option<RecordingMedia>,
    limit: u64,
}

impl IncomingRecording {
    /// Begins a recording with a size limit in bytes.
    ///
    /// # Errors
    /// Returns an error if no file can be created.
    pub(super) fn begin(staging: &Staging, limit: u64) -> Result<Self, RecordingRefusal> {
        Ok(Self {
            file: staging.begin().map_err(RecordingRefusal::Fault)?,
            head: Vec::with_capacity(RecordingMedia::HEAD_BYTES),
            media: None,
            limit,
        })
    }

    /// Appends bytes.
    ///
    /// # Errors
    /// Returns an error if the file is too large, has another type, or cannot be written.
    pub fn write(&mut self, chunk: &[u8]) -> Result<(), RecordingRefusal> {
        let bytes = self.file.bytes();
        let length = u64::try_from(chunk.len()).unwrap_or(u64::MAX);
        if bytes.saturating_add(length) > self.limit {
            return Err(RecordingRefusal::TooLarge { bytes: self.limit });
        }
        let missing = RecordingMedia::HEAD_BYTES.saturating_sub(self.head.len());
        if missing > 0 {
            self.head.extend(chunk.iter().take(missing));
            if self.head.len() == RecordingMedia::HEAD_BYTES {
                self.detect_type()?;
            }
        }
        self.file.write(chunk).map_err(RecordingRefusal::Fault)
    }

    fn detect_type(&mut self) -> Result<RecordingMedia, RecordingRefusal> {
        let media = RecordingMedia::detect(&self.head).ok_or(RecordingRefusal::UnsupportedType)?;
        self.media = Some(media);
        Ok(media)
    }

    /// Completes the recording.
    ///
    /// # Errors
    /// Returns an error if it is not a recording or cannot be written.
    pub fn finish(mut self) -> Result<(RecordingMedia, StagedFile), RecordingRefusal> {
        let media = match self.media {
            Some(media) => media,
            None => self.detect_type()?,
        };
        let staged = self.file.finish().map_err(RecordingRefusal::Fault)?;
        Ok((media, staged))
    }
}
