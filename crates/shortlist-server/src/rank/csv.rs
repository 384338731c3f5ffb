//! A ranking as CSV, one row for each file.

use shortlist_app::csv_cell;
use shortlist_domain::CriterionScore;

use super::ranking::{RankedResume, Ranking};

/// Returns the ranking with a header. Rows of files without a score are last and name the problem.
pub(super) fn text(ranking: &Ranking) -> String {
    let first = ranking.resumes.first();
    let criteria = first.map_or(&[][..], |first| &first.receipt.criteria);
    let mut rows = vec![header(criteria)];
    rows.extend(ranking.ranked().map(|(rank, ranked)| row(rank, ranked)));
    let unreadable = ranking.unreadable.iter();
    rows.extend(unreadable.map(|(file, reason)| unreadable_row(file, reason, criteria.len())));
    rows.join("\r\n")
}

fn header(criteria: &[CriterionScore]) -> String {
    let mut cells: Vec<String> = ["rank", "score", "fullName", "emailAddress", "phoneNumber"]
        .map(str::to_owned)
        .into();
    let criteria = criteria.iter();
    cells.extend(criteria.map(|criterion| csv_cell(&criterion.criterion)));
    cells.extend(["file", "digest", "problem"].map(str::to_owned));
    cells.join(",")
}

fn row(rank: usize, ranked: &RankedResume) -> String {
    let text = |text: &Option<String>| csv_cell(text.as_deref().unwrap_or_default());
    let receipt = &ranked.receipt;
    let mut cells = vec![rank.to_string(), receipt.score.to_string()];
    cells.extend([&ranked.name, &ranked.email, &ranked.phone].map(text));
    let points = |criterion: &CriterionScore| criterion.contribution.to_f64().to_string();
    cells.extend(receipt.criteria.iter().map(points));
    cells.extend([
        csv_cell(&ranked.file),
        receipt.digest.clone(),
        String::new(),
    ]);
    cells.join(",")
}

fn unreadable_row(file: &str, reason: &str, criteria: usize) -> String {
    let mut cells = vec![String::new(); criteria + 5];
    cells.extend([csv_cell(file), String::new(), csv_cell(reason)]);
    cells.join(",")
}
