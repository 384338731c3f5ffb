//! The form of the ranking's filters, and the active filters.

use shortlist_domain::{CandidateStatus, InvalidValue, Stage};
use shortlist_transport::{CUSTOM_FIELD, UNDECIDED};

use super::address::Address;
use super::custom_filters::{self, CustomInputs};
use super::definitions::Definitions;
use crate::status;

/// The fields for texts: name, label, what can be typed, and the kind of the input.
const TEXTS: [(&str, &str, &str, &str); 13] = [
    ("search", "Search", "Name, e-mail, skill", "search"),
    ("minScore", "Lowest score", "0 to 100", "text"),
    ("maxScore", "Highest score", "0 to 100", "text"),
    ("minYears", "Least experience", "Years", "text"),
    ("maxYears", "Most experience", "Years", "text"),
    ("createdSince", "Added since", "Including this day", "date"),
    ("createdBefore", "Added before", "Without this day", "date"),
    (
        "allSkills",
        "Has all of these skills",
        "Separated by commas",
        "text",
    ),
    (
        "anySkills",
        "Has any of these skills",
        "Separated by commas",
        "text",
    ),
    (
        "noSkills",
        "Has none of these skills",
        "Separated by commas",
        "text",
    ),
    (
        "occupation",
        "Has worked as any of these",
        "Titles or codes, such as nurse or 29-11",
        "text",
    ),
    (
        "tags",
        "Has all of these tags",
        "Separated by commas",
        "text",
    ),
    ("source", "Source", "Such as a job board", "text"),
];

/// A field for a text, with what is wrong with its value.
pub(crate) struct TextField {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) hint: &'static str,
    pub(crate) kind: &'static str,
    pub(crate) value: String,
    pub(crate) problem: Option<String>,
}

/// A choice of a field with several values.
pub(crate) struct Choice {
    pub(crate) value: &'static str,
    pub(crate) label: &'static str,
    pub(crate) is_chosen: bool,
}

/// A problem, with the field that it is about.
pub(crate) struct Problem {
    pub(crate) field: String,
    pub(crate) message: String,
}

/// An active filter, and the address without it.
pub(crate) struct Chip {
    pub(crate) label: String,
    pub(crate) link: String,
}

/// The form.
pub(crate) struct FilterForm {
    pub(crate) search: Vec<TextField>,
    pub(crate) ranges: Vec<TextField>,
    pub(crate) words: Vec<TextField>,
    pub(crate) statuses: Vec<Choice>,
    pub(crate) no_statuses: Vec<Choice>,
    pub(crate) reviewed: Vec<Choice>,
    pub(crate) missing: Vec<Choice>,
    pub(crate) none_missing: Vec<Choice>,
    /// The stages of a job whose stages differ from the statuses: identifier, name, and whether it is chosen.
    pub(crate) stages: Vec<(String, String, bool)>,
    pub(crate) custom: Vec<CustomInputs>,
    pub(crate) chips: Vec<Chip>,
    /// The number of active filters besides the search.
    pub(crate) active: usize,
    pub(crate) problems: Vec<Problem>,
    /// The address without any filter.
    pub(crate) clear: String,
}

impl FilterForm {
    /// Returns the form with the values of an address.
    pub(super) fn of(
        address: &Address,
        definitions: &Definitions,
        problems: &[InvalidValue],
    ) -> Self {
        let problem = |invalid| problem(definitions, invalid);
        let problems: Vec<Problem> = problems.iter().map(problem).collect();
        let filters = applied(address, &problems);
        let problem_of = |name: &str| {
            let found = problems.iter().find(|problem| problem.field == name);
            found.map(|problem| problem.message.clone())
        };
        let field = |(name, label, hint, kind)| TextField {
            name,
            label,
            hint,
            kind,
            value: joined(address, name),
            problem: problem_of(name),
        };
        let mut search: Vec<TextField> = TEXTS.map(field).into();
        let mut ranges = search.split_off(1);
        let words = ranges.split_off(6);
        Self {
            search,
            ranges,
            words,
            statuses: statuses(address, "status"),
            no_statuses: statuses(address, "noStatus"),
            reviewed: reviewed(address.get("reviewed")),
            missing: choices(address, "missing", MISSING),
            none_missing: choices(address, "noneMissing", NONE_MISSING),
            stages: stages(address, definitions),
            custom: CustomInputs::of(address, definitions, problem_of),
            active: filters.iter().filter(|(name, _)| *name != "search").count(),
            chips: chips(address, definitions, &filters),
            problems,
            clear: address.without_filters(),
        }
    }

    /// Returns whether the view has filters.
    pub(crate) fn is_filtered(&self) -> bool {
        !self.chips.is_empty()
    }
}

/// Returns the values of a list as one text. Of another parameter, the last value counts.
fn joined(address: &Address, name: &str) -> String {
    if is_list(name) {
        let values: Vec<&str> = address.all(name).collect();
        return values.join(", ");
    }
    address.get(name).to_owned()
}

fn is_list(name: &str) -> bool {
    matches!(
        name,
        "allSkills" | "anySkills" | "noSkills" | "occupation" | "tags"
    )
}

fn problem(definitions: &Definitions, invalid: &InvalidValue) -> Problem {
    let custom = invalid.field.strip_prefix(CUSTOM_FIELD);
    let label = TEXTS.iter().find(|(name, ..)| *name == invalid.field);
    let label = match invalid.field.as_str() {
        "status" | "noStatus" => "Status",
        "reviewed" => "Reviewed",
        "sort" => "Order",
        "stage" => "Stage",
        "missing" | "noneMissing" => "Required languages and certificates",
        _ => match custom {
            Some(key) => definitions.field_label(key),
            None => label.map_or("Filter", |(_, label, ..)| label),
        },
    };
    Problem {
        field: invalid.field.clone(),
        message: format!("{label}: {}. This filter is not applied.", invalid.problem),
    }
}

/// Returns the choices of a parameter, from their values and labels.
fn choices(
    address: &Address,
    name: &str,
    labels: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> Vec<Choice> {
    let choice = |(value, label)| Choice {
        value,
        label,
        is_chosen: address
            .all(name)
            .flat_map(|chosen| chosen.split(','))
            .any(|chosen| chosen.trim().eq_ignore_ascii_case(value)),
    };
    labels.into_iter().map(choice).collect()
}

fn statuses(address: &Address, name: &str) -> Vec<Choice> {
    let decided = CandidateStatus::ALL.map(|status| (status.as_str(), status::label(Some(status))));
    let new = (UNDECIDED, status::label(None));
    choices(address, name, [new].into_iter().chain(decided))
}

/// Returns the name of a status in filters.
fn status_label(value: &str) -> &str {
    match CandidateStatus::parse("status", value) {
        Ok(status) => status::label(Some(status)),
        Err(_new) if value.eq_ignore_ascii_case(UNDECIDED) => status::label(None),
        Err(_unknown) => value,
    }
}

/// The choices of candidates who lack what the job requires.
const MISSING: [(&str, &str); 2] = [
    ("language", "Lacks a required language"),
    ("certificate", "Lacks a required certificate"),
];
/// The choices of candidates who lack none of it.
const NONE_MISSING: [(&str, &str); 2] = [
    ("language", "Has the required languages"),
    ("certificate", "Has the required certificates"),
];

fn credential_label(labels: [(&'static str, &'static str); 2], value: &str) -> String {
    let mut labels = labels.into_iter();
    let found = labels.find(|(name, _)| value.eq_ignore_ascii_case(name));
    found.map_or(value, |(_, label)| label).to_owned()
}

fn stages(address: &Address, definitions: &Definitions) -> Vec<(String, String, bool)> {
    let stages = definitions.own_stages().iter();
    let choice = |stage: &Stage| {
        let is_chosen = address.all("stage").any(|id| id == stage.id.as_str());
        (stage.id.to_string(), stage.name.clone(), is_chosen)
    };
    stages.map(choice).collect()
}

fn reviewed(chosen: &str) -> Vec<Choice> {
    let choices = [
        ("", "Any"),
        ("yes", "Reviewed by me"),
        ("no", "Not reviewed by me"),
    ];
    let choice = |(value, label)| Choice {
        value,
        label,
        is_chosen: value == chosen,
    };
    choices.map(choice).into()
}

/// Returns the filters that are applied: those without a problem.
fn applied<'a>(address: &'a Address, problems: &[Problem]) -> Vec<(&'a str, &'a str)> {
    // The parameters of a custom field's range begin with the name that its problem has.
    let is_about = |problem: &Problem, name: &str| {
        if problem.field.starts_with(CUSTOM_FIELD) {
            name.starts_with(&problem.field)
        } else {
            problem.field == name
        }
    };
    let is_applied = |name: &str| !problems.iter().any(|problem| is_about(problem, name));
    let filters = address.filters().into_iter();
    filters.filter(|(name, _)| is_applied(name)).collect()
}

fn chips(address: &Address, definitions: &Definitions, filters: &[(&str, &str)]) -> Vec<Chip> {
    let chip = |&(name, value): &(&str, &str)| Chip {
        label: chip_label(definitions, name, value),
        link: address.without(name, value),
    };
    filters.iter().map(chip).collect()
}

fn chip_label(definitions: &Definitions, name: &str, value: &str) -> String {
    if let Some(rest) = name.strip_prefix(CUSTOM_FIELD) {
        return custom_filters::label(definitions, rest, value);
    }
    let status = || status_label(value);
    match name {
        "stage" => format!("Stage: {}", definitions.stage_name(value)),
        "status" => format!("Status: {}", status()),
        "noStatus" => format!("Not: {}", status()),
        "minScore" => format!("Score from {value}"),
        "maxScore" => format!("Score up to {value}"),
        "minYears" => format!("From {value} years"),
        "maxYears" => format!("Up to {value} years"),
        "allSkills" => format!("Has {value}"),
        "anySkills" => format!("Has one of {value}"),
        "noSkills" => format!("Lacks {value}"),
        "occupation" => format!("Has worked as {value}"),
        "missing" => credential_label(MISSING, value),
        "noneMissing" => credential_label(NONE_MISSING, value),
        "tags" => format!("Tagged {value}"),
        "source" => format!("Source: {value}"),
        "externalId" => format!("External id: {value}"),
        "createdSince" => format!("Added since {value}"),
        "createdBefore" => format!("Added before {value}"),
        "updatedSince" => format!("Changed since {value}"),
        "updatedBefore" => format!("Changed before {value}"),
        "reviewed" if value == "yes" => "Reviewed by me".to_owned(),
        "reviewed" => "Not reviewed by me".to_owned(),
        _ => format!("“{value}”"),
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::NumberProblem;

    use super::*;

    #[test]
    fn each_active_filter_can_be_removed() {
        let query = "search=ada&status=Active&status=new&noSkills=cobol";
        let address = Address::read("/j".to_owned(), query);
        let form = FilterForm::of(&address, &Definitions::default(), &[]);
        let labels: Vec<&str> = form.chips.iter().map(|chip| chip.label.as_str()).collect();
        assert_eq!(
            labels,
            ["“ada”", "Status: Active", "Status: New", "Lacks cobol"]
        );
        assert_eq!(
            form.chips[2].link,
            "/j?search=ada&status=Active&noSkills=cobol"
        );
        assert_eq!(form.active, 3);
    }

    #[test]
    fn a_problem_is_next_to_its_field() {
        let address = Address::read("/j".to_owned(), "minScore=x");
        let form = FilterForm::of(
            &address,
            &Definitions::default(),
            &[InvalidValue::new("minScore", NumberProblem::NotNumber)],
        );
        let field = &form.ranges[0];
        assert_eq!((field.name, field.value.as_str()), ("minScore", "x"));
        let message =
            "Lowest score: must be a number such as 60 or 7.5. This filter is not applied.";
        assert_eq!(field.problem.as_deref(), Some(message));
        assert!(!form.is_filtered(), "it is not applied");
    }
}
