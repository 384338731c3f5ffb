//! The charts of reports: columns along an axis, and bars with their labels above.

/// The height of the tallest column, and the width of the chart.
const HEIGHT: i64 = 120;
const WIDTH: i64 = 480;
/// The length of the longest bar.
const LENGTH: i64 = 1_000;
/// The most labels below an axis.
const MAX_LABELS: usize = 5;

/// A chart.
pub(crate) struct Chart {
    pub(crate) columns: Vec<Rect>,
    pub(crate) labels: Vec<AxisLabel>,
    pub(crate) bars: Vec<Bar>,
    pub(crate) series: Vec<Series>,
}

/// A part of a column, in the style of its series.
pub(crate) struct Rect {
    pub(crate) class: &'static str,
    pub(crate) x: i64,
    pub(crate) y: i64,
    pub(crate) width: i64,
    pub(crate) height: i64,
    /// The number above the column; empty if there is none.
    pub(crate) label: String,
    pub(crate) middle: i64,
}

/// A label below the axis.
pub(crate) struct AxisLabel {
    pub(crate) text: String,
    pub(crate) x: i64,
    pub(crate) anchor: &'static str,
}

/// A labelled bar, with a part for each series below the other.
pub(crate) struct Bar {
    pub(crate) label: String,
    pub(crate) value: String,
    pub(crate) parts: Vec<Part>,
    pub(crate) height: i64,
}

/// A part of a bar.
pub(crate) struct Part {
    pub(crate) class: &'static str,
    pub(crate) y: i64,
    pub(crate) width: i64,
}

/// What a colour means.
pub(crate) struct Series {
    pub(crate) class: &'static str,
    pub(crate) name: &'static str,
}

/// The colours of the series.
const CLASSES: [&str; 3] = ["bar1", "bar3", "bar5"];

/// Returns what the colours mean; nothing for a single series, whose name the title says.
fn series(names: &[&'static str]) -> Vec<Series> {
    let named = names.iter().zip(CLASSES);
    match names.len() {
        0 | 1 => Vec::new(),
        _ => named.map(|(name, class)| Series { class, name }).collect(),
    }
}

impl Chart {
    /// Draws stacked columns. Each has a label for the axis, and a number for each series.
    pub(super) fn columns(names: &[&'static str], columns: &[(String, Vec<i64>)]) -> Self {
        let total = |numbers: &[i64]| numbers.iter().sum::<i64>();
        let most = columns.iter().map(|(_, numbers)| total(numbers)).max();
        let most = most.unwrap_or(0).max(1);
        let count = i64::try_from(columns.len()).unwrap_or(1).max(1);
        let step = (WIDTH / count).max(1);
        let width = (step * 7 / 8).max(1);
        let mut rects = Vec::new();
        for (place, (_, numbers)) in (0..).zip(columns) {
            let x = place * step;
            let mut below = 0;
            for (number, class) in numbers.iter().zip(CLASSES) {
                let height = (number * HEIGHT).div_euclid(most);
                let height = if *number > 0 { height.max(1) } else { 0 };
                below += height;
                rects.push(Rect {
                    class,
                    x,
                    y: HEIGHT - below,
                    width,
                    height,
                    label: String::new(),
                    middle: x + width / 2,
                });
            }
            // Numbers above narrow columns would overlap.
            if let Some(top) = rects.last_mut()
                && step >= 30
                && total(numbers) > 0
            {
                top.label = short(total(numbers));
            }
        }
        Self {
            columns: rects,
            labels: labels(columns, step, width),
            bars: Vec::new(),
            series: series(names),
        }
    }

    /// Draws bars. Each has a label, its value as text, and a number for each series.
    pub(super) fn bars(names: &[&'static str], bars: Vec<(String, String, Vec<i64>)>) -> Self {
        let most = bars.iter().flat_map(|(_, _, numbers)| numbers).max();
        let most = most.copied().unwrap_or(0).max(1);
        let bar = |(label, value, numbers): (String, String, Vec<i64>)| Bar {
            label,
            value,
            height: 6 * i64::try_from(numbers.len()).unwrap_or(1),
            parts: (0..)
                .zip(numbers.iter().zip(CLASSES))
                .map(|(place, (number, class))| Part {
                    class,
                    y: place * 6,
                    width: (number.max(&0) * LENGTH).div_euclid(most),
                })
                .collect(),
        };
        Self {
            columns: Vec::new(),
            labels: Vec::new(),
            bars: bars.into_iter().map(bar).collect(),
            series: series(names),
        }
    }
}

/// Returns the labels of the first, the last and some columns between them.
fn labels(columns: &[(String, Vec<i64>)], step: i64, width: i64) -> Vec<AxisLabel> {
    let last = columns.len().saturating_sub(1);
    let every = last.div_ceil(MAX_LABELS - 1).max(1);
    let is_labelled = |place: usize| place.is_multiple_of(every) && place + every / 2 <= last;
    let numbered = columns.iter().enumerate();
    let chosen = numbered.filter(|(place, _)| is_labelled(*place) || *place == last);
    let label = |(place, (text, _)): (usize, &(String, Vec<i64>))| {
        let left = i64::try_from(place).unwrap_or(0) * step;
        let (x, anchor) = match place {
            0 => (left, "start"),
            _ if place == last => (left + width, "end"),
            _ => (left + width / 2, "middle"),
        };
        AxisLabel {
            text: text.clone(),
            x,
            anchor,
        }
    };
    chosen.map(label).collect()
}

/// Writes a number in at most four characters.
fn short(number: i64) -> String {
    match number {
        0..=9_999 => number.to_string(),
        10_000..=999_999 => format!("{}k", number / 1_000),
        _ => format!("{}M", number / 1_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tallest_column_fills_the_chart_and_none_is_invisible() {
        let columns = [
            ("a".to_owned(), vec![1_000, 0]),
            ("b".to_owned(), vec![1, 1]),
            ("c".to_owned(), vec![0, 0]),
        ];
        let chart = Chart::columns(&["Added", "Skipped"], &columns);
        let heights: Vec<i64> = chart.columns.iter().map(|rect| rect.height).collect();
        assert_eq!(heights, [HEIGHT, 0, 1, 1, 0, 0]);
        let labels: Vec<&str> = chart
            .columns
            .iter()
            .map(|rect| rect.label.as_str())
            .collect();
        assert_eq!(labels, ["", "1000", "", "2", "", ""]);
        assert_eq!(chart.series.len(), 2);
    }

    #[test]
    fn an_axis_has_few_labels_and_the_last_one() {
        for number in [1_usize, 2, 7, 30, 60, 61] {
            let columns: Vec<_> = (0..number).map(|one| (one.to_string(), vec![1])).collect();
            let chart = Chart::columns(&["Added"], &columns);
            assert!(chart.labels.len() <= MAX_LABELS + 1, "{number}");
            assert_eq!(chart.labels.last().unwrap().text, (number - 1).to_string());
            assert!(chart.series.is_empty());
        }
    }

    #[test]
    fn bars_are_compared_with_the_longest() {
        let bar = |number: i64| ("x".to_owned(), String::new(), vec![number]);
        let chart = Chart::bars(&["Files"], vec![bar(10), bar(5), bar(0)]);
        let widths: Vec<i64> = chart.bars.iter().map(|bar| bar.parts[0].width).collect();
        assert_eq!(widths, [LENGTH, LENGTH / 2, 0]);
    }
}
