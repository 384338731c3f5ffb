//! The digest of receipts that engines up to `shortlist-0.1.0+15` made, so that it stays the same when they are read.
//!
//! It is the SHA-256 of a sequence of fields. Each field is its length in bytes (an eight-byte big-endian number) followed by
//! its bytes. A number is a field of decimal digits. An absent value is the field `-`. A present value is the field `+`
//! followed by its own fields. A list is its length followed by its items. The sequence contains:
//!
//! 1. `shortlist-receipt-2`, engine version, as-of date (`YYYY-MM-DD`), the digests of the document and of the requirements
//!    (hexadecimal);
//! 2. criteria, sorted by lower-case name: name, share, value, contribution, whether there is data, and the evidence
//!    (requirement, found, quote, page, start, end, gain);
//! 3. if a language model moved a value: `language-model`, its name, its opinions (criterion in lower case, value, places),
//!    and the values before it, in the order of the criteria.

use sha2::{Digest, Sha256};
use shortlist_domain::{CriterionScore, Evidence, FileDigest, ModelContribution, ScoreReceipt};

struct Canonical(Sha256);

impl Canonical {
    fn text(&mut self, field: &str) {
        let length = u64::try_from(field.len()).unwrap_or(u64::MAX);
        self.0.update(length.to_be_bytes());
        self.0.update(field.as_bytes());
    }

    fn number(&mut self, number: impl Into<i64>) {
        self.text(&number.into().to_string());
    }

    fn length(&mut self, items: usize) {
        self.number(i64::try_from(items).unwrap_or(i64::MAX));
    }

    fn flag(&mut self, flag: bool) {
        self.number(i64::from(flag));
    }

    fn optional<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        match value {
            None => self.text("-"),
            Some(value) => {
                self.text("+");
                write(self, value);
            }
        }
    }

    fn criterion(&mut self, criterion: &CriterionScore) {
        self.text(&criterion.criterion.to_lowercase());
        self.number(criterion.weight.get());
        self.number(criterion.value.get());
        self.number(criterion.contribution.get());
        self.flag(criterion.has_data);
        self.length(criterion.evidence.len());
        for evidence in &criterion.evidence {
            self.evidence(evidence);
        }
    }

    fn evidence(&mut self, evidence: &Evidence) {
        self.text(&evidence.requirement);
        self.flag(evidence.found);
        self.optional(evidence.quote.as_deref(), Self::text);
        self.optional(evidence.page, Self::number);
        self.optional(evidence.place, |form, (start, end)| {
            form.number(start);
            form.number(end);
        });
        self.optional(evidence.gain, |form, gain| form.number(gain.get()));
    }

    fn model(&mut self, model: &ModelContribution) {
        self.text("language-model");
        self.text(&model.name);
        self.length(model.opinions.len());
        for opinion in &model.opinions {
            self.text(&opinion.criterion.to_lowercase());
            self.number(opinion.value.get());
            self.length(opinion.places.len());
            for (start, end) in &opinion.places {
                self.number(*start);
                self.number(*end);
            }
        }
    }

    fn finish(self) -> String {
        FileDigest(self.0.finalize().into()).to_hex()
    }
}

/// Returns the digest of a receipt. It ignores the digest that the receipt contains.
pub(super) fn digest_of(receipt: &ScoreReceipt) -> String {
    let mut form = Canonical(Sha256::new());
    form.text(super::EARLIER_RECEIPT_FORM);
    form.text(&receipt.engine_version);
    form.text(&receipt.as_of.format("%Y-%m-%d").to_string());
    form.text(&receipt.document.to_hex());
    form.text(&receipt.requirements_digest);
    let mut criteria: Vec<&CriterionScore> = receipt.criteria.iter().collect();
    criteria.sort_by_key(|criterion| criterion.criterion.to_lowercase());
    form.length(criteria.len());
    for criterion in &criteria {
        form.criterion(criterion);
    }
    let has_changes = criteria.iter().any(|part| part.formula_value.is_some());
    if let Some(model) = receipt.model.as_ref().filter(|_| has_changes) {
        form.model(model);
        for criterion in criteria {
            form.optional(criterion.formula_value, |form, value| {
                form.number(value.get());
            });
        }
    }
    form.finish()
}
