//! Scores resumes for a job that is not stored, such as one from a file.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use chrono::NaiveDate;
use sha2::{Digest, Sha256};
use shortlist_domain::{
    FileDigest, InvalidValue, JobRequirements, ReadError, RequirementEdits, Resume, ScoreReceipt,
    SkipReason, Weights,
};
use shortlist_parsing::is_posting;
use shortlist_scoring::JobText;
use shortlist_vocabulary::Vocabulary;

use crate::scores::Scorer;
use crate::uploads::fields::read_weights;

/// The version of a job that has only one.
const ONLY_VERSION: i32 = 1;

/// A job, weights and a date, ready to score resumes. It can be shared between threads.
///
/// A resume gets the same receipt as from an upload to a job with the same texts.
pub struct ResumeScorer {
    scorer: Scorer,
    weights: Weights,
    as_of: NaiveDate,
}

/// Returns the reason if a document is not a resume.
pub(crate) fn check_resume(resume: &Resume) -> Result<(), ReadError> {
    if !resume.is_resume() {
        return Err(ReadError::NotAResume);
    }
    if is_posting(resume) {
        Err(ReadError::Posting)
    } else {
        Ok(())
    }
}

/// Parses weights from a JSON object such as `{"experience": 40, "skills": 60}`.
///
/// # Errors
/// Returns an error if it is not such an object, or if the weights are invalid.
pub fn parse_weights(json: &str) -> Result<Weights, InvalidValue> {
    read_weights(json)
}

impl ResumeScorer {
    /// Prepares a job. The date is what "present" means in resumes.
    pub fn new(
        job: &JobText<'_>,
        weights: Weights,
        as_of: NaiveDate,
        vocabulary: &Arc<Vocabulary>,
    ) -> Self {
        Self {
            scorer: Scorer::new(job, &RequirementEdits::default(), ONLY_VERSION, vocabulary),
            weights,
            as_of,
        }
    }

    /// Returns what the job asks for.
    pub fn requirements(&self) -> &JobRequirements {
        self.scorer.job.requirements()
    }

    /// Scores the resume of a file with these bytes.
    ///
    /// # Errors
    /// Returns the reason if the document is not a resume. A panic fails only this resume.
    pub fn score(&self, resume: &Resume, file: &[u8]) -> Result<ScoreReceipt, SkipReason> {
        let score = AssertUnwindSafe(|| self.score_resume(resume, file));
        catch_unwind(score).unwrap_or(Err(SkipReason::NotScored))
    }

    fn score_resume(&self, resume: &Resume, file: &[u8]) -> Result<ScoreReceipt, SkipReason> {
        check_resume(resume)?;
        let document = FileDigest(Sha256::digest(file).into());
        let profile = self.scorer.profile(resume);
        Ok(self
            .scorer
            .score(&profile, document, &self.weights, self.as_of))
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{MediaKind, ResumeText};
    use shortlist_parsing::{ReadOptions, read_resume};

    use super::*;

    fn scorer(weights: &str) -> ResumeScorer {
        let skills = ["Python".to_owned(), "PostgreSQL".to_owned()];
        let job = JobText {
            title: "Backend Engineer",
            description: "",
            skills: &skills,
        };
        let as_of = NaiveDate::from_ymd_opt(2026, 11, 21).unwrap();
        let weights = parse_weights(weights).unwrap();
        ResumeScorer::new(&job, weights, as_of, Vocabulary::built_in())
    }

    #[test]
    fn a_resume_is_scored_with_the_digest_of_its_file() {
        let bytes = include_bytes!("../../../../demo/resumes/backend-engineer.pdf");
        let resume = read_resume(bytes, &ReadOptions::default(), Vocabulary::built_in()).unwrap();
        let scorer = scorer(r#"{"skills": 1}"#);
        let receipt = scorer.score(&resume, bytes).unwrap();
        assert_eq!(receipt.document.0, <[u8; 32]>::from(Sha256::digest(bytes)));
        assert_eq!(receipt.criteria.len(), 1);
        assert!(receipt.score.to_f64() > 50.0, "{}", receipt.score);
        assert_eq!(scorer.score(&resume, bytes).unwrap(), receipt);
        let skills = scorer.requirements().skills.iter();
        let names: Vec<&str> = skills.map(|skill| skill.name.as_str()).collect();
        assert!(
            names.contains(&"Python") && names.contains(&"PostgreSQL"),
            "{names:?}"
        );
    }

    #[test]
    fn a_text_without_a_person_is_not_scored() {
        let text = ResumeText::new("Minutes of a meeting".to_owned(), vec![0]);
        let reason = scorer(r#"{"skills": 1}"#)
            .score(&Resume::of_text(MediaKind::Pdf, text), b"")
            .unwrap_err();
        assert_eq!(reason, ReadError::NotAResume.into());
    }
}
