//! Tests that work counts where its heading is missing or was not recognised.

use shortlist_domain::{MicroPoints, Resume, ScoreReceipt, SectionKind, Span};

use crate::resumes::{backend_engineer, engineer, scored, usual_weights};

fn value(receipt: &ScoreReceipt, criterion: &str) -> Option<MicroPoints> {
    let mut criteria = receipt.criteria.iter();
    criteria
        .find(|one| one.criterion == criterion)
        .map(|one| one.value)
}

fn receipt_of(resume: &Resume) -> ScoreReceipt {
    scored(&backend_engineer().prepared(), resume, &usual_weights())
}

#[test]
fn positions_under_the_contact_data_or_the_education_count_in_full() {
    let resume = engineer().resume();
    let plain = receipt_of(&resume);
    assert!(value(&plain, "experience") > Some(MicroPoints::ZERO));
    for kind in [SectionKind::Contact, SectionKind::Education] {
        let mut misread = resume.clone();
        let sections = misread.sections.iter_mut();
        for section in sections.filter(|one| one.kind == SectionKind::Experience) {
            section.kind = kind;
        }
        let receipt = receipt_of(&misread);
        let (found, full) = (value(&receipt, "experience"), value(&plain, "experience"));
        assert_eq!(found, full, "{kind:?}");
        assert_eq!(
            value(&receipt, "skills"),
            value(&plain, "skills"),
            "{kind:?}"
        );
    }
}

#[test]
fn a_doubtful_school_hides_no_work() {
    let resume = engineer().resume();
    let duty = "Built services in Python on PostgreSQL";
    assert!(resume.text.as_str().contains(duty));
    let taken_for_a_school = |confidence| {
        let mut resume = resume.clone();
        resume.education[0].institution = Some(duty.to_owned());
        resume.education[0].confidence.institution = confidence;
        value(&receipt_of(&resume), "skills")
    };
    let plain = value(&receipt_of(&resume), "skills");
    assert_eq!(taken_for_a_school(12), plain);
    assert!(taken_for_a_school(90) < plain);
}

#[test]
fn a_resume_without_any_heading_is_scored_except_its_contact_data() {
    let resume = engineer().resume();
    let mut unread = resume.clone();
    unread.sections.truncate(1);
    unread.sections[0].span = Span::new(0, unread.text.as_str().len());
    let receipt = receipt_of(&unread);
    assert!(value(&receipt, "experience") > Some(MicroPoints::ZERO));
    assert!(value(&receipt, "skills") > Some(MicroPoints::ZERO));
    let quotes = receipt.criteria.iter().flat_map(|one| &one.evidence);
    for quote in quotes.filter_map(|evidence| evidence.quote.as_ref()) {
        assert!(!quote.contains('@'), "{quote}");
    }
}

#[test]
fn contact_data_earns_nothing_above_work_without_a_heading() {
    let mut draft = engineer();
    draft.contact.push("Kafka Street 7, Kubernetes".to_owned());
    let mut resume = draft.resume();
    let sections = resume.sections.iter_mut();
    for section in sections.filter(|one| one.kind == SectionKind::Experience) {
        section.kind = SectionKind::Contact;
    }
    let plain = receipt_of(&engineer().resume());
    assert_eq!(
        value(&receipt_of(&resume), "skills"),
        value(&plain, "skills")
    );
}
