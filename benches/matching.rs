//! Compares the work history, the education and the languages of a resume with what an invented resume says.

use std::collections::BTreeSet;

use shortlist_domain::{EducationEntry, Position, Resume};
use shortlist_fixtures::{ExpectedFacts, ExpectedJob, ExpectedStudy};
use shortlist_vocabulary::{Vocabulary, find_language};

/// The results for one kind of entries, such as skills.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ListMarks {
    /// The number of entries that the resumes list.
    pub listed: usize,
    /// The number of listed entries that were found.
    pub found: usize,
    /// The number of entries that were reported, correct or not.
    pub reported: usize,
}

impl ListMarks {
    /// Adds the results of another resume.
    pub fn add(&mut self, other: Self) {
        self.listed += other.listed;
        self.found += other.found;
        self.reported += other.reported;
    }

    /// Returns the result for a value that occurs once at most. `read` says whether the reported value is right; `None` if none was
    /// reported.
    pub fn of_one(is_stated: bool, read: Option<bool>) -> Self {
        Self {
            listed: usize::from(is_stated),
            found: usize::from(is_stated && read == Some(true)),
            reported: usize::from(read.is_some()),
        }
    }

    /// Compares two sets.
    pub fn of_sets<T: Ord>(listed: &BTreeSet<T>, reported: &BTreeSet<T>) -> Self {
        Self {
            listed: listed.len(),
            found: listed.intersection(reported).count(),
            reported: reported.len(),
        }
    }

    /// Pairs each listed entry with the first reported one that is the same and has no partner yet.
    pub fn of_pairs<T, U>(listed: &[T], reported: &[U], same: impl Fn(&T, &U) -> bool) -> Self {
        let mut free: Vec<&U> = reported.iter().collect();
        let mut pair = |entry: &&T| {
            let place = free.iter().position(|other| same(entry, other));
            place.map(|place| free.remove(place)).is_some()
        };
        Self {
            listed: listed.len(),
            found: listed.iter().filter(&mut pair).count(),
            reported: reported.len(),
        }
    }
}

/// Returns the results for skills, positions, education and languages. Without a resume, nothing was found.
pub fn lists(resume: Option<&Resume>, truth: &ExpectedFacts) -> [ListMarks; 4] {
    let skills = resume.map_or(&[][..], |resume| &resume.skills);
    let skills = skills.iter().map(|skill| skill.name.as_str());
    let listed = truth.skills.iter().map(String::as_str);
    let positions = resume.into_iter().flat_map(Resume::certain_positions);
    let positions: Vec<&Position> = positions.collect();
    let education = resume.into_iter().flat_map(Resume::certain_education);
    let education: Vec<&EducationEntry> = education.collect();
    let languages = resume.map_or(&[][..], |resume| &resume.languages);
    let spoken = truth.languages.iter().copied();
    let spoken = spoken.map(|spoken| find_language(spoken).unwrap_or(spoken));
    [
        ListMarks::of_sets(&listed.map(key).collect(), &skills.map(key).collect()),
        ListMarks::of_pairs(&truth.jobs, &positions, |job, position| {
            is_job(job, position)
        }),
        ListMarks::of_pairs(&truth.studies, &education, |study, entry| {
            is_study(study, entry)
        }),
        ListMarks::of_sets(
            &spoken.collect(),
            &languages.iter().map(String::as_str).collect(),
        ),
    ]
}

/// Returns a skill by its vocabulary name, without text in brackets. So the comparison checks whether skills are found,
/// not how they are spelled.
pub fn key(skill: &str) -> String {
    let vocabulary = Vocabulary::built_in();
    let bare = skill.split('(').next().unwrap_or_default().trim();
    match vocabulary.find(bare) {
        Some(known) => vocabulary.name(known).to_lowercase(),
        None => bare.to_lowercase(),
    }
}

fn is_job(job: &ExpectedJob, position: &Position) -> bool {
    let start = position.start.map(|start| start.to_string());
    shares_words(job.title, position.title.as_deref())
        && shares_words(job.employer, position.organization.as_deref())
        && (job.start.is_none() || job.start == start)
}

fn is_study(study: &ExpectedStudy, entry: &EducationEntry) -> bool {
    let end = entry.end.map(|end| end.year.to_string());
    shares_words(study.school, entry.institution.as_deref()) && Some(&study.end) == end.as_ref()
}

/// Returns whether two texts share half of their words, counted in both (the Dice coefficient).
fn shares_words(expected: &str, reported: Option<&str>) -> bool {
    let (expected, reported) = (words(expected), words(reported.unwrap_or_default()));
    let shared = expected.intersection(&reported).count();
    shared > 0 && 4 * shared >= expected.len() + reported.len()
}

fn words(text: &str) -> BTreeSet<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// Returns the reported entries of each list as text.
pub fn reported(resume: Option<&Resume>) -> [String; 4] {
    let Some(resume) = resume else {
        return Default::default();
    };
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "?".to_owned());
    let skills = resume.skills.iter().map(|skill| skill.name.clone());
    let position = |position: &Position| {
        let start = text(&position.start.map(|start| start.to_string()));
        [text(&position.title), text(&position.organization), start].join(" | ")
    };
    let study = |entry: &EducationEntry| {
        let end = text(&entry.end.map(|end| end.to_string()));
        [entry.degree.clone(), text(&entry.institution), end].join(" | ")
    };
    let join = |entries: Vec<String>| entries.join("; ");
    [
        skills.collect::<Vec<_>>().join(", "),
        join(resume.certain_positions().map(position).collect()),
        join(resume.certain_education().map(study).collect()),
        resume.languages.join(", "),
    ]
}

/// Returns the listed entries of each list as text.
pub fn expected(truth: &ExpectedFacts) -> [String; 4] {
    let job = |job: &ExpectedJob| {
        let start = job.start.as_deref().unwrap_or("?");
        [job.title, job.employer, start].join(" | ")
    };
    let study = |study: &ExpectedStudy| [study.degree, study.school, &study.end].join(" | ");
    [
        truth.skills.join(", "),
        truth.jobs.iter().map(job).collect::<Vec<_>>().join("; "),
        truth
            .studies
            .iter()
            .map(study)
            .collect::<Vec<_>>()
            .join("; "),
        truth.languages.join(", "),
    ]
}
