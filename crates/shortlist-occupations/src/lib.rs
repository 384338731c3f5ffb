//! Which occupation a job title names, and how similar two occupations are.
//!
//! Titles in English, German, French and Spanish are looked up in a lexicon made of O*NET and ESCO (`data/README.md` names sources
//! and licences). A title can name several occupations; each has a share. This crate knows nothing of resumes, jobs or scores, does
//! no I/O, and computes in integers, so that it gives the same answer on every machine.

mod coding;
mod lexicon;
mod search;
mod similarity;
pub mod source;
mod title;

pub use coding::{Coding, Share, code};
pub use lexicon::{Lexicon, LexiconError, Occupation};
pub use search::{MAX_FOUND, find_occupation, search_occupations};
pub use similarity::similarity;
