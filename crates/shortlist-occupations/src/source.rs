//! The text that the lexicon is compiled from.
//!
//! A line has fields between TABs, and `#` begins a comment:
//!
//! ```text
//! occupation  15-1252.00  Software Developers
//! related     15-1252.00  1  15-1251.00 15-1253.00
//! title       en  software engineer  15-1252.00:10 15-1299.08:5
//! only        en  rust engineer      15-1252.00:10
//! ```
//!
//! `related` gives O*NET's tier: 1 "Primary-Short", 2 "Primary-Long", 3 "Supplemental". A title's occupations have weights from 1 to 10.
//! `only` is a title that names these occupations, whatever other lines say of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::lexicon::{MARK, OccupationId};
use crate::title;

/// A word that is no title by itself names occupations only if it is the head of titles with at least this weight.
const LEAST_WEIGHT: u32 = 60;
/// The part of a word's weight, in hundredths, that its main group must have. "Manager" and "coordinator" have less.
const LEAST_SHARE: u32 = 70;
/// A word with less weight than this has one meaning, even if its occupations are in several groups ("comptable").
const GENERIC_WEIGHT: u32 = 1_500;
/// How much more a title that is one word says about that word than a title that it is the head of.
const OWN_FACTOR: u32 = 3;
/// At most this many occupations of a title are kept.
const MOST_OCCUPATIONS: usize = 8;

/// Why the source cannot be compiled.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {problem}")]
pub struct SourceError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong with it, and how it must look.
    pub problem: String,
}

/// What the source says.
#[derive(Debug, Default)]
struct Source<'a> {
    occupations: BTreeMap<&'a str, &'a str>,
    relations: BTreeMap<(&'a str, &'a str), u8>,
    titles: Vec<Title<'a>>,
    only: Vec<Title<'a>>,
}

#[derive(Debug)]
struct Title<'a> {
    text: &'a str,
    language: &'a str,
    occupations: Vec<(&'a str, u8)>,
}

/// Occupations of a title, with weights.
type Weights = BTreeMap<OccupationId, u32>;

/// Compiles a source into the bytes of a lexicon. The same source gives the same bytes.
///
/// # Errors
/// A line is broken, or names an occupation that the source does not contain.
pub fn compile(text: &str) -> Result<Vec<u8>, SourceError> {
    let source = read(text)?;
    let ids: BTreeMap<&str, OccupationId> = source.occupations.keys().copied().zip(0..).collect();
    let mut lists = Lists::default();
    let mut titles: BTreeMap<u64, u16> = BTreeMap::new();
    for (key, weights) in weights_by_key(&source, &ids) {
        if let Some(list) = lists.number(&weights) {
            titles.insert(key, list);
        }
    }
    Ok(write(&source, &ids, &lists, &titles))
}

fn read(text: &str) -> Result<Source<'_>, SourceError> {
    let mut source = Source::default();
    for (line, row) in (1..).zip(text.lines()) {
        if !row.is_empty() && !row.starts_with('#') {
            read_row(&mut source, row).map_err(|problem| SourceError { line, problem })?;
        }
    }
    Ok(source)
}

fn read_row<'a>(source: &mut Source<'a>, row: &'a str) -> Result<(), String> {
    let fields: Vec<&str> = row.split('\t').collect();
    match fields.as_slice() {
        ["occupation", code, name] => {
            if soc_number(code).is_none() || name.is_empty() {
                return Err(format!(
                    "\"{code}\" is no code such as 15-1252.00, or its name is empty"
                ));
            }
            if source.occupations.insert(code, name).is_some() {
                return Err(format!("the occupation {code} is listed twice"));
            }
        }
        ["related", code, tier, others] => {
            let tier = tier.parse().ok().filter(|tier| (1..=3).contains(tier));
            let tier = tier.ok_or("the tier of related occupations must be 1, 2 or 3")?;
            for other in others.split(' ') {
                let pair = (known(source, code)?, known(source, other)?);
                source.relations.insert(pair, tier);
            }
        }
        [kind @ ("title" | "only"), language, text, occupations] => {
            let occupations = occupations
                .split(' ')
                .map(|one| read_weight(source, one))
                .collect::<Result<_, _>>()?;
            let title = Title {
                text,
                language,
                occupations,
            };
            let titles = if *kind == "only" {
                &mut source.only
            } else {
                &mut source.titles
            };
            titles.push(title);
        }
        _ => {
            return Err(
                "a line must be an occupation, a relation or a title, with its fields between TABs"
                    .to_owned(),
            );
        }
    }
    Ok(())
}

fn read_weight<'a>(source: &Source<'a>, text: &'a str) -> Result<(&'a str, u8), String> {
    let (code, weight) = text
        .split_once(':')
        .ok_or_else(|| format!("\"{text}\" must be a code, a colon and a weight"))?;
    let weight = weight
        .parse()
        .ok()
        .filter(|weight| (1..=10).contains(weight));
    Ok((
        known(source, code)?,
        weight.ok_or_else(|| format!("the weight of {code} must be 1 to 10"))?,
    ))
}

fn known<'a>(source: &Source<'a>, code: &'a str) -> Result<&'a str, String> {
    if source.occupations.contains_key(code) {
        Ok(code)
    } else {
        Err(format!(
            "the occupation {code} is not listed above this line"
        ))
    }
}

/// Returns `15-1252.01` as 15,125,201.
fn soc_number(code: &str) -> Option<u32> {
    let shape = |(at, letter): (usize, char)| match at {
        2 => letter == '-',
        7 => letter == '.',
        _ => letter.is_ascii_digit(),
    };
    if code.len() != 10 || !code.chars().enumerate().all(shape) {
        return None;
    }
    code.replace(['-', '.'], "").parse().ok()
}

/// Returns what each key names: all titles with that key together, or for a single word what the titles that it is the head of say.
fn weights_by_key(
    source: &Source<'_>,
    ids: &BTreeMap<&str, OccupationId>,
) -> BTreeMap<u64, Weights> {
    let mut by_key: BTreeMap<u64, Weights> = BTreeMap::new();
    let mut singles: BTreeMap<String, (Weights, Weights)> = BTreeMap::new();
    let mut seen = BTreeSet::new();
    let minors: Vec<u32> = ids
        .keys()
        .map(|code| soc_number(code).unwrap_or(0).div_euclid(10_000))
        .collect();
    for title in &source.titles {
        let weights = weights_of(title, ids);
        for words in forms(title) {
            let Some(key) = title::key(&words) else {
                continue;
            };
            // Different spellings of one title count once.
            if !seen.insert((key, weights.clone())) {
                continue;
            }
            if let [word] = words.as_slice() {
                add(
                    &mut singles
                        .entry(title::singular(word).to_owned())
                        .or_default()
                        .0,
                    &weights,
                );
            } else {
                merge(by_key.entry(key).or_default(), &weights);
                if let Some(head) = head(title.language, &words) {
                    add(
                        &mut singles
                            .entry(title::singular(head).to_owned())
                            .or_default()
                            .1,
                        &weights,
                    );
                }
            }
        }
    }
    for (word, (own, inside)) in singles {
        if let (Some(key), Some(weights)) =
            (title::key(&[word]), single_word(&own, &inside, &minors))
        {
            by_key.insert(key, weights);
        }
    }
    for title in &source.only {
        for words in forms(title) {
            by_key.extend(title::key(&words).map(|key| (key, weights_of(title, ids))));
        }
    }
    by_key
}

fn weights_of(title: &Title<'_>, ids: &BTreeMap<&str, OccupationId>) -> Weights {
    let weight = |(code, weight): &(&str, u8)| Some((*ids.get(code)?, u32::from(*weight)));
    title.occupations.iter().filter_map(weight).collect()
}

/// Returns the ways to write a title: as it is, each form for one gender, without its abbreviation, and that alone.
fn forms(title: &Title<'_>) -> Vec<Vec<String>> {
    let mut forms = Vec::new();
    for form in genders(title.text).into_iter().chain([title.text]) {
        let (outside, inside) = form.split_once(" (").unwrap_or((form, ""));
        forms.push(title::words(outside));
        let abbreviation = inside.trim_end_matches(')');
        if abbreviation.len() >= 2
            && abbreviation
                .chars()
                .all(|letter| letter.is_ascii_uppercase())
        {
            forms.push(title::words(abbreviation));
        }
    }
    forms
}

/// Returns both forms of "Softwareentwickler/Softwareentwicklerin". A slash between other words joins halves of a name.
fn genders(text: &str) -> Vec<&str> {
    const SAME_LETTERS: usize = 3;
    match text.split_once('/') {
        Some((first, second))
            if first
                .chars()
                .take(SAME_LETTERS)
                .eq(second.chars().take(SAME_LETTERS)) =>
        {
            vec![first, second]
        }
        _ => Vec::new(),
    }
}

/// Returns the word of a title that says what somebody is: the last in English and in German, the first in French and Spanish,
/// and in German titles of several words ("Leiter einer Buchhandlung").
fn head<'a>(language: &str, words: &'a [String]) -> Option<&'a String> {
    match language {
        "en" => words.last(),
        "de" if words.len() <= 2 => words.last(),
        _ => words.first(),
    }
}

fn add(sum: &mut Weights, weights: &Weights) {
    for (id, weight) in weights {
        let total = sum.entry(*id).or_default();
        *total = total.saturating_add(*weight);
    }
}

fn merge(known: &mut Weights, weights: &Weights) {
    for (id, weight) in weights {
        let best = known.entry(*id).or_default();
        *best = (*best).max(*weight);
    }
}

/// Returns what a single word names, or `None` if it is used in too many trades.
fn single_word(own: &Weights, inside: &Weights, minors: &[u32]) -> Option<Weights> {
    let mut all = inside.clone();
    for _ in 0..OWN_FACTOR {
        add(&mut all, own);
    }
    let total: u32 = all.values().sum();
    if own.is_empty() && total < LEAST_WEIGHT {
        return None;
    }
    // A title of its own may be in several minor groups, such as the kinds of teachers; other words must be in one.
    let divisor = if own.is_empty() { 1 } else { 100 };
    let mut by_group: BTreeMap<u32, u32> = BTreeMap::new();
    for (id, weight) in &all {
        let minor = minors.get(usize::from(*id))?;
        let sum = by_group.entry(minor.div_euclid(divisor)).or_default();
        *sum = sum.saturating_add(*weight);
    }
    if !own.is_empty() && total < GENERIC_WEIGHT {
        return Some(all);
    }
    let main = by_group.values().max()?;
    (main.saturating_mul(100) >= total.saturating_mul(LEAST_SHARE)).then_some(all)
}

/// The lists of occupations, each once.
#[derive(Debug, Default)]
struct Lists {
    numbers: BTreeMap<Vec<(OccupationId, u8)>, u16>,
    ordered: Vec<Vec<(OccupationId, u8)>>,
}

impl Lists {
    /// Returns the number of the list with these weights, the largest ones.
    fn number(&mut self, weights: &Weights) -> Option<u16> {
        let most = weights.values().max().copied().filter(|most| *most > 0)?;
        let mut list: Vec<(OccupationId, u8)> = weights
            .iter()
            .filter_map(|(id, weight)| {
                let scaled = weight.saturating_mul(100).div_ceil(most);
                Some((*id, u8::try_from(scaled).ok()?))
            })
            .collect();
        list.sort_by_key(|(id, weight)| (u8::MAX.abs_diff(*weight), *id));
        list.truncate(MOST_OCCUPATIONS);
        if let Some(number) = self.numbers.get(&list) {
            return Some(*number);
        }
        let number = u16::try_from(self.ordered.len()).ok()?;
        self.ordered.push(list.clone());
        self.numbers.insert(list, number);
        Some(number)
    }
}

fn write(
    source: &Source<'_>,
    ids: &BTreeMap<&str, OccupationId>,
    lists: &Lists,
    titles: &BTreeMap<u64, u16>,
) -> Vec<u8> {
    let mut occupations = Vec::new();
    let mut texts = Vec::new();
    for (code, name) in &source.occupations {
        texts.extend_from_slice(format!("{code} {name}").as_bytes());
        occupations.extend_from_slice(&soc_number(code).unwrap_or(0).to_le_bytes());
        occupations.extend_from_slice(&u32_of(texts.len()).to_le_bytes());
    }
    let mut ends = Vec::new();
    let mut entries = Vec::new();
    let mut count = 0_u32;
    for list in &lists.ordered {
        for (id, weight) in list {
            entries.extend_from_slice(&id.to_le_bytes());
            entries.push(*weight);
        }
        count = count.saturating_add(u32_of(list.len()));
        ends.extend_from_slice(&count.to_le_bytes());
    }
    let mut relations: BTreeMap<(OccupationId, OccupationId), u8> = BTreeMap::new();
    for ((first, second), tier) in &source.relations {
        if let (Some(first), Some(second)) = (ids.get(first), ids.get(second)) {
            relations.insert((*first, *second), *tier);
        }
    }
    let sizes = [
        source.occupations.len(),
        texts.len(),
        lists.ordered.len(),
        titles.len(),
        relations.len(),
    ];
    let mut bytes = MARK.to_vec();
    bytes.extend(
        sizes
            .into_iter()
            .flat_map(|size| u32_of(size).to_le_bytes()),
    );
    bytes.extend([occupations, texts, ends, entries].concat());
    for (key, list) in titles {
        bytes.extend(
            key.to_le_bytes()
                .into_iter()
                .take(5)
                .chain(list.to_le_bytes()),
        );
    }
    for ((first, second), tier) in relations {
        bytes.extend(
            first
                .to_le_bytes()
                .into_iter()
                .chain(second.to_le_bytes())
                .chain([tier]),
        );
    }
    bytes
}

/// Returns a size. A table of four billion items would not fit into the program.
fn u32_of(size: usize) -> u32 {
    u32::try_from(size).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Lexicon;

    const TWO: &str =
        "occupation\t15-1252.00\tSoftware Developers\noccupation\t29-1141.00\tRegistered Nurses\n";

    #[test]
    fn a_source_is_compiled_and_found_again() {
        let source = format!(
            "# a comment\n{TWO}related\t15-1252.00\t3\t29-1141.00\ntitle\tde\tGesundheitspfleger/Gesundheitspflegerin\t29-1141.00:10\n"
        );
        let bytes = compile(&source).unwrap();
        let lexicon = Lexicon::read(&bytes).unwrap();
        // Both forms, and the two together.
        assert_eq!(lexicon.titles(), 3);
        let key = title::key(&title::words("Gesundheitspflegerin")).unwrap();
        let nurse = lexicon.find_code("29-1141.00").unwrap();
        assert_eq!(
            lexicon
                .find(key)
                .unwrap()
                .iter()
                .map(|entry| entry.id)
                .collect::<Vec<_>>(),
            [nurse]
        );
        let only = compile(&format!(
            "{source}only\tde\tGesundheitspflegerin\t15-1252.00:10\n"
        ))
        .unwrap();
        assert_eq!(Lexicon::read(&only).unwrap().find(key).unwrap()[0].id, 0);
        assert!(lexicon.tier(0, nurse).is_some() && lexicon.tier(nurse, 0).is_none());
    }

    #[test]
    fn a_broken_line_is_named_with_what_is_wrong() {
        for (row, problem) in [
            ("title\ten\tnurse", "between TABs"),
            ("title\ten\tnurse\t29-1141.00", "a colon and a weight"),
            ("title\ten\tnurse\t29-1141.00:11", "must be 1 to 10"),
            (
                "title\ten\tnurse\t29-1142.00:1",
                "29-1142.00 is not listed above",
            ),
            ("related\t29-1141.00\t4\t15-1252.00", "1, 2 or 3"),
            ("occupation\t29-1141\tNurses", "no code such as"),
            ("occupation\t15-1252.00\tAgain", "listed twice"),
            ("nurse", "between TABs"),
        ] {
            let error = compile(&format!("{TWO}{row}\n")).unwrap_err();
            assert_eq!(error.line, 3, "{row}");
            assert!(error.to_string().contains(problem), "{row}: {error}");
        }
    }

    #[test]
    fn an_empty_source_gives_an_empty_lexicon() {
        let bytes = compile("").unwrap();
        assert_eq!(Lexicon::read(&bytes).unwrap().titles(), 0);
    }
}
