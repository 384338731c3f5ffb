//! `shortlist parse --explain`: a readable report of how a document was understood.
//!
//! Invariant: what is printed of the document contains no control characters, so that it cannot control the terminal.

use std::fmt::Write;
use std::path::Path;

use shortlist_app::finding_text;
use shortlist_domain::{
    EducationConfidence, EducationEntry, Found, FoundSkill, MIN_ENTRY_CONFIDENCE, Position,
    PositionConfidence, Resume, SectionKind, Span,
};
use shortlist_parsing::english::read_error_text;
use shortlist_parsing::{
    Document, ReadOptions, TextLine, read_document, understand_keeping_lines, with_deep_stack,
};
use shortlist_vocabulary::Vocabulary;

use crate::{Failure, output};

/// The longest quote of a line, in characters.
const QUOTE_CHARS: usize = 100;

/// Reads a file in this process and prints its blocks, its sections, and each value with its place and reason.
pub(crate) fn print(file: &Path, vocabulary: &Vocabulary) -> Result<(), Failure> {
    let attempt = || format!("read {}", file.display());
    let bytes = std::fs::read(file).map_err(Failure::of(attempt()))?;
    let document = with_deep_stack(|| read_document(&bytes)).map_err(Failure::of(attempt()))?;
    let document = document
        .map_err(|error| Failure::of(attempt())(std::io::Error::other(read_error_text(error))))?;
    let report = explained(file, &document, vocabulary).map_err(Failure::of(attempt()))?;
    output::print_result(&report)
}

fn explained(
    file: &Path,
    document: &Document,
    vocabulary: &Vocabulary,
) -> Result<String, std::fmt::Error> {
    let (resume, lines) = understand_keeping_lines(document, &ReadOptions::default(), vocabulary);
    let mut out = String::new();
    writeln!(out, "{} ({})", file.display(), resume.media.media_type())?;
    write_blocks(&mut out, &resume, &lines)?;
    write_sections(&mut out, &resume)?;
    write_person(&mut out, &resume)?;
    write_career(&mut out, &resume)?;
    write_skills(&mut out, &resume)?;
    write_findings(&mut out, &resume)?;
    Ok(out)
}

fn write_blocks(out: &mut String, resume: &Resume, lines: &[TextLine]) -> std::fmt::Result {
    let mut last = None;
    for line in lines {
        let block = (line.page, line.block);
        if last.replace(block) != Some(block) {
            let region = format!("{:?}", line.region).to_lowercase();
            writeln!(out, "\nblock {} · page {} · {region}", block.1, block.0 + 1)?;
        }
        let look: String = [
            (line.bold, 'b'),
            (line.heading, 'h'),
            (line.list_item, 'l'),
            (line.gap_above, 'g'),
        ]
        .into_iter()
        .map(|(is, letter)| if is { letter } else { ' ' })
        .collect();
        let place = match (line.x, line.y) {
            (Some(x), Some(y)) => format!("{x:>5.0},{y:<5.0}"),
            _ => " ".repeat(11),
        };
        let quote = quote(resume, line.span);
        writeln!(out, "  {:>5.1} {look} {place} {quote}", line.size)?;
    }
    writeln!(
        out,
        "\n(type size, then b bold, h heading, l list item, g gap above)"
    )
}

fn write_sections(out: &mut String, resume: &Resume) -> std::fmt::Result {
    writeln!(out, "\nsections")?;
    for section in &resume.sections {
        let heading = Span::new(section.span.start, section.body_start);
        let from = match quote(resume, heading).trim() {
            "" => "without a heading".to_owned(),
            words => format!("heading \"{words}\""),
        };
        let place = place(resume, Some(section.span));
        writeln!(out, "  {:<14} {place:<24} {from}", section.kind.as_str())?;
    }
    Ok(())
}

fn write_person(out: &mut String, resume: &Resume) -> std::fmt::Result {
    writeln!(out, "\nperson")?;
    write_found(out, resume, "name", resume.full_name.as_ref())?;
    write_found(out, resume, "e-mail", resume.email.as_ref())?;
    write_found(out, resume, "telephone", resume.phone.as_ref())?;
    write_found(out, resume, "place", resume.place.as_ref())?;
    for link in &resume.links {
        write_found(out, resume, "link", Some(link))?;
    }
    Ok(())
}

fn write_found<T: ToString>(
    out: &mut String,
    resume: &Resume,
    what: &str,
    found: Option<&Found<T>>,
) -> std::fmt::Result {
    let Some(found) = found else {
        return writeln!(out, "  {what:<10} none found with enough confidence");
    };
    let value = printable(&found.value.to_string());
    let place = place(resume, found.span);
    let (sure, reason) = (found.confidence, &found.reason);
    writeln!(
        out,
        "  {what:<10} {value:<32} {sure:>3} % {place:<24} {reason}"
    )
}

fn write_career(out: &mut String, resume: &Resume) -> std::fmt::Result {
    writeln!(out, "\npositions")?;
    for position in &resume.positions {
        let place = place(resume, Some(position.span));
        let dated = quote(resume, position.span);
        let section = section_of(resume, position.span);
        let reason = format!("dated in {section}: \"{dated}\"");
        writeln!(out, "  {} {place} {reason}", describe_position(position))?;
        let PositionConfidence {
            title,
            organization,
        } = position.confidence;
        write_confidence(out, "title", position.title.as_deref(), title)?;
        let employer = position.organization.as_deref();
        write_confidence(out, "organization", employer, organization)?;
        write_uncertain(out, position.is_certain())?;
    }
    match resume.stated_months {
        Some(months) => writeln!(out, "  the text states {months} months of experience")?,
        None => writeln!(out, "  the text states no years of experience")?,
    }
    writeln!(out, "\neducation")?;
    for entry in &resume.education {
        let place = place(resume, Some(entry.span));
        let words = quote(resume, entry.span);
        let section = section_of(resume, entry.span);
        let reason = format!("degree or school in {section}: \"{words}\"");
        writeln!(out, "  {} {place} {reason}", describe_education(entry))?;
        let EducationConfidence {
            degree,
            institution,
        } = entry.confidence;
        write_confidence(out, "degree", Some(&entry.degree), degree)?;
        let school = entry.institution.as_deref();
        write_confidence(out, "institution", school, institution)?;
        write_uncertain(out, entry.is_certain())?;
    }
    let lists = [
        ("languages", &resume.languages),
        ("certificates", &resume.certificates),
    ];
    lists
        .into_iter()
        .try_for_each(|(what, list)| writeln!(out, "\n{what}: {}", printable(&list.join(" | "))))
}

/// Writes which words became a field of an entry, and how certain that is.
fn write_confidence(
    out: &mut String,
    field: &str,
    words: Option<&str>,
    confidence: u8,
) -> std::fmt::Result {
    match words {
        Some(words) => writeln!(
            out,
            "    {field:<14} {confidence:>3} %  {}",
            printable(words)
        ),
        None => writeln!(out, "    {field:<14}        no words found"),
    }
}

/// Writes that an entry is not shown, unless it is certain.
fn write_uncertain(out: &mut String, certain: bool) -> std::fmt::Result {
    if certain {
        return Ok(());
    }
    writeln!(
        out,
        "    kept as text only: less than {MIN_ENTRY_CONFIDENCE} % certain"
    )
}

fn describe_position(position: &Position) -> String {
    let date = |date: &Option<shortlist_domain::PartialDate>| {
        date.as_ref().map_or("?".to_owned(), ToString::to_string)
    };
    let end = if position.current {
        "now".to_owned()
    } else {
        date(&position.end)
    };
    let dates = format!("{} to {end}", date(&position.start));
    let words = [&position.title, &position.organization, &position.place];
    let words = words.map(|word| word.as_deref().unwrap_or("?"));
    format!("{dates:<20} {}", printable(&words.join(" | ")))
}

fn describe_education(entry: &EducationEntry) -> String {
    let level = entry
        .level
        .map_or("no level", shortlist_domain::EducationLevel::as_str);
    let words = [
        Some(entry.degree.as_str()),
        entry.field.as_deref(),
        entry.institution.as_deref(),
    ];
    let words = words.map(|word| word.unwrap_or("?")).join(" | ");
    let state = if entry.in_progress {
        " (in progress)"
    } else {
        ""
    };
    format!("{level:<12} {}{state}", printable(&words))
}

fn write_skills(out: &mut String, resume: &Resume) -> std::fmt::Result {
    writeln!(out, "\nskills")?;
    for FoundSkill {
        name,
        span,
        section,
    } in &resume.skills
    {
        let written = quote(resume, *span);
        let found = match section {
            SectionKind::Skills => "listed",
            _ => "the text names it, and the vocabulary knows it",
        };
        let reason = if written.eq_ignore_ascii_case(name) {
            found.to_owned()
        } else {
            format!("{found}; written \"{written}\"")
        };
        let place = place(resume, Some(*span));
        let (name, section) = (printable(name), section.as_str());
        writeln!(out, "  {name:<32} in {section:<14} {place:<24} {reason}")?;
    }
    Ok(())
}

fn write_findings(out: &mut String, resume: &Resume) -> std::fmt::Result {
    writeln!(out, "\nleft out of the text or reported")?;
    for finding in &resume.findings {
        let page = finding.page.map_or("?".to_owned(), |page| page.to_string());
        let quote = printable(&finding_text(finding));
        writeln!(out, "  {:<14} page {page}: {quote}", finding.kind.as_str())?;
    }
    Ok(())
}

/// Returns the kind of the section that contains a span.
fn section_of(resume: &Resume, span: Span) -> &'static str {
    let mut sections = resume.sections.iter();
    let section = sections.find(|section| section.span.contains(span));
    section.map_or("no section", |section| section.kind.as_str())
}

fn place(resume: &Resume, span: Option<Span>) -> String {
    let Some(span) = span else {
        return "not in the text".to_owned();
    };
    let page = resume.text.page_of(span.start);
    let page = page
        .map(|page| format!("page {page}, "))
        .unwrap_or_default();
    format!("{page}bytes {} to {}", span.start, span.end)
}

fn quote(resume: &Resume, span: Span) -> String {
    let text = resume.text.quote(span);
    let cut: String = text.chars().take(QUOTE_CHARS).collect();
    let more = if cut.len() < text.len() { "…" } else { "" };
    printable(&cut) + more
}

/// Returns a text without control characters. The tab between cells stays visible as an arrow.
pub(crate) fn printable(text: &str) -> String {
    text.chars()
        .map(|c| match c {
            '\t' | '\n' => '→',
            c if c.is_control() => '\u{fffd}',
            c => c,
        })
        .collect()
}
