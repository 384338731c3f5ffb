//! Organizations: the tenants.

pub(crate) mod rows;

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, NewAuditEntry, NewOrganization, Organization, OrganizationId, StageList,
};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::records::list_text;
use crate::schema::organizations;
use crate::store::Organizations;
use crate::times::{stored, timestamp};
use crate::writer::{OrganizationWriter, Written};

#[derive(Queryable, Selectable)]
#[diesel(table_name = organizations)]
struct OrganizationRow {
    id: String,
    name: String,
    created_at: NaiveDateTime,
}

impl OrganizationRow {
    fn into_organization(self) -> Result<Organization, StoreError> {
        Ok(Organization {
            id: OrganizationId::parse("id", &self.id)?,
            name: self.name,
            created_at: timestamp(self.created_at),
        })
    }
}

/// Returns the template of a new organization as it is stored. One stage for each status is what an organization without a template
/// has.
fn template_text(stages: &StageList) -> Result<Option<String>, StoreError> {
    let is_default = *stages == StageList::default();
    (!is_default).then(|| list_text(stages)).transpose()
}

impl OrganizationWriter<'_> {
    /// Creates an organization.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identifier is taken.
    pub fn insert(&self, new: &NewOrganization) -> Result<Organization, StoreError> {
        self.writer.check_organization(&new.id)?;
        self.writer.write(|conn| {
            diesel::insert_into(organizations::table)
                .values((
                    organizations::id.eq(new.id.as_str()),
                    organizations::name.eq(&new.name),
                    organizations::stage_template.eq(template_text(&new.stages)?),
                    organizations::created_at.eq(stored(new.created_at)),
                ))
                .execute(conn)?;
            let entry = NewAuditEntry::done(AuditedKind::Organization, new.id.as_str());
            Ok(Written::one((), entry.with_field("name", &new.name)))
        })?;
        Ok(Organization {
            id: new.id.clone(),
            name: new.name.clone(),
            created_at: new.created_at,
        })
    }
}

impl Organizations<'_> {
    /// Finds an organization.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(&self, id: &OrganizationId) -> Result<Option<Organization>, StoreError> {
        self.pools.read(|conn| {
            organizations::table
                .filter(organizations::id.eq(id.as_str()))
                .select(OrganizationRow::as_select())
                .first(conn)
                .optional()?
                .map(OrganizationRow::into_organization)
                .transpose()
        })
    }

    /// Lists all organizations by identifier.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(&self) -> Result<Vec<Organization>, StoreError> {
        self.pools.read(|conn| {
            organizations::table
                .order(organizations::id)
                .select(OrganizationRow::as_select())
                .load(conn)?
                .into_iter()
                .map(OrganizationRow::into_organization)
                .collect()
        })
    }
}

/// Returns whether any organization exists.
pub(crate) fn any(conn: &mut DbConn) -> Result<bool, StoreError> {
    let first: Option<String> = organizations::table
        .select(organizations::id)
        .first(conn)
        .optional()?;
    Ok(first.is_some())
}
