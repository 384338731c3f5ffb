//! Reads the invitations of the example with a library that did not write them.
//!
//! `.ci/extended` compares what two more libraries read with the same file.
#![cfg(test)]

#[path = "../../examples/invitation/sample.rs"]
mod sample;

use calcard::icalendar::{
    ICalendar, ICalendarComponent, ICalendarComponentType, ICalendarEntry, ICalendarParameterName,
    ICalendarParameterValue, ICalendarProperty, ICalendarValue,
};

const EXPECTED: &str = include_str!("expected.txt");

fn entry<'a>(component: &'a ICalendarComponent, name: &ICalendarProperty) -> &'a ICalendarEntry {
    let mut entries = component.entries.iter().filter(|entry| entry.name == *name);
    let entry = entries.next().unwrap_or_else(|| panic!("no {name:?}"));
    assert!(entries.next().is_none(), "two {name:?}");
    entry
}

fn value(component: &ICalendarComponent, name: ICalendarProperty) -> String {
    match &entry(component, &name).values[0] {
        ICalendarValue::PartialDateTime(time) => {
            assert_eq!((time.tz_hour, time.tz_minute), (Some(0), Some(0)), "UTC");
            format!(
                "{:04}{:02}{:02}T{:02}{:02}{:02}Z",
                time.year.unwrap(),
                time.month.unwrap(),
                time.day.unwrap(),
                time.hour.unwrap(),
                time.minute.unwrap(),
                time.second.unwrap()
            )
        }
        ICalendarValue::Integer(number) => number.to_string(),
        value => value.as_text().unwrap().to_owned(),
    }
}

fn parameter(
    component: &ICalendarComponent,
    of: &ICalendarProperty,
    name: &ICalendarParameterName,
) -> String {
    let parameters = &entry(component, of).params;
    let found = parameters.iter().find(|one| one.name == *name).unwrap();
    match &found.value {
        ICalendarParameterValue::Text(text) => text.clone(),
        ICalendarParameterValue::Partstat(status) => format!("{status:?}"),
        other => panic!("{other:?}"),
    }
}

fn read(name: &str, text: &str) -> String {
    use ICalendarProperty as P;
    let parsed = ICalendar::parse(text).unwrap();
    let calendar = &parsed.components[0];
    let is_event = |one: &&ICalendarComponent| one.component_type == ICalendarComponentType::VEvent;
    let events: Vec<_> = parsed.components.iter().filter(is_event).collect();
    let [event] = events.as_slice() else {
        panic!("{} events", events.len());
    };
    let status = parameter(event, &P::Attendee, &ICalendarParameterName::Partstat);
    assert_eq!(status, "NeedsAction");
    let lines = [
        name.to_owned(),
        format!("method {}", value(calendar, P::Method)),
        format!("uid {}", value(event, P::Uid)),
        format!("sequence {}", value(event, P::Sequence)),
        format!("status {}", value(event, P::Status)),
        format!("begins {}", value(event, P::Dtstart)),
        format!("ends {}", value(event, P::Dtend)),
        format!("organizer {}", value(event, P::Organizer)),
        format!(
            "organizer-name {}",
            parameter(event, &P::Organizer, &ICalendarParameterName::Cn)
        ),
        format!("attendee {}", value(event, P::Attendee)),
        format!(
            "attendee-name {}",
            parameter(event, &P::Attendee, &ICalendarParameterName::Cn)
        ),
        "attendee-status NEEDS-ACTION".to_owned(),
        format!("summary {}", value(event, P::Summary)),
        format!(
            "description {}",
            value(event, P::Description).replace('\n', "|")
        ),
        format!("location {}", value(event, P::Location)),
        format!("url {}", value(event, P::Url)),
    ];
    lines.join("\n")
}

#[test]
fn another_library_reads_what_was_written() {
    let mut found = String::new();
    for (name, mail) in sample::mails().unwrap() {
        let text = mail.invitation.unwrap().to_ics();
        found.push_str(&read(name, &text));
        found.push('\n');
    }
    assert_eq!(found, EXPECTED);
}
