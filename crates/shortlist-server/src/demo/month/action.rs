//! What users do in the demo's month.

use chrono::NaiveDate;
use shortlist_app::{MoveCandidates, ScheduleInterview, SetOffer, SubmitReport, SubmitReview};
use shortlist_domain::{Principal, Timestamp};

use super::super::people::People;
use crate::Failure;

/// An action with its time.
pub(super) type ScheduledAction = (Timestamp, Action);

/// Who reviews or decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Actor {
    Recruiter,
    Colleague,
    Interviewer,
}

/// What a user does with a candidate.
pub(super) struct Action {
    pub(super) candidate: String,
    pub(super) actor: Actor,
    pub(super) kind: ActionKind,
}

/// What kind of action it is.
pub(super) enum ActionKind {
    /// The candidate moves to the stage with this identifier.
    Move {
        stage: String,
        reason: Option<&'static str>,
    },
    Review {
        score: f64,
        comment: &'static str,
    },
    Note(&'static str),
    Schedule(Meeting),
    /// The report of the interview with this identifier.
    Report {
        interview: String,
        feedback: &'static str,
    },
    Offer(OfferTerms),
}

/// An interview to schedule.
pub(super) struct Meeting {
    pub(super) at: Timestamp,
    pub(super) with_recruiter: bool,
    pub(super) place: &'static str,
    pub(super) time_zone: &'static str,
    /// What the interviewer reports, and when, if the interview is over.
    pub(super) report: Option<(Timestamp, &'static str)>,
}

/// An offer, which the candidate gets at once.
pub(super) struct OfferTerms {
    pub(super) amount: &'static str,
    pub(super) currency: &'static str,
    pub(super) start: NaiveDate,
    pub(super) state: &'static str,
}

/// The minutes of an interview.
const INTERVIEW_MINUTES: i32 = 60;

impl Action {
    /// Performs the action. Returns the actions that follow from it.
    pub(super) fn perform(self, people: &People<'_>) -> Result<Vec<ScheduledAction>, Failure> {
        let user = user(people, self.actor);
        let candidate = self.candidate;
        match self.kind {
            ActionKind::Move { stage, reason } => {
                let request = MoveCandidates {
                    candidate_ids: vec![candidate],
                    stage_id: stage,
                    reason: reason.map(str::to_owned),
                };
                people.move_to_stage(user, &request)?;
            }
            ActionKind::Review { score, comment } => {
                let review = SubmitReview {
                    candidate_id: candidate,
                    score,
                    comment: Some(comment.to_owned()),
                };
                people.review(user, &review)?;
            }
            ActionKind::Note(text) => add_note(people, user, &candidate, text)?,
            ActionKind::Schedule(meeting) => return schedule(people, user, candidate, meeting),
            ActionKind::Report {
                interview,
                feedback,
            } => report(people, user, &interview, feedback)?,
            ActionKind::Offer(terms) => offer(people, user, &candidate, &terms)?,
        }
        Ok(Vec::new())
    }
}

fn user<'a>(people: &'a People<'_>, actor: Actor) -> &'a Principal {
    match actor {
        Actor::Recruiter => people.recruiter(),
        Actor::Colleague => people.recruiters.last().unwrap_or(people.recruiter()),
        Actor::Interviewer => &people.interviewer,
    }
}

fn add_note(
    people: &People<'_>,
    user: &Principal,
    candidate: &str,
    text: &str,
) -> Result<(), Failure> {
    let candidates = people.app.candidates();
    candidates
        .add_note(user, candidate, text, &[])
        .map_err(Failure::of("add a note about a demo candidate"))?;
    Ok(())
}

fn schedule(
    people: &People<'_>,
    user: &Principal,
    candidate: String,
    meeting: Meeting,
) -> Result<Vec<ScheduledAction>, Failure> {
    let mut interviewers = vec![people.interviewer.user_id.to_string()];
    if meeting.with_recruiter {
        interviewers.push(user.user_id.to_string());
    }
    let request = ScheduleInterview {
        candidate_id: candidate.clone(),
        interviewer_ids: interviewers,
        date_and_time: meeting.at.to_string(),
        duration_minutes: Some(INTERVIEW_MINUTES),
        place: Some(meeting.place.to_owned()),
        meeting_link: None,
        time_zone: Some(meeting.time_zone.to_owned()),
        allow_overlap: true,
    };
    let scheduled = people
        .app
        .interviews()
        .schedule(user, &request)
        .map_err(Failure::of("schedule a demo interview"))?;
    let Some((at, feedback)) = meeting.report else {
        return Ok(Vec::new());
    };
    let reports = scheduled.into_iter().map(|interview| {
        let by_interviewer = interview.interviewer_id == people.interviewer.user_id;
        let kind = ActionKind::Report {
            interview: interview.id.to_string(),
            feedback: if by_interviewer {
                feedback
            } else {
                super::texts::RECRUITER_REPORT
            },
        };
        let action = Action {
            candidate: candidate.clone(),
            actor: if by_interviewer {
                Actor::Interviewer
            } else {
                Actor::Recruiter
            },
            kind,
        };
        (at, action)
    });
    Ok(reports.collect())
}

fn report(
    people: &People<'_>,
    user: &Principal,
    interview: &str,
    feedback: &str,
) -> Result<(), Failure> {
    let report = SubmitReport {
        feedback: Some(feedback.to_owned()),
        questions: None,
        transcription: None,
        video_playback_link: None,
    };
    people
        .app
        .interviews()
        .submit_report(user, interview, report)
        .map_err(Failure::of("report a demo interview"))?;
    Ok(())
}

fn offer(
    people: &People<'_>,
    user: &Principal,
    candidate: &str,
    terms: &OfferTerms,
) -> Result<(), Failure> {
    let attempt = "make an offer to a demo candidate";
    let candidates = people.app.candidates();
    let mut states = vec![None, Some("Sent")];
    if terms.state == "Accepted" {
        states.push(Some("Accepted"));
    }
    for state in states {
        let request = SetOffer {
            amount: Some(terms.amount.to_owned()),
            currency: Some(terms.currency.to_owned()),
            start_date: Some(Some(terms.start.to_string())),
            state: state.map(str::to_owned),
        };
        candidates
            .set_offer(user, candidate, &request)
            .map_err(Failure::of(attempt))?;
    }
    Ok(())
}
