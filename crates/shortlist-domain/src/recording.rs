//! Recordings of interviews: what kinds of file they are, told by their first bytes.

use crate::{
    CandidateId, FileDigest, InterviewId, InvalidValue, OrganizationId, RecordingId, Timestamp,
};

/// A kind of file that a recording may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordingMedia {
    /// MP4 with pictures, as far as its brand tells.
    Mp4Video,
    /// `WebM`.
    WebM,
    /// MP4 with sound alone.
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

/// Brands of MP4 files with pictures (<https://mp4ra.org/registered-types/brands>); those of ISO's own begin with `iso`.
const VIDEO_BRANDS: [&[u8]; 8] = [
    b"mp41", b"mp42", b"mmp4", b"avc1", b"M4V ", b"M4VH", b"MSNV", b"dash",
];
/// Brands of MP4 files with sound alone.
const AUDIO_BRANDS: [&[u8]; 2] = [b"M4A ", b"M4B "];
/// How the first packet of sound in Ogg begins: Opus (RFC 7845), Vorbis, FLAC, Speex.
const OGG_CODECS: [&[u8]; 4] = [b"OpusHead", b"\x01vorbis", b"\x7fFLAC", b"Speex   "];
/// Where the first packet of an Ogg file begins: after a page header with one segment (RFC 3533).
const OGG_PACKET_AT: usize = 28;
/// The element of an EBML header that names its document type, of four bytes, and `WebM` as that type
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
    /// How many bytes tell what a file is; fewer where it has no more.
    pub const HEAD_BYTES: usize = 64;

    /// The media type.
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

    /// Takes a media type.
    ///
    /// # Errors
    /// When no recording is of that type.
    pub fn parse(field: &str, value: &str) -> Result<Self, InvalidValue> {
        Self::ALL
            .into_iter()
            .find(|media| media.media_type() == value)
            .ok_or_else(|| InvalidValue::new(field, "is no media type of a recording"))
    }

    /// What a file is that begins so; nothing where it is no recording.
    pub fn of_head(head: &[u8]) -> Option<Self> {
        let at = |place: usize, text: &[u8]| {
            head.get(place..).is_some_and(|rest| rest.starts_with(text))
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

/// Whether the bytes are the head of a frame of MPEG audio, layer III, with a bit rate and a sampling rate that exist (ISO/IEC
/// 11172-3, 2.4.1.3). Other layers are not told from text in UTF-16.
fn is_mpeg_frame(head: &[u8]) -> bool {
    let &[sync, version, rates, ..] = head else {
        return false;
    };
    let is_layer_three = sync == 0xff && version & 0xe6 == 0xe2 && version & 0x18 != 0x08;
    let has_bit_rate = !matches!(rates >> 4, 0 | 15);
    is_layer_three && has_bit_rate && rates & 0x0c != 0x0c
}

/// A recording to be kept, in place of any other of its interview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewRecording {
    /// Its identifier.
    pub id: RecordingId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// What was recorded.
    pub interview_id: InterviewId,
    /// What kind of file it is.
    pub media: RecordingMedia,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its bytes.
    pub digest: FileDigest,
    /// When it came.
    pub created_at: Timestamp,
}

/// The recording of an interview.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recording {
    /// Its identifier.
    pub id: RecordingId,
    /// The tenant.
    pub organization_id: OrganizationId,
    /// What was recorded.
    pub interview_id: InterviewId,
    /// Who was interviewed.
    pub candidate_id: CandidateId,
    /// What kind of file it is.
    pub media: RecordingMedia,
    /// Its size.
    pub bytes: u64,
    /// SHA-256 of its bytes.
    pub digest: FileDigest,
    /// When it came.
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
    fn a_kind_is_told_by_the_first_bytes() {
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
            assert_eq!(RecordingMedia::of_head(head), Some(media), "{media:?}");
            let name = media.media_type();
            assert_eq!(RecordingMedia::parse("t", name).unwrap(), media);
        }
    }

    #[test]
    fn what_is_no_recording_is_none() {
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
            assert_eq!(RecordingMedia::of_head(head), None, "{head:?}");
        }
    }
}
