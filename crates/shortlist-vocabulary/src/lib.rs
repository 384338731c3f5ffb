//! The words of the field: skills and their aliases, degrees, languages, and the folding of text that makes them comparable.
//!
//! Invariants: pure and deterministic, no I/O and no clock; debug builds count [`steps`]. A place that a function gives back lies on character borders of the
//! text it was asked about. The one thing that a process may choose, once and before anything is read, is the vocabulary that it
//! uses ([`Vocabulary::put_to_use`]). The lists under `data/` are this project's own writing.

mod additions;
mod degrees;
mod fold;
mod idf;
mod languages;
mod sentences;
mod skill_data;
mod skills;
mod stems;
pub mod steps;

pub use additions::{Addition, Additions, AdditionsError};
pub use degrees::{DegreeMatch, read_degree, read_field};
pub use fold::{Folded, fold, fold_key};
pub use idf::{UNKNOWN_IDF_MICROS, idf_micros};
pub use languages::{Proficiency, find_language, find_proficiency};
pub use sentences::sentences;
pub use skill_data::{Trade, TradeSize, trade_sizes};
pub use skills::{AlreadyInUse, SkillHit, SkillId, Vocabulary};
pub use stems::{is_stop_word, stem, stems};
