//! Recognizes the shape of a person's name in several scripts.

use shortlist_vocabulary::{Vocabulary, find_language};

use super::super::headings::exact_kind;
use super::super::places::is_place;
use super::super::words::{NameWords, PositionWords};
use super::writing::{Written, without_honorifics, without_qualifications, words_of};

/// The maximum length of a name, in characters.
const MAX_CHARS: usize = 50;
/// The maximum number of words in a name.
const MAX_WORDS: usize = 5;

/// A doubt about a text that has the shape of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Doubt {
    /// There is no doubt.
    None,
    /// It is a single word.
    SingleWord,
    /// All of its words are in small letters.
    SmallLetters,
    /// It is written as one word, or some of its words are in lower case.
    OddlyWritten,
    /// A word after the first one is also a place or a language.
    Place,
    /// One of its words is also a job title or a skill, or its first word is a place.
    CommonWord,
}

/// A text in the shape of a name, without titles before it and qualifications after it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Shaped {
    /// The name.
    pub(super) name: String,
    /// The doubt about it.
    pub(super) doubt: Doubt,
}

/// Parses a text without a label as a name. The names of skills are doubtful.
pub(super) fn free(text: &str, vocabulary: &Vocabulary) -> Option<Shaped> {
    let text = trimmed(text)?;
    if text.starts_with(is_ideograph) {
        let name = ideographic(text)?;
        let doubt = Doubt::None;
        return Some(Shaped { name, doubt });
    }
    let (words, written) = words_of(text)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let words = without_honorifics(&words);
    let is_full = |word: &&str| word.chars().filter(|c| c.is_alphabetic()).count() >= 2;
    if words.len() > MAX_WORDS
        || !words.iter().any(is_full)
        || !words.iter().all(|word| has_letters_of_name(word))
    {
        return None;
    }
    let small = words.iter().filter(|word| !is_cased(word)).count();
    // Some people write their whole name in small letters.
    let all_small = small == words.len() && (2..=3).contains(&words.len());
    if small > 0 && !all_small && !words.first().is_some_and(is_cased_word) {
        return None;
    }
    let name = words.join(" ");
    if exact_kind(&name).is_some() {
        return None;
    }
    let common = words
        .iter()
        .any(|word| is_common(word) || is_uncased_heading(word))
        || is_known(&name, &words, vocabulary);
    let doubt = if common && may_be_name(&words) && !is_skill(&name, &words, vocabulary) {
        Doubt::Place
    } else if common {
        Doubt::CommonWord
    } else if all_small {
        Doubt::SmallLetters
    } else if small > 0 || written == Written::Joined || name.contains(',') {
        Doubt::OddlyWritten
    } else if words.len() == 1 {
        Doubt::SingleWord
    } else {
        Doubt::None
    };
    Some(Shaped { name, doubt })
}

/// Parses a text after a label as a name.
pub(super) fn labelled(text: &str) -> Option<String> {
    let text = trimmed(text)?;
    if let Some(name) = ideographic(text).or_else(|| ideographic(text.split_whitespace().next()?)) {
        return Some(name);
    }
    let (words, _) = words_of(text)?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let words = without_honorifics(&words);
    let name = words.join(" ");
    let is_title = |word: &&str| is_title_word(word);
    let is_name = (1..=MAX_WORDS).contains(&words.len())
        && exact_kind(&name).is_none()
        && words.iter().all(|word| has_letters_of_name(word))
        && !words.iter().all(is_title)
        && !words
            .iter()
            .any(|word| NameWords::get().other_words.contains(&bare_lower(word)));
    is_name.then_some(name)
}

/// Returns whether a word can be part of a name and is in no list of other words.
pub(super) fn is_plain_word(word: &str) -> bool {
    has_letters_of_name(word) && is_cased(word) && !is_common(word)
}

/// Returns the number of words, without particles.
pub(super) fn full_words(text: &str) -> usize {
    text.split_whitespace()
        .filter(|word| !NameWords::get().particles.contains(&bare_lower(word)))
        .count()
}

/// Returns whether a word is part of a job title.
pub(super) fn is_title_word(word: &str) -> bool {
    let lists = PositionWords::get();
    lists.title_words.contains(&bare_lower(word))
}

fn trimmed(text: &str) -> Option<&str> {
    let text = text.trim().trim_matches(|c: char| {
        matches!(
            c,
            ',' | '.' | ':' | '-' | '–' | '_' | '|' | '"' | '*' | '#' | '(' | ')' | '[' | ']'
        )
    });
    let refused = |c: char| {
        c.is_numeric()
            || matches!(
                c,
                '@' | ':' | '/' | '&' | '+' | '\t' | '!' | '?' | ';' | '%' | '|' | '[' | ']'
            )
    };
    let fits = !text.is_empty() && text.chars().count() <= MAX_CHARS && !text.contains(refused);
    fits.then(|| without_qualifications(text))
}

fn bare(word: &str) -> &str {
    word.trim_matches(|c: char| matches!(c, '.' | ',' | '(' | ')' | '"' | '“' | '”' | '\''))
}

fn bare_lower(word: &str) -> String {
    bare(word).to_lowercase()
}

fn has_letters_of_name(word: &str) -> bool {
    let bare = bare(word);
    !bare.is_empty()
        && bare.chars().all(|c| {
            c.is_alphabetic()
                || matches!(c, '-' | '\'' | '’' | '.' | '‑' | '`')
                || unicode_normalization::char::is_combining_mark(c)
        })
}

fn is_common(word: &str) -> bool {
    let lower = bare_lower(word);
    let lists = NameWords::get();
    !lists.particles.contains(&lower)
        && (lists.other_words.contains(&lower) || PositionWords::get().title_words.contains(&lower))
}

/// Returns whether the only common words are places or languages after the first word: `Ada London`, `Ada French`.
fn may_be_name(words: &[&str]) -> bool {
    let is_language = |word: &str| word.len() > 2 && find_language(word).is_some();
    let is_other = |word: &str| is_common(word) || is_language(word);
    let first_is_name = words.first().is_some_and(|word| !is_other(word));
    let mut others = words.iter().filter(|word| is_other(word));
    let known = |word: &&str| is_place(bare(word)) || is_language(bare(word));
    first_is_name && others.all(known)
}

/// Returns whether a word in a script without case is a heading. In such a script, nothing
/// else distinguishes it from a name.
fn is_uncased_heading(word: &str) -> bool {
    let has_case = |c: char| c.is_uppercase() || c.is_lowercase();
    !word.contains(has_case) && exact_kind(word).is_some()
}

/// Returns whether the words are a skill or a language, or all of them are skills.
fn is_skill(name: &str, words: &[&str], vocabulary: &Vocabulary) -> bool {
    let is_skill = |word: &&str| vocabulary.find(bare(word)).is_some();
    vocabulary.find(name).is_some() || find_language(name).is_some() || words.iter().all(is_skill)
}

/// Returns whether the words are a skill, are all skills, or contain the name of a language.
fn is_known(name: &str, words: &[&str], vocabulary: &Vocabulary) -> bool {
    let is_language = |word: &&str| word.len() > 2 && find_language(word).is_some();
    is_skill(name, words, vocabulary) || words.iter().any(is_language)
}

/// Returns whether a word begins with a capital, is a particle, or is in a script without case.
fn is_cased(word: &str) -> bool {
    let bare = bare(word);
    let cased = bare.chars().any(|c| c.is_uppercase() || c.is_lowercase());
    !cased
        || bare.starts_with(char::is_uppercase)
        || NameWords::get().particles.contains(&bare.to_lowercase())
}

fn is_cased_word(word: &&str) -> bool {
    is_cased(word)
}

fn is_ideograph(c: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&c) || ('\u{ac00}'..='\u{d7a3}').contains(&c)
}

/// Parses a family name and a given name with a space between them: `森川 葵`.
pub(super) fn japanese(text: &str) -> Option<String> {
    const LONGEST: usize = 3;
    let (family, given) = text.trim().split_once(char::is_whitespace)?;
    let given = given.trim_start();
    let is_name = |word: &str| {
        let may_be_kana = |c: char| ('\u{3041}'..='\u{30ff}').contains(&c);
        (1..=LONGEST).contains(&word.chars().count())
            && word.chars().all(|c| is_ideograph(c) || may_be_kana(c))
    };
    let is_sex = matches!(given, "男" | "女" | "男性" | "女性");
    (is_name(family) && is_name(given) && !is_sex).then(|| format!("{family} {given}"))
}

/// Parses a name of two to four ideographs, joined or separate. Korean names are handled in the same way.
fn ideographic(text: &str) -> Option<String> {
    let joined: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let spaced = text
        .split_whitespace()
        .all(|word| word.chars().count() == 1);
    let shaped = joined.chars().all(is_ideograph)
        && (2..=4).contains(&joined.chars().count())
        && (spaced || joined == text);
    let lists = NameWords::get();
    let mut endings = lists.other_ideograph_endings.iter();
    let is_other = lists
        .other_ideographs
        .iter()
        .any(|word| joined.starts_with(word))
        || ends_in_heading(&joined)
        || joined.contains(['历', '师', '员', '理', '学'])
        || endings.any(|word| joined.ends_with(word));
    (shaped && !is_other).then_some(joined)
}

/// Returns whether the last ideographs are a heading: `编程技能` ends in that of skills.
fn ends_in_heading(joined: &str) -> bool {
    let ends = joined
        .char_indices()
        .map(|(at, _)| joined.get(at..).unwrap_or_default());
    let mut ends = ends.filter(|end| end.chars().nth(1).is_some());
    ends.any(|end| exact_kind(end).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Option<(String, Doubt)> {
        free(text, Vocabulary::built_in()).map(|shaped| (shaped.name, shaped.doubt))
    }

    #[test]
    fn names_are_recognized_by_shape() {
        for (text, name, doubt) in [
            ("Ada Lovelace", "Ada Lovelace", Doubt::None),
            (
                "DR. ADA B. LOVELACE, PhD, PMP",
                "ADA B. LOVELACE",
                Doubt::None,
            ),
            ("A D A  L O V E L A C E", "ADA LOVELACE", Doubt::None),
            ("R.Ada Lovelace", "R. Ada Lovelace", Doubt::None),
            ("Анна Каренина", "Анна Каренина", Doubt::None),
            ("李 四", "李四", Doubt::None),
            ("Lovelace", "Lovelace", Doubt::SingleWord),
            ("AdaLovelace.B", "Ada Lovelace B", Doubt::OddlyWritten),
            ("R.Ada lovelace", "R. Ada lovelace", Doubt::OddlyWritten),
            ("Ada MacDonald", "Ada MacDonald", Doubt::None),
            ("Ada Baker", "Ada Baker", Doubt::None),
            ("Ada Cook", "Ada Cook", Doubt::CommonWord),
            ("Ada London", "Ada London", Doubt::Place),
            ("Ada French", "Ada French", Doubt::Place),
            ("London Street", "London Street", Doubt::CommonWord),
            ("ada lovelace", "ada lovelace", Doubt::SmallLetters),
            (
                "ada king lovelace",
                "ada king lovelace",
                Doubt::SmallLetters,
            ),
            ("Berlin, Land", "Berlin, Land", Doubt::OddlyWritten),
            ("Python SQL", "Python SQL", Doubt::CommonWord),
            ("[Ada Lovelace]", "Ada Lovelace", Doubt::None),
            ("Java Developer", "Java Developer", Doubt::CommonWord),
        ] {
            assert_eq!(parsed(text), Some((name.into(), doubt)), "{text}");
        }
        for text in [
            "Work Experience",
            "led a team of nurses",
            "12 Main Street",
            "a@b",
            "性别",
            "",
        ] {
            assert_eq!(parsed(text), None, "{text}");
        }
    }

    #[test]
    fn a_japanese_name_has_two_parts() {
        assert_eq!(japanese("森川 葵").as_deref(), Some("森川 葵"));
        assert_eq!(japanese("山田 はな").as_deref(), Some("山田 はな"));
        assert_eq!(japanese("山田 女"), None);
        assert_eq!(japanese("Ada Lovelace"), None);
    }

    #[test]
    fn a_label_vouches_for_single_and_common_words() {
        assert_eq!(labelled("ada").as_deref(), Some("ada"));
        assert_eq!(labelled("Ada Cook").as_deref(), Some("Ada Cook"));
        assert_eq!(labelled("Engineer"), None);
        assert_eq!(labelled("Example University"), None);
    }

    #[test]
    fn headings_in_ideographs_are_no_names() {
        for heading in ["编程技能", "个人技能", "語言能力"] {
            assert_eq!(parsed(heading), None, "{heading}");
        }
        assert!(parsed("王小明").is_some());
    }
}
