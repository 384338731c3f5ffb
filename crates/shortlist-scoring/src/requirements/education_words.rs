//! The wordings of postings for the education that they ask for, in English, German, French and Spanish.

use shortlist_domain::EducationLevel;
use shortlist_vocabulary::{PhraseList, word_lists};

word_lists! {
    /// The wordings of postings for education. Each level has a list.
    pub(crate) struct EducationWords in "../../data/education_requirements.txt" {
        school: PhraseList,
        vocational: PhraseList,
        associate: PhraseList,
        bachelor: PhraseList,
        master: PhraseList,
        professional: PhraseList,
        doctorate: PhraseList,
        /// Wordings with "degree" that name no degree: "a high degree of freedom".
        no_degrees: PhraseList,
        /// Words that name a degree even next to those.
        sure_degrees: PhraseList,
        /// Words that show that a degree is required.
        required: PhraseList,
        /// Wordings that accept experience instead of a degree.
        equivalents: PhraseList,
        /// Words that a field may follow.
        degree_nouns: PhraseList,
        /// Words between a degree and its field.
        field_openers: PhraseList,
        /// Texts after an opener that still belong to the name of the degree: "Bachelor of Science in Physics".
        degree_continuations: PhraseList,
        /// Words after which no further field follows.
        field_ends: PhraseList,
        /// Words between two fields.
        field_joins: PhraseList,
        /// Words that look like a field but do not name one.
        non_fields: PhraseList,
        /// Words that the names of many fields share.
        general_fields: PhraseList,
        /// Texts that no field contains.
        parts_of_non_fields: PhraseList,
    }
}

impl EducationWords {
    /// Returns the levels with their wordings, lowest first. A job asks for the lowest level that a sentence names.
    pub(super) fn levels(&self) -> [(EducationLevel, &PhraseList); 7] {
        [
            (EducationLevel::School, &self.school),
            (EducationLevel::Vocational, &self.vocational),
            (EducationLevel::Associate, &self.associate),
            (EducationLevel::Bachelor, &self.bachelor),
            (EducationLevel::Master, &self.master),
            (EducationLevel::Professional, &self.professional),
            (EducationLevel::Doctorate, &self.doctorate),
        ]
    }
}
