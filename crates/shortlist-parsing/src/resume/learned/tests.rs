//! Tests of the models and of what they are read from.

use super::models::{FORESTS, phrases};
use super::phrase::PhraseModel;
use super::trees::Forests;

#[test]
fn the_models_of_the_program_can_be_read() {
    assert!(PhraseModel::read(include_bytes!("../../../data/phrases.bin")).is_some());
    let file = include_bytes!("../../../data/work_history.bin");
    assert!(Forests::<FORESTS>::read(file).is_ok());
    // Together they stay small.
    let phrases = include_bytes!("../../../data/phrases.bin");
    assert!(phrases.len() + file.len() < 2_000_000);
}

#[test]
fn a_damaged_classifier_is_refused() {
    let whole: &'static [u8] = include_bytes!("../../../data/phrases.bin");
    for end in [0, 31, 32, whole.len() - 1] {
        assert!(PhraseModel::read(&whole[..end]).is_none(), "{end} bytes");
    }
    assert!(PhraseModel::read(&[0xff; 4_096]).is_none());
}

#[test]
fn phrases_look_like_what_they_are() {
    let likeliest = |phrase: &str| {
        let scores = phrases().scores(phrase);
        let most = scores.iter().max().unwrap();
        scores.iter().position(|score| score == most).unwrap()
    };
    for (class, examples) in [
        (
            0,
            [
                "Senior Accountant",
                "Fachkraft für Lagerlogistik",
                "Chef de projet",
            ],
        ),
        (
            1,
            [
                "Example Technologies Ltd",
                "Muster Holding AG",
                "Globex Pharmaceuticals Inc",
            ],
        ),
        (
            2,
            [
                "University of Exampleton",
                "Universidad de Ejemplo",
                "Hochschule Musterstadt",
            ],
        ),
        (3, ["Graz, Austria", "Nairobi, Kenya", "Osaka"]),
        (
            4,
            [
                "Prepared monthly reports for the board",
                "Responsible for two teams",
                "References",
            ],
        ),
    ] {
        for example in examples {
            assert_eq!(likeliest(example), class, "{example}");
        }
    }
}

#[test]
fn accents_case_and_digits_do_not_matter() {
    let scores = |text: &str| phrases().scores(text);
    assert_eq!(scores("Ingénieur réseau 3"), scores("INGENIEUR  RESEAU 7"));
}
