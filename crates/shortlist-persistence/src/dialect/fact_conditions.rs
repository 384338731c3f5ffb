//! Conditions on the facts of resumes, which name the table of facts several times.

use diesel::expression::{
    AppearsOnTable, Expression, SelectableExpression, ValidGrouping, is_aggregate,
};
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment, QueryId};
use diesel::sql_types::{Bool, Text};
use shortlist_domain::{FactFilter, FactKind, OrganizationId};

use super::MultiBackend;
use crate::schema::{candidate_facts, candidates};

/// A row that a condition is about: the name of its table in the statement, and the column with the candidate's identifier.
#[derive(Clone, Copy)]
struct Row {
    name: &'static str,
    id: &'static str,
}

const CANDIDATE: Row = Row {
    name: "candidates",
    id: "id",
};
const FACT: Row = Row {
    name: "candidate_facts",
    id: "candidate_id",
};
const OTHER_FACT: Row = Row {
    name: "other_fact",
    id: "candidate_id",
};
const SAME_FACT: Row = Row {
    name: "same_fact",
    id: "candidate_id",
};

/// The condition on a candidate that one of the facts contains all words of a filter.
pub(crate) struct HasFact {
    organization: String,
    fact: FactFilter,
}

impl HasFact {
    pub(crate) fn new(organization: &OrganizationId, fact: &FactFilter) -> Self {
        Self {
            organization: organization.as_str().to_owned(),
            fact: fact.clone(),
        }
    }
}

/// The condition on a fact that its candidate has another one, too.
pub(crate) struct AlsoHasFact(pub(crate) FactFilter);

/// The condition on a fact that the same value contains another word, too.
pub(crate) struct SameFactHas {
    kind: FactKind,
    word: String,
}

impl SameFactHas {
    pub(crate) fn new(kind: FactKind, word: &str) -> Self {
        Self {
            kind,
            word: word.to_owned(),
        }
    }
}

/// Begins the condition that a fact with a word exists for the candidate of a row.
fn begin<'b>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    fact: Row,
    of: Row,
    kind: FactKind,
    word: &'b String,
) -> QueryResult<()> {
    let (name, kind) = (fact.name, kind.as_str());
    let alias = if name == FACT.name {
        String::new()
    } else {
        format!(" AS \"{name}\"")
    };
    // With the time, the entry of a word is found next to those of earlier and later candidates.
    out.push_sql(&format!(
        r#"EXISTS (SELECT 1 FROM "candidate_facts"{alias} WHERE "{name}"."organization_id" = "{of}"."organization_id" AND "{name}"."candidate_id" = "{of}"."{id}" AND "{name}"."created_at" = "{of}"."created_at" AND "{name}"."kind" = '{kind}' AND "{name}"."word" = "#,
        of = of.name,
        id = of.id,
    ));
    out.push_bind_param::<Text, _>(word)
}

/// Writes the condition that the same value as in the row of a fact contains another word.
fn push_same<'b>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    of: Row,
    kind: FactKind,
    word: &'b String,
) -> QueryResult<()> {
    begin(out, SAME_FACT, of, kind, word)?;
    let (same, of) = (SAME_FACT.name, of.name);
    out.push_sql(&format!(r#" AND "{same}"."entry" = "{of}"."entry")"#));
    Ok(())
}

/// Ends a subquery that PostgreSQL evaluates for each row. It underestimates how common a word is, and would otherwise read all entries
/// of the word for a few rows. Citus does not find out which machine such a
/// subquery is for, so the subquery names the organization.
fn end_for_each_row<'b>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    organization: &'b String,
) -> QueryResult<()> {
    out.push_sql(r#" AND "candidate_facts"."organization_id" = "#);
    out.push_bind_param::<Text, _>(organization)?;
    out.push_sql(" OFFSET 0");
    Ok(())
}

/// Writes the condition that the candidate of a row has a fact. With an organization, PostgreSQL evaluates it for each row.
fn push_fact<'b>(
    out: &mut AstPass<'_, 'b, MultiBackend>,
    fact: Row,
    of: Row,
    filter: &'b FactFilter,
    for_each_row_of: Option<&'b String>,
) -> QueryResult<()> {
    let Some((first, others)) = filter.words().split_first() else {
        out.push_sql("1 = 1");
        return Ok(());
    };
    begin(out, fact, of, filter.kind(), first)?;
    for word in others {
        out.push_sql(" AND ");
        push_same(out, fact, filter.kind(), word)?;
    }
    if let Some(organization) = for_each_row_of {
        end_for_each_row(out, organization)?;
    }
    out.push_sql(")");
    Ok(())
}

impl QueryFragment<MultiBackend> for HasFact {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        let for_each_row_of = match out.backend() {
            MultiBackend::Postgresql(_) => Some(&self.organization),
            MultiBackend::Sqlite(_) => None,
        };
        push_fact(&mut out, FACT, CANDIDATE, &self.fact, for_each_row_of)
    }
}

impl QueryFragment<MultiBackend> for AlsoHasFact {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        push_fact(&mut out, OTHER_FACT, FACT, &self.0, None)
    }
}

impl QueryFragment<MultiBackend> for SameFactHas {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, MultiBackend>) -> QueryResult<()> {
        push_same(&mut out, FACT, self.kind, &self.word)
    }
}

/// Declares that a condition can be used on the rows of a table.
macro_rules! condition_on {
    ($table:ident: $($condition:ident),*) => {$(
        impl Expression for $condition {
            type SqlType = Bool;
        }

        impl QueryId for $condition {
            type QueryId = ();

            const HAS_STATIC_QUERY_ID: bool = false;
        }

        impl ValidGrouping<()> for $condition {
            type IsAggregate = is_aggregate::No;
        }

        impl AppearsOnTable<$table::table> for $condition {}

        impl SelectableExpression<$table::table> for $condition {}
    )*};
}

condition_on!(candidates: HasFact);
condition_on!(candidate_facts: AlsoHasFact, SameFactHas);
