//! Reads the published files of O*NET and ESCO into the source of the lexicon.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;

/// The files of ESCO labels, each with `.corpus_elements.tsv` (label) and `.concept_mapping.tsv` (ESCO concept).
const LANGUAGES: [(&str, &str); 4] = [
    ("en", "usa_q_en_c_en"),
    ("de", "deu_q_de_c_de"),
    ("fr", "fra_q_fr_c_fr"),
    ("es", "esp_q_es_c_es"),
];

type Row = BTreeMap<String, String>;
/// A title by language and text, with its occupations and their weights.
type Titles = BTreeMap<(String, String), BTreeMap<String, u8>>;

/// The O*NET occupations of each ESCO occupation, with the weights of the matches.
type Crosswalk = BTreeMap<String, Vec<(String, u8)>>;

/// Returns the source for the files of a folder.
pub(crate) fn source(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut lines = vec![
        "# Made by `lexicon import` from O*NET 27.0 and ESCO 1.1.0; README.md has their notices."
            .to_owned(),
    ];
    let occupations = rows(folder, "Occupation Data.txt")?;
    let mut titles = Titles::new();
    for row in &occupations {
        let (code, name) = (field(row, "O*NET-SOC Code")?, field(row, "Title")?);
        lines.push(format!("occupation\t{code}\t{name}"));
        add(&mut titles, "en", name, code, 10);
    }
    lines.extend(relations(folder)?);
    for row in rows(folder, "Alternate Titles.txt")? {
        let code = field(&row, "O*NET-SOC Code")?;
        add(&mut titles, "en", field(&row, "Alternate Title")?, code, 10);
        let short = field(&row, "Short Title")?;
        if short != "n/a" {
            add(&mut titles, "en", short, code, 10);
        }
    }
    for row in rows(folder, "Sample of Reported Titles.txt")? {
        add(
            &mut titles,
            "en",
            field(&row, "Reported Job Title")?,
            field(&row, "O*NET-SOC Code")?,
            10,
        );
    }
    let known: BTreeSet<&str> = occupations
        .iter()
        .filter_map(|row| row.get("O*NET-SOC Code"))
        .map(String::as_str)
        .collect();
    let crosswalk = crosswalk(folder, &known)?;
    for (language, name) in LANGUAGES {
        esco(folder, name, language, &crosswalk, &mut titles)?;
    }
    for ((language, text), occupations) in titles {
        let weights: Vec<String> = occupations
            .iter()
            .map(|(code, weight)| format!("{code}:{weight}"))
            .collect();
        lines.push(format!("title\t{language}\t{text}\t{}", weights.join(" ")));
    }
    lines.push(String::new());
    Ok(lines.join("\n"))
}

fn add(titles: &mut Titles, language: &str, text: &str, code: &str, weight: u8) {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let best = titles
        .entry((language.to_owned(), text))
        .or_default()
        .entry(code.to_owned())
        .or_default();
    *best = weight.max(*best);
}

/// Returns the related occupations of each, by tier.
fn relations(folder: &Path) -> Result<Vec<String>, Box<dyn Error>> {
    let mut related: BTreeMap<(String, u8), Vec<String>> = BTreeMap::new();
    for row in rows(folder, "Related Occupations.txt")? {
        let tier = match field(&row, "Relatedness Tier")? {
            "Primary-Short" => 1,
            "Primary-Long" => 2,
            "Supplemental" => 3,
            other => {
                return Err(format!("Related Occupations.txt has the unknown tier {other}").into());
            }
        };
        let code = field(&row, "O*NET-SOC Code")?.to_owned();
        related
            .entry((code, tier))
            .or_default()
            .push(field(&row, "Related O*NET-SOC Code")?.to_owned());
    }
    let line = |((code, tier), others): ((String, u8), Vec<String>)| {
        format!("related\t{code}\t{tier}\t{}", others.join(" "))
    };
    Ok(related.into_iter().map(line).collect())
}

/// Returns the O*NET occupations of each ESCO occupation, with the weight of the match.
fn crosswalk(folder: &Path, known: &BTreeSet<&str>) -> Result<Crosswalk, Box<dyn Error>> {
    let text = fs::read_to_string(folder.join("crosswalk_esco_onet.csv"))?;
    // The table begins after lines about the project.
    let start = text
        .find("O*NET Id,")
        .ok_or("crosswalk_esco_onet.csv has no line that begins with \"O*NET Id\"")?;
    let mut matches = Crosswalk::new();
    let table = text.get(start..).unwrap_or_default();
    for row in csv::Reader::from_reader(table.as_bytes()).deserialize() {
        let row: Row = row?;
        let weight = match field(&row, "Type of Match")? {
            "exactMatch" => 10,
            "closeMatch" => 8,
            _ => 5,
        };
        let code = field(&row, "O*NET Id")?;
        if known.contains(code) {
            matches
                .entry(field(&row, "ESCO or ISCO URI")?.to_owned())
                .or_default()
                .push((code.to_owned(), weight));
        }
    }
    Ok(matches)
}

/// Adds the labels of one language.
fn esco(
    folder: &Path,
    name: &str,
    language: &str,
    crosswalk: &Crosswalk,
    titles: &mut Titles,
) -> Result<(), Box<dyn Error>> {
    let mut concepts: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for (element, concept) in pairs(folder, &format!("{name}.concept_mapping.tsv"))? {
        concepts.entry(element).or_default().push(concept);
    }
    for (element, label) in pairs(folder, &format!("{name}.corpus_elements.tsv"))? {
        for concept in concepts.get(&element).into_iter().flatten() {
            for (code, weight) in crosswalk.get(concept).into_iter().flatten() {
                add(titles, language, &label, code, *weight);
            }
        }
    }
    Ok(())
}

fn rows(folder: &Path, file: &str) -> Result<Vec<Row>, Box<dyn Error>> {
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(b'\t')
        .quoting(false)
        .from_path(folder.join(file))?;
    Ok(reader.deserialize().collect::<Result<_, _>>()?)
}

fn pairs(folder: &Path, file: &str) -> Result<Vec<(String, String)>, Box<dyn Error>> {
    let text = fs::read_to_string(folder.join(file))?;
    let pair = |line: &str| {
        line.split_once('\t')
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
    };
    text.lines()
        .map(|line| pair(line).ok_or_else(|| format!("{file}: \"{line}\" has no TAB").into()))
        .collect()
}

fn field<'a>(row: &'a Row, name: &str) -> Result<&'a str, String> {
    row.get(name)
        .map(String::as_str)
        .ok_or_else(|| format!("a row has no column {name}"))
}
