//! The stored form of receipts and reports: JSON that follows the same rules as [`shortlist_records`].

mod criterion_values;
mod receipt;
mod receipt_facts;
mod report;
mod requirement_edits;
mod requirements;
mod stage_list;

pub(crate) use criterion_values::{
    read_values, read_weights, values_text, weighting_text, weights_text,
};
pub(crate) use receipt::ReceiptRecord;
pub(crate) use receipt_facts::{KNOWN_LINE, facts_text, missing_line, occupation_line};
pub(crate) use report::{QuestionRecord, TranscriptionRecord};
pub(crate) use requirement_edits::{EditColumns, edits_text, read_edits};
pub(crate) use requirements::RequirementsRecord;
pub(crate) use stage_list::{list_text, read_list};
