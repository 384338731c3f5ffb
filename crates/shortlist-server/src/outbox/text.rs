//! Writes a mail from what it says.

use shortlist_app::MailDraft;
use shortlist_domain::{MailKind, MailedInterview, TimeZone, Timestamp};
use shortlist_mail::{
    Content, HeaderText, Invitation, InvitationMethod, Language, LocalTime, Mail, MailAddress,
    Mailbox, MessageId, Template, TemplateKind, Values, WebLink, shipped,
};

/// What all mails have in common.
pub(super) struct Writer {
    /// Who sends them.
    pub(super) sender: Mailbox,
    /// The address of the service, with which links begin.
    pub(super) public_url: Option<String>,
    /// The language that they are written in.
    pub(super) language: Language,
}

impl Writer {
    /// Writes a mail, or returns why it cannot be written, without an address or a text.
    pub(super) fn write(&self, draft: &MailDraft, now: Timestamp) -> Result<Mail, String> {
        let address = MailAddress::of("emailAddress", &draft.to);
        let address = address.map_err(|error| error.to_string())?;
        let to = Mailbox::new(&draft.to_name, address);
        let id = &draft.queued.mail.id;
        let id = format!("{id}@{}", self.sender.address.domain());
        let kind = draft.queued.mail.kind;
        let values = self.values(draft);
        let mut mail = Mail {
            id: MessageId::parse("id", &id).map_err(|error| error.to_string())?,
            at: now,
            from: self.sender.clone(),
            reply_to: None,
            to,
            content: self.content(template_of(kind), &values)?,
            invitation: None,
        };
        if let Some(interview) = &draft.queued.mail.interview {
            let title = self
                .content(TemplateKind::InterviewerInvited, &values)?
                .subject;
            mail.invitation = Some(invitation(&mail, interview, method_of(kind), title));
        }
        Ok(mail)
    }

    fn content(&self, kind: TemplateKind, values: &Values) -> Result<Content, String> {
        let template = Template::parse(kind, shipped(kind, self.language));
        let template = template.map_err(|errors| format!("the template is invalid: {errors:?}"))?;
        let content = template.write(self.language, values);
        content.map_err(|error| error.to_string())
    }

    fn values(&self, draft: &MailDraft) -> Values {
        let interview = draft.queued.mail.interview.as_ref();
        let details = interview.map(|interview| &interview.details);
        let zone = details.and_then(|details| details.time_zone);
        let zone = zone.unwrap_or(TimeZone::UTC);
        let local = |at: Timestamp| LocalTime { at, zone };
        let link = |text: &String| WebLink::parse("link", text).ok();
        Values {
            candidate_name: draft.candidate_name.clone(),
            user_name: Some(draft.to_name.clone()),
            job_title: draft.job_title.clone(),
            organization_name: Some(draft.organization_name.clone()),
            interview_time: interview.map(|interview| local(interview.begins_at)),
            previous_time: interview.and_then(|interview| interview.previous_at.map(local)),
            duration: details.map(|details| details.duration),
            place: details.and_then(|details| details.place.clone()),
            meeting_link: details.and_then(|details| details.meeting_link.as_ref().and_then(link)),
            interviewers: draft.interviewers.clone(),
            message: None,
            link: self.page_of(draft),
            expires_at: draft.password_page.as_ref().map(|page| LocalTime {
                at: page.expires_at,
                zone: TimeZone::UTC,
            }),
        }
    }

    /// Returns the page that a mail leads to.
    fn page_of(&self, draft: &MailDraft) -> Option<WebLink> {
        let base = self.public_url.as_deref()?.trim_end_matches('/');
        let interview = draft.queued.mail.interview.as_ref();
        let interview = interview.map(|interview| format!("/app/interviews/{}", interview.id));
        let password = draft.password_page.as_ref().map(|page| page.path.clone());
        WebLink::parse("link", &format!("{base}{}", password.or(interview)?)).ok()
    }
}

/// Returns the event for the recipient's calendar. Its identifier is that of the file that the web app offers.
fn invitation(
    mail: &Mail,
    interview: &MailedInterview,
    method: InvitationMethod,
    summary: HeaderText,
) -> Invitation {
    let details = &interview.details;
    Invitation {
        method,
        uid: format!("{}@shortlist", interview.id),
        sequence: interview.sequence,
        at: mail.at,
        organizer: mail.from.clone(),
        attendee: mail.to.clone(),
        begins: interview.begins_at,
        duration: details.duration,
        summary,
        description: mail.content.text.clone(),
        place: details.place.clone(),
        meeting_link: details.meeting_link.clone(),
    }
}

fn method_of(kind: MailKind) -> InvitationMethod {
    match kind {
        MailKind::InterviewerCancelled => InvitationMethod::Cancel,
        _ => InvitationMethod::Request,
    }
}

fn template_of(kind: MailKind) -> TemplateKind {
    match kind {
        MailKind::InterviewerInvited => TemplateKind::InterviewerInvited,
        MailKind::InterviewerMoved => TemplateKind::InterviewerMoved,
        MailKind::InterviewerCancelled => TemplateKind::InterviewerCancelled,
        MailKind::ApplicationReceived => TemplateKind::ApplicationReceived,
        MailKind::Rejected => TemplateKind::Rejected,
        MailKind::UserInvited => TemplateKind::UserInvited,
        MailKind::PasswordReset => TemplateKind::PasswordReset,
    }
}

#[cfg(test)]
mod tests {
    use shortlist_app::PasswordPage;
    use shortlist_domain::{
        CandidateId, EmailAddress, InterviewDetails, InterviewId, NewMail, OrganizationId,
        QueuedMail, UserId,
    };

    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(seconds * 1_000).unwrap()
    }

    fn draft(kind: MailKind) -> MailDraft {
        let is_of_interview = matches!(
            kind,
            MailKind::InterviewerInvited
                | MailKind::InterviewerMoved
                | MailKind::InterviewerCancelled
        );
        let interview = is_of_interview.then(|| MailedInterview {
            id: InterviewId::parse("id", "int_1").unwrap(),
            sequence: 2,
            begins_at: at(7_200),
            previous_at: (kind == MailKind::InterviewerMoved).then(|| at(3_600)),
            details: InterviewDetails::default(),
        });
        MailDraft {
            queued: QueuedMail {
                organization_id: OrganizationId::parse("id", "org_1").unwrap(),
                mail: NewMail {
                    id: format!("{}.int_1.usr_1.2", kind.as_str()),
                    kind,
                    user_id: is_of_interview.then(|| UserId::parse("id", "usr_1").unwrap()),
                    candidate_id: Some(CandidateId::parse("id", "cnd_1").unwrap()),
                    link_id: None,
                    interview,
                    send_at: at(0),
                },
                created_at: at(0),
                attempts: 0,
            },
            to_name: "Ada Example".to_owned(),
            to: EmailAddress::parse("to", "ada@example.net").unwrap(),
            candidate_name: Some("Grace Example".to_owned()),
            job_title: Some("Nurse".to_owned()),
            organization_name: "Example Ltd".to_owned(),
            interviewers: None,
            password_page: None,
        }
    }

    fn writer() -> Writer {
        Writer {
            sender: Mailbox::parse("from", "Example Ltd <jobs@example.org>").unwrap(),
            public_url: Some("https://jobs.example.org/".to_owned()),
            language: Language::English,
        }
    }

    fn written(kind: MailKind) -> Mail {
        writer().write(&draft(kind), at(60)).unwrap()
    }

    #[test]
    fn a_mail_with_a_link_needs_the_address_of_the_service() {
        let base = draft(MailKind::PasswordReset);
        let to_user = MailDraft {
            candidate_name: None,
            job_title: None,
            password_page: Some(PasswordPage {
                path: "/app/link?token=slal_org_1_ab".to_owned(),
                expires_at: at(3_600),
            }),
            ..base
        };
        let mail = writer().write(&to_user, at(60)).unwrap();
        assert_eq!(mail.content.subject.as_str(), "Reset your password");
        let link = "<https://jobs.example.org/app/link?token=slal_org_1_ab>";
        assert!(mail.content.text.contains(link), "{}", mail.content.text);
        let debug = format!("{to_user:?}");
        assert!(!debug.contains("slal_"), "{debug}");
        let without = Writer {
            public_url: None,
            ..writer()
        };
        assert!(without.write(&to_user, at(60)).is_err());
    }

    #[test]
    fn each_mail_can_be_written() {
        for (kind, subject, method) in [
            (
                MailKind::InterviewerInvited,
                "Interview with Grace Example: Nurse",
                Some(InvitationMethod::Request),
            ),
            (
                MailKind::InterviewerMoved,
                "Interview rescheduled: Grace Example, Nurse",
                Some(InvitationMethod::Request),
            ),
            (
                MailKind::InterviewerCancelled,
                "Interview cancelled: Grace Example, Nurse",
                Some(InvitationMethod::Cancel),
            ),
            (
                MailKind::ApplicationReceived,
                "Your application: Nurse",
                None,
            ),
            (MailKind::Rejected, "Your application: Nurse", None),
        ] {
            let mail = written(kind);
            assert_eq!(mail.content.subject.as_str(), subject);
            let expected = format!("{}.int_1.usr_1.2@example.org", kind.as_str());
            assert_eq!(mail.id.as_str(), expected);
            assert_eq!(mail.invitation.as_ref().map(|one| one.method), method);
            if let Some(invitation) = mail.invitation {
                assert_eq!(
                    invitation.summary.as_str(),
                    "Interview with Grace Example: Nurse"
                );
                assert_eq!(
                    (invitation.uid.as_str(), invitation.sequence),
                    ("int_1@shortlist", 2)
                );
                assert!(
                    mail.content
                        .text
                        .contains("<https://jobs.example.org/app/interviews/int_1>")
                );
            }
        }
    }
}
