//! Writes a mail from what it says.

use shortlist_app::{MailDraft, MailIdentity, reply_mailbox, template_in_use};
use shortlist_domain::{MailKind, MailText, MailedInterview, TimeZone, Timestamp};
use shortlist_mail::{
    Content, HeaderText, Invitation, InvitationMethod, LocalTime, Mail, MailAddress, Mailbox,
    MessageId, Template, TemplateKind, Values, WebLink, shipped,
};

/// The page where users choose which mails they get.
const PREFERENCES_PATH: &str = "/app/account/mail";
/// The page with the interviews that a user sees.
const INTERVIEWS_PATH: &str = "/app/interviews";
/// The page with the jobs that a user sees.
const JOBS_PATH: &str = "/app/jobs";

/// What all mails of an organization have in common.
pub(super) struct Writer {
    /// The sender and the language.
    pub(super) identity: MailIdentity,
    /// The domain of their identifiers. It stays the same if the organization chooses another sender, so that a mail that is sent again
    /// has the same identifier.
    pub(super) id_domain: String,
    /// The address of the service, with which links begin.
    pub(super) public_url: Option<String>,
}

impl Writer {
    /// Writes a mail with the text of the organization, if it has one, or returns why it cannot be written, without an address or a
    /// text.
    pub(super) fn write(
        &self,
        draft: &MailDraft,
        own: Option<&MailText>,
        now: Timestamp,
    ) -> Result<Mail, String> {
        let address = MailAddress::of("emailAddress", &draft.to);
        let address = address.map_err(|error| error.to_string())?;
        let to = Mailbox::new(&draft.to_name, address);
        let id = &draft.queued.mail.id;
        let id = format!("{id}@{}", self.id_domain);
        let kind = draft.queued.mail.kind;
        let values = self.values(draft);
        let mut mail = Mail {
            id: MessageId::parse("id", &id).map_err(|error| error.to_string())?,
            at: now,
            from: self.identity.from.clone(),
            reply_to: self.reply_to(draft),
            to,
            content: self.own_or_shipped(draft, own, &values)?,
            invitation: None,
        };
        // A mail that a time causes changes no event.
        let interview = draft.queued.mail.interview.as_ref();
        if let Some(interview) = interview.filter(|_| !kind.is_timed()) {
            mail.invitation = Some(Invitation {
                method: method_of(kind),
                summary: self.summary(draft, &values)?,
                ..invitation(&mail, interview, event_id(draft, interview))
            });
        }
        Ok(mail)
    }

    /// Returns where answers go: to the address of the job, or that of the organization.
    fn reply_to(&self, draft: &MailDraft) -> Option<Mailbox> {
        let of_job = draft.reply_to.as_ref().and_then(reply_mailbox);
        of_job.or_else(|| self.identity.reply_to.clone())
    }

    /// Writes the text of the organization, or the shipped one.
    fn own_or_shipped(
        &self,
        draft: &MailDraft,
        own: Option<&MailText>,
        values: &Values,
    ) -> Result<Content, String> {
        let organization = &draft.queued.organization_id;
        let kind = template_of(draft.queued.mail.kind);
        let language = self.identity.language;
        let template = template_in_use(organization, kind, language, own);
        let template = template.map_err(|problem| problem.to_string())?;
        let content = template.write(language, values);
        content.map_err(|error| error.to_string())
    }

    /// Writes the shipped text.
    fn content(&self, kind: TemplateKind, values: &Values) -> Result<Content, String> {
        let template = Template::parse(kind, shipped(kind, self.identity.language));
        let template = template.map_err(|errors| format!("the template is invalid: {errors:?}"))?;
        let content = template.write(self.identity.language, values);
        content.map_err(|error| error.to_string())
    }

    /// Returns the title of the event. An interviewer meets a candidate, and a candidate meets an organization.
    fn summary(&self, draft: &MailDraft, values: &Values) -> Result<HeaderText, String> {
        if draft.queued.mail.user_id.is_some() {
            return Ok(self
                .content(TemplateKind::InterviewerInvited, values)?
                .subject);
        }
        let organization = draft.organization_name.as_str();
        let job = draft.job_title.as_deref().unwrap_or_default();
        Ok(HeaderText::new(&format!("{job}, {organization}")))
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
            preferences_link: self.preferences_of(draft),
            author_name: draft.author.clone(),
            interviews_today: draft.digest.map(|counts| counts.interviews_today),
            reports_due: draft.digest.map(|counts| counts.reports_due),
            new_candidates: draft.digest.map(|counts| counts.new_candidates),
            jobs_link: self.jobs_of(draft),
            explanation: draft.explanation.clone(),
            expires_at: draft.password_page.as_ref().map(|page| LocalTime {
                at: page.expires_at,
                zone: TimeZone::UTC,
            }),
        }
    }

    /// Returns the page that a mail leads to. Candidates have none.
    fn page_of(&self, draft: &MailDraft) -> Option<WebLink> {
        draft.queued.mail.user_id.as_ref()?;
        let interview = draft.queued.mail.interview.as_ref();
        let interview = interview.map(|interview| format!("/app/interviews/{}", interview.id));
        let password = draft.password_page.as_ref().map(|page| page.path.clone());
        let candidate = draft.queued.mail.candidate_id.as_ref();
        let candidate = candidate.map(|id| format!("/app/candidates/{id}"));
        let interviews = draft.digest.filter(|counts| counts.has_interviews());
        let interviews = interviews.map(|_| INTERVIEWS_PATH.to_owned());
        self.page(&password.or(interview).or(candidate).or(interviews)?)
    }

    /// Returns the page with the jobs that a digest counts new candidates of.
    fn jobs_of(&self, draft: &MailDraft) -> Option<WebLink> {
        let counts = draft.digest.filter(|counts| counts.new_candidates > 0);
        counts.and_then(|_| self.page(JOBS_PATH))
    }

    /// Returns the page where a user switches off mails such as this one.
    fn preferences_of(&self, draft: &MailDraft) -> Option<WebLink> {
        let mail = &draft.queued.mail;
        mail.user_id.as_ref().filter(|_| mail.kind.is_optional())?;
        self.page(PREFERENCES_PATH)
    }

    /// Returns a page of the service, if its address is known.
    fn page(&self, path: &str) -> Option<WebLink> {
        let base = self.public_url.as_deref()?.trim_end_matches('/');
        WebLink::parse("link", &format!("{base}{path}")).ok()
    }
}

/// Returns the identifier of an event: for an interviewer, that of the file that the web app offers. The candidate's event is another one,
/// with versions of its own.
fn event_id(draft: &MailDraft, interview: &MailedInterview) -> String {
    match draft.queued.mail.user_id {
        Some(_) => format!("{}@shortlist", interview.id),
        None => format!("{}.candidate@shortlist", interview.id),
    }
}

/// Returns the event for the recipient's calendar, with the subject of the mail as its title.
fn invitation(mail: &Mail, interview: &MailedInterview, uid: String) -> Invitation {
    let details = &interview.details;
    Invitation {
        method: InvitationMethod::Request,
        uid,
        sequence: interview.sequence,
        at: mail.at,
        organizer: mail.from.clone(),
        attendee: mail.to.clone(),
        begins: interview.begins_at,
        duration: details.duration,
        summary: mail.content.subject.clone(),
        description: mail.content.text.clone(),
        place: details.place.clone(),
        meeting_link: details.meeting_link.clone(),
    }
}

fn method_of(kind: MailKind) -> InvitationMethod {
    match kind {
        MailKind::InterviewerCancelled | MailKind::InterviewCancelled => InvitationMethod::Cancel,
        _ => InvitationMethod::Request,
    }
}

/// Returns the template of a mail.
pub(super) fn template_of(kind: MailKind) -> TemplateKind {
    match kind {
        MailKind::InterviewerInvited => TemplateKind::InterviewerInvited,
        MailKind::InterviewerMoved => TemplateKind::InterviewerMoved,
        MailKind::InterviewerCancelled => TemplateKind::InterviewerCancelled,
        MailKind::InterviewerReminder => TemplateKind::InterviewerReminder,
        MailKind::ReportDue => TemplateKind::ReportDue,
        MailKind::InterviewInvited => TemplateKind::InterviewInvited,
        MailKind::InterviewMoved => TemplateKind::InterviewMoved,
        MailKind::InterviewCancelled => TemplateKind::InterviewCancelled,
        MailKind::InterviewReminder => TemplateKind::InterviewReminder,
        MailKind::ApplicationReceived => TemplateKind::ApplicationReceived,
        MailKind::Rejected => TemplateKind::Rejected,
        MailKind::Offer => TemplateKind::Offer,
        MailKind::UserInvited => TemplateKind::UserInvited,
        MailKind::PasswordReset => TemplateKind::PasswordReset,
        MailKind::Mention => TemplateKind::Mention,
        MailKind::DailyDigest => TemplateKind::DailyDigest,
    }
}

#[cfg(test)]
mod tests {
    use shortlist_app::PasswordPage;
    use shortlist_domain::{
        CandidateId, DigestCounts, EmailAddress, InterviewDetails, InterviewId, NewMail,
        OrganizationId, QueuedMail, UserId,
    };
    use shortlist_mail::{Explanation, Language};

    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_unix_millis(seconds * 1_000).unwrap()
    }

    fn draft(kind: MailKind) -> MailDraft {
        let is_to_interviewer = matches!(
            kind,
            MailKind::InterviewerInvited
                | MailKind::InterviewerMoved
                | MailKind::InterviewerCancelled
                | MailKind::InterviewerReminder
                | MailKind::ReportDue
        );
        let is_of_interview = is_to_interviewer
            || matches!(
                kind,
                MailKind::InterviewInvited
                    | MailKind::InterviewMoved
                    | MailKind::InterviewCancelled
                    | MailKind::InterviewReminder
            );
        let is_to_user =
            is_to_interviewer || matches!(kind, MailKind::PasswordReset | MailKind::Mention);
        let interview = is_of_interview.then(|| MailedInterview {
            id: InterviewId::parse("id", "int_1").unwrap(),
            sequence: 2,
            begins_at: at(7_200),
            previous_at: kind.as_str().ends_with("_moved").then(|| at(3_600)),
            details: InterviewDetails::default(),
        });
        MailDraft {
            queued: QueuedMail {
                organization_id: OrganizationId::parse("id", "org_1").unwrap(),
                mail: NewMail {
                    id: format!("{}.int_1.usr_1.2", kind.as_str()),
                    kind,
                    user_id: is_to_user.then(|| UserId::parse("id", "usr_1").unwrap()),
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
            reply_to: None,
            candidate_name: Some("Grace Example".to_owned()),
            job_title: Some("Nurse".to_owned()),
            organization_name: "Example Ltd".to_owned(),
            interviewers: None,
            author: (kind == MailKind::Mention).then(|| "Tim Example".to_owned()),
            digest: None,
            password_page: None,
            explanation: None,
        }
    }

    fn writer() -> Writer {
        Writer {
            identity: MailIdentity {
                from: Mailbox::parse("from", "Example Ltd <jobs@example.org>").unwrap(),
                reply_to: None,
                language: Language::English,
            },
            id_domain: "example.org".to_owned(),
            public_url: Some("https://jobs.example.org/".to_owned()),
        }
    }

    fn written(kind: MailKind) -> Mail {
        writer().write(&draft(kind), None, at(60)).unwrap()
    }

    #[test]
    fn a_mail_is_from_the_organization_and_keeps_its_identifier() {
        let defaults = writer();
        let own = Writer {
            identity: MailIdentity {
                from: Mailbox::parse("from", "Beispiel GmbH <jobs@beispiel.example>").unwrap(),
                reply_to: Some(Mailbox::parse("to", "answers@beispiel.example").unwrap()),
                language: Language::German,
            },
            ..writer()
        };
        let draft = draft(MailKind::Rejected);
        let before = defaults.write(&draft, None, at(60)).unwrap();
        let after = own.write(&draft, None, at(60)).unwrap();
        assert_eq!(
            (&after.from, &after.reply_to),
            (&own.identity.from, &own.identity.reply_to)
        );
        assert!(
            after.content.text.contains("vielen Dank"),
            "{}",
            after.content.text
        );
        assert_eq!((before.id, before.reply_to), (after.id, None));
        let of_job = MailDraft {
            reply_to: EmailAddress::parse("to", "nurses@example.org").ok(),
            ..draft
        };
        let mail = own.write(&of_job, None, at(60)).unwrap();
        let reply_to = mail.reply_to.map(|one| one.to_string());
        assert_eq!(reply_to.as_deref(), Some("nurses@example.org"));
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
        let mail = writer().write(&to_user, None, at(60)).unwrap();
        assert_eq!(mail.content.subject.as_str(), "Reset your password");
        let link = "<https://jobs.example.org/app/link?token=slal_org_1_ab>";
        assert!(mail.content.text.contains(link), "{}", mail.content.text);
        let debug = format!("{to_user:?}");
        assert!(!debug.contains("slal_"), "{debug}");
        let without = Writer {
            public_url: None,
            ..writer()
        };
        assert!(without.write(&to_user, None, at(60)).is_err());
    }

    #[test]
    fn a_text_of_the_organization_is_sent_unless_it_is_not_valid() {
        let candidate = "<b>Ada</b> **Example** {{link}}";
        let rejected = MailDraft {
            candidate_name: Some(candidate.to_owned()),
            ..draft(MailKind::Rejected)
        };
        let write = |body: &str| {
            let own = MailText::parse("News about {{job_title}}", body).unwrap();
            let written = writer().write(&rejected, Some(&own), at(60));
            written.unwrap().content
        };
        let content = write("Dear {{candidate_name}}, no.");
        assert_eq!(content.subject.as_str(), "News about Nurse");
        let expected = format!("Dear {candidate}, no.\n");
        assert_eq!(content.text, expected, "a name is text");
        let html = &content.html;
        assert!(html.contains("&lt;b&gt;Ada"), "{html}");
        assert!(
            !html.contains("<b>") && !html.contains("<strong>"),
            "{html}"
        );
        // A text from before a placeholder was removed.
        let shipped = write("Dear {{given_name}}");
        assert_eq!(shipped.subject.as_str(), "Your application: Nurse");
        assert!(shipped.text.contains(candidate), "{}", shipped.text);
    }

    #[test]
    fn a_rejection_has_its_explanation() {
        let rejected = MailDraft {
            explanation: Some(Explanation {
                paragraphs: vec!["Why\n<First>".to_owned(), "Second".to_owned()],
                contact: String::new(),
            }),
            ..draft(MailKind::Rejected)
        };
        let mail = writer().write(&rejected, None, at(60)).unwrap();
        let Content { text, html, .. } = mail.content;
        assert!(text.contains("\n\nWhy\n<First>\n\nSecond\n\n"), "{text}");
        let paragraphs = "<p>Why<br>\n&lt;First&gt;</p>\n<p>Second</p>\n";
        assert!(html.contains(paragraphs), "{html}");
    }

    #[test]
    fn the_title_of_an_event_stays_when_a_text_changes() {
        let own = MailText::parse("Soon", "At {{interview_time}}").unwrap();
        let invited = draft(MailKind::InterviewerInvited);
        let mail = writer().write(&invited, Some(&own), at(60)).unwrap();
        assert_eq!(mail.content.subject.as_str(), "Soon");
        let title = mail.invitation.unwrap().summary;
        assert_eq!(title.as_str(), "Interview with Grace Example: Nurse");
    }

    #[test]
    fn a_mail_that_a_time_causes_has_no_invitation() {
        for (kind, subject) in [
            (
                MailKind::InterviewerReminder,
                "Interview reminder: Grace Example, Nurse",
            ),
            (
                MailKind::ReportDue,
                "Your report on the interview: Grace Example, Nurse",
            ),
            (MailKind::InterviewReminder, "Interview reminder: Nurse"),
        ] {
            let mail = written(kind);
            assert_eq!(mail.content.subject.as_str(), subject);
            assert!(mail.invitation.is_none(), "{kind:?}");
            let text = &mail.content.text;
            assert!(text.contains("1 January 1970 at 02:00 (UTC)"), "{text}");
            let is_to_user = kind != MailKind::InterviewReminder;
            let page = "<https://jobs.example.org/app/interviews/int_1>";
            assert_eq!(text.contains(page), is_to_user, "{text}");
            let preferences = "<https://jobs.example.org/app/account/mail>";
            assert_eq!(text.contains(preferences), is_to_user, "{text}");
        }
    }

    #[test]
    fn a_mention_leads_to_the_candidate() {
        let mail = written(MailKind::Mention);
        let subject = "Tim Example mentioned you: Grace Example, Nurse";
        assert_eq!(mail.content.subject.as_str(), subject);
        assert!(mail.invitation.is_none());
        for page in ["candidates/cnd_1", "account/mail"] {
            let link = format!("<https://jobs.example.org/app/{page}>");
            assert!(mail.content.text.contains(&link), "{}", mail.content.text);
        }
    }

    #[test]
    fn a_digest_leads_to_what_it_counts() {
        let mut digest = draft(MailKind::DailyDigest);
        digest.queued.mail.candidate_id = None;
        digest.queued.mail.user_id = UserId::parse("id", "usr_1").ok();
        let pages = ["/app/interviews>", "/app/jobs>"];
        for (reports_due, new_candidates) in [(1, 0), (0, 2), (3, 4)] {
            digest.digest = Some(DigestCounts {
                interviews_today: 0,
                reports_due,
                new_candidates,
            });
            let mail = writer().write(&digest, None, at(60)).unwrap();
            let text = &mail.content.text;
            let expected = [reports_due > 0, new_candidates > 0];
            assert_eq!(pages.map(|page| text.contains(page)), expected, "{text}");
            assert!(text.contains("/app/account/mail>"), "{text}");
        }
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
            (MailKind::Offer, "Your offer: Nurse", None),
            (
                MailKind::InterviewInvited,
                "Interview invitation: Nurse",
                Some(InvitationMethod::Request),
            ),
            (
                MailKind::InterviewMoved,
                "New time for your interview: Nurse",
                Some(InvitationMethod::Request),
            ),
            (
                MailKind::InterviewCancelled,
                "Interview cancelled: Nurse",
                Some(InvitationMethod::Cancel),
            ),
        ] {
            let mail = written(kind);
            assert_eq!(mail.content.subject.as_str(), subject);
            let expected = format!("{}.int_1.usr_1.2@example.org", kind.as_str());
            assert_eq!(mail.id.as_str(), expected);
            assert_eq!(mail.invitation.as_ref().map(|one| one.method), method);
            let is_to_interviewer = kind.as_str().starts_with("interviewer");
            let (summary, uid) = if is_to_interviewer {
                ("Interview with Grace Example: Nurse", "int_1@shortlist")
            } else {
                ("Nurse, Example Ltd", "int_1.candidate@shortlist")
            };
            if let Some(invitation) = mail.invitation {
                assert_eq!(invitation.summary.as_str(), summary);
                assert_eq!((invitation.uid.as_str(), invitation.sequence), (uid, 2));
            }
            let page = "jobs.example.org/app/";
            assert_eq!(mail.content.text.contains(page), is_to_interviewer);
        }
    }
}
