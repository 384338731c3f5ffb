//! Reads invented postings and people from a text file, and scores every person for every posting.

use std::collections::BTreeMap;
use std::error::Error;

use chrono::NaiveDate;
use shortlist_domain::{FileDigest, ScoreReceipt, Weights};
use shortlist_fixtures::docx;
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};
use shortlist_vocabulary::Vocabulary;

pub(crate) type Outcome<T> = Result<T, Box<dyn Error>>;

/// The weights of `shortlist rank`.
const WEIGHTS: [(&str, f64); 3] = [("experience", 40.0), ("skills", 40.0), ("education", 20.0)];

/// The receipts by job and person.
pub(crate) type Receipts = BTreeMap<(String, String), ScoreReceipt>;

/// Postings and the files of people, by their names.
#[derive(Default)]
pub(crate) struct Texts {
    pub(crate) jobs: Vec<(String, String)>,
    pub(crate) people: Vec<(String, Vec<u8>)>,
}

impl Texts {
    /// Reads a file in which `## job NAME` and `## person NAME` begin a text.
    pub(crate) fn read(file: &str) -> Outcome<Self> {
        let mut texts = Self::default();
        for part in file.split("\n## ").skip(1) {
            let (head, body) = part.split_once('\n').ok_or("a heading without a text")?;
            match head.split_once(' ') {
                Some(("job", name)) => texts.jobs.push((name.to_owned(), body.to_owned())),
                Some(("person", name)) => {
                    let lines: Vec<&str> = body.trim_end().lines().collect();
                    texts.people.push((name.to_owned(), docx(&lines)));
                }
                _ => return Err(format!("not a job or a person: {head}").into()),
            }
        }
        Ok(texts)
    }

    /// Scores every person for every posting. The first line of a posting is its title.
    pub(crate) fn receipts(&self) -> Outcome<Receipts> {
        let vocabulary = Vocabulary::built_in();
        let weights = WEIGHTS.map(|(name, weight)| (name.to_owned(), weight));
        let weights = Weights::new(&weights)?;
        let mut profiles = Vec::new();
        for (name, bytes) in &self.people {
            let resume = read_resume(bytes, &ReadOptions::default(), vocabulary)?;
            profiles.push((name, Profile::of(&resume, vocabulary)));
        }
        let mut receipts = Receipts::new();
        for (job, text) in &self.jobs {
            let (title, description) = text.trim().split_once('\n').ok_or("a job of one line")?;
            let read = JobText {
                title,
                description,
                skills: &[],
            };
            let requirements = read_requirements(&read, vocabulary);
            let prepared = PreparedJob::new(&read, &requirements, vocabulary);
            for (person, profile) in &profiles {
                let input = ScoreInput {
                    profile,
                    weights: &weights,
                    as_of: NaiveDate::from_ymd_opt(2026, 11, 28).ok_or("no such day")?,
                    document: FileDigest([0; 32]),
                };
                let receipt = score(&prepared, &input, vocabulary);
                receipts.insert((job.clone(), (*person).clone()), receipt);
            }
        }
        Ok(receipts)
    }
}
