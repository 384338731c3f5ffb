//! Compares the parser with `docs/ACCURACY.md`.

use std::error::Error;
use std::fs;
use std::path::Path;

use shortlist_benches::accuracy_document::{document, figures, worse};
use shortlist_benches::scoreboard::{readings, rows};

#[test]
fn accuracy_is_not_worse_than_documented_and_the_document_is_current() -> Result<(), Box<dyn Error>>
{
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/ACCURACY.md");
    let committed = fs::read_to_string(path)?;
    let rows = rows(&readings()?);
    let worse = worse(&rows, &committed);
    assert!(worse.is_empty(), "{}", worse.join("\n"));
    assert!(
        document(&rows) == committed,
        "docs/ACCURACY.md is out of date: cargo bench -p shortlist-benches --bench accuracy -- --write docs/ACCURACY.md"
    );
    Ok(())
}

#[test]
fn a_fall_is_reported_by_row_and_field() -> Result<(), Box<dyn Error>> {
    let rows = rows(&[]);
    let better = document(&rows).replace("| all | 0 | **100 %** (0/0)", "| all | 0 | 100 % (0/0)");
    assert_eq!(figures(&better).len(), rows.iter().flatten().count());
    let fallen = better.replacen("(0/0)", "(1/0)", 1);
    assert_eq!(worse(&rows, &fallen), ["all: name fell from 1 to 0 of 0"]);
    Ok(())
}
