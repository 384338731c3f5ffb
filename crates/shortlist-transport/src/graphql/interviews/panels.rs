//! The GraphQL types for scheduling interviews, and of panels.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{AddInterviewer, App, AppError, ScheduleInterview};
use shortlist_domain::Principal;

use crate::graphql::interviews::Interview;
use crate::graphql::object::object;

#[derive(GraphQLInputObject)]
pub(crate) struct ScheduleInterviewInput {
    pub(crate) organization_id: String,
    candidate_id: String,
    /// One interviewer, or several for a panel. Each one has an interview and a report of their own.
    interviewer_ids: Vec<String>,
    date_and_time: String,
    /// How long it takes, between 5 and 480 minutes.
    #[graphql(default = Some(60))]
    duration_minutes: Option<i32>,
    /// A room or an address.
    place: Option<String>,
    /// The `https` address of an online meeting.
    meeting_link: Option<String>,
    /// The time zone in which the time is shown, such as `Europe/Berlin`.
    time_zone: Option<String>,
    #[graphql(default = Some(false))]
    allow_overlap: Option<bool>,
}

impl ScheduleInterviewInput {
    pub(crate) fn request(self) -> ScheduleInterview {
        ScheduleInterview {
            candidate_id: self.candidate_id,
            interviewer_ids: self.interviewer_ids,
            date_and_time: self.date_and_time,
            duration_minutes: self.duration_minutes,
            place: self.place,
            meeting_link: self.meeting_link,
            time_zone: self.time_zone,
            allow_overlap: self.allow_overlap.unwrap_or(false),
        }
    }
}

/// Adds an interviewer to the panel of an interview.
#[derive(GraphQLInputObject)]
pub(crate) struct AddInterviewerInput {
    pub(crate) organization_id: String,
    /// Any interview of the panel.
    interview_id: String,
    interviewer_id: String,
    #[graphql(default = Some(false))]
    allow_overlap: Option<bool>,
}

impl AddInterviewerInput {
    pub(crate) fn request(self) -> AddInterviewer {
        AddInterviewer {
            interview_id: self.interview_id,
            interviewer_id: self.interviewer_id,
            allow_overlap: self.allow_overlap.unwrap_or(false),
        }
    }
}

/// The interviews that were scheduled, in the order of the interviewers.
#[derive(GraphQLObject)]
pub(crate) struct ScheduledInterview {
    interviews: Vec<Interview>,
}

impl ScheduledInterview {
    pub(crate) fn schedule(
        app: &App,
        principal: &Principal,
        request: &ScheduleInterview,
    ) -> Result<Self, AppError> {
        let scheduled = app.interviews().schedule(principal, request)?;
        let interviews = Interview::all_of(app, principal, scheduled)?;
        Ok(Self { interviews })
    }
}

object! {
    /// An interviewer of a panel, with the interview that is theirs.
    pub(crate) struct PanelMember(shortlist_domain::PanelMember) as member {
        interview_id: &str = member.interview_id.as_str();
        interviewer_id: &str = member.interviewer_id.as_str();
        interviewer_name: &str = &member.interviewer_name;
        status: &'static str = member.status.as_str();
        has_report: bool = member.has_report;
    }
}
