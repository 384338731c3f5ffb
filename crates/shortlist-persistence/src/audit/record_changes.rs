//! The last change of each record, for systems that keep copies.
//!
//! A row is stored in the transaction of its change, with the number of the audit log's last row. Transactions that write to the
//! log wait for each other, so a reader that has seen a number has seen all smaller ones.

mod list;

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{Action, AuditOutcome, AuditedKind, CandidateId, NewAuditEntry, RecordKind};

use crate::candidate_rows::blind_jobs::shown_candidates_of;
use crate::candidate_rows::jobs_of;
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::events::Unlogged;
use crate::schema::{interviews, jobs, record_changes};
use crate::times::stored;

/// How many rows or identifiers one statement has.
const ROWS_PER_STATEMENT: usize = 500;

#[derive(Debug, Clone, Queryable, Selectable, Insertable)]
#[diesel(table_name = record_changes, treat_none_as_default_value = false)]
struct ChangeRow {
    organization_id: String,
    kind: String,
    record_id: String,
    number: i64,
    job_id: Option<String>,
    candidate_id: Option<String>,
    changed_at: NaiveDateTime,
    removed: bool,
}

/// The identifiers of changed records, by their kinds.
#[derive(Default)]
struct Changed(BTreeMap<RecordKind, BTreeSet<String>>);

impl Changed {
    fn add(&mut self, kind: RecordKind, id: &str) {
        self.0.entry(kind).or_default().insert(id.to_owned());
    }

    fn ids(&self, kind: RecordKind) -> Vec<&str> {
        let ids = self.0.get(&kind).into_iter().flatten();
        ids.map(String::as_str).collect()
    }
}

/// What a record belongs to.
#[derive(Clone, Default)]
struct Owner {
    job: Option<String>,
    candidate: Option<String>,
}

/// Stores which records a transaction has changed. `number` is that of the audit log's last row.
pub(crate) fn store(
    conn: &mut DbConn,
    action: &Action,
    number: i64,
    entries: &[NewAuditEntry],
    unlogged: &Unlogged,
) -> Result<(), StoreError> {
    if entries.is_empty() || unlogged.changes_nothing {
        return Ok(());
    }
    let organization = action.organization_id.as_str();
    let mut changed = changed_records(conn, organization, entries)?;
    let scored = unlogged.new_scores.iter();
    let scored = scored.flat_map(|scores| &scores.candidates);
    let scored: BTreeSet<&str> = scored
        .chain(&unlogged.measured)
        .map(CandidateId::as_str)
        .collect();
    let scored: Vec<&str> = scored.into_iter().collect();
    for ids in scored.chunks(ROWS_PER_STATEMENT) {
        if !move_candidates(conn, action, number, ids)? {
            ids.iter()
                .for_each(|id| changed.add(RecordKind::Candidate, id));
        }
    }
    for kind in RecordKind::ALL {
        let ids = changed.ids(kind);
        for ids in ids.chunks(ROWS_PER_STATEMENT) {
            let owners = owners(conn, organization, kind, ids)?;
            let row = |id: &&str| {
                let owner = owners.get(*id);
                ChangeRow {
                    organization_id: organization.to_owned(),
                    kind: kind.as_str().to_owned(),
                    record_id: (*id).to_owned(),
                    number,
                    job_id: owner.and_then(|owner| owner.job.clone()),
                    candidate_id: owner.and_then(|owner| owner.candidate.clone()),
                    changed_at: stored(action.at),
                    removed: owner.is_none(),
                }
            };
            let rows: Vec<ChangeRow> = ids.iter().map(row).collect();
            replace(conn, organization, kind, ids, &rows)?;
            if kind == RecordKind::Candidate {
                remove_interviews(conn, action, number, &rows)?;
            }
        }
    }
    Ok(())
}

fn changed_records(
    conn: &mut DbConn,
    organization: &str,
    entries: &[NewAuditEntry],
) -> Result<Changed, StoreError> {
    let mut changed = Changed::default();
    let done = entries.iter().filter(|entry| {
        let changes = !entry.changes.is_empty() || entry.reason.is_some();
        changes && entry.outcome == AuditOutcome::Done
    });
    for entry in done {
        let Some(thing) = entry.thing_id.as_deref() else {
            continue;
        };
        match entry.kind {
            AuditedKind::Job => changed.add(RecordKind::Job, thing),
            AuditedKind::Candidate => changed.add(RecordKind::Candidate, thing),
            AuditedKind::Interview => changed.add(RecordKind::Interview, thing),
            AuditedKind::Review | AuditedKind::Note | AuditedKind::Document => {
                if let Some(candidate) = &entry.candidate_id {
                    changed.add(RecordKind::Candidate, candidate.as_str());
                }
            }
            AuditedKind::Person => {
                for candidate in regrouped(conn, organization, entry)? {
                    changed.add(RecordKind::Candidate, &candidate);
                }
            }
            AuditedKind::Organization
            | AuditedKind::User
            | AuditedKind::ApiKey
            | AuditedKind::AccessToken
            | AuditedKind::Session
            | AuditedKind::Webhook
            | AuditedKind::Mail
            | AuditedKind::Operation => {}
        }
    }
    Ok(changed)
}

/// Returns the candidates whose person became another one, except those of blind jobs: a change would say who they are.
fn regrouped(
    conn: &mut DbConn,
    organization: &str,
    entry: &NewAuditEntry,
) -> Result<Vec<String>, StoreError> {
    let change = |field: &str| {
        let mut changes = entry.changes.iter();
        let found = changes.find(|change| change.field == field);
        found.and_then(|change| change.after.as_deref())
    };
    let split = change("newPersonId");
    if split.is_none() && change("mergedPersonId").is_none() {
        return Ok(Vec::new());
    }
    let mut found = Vec::new();
    for person in entry.thing_id.as_deref().into_iter().chain(split) {
        found.extend(shown_candidates_of(conn, organization, person)?);
    }
    Ok(found)
}

/// Finds what records belong to. Those that are gone are left out.
fn owners(
    conn: &mut DbConn,
    organization: &str,
    kind: RecordKind,
    ids: &[&str],
) -> Result<BTreeMap<String, Owner>, StoreError> {
    Ok(match kind {
        RecordKind::Job => {
            let found: Vec<String> = jobs::table
                .filter(jobs::organization_id.eq(organization))
                .filter(jobs::id.eq_any(ids))
                .select(jobs::id)
                .load(conn)?;
            let owner = |id: String| {
                let job = Some(id.clone());
                (
                    id,
                    Owner {
                        job,
                        candidate: None,
                    },
                )
            };
            found.into_iter().map(owner).collect()
        }
        RecordKind::Candidate => {
            let owner = |(id, job): (String, String)| {
                let job = Some(job);
                (
                    id,
                    Owner {
                        job,
                        candidate: None,
                    },
                )
            };
            let found = jobs_of(conn, organization, ids)?;
            found.into_iter().map(owner).collect()
        }
        RecordKind::Interview => {
            let found: Vec<(String, String, String)> = interviews::table
                .filter(interviews::organization_id.eq(organization))
                .filter(interviews::id.eq_any(ids))
                .select((interviews::id, interviews::job_id, interviews::candidate_id))
                .load(conn)?;
            let owner = |(id, job, candidate): (String, String, String)| {
                let (job, candidate) = (Some(job), Some(candidate));
                (id, Owner { job, candidate })
            };
            found.into_iter().map(owner).collect()
        }
    })
}

/// Moves the rows of candidates to the end, which is all that a new score changes. A large job has many. Returns `false` if one of them
/// has no row, and then some may be moved.
fn move_candidates(
    conn: &mut DbConn,
    action: &Action,
    number: i64,
    ids: &[&str],
) -> QueryResult<bool> {
    let rows = record_changes::table
        .filter(record_changes::organization_id.eq(action.organization_id.as_str()))
        .filter(record_changes::kind.eq(RecordKind::Candidate.as_str()))
        .filter(record_changes::record_id.eq_any(ids));
    let moved = diesel::update(rows)
        .set((
            record_changes::number.eq(number),
            record_changes::changed_at.eq(stored(action.at)),
        ))
        .execute(conn)?;
    Ok(moved == ids.len())
}

fn replace(
    conn: &mut DbConn,
    organization: &str,
    kind: RecordKind,
    ids: &[&str],
    rows: &[ChangeRow],
) -> Result<(), StoreError> {
    let earlier = record_changes::table
        .filter(record_changes::organization_id.eq(organization))
        .filter(record_changes::kind.eq(kind.as_str()))
        .filter(record_changes::record_id.eq_any(ids));
    diesel::delete(earlier).execute(conn)?;
    let insert = diesel::insert_into(record_changes::table).values(rows);
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

/// The interviews of erased candidates are gone with them.
fn remove_interviews(
    conn: &mut DbConn,
    action: &Action,
    number: i64,
    candidates: &[ChangeRow],
) -> Result<(), StoreError> {
    // One statement for each candidate: for a list of them, SQLite would read all rows of the organization.
    for candidate in candidates.iter().filter(|row| row.removed) {
        let of_removed = record_changes::table
            .filter(record_changes::organization_id.eq(action.organization_id.as_str()))
            .filter(record_changes::candidate_id.eq(candidate.record_id.as_str()));
        diesel::update(of_removed)
            .set((
                record_changes::number.eq(number),
                record_changes::changed_at.eq(stored(action.at)),
                record_changes::removed.eq(true),
            ))
            .execute(conn)?;
    }
    Ok(())
}
