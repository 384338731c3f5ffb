//! Measures how long it takes to find the smallest sets of requirements that would have lifted a candidate.
//!
//! `[SHORTLIST_CORPUS=/path] cargo bench -p shortlist-benches --bench counterfactual`
//!
//! The job has more requirements than any resume meets. Each resume is compared with scores from its own to the highest that it
//! could get. The time includes reading what may be scored from the parsed resume. If the variable names a folder, its resumes
//! are measured too.

use std::io::{self, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use chrono::NaiveDate;
use shortlist_benches::files_below;
use shortlist_benches::receipts::{prepared, weights};
use shortlist_domain::{FileDigest, Resume, Score, Weights};
use shortlist_fixtures::invented_resumes;
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_scoring::{Counterfactual, Hypotheses, PreparedJob, Profile, ScoreInput};
use shortlist_vocabulary::Vocabulary;

/// The number of invented resumes.
const RESUMES: usize = 200;
/// The number of scores that each resume is compared with.
const TARGETS: i64 = 20;
/// The fewest unmet requirements of a resume that is measured.
const MIN_UNMET: usize = 20;

const DESCRIPTION: &str = "Requirements:\n- 7 years of professional experience\n- Master's degree in Computer Science\n\
    - 3 years of Kafka, 4 years of Terraform\n- Fluent German and French\n- PMP certification, driving licence\n";
const SKILLS: [&str; 10] = [
    "Python",
    "Docker",
    "PostgreSQL",
    "Kubernetes",
    "Rust",
    "Ansible",
    "Redis",
    "GraphQL",
    "Payroll Accounting",
    "Machine Learning",
];

/// What was measured.
#[derive(Default)]
struct Measured {
    times: Vec<Duration>,
    sets: usize,
    /// The answers that do not list all sets of the smallest size, although they have fewer than the most.
    without_all_smallest: usize,
    /// The answers that list every set.
    complete: usize,
    unmet: Vec<usize>,
}

fn main() -> io::Result<()> {
    let mut resumes: Vec<Resume> = Vec::new();
    let options = ReadOptions::default();
    let read = |bytes: &[u8]| read_resume(bytes, &options, Vocabulary::built_in()).ok();
    if let Some(folder) = std::env::var_os("SHORTLIST_CORPUS") {
        let files = files_below(Path::new(&folder))?;
        let found = files.iter().filter_map(|file| read(&file.bytes));
        resumes.extend(with_deep_stack(|| found.take(RESUMES).collect::<Vec<_>>())?);
    }
    let step = (invented_resumes().count() / RESUMES).max(1);
    let invented = invented_resumes().step_by(step).take(RESUMES);
    resumes.extend(with_deep_stack(|| {
        invented
            .filter_map(|file| read(&file.bytes))
            .collect::<Vec<_>>()
    })?);
    let job = prepared("Backend Engineer", DESCRIPTION, &SKILLS);
    let weights = weights().map_err(io::Error::other)?;
    let mut measured = Measured::default();
    for resume in &resumes {
        measure(&job, resume, &weights, &mut measured);
    }
    measured.print(resumes.len())
}

fn measure(job: &PreparedJob, resume: &Resume, weights: &Weights, measured: &mut Measured) {
    let vocabulary = Vocabulary::built_in();
    let hypotheses = || {
        let input = ScoreInput {
            profile: &Profile::of(resume, vocabulary),
            weights,
            as_of: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap_or_default(),
            document: FileDigest([7; 32]),
        };
        Hypotheses::of(job, &input, vocabulary, None)
    };
    let first = hypotheses();
    let unmet = first.unmet().len();
    if unmet < MIN_UNMET {
        return;
    }
    measured.unmet.push(unmet);
    let all: Vec<usize> = (0..unmet).collect();
    let (now, best) = (
        first.score_with(&[]).tenths(),
        first.score_with(&all).tenths(),
    );
    for target in 0..TARGETS {
        let above = i64::from(now) + i64::from(best.saturating_sub(now)) * target / TARGETS;
        let begun = Instant::now();
        let answer = hypotheses().lifting_sets(Score::from_tenths(above));
        measured.times.push(begun.elapsed());
        if let Counterfactual::Sets {
            sets,
            complete_up_to,
            is_complete,
        } = answer
        {
            measured.sets += sets.len();
            measured.complete += usize::from(is_complete);
            let smallest = sets.first().map_or(0, |set| set.requirements.len());
            let of_smallest = sets.iter().filter(|set| set.requirements.len() == smallest);
            let has_all = complete_up_to >= smallest
                || of_smallest.count() == shortlist_scoring::MAX_LIFTING_SETS;
            measured.without_all_smallest += usize::from(!has_all);
        }
    }
}

impl Measured {
    fn print(mut self, resumes: usize) -> io::Result<()> {
        self.times.sort_unstable();
        self.unmet.sort_unstable();
        let at = |share: usize| {
            let place = self.times.len().saturating_sub(1) * share / 100;
            self.times.get(place).copied().unwrap_or_default()
        };
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "resumes {resumes}, with {MIN_UNMET} unmet requirements or more {} (at most {}), answers {}",
            self.unmet.len(),
            self.unmet.last().copied().unwrap_or_default(),
            self.times.len()
        )?;
        writeln!(
            out,
            "time of an answer: median {:?}, 99 % {:?}, most {:?}",
            at(50),
            at(99),
            at(100)
        )?;
        writeln!(
            out,
            "sets {}, answers with every set {}, answers without all smallest sets {}",
            self.sets, self.complete, self.without_all_smallest
        )
    }
}
