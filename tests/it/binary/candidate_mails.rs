//! Mails to candidates about their interviews, sent by a running server to a real mail server.

use calcard::icalendar::{ICalendar, ICalendarComponentType, ICalendarProperty, ICalendarValue};
use serde_json::{Value, json};
use shortlist_persistence::DatabaseUrl;
use tempfile::TempDir;

use super::outbox::{borrowed, flags, let_time_pass, schedule, wait_until};
use super::server::{Server, with_organization};
use crate::support::database::{on_postgresql, on_sqlite};
use crate::support::input::joined;
use crate::support::mail_server::MailServer;
use crate::support::resumes::docx;

/// The address in the candidate's resume.
const CANDIDATE: &str = "grace.hopper@example.org";

/// An invitation, as a library reads it that did not write it.
struct ReadInvitation(ICalendar);

impl ReadInvitation {
    /// Reads the invitation in a mail.
    fn of(mail: &str) -> Self {
        let mut parts = mail.split("\r\n--");
        let part = parts.find(|part| part.contains("Content-Type: text/calendar"));
        Self(ICalendar::parse(decoded(part.expect(mail))).unwrap())
    }

    /// Returns a value of the calendar or of its event.
    fn value(&self, of: &ICalendarComponentType, name: &ICalendarProperty) -> String {
        let mut components = self.0.components.iter();
        let component = components.find(|one| one.component_type == *of).unwrap();
        let mut entries = component.entries.iter();
        let entry = entries.find(|entry| entry.name == *name).unwrap();
        match &entry.values[0] {
            ICalendarValue::PartialDateTime(time) => {
                assert_eq!((time.tz_hour, time.tz_minute), (Some(0), Some(0)), "UTC");
                let date = [time.month, time.day, time.hour, time.minute];
                let [month, day, hour, minute] = date.map(Option::unwrap);
                let year = time.year.unwrap();
                format!("{year}-{month:02}-{day:02} {hour:02}:{minute:02}")
            }
            ICalendarValue::Integer(number) => number.to_string(),
            value => value.as_text().unwrap().to_owned(),
        }
    }

    fn of_event(&self, name: &ICalendarProperty) -> String {
        self.value(&ICalendarComponentType::VEvent, name)
    }
}

/// Returns the text of a part of a mail.
fn decoded(part: &str) -> String {
    let (head, body) = part.split_once("\r\n\r\n").unwrap();
    if head.contains("7bit") {
        return body.to_owned();
    }
    assert!(head.contains("quoted-printable"), "{head}");
    let joined = body.replace("=\r\n", "");
    let mut pieces = joined.split('=');
    let mut bytes = pieces.next().unwrap().as_bytes().to_vec();
    for piece in pieces {
        let (code, rest) = piece.split_at(2);
        bytes.push(u8::from_str_radix(code, 16).unwrap());
        bytes.extend_from_slice(rest.as_bytes());
    }
    String::from_utf8(bytes).unwrap()
}

/// Returns the newest of the candidate's mails, once there are this many.
fn newest(server: &MailServer, count: usize) -> String {
    newest_to(server, CANDIDATE, count)
}

/// Returns the newest mail to an address, once there are this many.
fn newest_to(server: &MailServer, address: &str, count: usize) -> String {
    let recipient = format!("TO {address}\r\n");
    let found = || {
        let mut mails = server.mails();
        mails.retain(|mail| mail.contains(&recipient));
        mails
    };
    wait_until("a mail is missing", || found().len() >= count);
    let mut mails = found();
    assert_eq!(mails.len(), count);
    mails.pop().unwrap()
}

fn update(server: &Server, interview: &str, change: &Value) {
    let input = with_organization(joined(json!({ "interviewId": interview }), change));
    server.call(
        "mutation",
        "updateInterview",
        "UpdateInterviewInput",
        "status",
        input,
    );
}

/// Schedules an interview, moves and cancels it. Returns the identifier of its event, and the candidate's mail after each change.
fn mails_of_changes(server: &Server, mail: &MailServer) -> (String, [String; 3]) {
    let job = server.create_job("Gardener");
    server.upload(&job, vec![("a.docx", docx("Grace Hopper"))]);
    let interview = schedule(server, &server.candidates()[0], 0);
    let invited = newest(mail, 1);
    let later = json!({ "dateAndTime": "2031-03-07T13:00:00Z" });
    update(server, &interview, &later);
    let moved = newest(mail, 2);
    update(server, &interview, &json!({ "status": "Cancelled" }));
    let cancelled = newest(mail, 3);
    (
        format!("{interview}.candidate@shortlist"),
        [invited, moved, cancelled],
    )
}

/// Promise: the candidate alone gets a mail about each change of an interview, and each changes the same event of their calendar.
fn a_candidate_hears_of_each_change_of_an_interview(url: &DatabaseUrl) {
    use ICalendarProperty as P;
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let to_candidates = "--mail-to-candidates=on".to_owned();
    let flags = [flags(&mail, url), vec![to_candidates]].concat();
    let server = Server::start(folder.path(), &borrowed(&flags));
    let (event, mails) = mails_of_changes(&server, &mail);
    server.program.stop();
    let expected = [
        (
            "Interview invitation",
            "REQUEST",
            "CONFIRMED",
            "2031-03-06 08:00",
        ),
        (
            "New time for your interview",
            "REQUEST",
            "CONFIRMED",
            "2031-03-07 13:00",
        ),
        (
            "Interview cancelled",
            "CANCEL",
            "CANCELLED",
            "2031-03-07 13:00",
        ),
    ];
    let mut sequence = 0;
    for (mail, (subject, method, status, begins)) in mails.iter().zip(expected) {
        let subject = format!("Subject: {subject}: Gardener\r\n");
        assert!(mail.contains(&subject), "{subject} in {mail}");
        let recipients = mail.lines().filter(|line| line.starts_with("TO "));
        assert_eq!(recipients.count(), 1, "{mail}");
        assert!(!mail.contains("ada@example.org"), "{mail}");
        let read = ReadInvitation::of(mail);
        let of_calendar = read.value(&ICalendarComponentType::VCalendar, &P::Method);
        assert_eq!(of_calendar, method);
        assert_eq!(read.of_event(&P::Status), status);
        assert_eq!(read.of_event(&P::Dtstart), begins);
        assert_eq!(read.of_event(&P::Attendee), format!("mailto:{CANDIDATE}"));
        assert_eq!(read.of_event(&P::Uid), event);
        // It counts seconds, and the changes may have been made in one.
        let next: i64 = read.of_event(&P::Sequence).parse().unwrap();
        assert!(next >= sequence && next > 0, "{next} after {sequence}");
        sequence = next;
    }
}

#[test]
fn a_candidate_hears_of_each_change_of_an_interview_on_sqlite() {
    on_sqlite(a_candidate_hears_of_each_change_of_an_interview);
}

#[test]
fn a_candidate_hears_of_each_change_of_an_interview_on_postgresql() {
    on_postgresql(a_candidate_hears_of_each_change_of_an_interview);
}

/// Rejects an applicant for the job, and returns the plain text of the mail about it.
fn rejected(
    server: &Server,
    mail: &MailServer,
    url: &DatabaseUrl,
    job: &str,
    name: &str,
) -> String {
    let known = server.candidates();
    server.upload(job, vec![("a.docx", docx(name))]);
    let mut candidates = server.candidates();
    candidates.retain(|candidate| !known.contains(candidate));
    let reject = json!({ "candidateId": candidates[0], "status": "Rejected" });
    let (change, input) = ("updateCandidate", "UpdateCandidateInput");
    server.call(
        "mutation",
        change,
        input,
        "status",
        with_organization(reject),
    );
    let_time_pass(url);
    let address = format!("{}@example.org", name.to_lowercase().replace(' ', "."));
    let mail = newest_to(mail, &address, 1);
    let mut parts = mail.split("\r\n--");
    let plain = parts.find(|part| part.contains("Content-Type: text/plain"));
    decoded(plain.expect(&mail)).replace("\r\n", "\n")
}

/// Promise: once the organization has a contact for candidates, a rejection explains the decision.
fn a_rejection_is_explained(url: &DatabaseUrl) {
    let Some(mail) = MailServer::start(&[]) else {
        return;
    };
    let folder = TempDir::new().unwrap();
    let to_candidates = "--mail-to-candidates=on".to_owned();
    let flags = [flags(&mail, url), vec![to_candidates]].concat();
    let server = Server::start(folder.path(), &borrowed(&flags));
    let job = server.create_job("Gardener");
    let title = "About the decision on your application";
    let without = rejected(&server, &mail, url, &job, "Grace Hopper");
    assert!(!without.contains(title), "{without}");
    let contact = with_organization(json!({ "contact": "people@example.org" }));
    let (change, input) = ("setDecisionPolicy", "SetDecisionPolicyInput");
    server.call("mutation", change, input, "contact", contact);
    let text = rejected(&server, &mail, url, &job, "Ada Quince");
    server.program.stop();
    let begin = format!("\n\n{title}\nFor Ada Quince");
    for part in [&*begin, "\n\nWhat was decided\nOn ", "people@example.org"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert!(!text.contains("Hopper"), "{text}");
}

#[test]
fn a_rejection_is_explained_on_sqlite() {
    on_sqlite(a_rejection_is_explained);
}

#[test]
fn a_rejection_is_explained_on_postgresql() {
    on_postgresql(a_rejection_is_explained);
}
