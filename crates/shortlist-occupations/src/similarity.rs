//! How similar two occupations, and two codings, are.
//!
//! Two occupations of O*NET are similar by the levels of the Standard Occupational Classification (SOC 2018: `15-1252.00` is in the major
//! group 15, the minor group 15-1200, and the detailed occupation 15-1252), and by O*NET's own list of related occupations, whichever
//! gives more.

use crate::coding::Coding;
use crate::lexicon::{Lexicon, OccupationId, Tier};

/// One, in the unit of similarities.
pub(crate) const ONE: u32 = 1_000_000;

const SAME_DETAILED: u32 = 900_000;
const SAME_MINOR: u32 = 700_000;
const SAME_MAJOR: u32 = 450_000;
const PRIMARY_SHORT: u32 = 750_000;
const PRIMARY_LONG: u32 = 600_000;
const SUPPLEMENTAL: u32 = 450_000;

/// Below this, two codings have nothing to do with each other.
const LEAST: u32 = 300_000;

/// Returns how similar what two titles name is, from 0 to 1,000,000.
///
/// Each occupation of one coding meets the most similar one of the other; their shares weigh them. The result is the mean of both
/// directions, so it does not depend on the order, and a title of many occupations resembles one of them in part only. Under 0.3 it
/// is 0. An unknown coding resembles nothing.
pub fn similarity(first: &Coding, second: &Coding) -> u32 {
    let lexicon = Lexicon::built_in();
    let both = directed(lexicon, first, second).saturating_add(directed(lexicon, second, first));
    let mean = both.div_euclid(2);
    if mean < LEAST { 0 } else { mean }
}

/// Returns how well one coding is met by another.
fn directed(lexicon: &Lexicon<'_>, from: &Coding, to: &Coding) -> u32 {
    let total: u64 = from
        .entries()
        .iter()
        .map(|entry| u64::from(entry.weight))
        .sum();
    let met: u64 = from
        .entries()
        .iter()
        .map(|entry| {
            let best = to
                .entries()
                .iter()
                .map(|other| of_occupations(lexicon, entry.id, other.id))
                .max();
            u64::from(entry.weight).saturating_mul(u64::from(best.unwrap_or(0)))
        })
        .sum();
    met.checked_div(total)
        .and_then(|mean| u32::try_from(mean).ok())
        .unwrap_or(0)
}

fn of_occupations(lexicon: &Lexicon<'_>, first: OccupationId, second: OccupationId) -> u32 {
    if first == second {
        return ONE;
    }
    let by_group = by_group(lexicon.soc(first), lexicon.soc(second));
    let by_relation = match lexicon
        .tier(first, second)
        .or_else(|| lexicon.tier(second, first))
    {
        Some(Tier::PrimaryShort) => PRIMARY_SHORT,
        Some(Tier::PrimaryLong) => PRIMARY_LONG,
        Some(Tier::Supplemental) => SUPPLEMENTAL,
        None => 0,
    };
    by_group.max(by_relation)
}

/// Compares two codes, written as numbers: `15-1252.01` is 15,125,201.
fn by_group(first: u32, second: u32) -> u32 {
    let same = |divisor: u32| first.checked_div(divisor) == second.checked_div(divisor);
    if same(100) {
        SAME_DETAILED
    } else if same(10_000) {
        SAME_MINOR
    } else if same(1_000_000) {
        SAME_MAJOR
    } else {
        0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code;

    #[test]
    fn groups_are_levels_of_the_classification() {
        assert_eq!(by_group(15_125_200, 15_125_201), SAME_DETAILED);
        assert_eq!(by_group(15_125_200, 15_125_400), SAME_MINOR);
        assert_eq!(by_group(15_125_200, 15_205_100), SAME_MAJOR);
        assert_eq!(by_group(15_125_200, 29_114_100), 0);
    }

    #[test]
    fn similar_titles_are_more_similar_than_others() {
        let sim = |first: &str, second: &str| similarity(&code(first), &code(second));
        assert_eq!(sim("Software Developer", "software developers"), ONE);
        assert!(sim("Senior Backend Engineer", "Software Developer") >= SAME_MINOR);
        assert_eq!(sim("Warehouse Manager", "Software Engineer"), 0);
        assert!(sim("Accountant", "Bookkeeper") > sim("Accountant", "Welder"));
        assert!(sim("Krankenpfleger", "Registered Nurse") >= SAME_MAJOR);
        assert_eq!(sim("Zorbing Quibbler", "Software Engineer"), 0);
    }

    proptest::proptest! {
        #[test]
        fn order_does_not_matter(first in ".{0,40}", second in "[a-z ]{0,40}") {
            let (first, second) = (code(&first), code(&second));
            proptest::prop_assert_eq!(similarity(&first, &second), similarity(&second, &first));
            proptest::prop_assert!(similarity(&first, &first) == ONE || first.is_unknown());
        }
    }
}
