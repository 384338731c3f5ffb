//! Tests of reading and writing templates.

use proptest::prelude::*;
use shortlist_domain::{InterviewMinutes, MailText, MailTextFlaw as Flaw, TimeZone, Timestamp};

use super::*;

fn local(at: &str) -> Option<LocalTime> {
    let at = Timestamp::parse("at", at).unwrap();
    let zone = TimeZone::parse("zone", "Europe/Madrid").unwrap();
    Some(LocalTime { at, zone })
}

fn link(text: &str) -> Option<WebLink> {
    Some(WebLink::parse("link", text).unwrap())
}

fn explanation(paragraphs: &[&str]) -> Explanation {
    Explanation {
        paragraphs: paragraphs.iter().map(|&one| one.to_owned()).collect(),
        contact: "people@example.org".to_owned(),
    }
}

fn values() -> Values {
    let text = |text: &str| Some(text.to_owned());
    Values {
        candidate_name: text("Ada Example"),
        user_name: text("Grace Example"),
        job_title: text("Nurse (m/w/d)"),
        organization_name: text("Example & Sons"),
        interview_time: local("2026-03-06T08:30:00Z"),
        previous_time: local("2026-03-05T08:30:00Z"),
        duration: InterviewMinutes::parse("minutes", 45).ok(),
        place: text("Room 1"),
        meeting_link: link("https://meet.example/1"),
        interviewers: text("Grace Example, Tim Example"),
        message: text("See https://example.org/map\nBring a pen."),
        link: link("https://shortlist.example.org/app/x?a=1&b=2"),
        expires_at: local("2026-03-08T08:30:00Z"),
        preferences_link: link("https://shortlist.example.org/app/account/mail"),
        author_name: text("Tim Example"),
        interviews_today: Some(2),
        reports_due: Some(1),
        new_candidates: Some(12),
        jobs_link: link("https://shortlist.example.org/app/jobs"),
        explanation: Some(explanation(&["What was decided\nNot to proceed."])),
    }
}

fn parse(kind: TemplateKind, text: &str) -> Result<Template, Vec<String>> {
    let source = format!("Subject: {{{{job_title}}}}\n\n{text}");
    Template::parse(kind, &source)
        .map_err(|errors| errors.iter().map(ToString::to_string).collect())
}

fn rejected(text: &str) -> Result<Template, Vec<String>> {
    parse(TemplateKind::Rejected, text)
}

fn write(text: &str, values: &Values) -> Content {
    let template = rejected(text).unwrap();
    template.write(Language::English, values).unwrap()
}

/// Returns what is between the tags of the body.
fn body(content: &Content) -> &str {
    let (_, body) = content.html.split_once("<body>\n").unwrap();
    body.split_once("</body>").unwrap().0
}

#[test]
fn text_and_html_come_from_one_source() {
    let source = "Hi *{{candidate_name}}*,\nthanks.\n\n- **One** [page]({{link}})\n- Two\\\nlines\n\n2. a\n3. {{message}}";
    let content = write(source, &values());
    assert_eq!(content.subject.as_str(), "Nurse (m/w/d)");
    assert_eq!(
        content.text,
        "Hi Ada Example, thanks.\n\n- One page <https://shortlist.example.org/app/x?a=1&b=2>\n- Two\n  lines\n\n\
         2. a\n3. See https://example.org/map\n  Bring a pen.\n"
    );
    assert_eq!(
        body(&content),
        "<p>Hi <em>Ada Example</em>, thanks.</p>\n<ul>\n<li><strong>One</strong> \
         <a href=\"https://shortlist.example.org/app/x?a=1&amp;b=2\">page</a></li>\n<li>Two<br>\nlines</li>\n</ul>\n\
         <ol start=\"2\">\n<li>a</li>\n<li>See https://example.org/map<br>\nBring a pen.</li>\n</ol>\n"
    );
}

#[test]
fn what_has_no_value_is_left_out() {
    let source = "Hello.\n\n{{message}}\n\n- a {{link}}\n- b\n\n1. {{message}}";
    let known = Values {
        message: Some(" \n".to_owned()),
        link: None,
        ..values()
    };
    let content = write(source, &known);
    assert_eq!(content.text, "Hello.\n\n- b\n");
    assert_eq!(body(&content), "<p>Hello.</p>\n<ul>\n<li>b</li>\n</ul>\n");
}

#[test]
fn paragraphs_of_an_explanation_stay_in_text_and_html() {
    let known = Values {
        explanation: Some(explanation(&["A <b>\nB & C", " \n", "- *D*"])),
        ..values()
    };
    let content = write("Hello.\n\n{{explanation}}\n\nBye.", &known);
    assert_eq!(content.text, "Hello.\n\nA <b>\nB & C\n\n- *D*\n\nBye.\n");
    assert_eq!(
        body(&content),
        "<p>Hello.</p>\n<p>A &lt;b&gt;<br>\nB &amp; C</p>\n<p>- *D*</p>\n<p>Bye.</p>\n"
    );
    let content = write("- **{{explanation}}**\n- b", &known);
    assert_eq!(
        body(&content),
        "<ul>\n<li><strong>A &lt;b&gt;<br>\nB &amp; C<br>\n<br>\n- *D*</strong></li>\n<li>b</li>\n</ul>\n"
    );
    for nothing in [None, Some(explanation(&[])), Some(explanation(&[" \n"]))] {
        let without = Values {
            explanation: nothing,
            ..values()
        };
        let content = write("Hello.\n\n{{explanation}}\n\nBye.", &without);
        assert_eq!(content.text, "Hello.\n\nBye.\n");
        assert_eq!(body(&content), "<p>Hello.</p>\n<p>Bye.</p>\n");
    }
}

#[test]
fn only_the_contact_of_an_explanation_is_an_address() {
    let quote = "Quote: www.evil.example eve@evil.example https://evil.example \u{202e}x";
    let known = Values {
        explanation: Some(explanation(&[quote, "Contact: people@example.org."])),
        ..values()
    };
    let content = write("{{explanation}}", &known);
    for text in [content.text.as_str(), body(&content)] {
        assert!(text.contains("Contact: people@example.org."), "{text}");
        for part in [
            "www.evil",
            "evil.example",
            "https://",
            "eve@evil",
            "\u{202e}",
        ] {
            assert!(!text.contains(part), "{part} in {text}");
        }
    }
}

#[test]
fn an_explanation_is_not_in_a_subject() {
    let source = "Subject: Re: {{explanation}}\n\nHello.";
    let errors = Template::parse(TemplateKind::Rejected, source).unwrap_err();
    assert_eq!(
        errors[0].problem,
        Problem::Flaw(Flaw::LongInSubject("explanation"))
    );
    let shown = errors[0].problem.to_string();
    assert!(
        shown.contains("{{explanation}} is too long for a subject"),
        "{shown}"
    );
}

#[test]
fn a_missing_value_is_an_error() {
    let incomplete = Values {
        job_title: None,
        ..values()
    };
    let template = rejected("Hello.").unwrap();
    let missing = template.write(Language::English, &incomplete).unwrap_err();
    assert_eq!(missing, MissingValue(Placeholder::JobTitle));
    assert!(missing.to_string().contains("{{job_title}}"));
}

#[test]
fn mistakes_are_found_with_their_lines() {
    for (text, expected) in [
        (
            "Hi {{canidate_name}}",
            "line 3: there is no placeholder {{canidate_name}}; did you mean {{candidate_name}}?",
        ),
        (
            "\n\n{{salary}}",
            "line 5: there is no placeholder {{salary}}; use one of the list",
        ),
        ("{{place}}", "line 3: {{place}} has no value in this mail"),
        ("a {{job_title} b", "line 3: \"{{\" begins a placeholder"),
        ("a\n# Title", "line 4: mails have no headings"),
        ("a <b>c</b>", "line 3: mails are written without HTML"),
        ("a\n\n<div>", "line 5: mails are written without HTML"),
        (
            "![x](https://example.org/1.png)",
            "line 3: mails have no images",
        ),
        ("`a`", "line 3: mails have no code"),
        ("    a", "line 3: mails have no code"),
        ("> a", "line 3: mails have no quotations"),
        ("a\n\n***", "line 5: mails have no lines"),
        ("[a](javascript:alert(1))", "line 3: a link must lead to"),
        ("[a](/app)", "line 3: a link must lead to"),
        (
            "[a](https://example.org/{{job_title}})",
            "line 3: the address of a link is written out",
        ),
        (
            "[a]({{job_title}})",
            "line 3: a link cannot lead to {{job_title}}",
        ),
        (
            "- a\n  - b\n    - c\n      - d\n        - e\n          - f",
            "nested too deeply",
        ),
        ("", "line 2: the template has no text"),
    ] {
        let errors = rejected(text).unwrap_err();
        assert!(errors[0].contains(expected), "{text}: {errors:?}");
    }
    let many = rejected("{{a}}\n\n{{b}} <i>").unwrap_err();
    assert_eq!(many.len(), 3, "{many:?}");
}

#[test]
fn subject_text_and_required_placeholders_are_required() {
    let without = Template::parse(TemplateKind::Rejected, "Hello\n\nText").unwrap_err();
    assert_eq!(without[0].problem, Problem::Flaw(Flaw::NoSubject));
    let reset = parse(TemplateKind::PasswordReset, "Hello {{user_name}}").unwrap_err();
    assert!(
        reset
            .iter()
            .any(|error| error.contains("must contain {{link}}"))
    );
    let invited = |text| parse(TemplateKind::InterviewInvited, text);
    for text in [
        "{{interview_time}} {{message}}",
        "- a\n- {{interview_time}} {{place}}",
        "[{{interview_time}}]({{link}})",
    ] {
        let errors = invited(text).unwrap_err();
        assert!(
            errors[0].contains("must always show {{interview_time}}"),
            "{errors:?}"
        );
    }
    assert!(
        invited("[unused]: {{link}}\n\nHello").is_err(),
        "a target without a link"
    );
    assert!(invited("{{message}}\n\n- {{interview_time}} {{job_title}}").is_ok());
    let long = "a".repeat(MAX_TEMPLATE_CHARS);
    assert!(rejected(&long).unwrap_err()[0].contains("more than 20000 characters"));
}

#[test]
fn deep_nesting_is_one_error() {
    for part in ["- ", "1. ", "*a **b ", "[", "- *a "] {
        let deep = part.repeat((MAX_TEMPLATE_CHARS - 100) / part.len());
        let closed = format!("{deep}{}", "](https://example.org)".repeat(3));
        let errors = rejected(&closed).err().unwrap_or_default();
        assert!(errors.len() <= 1, "{part}: {errors:?}");
    }
    let lists = rejected(&format!("{}a", "- ".repeat(9_000))).unwrap_err();
    assert!(lists[0].contains("nested too deeply"), "{lists:?}");
}

#[test]
fn names_become_neither_markup_nor_links() {
    let name =
        "<a href='x'>[a](https://evil.example) **b** www.evil.example eve@evil.example \u{202e}x";
    let hostile = Values {
        candidate_name: Some(name.to_owned()),
        ..values()
    };
    let content = write(
        "Hi {{candidate_name}}, [{{candidate_name}}](https://example.org)",
        &hostile,
    );
    let html = body(&content);
    assert_eq!(html.matches("<a ").count(), 1, "{html}");
    assert!(
        !html.contains("<strong>") && !html.contains('\u{202e}'),
        "{html}"
    );
    for text in [html, content.text.as_str()] {
        for address in ["www.evil", "evil.example", "https://evil", "eve@evil"] {
            assert!(!text.contains(address), "{address} in {text}");
        }
    }
}

#[test]
fn shipped_templates_are_valid_and_say_the_same_in_each_language() {
    for kind in TemplateKind::ALL {
        let mut used = Vec::new();
        for language in Language::ALL {
            let source = shipped(kind, language);
            let template = Template::parse(kind, source);
            let template =
                template.unwrap_or_else(|errors| panic!("{kind:?} {language:?} {errors:?}"));
            let content = template.write(language, &values()).unwrap();
            assert!(!content.text.contains("{{") && !content.subject.is_empty());
            let text = shipped_text(kind, language);
            assert_eq!(Template::of(kind, &text), Ok(template), "{kind:?}");
            let mentions = |one: &Placeholder| source.contains(&one.to_string());
            let all = Placeholder::ALL.into_iter().filter(mentions);
            used.push(all.collect::<Vec<_>>());
        }
        assert!(used.iter().all(|one| *one == used[0]), "{kind:?} {used:?}");
        let listed: Vec<Placeholder> = kind
            .placeholders()
            .iter()
            .map(|usage| usage.placeholder)
            .collect();
        assert!(used[0].iter().all(|one| listed.contains(one)));
    }
}

#[test]
fn shipped_templates_read_well_without_optional_values() {
    let known = Values {
        place: None,
        meeting_link: None,
        interviewers: None,
        message: None,
        link: None,
        ..values()
    };
    let source = shipped(TemplateKind::InterviewInvited, Language::German);
    let template = Template::parse(TemplateKind::InterviewInvited, source).unwrap();
    let content = template.write(Language::German, &known).unwrap();
    assert_eq!(
        content.text,
        "Hallo Ada Example,\n\nwir möchten Sie gern kennenlernen und mit Ihnen über die Stelle Nurse (m/w/d) sprechen.\n\n\
         - Wann: Freitag, 6. März 2026, 09:30 Uhr (Europe/Madrid)\n- Dauer: 45 Minuten\n\n\
         Passt der Termin nicht? Dann antworten Sie einfach auf diese E-Mail.\n\n\
         Viele Grüße\nExample & Sons\n"
    );
}

#[test]
fn an_offer_needs_no_page() {
    let kind = TemplateKind::Offer;
    let template = Template::parse(kind, shipped(kind, Language::English)).unwrap();
    let known = Values {
        message: None,
        link: None,
        expires_at: None,
        ..values()
    };
    let content = template.write(Language::English, &known).unwrap();
    assert_eq!(
        content.text,
        "Hi Ada Example,\n\nGreat news: we’d like to offer you the Nurse (m/w/d) position at Example & Sons!\n\n\
         If you have any questions, just reply to this email.\n\nBest regards,\nExample & Sons\n"
    );
}

#[test]
fn a_digest_leaves_out_what_does_not_wait() {
    let kind = TemplateKind::DailyDigest;
    let template = Template::parse(kind, shipped(kind, Language::English)).unwrap();
    let interviews_only = Values {
        reports_due: Some(0),
        new_candidates: Some(0),
        jobs_link: None,
        preferences_link: None,
        ..values()
    };
    let content = template.write(Language::English, &interviews_only).unwrap();
    assert_eq!(
        content.text,
        "Hi Grace Example,\n\nThis is waiting for you at Example & Sons:\n\n- Your interviews today: 2\n\n\
         Open your interviews <https://shortlist.example.org/app/x?a=1&b=2>\n"
    );
}

#[test]
fn mails_that_can_be_switched_off_end_with_the_page_for_that() {
    let optional = [
        TemplateKind::InterviewerReminder,
        TemplateKind::ReportDue,
        TemplateKind::Mention,
        TemplateKind::DailyDigest,
    ];
    for kind in optional {
        for language in Language::ALL {
            let template = Template::parse(kind, shipped(kind, language)).unwrap();
            let content = template.write(language, &values()).unwrap();
            let page = "https://shortlist.example.org/app/account/mail";
            let end = format!("<{page}>\n");
            assert!(content.text.ends_with(&end), "{}", content.text);
            let html = body(&content);
            let last = html.trim_end().rsplit("<p>").next().unwrap();
            assert!(last.contains(&format!("href=\"{page}\"")), "{html}");
            let unknown = Values {
                preferences_link: None,
                ..values()
            };
            let content = template.write(language, &unknown).unwrap();
            assert!(!content.text.contains("account/mail"), "{}", content.text);
        }
    }
    for kind in TemplateKind::ALL {
        let is_named = shipped(kind, Language::English).contains("{{preferences_link}}");
        assert_eq!(is_named, optional.contains(&kind), "{kind:?}");
    }
}

#[test]
fn every_mail_can_be_shown_with_invented_values() {
    let at = Timestamp::parse("at", "2026-03-06T08:30:00Z").unwrap();
    let invented = Values::invented(at).unwrap();
    for kind in TemplateKind::ALL {
        assert_eq!(TemplateKind::find(kind.as_str()), Some(kind));
        let to_candidate = kind.about().ends_with("to the candidate");
        assert_eq!(to_candidate, kind.usage(Placeholder::UserName).is_none());
        for language in Language::ALL {
            let template = Template::of(kind, &shipped_text(kind, language)).unwrap();
            let content = template.write(language, &invented).unwrap();
            assert!(!content.text.contains("{{"), "{}", content.text);
        }
    }
    assert!(
        Placeholder::ALL
            .iter()
            .all(|one| invented.get(*one, Language::English).is_some())
    );
}

#[test]
fn a_text_is_read_with_the_lines_of_its_parts() {
    let text = |subject: &str, body: &str| MailText {
        subject: subject.to_owned(),
        body: body.to_owned(),
    };
    let lines = |text: &MailText| {
        let errors = Template::of(TemplateKind::PasswordReset, text).unwrap_err();
        let lines = errors.iter().map(|error| error.line);
        lines.collect::<Vec<_>>()
    };
    assert_eq!(lines(&text("{{salary}}", "{{link}}")), [1]);
    assert_eq!(lines(&text("Hello", "{{link}}\n\n{{salary}}")), [4]);
    let link = text("Reset by {{link}}", "{{link}}");
    let errors = Template::of(TemplateKind::PasswordReset, &link).unwrap_err();
    assert_eq!(
        errors[0].problem,
        Problem::Flaw(Flaw::LinkInSubject("link"))
    );
}

#[test]
fn a_text_of_which_all_may_be_left_out_is_refused() {
    let of = |body: &str| {
        let text = MailText {
            subject: "Hello".to_owned(),
            body: body.to_owned(),
        };
        Template::of(TemplateKind::Rejected, &text)
    };
    for body in [
        "Dear {{candidate_name}}, {{message}}",
        "- {{message}}\n- [page]({{link}})",
        "[unused]: https://example.org",
    ] {
        let errors = of(body).unwrap_err();
        assert_eq!(errors[0].problem, Problem::Flaw(Flaw::MayBeEmpty), "{body}");
    }
    assert!(of("Dear {{candidate_name}},\n\n{{message}}").is_ok());
}

#[test]
fn a_subject_of_which_all_may_be_left_out_is_refused() {
    let of = |subject: &str| {
        let text = MailText {
            subject: subject.to_owned(),
            body: "Hello".to_owned(),
        };
        Template::of(TemplateKind::Rejected, &text)
    };
    for subject in ["{{message}}", "{{message}} {{message}}"] {
        let errors = of(subject).unwrap_err();
        assert_eq!((errors.len(), errors[0].line), (1, 1), "{subject}");
        assert_eq!(
            errors[0].problem,
            Problem::Flaw(Flaw::SubjectMayBeEmpty),
            "{subject}"
        );
    }
    assert!(of("Re: {{message}}").is_ok() && of("{{job_title}}").is_ok());
}

proptest! {
    /// Whatever the source is, reading ends with a template or with an error, and what is written has only the tags of mails.
    #[test]
    fn any_source_is_read(source in "(\\PC|\\n|[*_\\[\\](){}<>#`!-]){0,200}") {
        if let Ok(template) = rejected(&source) {
            let content = template.write(Language::French, &values()).unwrap();
            let html = body(&content);
            for tag in html.split('<').skip(1) {
                let known = ["p>", "/p>", "ul>", "/ul>", "ol>", "/ol>", "ol start=", "li>", "/li>", "em>", "/em>", "strong>", "/strong>", "br>", "a href=\"http", "a href=\"mailto:", "/a>"];
                prop_assert!(known.iter().any(|known| tag.starts_with(known)), "{}", html);
            }
        }
    }

    #[test]
    fn any_name_is_text(name in any::<String>()) {
        prop_assume!(!name.trim().is_empty());
        let hostile = Values { candidate_name: Some(name), ..values() };
        let html = write("{{candidate_name}}", &hostile).html;
        prop_assert_eq!(html.matches('<').count(), write("a", &values()).html.matches('<').count());
    }
}
