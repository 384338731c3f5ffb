//! The certificates and licences that a job asks for.

use hashbrown::HashMap;
use shortlist_domain::{CertificateRequirement, Importance, RequirementKind, RequirementSource};
use shortlist_vocabulary::Vocabulary;

use super::applicability::is_requirement;
use super::denials::asked_words;
use super::job_sentences::JobSentence;
use super::{quoted, source};
use crate::certificates::certificates_of;
use crate::words::{Word, words};

/// The certificates found so far, each once.
#[derive(Debug)]
pub(crate) struct CertificateRequirements<'a> {
    vocabulary: &'a Vocabulary,
    certificates: Vec<CertificateRequirement>,
    sources: Vec<RequirementSource>,
    /// The number of each certificate, by its names.
    numbers: HashMap<Vec<String>, usize>,
}

impl<'a> CertificateRequirements<'a> {
    /// Creates the reader for a vocabulary.
    pub(crate) fn new(vocabulary: &'a Vocabulary) -> Self {
        Self {
            vocabulary,
            certificates: Vec::new(),
            sources: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Reads certificates that are listed among the skills.
    pub(crate) fn read_listed(&mut self, listed: &[String]) {
        for item in listed {
            self.read(item, &words(item), Importance::Required);
        }
    }

    /// Reads certificates in the title.
    pub(crate) fn read_title(&mut self, title: &str) {
        self.read(title, &words(title), Importance::Described);
    }

    /// Reads certificates in a sentence of the description.
    pub(crate) fn read_sentence(&mut self, sentence: &JobSentence<'_>) {
        if is_requirement(sentence) {
            let importance = sentence.importance.unwrap_or(Importance::Described);
            self.read(sentence.text, &asked_words(sentence), importance);
        }
    }

    fn read(&mut self, text: &str, words: &[Word], importance: Importance) {
        for found in certificates_of(text, words, self.vocabulary) {
            let next = self.certificates.len();
            let number = *self.numbers.entry(found.any_of.clone()).or_insert(next);
            if let Some(known) = self.certificates.get_mut(number) {
                known.importance = known.importance.min(importance);
                continue;
            }
            let requirement = CertificateRequirement {
                any_of: found.any_of,
                importance,
            };
            let kind = RequirementKind::Certificate;
            let source = source(kind, &requirement.any_of, None, quoted(text));
            self.sources.push(source);
            self.certificates.push(requirement);
        }
    }

    /// Returns the certificates, the most important first, and the source of each.
    pub(crate) fn finish(mut self) -> (Vec<CertificateRequirement>, Vec<RequirementSource>) {
        self.certificates
            .sort_by_key(|requirement| requirement.importance);
        (self.certificates, self.sources)
    }
}
