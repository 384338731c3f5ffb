//! Adding an interviewer to an existing panel.

use shortlist_domain::{
    InterviewId, InterviewStatus, NewInterview, OrganizationId, PanelScope, Timestamp, UserId,
};

use super::panels::lock_members;
use super::slots::Slot;
use super::{creation_entry, insert};
use crate::dialect;
use crate::error::StoreError;
use crate::writer::{InterviewWriter, Written};

/// An interviewer to add to the panel of an interview.
#[derive(Debug, Clone)]
pub struct NewPanelMember {
    /// The identifier of the new interview.
    pub id: InterviewId,
    /// The interviewer.
    pub interviewer_id: UserId,
    /// Whether the interviewer may have another interview at that time.
    pub allow_overlap: bool,
    /// When the interviewer is added.
    pub at: Timestamp,
}

/// The outcome of adding an interviewer to a panel.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PanelAddition {
    /// The interviewer has this interview, which may have existed before.
    Added(InterviewId),
    /// The organization has no such interview.
    NotFound,
    /// The interview is not one of a panel.
    NoPanel,
    /// The interview is over or cancelled.
    Fixed(InterviewStatus),
    /// The panel has the largest number of interviewers.
    Full,
    /// The interviewer has another interview with the same candidate at that time, such as one that was cancelled.
    Duplicate {
        /// The other interview.
        interview_id: InterviewId,
    },
    /// The interviewer meets another candidate in that time.
    Conflict {
        /// The other interview.
        interview_id: InterviewId,
    },
}

impl InterviewWriter<'_> {
    /// Adds an interviewer to the panel of an interview, at the same time and with the same details.
    ///
    /// # Errors
    /// [`StoreError::MissingReference`] if the organization has no such interviewer.
    pub fn add_member(
        &self,
        organization: &OrganizationId,
        interview: &InterviewId,
        new: &NewPanelMember,
        most: usize,
    ) -> Result<PanelAddition, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write(|conn| {
            let interviewer = new.interviewer_id.as_str();
            dialect::lock_user(conn, organization.as_str(), interviewer)?;
            let members = lock_members(conn, organization, interview, PanelScope::Panel)?;
            let Some(base) = members.first() else {
                return Ok(Written::nothing(PanelAddition::NotFound));
            };
            let Some(panel) = &base.panel_id else {
                return Ok(Written::nothing(PanelAddition::NoPanel));
            };
            if !base.status.occupies() || base.status == InterviewStatus::Completed {
                return Ok(Written::nothing(PanelAddition::Fixed(base.status)));
            }
            let is_theirs = |one: &&shortlist_domain::Interview| {
                one.interviewer_id == new.interviewer_id && one.status.occupies()
            };
            if let Some(existing) = members.iter().find(is_theirs) {
                return Ok(Written::nothing(PanelAddition::Added(existing.id.clone())));
            }
            let active = members.iter().filter(|one| one.status.occupies());
            if active.count() >= most {
                return Ok(Written::nothing(PanelAddition::Full));
            }
            let added = NewInterview {
                id: new.id.clone(),
                organization_id: organization.clone(),
                candidate_id: base.candidate_id.clone(),
                interviewer_id: new.interviewer_id.clone(),
                job_id: base.job_id.clone(),
                date_and_time: base.date_and_time,
                status: InterviewStatus::Scheduled,
                allow_overlap: new.allow_overlap,
                created_at: new.at,
            };
            let slot = Slot::of_new(&added, base.details.duration);
            if let Some(interview_id) = slot.find_duplicate(conn)? {
                return Ok(Written::nothing(PanelAddition::Duplicate { interview_id }));
            }
            if !new.allow_overlap
                && let Some(interview_id) = slot.find_overlapping(conn)?
            {
                return Ok(Written::nothing(PanelAddition::Conflict { interview_id }));
            }
            insert(conn, &added, &base.details, Some(panel))?;
            let entry = creation_entry(&added);
            Ok(Written::one(PanelAddition::Added(added.id), entry))
        })
    }
}
