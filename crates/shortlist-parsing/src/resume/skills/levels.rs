//! Recognizes words and measures after a skill that say how well it is known.

use shortlist_vocabulary::{find_proficiency, steps};

use super::super::words::SkillWords;

/// The maximum number of words in a measure (`5 years`).
const MAX_LEVEL_WORDS: usize = 3;

/// Returns the offset where a level after a skill starts.
pub(super) fn level_start(text: &str) -> Option<usize> {
    steps::count(text.len());
    if let Some(open) = text
        .rfind(['(', '['])
        .filter(|_| text.ends_with([')', ']']))
    {
        let inner = text.get(open + 1..text.len() - 1)?;
        return (is_level(inner) || is_measure(inner)).then_some(open);
    }
    let dash = text
        .rfind(" - ")
        .or_else(|| text.rfind(" – "))
        .or_else(|| text.rfind(": "));
    if let Some(at) = dash {
        let after = text
            .get(at..)?
            .trim_matches(|c: char| c.is_whitespace() || matches!(c, '-' | '–' | ':'));
        if is_level(after) || is_measure(after) {
            return Some(at);
        }
    }
    text.rmatch_indices(' ')
        .map(|(at, _)| at)
        .take(MAX_LEVEL_WORDS)
        .find(|at| {
            text.get(*at..)
                .is_some_and(|after| is_measure(after.trim()))
        })
}

/// Returns whether a text is a level such as `good` or `advanced`.
pub(super) fn is_level(text: &str) -> bool {
    SkillWords::get().levels.contains(text) || find_proficiency(text).is_some()
}

/// Returns whether a text is a measure such as `5 years`, `8/10`, `90%` or `>5`.
fn is_measure(text: &str) -> bool {
    let text = text.trim_start_matches(['>', '<', '~', '+']).trim_start();
    let after = text.trim_start_matches(|c: char| {
        c.is_ascii_digit() || matches!(c, '.' | ',' | '+' | '-' | '–')
    });
    if after.len() == text.len() {
        return false;
    }
    let unit = after.trim().trim_end_matches(['.', '+']).to_lowercase();
    let unit = unit.split(' ').next().unwrap_or("");
    let fraction = after
        .strip_prefix('/')
        .is_some_and(|of| matches!(of.trim(), "5" | "10" | "100"));
    fraction || after.trim() == "%" || SkillWords::get().units.contains(unit)
}
