//! Embedding levels of a drawn line, inferred from the classes of its characters.
//!
//! The names of rules are those of Unicode Standard Annex 9.

use unicode_bidi::BidiClass::{self, AL, AN, B, BN, CS, EN, ES, ET, L, NSM, ON, R, S, WS};

/// Returns the levels of a left-to-right line. Only text between right-to-left letters is reversed.
pub(super) fn left_levels(classes: &[BidiClass]) -> Vec<u8> {
    let mut levels = vec![0; classes.len()];
    let mut open: Option<usize> = None;
    for (position, class) in classes.iter().enumerate() {
        match class {
            L => open = None,
            R | AL => {
                let from = open.map_or(position, |from| from + 1);
                let between = classes.iter().take(position + 1).skip(from);
                let new: Vec<u8> = between.map(|class| level_inside(*class)).collect();
                for (level, new) in levels.iter_mut().skip(from).zip(new) {
                    *level = new;
                }
                open = Some(position);
            }
            _ => {}
        }
    }
    levels
}

fn level_inside(class: BidiClass) -> u8 {
    if matches!(class, EN | AN) { 2 } else { 1 }
}

/// Returns the levels of a right-to-left line. Latin words and numbers keep their order.
pub(super) fn right_levels(line: &[char], classes: &[BidiClass]) -> Vec<u8> {
    let mut kinds = kinds_of(line, classes);
    follow_words(line, &mut kinds);
    // Characters between two Latin words belong to them.
    let mut last: Option<usize> = None;
    for position in 0..kinds.len() {
        match kinds.get(position) {
            Some(Kind::Latin) => {
                if let Some(last) = last {
                    kinds
                        .iter_mut()
                        .take(position)
                        .skip(last)
                        .for_each(|kind| *kind = Kind::Latin);
                }
                last = Some(position);
            }
            Some(Kind::Neutral) => {}
            _ => last = None,
        }
    }
    let level = |kind: &Kind| {
        if matches!(kind, Kind::Latin | Kind::Number) {
            2
        } else {
            1
        }
    };
    kinds.iter().map(level).collect()
}

/// How a character of a line affects its neighbours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Latin,
    Right,
    Number,
    Neutral,
}

/// Classifies the characters. Signs inside and next to numbers belong to them (rules W2 and W4 to W6).
fn kinds_of(line: &[char], classes: &[BidiClass]) -> Vec<Kind> {
    let mut arabic = false;
    let mut kinds: Vec<Kind> = Vec::with_capacity(line.len());
    let class_at =
        |position: Option<usize>| position.and_then(|position| classes.get(position)).copied();
    let is_number = |class: Option<BidiClass>| matches!(class, Some(EN | AN));
    for (position, class) in classes.iter().enumerate().rev() {
        let (left, right) = (
            class_at(position.checked_sub(1)),
            class_at(Some(position + 1)),
        );
        let within = is_number(left) && is_number(right);
        let signed = line.get(position) == Some(&'+')
            && is_number(right)
            && matches!(left, None | Some(WS | B | S | ON));
        kinds.push(match class {
            L => {
                arabic = false;
                Kind::Latin
            }
            R | AL => {
                arabic = *class == AL;
                Kind::Right
            }
            NSM if left == Some(L) => Kind::Latin,
            NSM => Kind::Right,
            EN | AN => Kind::Number,
            CS if within => Kind::Number,
            // A sign to the left of its number begins a left-to-right range.
            ES if signed => Kind::Latin,
            ES if within && !arabic => Kind::Number,
            ET if is_number(left) || is_number(right) => Kind::Number,
            BN if within => Kind::Number,
            _ => Kind::Neutral,
        });
    }
    kinds.reverse();
    kinds
}

/// Assigns numbers and brackets to the Latin words that they follow.
///
/// A number right after a Latin word belongs to it ("Python 3"). The alternative, in which the number comes before
/// the word, looks the same when drawn but is rarer. A closing bracket belongs to the Latin words around its opening
/// bracket (rule N0).
fn follow_words(line: &[char], kinds: &mut [Kind]) {
    let mut latin = false;
    let mut apart = 0;
    let mut open = 0_usize;
    for (kind, c) in kinds.iter_mut().zip(line) {
        match (*kind, c) {
            (Kind::Latin, _) => (latin, apart) = (true, 0),
            (Kind::Number, _) if latin && apart <= 1 => (*kind, apart) = (Kind::Latin, 0),
            (Kind::Right, _) => (latin, open) = (false, 0),
            (Kind::Neutral, '(' | '[') if latin => (open, apart) = (open + 1, 0),
            (Kind::Neutral, ')' | ']') if latin && open > 0 => {
                (*kind, open) = (Kind::Latin, open - 1);
            }
            (Kind::Neutral, ' ' | '-' | '.' | '/' | '+' | '_' | '#' | ':') => apart += 1,
            _ => latin = false,
        }
    }
}
