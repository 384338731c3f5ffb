//! The organization that a form without a session names.

use shortlist_domain::OrganizationId;
use shortlist_transport::ApiError;

use crate::form::Fields;

/// Returns the organization that the form names, if it names one. A malformed name belongs to no organization; its sign-in fails like
/// any other.
pub(crate) fn named_organization(fields: &Fields) -> Result<Option<OrganizationId>, ApiError> {
    let Some(name) = fields.some("organization") else {
        return Ok(None);
    };
    let named = OrganizationId::parse("organization", name);
    let unknown = || OrganizationId::parse("organization", "nobody");
    let organization = named.or_else(|_malformed| unknown());
    let organization = organization.map_err(shortlist_app::AppError::from)?;
    Ok(Some(organization))
}
