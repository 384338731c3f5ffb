//! The tables of published and hand-made samples.

use shortlist_domain::{RaceEthnicity as Race, Score, SelfIdentification, Sex};

use super::*;
use crate::{Assessed, Category, Row, Selection};

/// People of one kind: how many, how many of them have a high score, and what they said about themselves.
type Kind = (u32, u32, Option<Sex>, Option<Race>);

/// Adds people with distinct sides of a median between 40 and 60 points. People with a high score are selected.
fn sample(kinds: &[Kind]) -> Sample {
    let mut sample = Sample::default();
    for (people, high, sex, race_ethnicity) in kinds {
        for index in 0..*people {
            let is_high = index < *high;
            sample.add(Assessed {
                score: Score::from_tenths(if is_high { 600 } else { 400 }),
                selection: if is_high {
                    Selection::Selected
                } else {
                    Selection::NotSelected
                },
                identification: SelfIdentification {
                    sex: *sex,
                    race_ethnicity: *race_ethnicity,
                },
            });
        }
    }
    sample
}

fn kept(kinds: &[Kind]) -> BiasAudit {
    BiasAudit::of(&sample(kinds), SmallCategories::Kept)
}

fn excluding(kinds: &[Kind]) -> BiasAudit {
    let reason = Justification::parse("exclude", "too few for a meaningful ratio").unwrap();
    BiasAudit::of(&sample(kinds), SmallCategories::Excluded(reason))
}

fn row(tables: &[Table], category: Category) -> Row {
    let mut rows = tables.iter().flat_map(|table| &table.rows);
    *rows.find(|row| row.category == category).unwrap()
}

/// Returns count, rate in percent and impact ratio, as reports show them.
fn shown(row: Row) -> (u32, String, String) {
    let rate = row.rate().map(|rate| rate.to_string());
    let ratio = row.comparison.map(|c| c.impact_ratio.to_string());
    (
        row.people,
        rate.unwrap_or_default(),
        ratio.unwrap_or_default(),
    )
}

fn expected(people: u32, rate: &str, ratio: &str) -> (u32, String, String) {
    (people, rate.to_owned(), ratio.to_owned())
}

#[test]
fn a_published_audit_is_reproduced_by_sex() {
    let audit = kept(&[
        (92, 50, Some(Sex::Male), None),
        (76, 34, Some(Sex::Female), None),
    ]);
    assert_eq!(audit.median.unwrap().to_string(), "50.00");
    let of = |sex| shown(row(&audit.scoring, Category::Sex(sex)));
    assert_eq!(of(Sex::Male), expected(92, "54.3", "1.00"));
    assert_eq!(of(Sex::Female), expected(76, "44.7", "0.82"));
}

#[test]
fn a_published_audit_is_reproduced_by_race_or_ethnicity() {
    let kind = |people, high, race| (people, high, None, Some(race));
    // The excerpt leaves out 36 of the 168 people.
    let audit = kept(&[
        kind(28, 18, Race::Hispanic),
        kind(40, 15, Race::White),
        kind(32, 16, Race::Black),
        kind(8, 5, Race::Pacific),
        kind(24, 10, Race::Asian),
        (36, 20, None, None),
    ]);
    let of = |race| shown(row(&audit.scoring, Category::RaceEthnicity(race)));
    // The publication prints 64.2: it cut off 18/28 = 64.2857, and rounded all its other figures.
    assert_eq!(of(Race::Hispanic), expected(28, "64.3", "1.00"));
    assert_eq!(of(Race::White), expected(40, "37.5", "0.58"));
    assert_eq!(of(Race::Black), expected(32, "50.0", "0.78"));
    assert_eq!(of(Race::Pacific), expected(8, "62.5", "0.97"));
    assert_eq!(of(Race::Asian), expected(24, "41.7", "0.65"));
    assert_eq!(audit.scoring[1].unknown, 36);
    let warned = audit.scoring[1].rows.iter().filter(|row| row.is_warning());
    let warned: Vec<String> = warned.map(|row| row.category.label()).collect();
    assert_eq!(warned, ["White", "Black or African American", "Asian"]);
}

#[test]
fn ties_at_the_median_are_not_above_it() {
    // Five of eight people have the median score. Only one of the others is above it.
    let mut ties = Sample::default();
    for (tenths, sex) in [
        (300, Sex::Female),
        (400, Sex::Male),
        (500, Sex::Female),
        (500, Sex::Female),
        (500, Sex::Female),
        (500, Sex::Male),
        (500, Sex::Male),
        (700, Sex::Male),
    ] {
        ties.add(Assessed {
            score: Score::from_tenths(tenths),
            selection: Selection::NotSelected,
            identification: SelfIdentification {
                sex: Some(sex),
                race_ethnicity: None,
            },
        });
    }
    let audit = BiasAudit::of(&ties, SmallCategories::Kept);
    let of = |sex| shown(row(&audit.scoring, Category::Sex(sex)));
    assert_eq!(of(Sex::Female), expected(4, "0.0", "0.00"));
    assert_eq!(of(Sex::Male), expected(4, "25.0", "1.00"));
}

#[test]
fn empty_categories_are_shown_without_a_rate() {
    let audit = kept(&[(10, 4, Some(Sex::Female), None)]);
    assert_eq!(audit.scoring[0].rows.len(), 3);
    assert_eq!(audit.scoring[1].rows.len(), 7);
    assert_eq!(audit.scoring[2].rows.len(), 21);
    let male = row(&audit.scoring, Category::Sex(Sex::Male));
    assert_eq!(shown(male), expected(0, "", ""));
    assert!(!male.is_small() && !male.is_warning());
    assert_eq!(audit.scoring[1].unknown, 10);
    assert_eq!(audit.scoring[1].reference(), None);
}

#[test]
fn a_sample_without_people_has_tables_without_rates() {
    let audit = kept(&[]);
    assert_eq!((audit.people, audit.median), (0, None));
    let rows = audit.scoring.iter().chain(&audit.selection);
    assert!(
        rows.flat_map(|table| &table.rows)
            .all(|row| row.rate().is_none())
    );
}

#[test]
fn rates_of_zero_have_no_ratio() {
    let audit = kept(&[
        (5, 0, Some(Sex::Female), None),
        (5, 0, Some(Sex::Male), None),
    ]);
    let female = row(&audit.selection, Category::Sex(Sex::Female));
    assert_eq!(shown(female), expected(5, "0.0", ""));
}

#[test]
fn a_category_under_two_percent_keeps_count_and_rate_but_no_ratio() {
    let kinds = [
        (980, 490, Some(Sex::Female), None),
        (20, 20, Some(Sex::Male), None),
        (19, 19, Some(Sex::Another), None),
    ];
    // 20 of 1,019 people are under 2 %.
    let audit = excluding(&kinds);
    let male = row(&audit.selection, Category::Sex(Sex::Male));
    assert_eq!(shown(male), expected(20, "100.0", ""));
    assert!(male.is_excluded && male.is_small() && !male.is_warning());
    // An excluded category is not the reference either.
    let female = row(&audit.selection, Category::Sex(Sex::Female));
    assert_eq!(shown(female), expected(980, "50.0", "1.00"));
    // Without a justification, all categories count.
    let female = row(&kept(&kinds).selection, Category::Sex(Sex::Female));
    assert_eq!(shown(female), expected(980, "50.0", "0.50"));
}

#[test]
fn a_category_of_exactly_two_percent_is_not_excluded() {
    let audit = excluding(&[
        (98, 49, Some(Sex::Female), None),
        (2, 1, Some(Sex::Male), None),
        (900, 450, None, None),
    ]);
    let male = row(&audit.scoring, Category::Sex(Sex::Male));
    assert!(!male.is_excluded);
    assert_eq!(shown(male), expected(2, "50.0", "1.00"));
}

#[test]
fn unknown_people_count_for_the_median_only() {
    let audit = kept(&[
        (10, 10, Some(Sex::Female), None),
        (10, 0, None, Some(Race::Asian)),
        (4, 0, None, None),
    ]);
    assert_eq!(audit.people, 24);
    assert_eq!(audit.median.unwrap().to_string(), "40.00");
    let unknown: Vec<u32> = audit.scoring.iter().map(|table| table.unknown).collect();
    assert_eq!(unknown, [14, 14, 24]);
}

#[test]
fn intersections_are_counted_apart() {
    let audit = kept(&[
        (40, 30, Some(Sex::Female), Some(Race::Asian)),
        (40, 10, Some(Sex::Female), Some(Race::White)),
        (40, 20, Some(Sex::Male), Some(Race::Asian)),
        (40, 20, Some(Sex::Male), Some(Race::White)),
        (5, 5, Some(Sex::Male), None),
    ]);
    let of = |sex, race| shown(row(&audit.selection, Category::Intersection(sex, race)));
    assert_eq!(of(Sex::Female, Race::Asian), expected(40, "75.0", "1.00"));
    assert_eq!(of(Sex::Female, Race::White), expected(40, "25.0", "0.33"));
    assert_eq!(of(Sex::Male, Race::Asian), expected(40, "50.0", "0.67"));
    // By sex alone, the two groups of women hide each other.
    let female = row(&audit.selection, Category::Sex(Sex::Female));
    assert_eq!(shown(female).1, "50.0");
    assert_eq!(audit.selection[2].unknown, 5);
    let label = Category::Intersection(Sex::Female, Race::White).label();
    assert_eq!(label, "Female, White");
}

#[test]
fn the_reference_has_a_ratio_but_no_test_against_itself() {
    let audit = kept(&[
        (92, 50, Some(Sex::Male), None),
        (76, 34, Some(Sex::Female), None),
    ]);
    let reference = audit.scoring[0].reference().unwrap();
    assert_eq!(reference.category, Category::Sex(Sex::Male));
    let own = reference.comparison.unwrap();
    assert_eq!((own.p_value, own.interval), (None, None));
    let other = row(&audit.scoring, Category::Sex(Sex::Female));
    let other = other.comparison.unwrap();
    let interval = other.interval.unwrap();
    assert!(interval.low < 0.823 && 0.823 < interval.high);
    assert!((0.2..0.3).contains(&other.p_value.unwrap()));
}

#[test]
fn a_justification_is_needed_to_exclude() {
    assert!(Justification::parse("exclude", " ").is_err());
    let given = Justification::parse("exclude", " few people ").unwrap();
    assert_eq!(given.as_str(), "few people");
}
