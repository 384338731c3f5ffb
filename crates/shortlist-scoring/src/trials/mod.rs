//! Tests of the rules that every score follows, on invented resumes.

mod fairness;
#[cfg(debug_assertions)]
mod growth;
mod integrity;
mod opinions;
mod postings;
mod properties;
mod required;
mod requirements;
mod resumes;
mod weights;
mod worked_example;

use proptest::test_runner::Config;

/// Returns the number of random cases for a property: the usual number, or the value of `SHORTLIST_CASES`.
fn cases(usual: u32) -> Config {
    let asked = std::env::var_os("SHORTLIST_CASES");
    let asked = asked.and_then(|cases| cases.to_str()?.parse().ok());
    Config::with_cases(asked.unwrap_or(usual))
}
