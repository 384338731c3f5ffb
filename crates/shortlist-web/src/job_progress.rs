//! How many candidates the jobs of a list have, and how old they are.

use std::collections::HashMap;

use shortlist_app::{App, AppError};
use shortlist_domain::{CandidateCounts, Job, JobId, OrganizationId, Timestamp};

/// Progress of a job in a list.
pub(crate) struct JobProgress {
    pub(crate) candidates: i64,
    pub(crate) new: i64,
    /// How long ago it was created.
    pub(crate) created: String,
}

impl JobProgress {
    /// Returns how many candidates the jobs of a page have.
    pub(crate) fn counts(
        app: &App,
        organization: &OrganizationId,
        jobs: &[Job],
    ) -> Result<HashMap<JobId, CandidateCounts>, AppError> {
        let ids: Vec<JobId> = jobs.iter().map(|job| job.id.clone()).collect();
        app.jobs().candidate_counts(organization, &ids)
    }

    pub(crate) fn of(job: &Job, counts: &HashMap<JobId, CandidateCounts>, now: Timestamp) -> Self {
        let counts = counts.get(&job.id).copied().unwrap_or_default();
        let age = now.date() - job.created_at.date();
        Self {
            candidates: counts.all,
            new: counts.undecided,
            created: days_ago(age.num_days()),
        }
    }
}

fn days_ago(days: i64) -> String {
    match days {
        ..=0 => "today".to_owned(),
        1 => "1 day ago".to_owned(),
        days => format!("{days} days ago"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_in_words() {
        let words = [-1, 0, 1, 12].map(days_ago);
        assert_eq!(words, ["today", "today", "1 day ago", "12 days ago"]);
    }
}
