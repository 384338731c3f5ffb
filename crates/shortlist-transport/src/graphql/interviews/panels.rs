//! The GraphQL types for scheduling interviews, and of panels.

use juniper::GraphQLObject;
use shortlist_app::{AddInterviewer, App, AppError, ScheduleInterview};
use shortlist_domain::Principal;

use crate::graphql::input::input;
use crate::graphql::interviews::Interview;
use crate::graphql::object::object;

input! {
    pub(crate) struct ScheduleInterviewInput(ScheduleInterview) of organization_id "organizationId" {
        "candidateId" as candidate_id: String;
        /// One interviewer, or several for a panel. Each one has an interview and a report of their own.
        "interviewerIds" as interviewer_ids: Vec<String>;
        "dateAndTime" as date_and_time: String;
        /// How long it takes, between 5 and 480 minutes.
        "durationMinutes" as duration_minutes: Option<i32> [Some(60)];
        /// A room or an address.
        "place" as place: Option<String>;
        /// The `https` address of an online meeting.
        "meetingLink" as meeting_link: Option<String>;
        /// The time zone in which the time is shown, such as `Europe/Berlin`.
        "timeZone" as time_zone: Option<String>;
        "allowOverlap" as allow_overlap: Option<bool> [Some(false)] = allow_overlap.unwrap_or(false);
    }
}

input! {
    /// Adds an interviewer to the panel of an interview.
    pub(crate) struct AddInterviewerInput(AddInterviewer) of organization_id "organizationId" {
        /// Any interview of the panel.
        "interviewId" as interview_id: String;
        "interviewerId" as interviewer_id: String;
        "allowOverlap" as allow_overlap: Option<bool> [Some(false)] = allow_overlap.unwrap_or(false);
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
