//! Custom fields: their definitions, the values of candidates, and filters by them.

use std::collections::HashMap;

use shortlist_domain::{
    CandidateId, CustomCondition, CustomField, CustomFieldFilter, CustomKind, InvalidValue,
    ListProblem, MAX_CUSTOM_FILTERS, OrganizationId, Principal, UserType,
};
use shortlist_persistence::CustomFieldUpdate;

use crate::blind::Masks;
use crate::candidates::Candidates;
use crate::conflict::CandidateConflict;
use crate::error::AppError;
use crate::operations::Operation;

/// A value of a candidate with its field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CandidateField {
    /// The field.
    pub field: CustomField,
    /// The value.
    pub value: String,
}

impl Candidates<'_> {
    /// Returns the custom fields of the organization, in the order in which they were defined.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn custom_fields(&self, principal: &Principal) -> Result<Vec<CustomField>, AppError> {
        let organizations = self.store.organizations();
        Ok(organizations.custom_fields(&principal.organization_id)?)
    }

    /// Defines a custom field, or changes the one with the same key.
    ///
    /// # Errors
    /// Returns an error if there are too many fields, or if stored values do not fit.
    pub fn set_custom_field(
        &self,
        principal: &Principal,
        field: CustomField,
    ) -> Result<CustomField, AppError> {
        let writer = self
            .writers
            .for_caller(principal, Operation::SetCustomField);
        let organizations = writer.organizations();
        match organizations.set_custom_field(&principal.organization_id, &field)? {
            CustomFieldUpdate::Set => Ok(field),
            CustomFieldUpdate::Refused(why) => {
                Err(AppError::conflict(CandidateConflict::CustomField(why)))
            }
        }
    }

    /// Loads the values of candidates' fields, in the order of the fields. Archived fields are left out, and an Interviewer sees
    /// none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn custom_values(
        &self,
        principal: &Principal,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Vec<CandidateField>>, AppError> {
        if principal.user_type == UserType::Interviewer {
            return Ok(HashMap::new());
        }
        let organization = &principal.organization_id;
        let mut values = self.all_custom_values(organization, candidates)?;
        for fields in values.values_mut() {
            fields.retain(|one| !one.field.archived);
        }
        let masks = Masks::of(self.store, principal, candidates)?.load(values.keys().cloned())?;
        for (id, fields) in &mut values {
            if let Some(mask) = masks.get(id) {
                for one in fields
                    .iter_mut()
                    .filter(|one| one.field.kind == CustomKind::Text)
                {
                    one.value = mask.redact_written(&one.value);
                }
            }
        }
        Ok(values)
    }

    /// Loads the values of candidates' fields, with those of archived fields.
    pub(crate) fn all_custom_values(
        &self,
        organization: &OrganizationId,
        candidates: &[CandidateId],
    ) -> Result<HashMap<CandidateId, Vec<CandidateField>>, AppError> {
        let stored = self.store.candidates();
        let values = stored.load_custom_values(organization, candidates)?;
        if values.is_empty() {
            return Ok(HashMap::new());
        }
        let fields = self.store.organizations().custom_fields(organization)?;
        let with_fields = |mut values: HashMap<String, String>| {
            let fields = fields.iter();
            let value = |field: &CustomField| {
                Some(CandidateField {
                    value: values.remove(&field.key)?,
                    field: field.clone(),
                })
            };
            fields.filter_map(value).collect()
        };
        let values = values.into_iter();
        Ok(values
            .map(|(id, values)| (id, with_fields(values)))
            .collect())
    }

    /// Returns the conditions of filters by custom fields.
    ///
    /// # Errors
    /// Returns an error if there are too many, or if one names an unknown field or does not fit its kind.
    pub fn custom_conditions(
        &self,
        principal: &Principal,
        filters: &[CustomFieldFilter],
    ) -> Result<Vec<CustomCondition>, AppError> {
        if filters.is_empty() {
            return Ok(Vec::new());
        }
        if filters.len() > MAX_CUSTOM_FILTERS {
            let problem = ListProblem::TooMany(MAX_CUSTOM_FILTERS);
            return Err(InvalidValue::new("filter.customFields", problem).into());
        }
        let fields = self.custom_fields(principal)?;
        let condition = |filter: &CustomFieldFilter| filter.among(&fields);
        Ok(filters.iter().map(condition).collect::<Result<_, _>>()?)
    }
}
