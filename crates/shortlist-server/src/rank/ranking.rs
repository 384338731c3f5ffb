//! Resumes in the order of their scores.

use std::cmp::Reverse;

use shortlist_domain::{Resume, ScoreReceipt};

use crate::{Failure, output};

/// The outcome for a file: a ranked resume, or its name and the reason why it has no score.
pub(super) type FileResult = Result<RankedResume, (String, String)>;

/// A resume with its score.
pub(super) struct RankedResume {
    /// The path of the file.
    pub(super) file: String,
    pub(super) name: Option<String>,
    pub(super) email: Option<String>,
    pub(super) phone: Option<String>,
    /// Everything that was read, if the output shows it. Without it, a ranking of many resumes needs little memory.
    pub(super) resume: Option<Resume>,
    pub(super) receipt: ScoreReceipt,
}

impl RankedResume {
    /// Returns a resume with its score, without its text.
    pub(super) fn of(file: String, resume: &Resume, receipt: ScoreReceipt) -> Self {
        Self {
            file,
            name: resume.name().map(str::to_owned),
            email: resume.email_address().map(ToString::to_string),
            phone: resume.phone_number().map(ToString::to_string),
            resume: None,
            receipt,
        }
    }
}

/// The resumes of a run.
pub(super) struct Ranking {
    /// After [`Self::finish`]: the best first, and equal ones by the names of their files.
    pub(super) resumes: Vec<RankedResume>,
    /// The files without a score, each with the reason.
    pub(super) unreadable: Vec<(String, String)>,
    /// How many resumes have a score, including those that are not kept.
    pub(super) scored: usize,
    top: Option<usize>,
}

impl Ranking {
    /// Returns an empty ranking that keeps this many of the best resumes, or all.
    pub(super) fn keeping(top: Option<usize>) -> Self {
        Self {
            resumes: Vec::new(),
            unreadable: Vec::new(),
            scored: 0,
            top,
        }
    }

    /// Adds a file.
    pub(super) fn add(&mut self, result: FileResult) {
        match result {
            Ok(resume) => {
                self.scored += 1;
                self.resumes.push(resume);
            }
            Err(unreadable) => self.unreadable.push(unreadable),
        }
        // Sorting only when half of them are too many keeps both the memory and the work small.
        if self
            .top
            .is_some_and(|top| self.resumes.len() >= top.saturating_mul(2))
        {
            self.keep_best();
        }
    }

    /// Sorts the ranking. The order does not depend on the order in which files were added.
    pub(super) fn finish(mut self) -> Self {
        self.keep_best();
        self.unreadable.sort_unstable();
        self
    }

    fn keep_best(&mut self) {
        let order = |a: &RankedResume, b: &RankedResume| {
            let key = |ranked: &RankedResume| Reverse(ranked.receipt.score);
            key(a).cmp(&key(b)).then_with(|| a.file.cmp(&b.file))
        };
        self.resumes.sort_unstable_by(order);
        self.resumes.truncate(self.top.unwrap_or(usize::MAX));
    }

    /// Returns the resumes with their ranks. Equal scores share a rank.
    pub(super) fn ranked(&self) -> impl Iterator<Item = (usize, &RankedResume)> {
        let mut last = None;
        self.resumes.iter().enumerate().map(move |(index, resume)| {
            let score = resume.receipt.score;
            let rank = match last {
                Some((rank, same)) if same == score => rank,
                _ => index + 1,
            };
            last = Some((rank, score));
            (rank, resume)
        })
    }

    /// Reports on standard error how many files have no score. It is a failure if none has one.
    pub(super) fn report(&self) -> Result<(), Failure> {
        let (scored, unreadable) = (self.scored, self.unreadable.len());
        if scored == 0 {
            let (file, reason) = match self.unreadable.first() {
                Some((file, reason)) => (file.as_str(), reason.as_str()),
                None => ("", ""),
            };
            return Err(Failure::new(format!(
                "none of the {unreadable} files could be ranked; the first is {file}: {reason}"
            )));
        }
        if unreadable > 0 {
            output::print_error(&format!(
                "{scored} files ranked, {unreadable} without a score"
            ));
        }
        Ok(())
    }
}
