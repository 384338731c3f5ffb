//! The model card: text with tables of counts that were measured before, or that are computed here.

use std::path::{Path, PathBuf};
use std::{fs, io};

use shortlist_fixtures::hidden_texts;
use shortlist_scoring::engine_version;
use shortlist_vocabulary::Vocabulary;

use crate::accuracy_document::{figures, head_of_table, share};
use crate::matching::ListMarks;
use crate::real_resumes::{Measured, REAL_FIELDS, RealRow};
use crate::scoreboard::{FIELDS, LISTS, Marks};

const HEAD: &str = include_str!("model_card_head.md");
const TAIL: &str = include_str!("model_card_tail.md");
/// The percentage below which a figure on invented resumes is listed as weak.
const WEAK: usize = 90;
/// Groups with fewer resumes say little.
const FEW: usize = 30;

/// Returns the place of a file of the project.
pub fn project_file(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The document, in the project.
pub const DOCUMENT: &str = "docs/MODEL_CARD.md";
/// The counts on real resumes, in the project.
pub const COUNTS: &str = "benches/real_resumes.tsv";

/// Reads the kept counts.
///
/// # Errors
/// Returns an error if the file cannot be read.
pub fn kept_counts() -> io::Result<Measured> {
    let text = fs::read_to_string(project_file(COUNTS))?;
    Ok(Measured::of_text(&text))
}

/// Returns the document for counts on real resumes and the text of `docs/ACCURACY.md`.
pub fn document(measured: &Measured, accuracy: &str) -> String {
    let engine = engine_version(Vocabulary::built_in());
    let parts = [
        HEAD.replace("{engine}", &format!("`{engine}`")),
        real_section(measured),
        invented_section(accuracy),
        swap_section(measured),
        hidden_section(),
        TAIL.to_owned(),
    ];
    parts.concat()
}

fn real_section(measured: &Measured) -> String {
    let Some(all) = measured.rows.iter().find(|row| row.by == "all") else {
        return String::new();
    };
    let mut text = format!(
        "## Figures on real resumes\n\n{} resumes of real people from 116 sources that no rule was written for, whose values a reader labelled by hand ({} could be \
         read by the program). Measured on {} with engine `{}`. The columns count values as in [ACCURACY.md](ACCURACY.md). A value that a resume does not state \
         is left out. Figures below 90 per cent are in bold. Expect a few per cent of errors in the labels, and 95 % intervals of 1 to 5 points for the figures \
         of all resumes. A group of fewer than {FEW} resumes says little. Positions and education are not in these tables, because the models that read them are \
         trained on these resumes; [ADR 42](adr/0042-work-history-by-rules-and-trees.md) has their figures by cross-validation. Years are counted from \
         positions, so they are read better here than elsewhere. The limits below have all figures on a third set.\n",
        all.resumes, all.read, measured.day, measured.engine,
    );
    let reported = all.fields.iter().zip(REAL_FIELDS).take(3);
    let reported: Vec<String> = reported
        .map(|(marks, field)| format!("{field} {}", share(marks.found, marks.reported)))
        .collect();
    text.push_str(&format!(
        "\nOf the values that were reported, these are right: {}.\n",
        reported.join(", ")
    ));
    for by in ["all", "language", "layout", "format"] {
        let rows: Vec<&RealRow> = measured.rows.iter().filter(|row| row.by == by).collect();
        if by != "all" {
            text.push_str(&format!("\n### By {by}\n"));
        }
        text.push_str(&table(&rows));
    }
    text.push('\n');
    text
}

fn table(rows: &[&RealRow]) -> String {
    let columns = format!(
        "resumes | {} | skills found | reported skills that are listed",
        REAL_FIELDS.join(" | ")
    );
    let mut text = head_of_table(&columns);
    for row in rows {
        let cells = row.fields.map(|marks| found(&marks)).join(" | ");
        let skills = match row.skills.listed {
            0 => "– | –".to_owned(),
            _ => format!(
                "{} | {}",
                found(&row.skills),
                share(row.skills.found, row.skills.reported)
            ),
        };
        let (name, resumes) = (&row.name, row.resumes);
        text.push_str(&format!("| {name} | {resumes} | {cells} | {skills} |\n"));
    }
    text
}

/// Returns the share of the stated values that were found; a dash if no resume of the group states one.
fn found(marks: &ListMarks) -> String {
    match marks.listed {
        0 => "–".to_owned(),
        listed => share(marks.found, listed),
    }
}

/// Sums up the accuracy on invented resumes, and lists what is weak.
fn invented_section(accuracy: &str) -> String {
    let figures = figures(accuracy);
    let mut text = "## Figures on invented resumes\n\n[ACCURACY.md](ACCURACY.md) has the figures by layout, language and format. Anyone can \
                    repeat them. In total:\n"
        .to_owned();
    text.push_str(&head_of_table(&format!("resumes | {}", FIELDS.join(" | "))));
    if let Some((name, marks)) = figures.first() {
        let cells = marks.right.map(|right| share(right, marks.resumes));
        let row = format!("| {name} | {} | {} |\n", marks.resumes, cells.join(" | "));
        text.push_str(&row);
    }
    text.push_str(&format!("\nFigures below {WEAK} per cent:\n\n"));
    let weak = figures.iter().filter_map(|(name, marks)| weak(name, marks));
    text.extend(weak.map(|line| format!("- {line}\n")));
    text.push('\n');
    text
}

/// Describes the weak figures of a group.
fn weak(group: &str, marks: &Marks) -> Option<String> {
    let fields = FIELDS.iter().zip(marks.right);
    let fields = fields.map(|(field, right)| ((*field).to_owned(), right, marks.resumes));
    let lists = LISTS.iter().zip(marks.lists);
    let lists = lists.flat_map(|(list, marks)| {
        let found = (format!("{list} found"), marks.found, marks.listed);
        let reported = format!("reported {list} that are listed");
        [found, (reported, marks.found, marks.reported)]
    });
    let figures = fields.chain(lists);
    let weak = figures.filter(|(_, part, whole)| part * 100 < whole * WEAK);
    let weak = weak.map(|(name, part, whole)| format!("{name} {}", share(part, whole)));
    let weak = weak.collect::<Vec<_>>().join(", ");
    (!weak.is_empty()).then(|| format!("{group}: {weak}"))
}

fn swap_section(measured: &Measured) -> String {
    let (pairs, changed) = measured.swaps;
    format!(
        "## Swap tests\n\nEach pair is the same resume with two persons: names of many origins and genders, pronouns, addresses, telephone \
         numbers, nationalities, family status, dates of birth, captions of photographs, schools and years of graduation. Both pass \
         through the text reader and the scorer. The six resumes are in four languages and several layouts.\n\n\
         | pairs | pairs in which the contribution of any criterion changed |\n|---:|---:|\n| {pairs} | {changed} |\n\n"
    )
}

fn hidden_section() -> String {
    let hidden = hidden_texts();
    let not_visible = hidden.iter().filter(|one| one.kind.is_some()).count();
    format!(
        "## Text that people cannot see\n\n{} documents hide or disguise words of the job in PDF and DOCX. None of them changes a score. \
         {not_visible} are reported with kind, page and quote; the others show the words to people as well, or hide nothing.\n\n",
        hidden.len()
    )
}
