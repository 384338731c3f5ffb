//! What a score may be trusted with, tried on whole files: the real reader and the real scorer.

#[cfg(test)]
mod hidden;
#[cfg(test)]
mod repeats;
#[cfg(test)]
mod support;
#[cfg(test)]
mod swapped;
