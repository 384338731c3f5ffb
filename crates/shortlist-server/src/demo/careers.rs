//! Invented applicants, made from the careers in `demo/people`. The same day always gives the same people.
//!
//! A career has several people. They differ in names, employers, titles, dates, duties and further skills.

mod contact;
mod pdf;
mod resume;
mod varied;

use std::collections::HashMap;

use chrono::NaiveDate;
use fastrand::Rng;
use serde::Deserialize;

use super::people::DemoFile;
use crate::Failure;
use contact::{Contacts, Names};

static CAREERS: [&str; 3] = [
    include_str!("../../../../demo/people/backend.json"),
    include_str!("../../../../demo/people/analyst.json"),
    include_str!("../../../../demo/people/nurse.json"),
];
static NAMES: &str = include_str!("../../../../demo/people/names.json");

/// The number from which the people are made.
const SEED: u64 = 20_261;

/// The careers of those who apply for a job.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct JobCareers {
    job_code: String,
    /// What people did, by the kind of work.
    phrases: HashMap<String, Vec<String>>,
    careers: Vec<Career>,
}

/// What some people have in common. Each person gets one item of most lists.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Career {
    /// The number of the people.
    count: usize,
    language: Language,
    headlines: Vec<String>,
    summary: Vec<String>,
    /// The latest position comes first.
    positions: Vec<Position>,
    education: Vec<String>,
    /// The skills of all of them.
    skills: Vec<String>,
    /// The skills of which each has some.
    more: Vec<String>,
    languages: Vec<String>,
    #[serde(default)]
    certificates: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Position {
    titles: Vec<String>,
    /// The kind of employer, or `same` for that of the position after it.
    at: String,
    /// The least and the greatest number of months.
    months: [i32; 2],
    /// The least and the greatest number of months until the position after it.
    gap: Option<[i32; 2]>,
    /// How many months ago it ended. Without it, the latest position is the present one.
    ended: Option<i32>,
    /// The kind of work.
    phrases: String,
    /// How many phrases of it the resume has.
    bullets: usize,
}

/// The language of a resume.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Language {
    English,
    German,
}

/// Returns the resumes of those who apply for each job, by the job's code.
pub(super) fn resumes(today: NaiveDate) -> Result<HashMap<String, Vec<DemoFile>>, Failure> {
    let attempt = "read the careers of the demo's people";
    let names: Names = serde_json::from_str(NAMES).map_err(Failure::of(attempt))?;
    let mut contacts = Contacts::new(&names);
    let mut random = Rng::with_seed(SEED);
    let mut resumes = HashMap::new();
    for text in CAREERS {
        let job: JobCareers = serde_json::from_str(text).map_err(Failure::of(attempt))?;
        let mut files = Vec::new();
        for career in &job.careers {
            for _ in 0..career.count {
                let person = contacts.next(career.language, &job.job_code);
                let lines = resume::Writer {
                    career,
                    phrases: &job.phrases,
                    names: &names,
                    today,
                    random: &mut random,
                }
                .lines(&person);
                files.push(DemoFile {
                    name: person.file_name(career.language),
                    bytes: pdf::write(&lines, &mut random),
                });
            }
        }
        random.shuffle(&mut files);
        resumes.insert(job.job_code, files);
    }
    Ok(resumes)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    fn today() -> NaiveDate {
        NaiveDate::from_ymd_opt(2026, 11, 30).unwrap()
    }

    #[test]
    fn each_job_has_its_people_and_nobody_has_the_name_of_another() {
        let resumes = resumes(today()).unwrap();
        let numbers = ["ENG-101", "DAT-204", "NUR-310"].map(|code| resumes[code].len());
        assert_eq!(numbers, [50, 47, 48]);
        let files: Vec<&DemoFile> = resumes.values().flatten().collect();
        let names: HashSet<&str> = files.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names.len(), files.len());
        let german = names.iter().filter(|name| name.starts_with("Lebenslauf"));
        assert_eq!(german.count(), 22);
    }

    #[test]
    fn the_same_day_gives_the_same_files() {
        let (first, second) = (resumes(today()).unwrap(), resumes(today()).unwrap());
        for (code, files) in &first {
            let same = files.iter().zip(&second[code]);
            let same = same.filter(|(a, b)| a.name == b.name && a.bytes == b.bytes);
            assert_eq!(same.count(), files.len());
        }
    }
}
