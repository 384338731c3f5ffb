//! How the tables of a database are distributed at present.

use std::collections::BTreeMap;

use diesel::prelude::*;
use diesel::sql_types::{Bool, Integer, Nullable, Text};

use super::tables::{COLUMN, FIRST_DISTRIBUTED, Placement, TABLES};

/// Reads Citus's catalog. `n` is the method of tables that are not split: of reference tables (`t`) and of others.
const PLACEMENTS: &str = "\
SELECT relname::text AS name, partmethod = 'h' AS is_split, repmodel = 't' AS is_reference, colocationid AS colocation, \
    CASE WHEN partmethod = 'h' THEN column_to_column_name(logicalrelid, partkey) END AS column_name \
FROM pg_dist_partition JOIN pg_class ON pg_class.oid = logicalrelid \
WHERE relnamespace = current_schema()::regnamespace";

#[derive(QueryableByName)]
struct PlacementRow {
    #[diesel(sql_type = Text)]
    name: String,
    #[diesel(sql_type = Bool)]
    is_split: bool,
    #[diesel(sql_type = Bool)]
    is_reference: bool,
    #[diesel(sql_type = Integer)]
    colocation: i32,
    #[diesel(sql_type = Nullable<Text>)]
    column_name: Option<String>,
}

/// How a table is distributed at present.
#[derive(Debug, PartialEq, Eq)]
enum Present {
    Everywhere,
    /// By a column. The number is that of the tables whose shards are next to each other.
    By(String, i32),
    Coordinator,
}

/// The tables that Citus knows.
pub(super) struct Placements(BTreeMap<String, Present>);

/// A table that is not where it should be.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Misplaced {
    /// It is an ordinary table of the coordinator.
    Local(&'static str),
    /// It was distributed in another way.
    Otherwise(&'static str, String),
}

impl Placements {
    pub(super) fn read(conn: &mut PgConnection) -> QueryResult<Self> {
        let rows: Vec<PlacementRow> = diesel::sql_query(PLACEMENTS).load(conn)?;
        let present = |row: PlacementRow| {
            let present = match (row.is_split, row.is_reference) {
                (true, _) => Present::By(row.column_name.unwrap_or_default(), row.colocation),
                (false, true) => Present::Everywhere,
                (false, false) => Present::Coordinator,
            };
            (row.name, present)
        };
        Ok(Self(rows.into_iter().map(present).collect()))
    }

    /// Returns whether any table of the schema is distributed.
    pub(super) fn any(&self) -> bool {
        TABLES.iter().any(|one| self.0.contains_key(one.table))
    }

    /// Returns the tables that are not where they should be.
    pub(super) fn misplaced(&self) -> Vec<Misplaced> {
        let wrong = TABLES
            .iter()
            .filter_map(|one| match (self.0.get(one.table), one.placement) {
                (None, _) => Some(Misplaced::Local(one.table)),
                (Some(Present::Everywhere), Placement::Everywhere)
                | (Some(Present::Coordinator), Placement::Coordinator) => None,
                (Some(Present::By(column, colocation)), Placement::ByOrganization)
                    if column == COLUMN && Some(*colocation) == self.colocation() =>
                {
                    None
                }
                (Some(present), _) => Some(Misplaced::Otherwise(one.table, present.describe())),
            });
        wrong.collect()
    }

    fn colocation(&self) -> Option<i32> {
        match self.0.get(FIRST_DISTRIBUTED) {
            Some(Present::By(_, colocation)) => Some(*colocation),
            _ => None,
        }
    }
}

impl Present {
    fn describe(&self) -> String {
        match self {
            Self::Everywhere => "is a reference table".to_owned(),
            Self::Coordinator => "is on the coordinator only".to_owned(),
            Self::By(column, _) => format!("is distributed by {column}"),
        }
    }
}

/// Returns what is wrong with tables that are not where they should be.
pub(super) fn misplacement_problem(misplaced: &[Misplaced]) -> Option<String> {
    let otherwise = misplaced.iter().find_map(|one| match one {
        Misplaced::Otherwise(table, present) => Some((*table, present)),
        Misplaced::Local(_) => None,
    });
    if let Some((table, present)) = otherwise {
        return Some(format!(
            "the table {table} {present}, which is not how Shortlist distributes it: run SELECT undistribute_table('{table}', \
             cascade_via_foreign_keys => true) on the coordinator as a superuser, and then shortlist migrate --distribute"
        ));
    }
    let local: Vec<&str> = misplaced
        .iter()
        .filter_map(|one| match one {
            Misplaced::Local(table) => Some(*table),
            Misplaced::Otherwise(..) => None,
        })
        .collect();
    let first = local.first()?;
    let number = local.len();
    Some(format!(
        "{number} tables are not distributed, such as {first}: stop the servers, and run shortlist migrate --distribute with the \
         coordinator's address"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete() -> Placements {
        let present = |placement| match placement {
            Placement::Everywhere => Present::Everywhere,
            Placement::ByOrganization => Present::By(COLUMN.to_owned(), 7),
            Placement::Coordinator => Present::Coordinator,
        };
        let tables = TABLES.iter();
        let tables = tables.map(|one| (one.table.to_owned(), present(one.placement)));
        Placements(tables.collect())
    }

    #[test]
    fn tables_that_are_not_where_they_should_be_are_found() {
        assert_eq!(complete().misplaced(), []);
        let mut half = complete();
        half.0.remove("reviews");
        half.0.insert("users".to_owned(), Present::Coordinator);
        let elsewhere = Present::By(COLUMN.to_owned(), 8);
        half.0.insert("offers".to_owned(), elsewhere);
        let by_another = Present::By("id".to_owned(), 7);
        half.0.insert("candidates".to_owned(), by_another);
        assert_eq!(
            half.misplaced(),
            [
                Misplaced::Otherwise("users", "is on the coordinator only".to_owned()),
                Misplaced::Otherwise("candidates", "is distributed by id".to_owned()),
                Misplaced::Otherwise("offers", "is distributed by organization_id".to_owned()),
                Misplaced::Local("reviews"),
            ]
        );
    }

    #[test]
    fn half_distributed_tables_are_named_with_what_to_run() {
        assert_eq!(misplacement_problem(&[]), None);
        let local = misplacement_problem(&[Misplaced::Local("offers")]).unwrap();
        assert!(
            local.contains("offers") && local.contains("migrate --distribute"),
            "{local}"
        );
        let present = "is a reference table".to_owned();
        let both = [
            Misplaced::Local("offers"),
            Misplaced::Otherwise("sessions", present),
        ];
        let problem = misplacement_problem(&both).unwrap();
        assert!(
            problem.contains("undistribute_table('sessions'"),
            "{problem}"
        );
    }
}
