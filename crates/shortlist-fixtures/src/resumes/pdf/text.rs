//! Prepares text for drawing: breaks it into lines, and puts it into visual order.

/// Breaks a text into lines that fit the width: at spaces, or anywhere in scripts without spaces.
pub(super) fn wrap_lines(text: &str, max_width: i32, width: impl Fn(&str) -> i32) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let Some(line) = lines.last_mut() else {
            break;
        };
        if !line.is_empty() && width(line) + width(piece.trim_end()) > max_width {
            line.truncate(line.trim_end().len());
            lines.push(piece.to_owned());
        } else {
            line.push_str(piece);
        }
    }
    lines
}

/// Returns words with the spaces after them, and each ideograph separately.
fn pieces(text: &str) -> Vec<&str> {
    text.split_inclusive(|c: char| c == ' ' || ('\u{3000}'..='\u{9FFF}').contains(&c))
        .collect()
}

/// Returns the text in the order in which it is drawn from left to right (Unicode Standard Annex 9).
pub(super) fn visual_order(text: &str) -> String {
    let bidi = unicode_bidi::BidiInfo::new(text, Some(unicode_bidi::Level::rtl()));
    let paragraphs = bidi.paragraphs.iter();
    paragraphs
        .map(|paragraph| {
            let (levels, runs) = bidi.visual_runs(paragraph, paragraph.range.clone());
            let run = |run: &std::ops::Range<usize>| {
                let text = text.get(run.clone()).unwrap_or_default();
                match levels.get(run.start) {
                    Some(level) if level.is_rtl() => text.chars().rev().collect(),
                    _ => text.to_owned(),
                }
            };
            runs.iter().map(run).collect::<String>()
        })
        .collect()
}
