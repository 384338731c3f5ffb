//! Recordings of interviews, and the detection of their file type from the first bytes.

use crate::{
    CandidateId, ChoiceProblem, FileDigest, InterviewId, InvalidValue, OrganizationId, RecordingId,
    Timestamp,
};

/// A file type that a recording may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordingMedia {
    /// MP4 with video, according to its brand.
    Mp4Video,
    /// `WebM`.
    WebM,
    /// MP4 with audio only.
    Mp4Audio,
    /// MP3.
    Mpeg,
    /// Opus, Vorbis, FLAC or Speex in Ogg.
    Ogg,
    /// WAV.
    Wav,
    /// FLAC.
    Flac,
}

/// Brands of MP4 files with video (<https://mp4ra.org/registered-types/brands>). Brands that begin with `iso` also count as
/// video.
const VIDEO_BRANDS: [&[u8]; 8] = [
    b"mp41", b"mp42", b"mmp4", b"avc1", b"M4V ", b"M4VH", b"MSNV", b"dash",
];
/// Brands of MP4 files with audio only.
const AUDIO_BRANDS: [&[u8]; 2] = [b"M4A ", b"M4B "];
/// The first bytes of an audio packet in Ogg: Opus (RFC 7845), Vorbis, FLAC, Speex.
const OGG_CODECS: [&[u8]; 4] = [b"OpusHead", b"\x01vorbis", b"\x7fFLAC", b"Speex   "];
/// The position of the first packet in an Ogg file: after a page header with one segment (RFC 3533).
const OGG_PACKET_AT: usize = 28;
/// The EBML header element for a document type of four bytes, with `WebM` as the type
/// (<https://www.webmproject.org/docs/container/>).
const WEBM_TYPE: &[u8] = b"\x42\x82\x84webm";

impl RecordingMedia {
    /// Every kind.
    pub const ALL: [Self; 7] = [
        Self::Mp4Video,
        Self::WebM,
        Self::Mp4Audio,
        Self::Mpeg,
        Self::Ogg,
        Self::Wav,
        Self::Flac,
    ];
    /// The number of bytes needed to detect the type; fewer if the file is shorter.
    pub const HEAD_BYTES: usize = 64;

    /// Returns the media type.
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Mp4Video => "video/mp4",
            Self::WebM => "video/webm",
            Self::Mp4Audio => "audio/mp4",
            Self::Mpeg => "audio/mpeg",
            Self::Ogg => "audio/ogg",
            Self::Wav => "audio/wav",
            Self::Flac => "audio/flac",
        }
    }

    /// Parses a media type.
    ///
    /// # Errors
    /// Returns an error if no recording has that type.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|media| media.media_type() == value)
            .ok_or_else(|| InvalidValue::new(field, ChoiceProblem::NotRecordingMedia))
    }

    /// Returns the type of a file with these first bytes, or `None` if it is not a recording.
    pub fn detect(head: &[u8]) -> Option<Self> {
        let at = |offset: usize, text: &[u8]| {
            head.get(offset..)
                .is_some_and(|rest| rest.starts_with(text))
        };
        if at(4, b"ftyp") {
            return mp4(head.get(8..12)?);
        }
        if at(0, b"\x1a\x45\xdf\xa3") {
            let named = head.windows(WEBM_TYPE.len()).any(|part| part == WEBM_TYPE);
            return named.then_some(Self::WebM);
        }
        if at(0, b"OggS") {
            let is_sound = OGG_CODECS.iter().any(|codec| at(OGG_PACKET_AT, codec));
            return is_sound.then_some(Self::Ogg);
        }
        let by_mark = [
            (at(0, b"RIFF") && at(8, b"WAVE"), Self::Wav),
            (at(0, b"fLaC"), Self::Flac),
            (at(0, b"ID3") || is_mpeg_frame(head), Self::Mpeg),
        ];
        by_mark
            .into_iter()
            .find_map(|(found, media)| found.then_some(media))
    }
}

fn mp4(brand: &[u8]) -> Option<RecordingMedia> {
    if AUDIO_BRANDS.contains(&brand) {
        return Some(RecordingMedia::Mp4Audio);
    }
    let is_video = brand.starts_with(b"iso") || VIDEO_BRANDS.contains(&brand);
    is_video.then_some(RecordingMedia::Mp4Video)
}

/// Returns whether the bytes begin an MPEG audio frame of layer III with a valid bit rate and sampling rate (ISO/IEC
/// 11172-3, 2.4.1.3). Other layers cannot be distinguished from UTF-16 text.
fn is_mpeg_frame(head: &[u8]) -> bool {
    let &[sync, version, rates, ..] = head else {
        return false;
    };
    let is_layer_three = sync == 0xff && version & 0xe6 == 0xe2 && version & 0x18 != 0x08;
    let has_bit_rate = !matches!(rates >> 4, 0 | 15);
    is_layer_three && has_bit_rate && rates & 0x0c != 0x0c
}

/// The recording of an interview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// Its identifier.
    pub id: RecordingId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// The interview that was recorded.
    pub interview_id: InterviewId,
    /// The candidate of the interview.
    pub candidate_id: CandidateId,
    /// The file type.
    pub media: RecordingMedia,
    /// Its size in bytes.
    pub bytes: u64,
    /// SHA-256 of its bytes.
    pub digest: FileDigest,
    /// When it was uploaded.
    pub created_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ogg(packet: &[u8]) -> Vec<u8> {
        let mut page = b"OggS".to_vec();
        page.resize(OGG_PACKET_AT, 0);
        page.extend_from_slice(packet);
        page
    }

    #[test]
    fn the_type_is_detected_from_the_first_bytes() {
        use RecordingMedia::{Flac, Mp4Audio, Mp4Video, Mpeg, Ogg, Wav, WebM};
        let chrome = b"\x1a\x45\xdf\xa3\x9f\x42\x86\x81\x01\x42\xf7\x81\x01\x42\xf2\x81\x04\x42\xf3\x81\x08\x42\x82\x84webm\x42\x87\x81\x04";
        let heads: [(&[u8], RecordingMedia); 11] = [
            (b"\0\0\0\x20ftypisom\0\0\x02\0", Mp4Video),
            (b"\0\0\0\x18ftypmp42\0\0\0\0", Mp4Video),
            (b"\0\0\0\x1cftypM4A \0\0\0\0", Mp4Audio),
            (chrome, WebM),
            (b"ID3\x04\0\0\0\0\0\0", Mpeg),
            (b"\xff\xfb\x90\x64", Mpeg),
            (b"\xff\xf3\x40\xc0", Mpeg),
            (&ogg(b"OpusHead\x01"), Ogg),
            (&ogg(b"\x01vorbis\0"), Ogg),
            (b"RIFF\x24\0\0\0WAVEfmt ", Wav),
            (b"fLaC\0\0\0\x22", Flac),
        ];
        for (head, media) in heads {
            assert_eq!(RecordingMedia::detect(head), Some(media), "{media:?}");
            let name = media.media_type();
            assert_eq!(RecordingMedia::parse("t", name).unwrap(), media);
        }
    }

    #[test]
    fn other_files_are_not_recordings() {
        let heads: [&[u8]; 12] = [
            b"",
            b"\0\0\0",
            b"<!DOCTYPE html><script>",
            b"%PDF-1.7",
            b"\0\0\0\x18ftypheic\0\0\0\0",
            b"\0\0\0\x14ftypqt  \0\0\0\0",
            b"\0\0\0\x14ftyp",
            b"\x1a\x45\xdf\xa3\xa3\x42\x86\x81\x01\x42\x82\x88matroska",
            &ogg(b"\x80theora"),
            b"RIFF\x24\0\0\0AVI LIST",
            // "a" in UTF-16 with a byte order mark, and AAC without a container.
            b"\xff\xfea\0",
            b"\xff\xf1\x50\x80",
        ];
        for head in heads {
            assert_eq!(RecordingMedia::detect(head), None, "{head:?}");
        }
    }
}
