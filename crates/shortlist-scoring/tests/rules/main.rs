//! Tests of the rules that every score follows, on invented resumes.

// The modules are marked as tests, so that lints with exceptions for tests apply to helper functions too.
#[cfg(test)]
mod copied;
#[cfg(test)]
mod counterfactual;
#[cfg(test)]
mod credentials;
#[cfg(test)]
mod digests;
#[cfg(test)]
mod evidence;
#[cfg(test)]
mod fairness;
#[cfg(all(test, debug_assertions))]
mod growth;
mod headings;
#[cfg(test)]
mod integrity;
#[cfg(test)]
mod labels;
#[cfg(test)]
mod languages;
#[cfg(test)]
mod occupations;
#[cfg(test)]
mod opinions;
#[cfg(test)]
mod postings;
#[cfg(test)]
mod properties;
#[cfg(test)]
mod requirements;
#[cfg(test)]
mod resumes;
#[cfg(test)]
mod weights;
#[cfg(test)]
mod worked_example;

#[cfg(test)]
use proptest::test_runner::Config;

/// Returns the number of random cases for a property: the usual number, or the value of `SHORTLIST_CASES`.
#[cfg(test)]
fn cases(usual: u32) -> Config {
    let asked = std::env::var_os("SHORTLIST_CASES");
    let asked = asked.and_then(|cases| cases.to_str()?.parse().ok());
    Config::with_cases(asked.unwrap_or(usual))
}
