//! The experience that a job asks for as a whole: not the years tied to one skill, nor the years the firm has behind it.

use shortlist_domain::RequirementSource;

use super::asked::speaks_of_the_firm;
use super::quoted;
use super::reading::Said;
use super::skill_years::tied_skills;
use super::years::{Duration, durations, speak_of_experience};
use crate::prepared::JobText;
use crate::words::words;

/// Experience asked for, and the words that ask for it.
#[derive(Debug, Clone)]
pub(crate) struct AskedExperience {
    pub(crate) months: u32,
    pub(crate) source: RequirementSource,
}

/// More than this is not asked of anyone; it is the age of the firm.
pub(super) const MOST_MONTHS_ASKED: u32 = 15 * 12;

/// The first length of experience that is asked for over the whole job.
pub(crate) fn read(job: &JobText<'_>, said: &[Said<'_>]) -> Option<AskedExperience> {
    let title = job.title;
    let in_title = words(title);
    let from_title = durations(title, &in_title)
        .into_iter()
        .next()
        .map(|found| asked(found.months, title));
    said.iter()
        .filter(|said| !speaks_of_the_firm(said))
        .flat_map(|said| {
            durations(said.text, &said.words)
                .into_iter()
                .map(move |found| (said, found))
        })
        .filter(|(_, found)| found.months <= MOST_MONTHS_ASKED)
        .filter(|(said, found)| speak_of_experience(&said.words) || asks_by_itself(said, found))
        .find(|(said, found)| tied_skills(said, found, job).is_empty())
        .map(|(said, found)| asked(found.months, said.text))
        .or(from_title)
}

/// Whether a list item asks for years without the word experience: "3-5 years of project management".
fn asks_by_itself(said: &Said<'_>, found: &Duration) -> bool {
    const MOST_WORDS_BEFORE: usize = 6;
    let next = said
        .words
        .get(found.unit + 1)
        .map(|word| word.lower.as_str());
    found.unit <= MOST_WORDS_BEFORE
        && matches!(next, Some("of" | "in" | "as" | "als" | "comme" | "como"))
}

fn asked(months: u32, quote: &str) -> AskedExperience {
    let requirement = format!("experience: {}", crate::criterion::duration(months));
    AskedExperience {
        months,
        source: RequirementSource {
            requirement,
            quote: quoted(quote),
        },
    }
}
