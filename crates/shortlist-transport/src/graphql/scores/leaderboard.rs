//! The GraphQL types of leaderboards.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError};
use shortlist_domain::{
    CombinationProblem, InvalidValue, JobId, LeaderboardKind, LeaderboardQuery, Principal,
};

use crate::graphql::context::RequestContext;
use crate::graphql::cursor::CursorScope;
use crate::graphql::page::{PageInfo, count, filter};
use crate::graphql::rows::{Cell, Column, Row, Rows};
use crate::graphql::scalar::Scalar;

#[derive(GraphQLInputObject)]
#[graphql(name = "InputTypeLeaderBoard")]
pub(crate) struct LeaderboardInput {
    job_id: String,
    pub(crate) organization_id: String,
    leaderboardtype: String,
    #[graphql(default = Some(1000))]
    limit: Option<i32>,
    #[graphql(default = Some(0))]
    offset: Option<i32>,
    /// The `endCursor` of the previous part, instead of an offset.
    after: Option<String>,
}

impl LeaderboardInput {
    /// Returns the list to which the cursors belong.
    pub(crate) fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        CursorScope::of("getLeaderboard", principal)
            .with(Some(&self.job_id))
            .with(Some(&self.leaderboardtype))
    }

    pub(crate) fn query(
        &self,
        principal: &Principal,
        count: bool,
    ) -> Result<LeaderboardQuery, InvalidValue> {
        let (limit, offset) =
            LeaderboardQuery::parse_bounds(self.limit.unwrap_or(1_000), self.offset.unwrap_or(0))?;
        let after = filter(self.after.as_ref());
        if after.is_some() && offset > 0 {
            return Err(InvalidValue::new(
                "after",
                CombinationProblem::With("offset".to_owned()),
            ));
        }
        Ok(LeaderboardQuery {
            after: after
                .map(|cursor| self.cursor_scope(principal).leaderboard_position(cursor))
                .transpose()?,
            organization_id: principal.organization_id.clone(),
            job_id: JobId::parse("jobId", &self.job_id)?,
            kind: LeaderboardKind::parse("leaderboardtype", &self.leaderboardtype)?,
            limit,
            offset,
            count,
        })
    }
}

/// The candidates of a job, highest value first.
#[derive(GraphQLObject)]
#[graphql(context = RequestContext, scalar = Scalar)]
pub(crate) struct Leaderboard {
    rows: Rows<LeaderboardRow>,
    total_count: i32,
    page_info: PageInfo,
}

#[derive(GraphQLObject)]
#[graphql(context = RequestContext)]
struct LeaderboardRow {
    name: String,
    value: f64,
    rank: i32,
    candidate_id: String,
    u_id: String,
}

impl Row for LeaderboardRow {
    fn column(field: &str) -> Option<Column<Self>> {
        Some(match field {
            "name" => |row| Cell::Text(Some(&row.name)),
            "value" => |row| Cell::Number(Some(row.value)),
            "rank" => |row| Cell::Whole(row.rank),
            "candidateId" => |row| Cell::Text(Some(&row.candidate_id)),
            "uId" => |row| Cell::Text(Some(&row.u_id)),
            _ => return None,
        })
    }
}

impl Leaderboard {
    pub(crate) fn load(
        app: &App,
        principal: &Principal,
        scope: &CursorScope,
        query: &LeaderboardQuery,
    ) -> Result<Self, AppError> {
        let board = app.scores().leaderboard(principal, query)?;
        let page_info = PageInfo::of_board(scope, query.limit, &board);
        let row = |row: shortlist_domain::LeaderboardRow| LeaderboardRow {
            name: row.name,
            value: row.value.to_f64(),
            rank: i32::try_from(row.rank).unwrap_or(i32::MAX),
            candidate_id: row.candidate_id.into_string(),
            u_id: row.code.as_str().to_owned(),
        };
        Ok(Self {
            rows: board.rows.into_iter().map(row).collect::<Vec<_>>().into(),
            total_count: count(board.total_count),
            page_info,
        })
    }
}
