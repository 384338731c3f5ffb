//! Why a score cannot be repeated or differs, in English. The texts are written here from values and never read back.

use crate::english::skip_reason_text;
use crate::scores::replay::{ReceiptPart, Unreplayable};

/// Returns why a file cannot be scored again.
pub fn unreplayable_text(problem: &Unreplayable) -> String {
    match problem {
        Unreplayable::NoReceipt => "it has no receipt".to_owned(),
        Unreplayable::NoJob => "its job is not stored".to_owned(),
        Unreplayable::NotFound(error) => format!("its file cannot be found: {error}"),
        Unreplayable::OtherFile => "its file is not the one that was scored".to_owned(),
        Unreplayable::Unfetched(error) => format!("its file cannot be read: {error}"),
        Unreplayable::Skipped(reason) => skip_reason_text(*reason),
    }
}

/// Returns in which part of a receipt a replay differs.
pub fn receipt_part_text(part: &ReceiptPart) -> String {
    match part {
        ReceiptPart::Requirements => "what the job asks for".to_owned(),
        ReceiptPart::Job => "the job's texts".to_owned(),
        ReceiptPart::Findings => "the findings".to_owned(),
        ReceiptPart::Value {
            criterion,
            stored,
            replayed,
        } => {
            let (stored, replayed) = (stored.to_f64(), replayed.to_f64());
            format!("the value of {criterion}, {stored:.6} stored and {replayed:.6} now")
        }
        ReceiptPart::Evidence(criterion) => format!("the evidence for {criterion}"),
    }
}
