//! Sign-out: at the provider, which notifies this service, or here, which can continue at the provider.

use chrono::Duration;
use shortlist_domain::{IdentityProvider, OrganizationId, Party};
use shortlist_persistence::ProviderNotice;

use super::{SingleSignOn, SingleSignOnError, client_of};
use crate::error::{AccessError, AppError};
use crate::secrets::hash_secret;

/// The name of a notice of a provider in the audit log.
pub(crate) const PROVIDER_SIGN_OUT: &str = "providerSignOut";
/// How long a handled notice is remembered, in hours. Providers' notices are valid for some minutes.
const NOTICE_HOURS: i64 = 24;

impl SingleSignOn<'_> {
    /// Ends the sessions that a provider's notice is about. Returns how many.
    ///
    /// # Errors
    /// Returns an error if the notice is not authentic, or was handled before.
    pub fn end_by_notice(
        &self,
        organization: &str,
        token: &str,
    ) -> Result<usize, SingleSignOnError> {
        let provider = self.provider_named(organization)?;
        let now = self.sessions.clock.now();
        let client = client_of(&provider)?;
        let notice = self.verifier()?.verify_logout(&client, token, now)?;
        let organization = &provider.organization_id;
        let party = Party::service(organization);
        let ended = self
            .sessions
            .writers
            .for_party(&party, PROVIDER_SIGN_OUT)
            .providers()
            .end_sessions(
                organization,
                &ProviderNotice {
                    issuer: &provider.issuer,
                    subject: notice.subject.as_deref(),
                    session: notice.provider_session.as_deref(),
                    notice_hash: hash_secret(&format!("{}\n{}", provider.issuer, notice.token_id)),
                    expires_at: now.plus(Duration::hours(NOTICE_HOURS)),
                },
                now,
            )?;
        ended.ok_or(SingleSignOnError::Repeated)
    }

    /// Returns the organization whose provider has opened the session of a browser. Returns `None` for another session, and for none.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn opening_organization(&self, token: &str) -> Result<Option<OrganizationId>, AppError> {
        let grant = match self.sessions.access.web_grant(token) {
            Ok(grant) => grant,
            Err(AccessError::Fault(fault)) => return Err(fault),
            Err(AccessError::Unauthenticated | AccessError::Forbidden(_)) => return Ok(None),
        };
        let organization = grant.user.organization_id;
        let providers = self.sessions.store.providers();
        let has_opened = providers.has_opened(&organization, &grant.session_id)?;
        Ok(Some(organization).filter(|_| has_opened))
    }

    /// Returns the address that ends the user's session at the provider of an organization. Returns `None` if the provider has no such
    /// address, or cannot be asked. Call it after the session here has ended, because the provider may not answer.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn sign_out_address(
        &self,
        organization: &OrganizationId,
        back_to: &str,
    ) -> Result<Option<String>, SingleSignOnError> {
        let found = self.sessions.store.providers().find(organization)?;
        Ok(found.and_then(|provider| self.end_session_address(&provider, back_to)))
    }

    /// Asks for the address. Signing out here works even if the provider does not answer.
    fn end_session_address(&self, provider: &IdentityProvider, back_to: &str) -> Option<String> {
        let client = client_of(provider).ok()?;
        let asked = self.verifier?.end_session_address(&client, back_to);
        asked.unwrap_or_else(|failure| {
            let organization = &provider.organization_id;
            tracing::warn!(%organization, ?failure, "a provider did not say where its sessions end");
            None
        })
    }
}
