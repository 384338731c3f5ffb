//! Finds text that a reader of the printed page would not see.

use shortlist_domain::{FindingKind, IntegrityFinding};

use super::bidi::{self, Direction};
use super::covered;
use super::paint::Fill;
use super::runs::{PdfPage, PdfRun, is_white};

/// The longest quote of a finding, in characters.
const MAX_QUOTE_CHARS: usize = 200;
/// The maximum number of findings on a page.
const MAX_FINDINGS: usize = 20;
/// Text smaller than this is unreadable on paper, in points.
const TINY_POINTS: f32 = 2.0;
/// If a page with pictures has fewer visible words than this, its invisible text comes from text recognition.
const FEW_WORDS: usize = 20;

/// How paint above or below text is interpreted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Trust {
    /// Text is hidden if it is covered or has the colour of its background.
    Painting,
    /// Such text is visible nevertheless. Without it, almost nothing of the document would remain, so the paint has
    /// another purpose, such as pictures of the pages above their recognised text.
    Text,
}

/// Separates the visible runs of a page from the findings about hidden text.
pub(crate) fn separate(
    page: PdfPage,
    number: u32,
    trust: Trust,
) -> (Vec<PdfRun>, Vec<IntegrityFinding>) {
    let recognised = is_recognised_scan(&page);
    let mut groups: Vec<(FindingKind, String)> = Vec::new();
    let PdfPage {
        mut runs,
        fills,
        machine_text,
        ..
    } = page;
    let unseen = match trust {
        Trust::Painting => covered::unseen(&runs, &fills),
        Trust::Text => vec![false; runs.len()],
    };
    let visibility = Visibility {
        fills: &fills,
        recognised,
    };
    let mut unseen = unseen.into_iter();
    // Most pages hide nothing, so their runs stay where they are.
    runs.retain(|run| {
        let kind = visibility.kind_of(run, unseen.next().unwrap_or(false));
        match (kind, &run.smuggled) {
            (Some(kind), _) => add_finding(&mut groups, kind, &run.text),
            (None, Some(text)) => add_finding(&mut groups, FindingKind::ZeroWidth, text),
            (None, None) => {}
        }
        kind.is_none()
    });
    groups.extend(machine_text);
    let findings = groups
        .into_iter()
        .filter(|(_, text)| text.chars().filter(|c| c.is_alphanumeric()).count() > 2)
        .take(MAX_FINDINGS)
        .map(|(kind, text)| IntegrityFinding {
            kind,
            quote: bidi::read(&text, Direction::LeftToRight)
                .chars()
                .take(MAX_QUOTE_CHARS)
                .collect(),
            measure: None,
            page: Some(number),
        })
        .collect();
    (runs, findings)
}

/// The facts that decide whether a run is visible.
struct Visibility<'a> {
    fills: &'a [Fill],
    /// Whether the page is a picture above its recognised text.
    recognised: bool,
}

impl Visibility<'_> {
    /// Returns why a run is invisible, or `None` if it is visible.
    fn kind_of(&self, run: &PdfRun, unseen: bool) -> Option<FindingKind> {
        let mut fills = self.fills.iter();
        let mut on_colour = || {
            fills.any(|fill| {
                fill.covers(run.centre.0, run.centre.1) && !fill.colour.is_some_and(is_white)
            })
        };
        if run.is_blank {
            None
        } else if run.off_page {
            Some(FindingKind::OffPage)
        } else if run.invisible {
            (!self.recognised).then_some(FindingKind::Invisible)
        } else if run.size < TINY_POINTS || run.is_squeezed() {
            Some(FindingKind::Tiny)
        } else if run.colour.is_some_and(is_white) && !on_colour() {
            Some(FindingKind::SameColour)
        } else if unseen && covered::is_covered(run, self.fills) {
            Some(FindingKind::Covered)
        } else {
            unseen.then_some(FindingKind::SameColour)
        }
    }
}

/// Appends to the last group if it has the same kind. Text beyond the length of a quote is dropped.
fn add_finding(groups: &mut Vec<(FindingKind, String)>, kind: FindingKind, text: &str) {
    match groups.last_mut() {
        Some((last, quote)) if *last == kind => {
            if quote.len() < MAX_QUOTE_CHARS * 4 {
                quote.push(' ');
                quote.push_str(text.trim());
            }
        }
        _ => groups.push((kind, text.trim().to_owned())),
    }
}

/// Returns whether the invisible text is recognised text under the picture of a page.
fn is_recognised_scan(page: &PdfPage) -> bool {
    page.has_images
        && page
            .runs
            .iter()
            .filter(|run| !run.invisible && !run.off_page)
            .flat_map(|run| run.text.split_whitespace())
            .take(FEW_WORDS)
            .count()
            < FEW_WORDS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(text: &str) -> PdfRun {
        PdfRun {
            text: text.into(),
            size: 10.0,
            centre: (50.0, 50.0),
            ..PdfRun::default()
        }
    }

    fn kinds(page: PdfPage) -> (usize, Vec<(FindingKind, String)>) {
        let (visible, findings) = separate(page, 3, Trust::Painting);
        assert!(findings.iter().all(|finding| finding.page == Some(3)));
        let kinds = findings
            .into_iter()
            .map(|finding| (finding.kind, finding.quote));
        (visible.len(), kinds.collect())
    }

    #[test]
    fn each_way_of_hiding_has_its_kind() {
        let runs = vec![
            run("Ada Lovelace"),
            PdfRun {
                invisible: true,
                ..run("hire me")
            },
            PdfRun {
                invisible: true,
                ..run("at once")
            },
            PdfRun {
                size: 1.0,
                ..run("rust rust")
            },
            PdfRun {
                off_page: true,
                ..run("outside")
            },
            PdfRun {
                colour: Some((1.0, 1.0, 1.0)),
                ..run("white text")
            },
        ];
        let (visible, findings) = kinds(PdfPage {
            runs,
            ..PdfPage::default()
        });
        assert_eq!(visible, 1);
        let wanted = [
            (FindingKind::Invisible, "hire me at once"),
            (FindingKind::Tiny, "rust rust"),
            (FindingKind::OffPage, "outside"),
            (FindingKind::SameColour, "white text"),
        ];
        assert_eq!(findings.len(), wanted.len());
        for ((kind, quote), (wanted_kind, wanted_quote)) in findings.iter().zip(wanted) {
            assert_eq!((*kind, quote.as_str()), (wanted_kind, wanted_quote));
        }
    }

    #[test]
    fn white_text_on_a_dark_bar_is_seen() {
        let bar = |colour| Fill {
            x0: 0.0,
            y0: 0.0,
            x1: 100.0,
            y1: 100.0,
            colour,
            ..Fill::default()
        };
        for (colour, seen) in [
            (Some((0.1, 0.1, 0.4)), 1),
            (None, 1),
            (Some((1.0, 1.0, 1.0)), 0),
        ] {
            let page = PdfPage {
                runs: vec![PdfRun {
                    colour: Some((1.0, 1.0, 1.0)),
                    ..run("Ada Lovelace")
                }],
                fills: vec![bar(colour)],
                ..PdfPage::default()
            };
            assert_eq!(kinds(page).0, seen);
        }
    }

    #[test]
    fn text_recognised_under_a_picture_is_the_text() {
        let runs = vec![PdfRun {
            invisible: true,
            ..run("Ada Lovelace")
        }];
        let page = PdfPage {
            runs,
            has_images: true,
            ..PdfPage::default()
        };
        assert_eq!(kinds(page), (1, Vec::new()));
    }
}
