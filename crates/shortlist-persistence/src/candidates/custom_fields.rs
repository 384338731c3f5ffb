//! The fields that organizations define for their candidates.

use diesel::prelude::*;
use shortlist_domain::{
    AuditedKind, CustomField, CustomFieldConflict, CustomKind, MAX_CUSTOM_FIELDS,
    MAX_STORED_CUSTOM_FIELDS, NewAuditEntry, OrganizationId, plain_text,
};

use crate::dialect::{self, DbConn, FieldColumns};
use crate::error::StoreError;
use crate::schema::{custom_fields, custom_values};
use crate::store::Organizations;
use crate::writer::{OrganizationWriter, Written};

/// The outcome of defining or changing a field.
#[derive(Debug, Clone, PartialEq)]
pub enum CustomFieldUpdate {
    /// The field is stored.
    Set,
    /// The change would lose values, or there are too many fields.
    Refused(CustomFieldConflict),
}

fn read(
    (key, label, kind, options, required, archived): FieldColumns,
) -> Result<CustomField, StoreError> {
    let options: Vec<String> = serde_json::from_str(&options)?;
    Ok(CustomField {
        key,
        label,
        kind: CustomKind::parse(&kind, &options)?,
        required,
        archived,
    })
}

/// Returns the fields of an organization, which stay as they are until the transaction ends.
pub(crate) fn hold_fields(
    conn: &mut DbConn,
    organization: &str,
) -> Result<Vec<CustomField>, StoreError> {
    let rows = dialect::hold_custom_fields(conn, organization)?;
    rows.into_iter().map(read).collect()
}

impl Organizations<'_> {
    /// Returns the fields of an organization in the order in which they were defined.
    ///
    /// # Errors
    /// When the database fails.
    pub fn custom_fields(
        &self,
        organization: &OrganizationId,
    ) -> Result<Vec<CustomField>, StoreError> {
        self.pools.read(|conn| list(conn, organization.as_str()))
    }
}

fn list(conn: &mut DbConn, organization: &str) -> Result<Vec<CustomField>, StoreError> {
    let rows: Vec<FieldColumns> = custom_fields::table
        .filter(custom_fields::organization_id.eq(organization))
        .order((custom_fields::position, custom_fields::key))
        .select((
            custom_fields::key,
            custom_fields::label,
            custom_fields::kind,
            custom_fields::options,
            custom_fields::required,
            custom_fields::archived,
        ))
        .load(conn)?;
    rows.into_iter().map(read).collect()
}

impl OrganizationWriter<'_> {
    /// Defines a field, or changes the one with the same key. No stored value is lost or becomes invalid.
    ///
    /// # Errors
    /// When the database fails.
    pub fn set_custom_field(
        &self,
        organization: &OrganizationId,
        field: &CustomField,
    ) -> Result<CustomFieldUpdate, StoreError> {
        self.writer.check_organization(organization)?;
        let tenant = organization.as_str();
        self.writer.write(|conn| {
            dialect::lock_organization(conn, tenant)?;
            dialect::lock_custom_field(conn, tenant, &field.key)?;
            let fields = list(conn, tenant)?;
            let before = fields.iter().find(|one| one.key == field.key);
            let refusal = match too_many(&fields, field) {
                Some(refusal) => Some(refusal),
                None => lost_values(conn, tenant, before, field)?,
            };
            if let Some(refusal) = refusal {
                return Ok(Written::nothing(CustomFieldUpdate::Refused(refusal)));
            }
            match before {
                Some(_) => update(conn, tenant, field)?,
                None => insert(conn, tenant, field, fields.len())?,
            }
            let entry = entry(tenant, before, field);
            Ok(Written::one(CustomFieldUpdate::Set, entry))
        })
    }
}

/// Returns the refusal of a field that is one too many.
fn too_many(fields: &[CustomField], field: &CustomField) -> Option<CustomFieldConflict> {
    let others = || fields.iter().filter(|one| one.key != field.key);
    let in_use = others().filter(|one| !one.archived).count();
    if !field.archived && in_use >= MAX_CUSTOM_FIELDS {
        return Some(CustomFieldConflict::TooMany {
            most: MAX_CUSTOM_FIELDS,
        });
    }
    (others().count() >= MAX_STORED_CUSTOM_FIELDS).then_some(CustomFieldConflict::TooManyStored {
        most: MAX_STORED_CUSTOM_FIELDS,
    })
}

/// Returns the refusal of a change that does not fit the stored values.
fn lost_values(
    conn: &mut DbConn,
    organization: &str,
    before: Option<&CustomField>,
    after: &CustomField,
) -> Result<Option<CustomFieldConflict>, StoreError> {
    let Some(before) = before else {
        return Ok(None);
    };
    let key = after.key.as_str();
    if before.kind.name() != after.kind.name() {
        let candidates = count_values(conn, organization, key, None)?;
        return Ok((candidates > 0).then(|| CustomFieldConflict::TypeInUse {
            key: key.to_owned(),
            kind: before.kind.name(),
            candidates,
        }));
    }
    let kept = |option: &str| {
        let folded = plain_text(option);
        after
            .kind
            .options()
            .iter()
            .any(|one| plain_text(one) == folded)
    };
    for option in before.kind.options() {
        if kept(option) {
            continue;
        }
        let candidates = count_values(conn, organization, key, Some(&plain_text(option)))?;
        if candidates > 0 {
            return Ok(Some(CustomFieldConflict::OptionInUse {
                key: key.to_owned(),
                option: option.clone(),
                candidates,
            }));
        }
    }
    Ok(None)
}

fn count_values(
    conn: &mut DbConn,
    organization: &str,
    key: &str,
    folded: Option<&str>,
) -> Result<i64, StoreError> {
    let values = custom_values::table
        .filter(custom_values::organization_id.eq(organization))
        .filter(custom_values::field_key.eq(key));
    let count = match folded {
        None => values.count().get_result(conn)?,
        Some(folded) => values
            .filter(custom_values::folded_text.eq(folded))
            .count()
            .get_result(conn)?,
    };
    Ok(count)
}

fn insert(
    conn: &mut DbConn,
    organization: &str,
    field: &CustomField,
    position: usize,
) -> Result<(), StoreError> {
    diesel::insert_into(custom_fields::table)
        .values((
            custom_fields::organization_id.eq(organization),
            custom_fields::key.eq(&field.key),
            custom_fields::position.eq(i32::try_from(position).unwrap_or(i32::MAX)),
            custom_fields::label.eq(&field.label),
            custom_fields::kind.eq(field.kind.name()),
            custom_fields::options.eq(serde_json::to_string(field.kind.options())?),
            custom_fields::required.eq(field.required),
            custom_fields::archived.eq(field.archived),
        ))
        .execute(conn)?;
    Ok(())
}

fn update(conn: &mut DbConn, organization: &str, field: &CustomField) -> Result<(), StoreError> {
    let row = custom_fields::table
        .filter(custom_fields::organization_id.eq(organization))
        .filter(custom_fields::key.eq(&field.key));
    diesel::update(row)
        .set((
            custom_fields::label.eq(&field.label),
            custom_fields::kind.eq(field.kind.name()),
            custom_fields::options.eq(serde_json::to_string(field.kind.options())?),
            custom_fields::required.eq(field.required),
            custom_fields::archived.eq(field.archived),
        ))
        .execute(conn)?;
    Ok(())
}

fn entry(organization: &str, before: Option<&CustomField>, after: &CustomField) -> NewAuditEntry {
    let shown = |field: &CustomField| {
        let CustomField {
            label,
            required,
            archived,
            kind,
            ..
        } = field;
        let (name, options) = (kind.name(), kind.options().join("; "));
        format!("{label}: {name} {options} required={required} archived={archived}")
    };
    NewAuditEntry::done(AuditedKind::Organization, organization).with_change(
        &format!("customFields.{}", after.key),
        before.map(shown).as_deref(),
        Some(&shown(after)),
    )
}
