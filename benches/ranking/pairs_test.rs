//! Whether people come out in the order in which any recruiter would read them.

mod pairs;
#[path = "ranked.rs"]
mod ranked;

use ranked::Outcome;
use shortlist_parsing::with_deep_stack;

#[test]
fn everybody_is_in_the_order_that_any_recruiter_sees() -> Outcome<()> {
    let pairs = with_deep_stack(|| pairs::invented().map_err(|error| error.to_string()))??;
    assert_eq!(pairs.len(), 60);
    for pair in &pairs {
        let (job, [better, worse], scores) = (&pair.job, &pair.people, pair.scores);
        assert!(
            pair.is_right(),
            "{job}: {better} > {worse}: {scores:?} ({})",
            pair.why
        );
    }
    Ok(())
}
