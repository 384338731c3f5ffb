//! The degrees of a resume, with the place and the field of each.

use shortlist_domain::{EducationEntry, EducationLevel, Resume, Span};

use crate::excerpt::ScorableText;
use crate::regions::field_span;

/// A degree, without its school and dates.
#[derive(Debug, Clone)]
pub(crate) struct DegreeSummary {
    pub(crate) level: Option<EducationLevel>,
    pub(crate) in_progress: bool,
    pub(crate) span: Span,
    /// The field of study, and its place in the text.
    pub(crate) field: Option<(String, Span)>,
}

/// What degrees of any field are named after.
const GENERAL: [&str; 3] = ["Arts", "Philosophy", "Science"];

/// Returns the field after which a degree is named: `Bachelor of Science in Nursing`. One of arts, philosophy or science alone may be of
/// any field.
fn field_in_name(entry: &EducationEntry) -> Option<&str> {
    use EducationLevel::{Associate, Bachelor, Doctorate, Master, Professional};
    let is_named_so = matches!(
        entry.level,
        Some(Associate | Bachelor | Master | Professional | Doctorate)
    );
    let after = |word: &str| Some(entry.degree.rsplit_once(word)?.1.trim());
    after(" in ")
        .or_else(|| after(" of ").filter(|field| !GENERAL.contains(field)))
        .filter(|_| is_named_so)
}

/// Returns the degrees that a reader of the scorable text sees.
pub(super) fn degrees(resume: &Resume, text: &ScorableText) -> Vec<DegreeSummary> {
    let field_of = |entry: &EducationEntry, span: Span| {
        let (field, span) = match &entry.field {
            Some(field) => {
                let span = field_span(resume.text.as_str(), entry.span, field)?;
                (field.clone(), span)
            }
            None => (field_in_name(entry)?.to_owned(), span),
        };
        (text.at(span) == resume.text.quote(span)).then_some((field, span))
    };
    resume
        .education
        .iter()
        .map(|entry| {
            let span = text.first_line(entry.span);
            DegreeSummary {
                level: entry.level,
                in_progress: entry.in_progress,
                field: field_of(entry, span),
                span,
            }
        })
        .filter(|degree| degree.span.start < degree.span.end)
        .collect()
}
