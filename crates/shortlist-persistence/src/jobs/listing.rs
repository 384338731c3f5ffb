//! Lists of all jobs of an organization, with filters.

use chrono::NaiveDateTime;
use diesel::dsl::{exists, sql};
use diesel::prelude::*;
use diesel::sql_types::{Bool, Text, Timestamp};
use shortlist_domain::{
    Job, JobFilters, JobListQuery, JobStatus, ListPosition, OrganizationId, Page, Total, UserId,
};

use super::details::{department_line, location_line, whole_attribute_line};
use super::row::JobRow;
use super::{StoreError, recruiter_names};
use crate::dialect::{self, DbConn, MultiBackend};
use crate::lists::pages::{self, following};
use crate::lists::search;
use crate::schema::{hiring_teams, jobs};
use crate::store::Jobs;
use crate::text;
use crate::times::{stored, timestamp};

impl Jobs<'_> {
    /// Lists a page of an organization's jobs, newest first. With `member`, only jobs whose hiring team contains that user.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_all(
        &self,
        query: &JobListQuery,
        member: Option<&UserId>,
    ) -> Result<Page<Job>, StoreError> {
        let is_searched = !searched_texts(&query.filters).is_empty();
        self.pools.read_list(&query.organization_id, |conn| {
            if is_searched {
                dialect::with_custom_plans(conn, |conn| list(conn, query, member))
            } else {
                list(conn, query, member)
            }
        })
    }
}

/// Returns the folded texts that a matching job contains: words anywhere, and whole lines of its details.
fn searched_texts(filters: &JobFilters) -> Vec<String> {
    let mut texts = words(filters);
    texts.extend(lines(filters));
    texts
}

fn words(filters: &JobFilters) -> Vec<String> {
    let term = filters.search.as_deref().unwrap_or("");
    let mut words: Vec<String> = term.split_whitespace().map(text::fold_term).collect();
    words.sort_unstable();
    words.dedup();
    words
}

fn lines(filters: &JobFilters) -> Vec<String> {
    let department = filters.department.as_deref().map(department_line);
    let location = filters.location.as_deref().map(location_line);
    let attributes = filters.attributes.iter().map(whole_attribute_line);
    department
        .into_iter()
        .chain(location)
        .chain(attributes)
        .collect()
}

fn in_scope<'a>(
    organization: &'a OrganizationId,
    rows: Option<&[i64]>,
) -> jobs::BoxedQuery<'a, MultiBackend> {
    let found = jobs::table.into_boxed();
    match rows {
        None => found.filter(jobs::organization_id.eq(organization.as_str())),
        // The unary plus stops SQLite from walking the list by its own index, which it estimates to be shorter.
        Some(rows) => found.filter(
            sql::<Bool>(&format!("jobs.seq IN ({})", search::list(rows)))
                .sql(" AND +jobs.organization_id = ")
                .bind::<Text, _>(organization.as_str()),
        ),
    }
}

fn matching<'a>(
    query: &'a JobListQuery,
    member: Option<&'a UserId>,
    rows: Option<&[i64]>,
) -> jobs::BoxedQuery<'a, MultiBackend> {
    let filters = &query.filters;
    let mut found = in_scope(&query.organization_id, rows);
    match filters.statuses.as_slice() {
        [] => {}
        [status] => found = found.filter(jobs::status.eq(status.as_str())),
        several => {
            // What is excluded cannot be looked up, so that the list is walked in its order instead of being sorted.
            let others = JobStatus::ALL
                .into_iter()
                .filter(|status| !several.contains(status));
            found = found.filter(jobs::status.ne_all(others.map(JobStatus::as_str)));
        }
    }
    if let Some(recruiter) = &filters.recruiter_id {
        found = found.filter(jobs::recruiter_id.eq(recruiter.as_str()));
    }
    if let Some(code) = &filters.code {
        found = found.filter(jobs::folded_code.eq(text::folded(code)));
    }
    if let Some(id) = &filters.external_id {
        found = found.filter(jobs::external_id.eq(id));
    }
    if let Some(since) = filters.updated_since {
        // No index contains this expression, so that SQLite walks the list in its order instead of sorting the changed jobs.
        let changed_at = sql::<Timestamp>("COALESCE(jobs.updated_at, jobs.created_at)");
        found = found.filter(changed_at.ge(stored(since)));
    }
    found = with_texts(found, filters);
    match member {
        None => found,
        Some(member) => found.filter(exists(
            hiring_teams::table
                .filter(hiring_teams::organization_id.eq(query.organization_id.as_str()))
                .filter(hiring_teams::job_id.eq(jobs::id))
                .filter(hiring_teams::user_id.eq(member.as_str())),
        )),
    }
}

fn with_texts<'a>(
    mut found: jobs::BoxedQuery<'a, MultiBackend>,
    filters: &JobFilters,
) -> jobs::BoxedQuery<'a, MultiBackend> {
    for word in words(filters) {
        let (texts, details) = (text::like_pattern(&word), text::like_pattern(&word));
        let in_texts = jobs::search_text.like(texts).escape('\\');
        let in_details = jobs::details_text.like(details).escape('\\');
        found = found.filter(in_texts.or(in_details));
    }
    for line in lines(filters) {
        let line = text::verbatim_pattern(&line);
        found = found.filter(jobs::details_text.like(line).escape('\\'));
    }
    found
}

fn list(
    conn: &mut DbConn,
    query: &JobListQuery,
    member: Option<&UserId>,
) -> Result<Page<Job>, StoreError> {
    let rows = search::found_jobs(conn, &searched_texts(&query.filters))?;
    if rows.as_ref().is_some_and(Vec::is_empty) {
        return Ok(pages::empty(query.count));
    }
    let rows = rows.as_deref();
    let found = matching(query, member, rows);
    let places: Vec<(NaiveDateTime, String)> =
        following!(found, query.page.after(), jobs::created_at, jobs::id)
            .order((jobs::created_at.desc(), jobs::id))
            .limit(pages::fetched(&query.page))
            .offset(query.page.offset())
            .select((jobs::created_at, jobs::id))
            .load(conn)?;
    let page = pages::cut(places, &query.page, |(at, id)| ListPosition {
        at: timestamp(*at),
        tie_breaker: id.clone(),
    });
    let total = if query.count {
        Some(Total::exact(
            matching(query, member, rows).count().get_result(conn)?,
        ))
    } else {
        None
    };
    let ids: Vec<String> = page.items.into_iter().map(|(_at, id)| id).collect();
    Ok(Page {
        items: load(conn, query.organization_id.as_str(), &ids)?,
        total,
        has_next_page: page.has_next_page,
        end: page.end,
    })
}

/// Loads jobs in the order of their identifiers.
fn load(conn: &mut DbConn, organization: &str, ids: &[String]) -> Result<Vec<Job>, StoreError> {
    let rows: Vec<JobRow> = jobs::table
        .filter(jobs::organization_id.eq(organization))
        .filter(jobs::id.eq_any(ids))
        .select(JobRow::as_select())
        .load(conn)?;
    let mut recruiters: Vec<&str> = rows.iter().map(JobRow::recruiter_id).collect();
    recruiters.sort_unstable();
    recruiters.dedup();
    let names = recruiter_names(conn, organization, &recruiters)?;
    pages::in_order(ids, rows, JobRow::id)
        .into_iter()
        .map(|row| {
            let name = names.get(row.recruiter_id()).cloned().unwrap_or_default();
            row.into_job(name)
        })
        .collect()
}
