//! How many candidates have which score, as a chart and as a table of the same numbers.

use shortlist_domain::ScoreCounts;

use super::address::Address;

/// The number of bars.
const BARS: u16 = 20;
/// The width of a bar's range, in tenths of a point.
const TENTHS: u16 = 50;
/// The size of the chart.
const HEIGHT: i64 = 100;
const BAR_STEP: i64 = 32;

/// The candidates within a range of scores.
pub(crate) struct HistogramBar {
    pub(crate) range: String,
    pub(crate) count: i64,
    /// The count above the bar; empty for an empty bar.
    pub(crate) label: String,
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) height: i64,
    /// The address of these candidates.
    pub(crate) link: String,
}

/// A chart of scores.
pub(crate) struct Histogram {
    pub(crate) bars: Vec<HistogramBar>,
    pub(crate) description: String,
}

impl Histogram {
    /// Draws the scores of a view.
    pub(super) fn of(counts: &ScoreCounts, address: &Address) -> Self {
        let mut totals = [0; 20];
        for (score, count) in counts.iter() {
            let bar = usize::from((score.tenths() / TENTHS).min(BARS - 1));
            if let Some(total) = totals.get_mut(bar) {
                *total += count;
            }
        }
        let most = totals.iter().copied().max().unwrap_or_default().max(1);
        let numbered = (0..BARS).zip(totals);
        let bars = numbered.map(|(number, count)| bar(number, count, most, address));
        let bars: Vec<HistogramBar> = bars.collect();
        Self {
            bars,
            description: description(counts),
        }
    }
}

/// Returns the range of the scores and their median.
fn description(counts: &ScoreCounts) -> String {
    let (highest, lowest) = (counts.iter().next(), counts.iter().last());
    let mut before = 0;
    let median = counts.iter().find(|(_, count)| {
        before += count;
        before * 2 >= counts.total()
    });
    match (lowest, highest, median) {
        (Some((lowest, _)), Some((highest, _)), Some((median, _))) => {
            let counted = match counts.lowest() {
                None => "candidates".to_owned(),
                Some(lowest) => format!("candidates with {lowest} or more"),
            };
            format!(
                "Scores from {lowest} to {highest}. Half of the {counted} have {median} or more."
            )
        }
        _ => String::new(),
    }
}

/// Returns a count that is short enough for the width of a bar.
fn short(count: i64) -> String {
    match count {
        0 => String::new(),
        1..10_000 => count.to_string(),
        count => format!("{}k", count / 1_000),
    }
}

fn bar(number: u16, count: i64, most: i64, address: &Address) -> HistogramBar {
    let from = number * TENTHS;
    let until = if number + 1 == BARS {
        BARS * TENTHS
    } else {
        from + TENTHS - 1
    };
    let written = |tenths: u16| format!("{}.{}", tenths / 10, tenths % 10);
    let (least, highest) = (written(from), written(until));
    // A bar with any candidate is visible.
    let height = match count {
        0 => 0,
        count => (count * HEIGHT / most).max(2),
    };
    HistogramBar {
        link: address.with(&[("minScore", &least), ("maxScore", &highest)]),
        range: format!("{least} to {highest}"),
        count,
        label: short(count),
        x: i64::from(number) * BAR_STEP,
        y: HEIGHT - height,
        height,
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::Score;

    use super::*;

    #[test]
    fn every_score_is_in_one_bar() {
        let all = (0..=1_000).map(|tenths| (Score::from_tenths(tenths), 1));
        let counts = ScoreCounts::new(all.collect());
        let address = Address::read("/j".to_owned(), "sort=name");
        let histogram = Histogram::of(&counts, &address);
        assert_eq!(
            histogram.bars.iter().map(|bar| bar.count).sum::<i64>(),
            1_001
        );
        assert_eq!(histogram.bars[19].range, "95.0 to 100.0");
        assert_eq!(histogram.bars[19].count, 51);
        assert_eq!(
            histogram.description,
            "Scores from 0.0 to 100.0. Half of the candidates have 50.0 or more."
        );
        let best = ScoreCounts::new(vec![(Score::from_tenths(800), 1)]);
        let best = Histogram::of(&best.down_to(Score::from_tenths(400)), &address);
        assert!(
            best.description
                .contains("candidates with 40.0 or more have 80.0")
        );
        assert_eq!(
            histogram.bars[0].link,
            "/j?sort=name&minScore=0.0&maxScore=4.9"
        );
    }
}
