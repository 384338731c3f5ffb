//! Pairs of people whom any recruiter would order, and how the engine orders them.

use super::ranked::{Outcome, Receipts, Texts};

const PEOPLE: &str = include_str!("people.txt");
/// The endings of the people's names: who of two people is better for their job, and why.
const PAIRS: [(&str, &str, &str); 10] = [
    (
        "fit",
        "junior",
        "experienced against a beginner of the profession",
    ),
    ("fit", "former", "recent against old experience"),
    ("fit", "adjacent", "profession against a neighbouring one"),
    ("fit", "stuffer", "profession against a list of keywords"),
    ("fit", "other", "profession against another one"),
    ("junior", "stuffer", "beginner against a list of keywords"),
    ("junior", "other", "beginner against another profession"),
    (
        "translated",
        "adjacent",
        "another language against a neighbouring profession",
    ),
    (
        "translated",
        "stuffer",
        "another language against a list of keywords",
    ),
    (
        "translated",
        "other",
        "another language against another profession",
    ),
];

/// Two people for a job, of whom the first is better, and their scores.
pub(crate) struct Pair {
    /// The job.
    pub(crate) job: String,
    /// The names of the better and the worse person.
    pub(crate) people: [String; 2],
    /// Their scores.
    pub(crate) scores: [f64; 2],
    /// Why the first is better.
    pub(crate) why: String,
}

impl Pair {
    /// Looks up the scores of two people.
    ///
    /// # Errors
    /// If the job has no such person.
    pub(crate) fn of(scores: &Receipts, job: &str, people: [&str; 2], why: &str) -> Outcome<Self> {
        let score = |person: &str| {
            let receipt = scores.get(&(job.to_owned(), person.to_owned()));
            let receipt = receipt.ok_or(format!("{job} has no {person}"))?;
            Outcome::Ok(receipt.score.to_f64())
        };
        Ok(Self {
            scores: [score(people[0])?, score(people[1])?],
            job: job.to_owned(),
            people: people.map(str::to_owned),
            why: why.to_owned(),
        })
    }

    /// Returns whether the better person is ahead.
    pub(crate) fn is_right(&self) -> bool {
        self.scores[0] > self.scores[1]
    }
}

/// Ranks the invented people for each of their jobs.
///
/// # Errors
/// If a text cannot be read or scored.
pub(crate) fn invented() -> Outcome<Vec<Pair>> {
    let texts = Texts::read(PEOPLE)?;
    let scores = texts.receipts()?;
    let names: Vec<&String> = texts.jobs.iter().map(|(name, _)| name).collect();
    let mut pairs = Vec::new();
    for (number, job) in names.iter().enumerate() {
        let other = names.get((number + 1) % names.len()).ok_or("no job")?;
        let person = |ending: &str| match ending {
            "other" => format!("{other}_fit"),
            ending => format!("{job}_{ending}"),
        };
        for (better, worse, why) in PAIRS {
            let people = [&*person(better), &*person(worse)];
            pairs.push(Pair::of(&scores, job, people, why)?);
        }
    }
    Ok(pairs)
}
