//! Decision trees over numbers, in integers.
//!
//! All numbers of the file are little-endian:
//!
//! | part | contents |
//! |---|---|
//! | mark | the 8 bytes `SLTREES1` |
//! | curve | 257 `u16`: the probability in thousandths of the sums -8, -7 15/16, … 8 |
//! | twelve forests | see below |
//!
//! A forest is the number of features and the sum without any tree in 4,096ths (`u32`, `i32`), the number of trees (`u32`), and the
//! trees. A tree is the number of its nodes (`u16`), the nodes, and one leaf more than nodes in 4,096ths (`i16`). A node is a feature (`u16`), a
//! threshold (`i32`), and two children (`i16`): the first if the feature is not above the threshold. A negative child is a leaf: -1 is the first.

use std::hint::select_unpredictable;

const MARK: &[u8; 8] = b"SLTREES1";
/// The number of points of the curve.
const POINTS: usize = 257;
/// The sum at the middle of the curve is zero.
const MIDDLE: i32 = 128;
/// The sums between two points of the curve, in 4,096ths.
const STEP: i32 = 256;

/// How many rows go through a tree at the same time.
const TOGETHER: usize = 4;

/// Why bytes are not the models of this reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum ModelError {
    /// The bytes begin with another mark.
    #[error("the models of work history have another format; train them again")]
    Format,
    /// The file ends early, goes on after its end, or has a number that points outside of its table.
    #[error("the models of work history are damaged; take the file from the source code again")]
    Damaged,
}

/// A node, as small as in the file: thousands of them are read for each resume.
#[derive(Debug, Clone, Copy)]
struct Node {
    feature: u16,
    threshold: i32,
    children: [i16; 2],
}

#[derive(Debug)]
struct Tree {
    nodes: Vec<Node>,
    leaves: Vec<i32>,
}

/// Trees whose sum is a probability.
#[derive(Debug)]
pub(super) struct Forest {
    base: i32,
    trees: Vec<Tree>,
    curve: &'static [u8],
}

impl Forest {
    /// Returns the probability of what a row describes, in thousandths.
    pub(super) fn probability(&self, row: &[i32]) -> i32 {
        let sum = self.trees.iter().map(|tree| tree.leaf(row)).sum();
        self.of_sum(sum)
    }

    /// Returns the probabilities of what rows describe. Each tree reads all rows, so that it stays near the processor.
    pub(super) fn probabilities<'a>(&self, rows: impl Iterator<Item = &'a [i32]>) -> Vec<i32> {
        let rows: Vec<&[i32]> = rows.collect();
        let mut sums = vec![0; rows.len()];
        let (groups, rest) = rows.as_chunks::<TOGETHER>();
        for tree in &self.trees {
            let (grouped, single) = sums.as_chunks_mut::<TOGETHER>();
            for (sums, rows) in grouped.iter_mut().zip(groups) {
                tree.add_leaves(rows, sums);
            }
            for (sum, row) in single.iter_mut().zip(rest) {
                *sum += tree.leaf(row);
            }
        }
        sums.into_iter().map(|sum| self.of_sum(sum)).collect()
    }

    fn of_sum(&self, sum: i32) -> i32 {
        let sum = sum.saturating_add(self.base);
        let point = sum.div_euclid(STEP) + MIDDLE;
        let (low, high) = (self.point(point), self.point(point.saturating_add(1)));
        low + (high - low) * sum.rem_euclid(STEP) / STEP
    }

    /// Returns the probability at a point of the curve. It ends with its first and its last point.
    fn point(&self, point: i32) -> i32 {
        let last = POINTS - 1;
        let at = usize::try_from(point).map_or(0, |at| at.min(last)) * 2;
        let bytes = self.curve.get(at..at + 2).and_then(|it| it.try_into().ok());
        bytes.map_or(0, |bytes| i32::from(u16::from_le_bytes(bytes)))
    }
}

impl Tree {
    fn root(&self) -> i16 {
        if self.nodes.is_empty() { -1 } else { 0 }
    }

    /// Returns the child of a node to which a row leads; `None` for a leaf.
    fn child(&self, at: i16, row: &[i32]) -> Option<i16> {
        let node = self.nodes.get(usize::try_from(at).ok()?)?;
        let value = row.get(usize::from(node.feature)).copied().unwrap_or(0);
        let [not_above, above] = node.children;
        // No processor can guess this, and a wrong guess takes longer than both ways.
        Some(select_unpredictable(
            value <= node.threshold,
            not_above,
            above,
        ))
    }

    fn value(&self, leaf: i16) -> i32 {
        let leaf = usize::from(leaf.unsigned_abs()).saturating_sub(1);
        self.leaves.get(leaf).copied().unwrap_or(0)
    }

    fn leaf(&self, row: &[i32]) -> i32 {
        let mut at = self.root();
        while let Some(child) = self.child(at, row) {
            at = child;
        }
        self.value(at)
    }

    /// Adds the leaves of several rows to their sums. While one row waits for a node, the next ones continue.
    fn add_leaves(&self, rows: &[&[i32]; TOGETHER], sums: &mut [i32; TOGETHER]) {
        let mut places = [self.root(); TOGETHER];
        loop {
            let mut is_done = true;
            for (at, row) in places.iter_mut().zip(rows) {
                if let Some(child) = self.child(*at, row) {
                    *at = child;
                    is_done = false;
                }
            }
            if is_done {
                break;
            }
        }
        for (sum, at) in sums.iter_mut().zip(places) {
            *sum += self.value(at);
        }
    }
}

/// The forests of this reader.
#[derive(Debug)]
pub(super) struct Forests<const COUNT: usize>(pub(super) [Forest; COUNT]);

impl<const COUNT: usize> Forests<COUNT> {
    /// Reads the file of the forests.
    pub(super) fn read(file: &'static [u8]) -> Result<Self, ModelError> {
        let rest = file.strip_prefix(MARK).ok_or(ModelError::Format)?;
        let (curve, rest) = rest
            .split_at_checked(POINTS * 2)
            .ok_or(ModelError::Damaged)?;
        let mut reader = Reader(rest);
        let mut forests = Vec::with_capacity(COUNT);
        for _ in 0..COUNT {
            forests.push(reader.forest(curve).ok_or(ModelError::Damaged)?);
        }
        if !reader.0.is_empty() {
            return Err(ModelError::Damaged);
        }
        forests
            .try_into()
            .map(Self)
            .map_err(|_other_count| ModelError::Damaged)
    }
}

/// What is left of the file.
struct Reader(&'static [u8]);

impl Reader {
    fn bytes<const SIZE: usize>(&mut self) -> Option<[u8; SIZE]> {
        let (bytes, rest) = self.0.split_first_chunk::<SIZE>()?;
        self.0 = rest;
        Some(*bytes)
    }

    fn count(&mut self) -> Option<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    fn size(&mut self) -> Option<usize> {
        usize::try_from(u32::from_le_bytes(self.bytes()?)).ok()
    }

    fn short(&mut self) -> Option<i16> {
        self.bytes().map(i16::from_le_bytes)
    }

    fn forest(&mut self, curve: &'static [u8]) -> Option<Forest> {
        let features = self.size()?;
        let base = i32::from_le_bytes(self.bytes()?);
        let count = self.size()?;
        let mut trees = Vec::new();
        for _ in 0..count {
            trees.push(self.tree(features)?);
        }
        Some(Forest { base, trees, curve })
    }

    fn tree(&mut self, features: usize) -> Option<Tree> {
        let count = usize::from(self.count()?);
        let mut nodes = Vec::with_capacity(count);
        for index in 0..count {
            let node = self.node()?;
            // Children come after their parents, so that each way ends in a leaf.
            let is_valid = |child: i16| match usize::try_from(child) {
                Ok(child) => (index + 1..count).contains(&child),
                Err(_leaf) => usize::from(child.unsigned_abs()) <= count + 1,
            };
            (usize::from(node.feature) < features && node.children.into_iter().all(is_valid))
                .then_some(())?;
            nodes.push(node);
        }
        let leaves = (0..=count)
            .map(|_| self.short().map(i32::from))
            .collect::<Option<Vec<i32>>>()?;
        Some(Tree { nodes, leaves })
    }

    fn node(&mut self) -> Option<Node> {
        Some(Node {
            feature: self.count()?,
            threshold: i32::from_le_bytes(self.bytes()?),
            children: [self.short()?, self.short()?],
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a file with one forest of one tree: 0.5 above 10, -0.5 otherwise.
    fn file(child: i16) -> Vec<u8> {
        let mut file = MARK.to_vec();
        for point in 0..POINTS {
            file.extend(u16::try_from(point).unwrap().to_le_bytes());
        }
        file.extend(1_u32.to_le_bytes());
        file.extend(0_i32.to_le_bytes());
        file.extend(1_u32.to_le_bytes());
        file.extend(1_u16.to_le_bytes());
        file.extend(0_u16.to_le_bytes());
        file.extend(10_i32.to_le_bytes());
        for value in [child, -2, -2_048, 2_048] {
            file.extend(value.to_le_bytes());
        }
        file
    }

    fn read(file: Vec<u8>) -> Result<Forests<1>, ModelError> {
        Forests::read(file.leak())
    }

    #[test]
    fn a_row_follows_the_thresholds_to_a_leaf() {
        let Forests([forest]) = read(file(-1)).unwrap();
        assert_eq!(forest.probability(&[10]), 128 - 8);
        assert_eq!(forest.probability(&[11]), 128 + 8);
        // More than go through a tree together.
        let rows: [&[i32]; 6] = [&[10], &[11], &[12], &[9], &[10], &[11]];
        let probabilities = forest.probabilities(rows.into_iter());
        assert_eq!(probabilities, [120, 136, 136, 120, 120, 136]);
    }

    #[test]
    fn a_damaged_file_is_refused() {
        let error = |file| read(file).map(|_| ()).unwrap_err();
        assert_eq!(error(b"SLTREES0".to_vec()), ModelError::Format);
        // A node that leads to itself would never end.
        assert_eq!(error(file(0)), ModelError::Damaged);
        assert_eq!(error(file(-3)), ModelError::Damaged);
        let whole = file(-1);
        for end in MARK.len()..whole.len() {
            let cut = whole.get(..end).unwrap().to_vec();
            assert_eq!(error(cut), ModelError::Damaged, "{end} bytes");
        }
        let longer = [whole, vec![0]].concat();
        assert_eq!(error(longer), ModelError::Damaged);
    }
}
