//! Writes `docs/MODEL_CARD.md`, and the counts of real resumes that it shows.
//!
//! `cargo bench -p shortlist-benches --bench model_card -- [--measure] [--write]`
//!
//! `--measure` reads the real resumes below the folder that `SHORTLIST_CORPUS` names, swaps persons, and keeps the counts.
//! `--write` writes the document. Without it, the document is printed.

use std::io::{self, Write};
use std::path::Path;
use std::{env, fs};

use chrono::Utc;
use shortlist_benches::model_card_document::{
    COUNTS, DOCUMENT, document, kept_counts, project_file,
};
use shortlist_benches::person_swaps::swap;
use shortlist_benches::real_resumes::{Measured, measure_real};
use shortlist_parsing::with_deep_stack;
use shortlist_scoring::engine_version;
use shortlist_vocabulary::Vocabulary;

/// The number of pairs of persons.
const PAIRS: u64 = 50_000;

fn main() -> io::Result<()> {
    let has = |flag: &str| env::args().any(|argument| argument == flag);
    if has("--measure") {
        fs::write(project_file(COUNTS), measure()?.to_text())?;
    }
    let accuracy = fs::read_to_string(project_file("docs/ACCURACY.md"))?;
    let text = document(&kept_counts()?, &accuracy);
    if has("--write") {
        fs::write(project_file(DOCUMENT), text)
    } else {
        io::stdout().lock().write_all(text.as_bytes())
    }
}

fn measure() -> io::Result<Measured> {
    let missing =
        || io::Error::other("set SHORTLIST_CORPUS to a folder with real resumes and labels");
    let corpus = env::var_os("SHORTLIST_CORPUS").ok_or_else(missing)?;
    let rows = measure_real(Path::new(&corpus))?.ok_or_else(missing)?;
    let swapped = with_deep_stack(|| swap(7, PAIRS))?.map_err(io::Error::other)?;
    Ok(Measured {
        engine: engine_version(Vocabulary::built_in()),
        day: today(),
        swaps: (swapped.pairs, swapped.changed),
        rows,
    })
}

#[expect(
    clippy::disallowed_methods,
    reason = "the day of a measurement is that of the machine"
)]
fn today() -> String {
    Utc::now().date_naive().to_string()
}
