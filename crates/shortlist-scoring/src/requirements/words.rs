//! The wordings with which postings ask for something, in English, German, French and Spanish.

use shortlist_vocabulary::{PhraseList, word_lists};

word_lists! {
    /// The wordings with which postings ask for something.
    pub(crate) struct RequirementWords in "../../data/requirements.txt" {
        /// Words for something that is nice to have.
        preferred: PhraseList,
        /// Words for something that the applicant must have.
        required: PhraseList,
        /// Words for a condition, under which something is asked for.
        conditional: PhraseList,
        /// Words in a listed skill that is nice to have.
        preferred_listed: PhraseList,
        /// Headings of parts that ask for nothing: the offer, and the company that makes it.
        offer_headings: PhraseList,
        /// Headings of parts that describe the job itself.
        job_headings: PhraseList,
        /// Headings of lists of languages.
        language_headings: PhraseList,
        /// Wordings of sentences about the offer, under any heading.
        offers: PhraseList,
        /// Wordings of promises of equal opportunity.
        equal_opportunity: PhraseList,
        /// Words with which a company describes itself.
        company_cues: PhraseList,
        /// Openings of sentences in which a company says how long it has existed.
        company_boasts: PhraseList,
        /// Words with which a company addresses the applicant.
        applicant_cues: PhraseList,
        /// Words for what a company offers its employees.
        benefit_cues: PhraseList,
        /// Words for something that is not required.
        not_required_cues: PhraseList,
        /// Names of whole professions. Years of a profession are years of the job.
        professions: PhraseList,
        /// Words, other than marks, that may come between a skill and its years: "Kafka (at least 2 years)".
        before_a_number: PhraseList,
        /// Words after a length of time that show that it is asked for: "3 years of project management".
        after_a_unit: PhraseList,
    }
}
