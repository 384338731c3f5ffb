//! Changing an interview: its status, time, place and interviewer.

use shortlist_domain::{
    CombinationProblem, Interview, InterviewChange, InterviewDetailsChange, InterviewId,
    InterviewMinutes, InterviewStatus, InvalidValue, NumberProblem, PanelScope, Principal,
    TimeZone, Timestamp, UserId, check_https_link, check_short,
};
use shortlist_persistence::{InterviewUpdate, PanelChange};

use crate::access::job_access::visible_interview;
use crate::blind::Masks;
use crate::checks::{NO_INTERVIEW, check_interviewer, not_null};
use crate::conflict::InterviewConflict;
use crate::error::AppError;
use crate::interviews::Interviews;
use crate::operations::Operation;

/// A change of an interview, as the caller gave it; `None` keeps a field.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct UpdateInterview {
    pub interview_id: String,
    pub status: Option<Option<String>>,
    pub date_and_time: Option<Option<String>>,
    pub duration_minutes: Option<Option<i32>>,
    pub place: Option<Option<String>>,
    pub meeting_link: Option<Option<String>>,
    pub time_zone: Option<Option<String>>,
    pub interviewer_id: Option<Option<String>>,
    pub only_this: bool,
    pub allow_overlap: bool,
    /// The sequence number that the interview must still have.
    pub if_sequence: Option<i32>,
}

impl Interviews<'_> {
    /// Changes an interview's status, time, place or interviewer. The other interviews of its panel change with it.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, there is no such interview, it does not allow the change, or the interviewer
    /// is busy.
    pub fn update(
        &self,
        principal: &Principal,
        request: UpdateInterview,
    ) -> Result<Interview, AppError> {
        let id = InterviewId::parse("interviewId", &request.interview_id)?;
        let mut change = parse_change(request)?;
        let interview = visible_interview(self.store, principal, &id)?;
        let candidate = std::slice::from_ref(&interview.candidate_id);
        let masks = Masks::of(self.store, principal, candidate)?;
        change.hides_place = masks.hides(&interview.candidate_id);
        if let Some(interviewer) = &change.interviewer_id {
            check_interviewer(self.store, principal, interviewer)?;
        }
        let writer = self
            .writers
            .for_caller(principal, Operation::UpdateInterview);
        match writer
            .interviews()
            .update_panel(&principal.organization_id, &id, &change)?
        {
            InterviewUpdate::Changed(interview) => self.masked_interview(principal, *interview),
            InterviewUpdate::NotFound => Err(NO_INTERVIEW),
            InterviewUpdate::Refused(refused) => Err(AppError::FieldConflict(refused.into())),
            InterviewUpdate::Stale(interview) => Err(changed_meanwhile(&interview)),
            InterviewUpdate::Overlap { interview_id } => {
                Err(AppError::InterviewOverlap(interview_id))
            }
            InterviewUpdate::Duplicate { interview_id } => Err(AppError::conflict(
                InterviewConflict::SameTime(interview_id),
            )),
        }
    }
}

fn changed_meanwhile(interview: &Interview) -> AppError {
    AppError::conflict(InterviewConflict::ChangedMeanwhile {
        status: interview.status,
        at: interview.date_and_time,
        sequence: interview.sequence,
    })
}

/// Parses the address of an online meeting. An empty one counts as absent.
pub(crate) fn parse_link(link: Option<&str>) -> Result<Option<String>, InvalidValue> {
    let given = link.filter(|link| !link.trim().is_empty());
    given
        .map(|link| check_https_link("meetingLink", link))
        .transpose()
}

/// Parses a time zone. An empty one counts as absent.
pub(crate) fn parse_zone(zone: Option<&str>) -> Result<Option<TimeZone>, InvalidValue> {
    let given = zone.filter(|zone| !zone.trim().is_empty());
    given
        .map(|zone| TimeZone::parse("timeZone", zone))
        .transpose()
}

/// Parses a change of an interview and of its panel.
fn parse_change(request: UpdateInterview) -> Result<PanelChange, InvalidValue> {
    let status = not_null("status", request.status)?
        .map(|status| InterviewStatus::parse("status", &status))
        .transpose()?;
    let date_and_time = not_null("dateAndTime", request.date_and_time)?
        .map(|at| Timestamp::parse("dateAndTime", &at))
        .transpose()?;
    let place = request.place;
    let details = InterviewDetailsChange {
        duration: not_null("durationMinutes", request.duration_minutes)?
            .map(|minutes| InterviewMinutes::parse("durationMinutes", minutes))
            .transpose()?,
        place: place
            .map(|place| check_short("place", place.as_deref().unwrap_or_default()))
            .transpose()?,
        meeting_link: request
            .meeting_link
            .map(|link| parse_link(link.as_deref()))
            .transpose()?,
        time_zone: request
            .time_zone
            .map(|zone| parse_zone(zone.as_deref()))
            .transpose()?,
    };
    let is_shared = date_and_time.is_some() || details != InterviewDetailsChange::default();
    if request.only_this && is_shared {
        let problem = CombinationProblem::SharedByPanel;
        return Err(InvalidValue::new("onlyThis", problem));
    }
    let if_sequence = request.if_sequence.map(|number| {
        let problem = NumberProblem::NotSequence;
        u32::try_from(number).map_err(|_negative| InvalidValue::new("ifSequence", problem))
    });
    Ok(PanelChange {
        if_sequence: if_sequence.transpose()?,
        hides_place: false,
        change: InterviewChange {
            status,
            date_and_time,
            allow_overlap: request.allow_overlap,
        },
        details,
        interviewer_id: not_null("interviewerId", request.interviewer_id)?
            .map(|id| UserId::parse("interviewerId", &id))
            .transpose()?,
        scope: if request.only_this {
            PanelScope::OnlyThis
        } else {
            PanelScope::Panel
        },
    })
}
