//! The caller's weights of the criteria.

use unicode_normalization::UnicodeNormalization;

use crate::{InvalidValue, ListProblem, MicroPoints, Problem, WeightProblem};

/// The form field that contains the weights.
const FIELD: &str = "resumeScoreBreakdown";
/// The largest number of criteria in one score.
pub const MAX_CRITERIA: usize = 20;
/// The longest name of a criterion, in characters.
pub const MAX_CRITERION_CHARS: usize = 64;

/// Words that name a protected trait or a proxy for one. A criterion that contains one of them as a whole word is refused.
///
/// They come from the grounds in article 21 of the EU Charter of Fundamental Rights and in 42 U.S.C. 2000e-2, and from the
/// fields of a resume that serve as proxies for them.
const PROTECTED_WORDS: &[&str] = &[
    "age",
    "ages",
    "aged",
    "birth",
    "birthday",
    "birthdate",
    "birthplace",
    "dob",
    "gender",
    "sex",
    "male",
    "female",
    "pronoun",
    "pronouns",
    "nationality",
    "nationalities",
    "citizenship",
    "ethnicity",
    "ethnic",
    "race",
    "racial",
    "religion",
    "religious",
    "caste",
    "marital",
    "married",
    "pregnancy",
    "pregnant",
    "disability",
    "disabled",
    "sexuality",
    "photo",
    "photograph",
    "headshot",
    "attractiveness",
    "address",
    "postcode",
    "zip",
    "zipcode",
    "postal",
    "surname",
    "forename",
    "alter",
    "geschlecht",
    "nationalität",
    "herkunft",
    "religionszugehörigkeit",
    "foto",
    "adresse",
    "postleitzahl",
    "âge",
    "sexe",
    "nationalité",
    "edad",
    "sexo",
    "nacionalidad",
    "género",
];

/// Phrases that are proxies although each word alone is harmless.
const PROTECTED_PHRASES: &[&str] = &[
    "school rank",
    "school ranking",
    "school prestige",
    "university rank",
    "university ranking",
    "university prestige",
    "college rank",
    "college prestige",
    "school name",
    "university name",
    "graduation year",
    "first name",
    "last name",
    "full name",
];

/// A criterion and its share of the total weight.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CriterionWeight {
    /// The criterion's name as the caller spelled it, trimmed.
    pub name: String,
    /// Its share of the total weight, in millionths; all shares add up to exactly one.
    pub share: MicroPoints,
}

/// The criteria of a score with their shares, in the given order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Weights(Vec<CriterionWeight>);

impl Weights {
    /// Normalizes the caller's criteria and weights.
    ///
    /// # Errors
    /// Returns an error if there are no criteria or more than 20, or if all weights are zero. Also returns an error if a
    /// name is empty, too long, repeated (ignoring letter case) or names a protected trait, or if a weight is negative or
    /// not finite.
    pub fn new(given: &[(String, f64)]) -> Result<Self, InvalidValue> {
        if given.is_empty() || given.len() > MAX_CRITERIA {
            return Err(invalid(ListProblem::CriteriaOutOfRange(MAX_CRITERIA)));
        }
        let mut seen = Vec::with_capacity(given.len());
        for (name, weight) in given {
            check_criterion(name, *weight)?;
            let folded = name.trim().to_lowercase();
            if seen.contains(&folded) {
                return Err(invalid(WeightProblem::CriterionTwice(
                    name.trim().to_owned(),
                )));
            }
            seen.push(folded);
        }
        let largest = given.iter().map(|(_, weight)| *weight).fold(0.0, f64::max);
        if largest <= 0.0 {
            return Err(invalid(WeightProblem::AllZero));
        }
        Ok(Self(shares(given, largest)))
    }

    /// Creates weights from shares that are already normalized, such as those of a stored receipt.
    pub fn from_shares(shares: Vec<CriterionWeight>) -> Self {
        Self(shares)
    }

    /// Returns the criteria in the given order.
    pub fn criteria(&self) -> &[CriterionWeight] {
        &self.0
    }
}

fn invalid(problem: impl Into<Problem>) -> InvalidValue {
    InvalidValue::new(FIELD, problem)
}

fn check_criterion(name: &str, weight: f64) -> Result<(), InvalidValue> {
    let name = name.trim();
    if name.is_empty()
        || name.chars().count() > MAX_CRITERION_CHARS
        || name.chars().any(char::is_control)
    {
        return Err(invalid(WeightProblem::CriterionName(MAX_CRITERION_CHARS)));
    }
    if !weight.is_finite() || weight < 0.0 {
        return Err(invalid(WeightProblem::NotWeight(name.to_owned())));
    }
    if names_protected_trait(name) {
        return Err(invalid(WeightProblem::ProtectedTrait(name.to_owned())));
    }
    Ok(())
}

/// Splits a name into lower-case words, also at camelCase boundaries. NFKC normalization maps full-width letters to plain
/// ones.
fn words(name: &str) -> Vec<String> {
    let mut spaced = String::with_capacity(name.len() + 8);
    let mut after_lower = false;
    for c in name.nfkc() {
        if after_lower && c.is_uppercase() {
            spaced.push(' ');
        }
        after_lower = c.is_lowercase();
        spaced.push(if c.is_alphanumeric() { c } else { ' ' });
    }
    spaced.split_whitespace().map(str::to_lowercase).collect()
}

fn names_protected_trait(name: &str) -> bool {
    let words = words(name);
    let joined = format!(" {} ", words.join(" "));
    words
        .iter()
        .any(|word| PROTECTED_WORDS.contains(&word.as_str()))
        || PROTECTED_PHRASES
            .iter()
            .any(|phrase| joined.contains(&format!(" {phrase} ")))
}

/// Normalizes to millionths that add up to exactly one, by the largest remainder method. Equal remainders are resolved in
/// alphabetical order of the names, so that the given order does not matter.
fn shares(given: &[(String, f64)], largest: f64) -> Vec<CriterionWeight> {
    // Dividing by the largest weight first keeps the sum of huge weights finite.
    let scaled: Vec<f64> = given.iter().map(|(_, weight)| weight / largest).collect();
    let total: f64 = scaled.iter().sum();
    let exact: Vec<f64> = scaled.iter().map(|weight| weight / total * 1e6).collect();
    #[expect(clippy::as_conversions, reason = "each is between 0 and 10^6")]
    let mut whole: Vec<i64> = exact.iter().map(|share| share.floor() as i64).collect();
    let mut missing = MicroPoints::ONE.get() - whole.iter().sum::<i64>();
    let mut order: Vec<(usize, f64, String)> = exact
        .iter()
        .zip(given)
        .enumerate()
        .map(|(index, (share, (name, _)))| (index, share.fract(), name.trim().to_lowercase()))
        .collect();
    order.sort_by(|a, b| b.1.total_cmp(&a.1).then_with(|| a.2.cmp(&b.2)));
    for (index, _, _) in order {
        if let Some(share) = whole.get_mut(index).filter(|_| missing > 0) {
            *share += 1;
            missing -= 1;
        }
    }
    given
        .iter()
        .zip(whole)
        .map(|((name, _), share)| CriterionWeight {
            name: name.trim().to_owned(),
            share: MicroPoints::new(share),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn given(pairs: &[(&str, f64)]) -> Vec<(String, f64)> {
        pairs.iter().map(|(n, w)| ((*n).to_owned(), *w)).collect()
    }

    fn refused(pairs: &[(&str, f64)]) -> String {
        Weights::new(&given(pairs)).unwrap_err().problem.to_string()
    }

    #[test]
    fn weights_that_cannot_be_used_are_refused_with_the_reason() {
        assert!(refused(&[]).contains("1 to 20"));
        assert!(refused(&[("skills", -1.0)]).contains("skills"));
        assert!(refused(&[("skills", f64::NAN)]).contains("skills"));
        assert!(refused(&[("skills", 0.0)]).contains("above 0"));
        assert!(refused(&[("skills", 1.0), ("Skills ", 2.0)]).contains("twice"));
        assert!(refused(&[(" ", 1.0)]).contains("1 to 64"));
        let many: Vec<_> = (0..21).map(|n| (n.to_string(), 1.0)).collect();
        assert!(Weights::new(&many).is_err());
    }

    #[test]
    fn huge_weights_are_shared_out_like_small_ones() {
        let huge = Weights::new(&given(&[("skills", 1e308), ("education", 1e308)])).unwrap();
        assert_eq!(
            huge,
            Weights::new(&given(&[("skills", 1.0), ("education", 1.0)])).unwrap()
        );
    }

    #[test]
    fn protected_traits_are_refused_as_whole_words_only() {
        for bad in [
            "age",
            "Gender",
            "home address",
            "schoolRank",
            "candidate_nationality",
            "Photo!",
            "Ａｇｅ",
        ] {
            assert!(refused(&[(bad, 1.0)]).contains("protected"), "{bad}");
        }
        for good in [
            "languages",
            "management",
            "packaging",
            "storage",
            "leadership",
            "marriage-free",
        ] {
            assert!(Weights::new(&given(&[(good, 1.0)])).is_ok(), "{good}");
        }
    }

    proptest! {
        #[test]
        fn shares_add_up_to_exactly_one_in_any_order(weights in prop::collection::vec(0.0f64..1e6, 1..20)) {
            prop_assume!(weights.iter().sum::<f64>() > 0.0);
            let pairs: Vec<_> = weights.iter().enumerate().map(|(n, w)| (format!("c{n}"), *w)).collect();
            let forward = Weights::new(&pairs).unwrap();
            prop_assert_eq!(forward.criteria().iter().map(|c| c.share).sum::<MicroPoints>(), MicroPoints::ONE);
        }
    }
}
