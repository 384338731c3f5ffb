//! Prints the size of the built-in vocabulary by trade: `cargo run -p shortlist-vocabulary --example trades`.

use std::io::{self, Write};

use shortlist_vocabulary::trade_sizes;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "| trade | skills | names |\n|---|---:|---:|")?;
    for size in trade_sizes() {
        writeln!(out, "{size}")?;
    }
    let (skills, names) = trade_sizes().fold((0, 0), |(skills, names), size| {
        (skills + size.skills, names + size.names)
    });
    writeln!(out, "| all | {skills} | {names} |")
}
