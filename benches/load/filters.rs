//! The filters that recruiters and other systems combine most often.

use serde_json::{Value, json};
use shortlist_domain::Timestamp;

/// Returns the filtered pages: the name of each, and its input without the organization. `now` is the present.
pub(crate) fn pages(job: &str, now: Timestamp) -> Vec<(&'static str, Value)> {
    let days_ago = |days| now.minus(chrono::Duration::days(days)).to_string();
    let in_job = |filter: Value| json!({ "jobId": job, "sort": "score", "filter": filter });
    vec![
        ("filter-active", in_job(json!({ "statuses": ["Active"] }))),
        ("filter-on-hold", in_job(json!({ "statuses": ["OnHold"] }))),
        (
            "filter-not-rejected-above-60",
            in_job(json!({ "noStatuses": ["Rejected"], "minScore": 60.0 })),
        ),
        (
            "filter-all-of-two-skills",
            in_job(json!({ "allSkills": ["Rust", "PostgreSQL"] })),
        ),
        (
            "filter-skill-without-other-above-60",
            in_job(json!({ "allSkills": ["Rust"], "noSkills": ["Excel"], "minScore": 60.0 })),
        ),
        (
            "filter-any-skill-and-years",
            in_job(json!({ "anySkills": ["Python", "SQL"], "minYears": 5.0, "maxYears": 10.0 })),
        ),
        (
            "filter-not-reviewed-by-me",
            in_job(json!({ "reviewedByMe": false, "statuses": ["Active"] })),
        ),
        (
            "filter-created-this-week",
            in_job(json!({ "createdSince": days_ago(7) })),
        ),
        (
            "filter-tag-that-nobody-has",
            in_job(json!({ "tags": ["relocates"] })),
        ),
        (
            "filter-changed-since-yesterday",
            json!({ "filter": { "updatedSince": days_ago(1) } }),
        ),
        (
            "filter-search-and-score",
            json!({ "jobId": job, "sort": "score", "search": "kubernetes", "filter": { "minScore": 60.0 } }),
        ),
    ]
}
