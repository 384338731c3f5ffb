//! Whether a user may sign in with a password. In an organization that enforces its identity provider, only the emergency Admin may.
//!
//! Nobody learns this before the password was right.

use shortlist_domain::{NewAuditEntry, OfferedProvider, OrganizationId, ProviderMode, User};
use shortlist_persistence::{Store, Writer};

use crate::accounts::password_check::Account;
use crate::accounts::sign_in::{LoginError, Sessions};
use crate::error::AppError;
use crate::refusal::Refusal;

/// Returns whether a user may have and use a password.
pub(crate) fn permits_password(store: &Store, user: &User) -> Result<bool, AppError> {
    let provider = store.providers().find(&user.organization_id)?;
    Ok(provider.is_none_or(|provider| provider.permits_password(&user.id)))
}

/// Returns whether nobody but the emergency Admin of an organization may use a password.
pub(crate) fn enforces_provider(
    store: &Store,
    organization: &OrganizationId,
) -> Result<bool, AppError> {
    let provider = store.providers().find(organization)?;
    let mode = provider.map(|provider| provider.mode);
    Ok(mode == Some(ProviderMode::Enforced))
}

/// Accounts whose password was right.
pub(crate) struct ByPermission {
    /// Those that may be signed in to with it.
    pub(crate) permitted: Vec<Account>,
    /// Those whose organization enforces its provider.
    pub(crate) enforced: Vec<Account>,
}

impl Sessions<'_> {
    /// Refuses a user who has to sign in with the provider, and writes it to the audit log.
    pub(crate) fn check_password_permission(
        &self,
        user: &User,
        writer: &Writer<'_>,
    ) -> Result<(), LoginError> {
        if permits_password(self.store, user)? {
            return Ok(());
        }
        let entry = NewAuditEntry::refused(Refusal::UseSingleSignOn.to_string());
        writer.record(&[entry])?;
        Err(LoginError::SingleSignOn)
    }

    /// Separates the accounts that may be signed in to with a password.
    pub(crate) fn by_permission(&self, found: Vec<Account>) -> Result<ByPermission, AppError> {
        let mut by_permission = ByPermission {
            permitted: Vec::new(),
            enforced: Vec::new(),
        };
        for account in found {
            if permits_password(self.store, &account.user)? {
                by_permission.permitted.push(account);
            } else {
                by_permission.enforced.push(account);
            }
        }
        Ok(by_permission)
    }

    /// Returns the organizations that accounts have to be signed in to with the provider.
    pub(crate) fn offers_to(&self, accounts: &[Account]) -> Result<Vec<OfferedProvider>, AppError> {
        let organizations = self.store.organizations();
        let offer = |account: &Account| {
            let id = account.user.organization_id.clone();
            let found = organizations.find(&id)?;
            Ok(OfferedProvider {
                organization_name: found.map_or_else(|| id.to_string(), |found| found.name),
                organization_id: id,
                mode: ProviderMode::Enforced,
            })
        };
        accounts.iter().map(offer).collect()
    }
}
