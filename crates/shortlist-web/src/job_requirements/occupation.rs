//! The occupation of a job in the form of its requirements.

use shortlist_app::{
    OCCUPATION_OF_TITLE, UNKNOWN_OCCUPATION, find_occupation, search_occupations, title_occupations,
};
use shortlist_domain::{Job, Occupation, OccupationEdit};

use crate::edits::Edit;
use crate::form::Fields;

/// The name of the field with the occupation, for people.
const NAME: &str = "Occupation";

/// What the form says about the occupation, as it was sent.
pub(super) struct OccupationForm {
    /// What the form showed before it was edited.
    was: String,
    chosen: String,
    search: String,
    is_search: bool,
}

/// The part of the page about the occupation.
pub(super) struct OccupationPart {
    /// Who set it and when; empty if nobody did.
    pub(super) set_by: String,
    pub(super) was: String,
    pub(super) search: String,
    /// What the search found, or why it found nothing.
    pub(super) search_result: String,
    pub(super) choices: Vec<Choice>,
}

/// An occupation that can be chosen.
pub(super) struct Choice {
    pub(super) value: String,
    pub(super) label: String,
    pub(super) is_chosen: bool,
}

impl OccupationForm {
    /// Reads it from a form. `None` if the form does not have it.
    pub(super) fn of(fields: &Fields) -> Option<Self> {
        fields.has("was.occupation").then(|| Self {
            was: fields.get("was.occupation").to_owned(),
            chosen: fields.get("occupation").to_owned(),
            search: fields.get("occupation.search").trim().to_owned(),
            is_search: fields.has("find"),
        })
    }

    /// Returns whether the form asks for a search, which stores nothing.
    pub(super) fn is_search(&self) -> bool {
        self.is_search
    }

    /// Returns what the change asks for. `None` if nothing was chosen.
    pub(super) fn choice(&self) -> Option<String> {
        Some(self.chosen.clone()).filter(|chosen| !chosen.is_empty())
    }

    /// Returns what somebody else changed since the form was shown.
    pub(super) fn conflict(&self, job: &Job) -> Option<Edit> {
        let now = state(job);
        let is_changed = now != self.was && now != self.chosen;
        is_changed.then(|| Edit {
            name: NAME.to_owned(),
            before: shown_state(&self.was),
            after: shown_state(&now),
            typed: Some(shown_state(&self.chosen)),
        })
    }
}

impl OccupationPart {
    /// Returns the part for a job, with what was typed and found before.
    pub(super) fn of(job: &Job, typed: Option<&OccupationForm>) -> Self {
        let stored = state(job);
        let set_by = job.requirement_edits.occupation.as_ref();
        let search = typed.map_or("", |typed| typed.search.as_str());
        let (found, search_result) = found(search, typed);
        let chosen = typed.and_then(OccupationForm::choice);
        let chosen = chosen.unwrap_or_else(|| stored.clone());
        Self {
            set_by: set_by.map_or_else(String::new, |set| {
                format!("Set by {} on {}", set.author.name, set.author.at.date())
            }),
            search: search.to_owned(),
            search_result,
            choices: choices(job, found, &chosen),
            was: stored,
        }
    }
}

/// Returns what a search finds, and what the page says about it.
fn found(search: &str, typed: Option<&OccupationForm>) -> (Vec<Occupation>, String) {
    if !typed.is_some_and(OccupationForm::is_search) {
        return (Vec::new(), String::new());
    }
    match search_occupations("search", search) {
        Err(invalid) => (Vec::new(), format!("The search {}.", invalid.problem)),
        Ok(found) if found.is_empty() => {
            let result = format!(
                "No occupation was found for “{search}”. Try a more common title, in English, German, French or Spanish."
            );
            (found, result)
        }
        Ok(found) => {
            let result = format!("Choose one of the occupations found for “{search}”, and save.");
            (found, result)
        }
    }
}

/// Returns the occupations that can be chosen: that of the title, what was found, and what is set or was chosen before.
fn choices(job: &Job, found: Vec<Occupation>, chosen: &str) -> Vec<Choice> {
    let of_title = title_occupations(&job.title);
    let names: Vec<String> = of_title
        .iter()
        .map(|share| label(&share.occupation))
        .collect();
    let names = if names.is_empty() {
        "unknown".to_owned()
    } else {
        names.join(", ")
    };
    let set = job.requirement_edits.occupation.as_ref();
    let set = set.and_then(|set| set.occupation.clone());
    let several = of_title.into_iter().map(|share| share.occupation);
    let mut all: Vec<Occupation> = Vec::new();
    for one in set
        .into_iter()
        .chain(find_occupation(chosen))
        .chain(found)
        .chain(several)
    {
        if !all.contains(&one) {
            all.push(one);
        }
    }
    let all = all.into_iter().map(|one| (one.code.clone(), label(&one)));
    let title = (
        OCCUPATION_OF_TITLE.to_owned(),
        format!("As the title says: {names}"),
    );
    let unknown = (
        UNKNOWN_OCCUPATION.to_owned(),
        "Unknown: compare titles by their words".to_owned(),
    );
    let choices = [title].into_iter().chain(all).chain([unknown]);
    choices
        .map(|(value, label)| Choice {
            is_chosen: value == chosen,
            value,
            label,
        })
        .collect()
}

fn label(occupation: &Occupation) -> String {
    format!("{} ({})", occupation.name, occupation.code)
}

/// Returns what the form keeps to find out whether somebody else changed the occupation.
fn state(job: &Job) -> String {
    match &job.requirement_edits.occupation {
        None => OCCUPATION_OF_TITLE.to_owned(),
        Some(OccupationEdit {
            occupation: Some(occupation),
            ..
        }) => occupation.code.clone(),
        Some(_) => UNKNOWN_OCCUPATION.to_owned(),
    }
}

fn shown_state(state: &str) -> String {
    match state {
        OCCUPATION_OF_TITLE => "as the title says".to_owned(),
        _ => find_occupation(state).map_or_else(|| state.to_owned(), |one| label(&one)),
    }
}
