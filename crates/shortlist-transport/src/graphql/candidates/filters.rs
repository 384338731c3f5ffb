//! The filters of getCandidates.

use juniper::GraphQLInputObject;
use shortlist_app::{filtered_fact, filtered_occupations, filtered_skill};
use shortlist_domain::{
    BlindJobs, CandidateFilters, CandidateStatus, CredentialRequirement, CustomFieldFilter,
    FactFilter, FactKind, InvalidValue, NumberProblem, Period, Principal, ReviewedFilter, Score,
    StageId, Tag, Timestamp, UndecidedFilter, check_short, parse_filter_values,
};

use crate::graphql::input::input;

/// The longest experience of a filter, in years.
const MAX_YEARS: u8 = 100;

/// The names of the filters by facts of the resume, also in addresses.
pub(crate) const FACTS: [(&str, FactKind); 5] = [
    ("employers", FactKind::Employer),
    ("titles", FactKind::Title),
    ("places", FactKind::Place),
    ("languages", FactKind::Language),
    ("education", FactKind::Education),
];

/// Filters of a list of candidates. A candidate must pass all that are given.
#[derive(GraphQLInputObject)]
pub(crate) struct CandidateFilterInput {
    /// One of these statuses. `Active` also finds candidates without a status.
    statuses: Option<Vec<String>>,
    /// One of the stages with these identifiers.
    stage_ids: Option<Vec<String>>,
    /// Values of custom fields, which must all be right.
    custom_fields: Option<Vec<CustomFieldFilterInput>>,
    /// None of these statuses. `Active` also excludes candidates without a status.
    no_statuses: Option<Vec<String>>,
    /// All of these skills.
    all_skills: Option<Vec<String>>,
    /// At least one of these skills.
    any_skills: Option<Vec<String>>,
    /// None of these skills.
    no_skills: Option<Vec<String>>,
    /// All of these employers of the work history, each by words of its name. Candidates of blind jobs are left out, as below.
    employers: Option<Vec<String>>,
    /// All of these titles of positions, each by its words in any order.
    titles: Option<Vec<String>>,
    /// All of these words of the place where the candidate lives, such as `Basel`.
    places: Option<Vec<String>>,
    /// All of these spoken languages, by their names in English or another language.
    languages: Option<Vec<String>>,
    /// All of these degrees, each by words of the degree, the field of study, the school or the level, such as `bachelor`.
    education: Option<Vec<String>>,
    /// At least one of these occupations, in the positions that earned points: codes such as `29-1141.00`, their beginnings such as
    /// `29-11`, or job titles. Candidates that were scored by an earlier version are found after `rescoreJob`.
    occupations: Option<Vec<String>>,
    /// At least one of these is required by the job and missing: `language`, `certificate`.
    missing: Option<Vec<String>>,
    /// None of these is required by the job and missing: `language`, `certificate`.
    none_missing: Option<Vec<String>>,
    /// The lowest score, from 0 to 100.
    min_score: Option<f64>,
    /// The highest score, from 0 to 100.
    max_score: Option<f64>,
    /// The least experience, in years.
    min_years: Option<f64>,
    /// The most experience, in years.
    max_years: Option<f64>,
    /// All of these tags.
    tags: Option<Vec<String>>,
    source: Option<String>,
    /// The identifier in another system.
    external_id: Option<String>,
    /// Whether the caller has reviewed the candidate.
    reviewed_by_me: Option<bool>,
    /// Created at this time or later.
    created_since: Option<String>,
    created_before: Option<String>,
    /// Changed at this time or later.
    updated_since: Option<String>,
    updated_before: Option<String>,
}

impl CandidateFilterInput {
    pub(crate) fn filters(&self, principal: &Principal) -> Result<CandidateFilters, InvalidValue> {
        Ok(CandidateFilters {
            statuses: values("statuses", self.statuses.as_ref(), CandidateStatus::parse)?,
            stages: values("stageIds", self.stage_ids.as_ref(), StageId::parse)?,
            custom_fields: Vec::new(),
            undecided: UndecidedFilter::AsActive,
            no_statuses: values(
                "noStatuses",
                self.no_statuses.as_ref(),
                CandidateStatus::parse,
            )?,
            all_skills: values("allSkills", self.all_skills.as_ref(), filtered_skill)?,
            any_skills: values("anySkills", self.any_skills.as_ref(), filtered_skill)?,
            no_skills: values("noSkills", self.no_skills.as_ref(), filtered_skill)?,
            facts: self.facts()?,
            occupations: values(
                "occupations",
                self.occupations.as_ref(),
                filtered_occupations,
            )?
            .into_iter()
            .flatten()
            .collect(),
            missing: values(
                "missing",
                self.missing.as_ref(),
                CredentialRequirement::parse,
            )?,
            none_missing: values(
                "noneMissing",
                self.none_missing.as_ref(),
                CredentialRequirement::parse,
            )?,
            min_score: score("minScore", self.min_score)?,
            max_score: score("maxScore", self.max_score)?,
            min_months: months("minYears", self.min_years)?,
            max_months: months("maxYears", self.max_years)?,
            tags: values("tags", self.tags.as_ref(), Tag::parse)?,
            source: short("source", self.source.as_deref())?,
            external_id: short("externalId", self.external_id.as_deref())?,
            reviewed: self.reviewed_by_me.map(|is_reviewed| ReviewedFilter {
                by: principal.user_id.clone(),
                is_reviewed,
            }),
            created: Period {
                from: time("createdSince", self.created_since.as_deref())?,
                before: time("createdBefore", self.created_before.as_deref())?,
            },
            updated: Period {
                from: time("updatedSince", self.updated_since.as_deref())?,
                before: time("updatedBefore", self.updated_before.as_deref())?,
            },
            blind_jobs: BlindJobs::ByCode,
        })
    }

    /// Returns the filters by facts of the resume.
    fn facts(&self) -> Result<Vec<FactFilter>, InvalidValue> {
        let mut facts = Vec::new();
        for (name, kind) in FACTS {
            let given = match kind {
                FactKind::Employer => &self.employers,
                FactKind::Title => &self.titles,
                FactKind::Place => &self.places,
                FactKind::Language => &self.languages,
                FactKind::Education => &self.education,
            };
            let parse = |field: &str, text: &str| filtered_fact(field, kind, text);
            facts.extend(values(name, given.as_ref(), parse)?);
        }
        Ok(facts)
    }

    /// Returns the filters by custom fields, as given.
    pub(crate) fn custom_fields(&self) -> Vec<CustomFieldFilter> {
        let given = self.custom_fields.iter().flatten();
        given.map(|one| one.request.clone()).collect()
    }
}

input! {
    /// A filter by a custom field: `equals`, `anyOf`, or `from` and `to` for numbers and dates.
    pub(crate) struct CustomFieldFilterInput(CustomFieldFilter) {
        "key" as key: String;
        "equals" as equals: Option<String>;
        "anyOf" as any_of: Option<Vec<String>>;
        /// The lowest number or the first date.
        "from" as from: Option<String>;
        /// The highest number or the last date.
        "to" as to: Option<String>;
    }
}

fn values<T>(
    field: &str,
    given: Option<&Vec<String>>,
    parse: impl Fn(&str, &str) -> Result<T, InvalidValue>,
) -> Result<Vec<T>, InvalidValue> {
    parse_filter_values(field, given.map_or(&[], Vec::as_slice), parse)
}

fn score(field: &str, given: Option<f64>) -> Result<Option<Score>, InvalidValue> {
    given.map(|score| Score::parse(field, score)).transpose()
}

fn time(field: &str, given: Option<&str>) -> Result<Option<Timestamp>, InvalidValue> {
    given.map(|text| Timestamp::parse(field, text)).transpose()
}

fn short(field: &str, given: Option<&str>) -> Result<Option<String>, InvalidValue> {
    Ok(match given {
        Some(text) => check_short(field, text)?,
        None => None,
    })
}

/// Returns a length of experience in months.
pub(crate) fn months(field: &str, years: Option<f64>) -> Result<Option<i32>, InvalidValue> {
    let Some(years) = years else {
        return Ok(None);
    };
    if !(0.0..=f64::from(MAX_YEARS)).contains(&years) {
        let problem = NumberProblem::OutOfRange {
            least: 0,
            most: i64::from(MAX_YEARS),
        };
        return Err(InvalidValue::new(field, problem));
    }
    // Each count of months is compared, because no conversion of a fraction to an integer is exact.
    Ok((0..=1_200).find(|months| f64::from(*months) >= (years * 12.0).round()))
}
