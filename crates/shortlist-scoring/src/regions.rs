//! Which parts of a resume may be scored.
//!
//! These parts are left out:
//! - contact, personal and reference sections, and everything above the first section, except positions;
//! - everything in an education section except degrees, fields of study, lines about courses and positions;
//! - the person's name, e-mail addresses, web addresses and names of schools, anywhere in the text;
//! - text that instructs a machine, or that lists keywords for one.

use shortlist_domain::{EducationEntry, FindingKind, Resume, Section, SectionKind, Span};
use shortlist_vocabulary::{PhraseList, word_lists};

use crate::words::{NameTable, Word, places_of, words};

word_lists! {
    /// The words of lines about courses.
    pub(crate) struct CourseWords in "../data/courses.txt" {
        /// Openings of lines in an education section that describe what was learned, not where.
        openings: PhraseList,
        /// Words in the names of schools.
        school_words: PhraseList,
    }
}

/// A part that may be scored, and its section.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Region {
    pub(crate) span: Span,
    pub(crate) section: SectionKind,
}

/// The largest distance from a degree to its field of study, in bytes.
const FIELD_REACH: usize = 400;

/// Returns the parts that may be scored, sorted, without overlap and without private text.
pub(crate) fn scorable_regions(resume: &Resume) -> Vec<Region> {
    let text = resume.text.as_str();
    let words = words(text);
    let work = work_without_heading(resume);
    let private = merged(private_spans(resume, &words, &work));
    public_regions(resume, &words, &work)
        .into_iter()
        .flat_map(|region| without(region, &private))
        .collect()
}

/// Returns where a field of study appears: in the words of its degree or shortly after them.
pub(crate) fn field_span(text: &str, degree: Span, field: &str) -> Option<Span> {
    let mut end = (degree.end + FIELD_REACH).min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let reach = words(text.get(degree.start..end)?);
    let found = places_of(field, &reach).into_iter().next()?;
    Some(Span::new(
        degree.start + found.start,
        degree.start + found.end,
    ))
}

/// Returns the dated positions that begin in a section about the person or about education, because their own heading is
/// missing or was not recognised. They are sorted and do not overlap.
fn work_without_heading(resume: &Resume) -> Vec<Span> {
    let is_other =
        |section: &&Section| matches!(section.kind, SectionKind::Contact | SectionKind::Education);
    let sections: Vec<&Section> = resume.sections.iter().filter(is_other).collect();
    let dated = resume.positions.iter().filter(|it| it.start.is_some());
    let within = dated.filter_map(|position| {
        let section = sections.iter().find(|section| {
            (section.body_start..section.span.end).contains(&position.span.start)
        })?;
        let end = position.span.end.min(section.span.end);
        Some(Span::new(position.span.start, end))
    });
    merged(within.collect())
}

/// Returns whether the resume has no heading that was recognised, so that all of it is the part above the first section.
fn has_no_headings(resume: &Resume) -> bool {
    let mut sections = resume.sections.iter();
    sections.all(|section| section.kind == SectionKind::Contact)
}

fn public_regions(resume: &Resume, words: &[Word], work: &[Span]) -> Vec<Region> {
    let text = resume.text.as_str();
    if has_no_headings(resume) {
        return lines_without_contact(text, words);
    }
    let mut regions = Vec::with_capacity(resume.sections.len() * 2);
    let mut entries: Vec<&EducationEntry> = resume.education.iter().collect();
    entries.sort_by_key(|entry| entry.span);
    let mut reached = None;
    for section in &resume.sections {
        if let Some(from) = reached.filter(|from| *from < section.span.start) {
            let span = Span::new(from, section.span.start);
            regions.push(Region {
                span,
                section: SectionKind::Other,
            });
        }
        reached = Some(section.span.end);
        let span = Span::new(section.body_start, section.span.end);
        match section.kind {
            SectionKind::Education => {
                let studies = education_regions(resume, &entries, span);
                regions.extend(studies.into_iter().flat_map(|region| without(region, work)));
                regions.extend(work_in(work, span));
            }
            SectionKind::Contact => regions.extend(work_in(work, span)),
            kind => regions.push(Region {
                span,
                section: kind,
            }),
        }
    }
    if let Some(from) = reached.filter(|from| *from < text.len()) {
        let span = Span::new(from, text.len());
        regions.push(Region {
            span,
            section: SectionKind::Other,
        });
    }
    regions
}

/// Returns the positions in a section. They are about work, whatever the section is about.
fn work_in(work: &[Span], section: Span) -> impl Iterator<Item = Region> {
    let inside = work.iter().filter(move |span| section.contains(**span));
    inside.map(|span| Region {
        span: *span,
        section: SectionKind::Experience,
    })
}

/// Returns the parts of an education section that may be scored. The entries are in the order of the text.
fn education_regions(resume: &Resume, entries: &[&EducationEntry], section: Span) -> Vec<Region> {
    let text = resume.text.as_str();
    let mut kept = Vec::new();
    let first = entries.partition_point(|entry| entry.span.start < section.start);
    let inside = entries.iter().skip(first);
    for entry in inside
        .take_while(|entry| entry.span.start <= section.end)
        .filter(|entry| section.contains(entry.span))
    {
        kept.push(entry.span);
        kept.extend(
            entry
                .field
                .as_ref()
                .and_then(|field| field_span(text, entry.span, field)),
        );
    }
    let mut start = section.start;
    for line in resume.text.quote(section).split_inclusive('\n') {
        let opening: Vec<Word> = words(line).into_iter().take(4).collect();
        if CourseWords::get().openings.is_in(&opening) {
            kept.push(Span::new(start, start + line.len()));
        }
        start += line.len();
    }
    let section = SectionKind::Education;
    merged(kept)
        .into_iter()
        .map(|span| Region { span, section })
        .collect()
}

/// Returns every line without contact data, for a resume without sections.
fn lines_without_contact(text: &str, words: &[Word]) -> Vec<Region> {
    let mut regions = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(start, start + line.len());
        start = span.end;
        let digits = line.chars().filter(char::is_ascii_digit).count();
        let first = words.partition_point(|word| word.span.start < span.start);
        let dated = words
            .iter()
            .skip(first)
            .take_while(|word| span.contains(word.span))
            .any(is_year);
        if !line.contains('@') && (digits < 8 || dated) {
            regions.push(Region {
                span,
                section: SectionKind::Other,
            });
        }
    }
    regions
}

fn is_year(word: &Word) -> bool {
    word.lower.len() == 4 && (word.lower.starts_with("19") || word.lower.starts_with("20"))
}

/// Returns the places of private sections, names, addresses, and text that was found to be for machines.
fn private_spans(resume: &Resume, words: &[Word], work: &[Span]) -> Vec<Span> {
    let text = resume.text.as_str();
    let left_out = |section: &&Section| match section.kind {
        SectionKind::Contact => !has_no_headings(resume),
        kind => matches!(kind, SectionKind::Personal | SectionKind::References),
    };
    let whole = |section: &Section| Region {
        span: section.span,
        section: section.kind,
    };
    let sections = resume.sections.iter().filter(left_out).map(whole);
    let parts = sections.flat_map(|section| without(section, work));
    let mut private: Vec<Span> = parts.map(|part| part.span).collect();
    if let Some(name) = resume.name().or_else(|| name_by_address(resume)) {
        private.extend(name_places(name, text, words));
    }
    let entries = resume.education.iter();
    let read = entries
        .clone()
        .filter_map(EducationEntry::likely_institution);
    let unread = entries.filter(|entry| entry.likely_institution().is_none());
    let unread = unread.flat_map(|entry| unread_schools(text, entry));
    let schools = NameTable::of(read.chain(unread));
    schools.for_each_place(words, |_, place| private.push(place));
    let links: Vec<String> = resume.links.iter().map(|link| bare(&link.value)).collect();
    let mut at = 0;
    for token in text.split(|c: char| c.is_whitespace() || c == '(' || c == ')') {
        if is_address(token, &links) {
            private.push(Span::new(at, at + token.len()));
        }
        at += token.len()
            + text
                .get(at + token.len()..)
                .and_then(|rest| rest.chars().next())
                .map_or(0, char::len_utf8);
    }
    for finding in &resume.findings {
        if matches!(
            finding.kind,
            FindingKind::Instruction | FindingKind::KeywordList
        ) {
            private.extend(finding_places(text, &finding.quote, words));
        }
    }
    private
}

/// Returns what names a school after a degree, on its line or the next one, if the reader recognised none there. The words of
/// the degree itself ("Secondary school") are no name.
fn unread_schools<'a>(text: &'a str, entry: &EducationEntry) -> impl Iterator<Item = &'a str> {
    const LINES: usize = 2;
    let after = text.get(entry.span.end..).unwrap_or("");
    let parts = after
        .lines()
        .take(LINES)
        .flat_map(|line| line.split([',', ';', '|', '(', ')', '–', '\t']));
    parts.map(str::trim).filter(|part| {
        let words = words(part);
        CourseWords::get().school_words.is_in(&words)
    })
}

/// Returns where a name appears, except where its words are items of a list ("Ruby, Kafka").
fn name_places(name: &str, text: &str, words: &[Word]) -> Vec<Span> {
    let marks = |text: &str| text.contains([',', ';', '|', '/', '\t', '•', '·', '&']);
    let mut places = places_of(name, words);
    places.retain(|place| {
        let written = text.get(place.start..place.end).unwrap_or("");
        marks(name) || !marks(written)
    });
    places
}

/// Returns the first line if the reader recognised no name, but the e-mail address shows that this line is one.
///
/// A reader can miss surnames such as Leader, which are also words in job titles.
fn name_by_address(resume: &Resume) -> Option<&str> {
    const FEWEST_LETTERS: usize = 3;
    let address = resume.email_address()?.as_str().to_lowercase();
    let (local, _) = address.split_once('@')?;
    let line = resume
        .text
        .as_str()
        .lines()
        .find(|line| !line.trim().is_empty())?;
    let words = words(line);
    let matches_address = |word: &Word| {
        word.lower.chars().count() >= FEWEST_LETTERS && local.contains(word.lower.as_str())
    };
    ((2..=4).contains(&words.len()) && words.iter().any(matches_address)).then_some(line.trim())
}

fn is_address(token: &str, links: &[String]) -> bool {
    let parts = token.contains('.');
    token.contains("://")
        || token.starts_with("www.")
        || (parts && token.contains('@'))
        || (parts && !links.is_empty() && links.contains(&bare(token)))
}

/// Returns an address without its optional parts.
fn bare(link: &str) -> String {
    let link = link.to_lowercase();
    let link = link
        .split_once("://")
        .map_or(link.as_str(), |(_, rest)| rest);
    link.trim_start_matches("www.")
        .trim_end_matches('/')
        .to_owned()
}

/// Returns the places of a finding's quote. A shortened quote extends to the end of its paragraph.
fn finding_places(text: &str, quote: &str, words: &[Word]) -> Vec<Span> {
    let whole = quote.trim_end_matches(['…', '.']);
    let shortened = quote.ends_with('…') || quote.ends_with("...");
    // The last word of a shortened quote may be incomplete.
    let start = match whole.rsplit_once(char::is_whitespace) {
        Some((start, _)) if shortened => start,
        _ => whole,
    };
    let mut places = places_of(start, words);
    // The places are in order. Places in one paragraph have the same end, which is searched for once.
    let mut paragraph_end = 0;
    for place in places.iter_mut().filter(|_| shortened) {
        if paragraph_end < place.end {
            let rest = text.get(place.end..).unwrap_or("");
            paragraph_end = place.end + rest.find("\n\n").unwrap_or(rest.len());
        }
        place.end = paragraph_end;
    }
    places
}

/// Returns the spans sorted, with overlapping and touching spans joined.
pub(crate) fn merged(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_unstable();
    let mut merged: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans.into_iter().filter(|span| span.start < span.end) {
        match merged.last_mut().filter(|last| span.start <= last.end) {
            Some(last) => last.end = last.end.max(span.end),
            None => merged.push(span),
        }
    }
    merged
}

/// Returns the rest of a region without the private spans, which are sorted.
fn without(region: Region, private: &[Span]) -> Vec<Region> {
    let mut left = Vec::new();
    let mut from = region.span.start;
    let first = private.partition_point(|span| span.end <= region.span.start);
    let inside = private.iter().skip(first);
    for span in inside.take_while(|span| span.start < region.span.end) {
        left.push(Span::new(from, span.start));
        from = span.end;
    }
    left.push(Span::new(from, region.span.end));
    left.into_iter()
        .filter(|span| span.start < span.end)
        .map(|span| Region {
            span,
            section: region.section,
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_place_of_a_shortened_quote_extends_to_its_paragraph_end() {
        let text = "Rust one two, Rust one two\nmore\n\nkept\n\nRust one two";
        let places = finding_places(text, "Rust one tw…", &words(text));
        let found: Vec<&str> = places
            .iter()
            .map(|place| text.get(place.start..place.end).unwrap())
            .collect();
        assert_eq!(
            found,
            [
                "Rust one two, Rust one two\nmore",
                "Rust one two\nmore",
                "Rust one two"
            ]
        );
    }

    #[test]
    fn a_region_is_cut_by_the_private_places_in_it_and_no_others() {
        let span = |start, end| Span::new(start, end);
        let region = Region {
            span: span(10, 20),
            section: SectionKind::Other,
        };
        let left = |private: &[Span]| -> Vec<Span> {
            let regions = without(region, private).into_iter();
            regions.map(|region| region.span).collect()
        };
        assert_eq!(left(&[span(0, 10), span(20, 30)]), [span(10, 20)]);
        assert_eq!(
            left(&[span(0, 12), span(14, 15), span(19, 30)]),
            [span(12, 14), span(15, 19)]
        );
        assert!(left(&[span(0, 30)]).is_empty());
    }
}
