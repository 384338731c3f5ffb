//! A resume's text, and positions in it.

/// A half-open range of bytes in a [`ResumeText`], on character boundaries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// Creates a range of bytes.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Returns whether this range contains the other one.
    pub fn contains(self, other: Self) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A resume's visible text in reading order. Lines end in `\n`; a TAB separates the cells of a row.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ResumeText {
    text: String,
    page_starts: Vec<usize>,
}

impl ResumeText {
    /// Creates a text from the byte offset at which each page starts, in order. An empty list means that pages are unknown.
    pub fn new(text: String, page_starts: Vec<usize>) -> Self {
        Self { text, page_starts }
    }

    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.text
    }

    /// Returns the byte offset at which each page starts.
    pub fn page_starts(&self) -> &[usize] {
        &self.page_starts
    }

    /// Returns the number of pages, if known.
    pub fn pages(&self) -> Option<u32> {
        u32::try_from(self.page_starts.len())
            .ok()
            .filter(|count| *count > 0)
    }

    /// Returns the words in a range; empty if the range is not in this text.
    pub fn quote(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// Returns the 1-based page of a byte, if pages are known.
    pub fn page_of(&self, byte: usize) -> Option<u32> {
        let pages = self.page_starts.partition_point(|start| *start <= byte);
        u32::try_from(pages).ok().filter(|page| *page > 0)
    }

    /// Returns the range in Unicode code points, the unit of the receipt.
    pub fn code_points(&self, span: Span) -> Option<(u32, u32)> {
        let before = self.text.get(..span.start)?.chars().count();
        let within = self.text.get(span.start..span.end)?.chars().count();
        Some((
            u32::try_from(before).ok()?,
            u32::try_from(before + within).ok()?,
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_convert_to_pages_and_code_points() {
        let text = ResumeText::new("Zoë\nRust\n".into(), vec![0, 5]);
        assert_eq!(text.pages(), Some(2));
        assert_eq!(text.quote(Span::new(5, 9)), "Rust");
        assert_eq!(text.page_of(5), Some(2));
        assert_eq!(text.page_of(4), Some(1));
        assert_eq!(text.code_points(Span::new(5, 9)), Some((4, 8)));
        assert_eq!(text.code_points(Span::new(3, 9)), None);
    }
}
