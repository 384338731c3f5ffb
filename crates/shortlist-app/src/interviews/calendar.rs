//! An interview as an iCalendar file (RFC 5545).

use chrono::Duration;
use icalendar::{Calendar, Class, Component, Event, EventLike, EventStatus};
use shortlist_domain::{
    Candidate, Interview, InterviewId, InterviewStatus, Job, PanelMember, Principal,
};

use crate::access::job_access::visible_interview;
use crate::blind::{Masks, mask_interviews};
use crate::checks::check_assigned;
use crate::error::AppError;
use crate::interviews::Interviews;
use crate::operations::{Claims, Operation};

/// The product that creates the file, as a formal public identifier.
const PRODUCT: &str = "-//Shortlist//Interviews//EN";

/// An interview as a calendar file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InterviewCalendar {
    /// The suggested file name.
    pub file_name: String,
    /// The file.
    pub text: String,
}

impl InterviewCalendar {
    /// The media type of the file.
    pub const MEDIA_TYPE: &'static str = "text/calendar; charset=utf-8";
}

/// What the caller may know about an interview besides its time.
#[derive(Default)]
struct VisibleDetails {
    candidate: Option<Candidate>,
    job: Option<Job>,
    /// The interviewers of the panel, if there are several.
    panel: Vec<PanelMember>,
}

impl Interviews<'_> {
    /// Returns an interview as a calendar file. The file names the candidate if the caller may read the candidate, and the
    /// job if the caller may read the job.
    ///
    /// # Errors
    /// Returns an error if there is no such interview. An Interviewer also gets an error unless the interview is their own
    /// or the candidate is assigned to them.
    pub fn calendar(
        &self,
        principal: &Principal,
        interview_id: &str,
    ) -> Result<InterviewCalendar, AppError> {
        let id = InterviewId::parse("interviewId", interview_id)?;
        let mut interview = visible_interview(self.store, principal, &id)?;
        let is_own = interview.interviewer_id == principal.user_id;
        let is_assigned = match check_assigned(self.store, principal, &interview.candidate_id) {
            Ok(()) => true,
            // The interviewer of a cancelled interview learns of the cancellation from the same file.
            Err(AppError::Forbidden(_)) if is_own => false,
            Err(error) => return Err(error),
        };
        let mut visible = VisibleDetails::default();
        let is_permitted =
            |operation: Operation| operation.authorize(principal, Claims::default()).is_ok();
        if is_assigned && is_permitted(Operation::GetCandidate) {
            let (organization, candidate) = (&principal.organization_id, &interview.candidate_id);
            visible.candidate = self.store.candidates().find(organization, candidate)?;
            let masks = Masks::of(self.store, principal, std::slice::from_ref(candidate))?;
            masks.mask_all(&mut visible.candidate);
        }
        if is_permitted(Operation::GetJob) {
            visible.job = self
                .store
                .jobs()
                .find(&principal.organization_id, &interview.job_id)?;
        }
        visible.panel = self.present_panel(principal, &interview)?;
        mask_interviews(self.store, principal, [&mut interview])?;
        Ok(InterviewCalendar {
            file_name: format!("interview-{id}.ics"),
            text: calendar(&interview, &visible),
        })
    }

    /// Returns the interviewers of a panel who did not drop out.
    fn present_panel(
        &self,
        principal: &Principal,
        interview: &Interview,
    ) -> Result<Vec<PanelMember>, AppError> {
        let mut panels = self.panels(principal, std::slice::from_ref(interview))?;
        let panel = interview.panel_id.as_ref().and_then(|id| panels.remove(id));
        let mut members = panel.unwrap_or_default();
        members.retain(|member| member.status.occupies());
        Ok(members)
    }
}

fn calendar(interview: &Interview, visible: &VisibleDetails) -> String {
    let mut calendar = Calendar::empty();
    calendar
        .append_property(("VERSION", "2.0"))
        .append_property(("PRODID", PRODUCT))
        .append_property(("CALSCALE", "GREGORIAN"))
        .append_property(("METHOD", "PUBLISH"))
        .push(event(interview, visible));
    calendar.to_string()
}

/// Returns the event of an interview.
///
/// Its identifier stays the same, and its sequence number grows when the interview is moved or cancelled, so that a
/// calendar replaces its copy. The event names no attendees, because calendars send messages to them.
fn event(interview: &Interview, visible: &VisibleDetails) -> Event {
    let begins = interview.date_and_time;
    let details = &interview.details;
    let ends = begins.plus(Duration::minutes(i64::from(details.duration.get())));
    let status = match interview.status {
        InterviewStatus::Cancelled => EventStatus::Cancelled,
        _ => EventStatus::Confirmed,
    };
    let mut event = Event::new();
    if let Some(place) = details.place.as_ref().or(details.meeting_link.as_ref()) {
        event.location(&one_line(place));
    }
    if let Some(link) = &details.meeting_link {
        event.add_property("URL", one_line(link));
    }
    event
        .uid(&format!("{}@shortlist", interview.id))
        .sequence(interview.sequence)
        .timestamp(interview.updated_at.as_datetime())
        .created(interview.created_at.as_datetime())
        .last_modified(interview.updated_at.as_datetime())
        .starts(begins.as_datetime())
        .ends(ends.as_datetime())
        .status(status)
        .class(Class::Private)
        .summary(&summary(visible))
        .description(&description(interview, visible))
        .done()
}

fn summary(visible: &VisibleDetails) -> String {
    let name = visible
        .candidate
        .as_ref()
        .map(|candidate| match one_line(&candidate.full_name) {
            name if name.is_empty() => candidate.code.to_string(),
            name => name,
        });
    let title = visible.job.as_ref().map(|job| one_line(&job.title));
    match (name, title) {
        (Some(name), Some(title)) => format!("Interview: {name}, {title}"),
        (Some(text), None) | (None, Some(text)) => format!("Interview: {text}"),
        (None, None) => "Interview".to_owned(),
    }
}

fn description(interview: &Interview, visible: &VisibleDetails) -> String {
    let candidate = visible.candidate.as_ref();
    let code = candidate.map(|candidate| format!("Candidate: {}", candidate.code));
    let lines = [
        code,
        Some(interviewers(interview, &visible.panel)),
        Some(format!("Status: {}", interview.status.as_str())),
        local_time(interview),
        meeting_link(interview),
    ];
    lines.into_iter().flatten().collect::<Vec<_>>().join("\n")
}

fn interviewers(interview: &Interview, panel: &[PanelMember]) -> String {
    let names = panel
        .iter()
        .map(|member| one_line(&member.interviewer_name));
    let names: Vec<String> = names.collect();
    match names.as_slice() {
        [] | [_] => format!("Interviewer: {}", one_line(&interview.interviewer_name)),
        several => format!("Interviewers: {}", several.join(", ")),
    }
}

fn local_time(interview: &Interview) -> Option<String> {
    let zone = interview.details.time_zone?;
    let time = zone.local_time(interview.date_and_time);
    Some(format!("Local time: {time} ({})", zone.name()))
}

fn meeting_link(interview: &Interview) -> Option<String> {
    let link = interview.details.meeting_link.as_deref()?;
    Some(format!("Meeting: {}", one_line(link)))
}

/// Returns the text without line breaks and other control characters, which could end a line of the file.
fn one_line(text: &str) -> String {
    let shown = text.split(|c: char| c.is_whitespace() || c.is_control());
    let words: Vec<_> = shown.filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use shortlist_domain::{
        CandidateId, InterviewDetails, InterviewMinutes, JobId, OrganizationId, TimeZone,
        Timestamp, UserId,
    };

    use super::*;

    fn interview(name: &str) -> Interview {
        let at = |text: &str| Timestamp::parse("at", text).unwrap();
        Interview {
            id: InterviewId::parse("id", "int_1").unwrap(),
            organization_id: OrganizationId::parse("id", "org_1").unwrap(),
            candidate_id: CandidateId::parse("id", "cnd_1").unwrap(),
            interviewer_id: UserId::parse("id", "usr_1").unwrap(),
            interviewer_name: name.to_owned(),
            job_id: JobId::parse("id", "job_1").unwrap(),
            date_and_time: at("2026-03-06T09:30:00+01:00"),
            status: InterviewStatus::Rescheduled,
            has_report: false,
            created_at: at("2026-03-01T08:00:00Z"),
            updated_at: at("2026-03-02T08:00:00Z"),
            sequence: 2,
            details: InterviewDetails::default(),
            panel_id: None,
        }
    }

    #[test]
    fn the_calendar_file_follows_the_standard() {
        let text = calendar(&interview("Ada Example"), &VisibleDetails::default());
        let expected = [
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Shortlist//Interviews//EN",
            "CALSCALE:GREGORIAN",
            "METHOD:PUBLISH",
            "BEGIN:VEVENT",
            "CLASS:PRIVATE",
            "CREATED:20260301T080000Z",
            "DESCRIPTION:Interviewer: Ada Example\\nStatus: Rescheduled",
            "DTEND:20260306T093000Z",
            "DTSTAMP:20260302T080000Z",
            "DTSTART:20260306T083000Z",
            "LAST-MODIFIED:20260302T080000Z",
            "SEQUENCE:2",
            "STATUS:CONFIRMED",
            "SUMMARY:Interview",
            "UID:int_1@shortlist",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        assert_eq!(text, expected.join("\r\n"));
    }

    #[test]
    fn the_file_contains_duration_place_and_local_time() {
        let mut interview = interview("Ada Example");
        interview.details = InterviewDetails {
            duration: InterviewMinutes::parse("minutes", 45).unwrap(),
            place: Some("Room 1\r\nATTENDEE:eve".to_owned()),
            meeting_link: Some("https://meet.example/1".to_owned()),
            time_zone: TimeZone::parse("zone", "Europe/Berlin").ok(),
        };
        let text = calendar(&interview, &VisibleDetails::default()).replace("\r\n ", "");
        for line in [
            "DTSTART:20260306T083000Z\r\n",
            "DTEND:20260306T091500Z\r\n",
            "LOCATION:Room 1 ATTENDEE:eve\r\n",
            "URL:https://meet.example/1\r\n",
            "Local time: 2026-03-06 09:30 (Europe/Berlin)\\nMeeting: https://meet.example/1",
        ] {
            assert!(text.contains(line), "{line} in {text}");
        }
    }

    #[test]
    fn names_cannot_inject_calendar_lines() {
        let hostile = "Ada\r\nATTENDEE:mailto:eve@example.org\u{85}\u{2028}; \\n, \u{0}";
        for name in [hostile.to_owned(), "\u{3000}老虎 ".repeat(60)] {
            let text = calendar(&interview(&name), &VisibleDetails::default());
            let lines: Vec<_> = text.split("\r\n").collect();
            assert!(lines.iter().all(|line| line.len() <= 75), "{text}");
            assert!(!lines.iter().any(|line| line.starts_with("ATTENDEE")));
            assert!(!text.replace("\r\n", "").contains(char::is_control));
            let whole = text.replace("\r\n ", "");
            let description_lines = whole.lines().filter(|line| line.starts_with("DESCRIPTION"));
            assert_eq!(description_lines.count(), 1);
        }
    }
}
