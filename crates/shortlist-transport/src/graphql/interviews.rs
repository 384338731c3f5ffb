//! The GraphQL types of interviews.

pub(crate) mod busy_times;
pub(crate) mod panels;
pub(crate) mod reports;
pub(crate) mod reviews;

use juniper::{GraphQLInputObject, GraphQLObject, Nullable};
use shortlist_app::{App, AppError, AssignInterviewer, UpdateInterview};
use shortlist_domain::{
    CandidateId, InterviewId, InterviewQuery, InterviewStatus, InvalidValue, JobId, PageRequest,
    Period, Principal, TimeZone, Timestamp, UserId,
};

use crate::graphql::cursor::CursorScope;
use crate::graphql::input::input;
use crate::graphql::interviews::panels::PanelMember;
use crate::graphql::jobs::change;
use crate::graphql::object::object;
use crate::graphql::page::{PageInfo, count, filter, parsed, resolved_candidate};

input! {
    pub(crate) struct AssignInterviewerInput(AssignInterviewer) {
        "candidateId" as candidate_id: String;
        "interviewerId" as interviewer_id: String;
        "dateAndTime" as date_and_time: String;
        "status" as status: String;
        "allowOverlap" as allow_overlap: Option<bool> [Some(false)] = allow_overlap.unwrap_or(false);
    }
}

#[derive(GraphQLObject)]
pub(crate) struct AssignInterviewerResult {
    message: &'static str,
    result: InsertResult,
}

#[derive(GraphQLObject)]
struct InsertResult {
    acknowledged: bool,
    inserted_id: String,
    #[graphql(name = "_id")]
    id: String,
}

impl AssignInterviewerResult {
    pub(crate) fn of(id: &InterviewId) -> Self {
        let result = InsertResult {
            acknowledged: true,
            inserted_id: id.to_string(),
            id: id.to_string(),
        };
        Self {
            message: "Interview scheduled successfully",
            result,
        }
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetInterviewsInput {
    pub(crate) organization_id: String,
    candidate_id: Option<String>,
    interviewer_id: Option<String>,
    job_id: Option<String>,
    status: Option<String>,
    /// Only interviews at this time or later.
    from: Option<String>,
    /// Only interviews before this time.
    to: Option<String>,
    #[graphql(default = Some(1))]
    page_number: Option<i32>,
    #[graphql(default = Some(20))]
    page_size: Option<i32>,
    /// The `endCursor` of the previous page, instead of a page number.
    after: Option<String>,
    /// Only interviews that were changed at this time or later, the earliest change first.
    updated_since: Option<String>,
}

impl GetInterviewsInput {
    /// Returns the list to which the cursors belong.
    pub(crate) fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        CursorScope::of("getInterviews", principal)
            .with(filter(self.candidate_id.as_ref()))
            .with(filter(self.interviewer_id.as_ref()))
            .with(filter(self.job_id.as_ref()))
            .with(filter(self.status.as_ref()))
            .with(filter(self.from.as_ref()))
            .with(filter(self.to.as_ref()))
            .with_change(self.updated_since.as_ref())
    }

    /// Returns the input with the candidate's identifier in place of a `uId`.
    pub(crate) fn resolved(self, app: &App, principal: &Principal) -> Result<Self, AppError> {
        let candidate_id = resolved_candidate(app, principal, self.candidate_id)?;
        Ok(Self {
            candidate_id,
            ..self
        })
    }

    pub(crate) fn query(
        &self,
        principal: &Principal,
        count: bool,
    ) -> Result<InterviewQuery, InvalidValue> {
        Ok(InterviewQuery {
            organization_id: principal.organization_id.clone(),
            candidate_id: parsed(
                self.candidate_id.as_ref(),
                "candidateId",
                CandidateId::parse,
            )?,
            interviewer_id: parsed(self.interviewer_id.as_ref(), "interviewerId", UserId::parse)?,
            job_id: parsed(self.job_id.as_ref(), "jobId", JobId::parse)?,
            status: parsed(self.status.as_ref(), "status", InterviewStatus::parse)?,
            period: Period {
                from: parsed(self.from.as_ref(), "from", Timestamp::parse)?,
                before: parsed(self.to.as_ref(), "to", Timestamp::parse)?,
            },
            updated_since: parsed(
                self.updated_since.as_ref(),
                "updatedSince",
                Timestamp::parse,
            )?,
            page: self.cursor_scope(principal).page(
                PageRequest::parse(
                    ("pageNumber", self.page_number.unwrap_or(1)),
                    ("pageSize", self.page_size.unwrap_or(20)),
                )?,
                "pageNumber",
                filter(self.after.as_ref()),
            )?,
            count,
        })
    }
}

input! {
    /// Changes an interview. A new time without a status sets the status to Rescheduled.
    pub(crate) struct UpdateInterviewInput(UpdateInterview) of organization_id "organizationId" {
        "interviewId" as interview_id: String;
        "status" as status: Nullable<String> = change(status);
        "dateAndTime" as date_and_time: Nullable<String> = change(date_and_time);
        /// How long it takes, between 5 and 480 minutes.
        "durationMinutes" as duration_minutes: Nullable<i32> = change(duration_minutes);
        /// A room or an address.
        "place" as place: Nullable<String> = change(place);
        /// The `https` address of an online meeting.
        "meetingLink" as meeting_link: Nullable<String> = change(meeting_link);
        /// The time zone in which the time is shown, such as `Europe/Berlin`.
        "timeZone" as time_zone: Nullable<String> = change(time_zone);
        /// Another interviewer for this interview.
        "interviewerId" as interviewer_id: Nullable<String> = change(interviewer_id);
        /// Whether the other interviews of the panel stay as they are, for example if one interviewer drops out.
        "onlyThis" as only_this: Option<bool> [Some(false)] = only_this.unwrap_or(false);
        "allowOverlap" as allow_overlap: Option<bool> [Some(false)] = allow_overlap.unwrap_or(false);
        /// The `sequence` of the interview when it was read. If somebody has moved, cancelled or changed it since, the call
        /// is refused.
        "ifSequence" as if_sequence: Option<i32>;
    }
}

#[derive(GraphQLObject)]
pub(crate) struct InterviewList {
    interviews: Vec<Interview>,
    total_count: i32,
    page_info: PageInfo,
}

impl InterviewList {
    pub(crate) fn load(
        app: &App,
        principal: &Principal,
        scope: &CursorScope,
        query: InterviewQuery,
    ) -> Result<Self, AppError> {
        let request = query.page.clone();
        let page = app.interviews().list(principal, query)?;
        Ok(Self {
            page_info: PageInfo::of(scope, &request, &page),
            total_count: count(page.total_count()),
            interviews: Interview::all_of(app, principal, page.items)?,
        })
    }
}

object! {
    pub(crate) struct Interview(LoadedInterview) as loaded {
        #[graphql(name = "_id")]
        id: &str = loaded.interview.id.as_str();
        candidate_id: &str = loaded.interview.candidate_id.as_str();
        interviewer_id: &str = loaded.interview.interviewer_id.as_str();
        interviewer_name: &str = &loaded.interview.interviewer_name;
        job_id: &str = loaded.interview.job_id.as_str();
        date_and_time: String = loaded.interview.date_and_time.to_string();
        status: &'static str = loaded.interview.status.as_str();
        has_report: bool = loaded.interview.has_report;
        created_at: String = loaded.interview.created_at.to_string();
        /// When it was last changed.
        updated_at: String = loaded.interview.updated_at.to_string();
        /// How often it was moved, cancelled, reinstated, or given other details.
        sequence: i32 = i32::try_from(loaded.interview.sequence).unwrap_or(i32::MAX);
        duration_minutes: i32 = i32::from(loaded.interview.details.duration.get());
        place: Option<&str> = loaded.interview.details.place.as_deref();
        /// The `https` address of an online meeting.
        meeting_link: Option<&str> = loaded.interview.details.meeting_link.as_deref();
        /// The time zone in which the time is shown.
        time_zone: Option<&'static str> = loaded.interview.details.time_zone.map(TimeZone::name);
        /// The identifier that the interviews of a panel share. Null for an interview with one interviewer.
        panel_id: Option<&str> = loaded.interview.panel_id.as_ref().map(InterviewId::as_str);
        /// All interviewers of the panel. Empty for an interview with one interviewer.
        panel: Vec<PanelMember> = loaded.panel.iter().cloned().map(PanelMember).collect();
        /// The other interviews that take the candidate at the same time, as a warning. Interviews of one panel are one meeting.
        candidate_conflicts: Vec<&str> = loaded.conflicts.iter().map(InterviewId::as_str).collect();
    }
}

/// An interview with what is loaded for it.
pub(crate) struct LoadedInterview {
    interview: shortlist_domain::Interview,
    panel: Vec<shortlist_domain::PanelMember>,
    conflicts: Vec<InterviewId>,
}

impl Interview {
    /// Returns an interview with its panel.
    pub(crate) fn load(
        app: &App,
        principal: &Principal,
        interview: shortlist_domain::Interview,
    ) -> Result<Self, AppError> {
        let mut loaded = Self::all_of(app, principal, vec![interview])?;
        loaded.pop().ok_or(AppError::Cancelled)
    }

    /// Returns interviews with their panels and warnings, each loaded with a single query.
    pub(crate) fn all_of(
        app: &App,
        principal: &Principal,
        interviews: Vec<shortlist_domain::Interview>,
    ) -> Result<Vec<Self>, AppError> {
        let panels = app.interviews().panels(principal, &interviews)?;
        let conflicts = app
            .interviews()
            .candidate_conflicts(principal, &interviews)?;
        let interviews = interviews.into_iter().zip(conflicts);
        let loaded = interviews.map(|(interview, conflicts)| {
            let panel = interview.panel_id.as_ref().and_then(|id| panels.get(id));
            Self(LoadedInterview {
                panel: panel.cloned().unwrap_or_default(),
                interview,
                conflicts,
            })
        });
        Ok(loaded.collect())
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct GetInterviewCalendarInput {
    pub(crate) organization_id: String,
    pub(crate) interview_id: String,
}

/// An interview as a calendar file (RFC 5545).
#[derive(GraphQLObject)]
pub(crate) struct InterviewCalendar {
    file_name: String,
    media_type: &'static str,
    text: String,
}

impl InterviewCalendar {
    pub(crate) fn of(file: shortlist_app::InterviewCalendar) -> Self {
        Self {
            file_name: file.file_name,
            media_type: shortlist_app::InterviewCalendar::MEDIA_TYPE,
            text: file.text,
        }
    }
}
