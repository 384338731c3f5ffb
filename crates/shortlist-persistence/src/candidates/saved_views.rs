//! The views that users have saved.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, MAX_SAVED_VIEWS, NewAuditEntry, OrganizationId, SavedView, SavedViewId, UserId,
    plain_text,
};

use crate::dialect::{self, DbConn};
use crate::error::StoreError;
use crate::schema::saved_views;
use crate::store::Users;
use crate::writer::{UserWriter, Written};

/// The result of saving a view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ViewSaving {
    /// It was stored.
    Saved,
    /// The user has the largest number of views.
    Full,
    /// The user has no such view.
    NotFound,
    /// The user has another view of this name.
    NameTaken,
}

#[derive(Queryable, Selectable)]
#[diesel(table_name = saved_views)]
struct SavedViewRow {
    organization_id: String,
    user_id: String,
    id: String,
    name: String,
    query: String,
}

impl SavedViewRow {
    fn into_view(self) -> Result<SavedView, StoreError> {
        Ok(SavedView {
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            user_id: UserId::parse("user_id", &self.user_id)?,
            id: SavedViewId::parse("id", &self.id)?,
            name: self.name,
            query: self.query,
        })
    }
}

fn list(conn: &mut DbConn, organization: &str, user: &str) -> QueryResult<Vec<SavedViewRow>> {
    saved_views::table
        .filter(saved_views::organization_id.eq(organization))
        .filter(saved_views::user_id.eq(user))
        .order(saved_views::folded_name)
        .select(SavedViewRow::as_select())
        .load(conn)
}

impl Users<'_> {
    /// Lists the views of a user by name.
    ///
    /// # Errors
    /// When the database fails.
    pub fn saved_views(
        &self,
        organization: &OrganizationId,
        user: &UserId,
    ) -> Result<Vec<SavedView>, StoreError> {
        let rows = self
            .pools
            .read(|conn| Ok(list(conn, organization.as_str(), user.as_str())?))?;
        rows.into_iter().map(SavedViewRow::into_view).collect()
    }
}

impl UserWriter<'_> {
    /// Stores a new view, or changes the name and the query of an existing one.
    ///
    /// # Errors
    /// When the database fails.
    pub fn save_view(&self, view: &SavedView, is_new: bool) -> Result<ViewSaving, StoreError> {
        self.writer.check_organization(&view.organization_id)?;
        let (organization, user) = (view.organization_id.as_str(), view.user_id.as_str());
        let folded = plain_text(&view.name);
        self.writer.write(|conn| {
            // Concurrent calls of the user wait, so the views cannot become too many.
            if !dialect::lock_user(conn, organization, user)? {
                return Ok(Written::nothing(ViewSaving::NotFound));
            }
            let stored = list(conn, organization, user)?;
            let is_same = |row: &&SavedViewRow| row.id == view.id.as_str();
            let others = stored.iter().filter(|row| !is_same(row));
            if others
                .map(|row| plain_text(&row.name))
                .any(|other| other == folded)
            {
                return Ok(Written::nothing(ViewSaving::NameTaken));
            }
            let before = stored.iter().find(is_same);
            match (is_new, before) {
                (true, _) if stored.len() >= MAX_SAVED_VIEWS => {
                    return Ok(Written::nothing(ViewSaving::Full));
                }
                (true, _) => insert(conn, view, &folded)?,
                (false, None) => return Ok(Written::nothing(ViewSaving::NotFound)),
                (false, Some(_)) => update(conn, view, &folded)?,
            }
            let entry = entry(view).with_text_change(
                "savedViewName",
                before.map(|row| row.name.as_str()),
                Some(&view.name),
            );
            Ok(Written::one(ViewSaving::Saved, entry))
        })
    }

    /// Deletes a view. Returns `false` if the user has no such view.
    ///
    /// # Errors
    /// When the database fails.
    pub fn delete_view(&self, view: &SavedView) -> Result<bool, StoreError> {
        self.writer.check_organization(&view.organization_id)?;
        self.writer.write(|conn| {
            let row = saved_views::table
                .filter(saved_views::organization_id.eq(view.organization_id.as_str()))
                .filter(saved_views::user_id.eq(view.user_id.as_str()))
                .filter(saved_views::id.eq(view.id.as_str()));
            if diesel::delete(row).execute(conn)? == 0 {
                return Ok(Written::nothing(false));
            }
            let entry = entry(view).with_text_change("savedViewName", Some(&view.name), None);
            Ok(Written::one(true, entry))
        })
    }
}

/// Returns the audit entry of a view. The log keeps neither its name nor its query, which may name a person.
fn entry(view: &SavedView) -> NewAuditEntry {
    NewAuditEntry::done(AuditedKind::User, view.user_id.as_str())
        .with_field("savedView", view.id.as_str())
}

fn insert(conn: &mut DbConn, view: &SavedView, folded: &str) -> QueryResult<()> {
    diesel::insert_into(saved_views::table)
        .values((
            saved_views::organization_id.eq(view.organization_id.as_str()),
            saved_views::user_id.eq(view.user_id.as_str()),
            saved_views::id.eq(view.id.as_str()),
            saved_views::name.eq(&view.name),
            saved_views::folded_name.eq(folded),
            saved_views::query.eq(&view.query),
        ))
        .execute(conn)
        .map(|_rows| ())
}

fn update(conn: &mut DbConn, view: &SavedView, folded: &str) -> QueryResult<()> {
    let row = saved_views::table
        .filter(saved_views::organization_id.eq(view.organization_id.as_str()))
        .filter(saved_views::user_id.eq(view.user_id.as_str()))
        .filter(saved_views::id.eq(view.id.as_str()));
    diesel::update(row)
        .set((
            saved_views::name.eq(&view.name),
            saved_views::folded_name.eq(folded),
            saved_views::query.eq(&view.query),
        ))
        .execute(conn)
        .map(|_rows| ())
}
