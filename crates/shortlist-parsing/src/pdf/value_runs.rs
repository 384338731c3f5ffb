//! Places the values of form fields that a file does not draw, as viewers draw them.

use pdfboss_core::{Page, Rect};

use super::characters;
use super::runs::PdfRun;
use crate::form_marks::mark;

/// The largest size that viewers choose for a value, in points.
const USUAL_SIZE: f32 = 12.0;
/// The share of the height of a field that its text fills.
const FILLED: f32 = 0.7;
/// The distance of lines, the width of a letter and the space below the baseline, as shares of the font size.
const LINE: f32 = 1.2;
const LETTER: f32 = 0.5;
const BELOW: f32 = 0.25;
/// The maximum number of lines and characters of a value.
const MAX_LINES: usize = 1_000;
const MAX_CHARACTERS: usize = 100_000;

/// Returns the run of a box.
pub(super) fn mark_run(page: &Page, area: Rect, ticked: bool) -> PdfRun {
    let height = area.y1 - area.y0;
    let size = (height * FILLED).clamp(1.0, USUAL_SIZE);
    let y = area.y0 + (height - size) / 2.0 + size * BELOW;
    run(page, mark(ticked), area.x0, y, size, area.x1 - area.x0)
}

/// Returns the runs of a value: one line in the middle of the field, or several from its top.
pub(super) fn text_runs(page: &Page, area: Rect, size: Option<f32>, text: &str) -> Vec<PdfRun> {
    let height = area.y1 - area.y0;
    let text: String = text.chars().take(MAX_CHARACTERS).collect();
    let lines = text.split(['\r', '\n']).take(MAX_LINES);
    let lines: Vec<&str> = lines.filter(|line| !line.trim().is_empty()).collect();
    let size = size.unwrap_or((height * FILLED).clamp(4.0, USUAL_SIZE));
    let mut y = match lines.len() {
        1 => area.y0 + (height - size) / 2.0 + size * BELOW,
        _ => area.y1 - size,
    };
    let mut runs = Vec::new();
    for line in lines {
        let line = characters::normalized(line);
        let letters = f32::from(u16::try_from(line.chars().count()).unwrap_or(u16::MAX));
        runs.push(run(page, &line, area.x0, y, size, letters * size * LETTER));
        y -= size * LINE;
    }
    runs
}

fn run(page: &Page, text: &str, x: f32, y: f32, size: f32, width: f32) -> PdfRun {
    let crop = page.crop_box;
    PdfRun {
        text: text.to_owned(),
        x: x - crop.x0,
        y: crop.y1 - y,
        width,
        size,
        origin: (x, y),
        centre: (x + width / 2.0, y + size * super::runs::X_HEIGHT),
        off_page: x > crop.x1 || x + width < crop.x0 || y > crop.y1 || y + size < crop.y0,
        right_to_left: super::bidi::has_right_to_left(text),
        ..PdfRun::default()
    }
}
