//! Queues the mails that a time causes: reminders of interviews, and of reports that are due.

use std::collections::{BTreeSet, HashSet};

use chrono::Duration;
use diesel::dsl::{exists, not};
use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, Interview, InterviewMinutes, InterviewStatus, ListPosition, MailAudience,
    MailFailureReason, MailKind, MailTime, NewMail, OrganizationId, Timestamp, earliest_begin,
    mail_time, timed_mail,
};

use super::causes::insert;
use super::row::MailRow;
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::interview_row::InterviewRow;
use crate::schema::{interviews, mails};
use crate::times::stored;

/// How many interviews one query lists.
const INTERVIEWS_PER_QUERY: usize = 200;
/// A mail that was dropped for this reason is queued again if its interview takes place after all. The search finds only interviews that
/// do. It cannot tell whether another reason has ended.
const REVERSIBLE: MailFailureReason = MailFailureReason::InterviewChanged;

/// Queues the mails whose time has come. Returns the time of the next one, of the interviews as they are now. The identifier of such a
/// mail is made from its cause, so it is queued once, even if several servers search.
///
/// The caller does not hold the lock of the audit log: transactions lock candidates first.
pub(crate) fn queue_timed(
    conn: &mut DbConn,
    organization: &OrganizationId,
    audience: MailAudience,
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let mut kinds = vec![MailKind::InterviewerReminder, MailKind::ReportDue];
    if audience == MailAudience::UsersAndCandidates {
        kinds.push(MailKind::InterviewReminder);
    }
    let mut found = Found::default();
    for kind in kinds {
        found.search(conn, organization, kind, now)?;
    }
    queue(conn, organization, &found.due, now)?;
    Ok(found.next)
}

/// The mails that were found.
#[derive(Default)]
struct Found {
    /// Those whose time has come.
    due: Vec<NewMail>,
    /// The earliest time of the others.
    next: Option<Timestamp>,
}

impl Found {
    /// Searches for mails of a kind, the earliest interviews first, and skips those that are too late. Stops after many mails whose time has
    /// come: the next search, once these are sent, finds the rest.
    fn search(
        &mut self,
        conn: &mut DbConn,
        organization: &OrganizationId,
        kind: MailKind,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        // Times are stored to the microsecond.
        let mut after = ListPosition {
            at: earliest_begin(kind, now).minus(Duration::microseconds(1)),
            tie_breaker: String::new(),
        };
        loop {
            let interviews = without_mail(conn, organization.as_str(), kind, &after)?;
            for interview in &interviews {
                match mail_time(kind, interview, now) {
                    MailTime::Now => self.due.push(timed_mail(kind, interview, now)),
                    MailTime::Later(at) => self.note_next(at),
                    MailTime::Never => {}
                }
            }
            let Some(last) = interviews.get(INTERVIEWS_PER_QUERY - 1) else {
                return Ok(());
            };
            if let MailTime::Later(at) = mail_time(kind, &as_short_as_possible(last)?, now) {
                // No later interview is due before that.
                self.note_next(at);
                return Ok(());
            }
            if self.due.len() >= INTERVIEWS_PER_QUERY {
                return Ok(());
            }
            after = ListPosition {
                at: last.date_and_time,
                tie_breaker: last.id.as_str().to_owned(),
            };
        }
    }

    fn note_next(&mut self, at: Timestamp) {
        self.next = Some(self.next.map_or(at, |next| next.min(at)));
    }
}

/// Returns an interview with the shortest duration. One that begins later does not end before it.
fn as_short_as_possible(interview: &Interview) -> Result<Interview, StoreError> {
    let shortest = i32::from(InterviewMinutes::MIN);
    let mut shortened = interview.clone();
    shortened.details.duration = InterviewMinutes::parse("duration_minutes", shortest)?;
    Ok(shortened)
}

/// Queues mails about candidates who exist. A mail that was dropped for a reason that has ended is queued as a new one. A mail that was
/// sent is never queued again.
///
/// Locks the candidates: an erasure either ends before these mails are queued, or waits and then deletes them too.
fn queue(
    conn: &mut DbConn,
    organization: &OrganizationId,
    due: &[NewMail],
    now: Timestamp,
) -> Result<(), StoreError> {
    let candidates = due.iter().filter_map(|mail| mail.candidate_id.as_ref());
    let candidates: BTreeSet<&str> = candidates.map(CandidateId::as_str).collect();
    if candidates.is_empty() {
        return Ok(());
    }
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let existing = dialect::lock_candidates(conn, organization.as_str(), &candidates)?;
    let existing: HashSet<&str> = existing.iter().map(String::as_str).collect();
    let is_there = |id: &CandidateId| existing.contains(id.as_str());
    let rows: Vec<MailRow> = due
        .iter()
        .filter(|mail| mail.candidate_id.as_ref().is_some_and(is_there))
        .map(|mail| MailRow::new(organization, mail, now))
        .collect();
    let ids: Vec<&str> = due.iter().map(|mail| mail.id.as_str()).collect();
    for chunk in ids.chunks(INTERVIEWS_PER_QUERY) {
        let dropped = mails::table
            .filter(mails::organization_id.eq(organization.as_str()))
            .filter(mails::id.eq_any(chunk))
            .filter(mails::failure.eq(REVERSIBLE.as_str()))
            .filter(mails::next_attempt_at.is_null())
            .filter(mails::sent_at.is_null());
        diesel::delete(dropped).execute(conn)?;
    }
    insert(conn, &rows)?;
    Ok(())
}

/// Lists the next interviews after a position that have no mail of a kind for their time, or a dropped one whose reason has ended. The
/// earliest is first.
fn without_mail(
    conn: &mut DbConn,
    organization: &str,
    kind: MailKind,
    after: &ListPosition,
) -> Result<Vec<Interview>, StoreError> {
    // An index can use the first of the two conditions.
    let at = stored(after.at);
    let is_later = interviews::held_at
        .gt(at)
        .or(interviews::id.lt(after.tie_breaker.as_str()));
    let mut found = interviews::table
        .filter(interviews::organization_id.eq(organization))
        .filter(interviews::held_at.ge(at))
        .filter(is_later)
        .filter(interviews::status.eq_any(statuses(kind)))
        .into_boxed();
    if kind == MailKind::ReportDue {
        found = found.filter(interviews::has_report.eq(false));
    }
    let mailed = mails::table
        .filter(mails::organization_id.eq(interviews::organization_id))
        .filter(mails::candidate_id.eq(interviews::candidate_id.nullable()))
        .filter(mails::begins_at.eq(interviews::held_at.nullable()))
        .filter(mails::kind.eq(kind.as_str()))
        .filter(
            mails::failure
                .is_null()
                .or(mails::failure.ne(REVERSIBLE.as_str())),
        );
    found = if kind == MailKind::InterviewReminder {
        found.filter(not(exists(mailed)))
    } else {
        let to_interviewer = mailed
            .filter(mails::interview_id.eq(interviews::id.nullable()))
            .filter(mails::user_id.eq(interviews::interviewer_id.nullable()));
        found.filter(not(exists(to_interviewer)))
    };
    let rows: Vec<InterviewRow> = found
        .order((interviews::held_at, interviews::id.desc()))
        .limit(i64::try_from(INTERVIEWS_PER_QUERY).unwrap_or(i64::MAX))
        .select(InterviewRow::as_select())
        .load(conn)?;
    // The names of interviewers are looked up when a mail is sent.
    let interviews = rows.into_iter();
    interviews
        .map(|row| row.into_interview(String::new()))
        .collect()
}

/// Returns the statuses of the interviews that a mail of a kind is about.
fn statuses(kind: MailKind) -> Vec<&'static str> {
    let all = InterviewStatus::ALL.into_iter();
    let matching = all.filter(|status| match kind {
        MailKind::ReportDue => status.occupies(),
        _ => status.is_planned(),
    });
    matching.map(InterviewStatus::as_str).collect()
}
