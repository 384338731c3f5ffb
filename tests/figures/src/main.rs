//! Prints the figures: `cargo run -p shortlist-code-figures`. With `--list`, also each place.

use std::io::{self, Write};
use std::path::Path;

use shortlist_code_figures::{Figures, Place, Report, count};

fn main() -> io::Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let report = count(&root.canonicalize()?)?;
    let mut out = io::stdout().lock();
    write_table(&mut out, &report)?;
    if std::env::args().any(|argument| argument == "--list") {
        write_places(&mut out, &report)?;
    }
    Ok(())
}

fn write_table(out: &mut impl Write, report: &Report) -> io::Result<()> {
    let columns = [&report.product, &report.all];
    let mut row = |name: &str, value: fn(&Figures) -> String| {
        let [product, all] = columns.map(value);
        writeln!(out, "{name:<36}{product:>10}{all:>10}")
    };
    row("", |_| String::new())?;
    row("lines", |of| of.lines.to_string())?;
    row("functions", |of| of.functions.to_string())?;
    row("functions with tuple parameters", |of| {
        of.tuple_parameters.len().to_string()
    })?;
    row("  in per cent", |of| {
        rate(of.tuple_parameters.len(), 100, of.functions)
    })?;
    row("`true =>`", |of| of.true_arms.to_string())?;
    row("  per 10,000 lines", |of| {
        rate(of.true_arms, 10_000, of.lines)
    })?;
    writeln!(
        out,
        "{:<36}{:>10}",
        "pairs of mirrored structs",
        report.mirrors.len()
    )
}

/// Returns `part` of `whole` times `per`, with two decimals.
fn rate(part: usize, per: usize, whole: usize) -> String {
    let hundredths = (part * per * 100).checked_div(whole).unwrap_or(0);
    format!("{}.{:02}", hundredths / 100, hundredths % 100)
}

fn write_places(out: &mut impl Write, report: &Report) -> io::Result<()> {
    write_list(
        out,
        "functions with tuple parameters",
        &report.all.tuple_parameters,
    )?;
    write_list(out, "matches on a bool", &report.all.matches_on_bool)?;
    writeln!(out, "\nmirrors")?;
    for mirror in &report.mirrors {
        writeln!(out, "{} = {}", text(&mirror.first), text(&mirror.second))?;
    }
    Ok(())
}

fn write_list(out: &mut impl Write, title: &str, places: &[Place]) -> io::Result<()> {
    writeln!(out, "\n{title}")?;
    for place in places {
        writeln!(out, "{}", text(place))?;
    }
    Ok(())
}

fn text(place: &Place) -> String {
    format!("{}:{} {}", place.path, place.line, place.name)
}
