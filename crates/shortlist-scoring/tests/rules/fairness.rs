//! Tests that data about the person, and not their work, does not change a score.

use proptest::prelude::*;
use shortlist_domain::{MicroPoints, SectionKind};

use crate::resumes::{Draft, backend_engineer, engineer, owned, scored, weights};

/// Invented names, some of which are also skills or words of the posting.
const NAMES: [&str; 8] = [
    "Ada Fictitious",
    "Ruby Kafka",
    "Python Docker",
    "Mohammed Invented",
    "Lakisha Made-Up",
    "Kubernetes Müller",
    "Leader Backend",
    "王 虚构",
];
const ADDRESSES: [&str; 4] = [
    "12 Kafka Street, 00000 Sampleton",
    "Postfach 1, 99999 Dockerstadt",
    "Flat 3, Payments Road, SW0 0XX",
    "Nationality: Sampletonian",
];
const SCHOOLS: [&str; 5] = [
    "University of Sampleton",
    "Kafka Institute of Technology",
    "Ivy Example College",
    "Escuela Docker",
    "Backend Payments Academy",
];
const PERSONAL: [&str; 4] = [
    "Born 01.01.1961, female",
    "Gender: male, married",
    "she/her, Kafka fan",
    "Age 24, Python owner",
];

fn contributions(draft: &Draft) -> Vec<MicroPoints> {
    let weights = weights(&[
        ("skills", 5.0),
        ("experience", 3.0),
        ("education", 1.0),
        ("kafka", 1.0),
        ("communication", 1.0),
    ]);
    let receipt = scored(&backend_engineer().prepared(), &draft.resume(), &weights);
    receipt
        .criteria
        .iter()
        .map(|criterion| criterion.contribution)
        .collect()
}

proptest! {
    #![proptest_config(crate::cases(128))]

    #[test]
    fn name_address_school_age_and_graduation_year_change_nothing(
        name in prop::sample::select(&NAMES[..]),
        address in prop::sample::select(&ADDRESSES[..]),
        school in prop::sample::select(&SCHOOLS[..]),
        personal in prop::sample::select(&PERSONAL[..]),
        year in 1960..2026i32,
    ) {
        let mut other = engineer();
        other.name = name.to_owned();
        other.contact = vec![address.to_owned(), format!("{}@example.org", year)];
        other.degrees[0].school = school.to_owned();
        other.degrees[0].year = year;
        other.summary.push(format!("{name} writes in the first person."));
        other.others.push((SectionKind::Personal, vec![personal.to_owned()]));
        other.others.push((SectionKind::References, owned(&["Kafka Kubernetes, +44 20 7946 0000"])));
        let mut plain = engineer();
        plain.summary.push("Ada Fictitious writes in the first person.".to_owned());
        prop_assert_eq!(contributions(&plain), contributions(&other));
    }
}

#[test]
fn a_notice_of_equal_opportunity_gives_no_points_for_the_traits_it_names() {
    let mut draft = engineer();
    let before = contributions(&draft);
    draft.summary.push("Gender age religion.".to_owned());
    assert_eq!(before, contributions(&draft));
}

#[test]
fn a_school_that_the_reader_did_not_recognise_changes_nothing_in_sentences() {
    let values = |school: &str| {
        let mut draft = engineer();
        draft.degrees[0].school = school.to_owned();
        draft
            .summary
            .push(format!("Drew a map of {school} in Python."));
        draft.others.push((
            SectionKind::Awards,
            vec![format!("Prize of {school} for payment services.")],
        ));
        let mut resume = draft.resume();
        resume.education[0].institution = None;
        let weights = weights(&[("skills", 1.0), ("experience", 1.0), ("education", 1.0)]);
        let receipt = scored(&backend_engineer().prepared(), &resume, &weights);
        let criteria = receipt.criteria.into_iter();
        criteria
            .map(|criterion| criterion.value)
            .collect::<Vec<_>>()
    };
    let plain = values("University of Sampleton");
    for school in SCHOOLS.into_iter().chain(["École Polytechnique"]) {
        assert_eq!(values(school), plain, "{school}");
    }
}

#[test]
fn a_degree_that_is_called_a_school_is_not_the_name_of_one() {
    let mut draft = engineer();
    draft.degrees[0].degree = "Secondary school".into();
    draft.degrees[0].field = None;
    draft.degrees[0].school = "Sampleton".into();
    draft.work.clear();
    let mut resume = draft.resume();
    resume.education[0].institution = None;
    let weights = weights(&[("education", 1.0)]);
    let receipt = scored(&backend_engineer().prepared(), &resume, &weights);
    let mut lines = receipt.criteria[0].evidence.iter();
    let is_quoted = lines.any(|line| line.quote.as_deref() == Some("Secondary school"));
    assert!(is_quoted, "{:#?}", receipt.criteria[0]);
}
