//! The guarantees of scores, tested on whole files with the real parser and scorer.

#[cfg(test)]
mod hidden;
#[cfg(test)]
mod repeats;
#[cfg(test)]
mod support;
#[cfg(test)]
mod swapped;
