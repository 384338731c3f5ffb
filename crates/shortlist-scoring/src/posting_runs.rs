//! The runs of words in a text, as numbers that can be compared.

use hashbrown::{HashMap, HashSet};
use shortlist_vocabulary::steps;

use crate::words::{Word, words};

/// The fewest words in a row that count as repeated.
pub(crate) const RUN_WORDS: usize = 8;

/// The runs of words in a posting's description.
#[derive(Debug, Clone)]
pub(crate) struct PostingRuns {
    /// The run that begins at each word.
    runs: Vec<u64>,
    known: HashSet<u64>,
}

impl PostingRuns {
    pub(crate) fn of(description: &str) -> Self {
        let runs = runs_of(&words(description));
        Self {
            known: runs.iter().copied().collect(),
            runs,
        }
    }

    /// Returns whether the posting contains a run.
    pub(crate) fn contains(&self, run: u64) -> bool {
        self.known.contains(&run)
    }

    /// Returns the number of words of the posting, or 0 if they are no run.
    pub(crate) fn word_count(&self) -> usize {
        match self.runs.len() {
            0 => 0,
            runs => runs + RUN_WORDS - 1,
        }
    }

    /// Returns how many words of the posting are in repeated runs.
    pub(crate) fn repeated_words(&self, repeated: &HashSet<u64>) -> usize {
        steps::count(self.runs.len());
        let (mut count, mut counted_to) = (0, 0);
        for (start, run) in self.runs.iter().enumerate() {
            if repeated.contains(run) {
                let end = start + RUN_WORDS;
                count += end - start.max(counted_to);
                counted_to = end;
            }
        }
        count
    }
}

/// Returns a number for each run of words, the same for the same words on any machine.
pub(crate) fn runs_of(words: &[Word]) -> Vec<u64> {
    steps::count(words.len() * RUN_WORDS);
    let mut numbers: HashMap<&str, u64> = HashMap::new();
    let letters: Vec<u64> = words
        .iter()
        .map(|word| {
            *numbers
                .entry(&word.lower)
                .or_insert_with(|| hash_of(&word.lower))
        })
        .collect();
    letters
        .windows(RUN_WORDS)
        .map(|run| run.iter().fold(BASIS, |hash, word| mixed(hash, *word)))
        .collect()
}

/// The start value and the multiplier of the hash function FNV-1a (<https://datatracker.ietf.org/doc/html/rfc9923>).
const BASIS: u64 = 0xcbf2_9ce4_8422_2325;
const PRIME: u64 = 0x0000_0100_0000_01b3;

fn hash_of(word: &str) -> u64 {
    word.bytes().fold(BASIS, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(PRIME)
    })
}

/// Returns the hash with another number. The rotation makes the order of words count.
fn mixed(hash: u64, word: u64) -> u64 {
    (hash.rotate_left(23) ^ word).wrapping_mul(PRIME)
}
