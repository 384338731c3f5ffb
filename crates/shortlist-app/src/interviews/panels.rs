//! Scheduling interviews with duration and place, for one interviewer or a panel.

use std::collections::HashMap;

use shortlist_domain::{
    Interview, InterviewDetails, InterviewId, InterviewMinutes, InterviewStatus, InvalidValue,
    ListProblem, NewInterview, PanelMember, Principal, Timestamp, UserId, check_short,
};
use shortlist_persistence::PanelInsertion;

use crate::access::job_access::visible_candidate;
use crate::checks::{NO_INTERVIEW, check_interviewer, find_candidate_id};
use crate::conflict::InterviewConflict;
use crate::error::AppError;
use crate::interviews::Interviews;
use crate::interviews::changes::{parse_link, parse_zone};
use crate::operations::Operation;
use crate::secrets::random_bits;

/// The largest number of interviewers in a panel.
pub(crate) const MAX_INTERVIEWERS: usize = 10;

/// An interview to schedule, as the caller gave it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct ScheduleInterview {
    pub candidate_id: String,
    pub interviewer_ids: Vec<String>,
    pub date_and_time: String,
    pub duration_minutes: Option<i32>,
    pub place: Option<String>,
    pub meeting_link: Option<String>,
    pub time_zone: Option<String>,
    pub allow_overlap: bool,
}

impl Interviews<'_> {
    /// Schedules an interview for each interviewer. Several become a panel. Repeating the same request returns the first
    /// interviews.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, the candidate or an interviewer is unknown, or an interviewer is busy at that
    /// time.
    pub fn schedule(
        &self,
        principal: &Principal,
        request: &ScheduleInterview,
    ) -> Result<Vec<Interview>, AppError> {
        let candidate_id = find_candidate_id(
            self.store,
            &principal.organization_id,
            &request.candidate_id,
        )?;
        let interviewers = parse_interviewers(&request.interviewer_ids)?;
        let date_and_time = Timestamp::parse("dateAndTime", &request.date_and_time)?;
        let details = parse_details(request)?;
        let candidate = visible_candidate(self.store, principal, &candidate_id)?;
        let organization = &principal.organization_id;
        let new = interviewers.into_iter().map(|interviewer_id| {
            check_interviewer(self.store, principal, &interviewer_id)?;
            Ok(NewInterview {
                id: InterviewId::generate(self.clock.now(), random_bits()?),
                organization_id: organization.clone(),
                candidate_id: candidate.id.clone(),
                interviewer_id,
                job_id: candidate.job_id.clone(),
                date_and_time,
                status: InterviewStatus::Scheduled,
                allow_overlap: request.allow_overlap,
                created_at: self.clock.now(),
            })
        });
        let new: Vec<NewInterview> = new.collect::<Result<_, AppError>>()?;
        let writer = self
            .writers
            .for_caller(principal, Operation::ScheduleInterview);
        let inserted = writer
            .interviews()
            .insert_panel(organization, &new, &details)?;
        let find = |id: &InterviewId| {
            let found = self.store.interviews().find(organization, id)?;
            self.masked_interview(principal, found.ok_or(NO_INTERVIEW)?)
        };
        match inserted {
            PanelInsertion::Created(ids) | PanelInsertion::Existing(ids) => {
                ids.iter().map(find).collect()
            }
            PanelInsertion::PartlyExisting { interview_id } => Err(AppError::conflict(
                InterviewConflict::PartOfPanel(interview_id),
            )),
            PanelInsertion::Conflict { interview_id } => {
                Err(AppError::InterviewOverlap(interview_id))
            }
        }
    }

    /// Returns for each interview the others that take its candidate at the same time, loaded with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn candidate_conflicts(
        &self,
        principal: &Principal,
        interviews: &[Interview],
    ) -> Result<Vec<Vec<InterviewId>>, AppError> {
        let organization = &principal.organization_id;
        let conflicts = self.store.interviews();
        Ok(conflicts.candidate_conflicts(organization, interviews)?)
    }

    /// Returns the members of the interviews' panels, loaded with a single query.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn panels(
        &self,
        principal: &Principal,
        interviews: &[Interview],
    ) -> Result<HashMap<InterviewId, Vec<PanelMember>>, AppError> {
        let ids = interviews.iter().filter_map(|one| one.panel_id.clone());
        let mut ids: Vec<InterviewId> = ids.collect();
        ids.sort_unstable();
        ids.dedup();
        let organization = &principal.organization_id;
        Ok(self.store.interviews().panels(organization, &ids)?)
    }
}

pub(crate) fn parse_interviewers(given: &[String]) -> Result<Vec<UserId>, InvalidValue> {
    let field = "interviewerIds";
    if given.is_empty() || given.len() > MAX_INTERVIEWERS {
        let problem = ListProblem::InterviewersOutOfRange(MAX_INTERVIEWERS);
        return Err(InvalidValue::new(field, problem));
    }
    let mut ids: Vec<UserId> = Vec::with_capacity(given.len());
    for id in given {
        let id = UserId::parse(field, id)?;
        if ids.contains(&id) {
            return Err(InvalidValue::new(field, ListProblem::InterviewerTwice));
        }
        ids.push(id);
    }
    Ok(ids)
}

fn parse_details(request: &ScheduleInterview) -> Result<InterviewDetails, InvalidValue> {
    let duration = request.duration_minutes;
    let duration = duration.map(|minutes| InterviewMinutes::parse("durationMinutes", minutes));
    Ok(InterviewDetails {
        duration: duration.transpose()?.unwrap_or(InterviewMinutes::DEFAULT),
        place: check_short("place", request.place.as_deref().unwrap_or_default())?,
        meeting_link: parse_link(request.meeting_link.as_deref())?,
        time_zone: parse_zone(request.time_zone.as_deref())?,
    })
}
