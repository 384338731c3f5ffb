//! Groups that are too small to be shown, and those that are hidden with them so that nobody can compute them.
//!
//! A reader knows every shown figure, and that figures add up: the sexes to all people, the races of a sex to that sex, and so on. A
//! hidden figure could be computed if it were a sum of multiples of shown ones. So figures are hidden, the smallest first, until
//! none of the small ones is, and until what is hidden in a line of a table is together not small either.

use shortlist_domain::{RaceEthnicity, SelfIdentification, Sex};

use crate::table::compare;
use crate::{BiasAudit, Category, Dimension, Table};

/// The fewest people of a group that a report shows, unless the operator chooses another number.
pub const SMALLEST_SHOWN_GROUP: u32 = 5;

/// The numbers of the field in which sums are computed: those up to this prime. Fractions are exact there.
const PRIME: u64 = 2_147_483_647;

/// What a figure counts: for each kind of answers, one or zero.
type Counted = Vec<u64>;

/// A number of people in a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Cell {
    Everybody,
    Of(Category),
    Unknown(Dimension),
}

/// A cell with its value.
struct Figure {
    cell: Cell,
    people: u32,
    counted: Counted,
}

/// The cells of a report that are hidden.
struct HiddenCells(Vec<Cell>);

impl HiddenCells {
    fn has(&self, category: Category) -> bool {
        self.0.contains(&Cell::Of(category))
    }

    fn has_unknown(&self, dimension: Dimension) -> bool {
        self.0.contains(&Cell::Unknown(dimension))
    }

    /// Returns what to hide of a report, so that no group of fewer than `least` people can be seen or computed.
    fn of(audit: &BiasAudit, least: u32) -> Self {
        let figures = figures(audit);
        let is_small = |people: u32| (1..least).contains(&people);
        let small = figures
            .iter()
            .filter(|one| matches!(one.cell, Cell::Of(_)) && is_small(one.people));
        let mut hidden = Self(small.map(|one| one.cell).collect());
        if is_small(audit.people) {
            let all = figures.iter().filter(|one| one.cell != Cell::Everybody);
            return Self(all.map(|one| one.cell).collect());
        }
        while let Some(exposed) = hidden.exposed(&figures, is_small) {
            let Some(next) = hidden.next(&figures, &exposed) else {
                break;
            };
            hidden.0.push(next);
        }
        hidden
    }

    /// Returns a small number of people that can be computed from what is shown.
    fn exposed(&self, figures: &[Figure], is_small: impl Fn(u32) -> bool) -> Option<Counted> {
        let span = self.span(figures);
        let is_hidden = |one: &&Figure| self.0.contains(&one.cell);
        let single = figures.iter().filter(is_hidden);
        let single = single.map(|one| (one.people, one.counted.clone()));
        let together = lines().into_iter().map(|line| {
            let parts = figures.iter().filter(is_hidden);
            let parts = parts
                .filter(|one| matches!(one.cell, Cell::Of(category) if line.contains(&category)));
            parts.fold((0, nothing()), |(people, counted), one| {
                (people + one.people, sum(&counted, &one.counted))
            })
        });
        let mut protected = single
            .chain(together)
            .filter(|(people, _)| is_small(*people));
        let found = protected.find(|(_, counted)| span.contains(counted));
        found.map(|(_, counted)| counted)
    }

    /// Returns the figure to hide next: the smallest one without which the exposed number cannot be computed, or else the smallest.
    fn next(&self, figures: &[Figure], exposed: &Counted) -> Option<Cell> {
        let mut shown: Vec<&Figure> = figures
            .iter()
            .filter(|one| one.cell != Cell::Everybody && !self.0.contains(&one.cell))
            .filter(|one| one.people > 0)
            .collect();
        // The number of unknown people is the last to be hidden.
        shown.sort_by_key(|one| (matches!(one.cell, Cell::Unknown(_)), one.people));
        let helps = |one: &&&Figure| {
            let mut more = self.0.clone();
            more.push(one.cell);
            !Self(more).span(figures).contains(exposed)
        };
        let found = shown.iter().find(helps).or(shown.first());
        found.map(|one| one.cell)
    }

    /// Returns what can be computed from the shown figures. Where a shown number is zero, every number in it is zero.
    fn span(&self, figures: &[Figure]) -> Span {
        let mut span = Span::default();
        for figure in figures.iter().filter(|one| !self.0.contains(&one.cell)) {
            span.add(&figure.counted);
            if figure.people == 0 {
                for (index, _) in figure
                    .counted
                    .iter()
                    .enumerate()
                    .filter(|(_, one)| **one == 1)
                {
                    let mut alone = nothing();
                    if let Some(one) = alone.get_mut(index) {
                        *one = 1;
                    }
                    span.add(&alone);
                }
            }
        }
        span
    }
}

/// Returns every kind of answers.
fn kinds() -> Vec<SelfIdentification> {
    let sexes = Sex::ALL.map(Some).into_iter().chain([None]);
    let of = |sex| {
        let races = RaceEthnicity::ALL.map(Some).into_iter().chain([None]);
        races.map(move |race_ethnicity| SelfIdentification {
            sex,
            race_ethnicity,
        })
    };
    sexes.flat_map(of).collect()
}

fn nothing() -> Counted {
    vec![0; kinds().len()]
}

fn sum(left: &Counted, right: &Counted) -> Counted {
    let pairs = left.iter().zip(right);
    pairs.map(|(left, right)| (left + right) % PRIME).collect()
}

fn counted(is_counted: impl Fn(SelfIdentification) -> bool) -> Counted {
    let kinds = kinds().into_iter();
    kinds.map(|kind| u64::from(is_counted(kind))).collect()
}

/// Returns the numbers of people in a report. Those of both kinds of tables are the same.
fn figures(audit: &BiasAudit) -> Vec<Figure> {
    let mut figures = vec![Figure {
        cell: Cell::Everybody,
        people: audit.people,
        counted: counted(|_| true),
    }];
    for table in &audit.scoring {
        figures.extend(table.rows.iter().map(|row| Figure {
            cell: Cell::Of(row.category),
            people: row.people,
            counted: counted(|kind| row.category.contains(kind)),
        }));
        figures.push(Figure {
            cell: Cell::Unknown(table.dimension),
            people: table.unknown,
            counted: counted(|kind| table.dimension.is_unknown(kind)),
        });
    }
    figures
}

/// Returns the groups of categories whose sum somebody may know: the rows of a table, and those of one sex or one race or ethnicity.
fn lines() -> Vec<Vec<Category>> {
    let mut lines: Vec<Vec<Category>> = Dimension::ALL.map(Dimension::categories).into();
    let of_both = Dimension::Intersection.categories();
    for one in Sex::ALL.map(Some) {
        lines.push(
            of_both
                .iter()
                .copied()
                .filter(|both| both.sex() == one)
                .collect(),
        );
    }
    for one in RaceEthnicity::ALL.map(Some) {
        let same = |both: &Category| both.race_ethnicity() == one;
        lines.push(of_both.iter().copied().filter(same).collect());
    }
    lines
}

/// What is a sum of multiples of some vectors, in echelon form.
#[derive(Default)]
struct Span(Vec<(usize, Counted)>);

impl Span {
    fn add(&mut self, vector: &Counted) {
        let rest = self.reduced(vector);
        let leading = rest.iter().copied().enumerate().find(|(_, one)| *one != 0);
        if let Some((place, leading)) = leading {
            let factor = inverse(leading);
            let row = rest.iter().map(|one| one * factor % PRIME).collect();
            self.0.push((place, row));
        }
    }

    fn contains(&self, vector: &Counted) -> bool {
        self.reduced(vector).iter().all(|one| *one == 0)
    }

    /// Returns what is left of a vector without the rows.
    fn reduced(&self, vector: &Counted) -> Counted {
        self.0.iter().fold(vector.clone(), |rest, (place, row)| {
            let factor = PRIME - rest.get(*place).copied().unwrap_or(0);
            let pairs = rest.iter().zip(row);
            pairs
                .map(|(one, other)| (one + factor * other) % PRIME)
                .collect()
        })
    }
}

/// Returns the inverse of a number, by Fermat's little theorem.
fn inverse(number: u64) -> u64 {
    let (mut result, mut base, mut exponent) = (1, number % PRIME, PRIME - 2);
    while exponent > 0 {
        if exponent % 2 == 1 {
            result = result * base % PRIME;
        }
        base = base * base % PRIME;
        exponent /= 2;
    }
    result
}

impl BiasAudit {
    /// Returns the audit without groups of fewer than `least` people, and without what they could be computed from. Rates are compared
    /// with the highest one that is shown.
    #[must_use]
    pub fn without_small_groups(self, least: u32) -> Self {
        let hidden = HiddenCells::of(&self, least);
        let is_hidden = (1..least).contains(&self.people);
        let shown = |tables: Vec<Table>| {
            let tables = tables.into_iter();
            tables.map(|table| without(table, &hidden)).collect()
        };
        Self {
            selected: if is_hidden { 0 } else { self.selected },
            median: self.median.filter(|_| !is_hidden),
            scoring: shown(self.scoring),
            selection: shown(self.selection),
            least_shown: least,
            ..self
        }
    }
}

/// Returns the table without the figures that are hidden. The others are compared with the highest rate that is left.
fn without(mut table: Table, hidden: &HiddenCells) -> Table {
    for row in &mut table.rows {
        row.comparison = None;
        if hidden.has(row.category) {
            row.is_hidden = true;
            row.is_excluded = false;
            (row.people, row.favoured) = (0, 0);
        }
    }
    compare(&mut table.rows);
    table.is_unknown_hidden = hidden.has_unknown(table.dimension);
    if table.is_unknown_hidden {
        table.unknown = 0;
    }
    table
}

#[cfg(test)]
mod tests;
