//! Queues the mails that changes cause, and withdraws those whose cause is undone.

use std::collections::HashMap;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    Action, AuditedKind, CandidateId, ChangedInterview, InterviewDetails, InterviewId,
    InterviewMinutes, InterviewStatus, MailAudience, MailEffect, MailState, MailedInterview,
    NewAuditEntry, TimeZone, UserId, mail_effects,
};

use super::row::MailRow;
use super::{MAIL_TASK, ended};
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::{interviews, mails, tasks};
use crate::times::timestamp;

/// How many rows one statement adds.
const ROWS_PER_STATEMENT: usize = 500;

/// Queues and withdraws mails in the transaction of a change. The caller holds the lock of the audit log, so that no server can release
/// the task of sending without seeing the mails.
pub(crate) fn apply(
    conn: &mut DbConn,
    action: &Action,
    entries: &[NewAuditEntry],
    audience: MailAudience,
) -> Result<(), StoreError> {
    let mut rows = Vec::new();
    let mut withdrawn: HashMap<&'static str, Vec<String>> = HashMap::new();
    for entry in entries {
        let interview = changed_interview(conn, action, entry)?;
        for effect in mail_effects(entry, interview.as_ref(), action.at) {
            match effect {
                MailEffect::Queue(mail) if !audience.includes(&mail) => {}
                MailEffect::Queue(mail) => {
                    rows.push(MailRow::new(&action.organization_id, &mail, action.at));
                }
                MailEffect::Withdraw { candidate_id, kind } => {
                    let candidates = withdrawn.entry(kind.as_str()).or_default();
                    candidates.push(candidate_id.as_str().to_owned());
                }
            }
        }
    }
    let organization = action.organization_id.as_str();
    for (kind, candidates) in withdrawn {
        for chunk in candidates.chunks(ROWS_PER_STATEMENT) {
            let waiting = mails::table
                .filter(mails::organization_id.eq(organization))
                .filter(mails::candidate_id.eq_any(chunk))
                .filter(mails::kind.eq(kind))
                .filter(mails::next_attempt_at.is_not_null());
            diesel::update(waiting)
                .set(ended(MailState::Withdrawn))
                .execute(conn)?;
        }
    }
    insert(conn, &rows)?;
    match rows.iter().filter_map(MailRow::due_at).min() {
        Some(due) => make_sending_due(conn, organization, due),
        None => Ok(()),
    }
}

/// The columns of an interview that its mails need.
#[derive(Queryable, Selectable)]
#[diesel(table_name = interviews)]
struct ChangedRow {
    id: String,
    candidate_id: String,
    interviewer_id: String,
    held_at: NaiveDateTime,
    status: String,
    sequence: i32,
    duration_minutes: i32,
    place: Option<String>,
    meeting_link: Option<String>,
    time_zone: Option<String>,
}

impl ChangedRow {
    fn into_interview(self) -> Result<ChangedInterview, StoreError> {
        let zone = self.time_zone.as_deref();
        let zone = zone.map(|name| TimeZone::parse("time_zone", name));
        Ok(ChangedInterview {
            candidate_id: CandidateId::parse("candidate_id", &self.candidate_id)?,
            interviewer_id: UserId::parse("interviewer_id", &self.interviewer_id)?,
            status: InterviewStatus::parse("status", &self.status)?,
            interview: MailedInterview {
                id: InterviewId::parse("id", &self.id)?,
                sequence: u32::try_from(self.sequence).unwrap_or_default(),
                begins_at: timestamp(self.held_at),
                previous_at: None,
                details: InterviewDetails {
                    duration: InterviewMinutes::parse("duration_minutes", self.duration_minutes)?,
                    place: self.place,
                    meeting_link: self.meeting_link,
                    time_zone: zone.transpose()?,
                },
            },
        })
    }
}

/// Returns the interview of an entry, as the transaction has left it.
fn changed_interview(
    conn: &mut DbConn,
    action: &Action,
    entry: &NewAuditEntry,
) -> Result<Option<ChangedInterview>, StoreError> {
    let Some(id) = &entry.thing_id else {
        return Ok(None);
    };
    if entry.kind != AuditedKind::Interview {
        return Ok(None);
    }
    let row: Option<ChangedRow> = interviews::table
        .filter(interviews::organization_id.eq(action.organization_id.as_str()))
        .filter(interviews::id.eq(id))
        .select(ChangedRow::as_select())
        .first(conn)
        .optional()?;
    row.map(ChangedRow::into_interview).transpose()
}

/// Adds mails. One with the same cause stays as it is.
fn insert(conn: &mut DbConn, rows: &[MailRow]) -> QueryResult<()> {
    for chunk in rows.chunks(ROWS_PER_STATEMENT) {
        let insert = diesel::insert_into(mails::table)
            .values(chunk)
            .on_conflict_do_nothing();
        on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(())
}

/// Makes the sending of an organization's mails due, unless a server works on it.
pub(crate) fn make_sending_due(
    conn: &mut DbConn,
    organization: &str,
    due: NaiveDateTime,
) -> Result<(), StoreError> {
    let insert = diesel::insert_into(tasks::table)
        .values((
            tasks::organization_id.eq(organization),
            tasks::name.eq(MAIL_TASK),
            tasks::due_at.eq(due),
        ))
        .on_conflict_do_nothing();
    on_either!(conn, conn => insert.execute(conn))?;
    let waiting = tasks::table
        .filter(tasks::organization_id.eq(organization))
        .filter(tasks::name.eq(MAIL_TASK))
        .filter(tasks::holder.is_null())
        .filter(tasks::due_at.gt(due));
    diesel::update(waiting)
        .set(tasks::due_at.eq(due))
        .execute(conn)?;
    Ok(())
}
