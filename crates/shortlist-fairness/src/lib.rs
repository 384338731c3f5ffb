//! The statistics of a bias audit: scoring rates, selection rates, impact ratios, and how certain they are.
//!
//! The definitions are those of New York City's Local Law 144 (Rules of the City of New York, title 6, sections 5-300 and
//! 5-301) and of the Uniform Guidelines on Employee Selection Procedures (29 CFR 1607.4 D, the four-fifths rule).
//!
//! Invariants: no I/O, no clock, no threads. Rates, ratios and their comparisons are exact fractions. The exact test and the
//! interval use only operations that IEEE 754 rounds in one way, so every machine computes the same digits.

mod audit;
mod exact_test;
mod hidden;
mod interval;
mod rate;
mod sample;
mod table;

pub use audit::{BiasAudit, Justification, SmallCategories};
pub use exact_test::{TwoByTwo, fisher_exact};
pub use hidden::SMALLEST_SHOWN_GROUP;
pub use interval::{Interval, ratio_interval};
pub use rate::{ImpactRatio, Rate};
pub use sample::{Assessed, Median, Sample, Selection};
pub use table::{Category, Comparison, Dimension, Measure, Row, SMALL_SAMPLE, Table};
