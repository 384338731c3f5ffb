//! Compares `docs/MODEL_CARD.md` with its sources.

use std::error::Error;
use std::fs;
use std::path::Path;

use shortlist_benches::matching::ListMarks;
use shortlist_benches::model_card_document::{
    COUNTS, DOCUMENT, document, kept_counts, project_file,
};
use shortlist_benches::real_resumes::{Measured, measure_real};
use shortlist_benches::real_truth::RealTruth;
use shortlist_fixtures::{Format, plain_resume};
use shortlist_parsing::{ReadOptions, read_resume};
use shortlist_vocabulary::Vocabulary;

#[test]
fn the_model_card_has_the_figures_of_its_sources() -> Result<(), Box<dyn Error>> {
    let accuracy = fs::read_to_string(project_file("docs/ACCURACY.md"))?;
    let committed = fs::read_to_string(project_file(DOCUMENT))?;
    assert!(
        document(&kept_counts()?, &accuracy) == committed,
        "{DOCUMENT} is out of date: cargo bench -p shortlist-benches --bench model_card -- --write"
    );
    Ok(())
}

#[test]
fn the_kept_counts_say_everything_that_is_written() -> Result<(), Box<dyn Error>> {
    let measured = kept_counts()?;
    assert_eq!(
        measured.to_text(),
        fs::read_to_string(project_file(COUNTS))?
    );
    assert_eq!(Measured::of_text(&measured.to_text()), measured);
    assert_eq!(measured.swaps.1, 0, "persons change scores");
    let sum = |by: &str| {
        let rows = measured.rows.iter().filter(|row| row.by == by);
        rows.map(|row| row.resumes).sum::<usize>()
    };
    for by in ["language", "layout", "format"] {
        assert_eq!(sum(by), sum("all"), "{by}");
    }
    Ok(())
}

#[test]
fn real_resumes_are_read_as_the_card_says() -> Result<(), Box<dyn Error>> {
    let Some(corpus) = std::env::var_os("SHORTLIST_CORPUS") else {
        println!("skipped: SHORTLIST_CORPUS names no folder");
        return Ok(());
    };
    let Some(rows) = measure_real(Path::new(&corpus))? else {
        println!("skipped: the corpus has no real resumes with labels");
        return Ok(());
    };
    let kept = kept_counts()?.rows;
    assert_eq!(rows.len(), kept.len(), "the groups of resumes differ");
    for (now, kept) in rows.iter().zip(&kept) {
        assert_eq!(
            now, kept,
            "measure again: --bench model_card -- --measure --write"
        );
    }
    Ok(())
}

/// The labels of an invented resume, with hashes as in those of real ones.
fn labels(name: &str) -> Result<RealTruth, serde_json::Error> {
    serde_json::from_value(serde_json::json!({
        "id": "invented", "format": "docx", "name_h": [name], "email_h": [], "phone_h": [],
        "years_experience": null, "years_experience_stated": 1000.0,
    }))
}

#[test]
fn a_value_counts_as_found_only_if_it_is_the_labelled_one() -> Result<(), Box<dyn Error>> {
    let bytes = plain_resume(Format::Docx);
    let resume = read_resume(&bytes, &ReadOptions::default(), Vocabulary::built_in())?;
    let wrong = labels("0".repeat(20).as_str())?.fields(Some(&resume));
    let stated = |found| ListMarks {
        listed: 1,
        found,
        reported: 1,
    };
    assert_eq!(wrong[0], stated(0));
    assert_eq!(wrong[4], stated(0));
    assert_eq!(wrong[1].listed, 0);
    let name = resume.name().unwrap_or_default().to_lowercase();
    let right = labels(&shortlist_benches::real_truth::hash(&name))?;
    assert_eq!(right.fields(Some(&resume))[0], stated(1));
    assert_eq!(right.fields(None)[0].reported, 0);
    Ok(())
}

#[test]
fn no_group_of_real_resumes_is_so_small_that_it_shows_single_ones() -> Result<(), Box<dyn Error>> {
    let kept = kept_counts()?;
    let small = kept.rows.iter().filter(|row| row.name != "others");
    let small: Vec<_> = small.filter(|row| row.resumes < 10).collect();
    assert!(small.is_empty(), "{small:?}");
    Ok(())
}
