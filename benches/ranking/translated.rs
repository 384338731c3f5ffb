//! The same people with resumes in four languages, for postings in English.

use crate::ranked::{Outcome, Texts};

const TRANSLATED: &str = include_str!("translated.txt");
/// The languages of the translations.
pub(crate) const LANGUAGES: [&str; 3] = ["de", "fr", "es"];

/// A resume in English and its translation, scored for the same posting.
pub(crate) struct Translation {
    /// The posting, the person and the language: `nurse_full_de`.
    pub(crate) name: String,
    pub(crate) english: f64,
    pub(crate) translated: f64,
    /// What each criterion gains or loses in points.
    pub(crate) by_criterion: Vec<(String, f64)>,
}

impl Translation {
    /// Returns how many points the translation gains or loses.
    pub(crate) fn difference(&self) -> f64 {
        self.translated - self.english
    }
}

/// Scores every resume and its translations for the posting of its person.
pub(crate) fn translations() -> Outcome<Vec<Translation>> {
    let texts = Texts::read(TRANSLATED)?;
    let receipts = texts.receipts()?;
    let mut found = Vec::new();
    for (person, _) in &texts.people {
        let Some(stem) = person.strip_suffix("_en") else {
            continue;
        };
        let job = stem.split('_').next().unwrap_or(stem);
        let receipt = |language: &str| {
            let receipt = receipts.get(&(job.to_owned(), format!("{stem}_{language}")));
            receipt.ok_or(format!("{stem} has no resume in {language}"))
        };
        let english = receipt("en")?;
        for language in LANGUAGES {
            let translated = receipt(language)?;
            let pairs = english.criteria.iter().zip(&translated.criteria);
            let points = pairs.map(|(one, other)| {
                let difference = other.contribution.to_f64() - one.contribution.to_f64();
                (one.criterion.clone(), difference)
            });
            found.push(Translation {
                name: format!("{stem}_{language}"),
                english: english.score.to_f64(),
                translated: translated.score.to_f64(),
                by_criterion: points.collect(),
            });
        }
    }
    Ok(found)
}
