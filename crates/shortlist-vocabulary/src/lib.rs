//! The words of the field: skills and their aliases, degrees, languages, and the text folding that makes them comparable.
//!
//! Invariants: pure and deterministic, no I/O and no clock. Debug builds count [`steps`]. Every place that a function returns
//! lies on character borders of the text that it was given. A [`Vocabulary`] is always an argument, so one process can use
//! several. The lists under `data/` are this project's own work.

mod additions;
mod degrees;
mod fold;
mod idf;
mod languages;
mod phrase_list;
mod sentences;
mod skill_data;
mod skills;
mod stems;
pub mod steps;
mod word_lists;

pub use additions::{Addition, Additions, AdditionsError};
pub use degrees::{DegreeMatch, read_degree, read_field};
pub use fold::{Folded, fold, fold_key};
pub use idf::{UNKNOWN_IDF_MICROS, idf_micros};
pub use languages::{Proficiency, find_language, find_proficiency, spoken_languages};
pub use phrase_list::{PhraseList, matches_word};
pub use sentences::sentences;
pub use shortlist_domain::push_plain;
pub use skill_data::{Trade, TradeSize, trade_sizes};
pub use skills::{SkillHit, SkillId, Vocabulary};
pub use stems::{is_stop_word, stem, stems};
pub use word_lists::{FromEntries, Pairs, WordListError, WordLists};
