//! The values of candidates' custom fields.

use std::collections::{BTreeMap, HashMap};

use diesel::prelude::*;
use shortlist_domain::{
    CandidateId, CustomField, CustomFieldChange, CustomFieldProblem, CustomValue, InvalidValue,
    NewAuditEntry, OrganizationId, required_values,
};

use crate::candidates::custom_fields::hold_fields;
use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::schema::custom_values;
use crate::store::Candidates;

/// New values of custom fields, parsed by definitions that stay as they are until the transaction ends.
#[derive(Default)]
pub(super) struct CustomWrites {
    fields: Vec<CustomField>,
    values: BTreeMap<String, Option<CustomValue>>,
}

impl CustomWrites {
    /// Parses changes. The inner error says which of them is invalid.
    pub(super) fn read(
        conn: &mut DbConn,
        organization: &str,
        changes: &[CustomFieldChange],
    ) -> Result<Result<Self, InvalidValue>, StoreError> {
        if changes.is_empty() {
            return Ok(Ok(Self::default()));
        }
        let fields = hold_fields(conn, organization)?;
        Ok(parse(&fields, changes).map(|values| Self { fields, values }))
    }

    /// Checks that a candidate will have a value for each required field.
    pub(super) fn check(
        &self,
        conn: &mut DbConn,
        key: CandidateKey<'_>,
    ) -> Result<Result<(), InvalidValue>, StoreError> {
        if self.values.is_empty() {
            return Ok(Ok(()));
        }
        let present = list(conn, key)?;
        let has_value = |field: &str| match self.values.get(field) {
            Some(written) => written.is_some(),
            None => present.contains_key(field),
        };
        Ok(required_values(&self.fields, has_value))
    }

    /// Writes the values of a candidate. Returns the audit entry with their changes.
    pub(super) fn write(
        &self,
        conn: &mut DbConn,
        key: CandidateKey<'_>,
        mut entry: NewAuditEntry,
    ) -> Result<NewAuditEntry, StoreError> {
        if self.values.is_empty() {
            return Ok(entry);
        }
        let present = list(conn, key)?;
        for (field, value) in &self.values {
            let before = present.get(field).map(String::as_str);
            let after = value.as_ref().map(|value| value.text.as_str());
            if before == after {
                continue;
            }
            replace(conn, key, field, value.as_ref())?;
            entry = entry.with_change(&format!("customFields.{field}"), before, after);
        }
        Ok(entry)
    }
}

fn parse(
    fields: &[CustomField],
    changes: &[CustomFieldChange],
) -> Result<BTreeMap<String, Option<CustomValue>>, InvalidValue> {
    let mut values = BTreeMap::new();
    for change in changes {
        let field = find_field(fields, &change.key)?;
        if field.archived {
            let problem = CustomFieldProblem::Archived(field.key.clone());
            return Err(InvalidValue::new("customFields", problem));
        }
        let value = change.value.as_deref().map(|text| field.value(text));
        if values
            .insert(field.key.clone(), value.transpose()?)
            .is_some()
        {
            let problem = CustomFieldProblem::FieldTwice(field.key.clone());
            return Err(InvalidValue::new("customFields", problem));
        }
    }
    Ok(values)
}

fn find_field<'a>(fields: &'a [CustomField], key: &str) -> Result<&'a CustomField, InvalidValue> {
    fields.iter().find(|field| field.key == key).ok_or_else(|| {
        let problem = CustomFieldProblem::NoSuchField(key.to_owned());
        InvalidValue::new("customFields", problem)
    })
}

fn list(conn: &mut DbConn, key: CandidateKey<'_>) -> QueryResult<HashMap<String, String>> {
    let rows: Vec<(String, String)> = custom_values::table
        .filter(custom_values::organization_id.eq(key.organization))
        .filter(custom_values::candidate_id.eq(key.candidate))
        .select((custom_values::field_key, custom_values::text))
        .load(conn)?;
    Ok(rows.into_iter().collect())
}

fn replace(
    conn: &mut DbConn,
    key: CandidateKey<'_>,
    field: &str,
    value: Option<&CustomValue>,
) -> QueryResult<()> {
    let row = custom_values::table
        .filter(custom_values::organization_id.eq(key.organization))
        .filter(custom_values::candidate_id.eq(key.candidate))
        .filter(custom_values::field_key.eq(field));
    diesel::delete(row).execute(conn)?;
    let Some(value) = value else {
        return Ok(());
    };
    diesel::insert_into(custom_values::table)
        .values((
            custom_values::organization_id.eq(key.organization),
            custom_values::candidate_id.eq(key.candidate),
            custom_values::field_key.eq(field),
            custom_values::text.eq(&value.text),
            custom_values::folded_text.eq(value.folded.as_deref()),
            custom_values::number.eq(value.number),
        ))
        .execute(conn)?;
    Ok(())
}

impl Candidates<'_> {
    /// Loads the values of candidates' custom fields by key, with a single query.
    ///
    /// # Errors
    /// When the database fails.
    pub fn load_custom_values(
        &self,
        organization: &OrganizationId,
        ids: &[CandidateId],
    ) -> Result<HashMap<CandidateId, HashMap<String, String>>, StoreError> {
        let mut found: HashMap<CandidateId, HashMap<String, String>> = HashMap::new();
        if ids.is_empty() {
            return Ok(found);
        }
        let rows: Vec<(String, String, String)> = self.pools.read(|conn| {
            Ok(custom_values::table
                .filter(custom_values::organization_id.eq(organization.as_str()))
                .filter(custom_values::candidate_id.eq_any(ids.iter().map(CandidateId::as_str)))
                .select((
                    custom_values::candidate_id,
                    custom_values::field_key,
                    custom_values::text,
                ))
                .load(conn)?)
        })?;
        for (id, key, text) in rows {
            let id = CandidateId::parse("candidate_id", &id)?;
            found.entry(id).or_default().insert(key, text);
        }
        Ok(found)
    }
}
