//! The GraphQL types of the list of erased candidates.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{App, AppError};
use shortlist_domain::{InvalidValue, PageRequest, Principal, Timestamp};

use crate::graphql::cursor::CursorScope;
use crate::graphql::erasure::Erasure;
use crate::graphql::page::{PageInfo, filter};

#[derive(GraphQLInputObject)]
pub(crate) struct ListErasuresInput {
    pub(crate) organization_id: String,
    /// Only candidates that were erased at this time or later.
    erased_since: String,
    #[graphql(default = Some(1))]
    page_num: Option<i32>,
    #[graphql(default = Some(20))]
    per_page: Option<i32>,
    /// The `endCursor` of the previous page, instead of a page number.
    after: Option<String>,
}

impl ListErasuresInput {
    /// Returns the list to which the cursors belong.
    fn cursor_scope(&self, principal: &Principal) -> CursorScope {
        CursorScope::of("listErasures", principal).with(Some(&self.erased_since))
    }

    fn page(&self, principal: &Principal) -> Result<PageRequest, InvalidValue> {
        let page = PageRequest::parse(
            ("pageNum", self.page_num.unwrap_or(1)),
            ("perPage", self.per_page.unwrap_or(20)),
        )?;
        self.cursor_scope(principal)
            .page(page, "pageNum", filter(self.after.as_ref()))
    }
}

/// A page of erased candidates, the earliest erasure first.
#[derive(GraphQLObject)]
pub(crate) struct ErasureList {
    erasures: Vec<Erasure>,
    page_info: PageInfo,
}

impl ErasureList {
    pub(crate) fn load(
        app: &App,
        principal: &Principal,
        input: &ListErasuresInput,
    ) -> Result<Self, AppError> {
        let since = Timestamp::parse("erasedSince", &input.erased_since)?;
        let request = input.page(principal)?;
        let page = app.erasures().list(principal, since, &request)?;
        Ok(Self {
            page_info: PageInfo::of(&input.cursor_scope(principal), &request, &page),
            erasures: page.items.into_iter().map(Erasure::of).collect(),
        })
    }
}
