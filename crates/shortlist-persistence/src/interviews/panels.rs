//! Panels: several interviews of one candidate at one time, one for each interviewer.
//!
//! They share the identifier of the first as `panel_id`, which never changes. So the interviews of a panel can be listed
//! before they are locked.

use std::collections::HashMap;

use diesel::prelude::*;
use shortlist_domain::{
    Interview, InterviewDetails, InterviewId, InterviewStatus, NewInterview, OrganizationId,
    PanelMember, PanelScope, UserId,
};

use super::slots::Slot;
use super::{creation_entry, find, insert};
use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::{interviews, users};
use crate::store::Interviews;
use crate::writer::{InterviewWriter, Written};

/// The outcome of scheduling a panel.
#[derive(Debug, Clone, PartialEq)]
pub enum PanelInsertion {
    /// It was created, with these interviews in the given order.
    Created(Vec<InterviewId>),
    /// The same candidate meets these interviewers at that time already.
    Existing(Vec<InterviewId>),
    /// The same candidate meets one of the interviewers at that time, but not all.
    PartlyExisting {
        /// The existing interview.
        interview_id: InterviewId,
    },
    /// An interviewer meets another candidate in that time.
    Conflict {
        /// The other interview.
        interview_id: InterviewId,
    },
}

impl InterviewWriter<'_> {
    /// Creates an interview for each interviewer, or none. Several become a panel.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such candidate, interviewer or job.
    pub fn insert_panel(
        &self,
        organization: &OrganizationId,
        new: &[NewInterview],
        details: &InterviewDetails,
    ) -> Result<PanelInsertion, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            lock_interviewers(conn, organization, new)?;
            if let Some(existing) = find_existing(conn, new, details)? {
                return Ok(Written::nothing(existing));
            }
            let panel = new.first().filter(|_| new.len() > 1).map(|first| &first.id);
            for interview in new {
                insert(conn, interview, details, panel)?;
            }
            let created = new.iter().map(|interview| interview.id.clone()).collect();
            let entries = new.iter().map(creation_entry).collect();
            Ok(Written::each(PanelInsertion::Created(created), entries))
        })
    }
}

/// Locks the interviewers in the order of their identifiers, so that two panels wait for each other in one direction.
fn lock_interviewers(
    conn: &mut DbConn,
    organization: &OrganizationId,
    new: &[NewInterview],
) -> Result<(), StoreError> {
    let mut ids: Vec<&str> = new
        .iter()
        .map(|interview| interview.interviewer_id.as_str())
        .collect();
    ids.sort_unstable();
    for id in ids {
        dialect::lock_user(conn, organization.as_str(), id)?;
    }
    Ok(())
}

/// Finds the same interviews, or others in their time.
fn find_existing(
    conn: &mut DbConn,
    new: &[NewInterview],
    details: &InterviewDetails,
) -> Result<Option<PanelInsertion>, StoreError> {
    let mut existing = Vec::new();
    for interview in new {
        let slot = Slot::of_new(interview, details.duration);
        existing.extend(slot.find_duplicate(conn)?);
    }
    if existing.len() == new.len() {
        return Ok(Some(PanelInsertion::Existing(existing)));
    }
    if let Some(interview_id) = existing.into_iter().next() {
        return Ok(Some(PanelInsertion::PartlyExisting { interview_id }));
    }
    for interview in new.iter().filter(|interview| !interview.allow_overlap) {
        let slot = Slot::of_new(interview, details.duration);
        if let Some(interview_id) = slot.find_overlapping(conn)? {
            return Ok(Some(PanelInsertion::Conflict { interview_id }));
        }
    }
    Ok(None)
}

/// Locks an interview and the others of its panel, and returns them, the named one first. Returns nothing if the organization
/// has no such interview.
pub(super) fn lock_members(
    conn: &mut DbConn,
    organization: &OrganizationId,
    id: &InterviewId,
    scope: PanelScope,
) -> Result<Vec<Interview>, StoreError> {
    let organization = organization.as_str();
    let panel: Option<Option<String>> = interviews::table
        .filter(interviews::organization_id.eq(organization))
        .filter(interviews::id.eq(id.as_str()))
        .select(interviews::panel_id)
        .first(conn)
        .optional()?;
    let mut ids = match panel.flatten().filter(|_| scope == PanelScope::Panel) {
        Some(panel) => member_ids(conn, organization, &panel)?,
        None => vec![id.as_str().to_owned()],
    };
    for id in &ids {
        dialect::lock_interview(conn, organization, id)?;
    }
    ids.sort_by_key(|member| member != id.as_str());
    let mut members = Vec::new();
    for id in &ids {
        members.extend(find(conn, organization, id)?);
    }
    Ok(members)
}

fn member_ids(
    conn: &mut DbConn,
    organization: &str,
    panel: &str,
) -> Result<Vec<String>, StoreError> {
    Ok(interviews::table
        .filter(interviews::organization_id.eq(organization))
        .filter(interviews::panel_id.eq(panel))
        .order(interviews::id)
        .select(interviews::id)
        .load(conn)?)
}

type MemberRow = (Option<String>, String, String, String, String, bool);

impl Interviews<'_> {
    /// Returns the members of panels, ordered by name.
    ///
    /// # Errors
    /// When the database fails.
    pub fn panels(
        &self,
        organization: &OrganizationId,
        panels: &[InterviewId],
    ) -> Result<HashMap<InterviewId, Vec<PanelMember>>, StoreError> {
        if panels.is_empty() {
            return Ok(HashMap::new());
        }
        let mut rows: Vec<MemberRow> = self.pools.read(|conn| {
            Ok(interviews::table
                .inner_join(
                    users::table.on(users::organization_id
                        .eq(interviews::organization_id)
                        .and(users::id.eq(interviews::interviewer_id))),
                )
                .filter(interviews::organization_id.eq(organization.as_str()))
                .filter(interviews::panel_id.eq_any(panels.iter().map(InterviewId::as_str)))
                .select((
                    interviews::panel_id,
                    interviews::id,
                    interviews::interviewer_id,
                    users::full_name,
                    interviews::status,
                    interviews::has_report,
                ))
                .load(conn)?)
        })?;
        rows.sort_by(|a, b| (&a.3, &a.1).cmp(&(&b.3, &b.1)));
        let mut found: HashMap<InterviewId, Vec<PanelMember>> = HashMap::new();
        for (panel, id, interviewer, interviewer_name, status, has_report) in rows {
            let panel = InterviewId::parse("panel_id", &panel.unwrap_or_default())?;
            found.entry(panel).or_default().push(PanelMember {
                interview_id: InterviewId::parse("id", &id)?,
                interviewer_id: UserId::parse("interviewer_id", &interviewer)?,
                interviewer_name,
                status: InterviewStatus::parse("status", &status)?,
                has_report,
            });
        }
        Ok(found)
    }
}
