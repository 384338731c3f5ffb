//! Changes of an interview after its assignment.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, Interview, InterviewChange, InterviewId, NewAuditEntry, OrganizationId,
    RefusedChange,
};

use super::find;
use super::slots::Slot;
use crate::StoreError;
use crate::dialect::{self, DbConn};
use crate::schema::interviews;
use crate::times::stored;
use crate::writer::{InterviewWriter, Written};

/// The outcome of changing an interview.
#[derive(Debug, Clone, PartialEq)]
pub enum InterviewUpdate {
    /// It was changed to this.
    Changed(Interview),
    /// The organization has no such interview.
    NotFound,
    /// Its current state does not allow the change.
    Refused(RefusedChange),
    /// The interviewer meets another candidate within the same hour.
    Overlap {
        /// The other interview.
        interview_id: InterviewId,
    },
    /// The same candidate and interviewer already have an interview at that time, possibly a cancelled one.
    Duplicate {
        /// The other interview.
        interview_id: InterviewId,
    },
}

impl InterviewWriter<'_> {
    /// Changes an interview's status or time. The state that the interview has under the lock must allow the change.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update(
        &self,
        organization: &OrganizationId,
        id: &InterviewId,
        change: &InterviewChange,
    ) -> Result<InterviewUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            dialect::lock_interview(conn, organization.as_str(), id.as_str())?;
            let Some(before) = find(conn, organization.as_str(), id.as_str())? else {
                return Ok(Written::nothing(InterviewUpdate::NotFound));
            };
            let after = match before.changed(change, self.writer.action().at) {
                Ok(after) => after,
                Err(refused) => return Ok(Written::nothing(InterviewUpdate::Refused(refused))),
            };
            if let Some(conflict) = find_slot_conflict(conn, (&before, &after), change)? {
                return Ok(Written::nothing(conflict));
            }
            write(conn, &after)?;
            let entry = change_entry(&before, &after);
            Ok(Written::one(InterviewUpdate::Changed(after), entry))
        })
    }
}

/// Finds another interview in the time that the changed interview would take.
fn find_slot_conflict(
    conn: &mut DbConn,
    (before, after): (&Interview, &Interview),
    change: &InterviewChange,
) -> Result<Option<InterviewUpdate>, StoreError> {
    let is_moved = before.date_and_time != after.date_and_time;
    let takes_more = after.needs_new_time(before);
    if !is_moved && !takes_more {
        return Ok(None);
    }
    let (organization, user) = (&after.organization_id, &after.interviewer_id);
    dialect::lock_user(conn, organization.as_str(), user.as_str())?;
    let slot = Slot::of(after);
    if is_moved && let Some(interview_id) = slot.find_duplicate(conn)? {
        return Ok(Some(InterviewUpdate::Duplicate { interview_id }));
    }
    if takes_more
        && !change.allow_overlap
        && let Some(interview_id) = slot.find_overlapping(conn)?
    {
        return Ok(Some(InterviewUpdate::Overlap { interview_id }));
    }
    Ok(None)
}

fn write(conn: &mut DbConn, after: &Interview) -> Result<(), StoreError> {
    let interview = interviews::table
        .filter(interviews::organization_id.eq(after.organization_id.as_str()))
        .filter(interviews::id.eq(after.id.as_str()));
    diesel::update(interview)
        .set((
            interviews::status.eq(after.status.as_str()),
            interviews::held_at.eq(stored(after.date_and_time)),
            interviews::sequence.eq(i32::try_from(after.sequence).unwrap_or(i32::MAX)),
            interviews::updated_at.eq(stored(after.updated_at)),
        ))
        .execute(conn)?;
    Ok(())
}

/// Returns the audit entry for a changed interview.
fn change_entry(before: &Interview, after: &Interview) -> NewAuditEntry {
    let time = |interview: &Interview| interview.date_and_time.to_string();
    NewAuditEntry::done(AuditedKind::Interview, after.id.as_str())
        .for_candidate(&after.candidate_id)
        .with_change(
            "status",
            Some(before.status.as_str()),
            Some(after.status.as_str()),
        )
        .with_change("dateAndTime", Some(&time(before)), Some(&time(after)))
}
