//! The text of a resume with its quotes marked.

use std::collections::HashSet;

/// A part of the text: plain, or quoted by evidence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct TextPart {
    pub(crate) text: String,
    /// The numbers of the evidence that quotes this part; empty for plain text.
    pub(crate) numbers: Vec<usize>,
    /// Whether it is the heading of a section.
    pub(crate) is_heading: bool,
    /// The numbers of the evidence whose quotes begin here. A quote of several words or lines has several parts.
    pub(crate) anchors: Vec<usize>,
}

impl TextPart {
    /// Returns the numbers of the evidence, separated by spaces.
    pub(crate) fn names(&self) -> String {
        let names: Vec<String> = self.numbers.iter().map(usize::to_string).collect();
        names.join(" ")
    }
}

/// A range of the text, in code points, and the evidence that quotes it.
struct Mark {
    start: usize,
    end: usize,
    numbers: Vec<usize>,
}

/// The number that marks a heading. No evidence has it.
const HEADING: usize = 0;

/// Splits a text at its headings and quotes. Quotes that overlap form one part, also with a heading.
pub(crate) fn marked(
    text: &str,
    places: &[(usize, (u32, u32))],
    headings: &[(u32, u32)],
) -> Vec<TextPart> {
    let headings = headings.iter().map(|place| (HEADING, *place));
    let places: Vec<_> = places.iter().copied().chain(headings).collect();
    let mut letters = text.chars();
    let mut taken = 0;
    let mut parts = Vec::new();
    for mark in merged(&places) {
        let before = letters.by_ref().take(mark.start - taken);
        push(&mut parts, before, Vec::new());
        let length = mark.end - mark.start;
        push(&mut parts, letters.by_ref().take(length), mark.numbers);
        taken = mark.end;
    }
    push(&mut parts, letters, Vec::new());
    add_anchors(&mut parts);
    parts
}

/// Notes where each piece of evidence is quoted first.
fn add_anchors(parts: &mut [TextPart]) {
    let mut seen = HashSet::new();
    for part in parts {
        let numbers = part.numbers.iter().copied();
        part.anchors = numbers.filter(|number| seen.insert(*number)).collect();
    }
}

fn push(parts: &mut Vec<TextPart>, letters: impl Iterator<Item = char>, mut numbers: Vec<usize>) {
    let text: String = letters.collect();
    let is_heading = numbers == [HEADING];
    numbers.retain(|number| *number != HEADING);
    if !text.is_empty() {
        parts.push(TextPart {
            text,
            numbers,
            is_heading,
            anchors: Vec::new(),
        });
    }
}

fn merged(places: &[(usize, (u32, u32))]) -> Vec<Mark> {
    let index = |number: u32| usize::try_from(number).unwrap_or(usize::MAX);
    let mark = |(number, (start, end)): &(usize, (u32, u32))| Mark {
        start: index(*start),
        end: index(*end),
        numbers: vec![*number],
    };
    let mut marks: Vec<Mark> = places
        .iter()
        .map(mark)
        .filter(|mark| mark.start < mark.end)
        .collect();
    marks.sort_by_key(|mark| (mark.start, mark.end));
    let mut merged: Vec<Mark> = Vec::with_capacity(marks.len());
    for mark in marks {
        match merged.last_mut() {
            Some(last) if mark.start < last.end => {
                last.end = last.end.max(mark.end);
                last.numbers.extend(mark.numbers);
            }
            _ => merged.push(mark),
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(places: &[(usize, (u32, u32))]) -> Vec<(String, Vec<usize>)> {
        let parts = marked("Zoë knows Rust.", places, &[]);
        parts
            .into_iter()
            .map(|part| (part.text, part.numbers))
            .collect()
    }

    fn part(text: &str, numbers: &[usize]) -> (String, Vec<usize>) {
        (text.to_owned(), numbers.to_vec())
    }

    #[test]
    fn quotes_are_parts_and_overlapping_ones_merge() {
        assert_eq!(parts(&[]), [part("Zoë knows Rust.", &[])]);
        assert_eq!(
            parts(&[(2, (10, 14)), (1, (0, 3))]),
            [
                part("Zoë", &[1]),
                part(" knows ", &[]),
                part("Rust", &[2]),
                part(".", &[])
            ]
        );
        assert_eq!(
            parts(&[(1, (4, 9)), (2, (4, 14)), (3, (5, 5))]),
            [
                part("Zoë ", &[]),
                part("knows Rust", &[1, 2]),
                part(".", &[])
            ]
        );
        assert_eq!(parts(&[(1, (14, 99))]).last(), Some(&part(".", &[1])));
    }

    #[test]
    fn a_heading_is_a_part_unless_it_is_quoted() {
        let is_heading = |places| {
            let parts = marked("Skills\nRust", places, &[(0, 6)]);
            parts.iter().map(|part| part.is_heading).collect::<Vec<_>>()
        };
        assert_eq!(is_heading(&[(1, (7, 11))]), [true, false, false]);
        assert_eq!(is_heading(&[(1, (0, 11))]), [false]);
    }
}
