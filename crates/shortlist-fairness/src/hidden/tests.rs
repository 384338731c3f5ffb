//! What is hidden of reports, and what can be computed from the rest.

use proptest::prelude::*;
use shortlist_domain::{RaceEthnicity as Race, Score};

use super::*;
use crate::{Assessed, Row, Sample, Selection, SmallCategories};

/// People of one kind.
type Kind = (u32, Option<Sex>, Option<Race>);

fn audit(kinds: &[Kind]) -> BiasAudit {
    let mut sample = Sample::default();
    for (people, sex, race_ethnicity) in kinds {
        for index in 0..*people {
            sample.add(Assessed {
                score: Score::from_tenths(if index % 2 == 0 { 600 } else { 400 }),
                selection: Selection::Selected,
                identification: SelfIdentification {
                    sex: *sex,
                    race_ethnicity: *race_ethnicity,
                },
            });
        }
    }
    BiasAudit::of(&sample, SmallCategories::Kept)
}

fn shown(kinds: &[Kind]) -> BiasAudit {
    audit(kinds).without_small_groups(SMALLEST_SHOWN_GROUP)
}

fn row(audit: &BiasAudit, category: Category) -> Row {
    let mut rows = audit.selection.iter().flat_map(|table| &table.rows);
    *rows.find(|row| row.category == category).unwrap()
}

fn hidden(audit: &BiasAudit) -> Vec<String> {
    let rows = audit.scoring.iter().flat_map(|table| &table.rows);
    let hidden = rows.filter(|row| row.is_hidden);
    hidden.map(|row| row.category.label()).collect()
}

#[test]
fn large_groups_are_shown() {
    let kinds = [(40, Some(Sex::Female), None), (5, Some(Sex::Male), None)];
    let report = shown(&kinds);
    assert!(hidden(&report).is_empty());
    assert_eq!(report.scoring, audit(&kinds).scoring);
}

#[test]
fn a_small_group_is_hidden_with_the_next_one() {
    let report = shown(&[
        (40, Some(Sex::Female), None),
        (30, Some(Sex::Male), None),
        (1, Some(Sex::Another), None),
    ]);
    assert_eq!(hidden(&report), ["Male", "Another sex"]);
    let male = row(&report, Category::Sex(Sex::Male));
    assert_eq!((male.people, male.favoured, male.rate()), (0, 0, None));
    assert!(male.comparison.is_none() && !male.is_small() && !male.is_warning());
    // The highest rate is one that is shown. Otherwise the ratios of others would contain it.
    let female = row(&report, Category::Sex(Sex::Female));
    assert_eq!(female.comparison.unwrap().impact_ratio.to_string(), "1.00");
}

#[test]
fn if_all_others_are_unknown_their_number_is_hidden() {
    let report = shown(&[(3, Some(Sex::Female), None), (40, None, None)]);
    assert_eq!(hidden(&report), ["Female"]);
    assert_eq!(
        (
            report.scoring[0].unknown,
            report.scoring[0].is_unknown_hidden
        ),
        (0, true)
    );
    assert_eq!(
        (
            report.scoring[1].unknown,
            report.scoring[1].is_unknown_hidden
        ),
        (43, false)
    );
}

#[test]
fn hidden_groups_are_together_not_small() {
    let report = shown(&[
        (1, None, Some(Race::Pacific)),
        (2, None, Some(Race::Native)),
        (9, None, Some(Race::Asian)),
        (60, None, Some(Race::White)),
    ]);
    let mut names = hidden(&report);
    names.sort();
    assert_eq!(names.len(), 3, "{names:?}");
    assert!(names.contains(&"Asian".to_owned()), "{names:?}");
}

/// The rows by sex and by race are the sums of the rows by both.
#[test]
fn a_small_intersection_cannot_be_computed_from_the_other_tables() {
    let kinds = [
        (40, Some(Sex::Female), Some(Race::Asian)),
        (1, Some(Sex::Female), Some(Race::White)),
        (40, Some(Sex::Male), Some(Race::Asian)),
        (30, Some(Sex::Male), Some(Race::White)),
    ];
    let report = shown(&kinds);
    assert!(!row(&report, Category::Sex(Sex::Female)).is_hidden || hidden(&report).len() > 2);
    check(&report, &audit(&kinds), SMALLEST_SHOWN_GROUP);
    assert!(row(&report, Category::Intersection(Sex::Female, Race::White)).is_hidden);
}

#[test]
fn of_few_people_nothing_but_their_number_is_shown() {
    let report = shown(&[(4, Some(Sex::Female), Some(Race::Asian))]);
    assert_eq!(
        (report.people, report.selected, report.median),
        (4, 0, None)
    );
    assert!(report.scoring.iter().all(|table| table.is_unknown_hidden));
    let rows = report.scoring.iter().chain(&report.selection);
    let mut rows = rows.flat_map(|table| &table.rows);
    assert!(rows.all(|row| row.people == 0 && row.favoured == 0));
    assert!(hidden(&shown(&[])).is_empty(), "nobody is nobody's secret");
}

/// Subtracts in every way that needs no algebra: a table from its sum, and the rows of both from those of one.
fn check(report: &BiasAudit, truth: &BiasAudit, least: u32) {
    let people = |category: Category| {
        let rows = truth.scoring.iter().flat_map(|table| &table.rows);
        let mut rows = rows.filter(|row| row.category == category);
        rows.next().unwrap().people
    };
    let is_hidden = |category: Category| row(report, category).is_hidden;
    for category in Dimension::ALL.into_iter().flat_map(Dimension::categories) {
        let is_small = (1..least).contains(&people(category));
        assert!(!is_small || is_hidden(category), "{}", category.label());
    }
    for (table, dimension) in report.scoring.iter().zip(Dimension::ALL) {
        let hidden = dimension
            .categories()
            .into_iter()
            .filter(|one| is_hidden(*one));
        let together: u32 = hidden.map(people).sum();
        let is_known = !table.is_unknown_hidden;
        assert!(
            !(is_known && (1..least).contains(&together)),
            "{dimension:?}"
        );
    }
    for sex in Sex::ALL {
        let parts = RaceEthnicity::ALL.map(|race| Category::Intersection(sex, race));
        let all: u32 = parts.iter().copied().map(people).sum();
        // Only if everybody's race or ethnicity is known, the sum of the parts is the row of the sex.
        if all == people(Category::Sex(sex))
            && truth.scoring[2].unknown == 0
            && !is_hidden(Category::Sex(sex))
        {
            let hidden: u32 = parts
                .into_iter()
                .filter(|one| is_hidden(*one))
                .map(people)
                .sum();
            assert!(!(1..least).contains(&hidden), "{}", sex.label());
        }
    }
}

fn people() -> impl Strategy<Value = u32> {
    prop_oneof![4 => Just(0), 3 => 1u32..5, 3 => 5u32..40]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn small_groups_cannot_be_computed(counts in proptest::collection::vec(people(), 32), knows_all: bool) {
        let kinds = kinds().into_iter().zip(counts);
        let kinds = kinds.filter(|(kind, _)| !knows_all || kind.sex.is_some() && kind.race_ethnicity.is_some());
        let kinds: Vec<Kind> = kinds.map(|(kind, people)| (people, kind.sex, kind.race_ethnicity)).collect();
        let truth = audit(&kinds);
        let report = shown(&kinds);
        check(&report, &truth, SMALLEST_SHOWN_GROUP);
        // The algebra agrees, and hiding is not everything.
        let cells = HiddenCells::of(&truth, SMALLEST_SHOWN_GROUP);
        let small = |people: u32| (1..SMALLEST_SHOWN_GROUP).contains(&people);
        prop_assert!(small(truth.people) || cells.exposed(&figures(&truth), small).is_none());
    }
}
