//! Lines of a resume that are masked as a whole.

use shortlist_domain::{Resume, Section, SectionKind, Span};

use super::words::plain_words;

/// Words that occur in names of schools. In the part about education, their lines are masked as a whole.
const SCHOOL_WORDS: [&str; 34] = [
    "university",
    "universitat",
    "universite",
    "universidad",
    "universidade",
    "universita",
    "universiteit",
    "universitet",
    "universitetet",
    "uniwersytet",
    "univerzita",
    "universitatea",
    "universitas",
    "college",
    "colegio",
    "collegio",
    "school",
    "schule",
    "gymnasium",
    "lycee",
    "liceo",
    "liceum",
    "ecole",
    "escola",
    "escuela",
    "hochschule",
    "fachhochschule",
    "institute",
    "institut",
    "instituto",
    "academy",
    "akademie",
    "politecnico",
    "polytechnic",
];

/// Words that names of schools have in common, besides those of [`SCHOOL_WORDS`].
const COMMON_WORDS: [&str; 34] = [
    "of",
    "the",
    "and",
    "for",
    "at",
    "de",
    "der",
    "fur",
    "und",
    "business",
    "open",
    "technical",
    "technische",
    "technology",
    "applied",
    "science",
    "sciences",
    "state",
    "national",
    "international",
    "central",
    "high",
    "primary",
    "secondary",
    "community",
    "graduate",
    "medical",
    "medicine",
    "law",
    "music",
    "arts",
    "management",
    "engineering",
    "economics",
];

/// Returns whether a word does not distinguish one school from another.
pub(super) fn is_common_in_schools(word: &str) -> bool {
    SCHOOL_WORDS.contains(&word) || COMMON_WORDS.contains(&word)
}

/// Masks whole lines: those of the head that contain something masked, all of the parts about contact and personal data,
/// and the lines about education that name a school.
pub(super) fn mask_parts(resume: &Resume, mask: &mut [bool]) {
    let head_end = resume
        .sections
        .iter()
        .map(|section| section.span.start)
        .min();
    let is_personal =
        |section: &&Section| matches!(section.kind, SectionKind::Contact | SectionKind::Personal);
    let personal: Vec<Span> = resume
        .sections
        .iter()
        .filter(is_personal)
        .map(|section| Span::new(section.body_start, section.span.end))
        .collect();
    let education: Vec<Span> = resume
        .sections
        .iter()
        .filter(|section| section.kind == SectionKind::Education)
        .map(|section| section.span)
        .collect();
    let (mut byte, mut place) = (0_usize, 0_usize);
    for line in resume.text.as_str().split_inclusive('\n') {
        let length = line.chars().count();
        let here = Span::new(byte, byte + line.len());
        let is_within = |parts: &[Span]| {
            let begins = |part: &Span| part.start <= here.start && here.start < part.end;
            parts.iter().any(begins)
        };
        let part = mask.get_mut(place..place + length);
        let Some(part) = part else { return };
        let is_in_head = head_end.is_some_and(|end| here.start < end);
        let is_about_person = is_in_head && part.iter().any(|masked| *masked);
        let names_school = is_within(&education)
            && plain_words(line)
                .iter()
                .any(|word| SCHOOL_WORDS.contains(&word.as_str()));
        if is_about_person || is_within(&personal) || names_school {
            part.fill(true);
        }
        byte = here.end;
        place += length;
    }
}
