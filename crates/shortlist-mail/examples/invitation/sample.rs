//! An invitation, its move and its cancellation, with names that are hard to write.

use shortlist_domain::{InterviewMinutes, InvalidValue, TimeZone, Timestamp};
use shortlist_mail::{
    HeaderText, Invitation, InvitationMethod, Language, LocalTime, Mail, Mailbox, MessageId,
    Template, TemplateKind, Values, WebLink, shipped,
};

/// What can go wrong while the sample is written.
pub(crate) type Problem = Box<dyn std::error::Error>;

/// One mail of the sample.
struct Change {
    name: &'static str,
    kind: TemplateKind,
    method: InvitationMethod,
    sequence: u32,
    begins: &'static str,
}

const CHANGES: [Change; 3] = [
    Change {
        name: "request",
        kind: TemplateKind::InterviewInvited,
        method: InvitationMethod::Request,
        sequence: 0,
        begins: "2026-03-06T09:30:00+01:00",
    },
    Change {
        name: "move",
        kind: TemplateKind::InterviewMoved,
        method: InvitationMethod::Request,
        sequence: 1,
        begins: "2026-03-09T14:00:00+01:00",
    },
    Change {
        name: "cancel",
        kind: TemplateKind::InterviewCancelled,
        method: InvitationMethod::Cancel,
        sequence: 2,
        begins: "2026-03-09T14:00:00+01:00",
    },
];

/// Returns the mails with their names.
pub(crate) fn mails() -> Result<Vec<(&'static str, Mail)>, Problem> {
    let named = |change| Ok((change_name(change), mail(change)?));
    CHANGES.iter().map(named).collect()
}

fn change_name(change: &Change) -> &'static str {
    change.name
}

fn mail(change: &Change) -> Result<Mail, Problem> {
    let at = Timestamp::parse("at", "2026-03-01T08:00:00Z")?;
    let begins = Timestamp::parse("begins", change.begins)?;
    let from = Mailbox::parse("from", "Müller, Söhne & \"Co\" <jobs@example.org>")?;
    let to = Mailbox::parse("to", "Zoë Łukasz; \"老虎\" <ada@candidate.example>")?;
    let known = values(begins).map_err(Problem::from)?;
    let template = Template::parse(change.kind, shipped(change.kind, Language::German));
    let template = template.map_err(|errors| format!("{errors:?}"))?;
    let content = template.write(Language::German, &known)?;
    let invitation = Invitation {
        method: change.method,
        uid: "int_1.cnd_1@shortlist".to_owned(),
        sequence: change.sequence,
        at,
        organizer: from.clone(),
        attendee: to.clone(),
        begins,
        duration: InterviewMinutes::parse("minutes", 45)?,
        summary: HeaderText::new("Gespräch: Pflegekraft (m/w/d), Nächte; Wochenenden"),
        description: "Bitte mitbringen: Zeugnisse, Ausweis\nBackslash \\ und Semikolon ;"
            .to_owned(),
        place: Some("Raum 1, Hauptstraße 5".to_owned()),
        meeting_link: Some("https://meet.example/1?a=b,c&d=e;f".to_owned()),
    };
    Ok(Mail {
        id: MessageId::parse(
            "id",
            &format!("interview.int_1.{}@example.org", change.sequence),
        )?,
        at,
        from,
        reply_to: Some(Mailbox::parse("reply", "recruiter@example.org")?),
        to,
        content,
        invitation: Some(invitation),
    })
}

fn values(begins: Timestamp) -> Result<Values, InvalidValue> {
    let zone = TimeZone::parse("zone", "Europe/Berlin")?;
    let text = |text: &str| Some(text.to_owned());
    Ok(Values {
        candidate_name: text("Zoë Łukasz; \"老虎\""),
        job_title: text("Pflegekraft (m/w/d)"),
        organization_name: text("Müller, Söhne & \"Co\""),
        interview_time: Some(LocalTime { at: begins, zone }),
        previous_time: Some(LocalTime { at: begins, zone }),
        duration: Some(InterviewMinutes::parse("minutes", 45)?),
        place: text("Raum 1, Hauptstraße 5"),
        meeting_link: Some(WebLink::parse("link", "https://meet.example/1")?),
        ..Values::default()
    })
}
