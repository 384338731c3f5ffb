//! Writes decoded samples of a PDF image as a PBM or PGM file (netpbm), which every recognition program reads.

/// How samples express colours.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Colours {
    /// One component, 0 is black.
    Grey,
    /// One component, 0 is white.
    Ink,
    /// Three components.
    Rgb,
    /// Four components.
    Cmyk,
    /// One component: the index of a shade of grey.
    Palette(Vec<u8>),
}

impl Colours {
    fn components(&self) -> usize {
        match self {
            Self::Grey | Self::Ink | Self::Palette(_) => 1,
            Self::Rgb => 3,
            Self::Cmyk => 4,
        }
    }

    /// Returns the shade of grey of a pixel whose components are scaled to a byte. An index is not scaled.
    fn shade(&self, pixel: &[u8]) -> u8 {
        match (self, pixel) {
            (Self::Grey, [grey]) => *grey,
            (Self::Ink, [ink]) => 255 - ink,
            (Self::Rgb, [red, green, blue]) => luma(*red, *green, *blue),
            (Self::Cmyk, [cyan, magenta, yellow, black]) => {
                let light = luma(255 - cyan, 255 - magenta, 255 - yellow);
                narrow(u32::from(light) * u32::from(255 - black) / 255)
            }
            (Self::Palette(shades), [index]) => {
                shades.get(usize::from(*index)).copied().unwrap_or(255)
            }
            _ => 255,
        }
    }

    /// Returns the palette of a table of colours.
    pub(super) fn palette(&self, table: &[u8]) -> Option<Self> {
        if matches!(self, Self::Palette(_)) {
            return None;
        }
        let colours = table.chunks_exact(self.components()).take(256);
        Some(Self::Palette(
            colours.map(|colour| self.shade(colour)).collect(),
        ))
    }
}

/// Returns the brightness of a colour (ITU-R BT.601).
fn luma(red: u8, green: u8, blue: u8) -> u8 {
    let [red, green, blue] = [red, green, blue].map(u32::from);
    narrow((red * 299 + green * 587 + blue * 114) / 1_000)
}

fn narrow(value: u32) -> u8 {
    u8::try_from(value).unwrap_or(u8::MAX)
}

/// The form of decoded samples: rows from the top, each padded to whole bytes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Samples {
    pub(super) width: u32,
    pub(super) height: u32,
    /// The bits of a component.
    pub(super) bits: u32,
    /// Whether the values are inverted.
    pub(super) inverted: bool,
    pub(super) colours: Colours,
}

impl Samples {
    /// Returns the samples as a file: PBM for one bit, PGM otherwise. Missing rows are white. Returns `None` if the samples
    /// have an impossible form.
    pub(super) fn encode(&self, data: &[u8]) -> Option<Vec<u8>> {
        if !matches!(self.bits, 1 | 2 | 4 | 8 | 16) {
            return None;
        }
        let [width, height, bits] = [self.width, self.height, self.bits];
        let [width, height, bits] = [width, height, bits].map(|it| usize::try_from(it).ok());
        let (width, height, bits) = (width?, height?, bits?);
        let row_bytes = (width * self.colours.components() * bits).div_ceil(8);
        let rows = data.chunks(row_bytes.max(1)).take(height);
        match (bits, &self.colours) {
            (1, Colours::Grey | Colours::Ink) => Some(self.bitmap(rows, row_bytes * height)),
            _ => Some(self.greymap(rows, width * height)),
        }
    }

    fn head(&self, kind: &str) -> Vec<u8> {
        format!("{kind}\n{} {}\n", self.width, self.height).into_bytes()
    }

    /// In a PBM file, 1 is black.
    fn bitmap<'a>(&self, rows: impl Iterator<Item = &'a [u8]>, size: usize) -> Vec<u8> {
        let black_is_one = (self.colours == Colours::Ink) != self.inverted;
        let flip = if black_is_one { 0 } else { 0xFF };
        let mut file = self.head("P4");
        let whole = file.len() + size;
        file.extend(rows.flatten().map(|byte| byte ^ flip));
        file.resize(whole, 0);
        file
    }

    fn greymap<'a>(&self, rows: impl Iterator<Item = &'a [u8]>, size: usize) -> Vec<u8> {
        let mut file = self.head("P5");
        file.extend_from_slice(b"255\n");
        let whole = file.len() + size;
        file.reserve(size);
        let width = usize::try_from(self.width).unwrap_or(0);
        for row in rows {
            let components: Vec<u8> = self.components(row).collect();
            let pixels = components
                .chunks_exact(self.colours.components())
                .take(width);
            file.extend(pixels.map(|pixel| self.colours.shade(pixel)));
        }
        file.resize(whole, 255);
        file
    }

    /// Returns the components of a row, scaled to a byte unless they are indexes.
    fn components<'a>(&'a self, row: &'a [u8]) -> impl Iterator<Item = u8> + 'a {
        let bits = self.bits;
        let step = if bits == 16 { 2 } else { 1 };
        let of_byte = move |byte: &'a u8| {
            let parts = if bits < 8 { 8 / bits } else { 1 };
            (0..parts).map(move |part| match bits {
                8 | 16 => *byte,
                _ => byte << (part * bits) >> (8 - bits),
            })
        };
        let scaled = move |value: u8| {
            let is_index = matches!(self.colours, Colours::Palette(_));
            let value = match bits {
                1 if !is_index => value * 0xFF,
                2 if !is_index => value * 0x55,
                4 if !is_index => value * 0x11,
                _ => value,
            };
            if self.inverted && !is_index {
                255 - value
            } else {
                value
            }
        };
        row.iter().step_by(step).flat_map(of_byte).map(scaled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn encoded(bits: u32, colours: Colours, inverted: bool, data: &[u8]) -> Option<Vec<u8>> {
        let samples = Samples {
            width: 2,
            height: 2,
            bits,
            inverted,
            colours,
        };
        samples.encode(data)
    }

    #[test]
    fn bits_become_a_bitmap_in_which_1_is_black() {
        let file = |black: [u8; 2]| Some([b"P4\n2 2\n", black.as_slice()].concat());
        let data = [0b0100_0000, 0b1000_0000];
        let flipped = [0b1011_1111, 0b0111_1111];
        assert_eq!(encoded(1, Colours::Grey, false, &data), file(flipped));
        assert_eq!(encoded(1, Colours::Grey, true, &data), file(data));
        assert_eq!(encoded(1, Colours::Ink, false, &data), file(data));
        assert_eq!(encoded(1, Colours::Ink, false, &[0x40]), file([0x40, 0]));
    }

    #[test]
    fn colours_become_shades_of_grey() {
        let file = |shades: [u8; 4]| Some([b"P5\n2 2\n255\n", shades.as_slice()].concat());
        let grey = [1, 2, 3, 4];
        assert_eq!(encoded(8, Colours::Grey, false, &grey), file(grey));
        assert_eq!(
            encoded(8, Colours::Grey, true, &grey),
            file([254, 253, 252, 251])
        );
        assert_eq!(
            encoded(8, Colours::Grey, false, &[1]),
            file([1, 255, 255, 255])
        );
        assert_eq!(
            encoded(4, Colours::Grey, false, &[0x0F, 0x8F]),
            file([0, 255, 136, 255])
        );
        let wide = [1, 9, 2, 9, 3, 9, 4, 9];
        assert_eq!(encoded(16, Colours::Grey, false, &wide), file(grey));
        let rgb = [255, 255, 255, 0, 0, 0, 255, 0, 0, 0, 0, 255];
        assert_eq!(
            encoded(8, Colours::Rgb, false, &rgb),
            file([255, 0, 76, 29])
        );
        let cmyk = [0, 0, 0, 0, 0, 0, 0, 255, 255, 255, 255, 0, 0, 0, 0, 128];
        assert_eq!(
            encoded(8, Colours::Cmyk, false, &cmyk),
            file([255, 0, 0, 127])
        );
        let palette = Colours::Rgb
            .palette(&[0, 0, 0, 255, 255, 255, 255, 0, 0])
            .unwrap();
        assert_eq!(
            encoded(2, palette.clone(), false, &[0x10, 0xB0]),
            file([0, 255, 76, 255])
        );
        assert_eq!(palette.palette(&[]), None);
        assert_eq!(encoded(3, Colours::Grey, false, &grey), None);
    }
}
