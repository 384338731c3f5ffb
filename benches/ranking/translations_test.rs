//! Whether a resume in another language than the posting scores like the same resume in the posting's language.

#[path = "ranked.rs"]
mod ranked;
mod translated;

use ranked::Outcome;
use shortlist_parsing::with_deep_stack;
use translated::{LANGUAGES, translations};

/// The most points that a translation may gain or lose.
const MOST_POINTS: f64 = 9.0;
/// The most points that translations may gain or lose on average.
const MOST_ON_AVERAGE: f64 = 5.0;

#[test]
fn a_resume_in_another_language_scores_like_its_translation() -> Outcome<()> {
    let all = with_deep_stack(|| translations().map_err(|error| error.to_string()))??;
    assert!(all.len() >= 12 * LANGUAGES.len(), "{} pairs", all.len());
    let mut sum = 0.0;
    for one in &all {
        let difference = one.difference().abs();
        sum += difference;
        let name = &one.name;
        assert!(
            difference <= MOST_POINTS,
            "{name}: {difference:.1} points: {:?}",
            one.by_criterion
        );
    }
    let average = sum / f64::from(u32::try_from(all.len())?);
    assert!(average <= MOST_ON_AVERAGE, "{average:.1} points on average");
    Ok(())
}
