//! A row of the list: a person, with the newest application that matches.

use shortlist_app::FoundPerson;
use shortlist_domain::{CandidateQuery, Resume, SkillName, plain_text};

use crate::naming::name_of;
use crate::ranking::latest_position;
use crate::status;

/// The most skills that a row names.
const MAX_SKILLS: usize = 8;

/// A row.
pub(super) struct PersonRow {
    pub(super) id: String,
    /// The person, for those who may see all applications.
    pub(super) person: Option<PersonLink>,
    pub(super) name: String,
    pub(super) code: String,
    pub(super) position: String,
    pub(super) place: String,
    pub(super) skills: Vec<ShownSkill>,
    /// How many skills the row does not name.
    pub(super) more_skills: usize,
    pub(super) tags: Vec<String>,
    pub(super) job_id: String,
    pub(super) job: String,
    pub(super) stage: String,
    pub(super) class: &'static str,
    pub(super) score: String,
    pub(super) added: String,
}

/// A link to a person.
pub(super) struct PersonLink {
    pub(super) id: String,
    /// The number of applications, in words.
    pub(super) applications: String,
}

/// A skill of a row.
pub(super) struct ShownSkill {
    pub(super) name: String,
    /// Whether the search or a filter asks for it.
    pub(super) matches: bool,
}

/// What a row shows besides the application.
pub(super) struct RowParts<'a> {
    pub(super) resume: Option<&'a Resume>,
    pub(super) tags: Vec<String>,
    pub(super) job: &'a str,
    /// The stage, if the job has stages of its own.
    pub(super) stage: Option<&'a str>,
    pub(super) query: &'a CandidateQuery,
}

impl PersonRow {
    pub(super) fn of(found: FoundPerson, parts: RowParts<'_>) -> Self {
        let candidate = found.application;
        let place = parts.resume.and_then(|resume| resume.place.as_ref());
        let skills = shown_skills(&candidate.skills, parts.query);
        let stage = parts.stage.unwrap_or(status::label(candidate.status));
        Self {
            name: name_of(&candidate),
            code: candidate.code.to_string(),
            position: parts.resume.map(latest_position).unwrap_or_default(),
            place: place.map(|place| place.value.clone()).unwrap_or_default(),
            more_skills: candidate.skills.len().saturating_sub(skills.len()),
            skills,
            tags: parts.tags,
            job: parts.job.to_owned(),
            stage: stage.to_owned(),
            class: status::class(candidate.status),
            score: candidate
                .score
                .map_or(String::new(), |score| score.to_string()),
            added: candidate.created_at.date().to_string(),
            person: found.person.map(|(id, count)| PersonLink {
                id: id.into_string(),
                applications: counted(count),
            }),
            job_id: candidate.job_id.into_string(),
            id: candidate.id.into_string(),
        }
    }
}

fn counted(applications: usize) -> String {
    match applications {
        1 => "1 application".to_owned(),
        count => format!("{count} applications"),
    }
}

/// Returns the skills of a row: first those that the query asks for.
fn shown_skills(skills: &[String], query: &CandidateQuery) -> Vec<ShownSkill> {
    let search = plain_text(query.search.as_deref().unwrap_or_default());
    let words: Vec<&str> = search.split_whitespace().collect();
    let is_wanted = |skill: &String| {
        let plain = plain_text(skill);
        let filtered = |filter: &SkillName| filter.names().any(|name| name == plain);
        query.filters.all_skills.iter().any(filtered)
            || words.iter().any(|word| plain.contains(word))
    };
    let (wanted, others): (Vec<&String>, Vec<&String>) =
        skills.iter().partition(|skill| is_wanted(skill));
    let shown = |matches| {
        move |name: &String| ShownSkill {
            name: name.clone(),
            matches,
        }
    };
    let wanted = wanted.into_iter().map(shown(true));
    let others = others.into_iter().map(shown(false));
    wanted.chain(others).take(MAX_SKILLS).collect()
}
