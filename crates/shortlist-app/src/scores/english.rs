//! How a repeated score differs, in English. The texts are written here from values and never read back.

use crate::scores::replay::ReceiptPart;

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
