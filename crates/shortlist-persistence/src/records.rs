//! Receipts and reports as JSON text: the stored form, by the same rules as [`shortlist_records`].

mod receipt;
mod report;

pub(crate) use receipt::ReceiptRecord;
pub(crate) use report::{QuestionRecord, TranscriptionRecord};
