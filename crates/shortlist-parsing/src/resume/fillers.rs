//! Recognizes phrases near the dates of an entry that name neither a title nor an employer.

use shortlist_vocabulary::is_stop_word;

use super::dates::is_date_word;
use super::headings::exact_kind;
use super::words::PositionWords;

/// The minimum length of a verb, in bytes.
const MIN_VERB_BYTES: usize = 5;
/// English words that may precede the verb of a sentence without a subject.
const AUXILIARY_VERBS: [&str; 6] = ["Was", "Were", "Am", "Is", "Have", "Had"];
/// The maximum number of words in the heading of the tasks of an entry.
const MAX_TASK_HEADING_WORDS: usize = 4;

/// Returns whether a phrase is never a title or an employer: an address in the web, a part of a date, or a kind of employment.
pub(super) fn is_filler(phrase: &str) -> bool {
    let folded = phrase.to_lowercase();
    let is_address = folded.contains('@') || folded.contains("www.") || folded.contains("://");
    let lists = PositionWords::get();
    is_address
        || lists.employment_kinds.contains(&folded)
        || lists.date_labels.contains(&folded)
        || has_only_small_words(&folded)
}

/// Returns whether a phrase begins within a sentence: `on the new line`, `for research`.
pub(super) fn begins_within_sentence(phrase: &str) -> bool {
    let first = phrase
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or("");
    first.starts_with(char::is_lowercase) && is_stop_word(first)
}

/// Returns whether a phrase is a task that begins with its verb: `Designed new machines`, `Was drawing maps`, or with a word
/// for tasks: `Responsibilities included leading`. A full stop of Chinese ends a sentence.
pub(super) fn is_task(phrase: &str) -> bool {
    if phrase.ends_with('。') {
        return true;
    }
    if let Some((first, rest)) = phrase.split_once(' ')
        && rest.starts_with(char::is_lowercase)
        && PositionWords::get()
            .task_headings
            .contains(&first.to_lowercase())
    {
        return true;
    }
    let mut words = phrase.split(' ').peekable();
    let begins = words
        .next_if(|word| AUXILIARY_VERBS.contains(word))
        .is_some();
    let (verb, object) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
    let is_long = verb.len() >= MIN_VERB_BYTES;
    let is_verb = is_long && (verb.ends_with("ed") || verb.ends_with("ing"));
    is_verb && (begins || object.starts_with(char::is_lowercase))
}

/// Returns whether an unknown phrase is the heading of a section or of the tasks of an entry.
pub(super) fn is_heading(phrase: &str) -> bool {
    exact_kind(phrase).is_some() || heads_tasks(phrase)
}

/// Returns whether a phrase is the heading of the tasks of an entry: `Main responsibilities`.
pub(super) fn heads_tasks(phrase: &str) -> bool {
    let phrase = phrase.trim_end_matches([':', '-', '–', ' ']);
    let last = phrase.rsplit(' ').next().unwrap_or("").to_lowercase();
    let is_short = phrase.split(' ').count() <= MAX_TASK_HEADING_WORDS;
    is_short && PositionWords::get().task_headings.contains(&last)
}

/// Returns whether all words are stop words, words of dates or numbers: `june.30`, `as`.
fn has_only_small_words(folded: &str) -> bool {
    let is_small = |word: &str| {
        let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
        let lists = PositionWords::get();
        let is_opening = lists.verbs.contains(word) || lists.opening_words.contains(word);
        is_number
            || is_stop_word(word)
            || is_date_word(word)
            || is_opening
            || lists.word_for_job.contains(word)
    };
    folded.split(|c: char| !c.is_alphanumeric()).all(is_small)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fillers_are_no_names() {
        for phrase in [
            "as",
            "june.30",
            "Part time",
            "YEAR",
            "mina@example.org",
            "to the",
            "Vollzeit",
        ] {
            assert!(is_filler(phrase), "{phrase}");
        }
        for phrase in [
            "Acme",
            "The Acme",
            "3M",
            "Data Analyst",
            "Full Moon",
            "City Year",
        ] {
            assert!(!is_filler(phrase), "{phrase}");
        }
        assert!(is_heading("Experience") && !is_heading("Acme"));
    }

    #[test]
    fn sentences_about_tasks_are_no_names() {
        for task in ["Designed new machines", "负责示例平台的维护。"] {
            assert!(is_task(task), "{task}");
        }
        for name in ["Designer", "示例有限公司"] {
            assert!(!is_task(name), "{name}");
        }
    }
}
