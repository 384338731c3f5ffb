//! Tests of corrections.

use super::*;
use crate::{FoundSkill, MediaKind, PartialDate, Position, Resume, ResumeText, SectionKind, Span};

fn resume() -> Resume {
    let position = |employer: &str, start: &str| Position {
        organization: Some(employer.to_owned()),
        start: PartialDate::parse("start", start).ok(),
        end: PartialDate::parse("end", "2021-12").ok(),
        ..Position::default()
    };
    Resume {
        positions: vec![
            position("Meadow", "2020-01"),
            position("Orchard", "2018-02"),
        ],
        ..Resume::of_text(MediaKind::Pdf, ResumeText::default())
    }
}

fn correction(entry: usize, field: CorrectedField, stated: &str) -> Correction {
    Correction {
        entry,
        field,
        parsed: field.value_in(&resume(), entry),
        stated: Some(stated.to_owned()).filter(|stated| !stated.is_empty()),
        user_id: None,
        corrected_at: Timestamp::from_unix_millis(0).unwrap(),
    }
}

#[test]
fn corrections_change_what_they_name_and_nothing_else() {
    let corrections = [
        correction(1, CorrectedField::Start, "2015-03"),
        correction(0, CorrectedField::End, PRESENT),
        correction(0, CorrectedField::Employer, "Meadow Systems"),
        correction(1, CorrectedField::Start, "2016-05"),
    ];
    let parsed = resume();
    let corrected = apply_corrections(&corrections, &parsed);
    let [first, second] = &corrected.positions[..] else {
        panic!("two positions");
    };
    assert_eq!(first.organization.as_deref(), Some("Meadow Systems"));
    assert!(first.current && first.end.is_none());
    assert_eq!(second.start.unwrap().to_string(), "2016-05");
    assert_eq!(second.organization, parsed.positions[1].organization);
    assert_eq!(parsed, resume());
}

#[test]
fn a_resume_that_is_read_differently_is_corrected_where_the_value_is() {
    let correction = correction(1, CorrectedField::Start, "2016-05");
    let mut other = resume();
    other.positions.swap(0, 1);
    let corrected = apply_corrections(std::slice::from_ref(&correction), &other);
    assert_eq!(corrected.positions[0].start.unwrap().to_string(), "2016-05");
    other.positions.clear();
    assert_eq!(apply_corrections(&[correction], &other), other);
}

#[test]
fn a_removed_position_does_not_count_until_it_is_restored() {
    let removal = correction(0, CorrectedField::Position, "");
    let employer = correction(1, CorrectedField::Employer, "Orchard Software");
    let mut corrections = vec![removal, employer];
    let corrected = apply_corrections(&corrections, &resume());
    let employers = |resume: &Resume| -> Vec<String> {
        let positions = resume.positions.iter();
        positions
            .filter_map(|one| one.organization.clone())
            .collect()
    };
    assert_eq!(employers(&corrected), ["Orchard Software"]);
    let with_entries = CorrectedResume::of(&corrections, &resume());
    assert!(with_entries.is_removed(corrections[0].of_entry()));
    let employer = with_entries.value(CorrectedField::Employer, 1);
    assert_eq!(employer.as_deref(), Some("Orchard Software"));
    corrections.push(correction(0, CorrectedField::Position, "Meadow"));
    let restored = apply_corrections(&corrections, &resume());
    assert_eq!(employers(&restored), ["Meadow", "Orchard Software"]);
}

#[test]
fn an_added_position_is_quoted_at_the_end_of_the_text() {
    let added = [
        correction(FIRST_ADDED_ENTRY, CorrectedField::Title, "Gardener"),
        correction(FIRST_ADDED_ENTRY, CorrectedField::Start, "2022-03"),
        correction(FIRST_ADDED_ENTRY, CorrectedField::End, PRESENT),
    ];
    let corrected = apply_corrections(&added, &resume());
    let position = &corrected.positions[2];
    assert!(position.current && position.is_certain());
    let quote = corrected.text.quote(position.span);
    assert_eq!(quote, "Gardener, 2022-03 – present");
    let section = corrected.sections.last().unwrap();
    assert_eq!(section.kind, SectionKind::Experience);
    assert!(section.span.contains(position.span));
    let next = CorrectedResume::of(&added, &resume()).next_entry(EntryKind::Position);
    assert_eq!(next.number, FIRST_ADDED_ENTRY + 1);
}

#[test]
fn a_skill_that_is_added_and_removed_leaves_nothing() {
    let added = correction(FIRST_ADDED_ENTRY, CorrectedField::Skill, "Rust");
    let removed = correction(FIRST_ADDED_ENTRY, CorrectedField::Skill, "");
    let with_skill = apply_corrections(std::slice::from_ref(&added), &resume());
    assert_eq!(with_skill.skills.len(), 1);
    assert_eq!(with_skill.text.quote(with_skill.skills[0].span), "Rust");
    let both = [added, removed];
    let corrected = CorrectedResume::of(&both, &resume());
    assert_eq!(corrected.entries(EntryKind::Skill), []);
    assert_eq!(corrected.into_resume(), resume());
}

#[test]
fn a_skill_that_is_removed_or_renamed_is_disclaimed() {
    let mut read = resume();
    for name in ["Kuber", "Java"] {
        read.skills.push(FoundSkill {
            name: name.to_owned(),
            span: Span::default(),
            section: SectionKind::Skills,
        });
    }
    let of_skill = |entry: usize, stated: &str| Correction {
        parsed: CorrectedField::Skill.value_in(&read, entry),
        ..correction(entry, CorrectedField::Skill, stated)
    };
    let corrected = apply_corrections(&[of_skill(0, "Kubernetes"), of_skill(1, "")], &read);
    assert_eq!(corrected.skills.len(), 1);
    assert_eq!(corrected.skills[0].name, "Kubernetes");
    assert_eq!(corrected.disclaimed_skills, ["Kuber", "Java"]);
}

#[test]
fn a_cleared_value_is_none() {
    let cleared = [
        correction(0, CorrectedField::End, ""),
        correction(0, CorrectedField::Place, "Utrecht"),
    ];
    let corrected = apply_corrections(&cleared, &resume());
    assert_eq!(corrected.positions[0].end, None);
    assert_eq!(corrected.place.unwrap().value, "Utrecht");
}

#[test]
fn values_are_checked_by_field() {
    let check = |field: CorrectedField, value| field.check("value", value);
    for (field, value, stored) in [
        (CorrectedField::End, "Present", Some("present")),
        (CorrectedField::Start, "2020-3", Some("2020-03")),
        (CorrectedField::Level, "master", Some("master")),
        (CorrectedField::Employer, " ", None),
    ] {
        assert_eq!(check(field, value).unwrap().as_deref(), stored, "{value}");
    }
    for (field, value) in [
        (CorrectedField::Start, "present"),
        (CorrectedField::Start, "2020-13"),
        (CorrectedField::Level, "guru"),
    ] {
        assert!(check(field, value).is_err(), "{value}");
    }
    assert!(CorrectedField::Skill.check_new("skill", " ").is_err());
}
