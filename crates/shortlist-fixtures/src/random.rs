//! The random numbers of tests, benchmarks and invented resumes. The same seed always gives the same numbers.
//!
//! A library could change its numbers with a new version. Then every figure that was measured on an invented resume would
//! change too.

/// Returns a pseudo-random number, which depends only on the arguments (`SplitMix64`, Steele and others 2014).
pub fn pseudo_random(number: u64, salt: u64) -> u64 {
    let mut z = number
        .wrapping_add(salt.wrapping_mul(0x9E37_79B9))
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
        .wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// The sequence of the pseudo-random numbers of a seed.
#[derive(Debug, Clone)]
pub struct Random {
    seed: u64,
    drawn: u64,
}

impl Random {
    /// Returns the sequence of a seed. Neighbouring seeds give unrelated numbers.
    pub fn of_seed(seed: u64) -> Self {
        Self { seed, drawn: 0 }
    }

    /// Returns the next number.
    pub fn number(&mut self) -> u64 {
        self.drawn = self.drawn.wrapping_add(1);
        pseudo_random(self.seed, self.drawn)
    }

    /// Returns a number below the bound, or 0 if the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = u64::try_from(bound).unwrap_or(u64::MAX).max(1);
        usize::try_from(self.number() % bound).unwrap_or(0)
    }

    /// Returns a random item of a list, or `None` if the list is empty.
    pub fn of<'a, T: ?Sized>(&mut self, list: &[&'a T]) -> Option<&'a T> {
        list.get(self.below(list.len())).copied()
    }
}
