//! The report of an audit as CSV: one line for each category of each table.

use shortlist_domain::{RaceEthnicity, Sex};
use shortlist_fairness::{Row, Table};

use super::report::{BiasAuditReport, dimension_name, measure_name};
use super::report_json::shown_p_value;
use crate::csv::csv_cell;

const HEADER: &str = "measure,by,sex,race_ethnicity,people,favoured,rate_percent,impact_ratio,\
    under_four_fifths,p_value,interval_low,interval_high,small_sample,excluded,hidden\r\n";

/// The number of columns.
const COLUMNS: usize = 15;

impl BiasAuditReport {
    /// Returns the tables as CSV. The people of unknown category are the last line of each table.
    pub fn to_csv(&self) -> String {
        let mut text = HEADER.to_owned();
        for table in self.audit.scoring.iter().chain(&self.audit.selection) {
            for row in &table.rows {
                text.push_str(&line(table, row));
            }
            text.push_str(&unknown_line(table));
        }
        text
    }
}

fn line(table: &Table, row: &Row) -> String {
    let word = |is: bool| word(is).to_owned();
    let comparison = row.comparison;
    let interval = comparison.and_then(|comparison| comparison.interval);
    let p_value = comparison.and_then(|comparison| comparison.p_value);
    let cells = [
        Some(measure_name(table.measure).to_owned()),
        Some(dimension_name(table.dimension).to_owned()),
        row.category.sex().map(|sex| Sex::as_str(sex).to_owned()),
        row.category
            .race_ethnicity()
            .map(|race| RaceEthnicity::as_str(race).to_owned()),
        Some(row.people.to_string()).filter(|_| !row.is_hidden),
        Some(row.favoured.to_string()).filter(|_| !row.is_hidden),
        row.rate().map(|rate| rate.to_string()),
        comparison.map(|comparison| comparison.impact_ratio.to_string()),
        Some(word(row.is_warning())),
        p_value.map(shown_p_value),
        interval.map(|interval| format!("{:.2}", interval.low)),
        interval.map(|interval| format!("{:.2}", interval.high)),
        Some(word(row.is_small())),
        Some(word(row.is_excluded)),
        Some(word(row.is_hidden)),
    ];
    joined(cells.map(Option::unwrap_or_default))
}

fn word(is: bool) -> &'static str {
    if is { "yes" } else { "no" }
}

fn unknown_line(table: &Table) -> String {
    let mut cells = [const { String::new() }; COLUMNS];
    let known = [
        measure_name(table.measure).to_owned(),
        dimension_name(table.dimension).to_owned(),
        "unknown".to_owned(),
        "unknown".to_owned(),
        if table.is_unknown_hidden {
            String::new()
        } else {
            table.unknown.to_string()
        },
    ];
    for (cell, value) in cells.iter_mut().zip(known) {
        *cell = value;
    }
    if let Some(hidden) = cells.last_mut() {
        word(table.is_unknown_hidden).clone_into(hidden);
    }
    joined(cells)
}

fn joined(cells: [String; COLUMNS]) -> String {
    let cells = cells.map(|cell| {
        if cell.is_empty() {
            cell
        } else {
            csv_cell(&cell)
        }
    });
    format!("{}\r\n", cells.join(","))
}
