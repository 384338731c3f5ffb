//! Endings of names that carry no meaning: versions, plurals, `.js`, "programming".

/// Endings that do not change which skill is meant.
pub(super) const NEUTRAL_ENDINGS: [&str; 9] = [
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
/// The most letters of an acronym that must be written in capitals.
const MAX_ACRONYM_LETTERS: usize = 4;
/// The shortest stem that is looked up without a plural `s`, a version or `.js`.
const MIN_STEM_BYTES: usize = 3;

/// Returns whether a name is two to four capitals and digits.
pub(super) fn is_acronym(spelling: &str) -> bool {
    spelling.chars().count() <= MAX_ACRONYM_LETTERS
        && spelling.contains(char::is_alphabetic)
        && !spelling.contains(char::is_lowercase)
}

/// An ending that a spelling may add to a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    /// An `s`.
    Plural,
    /// `3.8`.
    Version,
    /// `.js`.
    Script,
}

/// Returns what precedes a version, a `.js` and a plural `s`, if it is long enough.
pub(super) fn without_endings(spelling: &str) -> [Option<(Ending, &str)>; 3] {
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

/// Returns the key without numbers at its end: `python 3.8`, `excel 2016`, `angular 2+`, `java 8 11`.
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
