//! Invitations to interviews, as mail programs show them: iMIP (RFC 6047) with events of iTIP (RFC 5546).

use chrono::Duration;
use icalendar::{Calendar, Class, Component, Event, EventLike, EventStatus, Property};
use shortlist_domain::{InterviewMinutes, Timestamp};

use crate::address::Mailbox;
use crate::header_text::{HeaderText, one_line};

/// The product that writes the event, as a formal public identifier.
const PRODUCT: &str = "-//Shortlist//Mail//EN";

/// What the recipient's calendar should do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InvitationMethod {
    /// Show a new event, or move the one with the same identifier.
    Request,
    /// Cancel the event.
    Cancel,
}

impl InvitationMethod {
    /// Returns the name of the standard.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Request => "REQUEST",
            Self::Cancel => "CANCEL",
        }
    }
}

/// An event for the calendar of one recipient.
///
/// Each recipient gets an event of their own, with their own text and without the addresses of the others: candidates do not learn
/// who else is invited, and interviewers get no address of the candidate.
#[derive(Debug, Clone)]
pub struct Invitation {
    /// Whether the event is shown or cancelled.
    pub method: InvitationMethod,
    /// The identifier of the event, which stays the same when it is moved or cancelled.
    pub uid: String,
    /// 0 for a new event. It grows when the event is moved or cancelled, otherwise calendars ignore the change.
    pub sequence: u32,
    /// When this invitation was written.
    pub at: Timestamp,
    /// Who invites. Acceptances and refusals go to this address.
    pub organizer: Mailbox,
    /// Who is invited: the recipient of the mail. Calendars ignore events without their owner's address.
    pub attendee: Mailbox,
    /// When the interview begins.
    pub begins: Timestamp,
    /// How long it takes.
    pub duration: InterviewMinutes,
    /// The title of the event.
    pub summary: HeaderText,
    /// The text of the event.
    pub description: String,
    /// Where it takes place.
    pub place: Option<String>,
    /// The address of the meeting.
    pub meeting_link: Option<String>,
}

impl Invitation {
    /// Returns the event as a calendar file (RFC 5545). Times are UTC, which every program shows in its owner's zone.
    pub fn to_ics(&self) -> String {
        let mut calendar = Calendar::empty();
        calendar
            .append_property(("VERSION", "2.0"))
            .append_property(("PRODID", PRODUCT))
            .append_property(("CALSCALE", "GREGORIAN"))
            .append_property(("METHOD", self.method.as_str()))
            .push(self.event());
        calendar.to_string()
    }

    fn event(&self) -> Event {
        let ends = self
            .begins
            .plus(Duration::minutes(i64::from(self.duration.get())));
        let status = match self.method {
            InvitationMethod::Request => EventStatus::Confirmed,
            InvitationMethod::Cancel => EventStatus::Cancelled,
        };
        let mut event = Event::new();
        if let Some(place) = self.place.as_ref().or(self.meeting_link.as_ref()) {
            event.location(&one_line(place));
        }
        if let Some(link) = &self.meeting_link {
            event.add_property("URL", one_line(link));
        }
        event
            .uid(&one_line(&self.uid))
            .sequence(self.sequence)
            .timestamp(self.at.as_datetime())
            .last_modified(self.at.as_datetime())
            .starts(self.begins.as_datetime())
            .ends(ends.as_datetime())
            .status(status)
            .class(Class::Private)
            .summary(self.summary.as_str())
            .description(&lines(&self.description))
            .add_property("TRANSP", "OPAQUE")
            .append_property(person("ORGANIZER", &self.organizer))
            .append_multi_property(self.attendee())
            .done()
    }

    fn attendee(&self) -> Property {
        let mut attendee = person("ATTENDEE", &self.attendee);
        for (name, value) in [
            ("CUTYPE", "INDIVIDUAL"),
            ("ROLE", "REQ-PARTICIPANT"),
            ("PARTSTAT", "NEEDS-ACTION"),
            ("RSVP", "TRUE"),
        ] {
            attendee.add_parameter(name, value);
        }
        attendee
    }
}

fn person(role: &str, mailbox: &Mailbox) -> Property {
    let mut person = Property::new(role, format!("mailto:{}", mailbox.address));
    if let Some(name) = &mailbox.name {
        // No parameter can contain a quotation mark (RFC 5545, section 3.1).
        person.add_parameter("CN", &name.as_str().replace('"', "'"));
    }
    person
}

/// Returns a text of several lines without control characters, which could end a line of the file.
fn lines(text: &str) -> String {
    let lines: Vec<String> = text.lines().map(one_line).collect();
    lines.join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MailAddress;

    fn mailbox(name: &str, address: &str) -> Mailbox {
        Mailbox::new(name, MailAddress::parse("address", address).unwrap())
    }

    fn at(text: &str) -> Timestamp {
        Timestamp::parse("at", text).unwrap()
    }

    fn invitation(name: &str) -> Invitation {
        Invitation {
            method: InvitationMethod::Request,
            uid: "int_1.usr_1@shortlist".to_owned(),
            sequence: 0,
            at: at("2026-03-01T08:00:00Z"),
            organizer: mailbox("Example Ltd", "jobs@example.org"),
            attendee: mailbox(name, "ada@example.net"),
            begins: at("2026-03-06T09:30:00+01:00"),
            duration: InterviewMinutes::parse("minutes", 45).unwrap(),
            summary: HeaderText::new("Interview: Nurse"),
            description: "With Grace, Tim\nBring: nothing".to_owned(),
            place: Some("Room 1".to_owned()),
            meeting_link: Some("https://meet.example/1".to_owned()),
        }
    }

    /// Returns the lines of the file without folding.
    fn unfolded(invitation: &Invitation) -> Vec<String> {
        let text = invitation.to_ics().replace("\r\n ", "");
        text.split("\r\n").map(str::to_owned).collect()
    }

    #[test]
    fn a_request_names_organizer_and_attendee() {
        let mut expected = vec![
            "BEGIN:VCALENDAR",
            "VERSION:2.0",
            "PRODID:-//Shortlist//Mail//EN",
            "CALSCALE:GREGORIAN",
            "METHOD:REQUEST",
            "BEGIN:VEVENT",
            "ATTENDEE;CN=Ada;CUTYPE=INDIVIDUAL;PARTSTAT=NEEDS-ACTION;ROLE=REQ-PARTICIPANT;RSVP=TRUE:mailto:ada@example.net",
            "CLASS:PRIVATE",
            "DESCRIPTION:With Grace\\, Tim\\nBring: nothing",
            "DTEND:20260306T091500Z",
            "DTSTAMP:20260301T080000Z",
            "DTSTART:20260306T083000Z",
            "LAST-MODIFIED:20260301T080000Z",
            "LOCATION:Room 1",
            "ORGANIZER;CN=Example Ltd:mailto:jobs@example.org",
            "SEQUENCE:0",
            "STATUS:CONFIRMED",
            "SUMMARY:Interview: Nurse",
            "TRANSP:OPAQUE",
            "UID:int_1.usr_1@shortlist",
            "URL:https://meet.example/1",
            "END:VEVENT",
            "END:VCALENDAR",
            "",
        ];
        let mut written = unfolded(&invitation("Ada"));
        // The library writes properties that may occur several times last.
        written.sort();
        expected.sort_unstable();
        assert_eq!(written, expected);
    }

    #[test]
    fn a_cancellation_keeps_the_identifier_and_counts_on() {
        let cancelled = Invitation {
            method: InvitationMethod::Cancel,
            sequence: 2,
            ..invitation("Ada")
        };
        let written = unfolded(&cancelled);
        for line in [
            "METHOD:CANCEL",
            "STATUS:CANCELLED",
            "SEQUENCE:2",
            "UID:int_1.usr_1@shortlist",
        ] {
            assert!(written.iter().any(|written| written == line), "{line}");
        }
    }

    #[test]
    fn names_cannot_inject_lines_or_parameters() {
        let hostile = "Ada\";PARTSTAT=ACCEPTED:mailto:x\r\nATTENDEE:mailto:eve@example.org\u{85}";
        for name in [hostile.to_owned(), "\u{3000}老虎 ".repeat(100)] {
            let mut hostile = invitation(&name);
            hostile.summary = HeaderText::new(&name);
            hostile.description.clone_from(&name);
            hostile.place = Some(name.clone());
            let text = hostile.to_ics();
            assert!(text.split("\r\n").all(|line| line.len() <= 75), "{text}");
            assert!(
                !text.replace("\r\n", "").contains(char::is_control),
                "{text}"
            );
            let written = unfolded(&hostile);
            let attendees: Vec<&String> = written
                .iter()
                .filter(|line| line.starts_with("ATTENDEE"))
                .collect();
            assert_eq!(attendees.len(), 1, "{text}");
            assert!(attendees[0].ends_with(":mailto:ada@example.net"), "{text}");
            assert_eq!(attendees[0].matches("PARTSTAT=NEEDS-ACTION").count(), 1);
        }
    }
}
