//! Changes of an interview after its assignment.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, Interview, InterviewChange, InterviewDetailsChange, InterviewId, NewAuditEntry,
    OrganizationId, PanelScope, RefusedChange, TimeZone, Timestamp, UserId,
};

use super::slots::Slot;
use super::{find, panels};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::interviews;
use crate::times::stored;
use crate::writer::{InterviewWriter, Written};

/// The outcome of changing an interview.
#[derive(Debug, Clone, PartialEq)]
pub enum InterviewUpdate {
    /// It was changed to this.
    Changed(Box<Interview>),
    /// The organization has no such interview.
    NotFound,
    /// Its current state does not allow the change.
    Refused(RefusedChange),
    /// It was moved, cancelled or changed after the state that the change is based on.
    Stale(Box<Interview>),
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

/// A requested change of an interview, and of the others of its panel.
#[derive(Debug, Clone)]
pub struct PanelChange {
    /// The change of status and time.
    pub change: InterviewChange,
    /// The change of details.
    pub details: InterviewDetailsChange,
    /// Another interviewer for the named interview.
    pub interviewer_id: Option<UserId>,
    /// The interviews that the change applies to.
    pub scope: PanelScope,
    /// The sequence number that the named interview must still have; `None` for any.
    pub if_sequence: Option<u32>,
    /// Whether the caller does not see the place and the meeting link. A given one then counts as a change, because the sequence
    /// number would say whether it was right.
    pub hides_place: bool,
}

impl InterviewWriter<'_> {
    /// Changes an interview's status or time, and those of its panel. The state that the interview has under the lock must allow the change.
    ///
    /// # Errors
    /// When the database fails.
    pub fn update(
        &self,
        organization: &OrganizationId,
        id: &InterviewId,
        change: &InterviewChange,
    ) -> Result<InterviewUpdate, StoreError> {
        let change = PanelChange {
            change: *change,
            details: InterviewDetailsChange::default(),
            interviewer_id: None,
            scope: PanelScope::Panel,
            if_sequence: None,
            hides_place: false,
        };
        self.update_panel(organization, id, &change)
    }

    /// Changes an interview and those of its panel that change with it: all of them or none.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such interviewer.
    pub fn update_panel(
        &self,
        organization: &OrganizationId,
        id: &InterviewId,
        change: &PanelChange,
    ) -> Result<InterviewUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            let members = panels::lock_members(conn, organization, id, change.scope)?;
            let Some(named) = members.first() else {
                return Ok(Written::nothing(InterviewUpdate::NotFound));
            };
            if change
                .if_sequence
                .is_some_and(|expected| expected != named.sequence)
            {
                let stale = InterviewUpdate::Stale(Box::new(named.clone()));
                return Ok(Written::nothing(stale));
            }
            let at = self.writer.action().at;
            let together = members.iter().filter(|member| named.changes_with(member));
            let changed = together.map(|before| Ok((before, changed(before, id, change, at)?)));
            let mut changed: Vec<(&Interview, Interview)> = match changed.collect() {
                Ok(changed) => changed,
                Err(refused) => return Ok(Written::nothing(InterviewUpdate::Refused(refused))),
            };
            // Interviewers are locked in this order, so that two panels wait for each other in one direction.
            changed.sort_by(|(_, a), (_, b)| a.interviewer_id.cmp(&b.interviewer_id));
            for (before, after) in &changed {
                if let Some(conflict) = find_slot_conflict(conn, before, after, &change.change)? {
                    return Ok(Written::nothing(conflict));
                }
            }
            let mut entries = Vec::new();
            for (before, after) in &changed {
                write(conn, after)?;
                entries.push(change_entry(before, after));
            }
            let stored = find(conn, organization.as_str(), id.as_str())?;
            let update = stored.map_or(InterviewUpdate::NotFound, |stored| {
                InterviewUpdate::Changed(Box::new(stored))
            });
            Ok(Written::each(update, entries))
        })
    }
}

/// Returns an interview after a change. Only the named one gets another interviewer.
fn changed(
    before: &Interview,
    named: &InterviewId,
    change: &PanelChange,
    at: Timestamp,
) -> Result<Interview, RefusedChange> {
    let after = match &change.interviewer_id {
        Some(interviewer) if before.id == *named => before.with_interviewer(interviewer)?,
        _ => before.clone(),
    };
    let after = after.changed(&change.change, at)?;
    let mut detailed = after.with_details(&change.details);
    let names_place = change.details.place.is_some() || change.details.meeting_link.is_some();
    if change.hides_place && names_place {
        detailed.sequence = after.sequence.saturating_add(1);
    }
    Ok(detailed)
}

/// Finds another interview in the time that the changed interview would take.
fn find_slot_conflict(
    conn: &mut DbConn,
    before: &Interview,
    after: &Interview,
    change: &InterviewChange,
) -> Result<Option<InterviewUpdate>, StoreError> {
    let is_moved = before.date_and_time != after.date_and_time
        || before.interviewer_id != after.interviewer_id;
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
            interviews::interviewer_id.eq(after.interviewer_id.as_str()),
            interviews::duration_minutes.eq(i32::from(after.details.duration.get())),
            interviews::place.eq(&after.details.place),
            interviews::meeting_link.eq(&after.details.meeting_link),
            interviews::time_zone.eq(after.details.time_zone.map(TimeZone::name)),
        ))
        .execute(conn)?;
    Ok(())
}

/// Returns the audit entry for a changed interview.
fn change_entry(before: &Interview, after: &Interview) -> NewAuditEntry {
    let time = |interview: &Interview| interview.date_and_time.to_string();
    let minutes = |interview: &Interview| interview.details.duration.get().to_string();
    let zone = |interview: &Interview| interview.details.time_zone.map(TimeZone::name);
    let (old, new) = (&before.details, &after.details);
    NewAuditEntry::done(AuditedKind::Interview, after.id.as_str())
        .for_candidate(&after.candidate_id)
        .of_job(&after.job_id)
        .with_change(
            "status",
            Some(before.status.as_str()),
            Some(after.status.as_str()),
        )
        .with_change("dateAndTime", Some(&time(before)), Some(&time(after)))
        .with_change(
            "interviewerId",
            Some(before.interviewer_id.as_str()),
            Some(after.interviewer_id.as_str()),
        )
        .with_change(
            "durationMinutes",
            Some(&minutes(before)),
            Some(&minutes(after)),
        )
        .with_change("place", old.place.as_deref(), new.place.as_deref())
        .with_change(
            "meetingLink",
            old.meeting_link.as_deref(),
            new.meeting_link.as_deref(),
        )
        .with_change("timeZone", zone(before), zone(after))
}
