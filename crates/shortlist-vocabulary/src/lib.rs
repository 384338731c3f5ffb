//! The words of the field: skills and their aliases, degrees, languages, and the folding of text that makes them comparable.
//!
//! Invariants: pure and deterministic, no I/O and no clock. A place that a function gives back lies on character borders of the
//! text it was asked about. The lists under `data/` are this project's own writing.

mod degrees;
mod fold;
mod idf;
mod languages;
mod sentences;
mod skill_data;
mod skills;
mod stems;

pub use degrees::{DegreeMatch, read_degree, read_field};
pub use fold::{Folded, fold, fold_key};
pub use idf::{UNKNOWN_IDF_MICROS, idf_micros};
pub use languages::{Proficiency, find_language, find_proficiency};
pub use sentences::sentences;
pub use skill_data::Trade;
pub use skills::{Addition, SkillHit, SkillId, Vocabulary};
pub use stems::{is_stop_word, stem, stems};
