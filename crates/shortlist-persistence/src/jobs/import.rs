//! Import of jobs. Finds the duplicates and writes the other jobs in one transaction.
//!
//! A job without a code is a duplicate if a stored job has the same title, department and location. One file may still
//! contain two such jobs, if they differ otherwise. No unique key can express that. Instead, transactions that create or
//! change jobs of an organization lock its row and wait for one another. The unique key on the code is an additional
//! safeguard.

use std::collections::HashMap;

use diesel::prelude::*;
use shortlist_domain::{Job, JobStatus, NewJob, RequirementEdits};

use super::row::{NewJobRow, place_key};
use super::{
    DuplicateBy, DuplicateJob, DuplicateOf, IN_LIST, ImportOutcome, OnDuplicate, codes,
    recruiter_names, teams,
};
use crate::dialect::{self, DbConn, on_either};
use crate::error::StoreError;
use crate::jobs::stage_lists;
use crate::schema::jobs;
use crate::text::folded;

/// How many jobs one statement creates.
const JOBS_PER_STATEMENT: usize = 500;

/// Creates the jobs of one import.
pub(crate) fn import(
    conn: &mut DbConn,
    organization: &str,
    new: &[NewJob],
    on_duplicate: OnDuplicate,
) -> Result<ImportOutcome, StoreError> {
    dialect::lock_organization(conn, organization)?;
    let duplicates = find_duplicates(conn, organization, new)?;
    if on_duplicate == OnDuplicate::Refuse && !duplicates.is_empty() {
        return Ok(ImportOutcome {
            created: Vec::new(),
            duplicates,
        });
    }
    let mut skipped = duplicates
        .iter()
        .map(|duplicate| duplicate.index)
        .peekable();
    let fresh: Vec<&NewJob> = new
        .iter()
        .enumerate()
        .filter(|(index, _)| skipped.next_if_eq(index).is_none())
        .map(|(_, job)| job)
        .collect();
    let codes = codes::assign(conn, organization, &fresh)?;
    let template = stage_lists::stored_template(conn, organization)?;
    insert(conn, &fresh, &codes, template.as_deref())?;
    teams::insert_owners(conn, &fresh)?;
    let created = build_jobs(conn, organization, &fresh, codes)?;
    Ok(ImportOutcome {
        created,
        duplicates,
    })
}

fn insert(
    conn: &mut DbConn,
    new: &[&NewJob],
    codes: &[String],
    stages: Option<&str>,
) -> Result<(), StoreError> {
    let pairs: Vec<(&&NewJob, &String)> = new.iter().zip(codes).collect();
    for chunk in pairs.chunks(JOBS_PER_STATEMENT) {
        let rows: Vec<NewJobRow<'_>> = chunk
            .iter()
            .map(|(job, code)| NewJobRow::of(job, code, stages))
            .collect::<Result<_, _>>()?;
        let insert = diesel::insert_into(jobs::table).values(&rows);
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(())
}

fn build_jobs(
    conn: &mut DbConn,
    organization: &str,
    new: &[&NewJob],
    codes: Vec<String>,
) -> Result<Vec<Job>, StoreError> {
    let mut recruiters: Vec<&str> = new.iter().map(|job| job.recruiter_id.as_str()).collect();
    recruiters.sort_unstable();
    recruiters.dedup();
    let names = recruiter_names(conn, organization, &recruiters)?;
    let name_of = |job: &NewJob| names.get(job.recruiter_id.as_str()).cloned();
    Ok(new
        .iter()
        .zip(codes)
        .map(|(job, code)| as_job(job, code, name_of(job).unwrap_or_default()))
        .collect())
}

fn as_job(new: &NewJob, code: String, recruiter_name: String) -> Job {
    let new = new.clone();
    Job {
        id: new.id,
        organization_id: new.organization_id,
        recruiter_id: new.recruiter_id,
        recruiter_name,
        title: new.title,
        description: new.description,
        skills: new.skills,
        code,
        department: new.department,
        location: new.location,
        employment_type: new.employment_type,
        employment_kind: new.employment_kind,
        status: JobStatus::of_draft(new.draft),
        status_reason: None,
        status_changed_at: None,
        external_id: new.external_id,
        reply_to: new.reply_to,
        blind: new.blind,
        attributes: new.attributes,
        requirement_edits: RequirementEdits::default(),
        version: 1,
        revision: 1,
        created_at: new.created_at,
        updated_at: new.created_at,
    }
}

/// Returns the jobs that already exist or occur twice in the import, in the given order.
pub(crate) fn find_duplicates(
    conn: &mut DbConn,
    organization: &str,
    new: &[NewJob],
) -> Result<Vec<DuplicateJob>, StoreError> {
    let by_code = stored_by_code(conn, organization, new)?;
    let by_place = stored_by_place(conn, organization, new)?;
    let by_external_id = stored_by_external_id(conn, organization, new)?;
    let mut earlier: HashMap<String, usize> = HashMap::new();
    let mut duplicates = Vec::new();
    for (index, job) in new.iter().enumerate() {
        let external_id = job.external_id.as_deref();
        if let Some(code) = external_id.and_then(|id| by_external_id.get(id)) {
            let of = DuplicateOf::Stored { code: code.clone() };
            let by = DuplicateBy::ExternalId;
            duplicates.push(DuplicateJob { index, by, of });
            continue;
        }
        let (by, stored, key) = match &job.code {
            Some(code) => (DuplicateBy::Code, by_code.get(&folded(code)), folded(code)),
            None => (
                DuplicateBy::TitleAndPlace,
                by_place.get(&place_of(job)),
                whole_content(job),
            ),
        };
        let of = match stored {
            Some(code) => Some(DuplicateOf::Stored { code: code.clone() }),
            None => earlier
                .get(&key)
                .map(|&index| DuplicateOf::Earlier { index }),
        };
        match of {
            Some(of) => duplicates.push(DuplicateJob { index, by, of }),
            None => {
                earlier.insert(key, index);
            }
        }
    }
    Ok(duplicates)
}

fn place_of(job: &NewJob) -> Vec<u8> {
    place_key(
        &job.title,
        job.department.as_deref(),
        job.location.as_deref(),
    )
}

/// Returns everything that a row without a code contains, ignoring case and whitespace. It starts with a mark that no code
/// starts with.
fn whole_content(job: &NewJob) -> String {
    let mut parts = vec![
        folded(&job.title),
        folded(job.department.as_deref().unwrap_or("")),
        folded(job.location.as_deref().unwrap_or("")),
        folded(&job.description),
        folded(job.employment_type.as_deref().unwrap_or("")),
        job.draft.to_string(),
        job.recruiter_id.to_string(),
    ];
    parts.extend(job.skills.iter().map(|skill| folded(skill)));
    let attributes = job.attributes.iter();
    parts.extend(attributes.map(|a| format!("{}={}", folded(&a.name), folded(&a.value))));
    format!("\0{}", parts.join("\0"))
}

fn stored_by_code(
    conn: &mut DbConn,
    organization: &str,
    new: &[NewJob],
) -> Result<HashMap<String, String>, StoreError> {
    let codes: Vec<String> = new
        .iter()
        .filter_map(|job| job.code.as_deref().map(folded))
        .collect();
    let mut found = HashMap::new();
    for chunk in codes.chunks(IN_LIST) {
        let rows: Vec<(String, String)> = jobs::table
            .filter(jobs::organization_id.eq(organization))
            .filter(jobs::folded_code.eq_any(chunk))
            .select((jobs::folded_code, jobs::code))
            .load(conn)?;
        found.extend(rows);
    }
    Ok(found)
}

fn stored_by_external_id(
    conn: &mut DbConn,
    organization: &str,
    new: &[NewJob],
) -> Result<HashMap<String, String>, StoreError> {
    let ids = new.iter().filter_map(|job| job.external_id.as_deref());
    let ids: Vec<&str> = ids.collect();
    let mut found = HashMap::new();
    for chunk in ids.chunks(IN_LIST) {
        let rows: Vec<(Option<String>, String)> = jobs::table
            .filter(jobs::organization_id.eq(organization))
            .filter(jobs::external_id.eq_any(chunk))
            .select((jobs::external_id, jobs::code))
            .load(conn)?;
        found.extend(rows.into_iter().filter_map(|(id, code)| Some((id?, code))));
    }
    Ok(found)
}

fn stored_by_place(
    conn: &mut DbConn,
    organization: &str,
    new: &[NewJob],
) -> Result<HashMap<Vec<u8>, String>, StoreError> {
    let keys: Vec<Vec<u8>> = new
        .iter()
        .filter(|job| job.code.is_none())
        .map(place_of)
        .collect();
    let mut found = HashMap::new();
    for chunk in keys.chunks(IN_LIST) {
        let mut rows: Vec<(String, Vec<u8>, String)> = jobs::table
            .filter(jobs::organization_id.eq(organization))
            .filter(jobs::place_key.eq_any(chunk))
            .select((jobs::id, jobs::place_key, jobs::code))
            .load(conn)?;
        // If several jobs match, the oldest is named, because later entries replace earlier ones. The rows are sorted here:
        // with `ORDER BY`, SQLite would use an index for the order and read the whole tenant.
        rows.sort_by(|a, b| b.0.cmp(&a.0));
        found.extend(rows.into_iter().map(|(_, key, code)| (key, code)));
    }
    Ok(found)
}
