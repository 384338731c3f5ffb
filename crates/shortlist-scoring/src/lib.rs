//! Scores a resume for a job under given weights, and returns the score with its receipt. All functions are pure.
//!
//! Invariants: no I/O, no clock, no random numbers, no floating point. The scorer sees a person only through [`Profile`],
//! which has no name, contact data, gender, age, photo, address, nationality, postal code, school or graduation date. Every
//! point that is awarded comes with a quote, which appears in the resume's text at the given place.
//!
//! `docs/SCORING.md` documents the formulas. A small example with one criterion:
//! ```
//! use chrono::NaiveDate;
//! use shortlist_domain::{FileDigest, MediaKind, Resume, ResumeText, Section, SectionKind, Span, Weights};
//! use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};
//! use shortlist_vocabulary::Vocabulary;
//!
//! let vocabulary = Vocabulary::built_in();
//! let skills = ["Python".to_owned(), "PostgreSQL".to_owned()];
//! let job = JobText { title: "Engineer", description: "", skills: &skills };
//! let prepared = PreparedJob::new(&job, &read_requirements(&job, vocabulary), vocabulary);
//!
//! let text = "Skills\nPython\n";
//! let skills = Section { kind: SectionKind::Skills, span: Span::new(0, text.len()), body_start: 7 };
//! let resume = Resume {
//!     sections: vec![skills],
//!     ..Resume::of_text(MediaKind::Pdf, ResumeText::new(text.to_owned(), vec![0]))
//! };
//!
//! let receipt = score(&prepared, &ScoreInput {
//!     profile: &Profile::of(&resume, vocabulary),
//!     weights: &Weights::new(&[("skills".to_owned(), 1.0)])?,
//!     as_of: NaiveDate::from_ymd_opt(2026, 11, 21).unwrap(),
//!     document: FileDigest([0; 32]),
//! }, vocabulary);
//! let skills = &receipt.criteria[0];
//! assert_eq!(skills.summary, "1 of 2 required skills found: Python; missing PostgreSQL; wording 25 % similar.");
//! // Half the value is for the skills that are found, and half for the similar wording.
//! assert!(skills.value.to_f64() > 0.25);
//! assert_eq!(skills.evidence[0].place, Some((7, 13)));
//! # Ok::<(), shortlist_domain::InvalidValue>(())
//! ```

mod canonical_json;
mod certificates;
mod comparison;
mod conjunctions;
mod copied;
mod counterfactual;
mod credential_match;
mod credentials;
mod criterion;
mod criterion_kind;
mod digest;
mod durations;
mod education;
mod english;
mod excerpt;
mod experience;
mod formula;
mod idioms;
mod job_text;
mod language_levels;
mod lexical;
mod lexicons;
mod occupation;
mod occupation_receipt;
mod opinions;
mod other_criteria;
mod overview;
mod posting_runs;
mod prepared;
mod profile;
mod quotes;
mod ratio;
mod receipt;
mod regions;
mod requirements;
mod skill_duration;
mod skill_match;
mod skills;
mod spoken_languages;
mod stemming;
mod text_language;
mod titles;
mod words;
mod work_entries;
mod work_history;

pub use counterfactual::{
    Counterfactual, Hypotheses, LiftingSet, MAX_LIFTING_SETS, ReceiptLine, UnmetRequirement,
};
pub use criterion_kind::{CriterionKind, criterion_kind};
pub use digest::{
    RECEIPT_FORM, canonical_job, canonical_receipt, canonical_requirements, job_digest,
    requirements_digest,
};
pub use english::{
    finding_text, lost_requirement_text, notice_text, requirement_name, requirement_remark,
    requirement_text, source_text,
};
pub use job_text::JobText;
pub use occupation_receipt::{find_occupation, search_occupations, title_occupations};
pub use opinions::{MAX_MODEL_SHIFT, UncheckedOpinion, apply_opinions, check_opinions};
pub use prepared::PreparedJob;
pub use profile::Profile;
pub use ratio::percent;
pub use receipt::{
    ENGINE_FINGERPRINT, ENGINE_VERSION, ScoreInput, engine_version, reweigh, reweigh_values, score,
};
pub use requirements::{
    EditedRequirements, check_requirement_changes, edit_requirements, read_requirements,
};
