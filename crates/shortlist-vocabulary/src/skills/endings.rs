//! What the end of a name says nothing about: versions, plurals, `.js`, "programming".

/// Endings that say nothing about which skill is meant.
pub(super) const EMPTY_ENDINGS: [&str; 9] = [
    " programming language",
    " programming",
    " language",
    " framework",
    " scripting",
    " skills",
    " database",
    " basics",
    " knowledge",
];
/// Letters of the longest acronym that must be written in capitals.
const MAX_ACRONYM_LETTERS: usize = 4;
/// A shorter stem is not looked for behind a plural `s`, a version or `.js`.
const MIN_STEM_BYTES: usize = 3;

/// Whether a name is two to four capitals and digits.
pub(super) fn is_acronym(spelling: &str) -> bool {
    spelling.chars().count() <= MAX_ACRONYM_LETTERS
        && spelling.contains(char::is_alphabetic)
        && !spelling.contains(char::is_lowercase)
}

/// What a spelling may end in beyond a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// An `s`.
    Plural,
    /// `3.8`.
    Version,
    /// `.js`.
    Script,
}

/// What stands before a version, a `.js` and a plural `s`, where enough does.
pub(super) fn endings_cut(spelling: &str) -> [Option<(Ending, &str)>; 3] {
    let version = spelling
        .ends_with(|c: char| c.is_ascii_digit())
        .then(|| spelling.trim_end_matches(|c: char| c.is_ascii_digit() || c == '.'));
    let script = spelling
        .strip_suffix("js")
        .map(|stem| stem.trim_end_matches(['.', ' ']));
    [
        (Ending::Version, version),
        (Ending::Script, script),
        (Ending::Plural, spelling.strip_suffix('s')),
    ]
    .map(|(ending, stem)| {
        stem.filter(|stem| stem.len() >= MIN_STEM_BYTES && !stem.ends_with(' '))
            .map(|stem| (ending, stem))
    })
}

/// The key without trailing words that are numbers: `python 3.8`, `excel 2016`, `angular 2+`, `java 8 11`.
pub(super) fn without_version_words(key: &str) -> &str {
    let mut stem = key;
    while let Some((before, last)) = stem.rsplit_once(' ') {
        let digits = last.strip_prefix('v').unwrap_or(last);
        if !digits.starts_with(|c: char| c.is_ascii_digit())
            || digits.contains(|c: char| c.is_alphabetic() && c != 'x')
        {
            break;
        }
        stem = before;
    }
    stem
}
