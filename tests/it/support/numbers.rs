//! Random numbers that are the same in each run.

/// A small generator of numbers, so that a failing sequence can be repeated.
pub(crate) struct Numbers(pub(crate) u64);

impl Numbers {
    /// Returns a number below another.
    pub(crate) fn below(&mut self, most: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most
    }

    /// Returns one of several.
    pub(crate) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        &all[self.below(all.len())]
    }
}
