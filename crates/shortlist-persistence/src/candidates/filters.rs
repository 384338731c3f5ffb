//! Filters of the list of candidates.

use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, SmallInt, Text, Timestamp};
use shortlist_domain::{
    BlindJobs, Candidate, CandidateFilters, CandidateQuery, CustomCondition, CustomTest,
    ReviewedFilter, SkillName, StageId, Tag,
};

use super::stages::STAGE;
use crate::candidate_rows::row::CandidateRow;
use crate::candidate_rows::tenths;
use crate::dialect::{self, DbConn, HasFact, MultiBackend};
use crate::error::StoreError;
use crate::keys::JobKey;
use crate::lists::search::{self, SearchScope};
use crate::records::{KNOWN_LINE, missing_line, occupation_line};
use crate::schema::{candidate_tags, candidates, custom_values, reviews};
use crate::text;
use crate::times::stored;

type Found<'a> = candidates::BoxedQuery<'a, MultiBackend>;

/// Decides where to look for the candidates of a list: at the few rows that a search, an identifier or a tag leaves, or in the
/// list's own order.
pub(super) fn scope(conn: &mut DbConn, query: &CandidateQuery) -> Result<SearchScope, StoreError> {
    let filters = &query.filters;
    let organization = query.organization_id.as_str();
    if let Some(external) = &filters.external_id {
        let rows = dialect::rows_of_external_id(conn, organization, external)?;
        return Ok(rows.map_or(SearchScope::InOrder, SearchScope::Rows));
    }
    let found = search::search_scope(conn, query.search.as_deref(), &filters.all_skills)?;
    if matches!(found, SearchScope::Rows(_)) {
        return Ok(found);
    }
    let most = i64::try_from(search::MAX_EXAMINED_ROWS + 1).unwrap_or(i64::MAX);
    if let Some(tag) = filters.tags.first() {
        let rows = dialect::rows_of_tag(conn, organization, &tag.folded(), most)?;
        return Ok(search::few(rows));
    }
    if let Some(condition) = filters.custom_fields.first() {
        let rows = dialect::rows_of_custom_value(conn, organization, condition, most)?;
        return Ok(search::few(rows));
    }
    if let Some(job) = &query.job_id
        && is_of_few_statuses(filters)
    {
        let statuses: Vec<&str> = filters.statuses.iter().map(|one| one.as_str()).collect();
        let key = JobKey {
            organization,
            job: job.as_str(),
        };
        return Ok(search::few(dialect::rows_of_status(
            conn, key, &statuses, most,
        )?));
    }
    if let Some(since) = filters.updated.from {
        let rows = dialect::rows_changed_since(conn, organization, stored(since), most)?;
        return Ok(search::few(rows));
    }
    Ok(found)
}

/// Returns whether an index of statuses finds all of these. It has no candidates without a status.
fn is_of_few_statuses(filters: &CandidateFilters) -> bool {
    !filters.statuses.is_empty() && !filters.finds_undecided()
}

/// Restricts a list by time to the candidates that pass the filters.
pub(super) fn passing<'a>(mut found: Found<'a>, query: &'a CandidateQuery) -> Found<'a> {
    let filters = &query.filters;
    found = in_stages(found, query);
    if filters.asks_for_statuses() {
        found = with_status(found, filters);
    }
    if let Some(source) = &filters.source {
        found = found.filter(candidates::source.eq(source));
    }
    if let Some(from) = filters.created.from {
        found = found.filter(candidates::created_at.ge(stored(from)));
    }
    if let Some(before) = filters.created.before {
        found = found.filter(candidates::created_at.lt(stored(before)));
    }
    passing_others(found, query)
}

/// Restricts a list in another order to the candidates that pass the filters. The conditions are expressions, so that a database
/// walks the list in its order instead of sorting what an index of statuses, sources or times finds.
pub(super) fn passing_in_any_order<'a>(
    mut found: Found<'a>,
    query: &'a CandidateQuery,
) -> Found<'a> {
    let filters = &query.filters;
    if is_of_few_statuses(filters) {
        let names: Vec<&'static str> = filters.statuses.iter().map(|one| one.as_str()).collect();
        found = found.filter(sql::<Text>("COALESCE(candidates.status, '')").eq_any(names));
    } else if filters.asks_for_statuses() {
        // No index of statuses contains candidates without one, and PostgreSQL estimates columns better than expressions.
        found = with_status(found, filters);
    }
    if let Some(source) = &filters.source {
        found = found.filter(sql::<Text>("COALESCE(candidates.source, '')").eq(source));
    }
    let created = "COALESCE(candidates.created_at, candidates.updated_at)";
    if let Some(from) = filters.created.from {
        found = found.filter(sql::<Timestamp>(created).ge(stored(from)));
    }
    if let Some(before) = filters.created.before {
        found = found.filter(sql::<Timestamp>(created).lt(stored(before)));
    }
    passing_others(in_any_stage(found, &filters.stages), query)
}

/// Applies the filters that no index competes with.
fn passing_others<'a>(mut found: Found<'a>, query: &'a CandidateQuery) -> Found<'a> {
    let filters = &query.filters;
    for condition in &filters.custom_fields {
        found = with_custom_value(found, condition);
    }
    if !filters.no_statuses.is_empty() || filters.excludes_undecided() {
        found = without_status(found, filters);
    }
    for skill in &filters.all_skills {
        found = found.filter(has_skill(skill));
    }
    for skill in &filters.no_skills {
        found = found.filter(diesel::dsl::not(has_skill(skill)));
    }
    let any = filters.any_skills.iter().map(has_skill);
    let any = any.reduce(|any, next| Box::new(any.or(next)));
    if let Some(any) = any {
        found = found.filter(any);
    }
    let occupations = filters.occupations.iter();
    let occupations = occupations.map(|code| has_fact(&occupation_line(code.as_str())));
    if let Some(any) = occupations.reduce(|any, next| Box::new(any.or(next))) {
        found = found.filter(any);
    }
    found = by_missing(found, filters);
    for fact in &filters.facts {
        found = found.filter(HasFact::new(&query.organization_id, fact));
    }
    for tag in &filters.tags {
        found = with_tag(found, tag);
    }
    if let Some(reviewed) = &filters.reviewed {
        found = by_review(found, reviewed);
    }
    if let Some(external) = &filters.external_id {
        found = found.filter(candidates::external_id.eq(external));
    }
    if leaves_blind_jobs_out(filters) {
        found = found.filter(is_in_open_job());
    }
    in_ranges(found, filters)
}

/// Returns whether a list has no candidates of blind jobs: because it shows who people are, or because it depends on values that are
/// masked, so that whether it contains a candidate would say the value.
fn leaves_blind_jobs_out(filters: &CandidateFilters) -> bool {
    filters.blind_jobs == BlindJobs::LeftOut
        || filters.source.is_some()
        || filters.external_id.is_some()
        || !filters.tags.is_empty()
        || !filters.facts.is_empty()
        || !filters.custom_fields.is_empty()
}

/// Leaves out the candidates of blind jobs.
fn is_in_open_job() -> Condition {
    Box::new(sql::<Bool>(
        r#"NOT EXISTS (SELECT 1 FROM "jobs" WHERE "jobs"."organization_id" = "candidates"."organization_id" AND "jobs"."id" = "candidates"."job_id" AND "jobs"."blind")"#,
    ))
}

/// A condition on a candidate.
type Condition = Box<dyn BoxableExpression<candidates::table, MultiBackend, SqlType = Bool>>;

fn with_status<'a>(found: Found<'a>, filters: &CandidateFilters) -> Found<'a> {
    let names: Vec<&'static str> = filters.statuses.iter().map(|one| one.as_str()).collect();
    if filters.finds_undecided() {
        found.filter(
            candidates::status
                .is_null()
                .or(candidates::status.eq_any(names)),
        )
    } else {
        found.filter(candidates::status.eq_any(names))
    }
}

fn without_status<'a>(found: Found<'a>, filters: &CandidateFilters) -> Found<'a> {
    let names: Vec<&'static str> = filters.no_statuses.iter().map(|one| one.as_str()).collect();
    let found = if filters.excludes_undecided() {
        found.filter(candidates::status.is_not_null())
    } else if names.is_empty() {
        return found;
    } else {
        let has_other = candidates::status.ne_all(names);
        return found.filter(candidates::status.is_null().or(has_other));
    };
    if names.is_empty() {
        found
    } else {
        found.filter(candidates::status.ne_all(names))
    }
}

fn by_review<'a>(found: Found<'a>, filter: &'a ReviewedFilter) -> Found<'a> {
    let review = reviews::table
        .filter(reviews::organization_id.eq(candidates::organization_id))
        .filter(reviews::candidate_id.eq(candidates::id))
        .filter(reviews::reviewer_id.eq(filter.by.as_str()));
    if filter.is_reviewed {
        found.filter(exists(review))
    } else {
        found.filter(diesel::dsl::not(exists(review)))
    }
}

/// Returns the condition that a candidate has a skill under one of its names.
fn has_skill(skill: &SkillName) -> Condition {
    let given = is_named(skill.given());
    match skill.canonical() {
        Some(name) => Box::new(given.or(is_named(name))),
        None => given,
    }
}

/// Returns the condition that a candidate has a skill with this name. Each skill has its own line in the search text, and the last
/// one ends it.
fn is_named(name: &str) -> Condition {
    let name = text::escape_like(name);
    let condition = sql::<Bool>("(candidates.search_text LIKE ")
        .bind::<Text, _>(format!("%\n{name}\n%"))
        .sql(" ESCAPE '\\' OR candidates.search_text LIKE ")
        .bind::<Text, _>(format!("%\n{name}"))
        .sql(" ESCAPE '\\')");
    Box::new(condition)
}

/// Returns the condition that the facts of a candidate's receipt contain a text. It is false for candidates that an earlier version
/// scored.
fn has_fact(text: &str) -> Condition {
    let condition = sql::<Bool>("COALESCE(candidates.receipt_facts, '') LIKE ");
    Box::new(condition.bind::<Text, _>(format!("%{text}%")))
}

/// Applies the filters by required languages and certificates. What an unmeasured candidate lacks is unknown, so neither finds them.
fn by_missing<'a>(mut found: Found<'a>, filters: &CandidateFilters) -> Found<'a> {
    let missing = filters.missing.iter();
    let missing = missing.map(|kind| has_fact(&missing_line(*kind)));
    if let Some(any) = missing.reduce(|any, next| Box::new(any.or(next))) {
        found = found.filter(any);
    }
    for kind in &filters.none_missing {
        let is_missing = has_fact(&missing_line(*kind));
        found = found
            .filter(has_fact(KNOWN_LINE))
            .filter(diesel::dsl::not(is_missing));
    }
    found
}

/// Restricts a query to the candidates in some stages. The index of stages has the order of the list only for a single stage of a
/// job. Otherwise, the list is walked, so the expression is another than that of the index.
fn in_stages<'a>(found: Found<'a>, query: &CandidateQuery) -> Found<'a> {
    let stages = &query.filters.stages;
    if let (Some(_), [stage]) = (&query.job_id, stages.as_slice()) {
        return found.filter(sql::<Text>(STAGE).eq(stage.as_str().to_owned()));
    }
    in_any_stage(found, stages)
}

fn in_any_stage<'a>(found: Found<'a>, stages: &[StageId]) -> Found<'a> {
    let stages: Vec<String> = stages.iter().map(StageId::to_string).collect();
    if stages.is_empty() {
        found
    } else {
        found.filter(sql::<Text>(&format!("{STAGE} || ''")).eq_any(stages))
    }
}

fn with_custom_value<'a>(found: Found<'a>, condition: &'a CustomCondition) -> Found<'a> {
    let values = custom_values::table
        .filter(custom_values::organization_id.eq(candidates::organization_id))
        .filter(custom_values::candidate_id.eq(candidates::id))
        .filter(custom_values::field_key.eq(&condition.key));
    match &condition.test {
        CustomTest::Texts(texts) => found.filter(exists(
            values.filter(custom_values::folded_text.eq_any(texts)),
        )),
        CustomTest::Numbers(numbers) => {
            found.filter(exists(values.filter(custom_values::number.eq_any(numbers))))
        }
        CustomTest::Range(from, to) => {
            let within = custom_values::number.between(*from, *to);
            found.filter(exists(values.filter(within)))
        }
    }
}

fn with_tag<'a>(found: Found<'a>, tag: &Tag) -> Found<'a> {
    let tagged = candidate_tags::table
        .filter(candidate_tags::organization_id.eq(candidates::organization_id))
        .filter(candidate_tags::candidate_id.eq(candidates::id))
        .filter(candidate_tags::folded_tag.eq(tag.folded()));
    found.filter(exists(tagged))
}

fn in_ranges<'a>(mut found: Found<'a>, filters: &CandidateFilters) -> Found<'a> {
    // A sum, so that SQLite walks the list in its order instead of sorting what its index of scores finds.
    if let Some(least) = filters.min_score {
        let from = sql::<Bool>("candidates.score_tenths + 0 >= ");
        found = found.filter(from.bind::<SmallInt, _>(tenths(least)));
    }
    if let Some(most) = filters.max_score {
        let until = sql::<Bool>("candidates.score_tenths + 0 <= ");
        found = found.filter(until.bind::<SmallInt, _>(tenths(most)));
    }
    if let Some(least) = filters.min_months {
        found = found.filter(candidates::months_worked.ge(least));
    }
    if let Some(most) = filters.max_months {
        found = found.filter(candidates::months_worked.le(most));
    }
    // As an expression, so that SQLite walks the list in its order instead of sorting what its index of changes finds. If there
    // are few changes, they are looked up first.
    if let Some(from) = filters.updated.from {
        let since = sql::<Bool>("COALESCE(candidates.updated_at, candidates.created_at) >= ");
        found = found.filter(since.bind::<Timestamp, _>(stored(from)));
    }
    if let Some(before) = filters.updated.before {
        let until = sql::<Bool>("COALESCE(candidates.updated_at, candidates.created_at) < ");
        found = found.filter(until.bind::<Timestamp, _>(stored(before)));
    }
    found
}

/// Finds the other candidate that has an identifier of another system for the same source.
pub(super) fn with_external_id(
    conn: &mut DbConn,
    organization: &str,
    external: &str,
    candidate: &Candidate,
) -> QueryResult<Option<CandidateRow>> {
    let others = candidates::table
        .filter(candidates::organization_id.eq(organization))
        .filter(candidates::external_id.eq(external))
        .filter(candidates::id.ne(candidate.id.as_str()))
        .select(CandidateRow::as_select());
    match &candidate.source {
        None => others.filter(candidates::source.is_null()).first(conn),
        Some(source) => others.filter(candidates::source.eq(source)).first(conn),
    }
    .optional()
}
