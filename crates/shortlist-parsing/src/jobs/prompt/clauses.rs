//! A prompt to clauses.

use std::sync::LazyLock;

use regex::Regex;

/// What joins two clauses, and a word that begins a new one.
static JOINT: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(
        r"(?i)(?:,\s*(?:(?:and|then|und|dann|et|puis|y|luego)\s+)?|\s+(?:and|then|and then|und|et|y)\s+)((?:please\s+)?(?:skip|ignore|only|exclude|drop|omit|leave\s+out|use|set|treat|create|import|parse|add|combine|join|merge|prefix|extract|split|keep|mark|publish|make|do\s+not|the\s+(?:column|header|file|sheet)|column|dates|skills\s+are|these\s+are|all\s+\w+\s+(?:are|require|need)|every\s+\w+\s+(?:is|requires|needs)|each\s+\w+\s+is|ignoriere|überspringe|setze|verwende|nutze|behandle|lege|erstelle|die\s+spalte|alle\s+\w+\s+sind|importiere|ignore[rz]|la\s+colonne|utilise[rz]?|traite[rz]?|crée[rz]?|tous\s+les|toutes\s+les|ignorar?|omite|la\s+columna|usar?|tratar?|crear?|todos\s+los|todas\s+las)\b)",
    )
    .ok()
});

/// Cuts a prompt at line ends, semicolons and sentence ends, and where a joint is followed by a verb.
pub(super) fn split_clauses(prompt: &str) -> Vec<String> {
    sentences(prompt)
        .iter()
        .flat_map(|sentence| at_joints(sentence))
        .map(|clause| tidy(&clause))
        .filter(|clause| clause.chars().any(char::is_alphanumeric))
        .collect()
}

fn tidy(clause: &str) -> String {
    clause
        .trim()
        .trim_start_matches(['-', '*', '•'])
        .trim_end_matches(['.', '!', ','])
        .trim()
        .to_owned()
}

fn sentences(prompt: &str) -> Vec<String> {
    let mut sentences = vec![String::new()];
    let mut quotes = Quotes::default();
    let mut before = ' ';
    let mut chars = prompt.chars().peekable();
    while let Some(c) = chars.next() {
        let next = chars.peek().copied().unwrap_or('\n');
        quotes.pass(before, c, next);
        let ends = match c {
            '\n' | '\r' => {
                quotes = Quotes::default();
                true
            }
            // A mark that stands apart is meant itself: "split skills on ;".
            ';' => !quotes.open() && !before.is_whitespace(),
            '.' | '!' => !quotes.open() && next.is_whitespace(),
            _ => false,
        };
        if ends {
            sentences.push(String::new());
        } else if let Some(sentence) = sentences.last_mut() {
            sentence.push(c);
        }
        before = c;
    }
    sentences
}

/// Whether a place lies within quotes.
#[derive(Default)]
struct Quotes {
    closing: Option<char>,
}

impl Quotes {
    fn open(&self) -> bool {
        self.closing.is_some()
    }

    fn pass(&mut self, before: char, c: char, next: char) {
        if self.closing == Some(c) {
            if c != '\'' || !next.is_alphanumeric() {
                self.closing = None;
            }
        } else if self.closing.is_none() {
            self.closing = match c {
                '"' => Some('"'),
                '“' => Some('”'),
                '„' => Some('“'),
                '«' => Some('»'),
                '\'' if !before.is_alphanumeric() => Some('\''),
                _ => None,
            };
        }
    }
}

fn is_quoted(text: &str, place: usize) -> bool {
    let mut quotes = Quotes::default();
    let mut before = ' ';
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        if at >= place {
            break;
        }
        let next = chars.peek().map_or(' ', |(_, next)| *next);
        quotes.pass(before, c, next);
        before = c;
    }
    quotes.open()
}

fn at_joints(sentence: &str) -> Vec<String> {
    let mut clauses = Vec::new();
    let mut from = 0;
    for joint in JOINT.iter().flat_map(|joint| joint.captures_iter(sentence)) {
        let (Some(whole), Some(verb)) = (joint.get(0), joint.get(1)) else {
            continue;
        };
        if is_quoted(sentence, whole.start()) {
            continue;
        }
        clauses.push(
            sentence
                .get(from..whole.start())
                .unwrap_or_default()
                .to_owned(),
        );
        from = verb.start();
    }
    clauses.push(sentence.get(from..).unwrap_or_default().to_owned());
    clauses
}

/// Every way to cut a clause in two at "and" or a comma.
pub(super) fn halves(clause: &str) -> Vec<(&str, &str)> {
    const JOINTS: [&str; 6] = [", and ", " and ", ", ", " und ", " et ", " y "];
    JOINTS
        .iter()
        .flat_map(|joint| clause.match_indices(joint))
        .filter(|(place, _)| !is_quoted(clause, *place))
        .filter_map(|(place, joint)| {
            let first = clause.get(..place)?;
            let rest = clause.get(place + joint.len()..)?;
            Some((first.trim(), rest.trim()))
        })
        .take(8)
        .collect()
}
