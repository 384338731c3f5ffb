//! The accuracy on real resumes, as counts of groups of resumes, and the file that keeps them.
//!
//! Only resumes count that no rule was written for. Positions and education are not counted, because the models that read them are
//! trained on these resumes: `crates/shortlist-parsing/training` measures them by cross-validation.
//!
//! The resumes are not part of the project, so the counts are. `cargo bench -p shortlist-benches --bench model_card -- --measure`
//! writes them, and whoever has the resumes can repeat the measurement.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use std::path::Path;
use std::{fs, io};

use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_vocabulary::Vocabulary;

use crate::files_below;
use crate::matching::ListMarks;
use crate::real_truth::{RealTruth, read_truth};

/// The labels, below the folder of the corpus.
const TRUTH: &str = "real/truth-dev.jsonl";
/// The list of the resumes, in the order in which they were labelled.
const MANIFEST: &str = "real/dev.tsv";
/// The rules were written while looking at this many resumes, the first of the list.
const FITTED: usize = 300;
/// Groups with fewer resumes than this are shown together.
const SMALLEST_GROUP: usize = 10;
const OTHERS: &str = "others";

/// The values of which a resume has one, in the order of the table.
pub const REAL_FIELDS: [&str; 6] = ["name", "e-mail", "phone", "location", "years", "degree"];
/// The results of a group of resumes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RealRow {
    /// What the group has in common: `all`, `language`, `layout` or `format`.
    pub by: String,
    /// The language, layout or format.
    pub name: String,
    /// The number of resumes.
    pub resumes: usize,
    /// The number of resumes that could be read.
    pub read: usize,
    /// The results for [`REAL_FIELDS`].
    pub fields: [ListMarks; 6],
    /// The results for skills.
    pub skills: ListMarks,
}

impl RealRow {
    fn add(&mut self, other: &Self) {
        self.resumes += other.resumes;
        self.read += other.read;
        for (sum, more) in self.fields.iter_mut().zip(other.fields) {
            sum.add(more);
        }
        self.skills.add(other.skills);
    }
}

/// Measures the real resumes of a corpus. Returns `None` if the folder has none, because they are not published with their labels.
///
/// # Errors
/// Returns an error if the labels or a file cannot be read.
pub fn measure_real(corpus: &Path) -> io::Result<Option<Vec<RealRow>>> {
    let labels = corpus.join(TRUTH);
    if !labels.exists() {
        return Ok(None);
    }
    let files = files_below(corpus)?;
    let files = files.into_iter().filter_map(|file| {
        let id = file.path.file_stem()?.to_str()?.to_owned();
        Some((id, file.bytes))
    });
    let files: HashMap<String, Vec<u8>> = files.collect();
    let fitted = fitted(&fs::read_to_string(corpus.join(MANIFEST))?);
    let mut labels = read_truth(&labels)?;
    labels.retain(|truth| truth.is_resume() && !fitted.contains(&truth.id));
    if !labels.iter().all(|truth| files.contains_key(&truth.id)) {
        return Ok(None);
    }
    let judge = |truth: &RealTruth| {
        let bytes = files.get(&truth.id).map_or(&[][..], Vec::as_slice);
        judged(truth, bytes)
    };
    let rows = with_deep_stack(|| labels.iter().map(|truth| (truth, judge(truth))).collect())?;
    Ok(Some(grouped(rows)))
}

/// Returns the identifiers of the resumes that the rules were written for.
fn fitted(manifest: &str) -> HashSet<String> {
    let rows = manifest.lines().skip(1).take(FITTED);
    let ids = rows.filter_map(|row| row.split('\t').next());
    ids.map(str::to_owned).collect()
}

fn judged(truth: &RealTruth, bytes: &[u8]) -> RealRow {
    let resume = read_resume(bytes, &ReadOptions::default(), Vocabulary::built_in()).ok();
    RealRow {
        resumes: 1,
        read: usize::from(resume.is_some()),
        fields: truth.fields(resume.as_ref()),
        skills: truth.skills(resume.as_ref()),
        ..RealRow::default()
    }
}

/// Adds up all resumes, and those of each language, layout and format. The largest group is first.
fn grouped(rows: Vec<(&RealTruth, RealRow)>) -> Vec<RealRow> {
    let mut groups: Vec<RealRow> = Vec::new();
    for (truth, row) in &rows {
        for (by, name) in groups_of(truth) {
            let mut known = groups.iter_mut();
            match known.find(|group| group.by == by && group.name == name) {
                Some(group) => group.add(row),
                None => groups.push(RealRow {
                    by: by.to_owned(),
                    name,
                    ..row.clone()
                }),
            }
        }
    }
    let mut groups = without_small(groups);
    let order = ["all", "language", "layout", "format"];
    groups.sort_by_key(|group| {
        let by = order.iter().position(|by| *by == group.by);
        (by, Reverse(group.resumes), group.name.clone())
    });
    groups
}

/// Adds up the small groups of each kind, which would show single resumes.
fn without_small(groups: Vec<RealRow>) -> Vec<RealRow> {
    let (small, mut kept): (Vec<RealRow>, Vec<RealRow>) = groups
        .into_iter()
        .partition(|group| group.resumes < SMALLEST_GROUP);
    for group in small {
        let mut others = kept.iter_mut();
        match others.find(|other| other.by == group.by && other.name == OTHERS) {
            Some(others) => others.add(&group),
            None => kept.push(RealRow {
                name: OTHERS.to_owned(),
                ..group
            }),
        }
    }
    kept
}

fn groups_of(truth: &RealTruth) -> [(&'static str, String); 4] {
    let language = match truth.language.as_deref() {
        Some("en") => "English",
        Some("zh") => "Chinese",
        Some("fr") => "French",
        Some("de") => "German",
        Some("es") => "Spanish",
        Some("pt") => "Portuguese",
        Some(other) => other,
        None => "not labelled",
    };
    let layout = match truth.layout.as_deref() {
        Some("1col") => "one column",
        Some("2col") => "two columns",
        Some(other) => other,
        None => "not labelled",
    };
    [
        ("all", "all".to_owned()),
        ("language", language.to_owned()),
        ("layout", layout.to_owned()),
        ("format", truth.format.clone()),
    ]
}

/// The kept results.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Measured {
    /// The version of the engine that was measured.
    pub engine: String,
    /// The day of the measurement.
    pub day: String,
    /// The pairs of persons behind one resume, and how many of them have different scores.
    pub swaps: (u64, u64),
    /// The results by group.
    pub rows: Vec<RealRow>,
}

impl Measured {
    /// Returns the text of the file: a line for each fact and for each group.
    pub fn to_text(&self) -> String {
        let (pairs, changed) = self.swaps;
        let mut text = format!(
            "# Counts of the real resumes that docs/MODEL_CARD.md shows. The model card's benchmark writes this file.\n\
             engine\t{}\nday\t{}\nswaps\t{pairs}\t{changed}\n",
            self.engine, self.day
        );
        for row in &self.rows {
            let marks = row.fields.iter().chain([&row.skills]);
            let cells = marks.map(|marks| {
                let ListMarks {
                    found,
                    listed,
                    reported,
                } = marks;
                format!("\t{found}/{listed}/{reported}")
            });
            let cells: String = cells.collect();
            // Writing to a string does not fail.
            let _written = writeln!(
                text,
                "{}\t{}\t{}\t{}{cells}",
                row.by, row.name, row.resumes, row.read
            );
        }
        text
    }

    /// Reads the text of the file. Lines of another form are left out, which a comparison with the written text shows.
    pub fn of_text(text: &str) -> Self {
        let mut measured = Self::default();
        for line in text.lines() {
            let cells: Vec<&str> = line.split('\t').collect();
            match cells.as_slice() {
                ["engine", engine] => measured.engine = (*engine).to_owned(),
                ["day", day] => measured.day = (*day).to_owned(),
                ["swaps", pairs, changed] => {
                    measured.swaps = (pairs.parse().unwrap_or(0), changed.parse().unwrap_or(0));
                }
                [by, name, resumes, read, marks @ ..] => {
                    measured.rows.push(row(by, name, resumes, read, marks));
                }
                _ => {}
            }
        }
        measured
    }
}

fn row(by: &str, name: &str, resumes: &str, read: &str, cells: &[&str]) -> RealRow {
    let mut marks = cells.iter().map(|cell| {
        let mut counts = cell.split('/').map(|count| count.parse().unwrap_or(0));
        let mut next = || counts.next().unwrap_or(0);
        ListMarks {
            found: next(),
            listed: next(),
            reported: next(),
        }
    });
    let mut next = || marks.next().unwrap_or_default();
    RealRow {
        by: by.to_owned(),
        name: name.to_owned(),
        resumes: resumes.parse().unwrap_or(0),
        read: read.parse().unwrap_or(0),
        fields: std::array::from_fn(|_| next()),
        skills: next(),
    }
}
