//! The search of people across all jobs in an address.

use shortlist_app::{filtered_fact, filtered_skill};
use shortlist_domain::{
    CandidateFilters, CandidateQuery, FactFilter, FactKind, InvalidValue, PageRequest, Principal,
    StatusFilter, Tag,
};

use super::Reader;
use crate::graphql::{FACT_FILTERS, search_term};

/// The applications that an address selects across all jobs, and which of its values are invalid.
#[derive(Debug, Clone)]
pub struct PeopleSelection {
    /// The query, without the invalid values.
    pub query: CandidateQuery,
    /// The invalid values, each with the name of its parameter.
    pub problems: Vec<InvalidValue>,
}

/// Reads the search, the skills, the tags and the facts of resumes of an address.
pub fn read_people_selection(
    fields: &[(String, String)],
    principal: &Principal,
    page: PageRequest,
) -> PeopleSelection {
    let mut reader = Reader {
        fields,
        problems: Vec::new(),
    };
    let filters = CandidateFilters {
        all_skills: reader.all("allSkills", filtered_skill),
        tags: reader.all("tags", Tag::parse),
        facts: facts(&mut reader),
        ..CandidateFilters::default()
    };
    let search = reader.value("search", |text| search_term(Some(text.to_owned())));
    PeopleSelection {
        query: CandidateQuery {
            organization_id: principal.organization_id.clone(),
            job_id: None,
            search: search.flatten(),
            status: StatusFilter::Any,
            filters,
            page,
            count: false,
        },
        problems: reader.problems,
    }
}

/// Reads the facts that an address asks for. Languages are separated by commas. Any other value may contain commas.
fn facts(reader: &mut Reader<'_>) -> Vec<FactFilter> {
    let mut facts = Vec::new();
    for (name, kind) in FACT_FILTERS {
        let parse = |field: &str, text: &str| filtered_fact(field, kind, text);
        if kind == FactKind::Language {
            facts.extend(reader.all(name, parse));
        } else {
            facts.extend(reader.value(name, |text| parse(name, text)));
        }
    }
    facts
}
