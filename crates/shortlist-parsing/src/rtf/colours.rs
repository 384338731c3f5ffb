//! Reads the colour table, which decides what text is visible against.

/// The maximum number of colours that are kept.
const MAX_COLOURS: usize = 4_096;
/// The minimum value of each component of a colour that looks like white paper.
const WHITE_PART: u8 = 245;

/// The colours of a document, in table order.
#[derive(Debug, Default)]
pub(super) struct Colours {
    white: Vec<bool>,
    parts: [u8; 3],
    has_colour: bool,
}

impl Colours {
    /// Reads a word of the table. Returns false for any other word.
    pub(super) fn word(&mut self, name: &str, number: Option<i32>) -> bool {
        let [red, green, blue] = &mut self.parts;
        let part = match name {
            "red" => red,
            "green" => green,
            "blue" => blue,
            _ => return false,
        };
        *part = number.and_then(|part| u8::try_from(part).ok()).unwrap_or(0);
        self.has_colour = true;
        true
    }

    /// Ends an entry. An entry without a colour is "automatic", which means black on white.
    pub(super) fn end_entry(&mut self) {
        if self.white.len() < MAX_COLOURS {
            let white = self.parts.iter().all(|part| *part >= WHITE_PART);
            self.white.push(self.has_colour && white);
        }
        (self.parts, self.has_colour) = ([0; 3], false);
    }

    /// Returns whether the colour with a number is white. A number that is not in the table is not white.
    pub(super) fn is_white(&self, number: usize) -> bool {
        self.white.get(number).copied().unwrap_or(false)
    }

    /// Returns whether a background number is a shade, which is neither automatic nor white.
    pub(super) fn is_shade(&self, number: usize) -> bool {
        number > 0 && !self.is_white(number)
    }
}
