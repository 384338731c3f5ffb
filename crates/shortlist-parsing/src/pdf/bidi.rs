//! Converts right-to-left text from drawing order to reading order.
//!
//! A PDF draws glyphs from left to right in every script. This module runs the bidirectional algorithm (Unicode
//! Standard Annex 9) in reverse. It infers embedding levels from the drawn line and reverses the text at odd levels.
//! If two texts look the same when drawn, it chooses the more common one.

use unicode_bidi::BidiClass::{self, AL, L, R};
use unicode_bidi::bidi_class;
use unicode_normalization::UnicodeNormalization;

use super::embedding_levels::{left_levels, right_levels};

/// The reading direction of a line or page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum Direction {
    /// Left to right, like Latin script.
    #[default]
    LeftToRight,
    /// Right to left, like Arabic and Hebrew.
    RightToLeft,
}

/// Returns whether a text has letters that are read from right to left.
pub(crate) fn has_right_to_left(text: &str) -> bool {
    // All right-to-left scripts come after U+0590, so Latin text needs no lookup.
    text.chars().any(|c| c >= '\u{590}' && is_right_to_left(c))
}

fn is_right_to_left(c: char) -> bool {
    matches!(bidi_class(c), R | AL)
}

/// Returns the direction of most letters.
pub(crate) fn direction_of<'a>(texts: impl Iterator<Item = &'a str>) -> Direction {
    let mut balance = 0_i64;
    for c in texts.flat_map(str::chars) {
        match bidi_class(c) {
            R | AL => balance += 1,
            L => balance -= 1,
            _ => {}
        }
    }
    if balance > 0 {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    }
}

/// The reading order of the characters of a drawn line, and which characters are mirrored.
pub(crate) struct ReadingOrder {
    /// Positions in the drawn line, in reading order.
    pub(crate) positions: Vec<usize>,
    mirrored: Vec<bool>,
}

impl ReadingOrder {
    /// Returns the reading order of a drawn line, or `None` if it equals the drawing order.
    pub(crate) fn of(line: &[char], page: Direction) -> Option<Self> {
        let classes: Vec<BidiClass> = line.iter().map(|c| bidi_class(*c)).collect();
        let right = classes.iter().any(|class| matches!(class, R | AL));
        let signed = page == Direction::RightToLeft && ends_with_sign(line);
        if !right && !signed {
            return None;
        }
        let levels = match base_direction(&classes, page, right) {
            Direction::RightToLeft => right_levels(line, &classes),
            Direction::LeftToRight => left_levels(&classes),
        };
        let positions = reading_positions(&levels);
        let mirrored = mirrored(line, &levels, &positions);
        Some(Self {
            positions,
            mirrored,
        })
    }

    /// Appends the character at a position of the line as it would be typed.
    pub(crate) fn push(&self, line: &[char], position: usize, out: &mut String) {
        let Some(&c) = line.get(position) else { return };
        match c {
            // Direction controls are unnecessary in reading order.
            '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {}
            '\u{fb50}'..='\u{fdff}' | '\u{fe70}'..='\u{fefe}' => out.extend(c.nfkc()),
            c if self
                .mirrored
                .get(position)
                .is_some_and(|mirrored| *mirrored) =>
            {
                out.push(mirror(c));
            }
            c => out.push(c),
        }
    }
}

/// Returns a drawn text in reading order.
pub(crate) fn read(drawn: &str, page: Direction) -> String {
    let line: Vec<char> = drawn.chars().collect();
    let Some(order) = ReadingOrder::of(&line, page) else {
        return drawn.to_owned();
    };
    let mut out = String::with_capacity(drawn.len());
    for position in &order.positions {
        order.push(&line, *position, &mut out);
    }
    out
}

/// Returns a string in drawing order, from its characters and the positions of their glyphs.
///
/// `logical` means that the string is in reading order.
pub(crate) fn drawn(text: &str, glyph_x: &[f32], logical: bool) -> String {
    let line: Vec<char> = text.chars().collect();
    if logical {
        let levels = right_levels(
            &line,
            &line.iter().map(|c| bidi_class(*c)).collect::<Vec<_>>(),
        );
        let positions = reading_positions(&levels);
        return positions
            .iter()
            .filter_map(|position| line.get(*position))
            .collect();
    }
    if line.len() != glyph_x.len() {
        return text.to_owned();
    }
    let mut glyphs: Vec<(f32, Vec<char>)> = Vec::with_capacity(line.len());
    for (c, x) in line.into_iter().zip(glyph_x.iter().copied()) {
        match glyphs.last_mut() {
            // The characters of a ligature share one glyph, in reading order.
            Some((last, characters)) if x.total_cmp(last).is_eq() && is_right_to_left(c) => {
                characters.insert(0, c);
            }
            _ => glyphs.push((x, vec![c])),
        }
    }
    let steps = || glyphs.iter().zip(glyphs.iter().skip(1));
    let back = steps().filter(|(one, next)| next.0 < one.0).count();
    if back * 2 > glyphs.len() {
        glyphs.sort_by(|one, next| one.0.total_cmp(&next.0));
    }
    glyphs.into_iter().flat_map(|(_, c)| c).collect()
}

/// Returns whether the sign of a number comes after it. A right-to-left page draws it there.
fn ends_with_sign(line: &[char]) -> bool {
    let mut back = line.iter().rev().skip_while(|c| c.is_whitespace());
    back.next() == Some(&'+')
        && back.next().is_some_and(char::is_ascii_digit)
        && !line.iter().any(|c| c.is_alphabetic())
}

/// Returns the direction of a line, which is that of most of its letters.
///
/// On a right-to-left page, a line that begins on the right with a right-to-left letter is right-to-left too.
fn base_direction(classes: &[BidiClass], page: Direction, right: bool) -> Direction {
    let count = |wanted: &[BidiClass]| classes.iter().filter(|c| wanted.contains(c)).count();
    let outermost = classes.iter().rfind(|class| matches!(class, L | R | AL));
    let begins_right = page == Direction::RightToLeft && outermost != Some(&L);
    if count(&[R, AL]) > count(&[L]) || begins_right || !right {
        Direction::RightToLeft
    } else {
        Direction::LeftToRight
    }
}

/// Returns the reading order. Ranges are reversed from the highest level down to level 1 (rule L2).
fn reading_positions(levels: &[u8]) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..levels.len()).collect();
    for floor in [2, 1] {
        let mut from = 0;
        while from < levels.len() {
            let run = levels
                .iter()
                .skip(from)
                .take_while(|level| **level >= floor)
                .count();
            if let Some(range) = positions.get_mut(from..from + run) {
                range.reverse();
            }
            from += run + 1;
        }
    }
    positions
}

/// Returns which brackets are mirrored. Some writers store the typed bracket, others the visible one.
fn mirrored(line: &[char], levels: &[u8], positions: &[usize]) -> Vec<bool> {
    let odd = |position: &usize| levels.get(*position) == Some(&1);
    let (mut as_given, mut as_seen) = (0_u32, 0_u32);
    let (mut opened, mut closed) = (0_u32, 0_u32);
    for position in positions.iter().filter(|position| odd(position)) {
        match line.get(*position) {
            Some('(' | '[' | '{') => {
                opened += 1;
                if closed > 0 {
                    closed -= 1;
                    as_seen += 1;
                }
            }
            Some(')' | ']' | '}') => {
                closed += 1;
                if opened > 0 {
                    opened -= 1;
                    as_given += 1;
                }
            }
            _ => {}
        }
    }
    let turn = as_seen > as_given;
    (0..line.len())
        .map(|position| turn && odd(&position))
        .collect()
}

fn mirror(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        c => c,
    }
}

#[cfg(test)]
mod tests {
    use super::Direction::{LeftToRight, RightToLeft};
    use super::*;

    #[test]
    fn lines_are_read_from_the_right() {
        for (drawn, wanted) in [
            ("יול תור", "רות לוי"),
            ("2019-2023 תחתפמ", "מפתחת 2019-2023"),
            ("SQL-ו Python 3 םע", "עם Python 3 ו-SQL"),
            ("30%-ב תויולע", "עלויות ב-30%"),
            ("+1 555 0100 ןופלט", "טלפון +1 555 0100"),
            ("0100 555 1+ ןופלט", "טלפון +1 555 0100"),
            ("12:30 ,10.5 העש", "שעה 10.5, 12:30"),
            ("2018–2015 ,رصم", "مصر, 2015–2018"),
            ("٠١٠١٢٣ :فتاه", "هاتف: ٠١٠١٢٣"),
            ("English (fluent) ,תירבע", "עברית, English (fluent)"),
            ("Ada Lovelace, CTO", "Ada Lovelace, CTO"),
        ] {
            assert_eq!(read(drawn, RightToLeft), wanted, "{drawn}");
        }
    }

    #[test]
    fn right_to_left_words_in_a_latin_line_are_reversed_in_place() {
        assert_eq!(
            read("Worked at the company הרבח 12 הבוט in Haifa", RightToLeft),
            "Worked at the company טובה 12 חברה in Haifa"
        );
    }

    #[test]
    fn brackets_open_before_they_close() {
        // The first line has the typed bracket, the second one the visible bracket.
        assert_eq!(read(")ביבא לת( הרבח", LeftToRight), "חברה (תל אביב)");
        assert_eq!(read("(ביבא לת) הרבח", LeftToRight), "חברה (תל אביב)");
    }

    #[test]
    fn arabic_forms_become_letters() {
        assert_eq!(
            read("\u{fe8e}\u{fe92}\u{fea3}\u{feae}\u{fee3}", LeftToRight),
            "مرحبا"
        );
    }

    #[test]
    fn ligatures_and_strings_drawn_backwards_keep_their_order() {
        // The glyph of lam and alef comes first, with meem to its left.
        assert_eq!(
            read(&drawn("ملا", &[0.0, 5.0, 5.0], false), LeftToRight),
            "لام"
        );
        assert_eq!(
            read(&drawn("שלום", &[15.0, 10.0, 5.0, 0.0], false), LeftToRight),
            "שלום"
        );
        assert_eq!(read(&drawn("שלום", &[], true), LeftToRight), "שלום");
    }

    #[test]
    fn a_sign_after_a_number_is_read_first_on_a_right_to_left_page() {
        let line: Vec<char> = "0123 501 55 972+".chars().collect();
        assert!(ReadingOrder::of(&line, LeftToRight).is_none());
        let order = ReadingOrder::of(&line, RightToLeft).unwrap();
        let mut out = String::new();
        for position in &order.positions {
            order.push(&line, *position, &mut out);
        }
        assert_eq!(out, "+972 55 501 0123");
    }
}
