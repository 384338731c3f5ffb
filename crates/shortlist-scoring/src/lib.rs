//! A resume, a job and weights in; a score with its receipt out. Pure.
//!
//! Invariants: no I/O, no clock, no random number, no floating point. The scorer sees a person only through [`Profile`], which
//! has no name, contact, gender, age, photo, address, nationality, postal code, school or graduation date. Every point that
//! is awarded comes with a quote that stands in the resume's text at the place given.

mod criterion;
mod digest;
mod education;
mod excerpt;
mod experience;
mod lexical;
mod lexicons;
mod named;
mod prepared;
mod profile;
mod ratio;
mod receipt;
mod regions;
mod requirements;
mod skills;
mod stemmed;
#[cfg(test)]
mod trials;
mod words;

pub use prepared::{JobText, PreparedJob};
pub use profile::Profile;
pub use receipt::{ENGINE_VERSION, ScoreInput, contribution, score};
pub use requirements::read_requirements;
