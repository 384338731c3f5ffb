//! The columns of the ranking, and the orders that their headings offer.

use shortlist_domain::{CandidateOrder, SortKey};
use shortlist_transport::ORDER_PARAMETER;

use super::address::{Address, COLUMN};

/// A column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Column {
    Rank,
    Name,
    Score,
    Requirements,
    Experience,
    Latest,
    Status,
    Reviews,
    Tags,
    Uploaded,
}

impl Column {
    /// All columns in their order on the page, each with its name in the address and its heading.
    const ALL: [(Self, &'static str, &'static str); 10] = [
        (Self::Rank, "rank", "Rank"),
        (Self::Name, "name", "Name"),
        (Self::Score, "score", "Score"),
        (Self::Requirements, "requirements", "Requirements"),
        (Self::Experience, "experience", "Experience"),
        (Self::Latest, "latest", "Latest position"),
        (Self::Status, "status", "Status"),
        (Self::Reviews, "reviews", "Reviews"),
        (Self::Tags, "tags", "Tags"),
        (Self::Uploaded, "uploaded", "Uploaded"),
    ];
    /// The columns that are hidden unless they are chosen.
    const OPTIONAL: [Self; 3] = [Self::Reviews, Self::Tags, Self::Uploaded];

    fn key(self) -> Option<SortKey> {
        match self {
            Self::Score => Some(SortKey::Score),
            Self::Name => Some(SortKey::Name),
            Self::Experience => Some(SortKey::Experience),
            Self::Reviews => Some(SortKey::Reviews),
            Self::Uploaded => Some(SortKey::Created),
            Self::Rank | Self::Requirements | Self::Latest | Self::Status | Self::Tags => None,
        }
    }

    /// Returns whether the column contains numbers.
    fn is_numeric(self) -> bool {
        matches!(self, Self::Rank)
    }
}

/// The heading of a column.
pub(crate) struct Heading {
    pub(crate) column: Column,
    pub(crate) label: &'static str,
    pub(crate) class: &'static str,
    /// The address of the list in the order of this column. Some columns have none.
    pub(crate) link: Option<String>,
    /// The value of `aria-sort`; empty if the list is sorted by something else.
    pub(crate) sorted: &'static str,
    /// What the order begins with, for the link's title.
    pub(crate) hint: &'static str,
}

impl Heading {
    /// Returns whether this is the column of this name.
    pub(crate) fn is(&self, name: &str) -> bool {
        let mut all = Column::ALL.iter();
        all.any(|(column, known, _)| *column == self.column && *known == name)
    }
}

/// A column that can be chosen.
pub(crate) struct ColumnChoice {
    pub(crate) name: &'static str,
    pub(crate) label: &'static str,
    pub(crate) is_chosen: bool,
}

/// The columns of a view.
pub(super) struct Columns {
    pub(super) headings: Vec<Heading>,
    pub(super) choices: Vec<ColumnChoice>,
    pub(super) problem: Option<String>,
}

impl Columns {
    /// Returns the columns that an address chooses. The name is always shown.
    pub(super) fn of(address: &Address, order: CandidateOrder) -> Self {
        let all = Column::ALL.iter();
        let unknown = address
            .all(COLUMN)
            .find(|name| all.clone().all(|(_, known, _)| known != name));
        let is_chosen = |column: Column, name: &str| {
            if address.has(COLUMN) {
                column == Column::Name || address.all(COLUMN).any(|chosen| chosen == name)
            } else {
                !Column::OPTIONAL.contains(&column)
            }
        };
        Self {
            headings: all
                .clone()
                .filter(|(column, name, _)| is_chosen(*column, name))
                .map(|(column, _, label)| heading(address, order, *column, label))
                .collect(),
            choices: all
                .filter(|(column, ..)| *column != Column::Name)
                .map(|(column, name, label)| ColumnChoice {
                    name,
                    label,
                    is_chosen: is_chosen(*column, name),
                })
                .collect(),
            problem: unknown
                .map(|_name| "There is no such column; choose from the list.".to_owned()),
        }
    }

    /// Returns whether a column is shown.
    pub(super) fn has(&self, column: Column) -> bool {
        self.headings.iter().any(|heading| heading.column == column)
    }
}

fn heading(
    address: &Address,
    order: CandidateOrder,
    column: Column,
    label: &'static str,
) -> Heading {
    let key = column.key();
    let is_current = key == Some(order.key);
    let next = key.map(|key| {
        if is_current && !order.is_reversed {
            CandidateOrder::reversed(key)
        } else {
            CandidateOrder::of(key)
        }
    });
    let ascends = order.is_reversed != (order.key == SortKey::Name);
    Heading {
        column,
        label,
        class: if column.is_numeric() { "number" } else { "" },
        link: next.map(|next| address.with(&[(ORDER_PARAMETER, next.as_str())])),
        sorted: match (is_current, ascends) {
            (false, _) => "",
            (true, true) => "ascending",
            (true, false) => "descending",
        },
        hint: next.map_or("", beginning),
    }
}

/// Returns what an order begins with.
pub(super) fn beginning(order: CandidateOrder) -> &'static str {
    match (order.key, order.is_reversed) {
        (SortKey::Score, false) => "best match first",
        (SortKey::Score, true) => "lowest score first",
        (SortKey::Name, false) => "names from A to Z",
        (SortKey::Name, true) => "names from Z to A",
        (SortKey::Experience, false) => "longest experience first",
        (SortKey::Experience, true) => "shortest experience first",
        (SortKey::Reviews, false) => "best reviews first, only reviewed candidates",
        (SortKey::Reviews, true) => "lowest reviews first, only reviewed candidates",
        (SortKey::Created, false) => "latest upload first",
        (SortKey::Created, true) => "earliest upload first",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(query: &str) -> Vec<&'static str> {
        let address = Address::read("/app/jobs/job_1".to_owned(), query);
        let columns = Columns::of(&address, CandidateOrder::default());
        columns.headings.iter().map(|one| one.label).collect()
    }

    #[test]
    fn an_address_chooses_columns() {
        assert_eq!(names("").len(), 7);
        assert_eq!(names("col=tags&col=rank"), ["Rank", "Name", "Tags"]);
        assert_eq!(names("col=nothing"), ["Name"]);
    }

    #[test]
    fn a_heading_reverses_its_own_order() {
        let address = Address::read("/j".to_owned(), "sort=name");
        let order = CandidateOrder::of(SortKey::Name);
        let columns = Columns::of(&address, order);
        let name = &columns.headings[1];
        assert_eq!(
            (name.link.as_deref(), name.sorted),
            (Some("/j?sort=nameReversed"), "ascending")
        );
        let score = &columns.headings[2];
        assert_eq!(
            (score.link.as_deref(), score.sorted),
            (Some("/j?sort=score"), "")
        );
    }
}
