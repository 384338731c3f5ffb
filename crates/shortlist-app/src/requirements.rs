//! A cache of jobs' requirements, computed once for each version of a job.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use shortlist_domain::{Job, JobId, JobRequirements};
use shortlist_scoring::{EditedRequirements, JobText, edit_requirements, read_requirements};
use shortlist_vocabulary::Vocabulary;

/// The expected number of cached jobs.
const EXPECTED_JOBS: usize = 1_000;
/// The largest total length of the cached jobs' texts, in bytes.
const MAX_TEXT_BYTES: u64 = 16 << 20;
/// The assumed size of a cache entry apart from its texts, in bytes.
const JOB_BYTES: usize = 1_024;

/// A version of a job: its texts change only with the version.
type Version = (JobId, i32);

/// A job's requirements, with the length of the texts that they were read from.
#[derive(Clone)]
struct CachedRequirements {
    requirements: Arc<JobRequirements>,
    edited: Arc<EditedRequirements>,
    text_bytes: usize,
}

#[derive(Clone)]
struct TextWeighter;

impl Weighter<Version, CachedRequirements> for TextWeighter {
    fn weight(&self, _version: &Version, cached: &CachedRequirements) -> u64 {
        u64::try_from(cached.text_bytes + JOB_BYTES).unwrap_or(u64::MAX)
    }
}

/// The cache of requirements.
pub(crate) struct RequirementsCache(Cache<Version, CachedRequirements, TextWeighter>);

impl Default for RequirementsCache {
    fn default() -> Self {
        Self(Cache::with_weighter(
            EXPECTED_JOBS,
            MAX_TEXT_BYTES,
            TextWeighter,
        ))
    }
}

/// Returns the texts of a job that the scorer reads.
pub(crate) fn job_text(job: &Job) -> JobText<'_> {
    JobText {
        title: &job.title,
        description: &job.description,
        skills: &job.skills,
    }
}

/// Returns every requirement of a job with what people set about it.
fn edited_requirements(job: &Job, vocabulary: &Vocabulary) -> EditedRequirements {
    let read = read_requirements(&job_text(job), vocabulary);
    edit_requirements(&read, &job.requirement_edits, vocabulary)
}

impl RequirementsCache {
    /// Returns the requirements of a job. If several threads request them at once, one computes them and the others wait.
    pub(crate) fn get(&self, job: &Job, vocabulary: &Vocabulary) -> Arc<JobRequirements> {
        self.cached(job, vocabulary).requirements
    }

    /// Returns every requirement of a job with what people set about it.
    pub(crate) fn edited(&self, job: &Job, vocabulary: &Vocabulary) -> Arc<EditedRequirements> {
        self.cached(job, vocabulary).edited
    }

    fn cached(&self, job: &Job, vocabulary: &Vocabulary) -> CachedRequirements {
        let read = || -> Result<CachedRequirements, std::convert::Infallible> {
            let skills = job.skills.iter().map(String::len);
            let edited = edited_requirements(job, vocabulary);
            Ok(CachedRequirements {
                requirements: Arc::new(edited.requirements.clone()),
                edited: Arc::new(edited),
                text_bytes: job.title.len() + job.description.len() + skills.sum::<usize>(),
            })
        };
        let version = (job.id.clone(), job.version);
        let Ok(cached) = self.0.get_or_insert_with(&version, read);
        cached
    }
}
