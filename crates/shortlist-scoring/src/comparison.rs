//! What a job asks for, compared with a resume once for all criteria.

use chrono::NaiveDate;
use shortlist_domain::Importance;

use crate::credential_match::{RequestedCredential, compare_certificates, compare_languages};
use crate::lexical::{self, Wording};
use crate::prepared::PreparedJob;
use crate::profile::Profile;
use crate::ratio::{WHOLE, share};
use crate::requirements::items::PostingItem;
use crate::skill_match::{SkillMatch, match_skill};
use crate::text_language::TextLanguage;
use crate::work_history::WorkHistory;

/// The value of a phrase of the posting, in tenths like the importance of a skill.
pub(crate) const ITEM_TENTHS: i64 = 5;

/// A job compared with a resume.
#[derive(Debug, Clone)]
pub(crate) struct Comparison<'a> {
    pub(crate) job: &'a PreparedJob,
    pub(crate) profile: &'a Profile,
    pub(crate) as_of: NaiveDate,
    pub(crate) skills: Vec<SkillMatch>,
    /// The phrases of the posting that a passage of the resume contains.
    pub(crate) items: Vec<PostingItemMatch<'a>>,
    pub(crate) wording: Wording,
    /// The languages of the resume and of the posting, if they differ so that the wording says nothing.
    pub(crate) other_language: Option<(TextLanguage, TextLanguage)>,
    pub(crate) work: WorkHistory,
    pub(crate) languages: Vec<RequestedCredential>,
    pub(crate) certificates: Vec<RequestedCredential>,
}

impl<'a> Comparison<'a> {
    /// Compares a job with a resume.
    pub(crate) fn of(job: &'a PreparedJob, profile: &'a Profile, as_of: NaiveDate) -> Self {
        let other_language = other_language(job, profile);
        let skills: Vec<SkillMatch> = job
            .skills
            .iter()
            .map(|job_skill| match_skill(job_skill, profile))
            .collect();
        Self {
            items: match other_language {
                Some(_) => Vec::new(),
                None => match_items(job, profile),
            },
            wording: match other_language {
                Some(_) => Wording::default(),
                None => lexical::measure(&job.terms, profile),
            },
            other_language,
            work: WorkHistory::of(job, profile, &skills, as_of),
            languages: compare_languages(job, profile),
            certificates: compare_certificates(job, profile),
            job,
            profile,
            as_of,
            skills,
        }
    }

    /// Returns what the skills and phrases that match add up to: importance in tenths, multiplied by quality.
    pub(crate) fn reached(&self) -> i64 {
        let skills = self.job.skills.iter().zip(&self.skills);
        let skills: i64 = skills
            .map(|(job_skill, matched)| job_skill.importance * matched.quality)
            .sum();
        let items = i64::try_from(self.items.len()).unwrap_or(0);
        skills + items * ITEM_TENTHS * WHOLE
    }

    /// Returns what all skills and phrases would add up to, in the unit of [`reached`](Self::reached).
    pub(crate) fn maximum(&self) -> i64 {
        let skills: i64 = self.job.skills.iter().map(|skill| skill.importance).sum();
        let items = match self.other_language {
            Some(_) => 0,
            None => i64::try_from(self.job.items.len()).unwrap_or(0),
        };
        (skills + items * ITEM_TENTHS) * WHOLE
    }

    /// Returns `S`.
    pub(crate) fn coverage(&self) -> i64 {
        share(self.reached(), self.maximum())
    }

    /// Returns the languages and certificates that the job requires.
    pub(crate) fn required_credentials(&self) -> impl Iterator<Item = &RequestedCredential> {
        let all = self.languages.iter().chain(&self.certificates);
        all.filter(|credential| credential.importance_kind == Importance::Required)
    }
}

/// Returns the languages of the resume and of the posting, if they differ. A job without known skills has nothing else than its
/// wording, so it is compared in any case.
fn other_language(job: &PreparedJob, profile: &Profile) -> Option<(TextLanguage, TextLanguage)> {
    let (resume, posting) = (profile.language?, job.language?);
    (resume != posting && !job.skills.is_empty()).then_some((resume, posting))
}

/// A phrase of the posting, and the passage of the resume that contains all its words.
#[derive(Debug, Clone, Copy)]
pub(crate) struct PostingItemMatch<'a> {
    pub(crate) item: &'a PostingItem,
    pub(crate) passage: usize,
}

fn match_items<'a>(job: &'a PreparedJob, profile: &Profile) -> Vec<PostingItemMatch<'a>> {
    let items = job.items.iter();
    items
        .filter_map(|item| {
            let passage = profile.passage_with(&item.stems)?;
            Some(PostingItemMatch { item, passage })
        })
        .collect()
}
