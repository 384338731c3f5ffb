//! The wordings around spoken languages, in English, German, French and Spanish.

use shortlist_vocabulary::{Pairs, PhraseList, word_lists};

word_lists! {
    /// The wordings around spoken languages.
    pub(crate) struct SpokenLanguageWords in "../../data/spoken_languages.txt" {
        /// Words near a language that show that speaking it is meant.
        cues: PhraseList,
        /// Words that show this only right next to the language: "good English", "English skills", "German-speaking".
        adjacent_cues: PhraseList,
        /// Words shortly after a language that show that it is required.
        cues_after: PhraseList,
        /// Words in a title that show that the language must be spoken: "Customer care with Dutch".
        cues_of_titles: PhraseList,
        /// Endings of a word that begins with a language, of which the first that fits counts: "Deutschkenntnisse".
        compound_endings: PhraseList,
        /// The forms of languages after "langue" and "lengua".
        feminine_forms: Pairs,
        /// Words that may come between a nationality and what follows it: "German-speaking customers".
        speaking: PhraseList,
        /// Words that directly follow a nationality, not a language.
        nationality_cues_after: PhraseList,
        /// Words that directly precede a nationality, or a language that is not required.
        nationality_cues_before: PhraseList,
        /// The wordings of postings for the level of a language. The first one in this list that is found counts.
        levels: PhraseList,
    }
}
