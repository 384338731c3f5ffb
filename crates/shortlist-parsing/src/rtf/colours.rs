//! The table of colours, and what text in them shows against.

/// The most colours that are kept.
const MAX_COLOURS: usize = 4_096;
/// Parts of a colour that is not told from white paper are at least this.
const WHITE_PART: u8 = 245;

/// The colours of a document, in the order of its table.
#[derive(Debug, Default)]
pub(super) struct Colours {
    white: Vec<bool>,
    parts: [u8; 3],
    told: bool,
}

impl Colours {
    /// Takes a word of the table; whether it is one.
    pub(super) fn word(&mut self, name: &str, number: Option<i32>) -> bool {
        let [red, green, blue] = &mut self.parts;
        let part = match name {
            "red" => red,
            "green" => green,
            "blue" => blue,
            _ => return false,
        };
        *part = number.and_then(|part| u8::try_from(part).ok()).unwrap_or(0);
        self.told = true;
        true
    }

    /// Ends an entry. One that names no colour is "automatic": black on white.
    pub(super) fn end_entry(&mut self) {
        if self.white.len() < MAX_COLOURS {
            let white = self.parts.iter().all(|part| *part >= WHITE_PART);
            self.white.push(self.told && white);
        }
        (self.parts, self.told) = ([0; 3], false);
    }

    /// Whether the colour of a number is white; one that is not in the table is not.
    pub(super) fn is_white(&self, number: usize) -> bool {
        self.white.get(number).copied().unwrap_or(false)
    }

    /// Whether a background of a number is a shade: not automatic, and not white.
    pub(super) fn is_shade(&self, number: usize) -> bool {
        number > 0 && !self.is_white(number)
    }
}
