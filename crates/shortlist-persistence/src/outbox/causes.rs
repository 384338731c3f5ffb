//! Queues the mails that changes cause, and withdraws those whose cause is undone.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    Action, Appointment, AuditedKind, ChangedInterview, Interview, InterviewStatus, MailAudience,
    MailEffect, MailState, MailedInterview, NewAuditEntry, mail_effects,
};

use super::row::MailRow;
use super::{MAIL_TASK, ended};
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::interview_row::InterviewRow;
use crate::schema::{interviews, mails, tasks};

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
    let mut withdrawn_ids = Vec::new();
    let changed = ChangedTogether {
        interviews: entries.iter().filter_map(interview_of).collect(),
        audience,
    };
    for entry in entries {
        let interview = changed_interview(conn, action, entry, &changed)?;
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
                MailEffect::WithdrawOne(id) => withdrawn_ids.push(id),
            }
        }
    }
    let organization = action.organization_id.as_str();
    withdraw(conn, organization, withdrawn)?;
    for id in withdrawn_ids {
        let waiting = mails::table
            .filter(mails::organization_id.eq(organization))
            .filter(mails::id.eq(id))
            .filter(mails::next_attempt_at.is_not_null());
        diesel::update(waiting)
            .set(ended(MailState::Withdrawn))
            .execute(conn)?;
    }
    insert(conn, &rows)?;
    match rows.iter().filter_map(MailRow::due_at).min() {
        Some(due) => make_sending_due(conn, organization, due),
        None => Ok(()),
    }
}

/// Withdraws the mails of each kind about candidates that wait.
fn withdraw(
    conn: &mut DbConn,
    organization: &str,
    withdrawn: HashMap<&'static str, Vec<String>>,
) -> QueryResult<()> {
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
    Ok(())
}

/// Returns the interview of an entry, as the transaction has left it.
fn changed_interview(
    conn: &mut DbConn,
    action: &Action,
    entry: &NewAuditEntry,
    changed: &ChangedTogether<'_>,
) -> Result<Option<ChangedInterview>, StoreError> {
    let Some(id) = interview_of(entry) else {
        return Ok(None);
    };
    let row: Option<InterviewRow> = interviews::table
        .filter(interviews::organization_id.eq(action.organization_id.as_str()))
        .filter(interviews::id.eq(id))
        .select(InterviewRow::as_select())
        .first(conn)
        .optional()?;
    // The names of interviewers are looked up when a mail is sent.
    let interview = row.map(|row| row.into_interview(String::new()));
    let Some(interview) = interview.transpose()? else {
        return Ok(None);
    };
    let appointment = Appointment {
        has_others: changed.leave_others(conn, &interview)?,
        id: interview.appointment_id().clone(),
    };
    Ok(Some(ChangedInterview {
        appointment,
        candidate_id: interview.candidate_id,
        interviewer_id: interview.interviewer_id,
        status: interview.status,
        interview: MailedInterview {
            id: interview.id,
            sequence: interview.sequence,
            begins_at: interview.date_and_time,
            previous_at: None,
            details: interview.details,
        },
    }))
}

/// The interviews that a transaction has changed.
struct ChangedTogether<'a> {
    interviews: HashSet<&'a str>,
    audience: MailAudience,
}

impl ChangedTogether<'_> {
    /// Returns whether other interviewers of the same appointment hold it as before. Only mails to candidates depend on that.
    fn leave_others(&self, conn: &mut DbConn, interview: &Interview) -> Result<bool, StoreError> {
        let Some(panel) = &interview.panel_id else {
            return Ok(false);
        };
        if self.audience == MailAudience::Users {
            return Ok(false);
        }
        let members: Vec<(String, String)> = interviews::table
            .filter(interviews::organization_id.eq(interview.organization_id.as_str()))
            .filter(interviews::panel_id.eq(panel.as_str()))
            .select((interviews::id, interviews::status))
            .load(conn)?;
        for (id, status) in members {
            let stays = !self.interviews.contains(id.as_str());
            if stays && InterviewStatus::parse("status", &status)?.occupies() {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// Returns the interview that an entry is about.
fn interview_of(entry: &NewAuditEntry) -> Option<&str> {
    let id = entry.thing_id.as_deref();
    id.filter(|_| entry.kind == AuditedKind::Interview)
}

/// Adds mails, and returns how many are new. One with the same cause stays as it is.
pub(crate) fn insert(conn: &mut DbConn, rows: &[MailRow]) -> QueryResult<usize> {
    let mut added = 0;
    for chunk in rows.chunks(ROWS_PER_STATEMENT) {
        let insert = diesel::insert_into(mails::table)
            .values(chunk)
            .on_conflict_do_nothing();
        added += on_either!(conn, conn => insert.execute(conn))?;
    }
    Ok(added)
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
