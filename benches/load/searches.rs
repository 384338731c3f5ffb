//! Searches of one and two words, from common to absent: what `bench seed` writes into names, addresses and skills.

use serde_json::{Value, json};

/// Beginnings of words, whole words, parts in the middle of words, addresses, telephone numbers and punctuation. One in five candidates
/// are welders, but none in the large job.
const TERMS: [&str; 36] = [
    "ku",
    "an",
    "zz",
    "xq",
    "c++",
    "a.b",
    "kub",
    "jav",
    "kubernetes",
    "autocad",
    "zymurgist",
    "ashoquist",
    "zuleika",
    "nonexistentword",
    "oquist",
    "ernete",
    "tocad",
    "berne",
    "ingeneering",
    "anananas",
    "welding",
    "arc kubernetes",
    "qqq",
    "555",
    "0100",
    "example.org",
    "sap sql",
    "xyz abc",
    "ber nes",
    "java python",
    "kubernetes autocad",
    "autocad kubernetes",
    "zymurgist kubernetes",
    "dovostone kubernetes",
    "bastien ashoquist",
    "management systems",
];

/// The searches of one kind.
pub(crate) struct Searches {
    pub(crate) name: &'static str,
    pub(crate) inputs: Vec<Value>,
    /// Whether the total is requested.
    pub(crate) counted: bool,
}

/// Returns all terms for all jobs and for one job, without and with the total.
pub(crate) fn all(job: &str) -> [Searches; 4] {
    let anywhere = || TERMS.map(|term| json!({ "search": term })).to_vec();
    let in_job = || {
        TERMS
            .map(|term| json!({ "search": term, "jobId": job }))
            .to_vec()
    };
    let searches = |name, inputs, counted| Searches {
        name,
        inputs,
        counted,
    };
    [
        searches("search-terms", anywhere(), false),
        searches("search-terms-in-job", in_job(), false),
        searches("search-terms-counted", anywhere(), true),
        searches("search-terms-counted-in-job", in_job(), true),
    ]
}
