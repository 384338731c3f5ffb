//! Words of the controlled language other than those of the classes.

use shortlist_vocabulary::{PhraseList, word_lists};

word_lists! {
    /// Words of prompts in English, German, French and Spanish.
    pub(super) struct PromptWords in "../../data/prompt_words.txt" {
        /// Words before the name of a field that do not belong to it.
        articles: PhraseList,
        /// Words after the name of a field that do not belong to it.
        column_words: PhraseList,
        /// Words before the name of a column, in the order in which they are removed.
        before_column_names: Vec<&'static str>,
        /// Words after the name of a column, in the order in which they are removed.
        after_column_names: Vec<&'static str>,
        /// Words between values.
        value_joints: PhraseList,
        /// Words between clauses. The first one has precedence over those that overlap with it.
        clause_joints: Vec<&'static str>,
        /// Words between alternatives, with spaces or commas around them.
        alternative_joints: Vec<&'static str>,
        /// Values that contain words which usually link a value to something else.
        values_with_links: PhraseList,
        /// Words that French shortens with an apostrophe before another word.
        elided: Vec<&'static str>,
        /// Endings that are separate words: `comma-separated`.
        hyphenated_endings: Vec<&'static str>,
        /// Words before the prefix of a job code, with capitals and accents.
        before_prefixes: Vec<&'static str>,
        /// Names of languages that a file may have, in English and in the language itself.
        languages: PhraseList,
        /// Words about jobs that do not name an occupation.
        no_occupation: PhraseList,
        /// Places of work that are not on a map.
        work_places: PhraseList,
        /// The same as they are written in conditions, with hyphens.
        work_places_in_filters: PhraseList,
    }
}
