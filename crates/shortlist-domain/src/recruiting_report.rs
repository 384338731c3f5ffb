//! Reports about recruiting: who came, where they are, how long they stay in a stage, and how far reviewers agree.

mod agreement;
mod days;

pub use agreement::{Agreement, GivenReview, ReviewerAgreement};
pub use days::{MAX_REPORT_DAYS, ReportDays};

use chrono::NaiveDate;

use crate::{CandidateStatus, JobId, OrganizationId, SkipReason, StageId, UserId};

/// The number of bands of scores. Each is ten points wide, and the last one includes 100.
pub const SCORE_BANDS: usize = 10;
/// The width of a band, in tenths of a point.
const TENTHS_OF_BAND: i16 = 100;
const LAST_BAND: i16 = 9;
/// The days at which the bands of stays begin, except the first band, which begins at 0.
pub const STAY_BANDS: [i64; 5] = [1, 3, 7, 14, 30];

/// What a report covers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecruitingQuery {
    /// The organization.
    pub organization_id: OrganizationId,
    /// Only this job; `None` covers all jobs.
    pub job_id: Option<JobId>,
    /// Only the jobs whose hiring team contains this user.
    pub member: Option<UserId>,
    /// The days.
    pub days: ReportDays,
    /// A user from whom some reviews are hidden. How far reviewers agree leaves these candidates out.
    pub hides_reviews_from: Option<UserId>,
}

/// The figures of a report.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecruitingFigures {
    /// The candidates who were added, by their present status.
    pub statuses: StatusNumbers,
    /// The same by stage. Stages without candidates are left out.
    pub stages: Vec<StageNumbers>,
    /// The same by the band of their score, lowest first.
    pub scores: [i64; SCORE_BANDS],
    /// The same by job, the job with most candidates first.
    pub jobs: Vec<JobNumbers>,
    /// The uploaded files by day. Days without files are left out.
    pub days: Vec<DayNumbers>,
    /// The skipped files by reason, the most frequent reason first.
    pub skipped: Vec<(SkipReason, i64)>,
    /// The stays in a stage that ended.
    pub stays: Vec<StayNumbers>,
    /// How far the reviews that were given agree.
    pub agreement: Agreement,
}

/// Numbers of candidates by status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct StatusNumbers {
    undecided: i64,
    decided: [i64; CandidateStatus::ALL.len()],
}

impl StatusNumbers {
    /// Adds candidates with a status; `None` is for those whom nobody has decided about.
    pub fn add(&mut self, status: Option<CandidateStatus>, number: i64) {
        let Some(status) = status else {
            self.undecided += number;
            return;
        };
        let mut all = self.decided.iter_mut().zip(CandidateStatus::ALL);
        if let Some((sum, _)) = all.find(|(_, one)| *one == status) {
            *sum += number;
        }
    }

    /// Returns the number of candidates whom nobody has decided about, and each status with its number.
    pub fn iter(&self) -> impl Iterator<Item = (Option<CandidateStatus>, i64)> {
        let decided = CandidateStatus::ALL.into_iter().map(Some).zip(self.decided);
        std::iter::once((None, self.undecided)).chain(decided)
    }

    /// Returns the number with a status; `None` is for those whom nobody has decided about.
    pub fn of(&self, status: Option<CandidateStatus>) -> i64 {
        let mut all = self.iter();
        all.find(|(one, _)| *one == status)
            .map_or(0, |(_, number)| number)
    }

    /// Returns the number of all candidates.
    pub fn total(&self) -> i64 {
        self.undecided + self.decided.iter().sum::<i64>()
    }
}

/// The candidates of a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StageNumbers {
    /// The stage.
    pub stage_id: StageId,
    /// How many are in it now.
    pub now: i64,
    /// How many are in it or were in it once.
    pub reached: i64,
    /// How many of them reached it by a decision. The others have been in the first default stage only without one.
    pub decided: i64,
}

/// The candidates of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobNumbers {
    /// The job.
    pub job_id: JobId,
    /// Its title.
    pub title: String,
    /// Its code.
    pub code: String,
    /// The candidates by status.
    pub statuses: StatusNumbers,
}

/// The files of a day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayNumbers {
    /// The day.
    pub day: NaiveDate,
    /// The candidates who were added. Erased candidates are not counted.
    pub added: i64,
    /// The files that belong to an existing candidate: duplicates, new versions and further documents.
    pub existing: i64,
    /// The files that could not be used.
    pub skipped: i64,
}

/// The stays in a stage that ended: how many, and how long.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StayNumbers {
    /// The stage. In a report about several jobs, each status is a stage.
    pub stage_id: StageId,
    /// The stage's status. `None` if nobody had decided about the candidates yet.
    pub status: Option<CandidateStatus>,
    /// The number of stays.
    pub number: i64,
    /// Their total, in seconds.
    pub seconds: i64,
    /// The longest one, in seconds.
    pub longest: i64,
    /// The number of stays in each band of [`STAY_BANDS`].
    pub bands: [i64; STAY_BANDS.len() + 1],
}

/// How many candidates a job has.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CandidateCounts {
    /// All of them.
    pub all: i64,
    /// Those whom nobody has decided about.
    pub undecided: i64,
}

/// What waits in a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenWork {
    /// The job.
    pub job_id: JobId,
    /// Its title.
    pub title: String,
    /// The number of its candidates.
    pub candidates: i64,
    /// How many of them nobody has decided about.
    pub undecided: i64,
    /// The files that were skipped lately.
    pub skipped: i64,
}

/// What a file of an upload was, other than a new candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum UncountedFile {
    /// It belongs to an existing candidate.
    Existing,
    /// It could not be used, for this reason, as reports count it ([`SkipReason::counted`]).
    Skipped(SkipReason),
}

/// The files of an upload that created no candidate, with how many there were of each.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UncountedFiles {
    /// The job that they were sent for.
    pub job_id: JobId,
    /// What they were.
    pub files: Vec<(UncountedFile, i64)>,
}

/// Returns the mean of a sum, rounded to a whole number; 0 of nothing.
pub fn rounded_mean(sum: i64, number: i64) -> i64 {
    if number <= 0 {
        return 0;
    }
    let half = number / 2;
    if sum < 0 {
        -((half - sum) / number)
    } else {
        (sum + half) / number
    }
}

/// Returns the band of a score in tenths of a point.
pub fn score_band(tenths: i16) -> i16 {
    (tenths / TENTHS_OF_BAND).clamp(0, LAST_BAND)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_band_includes_the_highest_score() {
        let bands = [0, 99, 100, 455, 999, 1_000].map(score_band);
        assert_eq!(bands, [0, 0, 1, 4, 9, 9]);
    }

    #[test]
    fn means_are_rounded_away_from_zero_and_nothing_is_zero() {
        let means = [(25, 10), (-25, 10), (24, 10), (5, 0)];
        let means = means.map(|(sum, number)| rounded_mean(sum, number));
        assert_eq!(means, [3, -3, 2, 0]);
    }

    #[test]
    fn numbers_by_status_add_up() {
        let mut numbers = StatusNumbers::default();
        let (hired, on_hold) = (CandidateStatus::Hired, CandidateStatus::OnHold);
        numbers.add(Some(hired), 2);
        numbers.add(Some(CandidateStatus::Active), 5);
        numbers.add(Some(hired), 1);
        numbers.add(None, 4);
        assert_eq!((numbers.of(Some(hired)), numbers.of(None)), (3, 4));
        assert_eq!((numbers.of(Some(on_hold)), numbers.total()), (0, 12));
        assert_eq!(numbers.iter().next(), Some((None, 4)));
    }
}
