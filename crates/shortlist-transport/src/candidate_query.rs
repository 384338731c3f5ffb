//! The filters and the order of a job's candidates in an address. The export and the web app share them.

mod people;

use std::str::FromStr;

use chrono::NaiveDate;
use shortlist_app::{filtered_occupations, filtered_skill};
use shortlist_domain::{
    CandidateFilters, CandidateOrder, CandidateQuery, CandidateStatus, ChoiceProblem,
    CredentialRequirement, CustomField, CustomFieldFilter, InvalidValue, JobId, ListProblem,
    MAX_CUSTOM_FILTERS, NumberProblem, OrderedQuery, PageRequest, Period, Principal,
    ReviewedFilter, Score, StageId, StatusFilter, Tag, TimeProblem, Timestamp, UndecidedFilter,
    check_short, parse_filter_values,
};

pub use people::{PeopleSelection, read_people_selection};

use crate::graphql::{UNDECIDED, experience_months, search_term};

/// The parameters that select candidates, besides those of custom fields.
pub const CANDIDATE_PARAMETERS: [&str; 22] = [
    "search",
    "stage",
    "status",
    "noStatus",
    "minScore",
    "maxScore",
    "minYears",
    "maxYears",
    "allSkills",
    "anySkills",
    "noSkills",
    "occupation",
    "missing",
    "noneMissing",
    "tags",
    "source",
    "externalId",
    "reviewed",
    "createdSince",
    "createdBefore",
    "updatedSince",
    "updatedBefore",
];

/// The parameter with the order.
pub const ORDER_PARAMETER: &str = "sort";

/// What the names of the parameters of custom fields begin with; the field's key follows.
pub const CUSTOM_FIELD: &str = "field.";
/// What the name of the parameter with the lowest number or the first day of a custom field ends with.
pub const CUSTOM_FROM: &str = ".from";
/// What the name of the parameter with the highest number or the last day of a custom field ends with.
pub const CUSTOM_TO: &str = ".to";

/// Returns whether a parameter selects candidates.
pub fn is_candidate_parameter(name: &str) -> bool {
    CANDIDATE_PARAMETERS.contains(&name) || name.starts_with(CUSTOM_FIELD)
}

/// The candidates that an address selects, and which of its values are invalid.
#[derive(Debug, Clone)]
pub struct CandidateSelection {
    /// The query, without the invalid values.
    pub query: OrderedQuery,
    /// The filters by custom fields, whose conditions depend on the organization's definitions.
    pub custom_fields: Vec<CustomFieldFilter>,
    /// The invalid values, each with the name of its parameter.
    pub problems: Vec<InvalidValue>,
}

/// Reads the parameters of an address. A list of skills or tags is separated by commas. A repeated status adds to the others.
pub fn read_candidate_selection(
    fields: &[(String, String)],
    principal: &Principal,
    job: &JobId,
    page: PageRequest,
) -> CandidateSelection {
    let mut reader = Reader {
        fields,
        problems: Vec::new(),
    };
    let filters = reader.filters(principal);
    let search = reader.value("search", |text| search_term(Some(text.to_owned())));
    let order = reader.value(ORDER_PARAMETER, |name| {
        CandidateOrder::parse(ORDER_PARAMETER, name)
    });
    CandidateSelection {
        query: OrderedQuery {
            candidates: CandidateQuery {
                organization_id: principal.organization_id.clone(),
                job_id: Some(job.clone()),
                search: search.flatten(),
                status: StatusFilter::Any,
                filters,
                page,
                count: false,
            },
            order: order.unwrap_or_default(),
            after: None,
            hides_reviews_from: None,
        },
        custom_fields: custom_fields(fields),
        problems: reader.problems,
    }
}

impl CandidateSelection {
    /// Takes candidates without a decision out of the active ones, as pages do. They are then found by the name [`UNDECIDED`] only.
    pub fn keep_undecided_apart(&mut self) {
        let filters = &mut self.query.candidates.filters;
        let has_statuses = !filters.statuses.is_empty() || !filters.no_statuses.is_empty();
        if has_statuses && filters.undecided == UndecidedFilter::AsActive {
            filters.undecided = UndecidedFilter::Apart {
                included: false,
                excluded: false,
            };
        }
    }

    /// Adds the conditions of the filters by custom fields, under the organization's definitions.
    pub fn add_custom_fields(&mut self, fields: &[CustomField]) {
        for filter in &self.custom_fields {
            let name = format!("{CUSTOM_FIELD}{}", filter.key);
            let conditions = &mut self.query.candidates.filters.custom_fields;
            if conditions.len() == MAX_CUSTOM_FILTERS {
                let problem = ListProblem::TooManyFilteredFields(MAX_CUSTOM_FILTERS);
                self.problems.push(InvalidValue::new(&name, problem));
                return;
            }
            match filter.among(fields) {
                Ok(condition) => conditions.push(condition),
                Err(invalid) => self
                    .problems
                    .push(InvalidValue::new(&name, invalid.problem)),
            }
        }
    }
}

/// Reads the filters by custom fields, one for each field, in the order of the address. Repeated values are alternatives.
fn custom_fields(fields: &[(String, String)]) -> Vec<CustomFieldFilter> {
    let mut filters: Vec<CustomFieldFilter> = Vec::new();
    for (name, value) in fields {
        let Some(name) = name.strip_prefix(CUSTOM_FIELD) else {
            continue;
        };
        let value = value.trim();
        if value.is_empty() {
            continue;
        }
        let from = name.strip_suffix(CUSTOM_FROM);
        let to = name.strip_suffix(CUSTOM_TO);
        let key = from.or(to).unwrap_or(name);
        let place = filters.iter().position(|filter| filter.key == key);
        let mut filter = place.map_or_else(
            || CustomFieldFilter {
                key: key.to_owned(),
                ..CustomFieldFilter::default()
            },
            |place| filters.remove(place),
        );
        let value = value.to_owned();
        match (from, to) {
            (Some(_), _) => filter.from = Some(value),
            (_, Some(_)) => filter.to = Some(value),
            _ => filter.any_of.get_or_insert_default().push(value),
        }
        filters.insert(place.unwrap_or(filters.len()), filter);
    }
    filters
}

struct Reader<'a> {
    fields: &'a [(String, String)],
    problems: Vec<InvalidValue>,
}

impl Reader<'_> {
    fn filters(&mut self, principal: &Principal) -> CandidateFilters {
        let (statuses, included) = self.statuses("status");
        let (no_statuses, excluded) = self.statuses("noStatus");
        CandidateFilters {
            stages: self.all("stage", StageId::parse),
            statuses,
            no_statuses,
            undecided: if included || excluded {
                UndecidedFilter::Apart { included, excluded }
            } else {
                UndecidedFilter::AsActive
            },
            all_skills: self.all("allSkills", filtered_skill),
            any_skills: self.all("anySkills", filtered_skill),
            no_skills: self.all("noSkills", filtered_skill),
            occupations: self
                .all("occupation", filtered_occupations)
                .into_iter()
                .flatten()
                .collect(),
            missing: self.all("missing", CredentialRequirement::parse),
            none_missing: self.all("noneMissing", CredentialRequirement::parse),
            min_score: self.value("minScore", |text| score("minScore", text)),
            max_score: self.value("maxScore", |text| score("maxScore", text)),
            min_months: self.months("minYears"),
            max_months: self.months("maxYears"),
            tags: self.all("tags", Tag::parse),
            source: self
                .value("source", |text| check_short("source", text))
                .flatten(),
            reviewed: self
                .value("reviewed", is_yes)
                .map(|is_reviewed| ReviewedFilter {
                    by: principal.user_id.clone(),
                    is_reviewed,
                }),
            external_id: self
                .value("externalId", |text| check_short("externalId", text))
                .flatten(),
            created: self.period("createdSince", "createdBefore"),
            updated: self.period("updatedSince", "updatedBefore"),
            ..CandidateFilters::default()
        }
    }

    /// Returns the last value of a parameter, unless it is missing, blank or invalid.
    fn value<T>(
        &mut self,
        name: &str,
        parse: impl FnOnce(&str) -> Result<T, InvalidValue>,
    ) -> Option<T> {
        let given = self.fields.iter().rev().find(|(other, _)| other == name);
        let text = given.map(|(_, value)| value.trim())?;
        if text.is_empty() {
            return None;
        }
        match parse(text) {
            Ok(value) => Some(value),
            Err(problem) => {
                self.problems.push(problem);
                None
            }
        }
    }

    /// Returns all values of a parameter, or none if one is invalid.
    fn all<T>(
        &mut self,
        name: &str,
        parse: impl Fn(&str, &str) -> Result<T, InvalidValue>,
    ) -> Vec<T> {
        let given = self.fields.iter().filter(|(other, _)| other == name);
        let texts = given.flat_map(|(_, value)| value.split(','));
        let texts = texts.map(str::trim).filter(|text| !text.is_empty());
        let texts: Vec<String> = texts.map(str::to_owned).collect();
        let parsed = parse_filter_values(name, &texts, parse);
        parsed.unwrap_or_else(|problem| {
            self.problems.push(problem);
            Vec::new()
        })
    }

    /// Returns the statuses that a parameter names, and whether it names the candidates without one.
    fn statuses(&mut self, name: &str) -> (Vec<CandidateStatus>, bool) {
        let parse = |field: &str, text: &str| {
            if text.eq_ignore_ascii_case(UNDECIDED) {
                Ok(None)
            } else {
                CandidateStatus::parse(field, text).map(Some)
            }
        };
        let named = self.all(name, parse);
        let has_undecided = named.contains(&None);
        (named.into_iter().flatten().collect(), has_undecided)
    }

    fn period(&mut self, from: &str, before: &str) -> Period {
        Period {
            from: self.value(from, |text| day_or_time(from, text)),
            before: self.value(before, |text| day_or_time(before, text)),
        }
    }

    fn months(&mut self, name: &str) -> Option<i32> {
        let parse = |text: &str| experience_months(name, Some(number(name, text)?));
        self.value(name, parse).flatten()
    }
}

fn score(field: &str, text: &str) -> Result<Score, InvalidValue> {
    Score::parse(field, number(field, text)?)
}

/// Parses a number with a decimal point or a decimal comma.
fn number(field: &str, text: &str) -> Result<f64, InvalidValue> {
    let parsed = f64::from_str(&text.replace(',', "."));
    let finite = parsed.ok().filter(|number| number.is_finite());
    finite.ok_or_else(|| InvalidValue::new(field, NumberProblem::NotNumber))
}

/// Parses a time, or a day, which stands for its beginning in UTC.
fn day_or_time(field: &str, text: &str) -> Result<Timestamp, InvalidValue> {
    let is_day = text.parse::<NaiveDate>().is_ok();
    let midnight = format!("{text}T00:00:00Z");
    let problem = TimeProblem::NotDayOrTime;
    Timestamp::parse(field, if is_day { &midnight } else { text })
        .map_err(|_unreadable| InvalidValue::new(field, problem))
}

fn is_yes(text: &str) -> Result<bool, InvalidValue> {
    match text {
        "yes" => Ok(true),
        "no" => Ok(false),
        _ => Err(InvalidValue::new(
            "reviewed",
            ChoiceProblem::Neither(&["yes", "no"]),
        )),
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{ApiKeyId, OccupationCode, OrganizationId, UserId, UserType};

    use super::*;

    fn read(query: &[(&str, &str)]) -> CandidateSelection {
        let principal = Principal {
            organization_id: OrganizationId::parse("o", "org_1").unwrap(),
            user_id: UserId::parse("u", "usr_1").unwrap(),
            is_integration: false,
            user_type: UserType::Recruiter,
            key_id: Some(ApiKeyId::parse("k", "key_1").unwrap()),
            permissions: Vec::new(),
            key_expires_at: None,
            address: None,
            session_id: None,
        };
        let job = JobId::parse("j", "job_1").unwrap();
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        let fields: Vec<_> = query.iter().map(owned).collect();
        read_candidate_selection(&fields, &principal, &job, PageRequest::batch())
    }

    #[test]
    fn what_receipts_say_becomes_filters() {
        let read = read(&[
            ("occupation", "29-11, nurse"),
            ("missing", "language"),
            ("noneMissing", "certificate"),
        ]);
        assert!(read.problems.is_empty(), "{:?}", read.problems);
        let filters = read.query.candidates.filters;
        let codes = filters.occupations.iter();
        let codes: Vec<&str> = codes.map(OccupationCode::as_str).collect();
        assert_eq!(codes[0], "29-11");
        assert!(codes.contains(&"29-1141.00"), "{codes:?}");
        assert_eq!(filters.missing, [CredentialRequirement::Language]);
        assert_eq!(filters.none_missing, [CredentialRequirement::Certificate]);
    }

    #[test]
    fn values_become_filters() {
        let read = read(&[
            ("stage", "stg_1"),
            ("status", "Active"),
            ("status", "hired"),
            ("minScore", "59,5"),
            ("maxYears", "2.5"),
            ("allSkills", "Rust, SQL,"),
            ("reviewed", "no"),
            ("search", " ada "),
            ("externalId", "A-17"),
            ("createdSince", "2026-11-16"),
            ("updatedBefore", "2026-11-17T08:00:00+01:00"),
            ("sort", "lowestScore"),
        ]);
        assert!(read.problems.is_empty(), "{:?}", read.problems);
        let query = read.query.candidates;
        assert_eq!(query.search.as_deref(), Some("ada"));
        assert_eq!(query.filters.stages[0].as_str(), "stg_1");
        assert_eq!(query.filters.statuses.len(), 2);
        assert_eq!(query.filters.min_score, Some(Score::from_tenths(595)));
        assert_eq!(query.filters.max_months, Some(30));
        assert_eq!(query.filters.all_skills.len(), 2);
        assert!(!query.filters.reviewed.unwrap().is_reviewed);
        assert_eq!(query.filters.external_id.as_deref(), Some("A-17"));
        let created = query.filters.created.from.unwrap().to_string();
        assert_eq!(created, "2026-11-16T00:00:00.000Z");
        let updated = query.filters.updated.before.unwrap().to_string();
        assert_eq!(updated, "2026-11-17T07:00:00.000Z");
        assert_eq!(read.query.order.as_str(), "lowestScore");
    }

    #[test]
    fn the_values_of_a_custom_field_are_one_filter() {
        let read = read(&[
            ("field.shift", "early"),
            ("field.notice.from", "1"),
            ("field.shift", " late "),
            ("field.notice.to", "3"),
            ("field.visa", ""),
        ]);
        let expected = [
            CustomFieldFilter {
                key: "shift".to_owned(),
                any_of: Some(vec!["early".to_owned(), "late".to_owned()]),
                ..CustomFieldFilter::default()
            },
            CustomFieldFilter {
                key: "notice".to_owned(),
                from: Some("1".to_owned()),
                to: Some("3".to_owned()),
                ..CustomFieldFilter::default()
            },
        ];
        assert_eq!(read.custom_fields, expected);
    }

    #[test]
    fn invalid_values_are_named_and_left_out() {
        for (name, value) in [
            ("stage", "first stage"),
            ("status", "dreaming"),
            ("noStatus", "x"),
            ("minScore", "101"),
            ("maxScore", "NaN"),
            ("minYears", "-1"),
            ("occupation", "zorbing quibbler"),
            ("missing", "everything"),
            ("noneMissing", "skill"),
            ("maxYears", "1e999"),
            ("allSkills", "a\nb"),
            ("tags", &"x".repeat(1_000)),
            ("source", &"x".repeat(10_000)),
            ("reviewed", "perhaps"),
            ("createdSince", "yesterday"),
            ("createdBefore", "2026-02-30"),
            ("updatedSince", "16.11.2026"),
            ("updatedBefore", "2026-11-16 08:00"),
            ("sort", "height"),
            ("search", "a\0b"),
        ] {
            let read = read(&[(name, value), ("minScore", "1")]);
            let named: Vec<&str> = read.problems.iter().map(|one| one.field.as_str()).collect();
            if name != "minScore" {
                assert_eq!(named, [name], "{value}");
            }
        }
        assert!(read(&[("minScore", "")]).problems.is_empty());
    }
}
