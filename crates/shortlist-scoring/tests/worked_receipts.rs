//! Tests that the receipts in the documentation are those that the scorer produces.

#[path = "../examples/worked_receipts/receipts.rs"]
mod receipts;

#[test]
fn the_documented_receipts_are_current() {
    let documented = include_str!("../../../docs/RECEIPTS.md");
    assert!(
        receipts::document().unwrap() == documented,
        "regenerate it: cargo run -p shortlist-scoring --example worked_receipts > docs/RECEIPTS.md"
    );
}
