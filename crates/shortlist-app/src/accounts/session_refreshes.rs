//! Refreshes of sessions: new tokens for a refresh token, unless the organization requires a second factor that is missing.

use shortlist_domain::{AuditedKind, NewAuditEntry, SecondFactorProof, User};
use shortlist_persistence::{RefreshRequest, Rotation, Writer};

use crate::access::client_network::ClientNetwork;
use crate::accounts::sign_in::{
    LoginError, NewTokens, Sessions, SignedIn, login_access, provider_lifetime,
};
use crate::secrets::{Secret, hash_secret, random_nonce};

/// Why a session is not renewed, for the audit log.
const FACTOR_REQUIRED: &str = "the organization requires a second factor; the session is revoked";

impl Sessions<'_> {
    /// Exchanges a refresh token for new tokens. The refresh token becomes invalid. Sent again within ten seconds, it returns the
    /// same new tokens, because two tabs of a browser or two threads of a client may refresh at once.
    ///
    /// # Errors
    /// Returns [`LoginError::Refused`] if the token is unknown, expired, of another organization than the key, or used
    /// earlier. Such a reuse ends the whole session. A session that an identity provider has opened is refused after
    /// [`SESSION_HOURS`](crate::limits::SESSION_HOURS), and none of its tokens is valid for longer. If the organization has required a
    /// second factor since, a session that began with the password alone ends: with [`LoginError::CodeNeeded`] if the user has one, or
    /// else [`LoginError::SecondFactorMissing`].
    pub fn refresh(
        &self,
        api_key: &str,
        refresh_token: &str,
        address: &str,
    ) -> Result<SignedIn, LoginError> {
        let key = self.access.live_key(api_key).map_err(login_access)?;
        let lifetime = self.access_lifetime;
        let now = self.clock.now();
        let nonce = random_nonce()?;
        let tokens = NewTokens::derive(refresh_token, &nonce, now, lifetime, self.refresh_lifetime);
        let writer = self.writers.for_key(&key, None, "refresh", address);
        let rotation = writer.sessions().rotate(&RefreshRequest {
            presented_hash: hash_secret(refresh_token),
            nonce,
            access_hash: tokens.access.hash,
            access_expires_at: tokens.access_expires_at,
            refresh_hash: tokens.refresh.hash,
            refresh_expires_at: tokens.refresh_expires_at,
            now,
            network: ClientNetwork::of_session(address),
            provider_lifetime: provider_lifetime(),
        })?;
        match rotation {
            Rotation::Rotated {
                access_expires_at,
                user,
                ..
            } if user.active => {
                self.check_required_factor(&user, &tokens.access, &writer)?;
                let left = access_expires_at.as_datetime() - now.as_datetime();
                Ok(tokens.into_signed_in(user, left))
            }
            Rotation::Repeated {
                nonce,
                access_expires_at,
                user,
            } if user.active => {
                let left = access_expires_at.as_datetime() - now.as_datetime();
                let refresh = self.refresh_lifetime;
                let tokens = NewTokens::derive(refresh_token, &nonce, now, left, refresh);
                self.check_required_factor(&user, &tokens.access, &writer)?;
                Ok(tokens.into_signed_in(user, left))
            }
            // The old token is used up and the new one was never shown, so the session is effectively over.
            Rotation::Rotated { .. }
            | Rotation::Repeated { .. }
            | Rotation::Unknown
            | Rotation::Expired
            | Rotation::Reused => Err(LoginError::Refused),
        }
    }

    /// Ends a session that does not meet a requirement of a second factor: the user has none, or no code was entered in it. One that began
    /// without a password needs none.
    fn check_required_factor(
        &self,
        user: &User,
        access: &Secret,
        writer: &Writer<'_>,
    ) -> Result<(), LoginError> {
        if !self.requires_second_factor(user)? {
            return Ok(());
        }
        let has_app = self.second_factor_since(user)?.is_some();
        let has_factor = has_app || self.has_passkey(user)?;
        let (organization, sessions) = (&user.organization_id, self.store.sessions());
        if let Some(grant) = sessions.find_access(organization, &access.hash)? {
            let meets_it = match grant.second_factor {
                SecondFactorProof::NotNeeded => true,
                SecondFactorProof::At(_) => has_factor,
                SecondFactorProof::Missing => false,
            };
            if meets_it {
                return Ok(());
            }
            let now = self.clock.now();
            writer
                .sessions()
                .revoke(organization, &grant.session_id, now)?;
            let entry = NewAuditEntry {
                kind: AuditedKind::Session,
                thing_id: Some(grant.session_id.as_str().to_owned()),
                ..NewAuditEntry::refused(FACTOR_REQUIRED)
            };
            writer.record(&[entry])?;
        }
        Err(if has_app {
            LoginError::CodeNeeded
        } else if has_factor {
            LoginError::PasskeyNeeded
        } else {
            LoginError::SecondFactorMissing
        })
    }
}
