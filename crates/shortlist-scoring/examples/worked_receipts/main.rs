//! Writes `docs/RECEIPTS.md`: `cargo run -p shortlist-scoring --example worked_receipts > docs/RECEIPTS.md`.
#![expect(clippy::print_stdout, reason = "the program prints the document")]

mod receipts;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    print!("{}", receipts::document()?);
    Ok(())
}
