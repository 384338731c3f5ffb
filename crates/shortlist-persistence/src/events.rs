//! Events: the outbox, which is written in the transaction of each change.

use std::collections::BTreeSet;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    Action, AuditedKind, CandidateId, Event, EventSubject, EventType, JobId, NewAuditEntry,
    OrganizationId, Timestamp, UncountedFiles,
};

use crate::candidate_rows::jobs_of;
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::{events, tasks};
use crate::store::Events;
use crate::times::{stored, timestamp};

/// The name of the task that delivers an organization's events.
pub const DELIVERY_TASK: &str = "deliver-webhooks";

/// How many rows one statement adds.
const ROWS_PER_STATEMENT: usize = 500;
/// How many bytes of a hash an event's identifier contains.
const ID_BYTES: usize = 16;

/// Events that no entry of the audit log causes.
#[derive(Default)]
pub(crate) struct Unlogged {
    /// The candidates of a job whose scores have changed. The log has one entry for all of them, but each has an event.
    pub(crate) new_scores: Option<NewScores>,
    /// Candidates that were measured again, whether their scores have changed or not.
    pub(crate) measured: Vec<CandidateId>,
    /// Whether the entries are about acts that changed no record, such as an export.
    pub(crate) changes_nothing: bool,
    /// What is announced in addition to the changes of the transaction, or of earlier ones.
    pub(crate) announced: Option<NewAuditEntry>,
    /// The files of the upload whose end is announced.
    pub(crate) files: Option<UncountedFiles>,
}

/// Candidates of a job whose scores have changed.
pub(crate) struct NewScores {
    pub(crate) job: JobId,
    pub(crate) candidates: Vec<CandidateId>,
}

/// The events of a transaction.
pub(crate) struct NewEvents<'a> {
    action: &'a Action,
    /// The number of the last event before.
    stored: i64,
    last: i64,
    rows: Vec<EventRow>,
}

#[derive(Debug, Queryable, Selectable, Insertable)]
#[diesel(table_name = events, treat_none_as_default_value = false)]
pub(crate) struct EventRow {
    organization_id: String,
    sequence: i64,
    id: String,
    event_type: String,
    occurred_at: NaiveDateTime,
    kind: String,
    thing_id: String,
    candidate_id: Option<String>,
    job_id: Option<String>,
    changed_fields: String,
}

impl<'a> NewEvents<'a> {
    /// Starts after the organization's last event.
    pub(crate) fn after(action: &'a Action, last: i64) -> Self {
        Self {
            action,
            stored: last,
            last,
            rows: Vec::new(),
        }
    }

    /// Adds events that no entry of the log causes. `hash` is that of the last row.
    pub(crate) fn add_unlogged(
        &mut self,
        conn: &mut DbConn,
        unlogged: &Unlogged,
        hash: &[u8],
    ) -> Result<(), StoreError> {
        if let Some(entry) = &unlogged.announced {
            let id = format!("{}.{}", event_id(hash), self.last + 1);
            self.add_with_id(entry, id)?;
        }
        match &unlogged.new_scores {
            Some(new_scores) => self.add_new_scores(conn, new_scores, hash),
            None => Ok(()),
        }
    }

    /// Adds the event of an audit entry, if it causes one. The hash of the entry's row makes the identifier unique.
    pub(crate) fn add(&mut self, entry: &NewAuditEntry, hash: &[u8]) -> Result<(), StoreError> {
        self.add_with_id(entry, event_id(hash))
    }

    fn add_with_id(&mut self, entry: &NewAuditEntry, id: String) -> Result<(), StoreError> {
        let Some(event_type) = EventType::of(self.action.operation, entry) else {
            return Ok(());
        };
        let Some(thing_id) = entry.thing_id.clone() else {
            return Ok(());
        };
        let candidate = entry.candidate_id.as_ref().map(|id| id.as_str().to_owned());
        let of_candidate = entry.kind == AuditedKind::Candidate;
        let job = entry.job_id.as_ref().map(|id| id.as_str().to_owned());
        let of_job = entry.kind == AuditedKind::Job;
        let changes = entry.changes.iter();
        // An erasure changes no field: its entry has counts of what was erased.
        let changed = changes.filter(|_| event_type != EventType::CandidateErased);
        let fields: Vec<&str> = changed.map(|change| change.field.as_str()).collect();
        self.last += 1;
        self.rows.push(EventRow {
            organization_id: self.action.organization_id.as_str().to_owned(),
            sequence: self.last,
            id,
            event_type: event_type.as_str().to_owned(),
            occurred_at: stored(self.action.at),
            kind: entry.kind.as_str().to_owned(),
            candidate_id: candidate.or_else(|| of_candidate.then(|| thing_id.clone())),
            job_id: job.or_else(|| of_job.then(|| thing_id.clone())),
            thing_id,
            changed_fields: serde_json::to_string(&fields)?,
        });
        Ok(())
    }

    /// Adds an event for each candidate with a new score. A large job has many, so they are stored in parts.
    fn add_new_scores(
        &mut self,
        conn: &mut DbConn,
        new_scores: &NewScores,
        hash: &[u8],
    ) -> Result<(), StoreError> {
        for chunk in new_scores.candidates.chunks(ROWS_PER_STATEMENT) {
            let mut rows = Vec::with_capacity(chunk.len());
            for candidate in chunk {
                self.last += 1;
                rows.push(EventRow {
                    organization_id: self.action.organization_id.as_str().to_owned(),
                    sequence: self.last,
                    // The entry of the job has the same hash, but not the same number.
                    id: format!("{}.{}", event_id(hash), self.last),
                    event_type: EventType::CandidateScored.as_str().to_owned(),
                    occurred_at: stored(self.action.at),
                    kind: AuditedKind::Candidate.as_str().to_owned(),
                    thing_id: candidate.as_str().to_owned(),
                    candidate_id: Some(candidate.as_str().to_owned()),
                    job_id: Some(new_scores.job.as_str().to_owned()),
                    changed_fields: serde_json::to_string(&["resumeScore"])?,
                });
            }
            insert(conn, &rows)?;
        }
        Ok(())
    }

    /// Stores the events, and makes their delivery due. Returns the number of the last event.
    pub(crate) fn store(mut self, conn: &mut DbConn) -> Result<i64, StoreError> {
        if self.last == self.stored {
            return Ok(self.last);
        }
        self.add_jobs(conn)?;
        for chunk in self.rows.chunks(ROWS_PER_STATEMENT) {
            insert(conn, chunk)?;
        }
        make_delivery_due(
            conn,
            self.action.organization_id.as_str(),
            stored(self.action.at),
        )?;
        Ok(self.last)
    }

    /// Looks up the jobs of candidates whose entries do not name them.
    fn add_jobs(&mut self, conn: &mut DbConn) -> Result<(), StoreError> {
        let without: BTreeSet<&str> = self
            .rows
            .iter()
            .filter(|row| row.job_id.is_none())
            .filter_map(|row| row.candidate_id.as_deref())
            .collect();
        let without: Vec<&str> = without.into_iter().collect();
        let jobs = jobs_of(conn, self.action.organization_id.as_str(), &without)?;
        for row in &mut self.rows {
            if let (None, Some(candidate)) = (&row.job_id, &row.candidate_id) {
                row.job_id = jobs.get(candidate).cloned();
            }
        }
        Ok(())
    }
}

fn insert(conn: &mut DbConn, rows: &[EventRow]) -> QueryResult<()> {
    let insert = diesel::insert_into(events::table).values(rows);
    on_either!(conn, conn => insert.execute(conn))?;
    Ok(())
}

fn event_id(hash: &[u8]) -> String {
    let bytes = hash.iter().take(ID_BYTES);
    let hex: String = bytes.map(|byte| format!("{byte:02x}")).collect();
    format!("evt_{hex}")
}

/// Makes the delivery of an organization's events due, unless a server works on it. That server looks for new events before
/// it releases the task, while it holds the lock of the audit log.
pub(crate) fn make_delivery_due(
    conn: &mut DbConn,
    organization: &str,
    at: NaiveDateTime,
) -> QueryResult<()> {
    let waiting = tasks::table
        .filter(tasks::organization_id.eq(organization))
        .filter(tasks::name.eq(DELIVERY_TASK))
        .filter(tasks::holder.is_null())
        .filter(tasks::due_at.gt(at));
    // On a cluster, an update of this table makes the transaction commit in two phases, also if it changes no row.
    let found: Option<String> = waiting
        .select(tasks::organization_id)
        .first(conn)
        .optional()?;
    if found.is_some() {
        diesel::update(waiting)
            .set(tasks::due_at.eq(at))
            .execute(conn)?;
    }
    Ok(())
}

impl EventRow {
    pub(crate) fn into_event(self) -> Result<Event, StoreError> {
        let job = self.job_id.as_deref().map(|id| JobId::parse("job_id", id));
        Ok(Event {
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            sequence: self.sequence,
            id: self.id,
            event_type: EventType::parse("event_type", &self.event_type)?,
            occurred_at: timestamp(self.occurred_at),
            subject: EventSubject {
                kind: AuditedKind::parse("kind", &self.kind)?,
                id: self.thing_id,
                candidate_id: self.candidate_id,
                job_id: job.transpose()?,
            },
            changed_fields: serde_json::from_str(&self.changed_fields)?,
        })
    }
}

/// Lists the events after a number, the earliest first.
pub(crate) fn list_after(
    conn: &mut DbConn,
    organization: &str,
    sequence: i64,
    limit: i64,
) -> Result<Vec<Event>, StoreError> {
    let rows: Vec<EventRow> = events::table
        .filter(events::organization_id.eq(organization))
        .filter(events::sequence.gt(sequence))
        .order(events::sequence)
        .limit(limit)
        .select(EventRow::as_select())
        .load(conn)?;
    rows.into_iter().map(EventRow::into_event).collect()
}

impl Events<'_> {
    /// Lists an organization's events after a number, the earliest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_after(
        &self,
        organization: &OrganizationId,
        sequence: i64,
        limit: i64,
    ) -> Result<Vec<Event>, StoreError> {
        self.pools
            .read(|conn| list_after(conn, organization.as_str(), sequence, limit))
    }

    /// Removes an organization's events from before a time, with their deliveries, at most `limit` at a time. Returns whether
    /// there may be more.
    ///
    /// # Errors
    /// When the database fails.
    pub fn remove_before(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
        limit: i64,
    ) -> Result<bool, StoreError> {
        let organization = organization.as_str();
        self.pools.write_unaudited(|conn| {
            let old = events::table
                .filter(events::organization_id.eq(organization))
                .filter(events::occurred_at.lt(stored(before)))
                .order((events::occurred_at, events::sequence))
                .limit(limit)
                .select(events::sequence);
            let old: Vec<i64> = old.load(conn)?;
            let removed = events::table
                .filter(events::organization_id.eq(organization))
                .filter(events::sequence.eq_any(&old));
            diesel::delete(removed).execute(conn)?;
            Ok(!old.is_empty())
        })
    }
}
