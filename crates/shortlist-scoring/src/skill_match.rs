//! Compares the skills of a job with a resume.

use shortlist_vocabulary::SkillId;

use crate::prepared::{JobSkill, SkillName};
use crate::profile::{Profile, SkillPlace};
use crate::ratio::{WHOLE, times};
use crate::words::words;

/// The fewest letters that two forms of a word share.
const MIN_SHARED: usize = 3;
/// The most letters of an ending in which two forms of a word differ.
const MAX_ENDING: usize = 2;
/// The value of a skill that another skill implies.
const IMPLIED_VALUE: i64 = 800_000;
/// The share that a skill counts if the resume only lists it, of its value in a position or another text.
const LISTED_SHARE: i64 = 700_000;

/// How a resume matches a skill.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Match {
    /// By one of its names.
    Named,
    /// By a skill that implies it.
    Implied(SkillId),
    /// Not at all.
    Missing,
}

/// A skill of the job compared with a resume.
#[derive(Debug, Clone)]
pub(crate) struct SkillMatch {
    pub(crate) how: Match,
    /// Whether the place that counts most is in a list of skills, so that no other place counts more.
    pub(crate) only_listed: bool,
    /// From 0 to 1, in millionths.
    pub(crate) quality: i64,
    /// Where the resume shows the skill best.
    pub(crate) place: Option<SkillPlace>,
    /// Every place of the skill, with its value if it were not in a list.
    pub(crate) weighted: Vec<(SkillPlace, i64)>,
}

/// Compares one skill with a resume.
pub(crate) fn match_skill(job_skill: &JobSkill, profile: &Profile) -> SkillMatch {
    let mut ways = Vec::new();
    for name in &job_skill.any_of {
        ways.extend(ways_by_name(name, profile));
        ways.extend(
            name.known
                .iter()
                .flat_map(|skill| ways_by_implying(*skill, profile)),
        );
    }
    let best = ways.iter().min_by_key(|way| (-way.quality, way.place.span));
    SkillMatch {
        how: best.map_or(Match::Missing, |best| best.how.clone()),
        only_listed: best.is_some_and(|best| best.is_listed),
        quality: best.map_or(0, |best| best.quality),
        place: best.map(|best| best.place),
        weighted: ways.iter().map(|way| (way.place, way.value())).collect(),
    }
}

/// A place of a skill.
struct Way {
    how: Match,
    place: SkillPlace,
    /// Whether the place is in a list of skills.
    is_listed: bool,
    /// From 0 to 1, in millionths.
    quality: i64,
}

impl Way {
    fn new(how: Match, place: SkillPlace, is_listed: bool) -> Self {
        let mut way = Self {
            how,
            place,
            is_listed,
            quality: 0,
        };
        way.quality = if is_listed {
            times(way.value(), LISTED_SHARE)
        } else {
            way.value()
        };
        way
    }

    /// Returns what the place counts outside of a list.
    fn value(&self) -> i64 {
        if self.how == Match::Named {
            WHOLE
        } else {
            IMPLIED_VALUE
        }
    }
}

fn ways_by_name(name: &SkillName, profile: &Profile) -> Vec<Way> {
    // What counts in lists alone cannot be shown better.
    let counts_elsewhere = name.known.is_some() || !name.stems.is_empty();
    let places = named_places(name, profile).into_iter();
    places
        .map(|place| {
            let is_listed = counts_elsewhere && profile.is_in_list(place);
            Way::new(Match::Named, place, is_listed)
        })
        .collect()
}

fn ways_by_implying(skill: SkillId, profile: &Profile) -> impl Iterator<Item = Way> {
    let skills = profile.skills_implying(skill).iter();
    skills.flat_map(|by| {
        let places = profile.skill_places(*by).iter();
        places.map(|place| Way::new(Match::Implied(*by), *place, profile.is_in_list(*place)))
    })
}

/// Returns every place where the resume mentions a skill by one of its names.
fn named_places(wanted: &SkillName, profile: &Profile) -> Vec<SkillPlace> {
    match wanted.known {
        Some(skill) => profile.skill_places(skill).to_vec(),
        None if wanted.stems.is_empty() => profile.listed_places(&wanted.name),
        None => {
            let places = profile.phrase_places(&wanted.stems).into_iter();
            let is_written =
                |place: &SkillPlace| is_form_of(&wanted.name, profile.text.at(place.span));
            places.filter(is_written).collect()
        }
    }
}

/// Returns whether a text is a name, except for endings such as a plural. Words that merely share a stem with those of the name
/// are not: "excellent" is not Excel.
fn is_form_of(name: &str, text: &str) -> bool {
    let (name, text) = (words(name), words(text));
    let mut pairs = name.iter().zip(&text);
    name.len() == text.len() && pairs.all(|(a, b)| is_inflected(&a.lower, &b.lower))
}

/// Returns whether two words differ in their last letters at most.
fn is_inflected(a: &str, b: &str) -> bool {
    let shared = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    let rest = |word: &str| word.chars().count().saturating_sub(shared);
    (rest(a), rest(b)) == (0, 0) || (shared >= MIN_SHARED && rest(a).max(rest(b)) <= MAX_ENDING)
}
