//! A cache of jobs' requirements, computed once for each version of a job.

use std::sync::Arc;

use quick_cache::Weighter;
use quick_cache::sync::Cache;
use shortlist_domain::{Job, JobId, JobRequirements};
use shortlist_scoring::{EditedRequirements, JobText, edit_requirements, read_requirements};
use shortlist_vocabulary::Vocabulary;

/// The expected number of cached jobs.
const EXPECTED_JOBS: usize = 1_000;
/// The largest total size of the cached requirements, in bytes.
const MAX_BYTES: u64 = 16 << 20;
/// The assumed size of a cache entry apart from its requirements, in bytes.
const JOB_BYTES: usize = 1_024;
/// The assumed size of a requirement apart from its texts, in bytes.
const REQUIREMENT_BYTES: usize = 256;
/// The assumed size of a text apart from its characters, in bytes.
const TEXT_BYTES: usize = 32;

/// A version of a job: its texts change only with the version.
type Version = (JobId, i32);

/// A job's requirements, with about how many bytes they take.
#[derive(Clone)]
struct CachedRequirements {
    requirements: Arc<JobRequirements>,
    edited: Arc<EditedRequirements>,
    bytes: usize,
}

#[derive(Clone)]
struct ByteWeighter;

impl Weighter<Version, CachedRequirements> for ByteWeighter {
    fn weight(&self, _version: &Version, cached: &CachedRequirements) -> u64 {
        u64::try_from(cached.bytes + JOB_BYTES).unwrap_or(u64::MAX)
    }
}

/// The cache of requirements.
pub(crate) struct RequirementsCache(Cache<Version, CachedRequirements, ByteWeighter>);

impl Default for RequirementsCache {
    fn default() -> Self {
        Self(Cache::with_weighter(EXPECTED_JOBS, MAX_BYTES, ByteWeighter))
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

/// Returns every requirement of a job with its change.
fn edited_requirements(job: &Job, vocabulary: &Vocabulary) -> EditedRequirements {
    let read = read_requirements(&job_text(job), vocabulary);
    edit_requirements(&read, &job.requirement_edits, vocabulary)
}

impl RequirementsCache {
    /// Returns the requirements of a job. If several threads request them at once, one computes them and the others wait.
    pub(crate) fn get(&self, job: &Job, vocabulary: &Vocabulary) -> Arc<JobRequirements> {
        self.cached(job, vocabulary).requirements
    }

    /// Returns every requirement of a job with its change.
    pub(crate) fn edited(&self, job: &Job, vocabulary: &Vocabulary) -> Arc<EditedRequirements> {
        self.cached(job, vocabulary).edited
    }

    fn cached(&self, job: &Job, vocabulary: &Vocabulary) -> CachedRequirements {
        let read = || -> Result<CachedRequirements, std::convert::Infallible> {
            let edited = edited_requirements(job, vocabulary);
            let bytes = bytes_of(&edited);
            Ok(CachedRequirements {
                requirements: Arc::new(edited.requirements.clone()),
                edited: Arc::new(edited),
                bytes,
            })
        };
        let version = (job.id.clone(), job.version);
        let Ok(cached) = self.0.get_or_insert_with(&version, read);
        cached
    }
}

/// Returns about how many bytes the cached requirements of a job take. What candidates are scored against is cached twice.
fn bytes_of(edited: &EditedRequirements) -> usize {
    let items = edited.items.iter().map(|item| {
        let lists = [&item.names, &item.any_of, &item.alternatives, &item.quotes];
        let author = item.author.iter().map(|author| &author.name);
        REQUIREMENT_BYTES
            + lists.map(texts).iter().sum::<usize>()
            + texts(item.level.iter().chain(author))
    });
    let lost = edited.lost.iter();
    let lost = lost.map(|lost| REQUIREMENT_BYTES + texts([&lost.name, &lost.author.name]));
    2 * scored_bytes(&edited.requirements) + items.sum::<usize>() + lost.sum::<usize>()
}

fn scored_bytes(requirements: &JobRequirements) -> usize {
    let skills = requirements.skills.iter();
    let languages = requirements.languages.iter();
    let certificates = requirements.certificates.iter();
    let sources = requirements.sources.iter();
    let set = requirements.set.iter();
    texts(&requirements.education_fields)
        + skills.map(|one| texts([&one.name])).sum::<usize>()
        + languages
            .map(|one| texts(one.any_of.iter().chain(&one.level)))
            .sum::<usize>()
        + certificates.map(|one| texts(&one.any_of)).sum::<usize>()
        + sources
            .map(|one| texts([&one.name, &one.quote]) + texts(&one.level))
            .sum::<usize>()
        + set
            .map(|one| texts([&one.name, &one.set_by]))
            .sum::<usize>()
}

fn texts<'a>(texts: impl IntoIterator<Item = &'a String>) -> usize {
    let bytes = texts.into_iter().map(|text| text.len() + TEXT_BYTES);
    bytes.sum()
}

#[cfg(test)]
mod tests {
    use shortlist_domain::RequirementEdits;

    use super::*;

    fn bytes(title: &str, description: &str, skills: &[String]) -> usize {
        let vocabulary = Vocabulary::built_in();
        let text = JobText {
            title,
            description,
            skills,
        };
        bytes_of(&edit_requirements(
            &read_requirements(&text, vocabulary),
            &RequirementEdits::default(),
            vocabulary,
        ))
    }

    #[test]
    fn each_requirement_weighs_its_texts() {
        let skills: Vec<String> = (0..200).map(|number| format!("Zorbing {number}")).collect();
        let few = bytes("Engineer", "You play Zorbing.", &skills[..2]);
        let many = bytes("Engineer", "You play Zorbing.", &skills);
        assert!(many > 50 * few, "{few} {many}");
        // As long as a posting may be, without a requirement: nothing of it is cached.
        let text = "The weather is nice here. ".repeat(3_000);
        assert!(bytes("Engineer", &text, &[]) < many);
    }

    #[test]
    fn what_people_set_weighs_too() {
        let alternatives = vec!["x".repeat(200); 20];
        let item = shortlist_domain::RequirementItem {
            kind: shortlist_domain::RequirementKind::Skill,
            names: vec!["Zorbing".to_owned()],
            any_of: alternatives.clone(),
            alternatives,
            level: None,
            minimum_months: None,
            posted: shortlist_domain::Importance::Required,
            mark: None,
            quotes: Vec::new(),
            author: None,
        };
        let edited = EditedRequirements {
            items: vec![item; 200],
            ..EditedRequirements::default()
        };
        assert!(bytes_of(&edited) > 2 * 200 * 20 * 200);
    }
}
