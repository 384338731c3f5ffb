//! What a candidate adds to a resume, as the end of its text. There, added entries are found and quoted like those that were read.

use super::field::PRESENT;
use crate::{EducationEntry, Position, Resume, ResumeText, Section, SectionKind, Span};

/// The heading of the added text.
const HEADING: &str = "Stated by the candidate";

/// How many of the last entries of each list were added.
pub(super) struct Added {
    pub(super) positions: usize,
    pub(super) degrees: usize,
    pub(super) skills: usize,
}

/// The text of a resume while lines are added.
struct Writer {
    text: String,
    sections: Vec<Section>,
}

impl Writer {
    /// Adds a section with a line for each entry, and returns the places of the lines.
    fn section(&mut self, kind: SectionKind, heading: &str, lines: &[String]) -> Vec<Span> {
        let start = self.text.len();
        self.text.push_str(heading);
        self.text.push('\n');
        let body_start = self.text.len();
        let line = |line: &String| {
            let start = self.text.len();
            self.text.push_str(line);
            let span = Span::new(start, self.text.len());
            self.text.push('\n');
            span
        };
        let spans = lines.iter().map(line).collect();
        self.sections.push(Section {
            kind,
            span: Span::new(start, self.text.len()),
            body_start,
        });
        spans
    }
}

/// Adds the text of added entries, and says in each where it is.
pub(super) fn append(resume: &mut Resume, added: &Added) {
    if added.positions + added.degrees + added.skills == 0 {
        return;
    }
    let mut writer = Writer {
        text: format!("{}\n\n", resume.text.as_str().trim_end()),
        sections: std::mem::take(&mut resume.sections),
    };
    writer.section(SectionKind::Other, HEADING, &[]);
    append_positions(&mut writer, last(&mut resume.positions, added.positions));
    append_degrees(&mut writer, last(&mut resume.education, added.degrees));
    let skills = last(&mut resume.skills, added.skills);
    if !skills.is_empty() {
        let lines: Vec<String> = skills.iter().map(|skill| skill.name.clone()).collect();
        let spans = writer.section(SectionKind::Skills, "Skills", &lines);
        for (skill, span) in skills.iter_mut().zip(spans) {
            skill.span = span;
        }
    }
    resume.text = ResumeText::new(writer.text, resume.text.page_starts().to_vec());
    resume.sections = writer.sections;
}

fn append_positions(writer: &mut Writer, positions: &mut [Position]) {
    if positions.is_empty() {
        return;
    }
    let lines: Vec<String> = positions.iter().map(position_line).collect();
    let spans = writer.section(SectionKind::Experience, "Experience", &lines);
    for (position, span) in positions.iter_mut().zip(spans) {
        position.span = span;
    }
}

fn append_degrees(writer: &mut Writer, degrees: &mut [EducationEntry]) {
    if degrees.is_empty() {
        return;
    }
    for degree in &mut *degrees {
        degree.degree = degree_words(degree);
    }
    let lines: Vec<String> = degrees.iter().map(degree_line).collect();
    let spans = writer.section(SectionKind::Education, "Education", &lines);
    for (degree, span) in degrees.iter_mut().zip(spans) {
        degree.span = span;
    }
}

/// Returns the last entries of a list.
fn last<T>(list: &mut [T], count: usize) -> &mut [T] {
    let from = list.len().saturating_sub(count);
    list.get_mut(from..).unwrap_or_default()
}

fn position_line(position: &Position) -> String {
    let end = if position.current {
        Some(PRESENT.to_owned())
    } else {
        position.end.map(|end| end.to_string())
    };
    let dates = [position.start.map(|start| start.to_string()), end];
    let dates: Vec<String> = dates.into_iter().flatten().collect();
    let parts = [position.name(), dates.join(" – ")];
    joined(parts)
}

fn degree_words(degree: &EducationEntry) -> String {
    let level = degree.level.map(|level| level.as_str().to_owned());
    let parts = [level, degree.field.clone()];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    parts.join(", ")
}

fn degree_line(degree: &EducationEntry) -> String {
    joined([
        degree.degree.clone(),
        degree.institution.clone().unwrap_or_default(),
    ])
}

fn joined(parts: [String; 2]) -> String {
    let parts: Vec<String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    parts.join(", ")
}
