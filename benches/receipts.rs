//! Receipts of fixed postings and resumes, and a check that they are always the same.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use chrono::NaiveDate;
use shortlist_domain::{FileDigest, InvalidValue, Resume, ScoreReceipt, Weights};
use shortlist_fixtures::Random;
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};
use shortlist_vocabulary::Vocabulary;

/// An invented posting: title, description and skills.
pub type Posting = (&'static str, &'static str, &'static [&'static str]);

/// Invented postings in four languages.
pub const POSTINGS: [Posting; 4] = [
    (
        "Backend Engineer",
        "You build payment services.\n\nRequirements:\n- 5+ years of professional experience, 2 years of Kafka\n\
         - Bachelor's degree in Computer Science or equivalent experience\n- Fluent English\n\nNice to have:\n- Kubernetes\n- German\n",
        &["Python", "Docker", "PostgreSQL", "Java"],
    ),
    (
        "Buchhalter (m/w/d)",
        "Sie führen die Bücher.\n\nAnforderungen:\n- Abgeschlossene Ausbildung als Buchhalter\n- Mindestens 3 Jahre Berufserfahrung\n\
         - Gute Englischkenntnisse\n- SAP (2 Jahre)\n\nVon Vorteil:\n- Führerschein Klasse B\n",
        &["SAP", "Excel", "DATEV"],
    ),
    (
        "Chef de projet",
        "Vous pilotez des projets.\n\nProfil :\n- 4 ans d'expérience minimum\n- Diplôme d'ingénieur\n- Anglais courant exigé\n\
         - Certification PMP ou PRINCE2 appréciée\n",
        &["Gestion de projet", "Excel", "Jira"],
    ),
    (
        "Enfermera",
        "Cuidado de pacientes en planta.\n\nRequisitos:\n- Grado en Enfermería\n- Al menos dos años de experiencia\n- Nivel alto de inglés\n\
         - Carnet de conducir B\n",
        &["Patient Care", "First Aid"],
    ),
];

/// The criteria of every receipt here, with equal weights.
pub const CRITERIA: [&str; 7] = [
    "skills",
    "experience",
    "education",
    "languages",
    "certifications",
    "leadership",
    "customer service",
];

/// Returns the postings, prepared for scoring.
pub fn jobs() -> Vec<PreparedJob> {
    let postings = POSTINGS.iter();
    postings
        .map(|(title, description, skills)| prepared(title, description, skills))
        .collect()
}

/// Returns a posting, prepared for scoring.
pub fn prepared(title: &str, description: &str, skills: &[&str]) -> PreparedJob {
    let skills: Vec<String> = skills.iter().map(|&skill| skill.to_owned()).collect();
    let job = JobText {
        title,
        description,
        skills: &skills,
    };
    let vocabulary = Vocabulary::built_in();
    PreparedJob::new(&job, &read_requirements(&job, vocabulary), vocabulary)
}

/// Returns the weights of [`CRITERIA`].
///
/// # Errors
/// Never, because the names are fixed.
pub fn weights() -> Result<Weights, InvalidValue> {
    let given: Vec<_> = CRITERIA
        .iter()
        .map(|&name| (name.to_owned(), 1.0))
        .collect();
    Weights::new(&given)
}

/// Scores a resume against a job, with a fixed date and a fixed file digest.
pub fn receipt(job: &PreparedJob, resume: &Resume, weights: &Weights) -> ScoreReceipt {
    let vocabulary = Vocabulary::built_in();
    let input = ScoreInput {
        profile: &Profile::of(resume, vocabulary),
        weights,
        as_of: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default(),
        document: FileDigest([7; 32]),
    };
    score(job, &input, vocabulary)
}

/// The number of repetitions, and the numbers of threads.
#[derive(Debug, Clone, Copy)]
pub struct Runs<'a> {
    /// The repetitions from the files' bytes.
    pub from_bytes: usize,
    /// The repetitions from the parsed resumes.
    pub from_resumes: usize,
    /// The numbers of threads, used in turn.
    pub threads: &'a [usize],
}

/// The result of repeated scoring.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Repeated {
    /// The number of readable files.
    pub resumes: usize,
    /// The number of receipts that were compared with the first one of their resume.
    pub receipts: usize,
    /// The number of bytes that differ.
    pub differing: usize,
}

/// Scores each file against one of the postings repeatedly, in different orders and with different numbers of threads.
/// Counts the bytes in which any receipt differs.
///
/// # Errors
/// Returns an error if a thread cannot be started.
pub fn repeat(files: &[Vec<u8>], runs: Runs<'_>) -> std::io::Result<Repeated> {
    let resumes = in_threads(1, files.len(), &|number| read(files, number))?;
    let readable: Vec<usize> = resumes.iter().map(|(number, _)| *number).collect();
    let first: Vec<String> = scored(&resumes, &(0..resumes.len()).collect::<Vec<_>>(), 1)?
        .into_iter()
        .map(|(_, receipt)| receipt)
        .collect();
    let mut repeated = Repeated {
        resumes: resumes.len(),
        ..Repeated::default()
    };
    let mut compare = |receipts: &[(usize, String)]| {
        for (number, receipt) in receipts {
            repeated.receipts += 1;
            let first = first.get(*number).map_or("", String::as_str);
            repeated.differing += differing(first.as_bytes(), receipt.as_bytes());
        }
    };
    let threads = |run: usize| runs.threads.get(run % runs.threads.len().max(1)).copied();
    for run in 0..runs.from_bytes {
        let order = shuffled(resumes.len(), run);
        let read_again = |place: usize| {
            let number = order.get(place).and_then(|place| readable.get(*place))?;
            read(files, *number)
        };
        let again = in_threads(threads(run).unwrap_or(1), order.len(), &read_again)?;
        let mut in_place: Vec<(usize, Resume)> = again
            .into_iter()
            .filter_map(|(place, resume)| Some((*order.get(place)?, resume)))
            .collect();
        in_place.sort_by_key(|(number, _)| *number);
        let all: Vec<usize> = (0..in_place.len()).collect();
        compare(&scored(&in_place, &all, threads(run).unwrap_or(1))?);
    }
    for run in 0..runs.from_resumes {
        let order = shuffled(resumes.len(), run);
        compare(&scored(&resumes, &order, threads(run).unwrap_or(1))?);
    }
    Ok(repeated)
}

fn read(files: &[Vec<u8>], number: usize) -> Option<Resume> {
    let options = ReadOptions::default();
    read_resume(files.get(number)?, &options, Vocabulary::built_in()).ok()
}

/// Returns the receipts of resumes as text with all fields, scored in this order. Each has the index of its resume.
fn scored(
    resumes: &[(usize, Resume)],
    order: &[usize],
    threads: usize,
) -> std::io::Result<Vec<(usize, String)>> {
    let jobs = jobs();
    let weights = weights().map_err(std::io::Error::other)?;
    let score = |place: usize| {
        let number = *order.get(place)?;
        let (_, resume) = resumes.get(number)?;
        let job = jobs.get(number % jobs.len().max(1))?;
        Some((number, format!("{:?}", receipt(job, resume, &weights))))
    };
    let receipts = in_threads(threads, order.len(), &score)?;
    Ok(receipts.into_iter().map(|(_, receipt)| receipt).collect())
}

/// Calls a function for each number on several threads, and returns the results in the order of the numbers.
fn in_threads<T: Send>(
    threads: usize,
    count: usize,
    call: &(dyn Fn(usize) -> Option<T> + Sync),
) -> std::io::Result<Vec<(usize, T)>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return done;
            }
            done.extend(call(number).map(|result| (number, result)));
        }
    };
    let mut all = thread::scope(|scope| {
        let started: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| with_deep_stack(work)))
            .collect();
        let mut all = Vec::with_capacity(count);
        for thread in started {
            let done = thread.join();
            all.extend(done.map_err(|_panic| std::io::Error::other("a thread panicked"))??);
        }
        Ok::<_, std::io::Error>(all)
    })?;
    all.sort_by_key(|(number, _)| *number);
    Ok(all)
}

/// Returns the numbers below a count in a random order, the same for the same run.
fn shuffled(count: usize, run: usize) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..count).collect();
    let mut chance = Random::of_seed(u64::try_from(run).unwrap_or(0));
    numbers.sort_by_cached_key(|_| chance.number());
    numbers
}

fn differing(one: &[u8], other: &[u8]) -> usize {
    let pairs = one.iter().zip(other);
    pairs.filter(|(a, b)| a != b).count() + one.len().abs_diff(other.len())
}
