//! Integration users: accounts for machines, and their access tokens.

use chrono::Duration;
use shortlist_domain::{
    AccessToken, AccessTokenId, EmailAddress, InvalidValue, MAX_ACCESS_TOKEN_DAYS,
    MAX_ACCESS_TOKENS, NewAccessToken, NewUser, NumberProblem, OrganizationId, Party, TextProblem,
    User, UserId, UserType, check_full_name, check_short,
};
use shortlist_persistence::{StoreError, TokenInsertion};

use crate::accounts::Accounts;
use crate::conflict::{AccountConflict, Limited};
use crate::error::AppError;
use crate::operations::Operation;
use crate::secrets::{NO_PASSWORD, Secret, random_bits};

/// The domain of the addresses of integration users. It can never receive e-mail (RFC 2606).
const ADDRESS_DOMAIN: &str = "integration.invalid";
/// The default lifetime of an access token, in days.
pub const DEFAULT_ACCESS_TOKEN_DAYS: i64 = 90;

const NO_INTEGRATION: AppError = AppError::NotFound {
    field: "userId",
    what: "active integration user",
};

/// An integration user to create.
#[derive(Debug, Clone)]
pub struct CreateIntegrationUser {
    /// Their role, which decides what they may do.
    pub user_type: UserType,
    /// The name of the integration.
    pub full_name: String,
}

/// A new access token with its secret, which is shown only once.
#[derive(Debug)]
pub struct IssuedAccessToken {
    /// The token.
    pub token: AccessToken,
    /// The secret.
    pub secret: String,
}

impl Accounts<'_> {
    /// Creates an integration user. It has no password and cannot sign in.
    ///
    /// # Errors
    /// Returns an error if a value is invalid.
    pub fn create_integration_user(
        &self,
        party: &Party,
        request: &CreateIntegrationUser,
    ) -> Result<User, AppError> {
        let full_name = check_full_name("fullName", &request.full_name)?;
        if full_name.is_empty() {
            return Err(InvalidValue::new("fullName", TextProblem::Empty).into());
        }
        let id = UserId::generate(self.records.clock.now(), random_bits()?);
        let address = format!("{}@{ADDRESS_DOMAIN}", id.as_str().to_lowercase());
        let new = NewUser {
            id,
            organization_id: party.organization_id.clone(),
            user_type: request.user_type,
            full_name,
            email: EmailAddress::parse("email", &address)?,
            password_hash: NO_PASSWORD.to_owned(),
            created_at: self.records.clock.now(),
        };
        let operation = Operation::CreateIntegrationUser.name();
        let writer = self.records.writers.for_party(party, operation);
        match writer.users().insert_integration(&new) {
            Err(StoreError::UniqueViolation(_)) => {
                Err(AppError::conflict(AccountConflict::IntegrationTaken))
            }
            inserted => Ok(inserted?),
        }
    }

    /// Issues an access token of an integration user. Earlier tokens stay valid, so that one can be replaced without an
    /// interruption.
    ///
    /// # Errors
    /// Returns an error if a value is invalid, if there is no such active integration user, or if it has too many tokens.
    pub fn create_access_token(
        &self,
        party: &Party,
        user_id: &str,
        name: &str,
        days: i64,
    ) -> Result<IssuedAccessToken, AppError> {
        let user_id = UserId::parse("userId", user_id)?;
        let name = check_short("name", name)?;
        let name = name.ok_or_else(|| InvalidValue::new("name", TextProblem::Empty))?;
        if !(1..=MAX_ACCESS_TOKEN_DAYS).contains(&days) {
            let problem = NumberProblem::OutOfRange {
                least: 1,
                most: MAX_ACCESS_TOKEN_DAYS,
            };
            return Err(InvalidValue::new("days", problem).into());
        }
        let secret = Secret::integration_token()?;
        let now = self.records.clock.now();
        let token = AccessToken {
            id: AccessTokenId::generate(now, random_bits()?),
            organization_id: party.organization_id.clone(),
            user_id,
            name,
            shown_prefix: secret.shown_prefix(),
            created_at: now,
            expires_at: now.plus(Duration::days(days)),
            revoked_at: None,
            last_used_at: None,
        };
        let new = NewAccessToken {
            token,
            secret_hash: secret.hash,
        };
        let writer = self
            .records
            .writers
            .for_party(party, Operation::CreateAccessToken.name());
        match writer.users().insert_token(&new)? {
            TokenInsertion::Stored => Ok(IssuedAccessToken {
                token: new.token,
                secret: secret.text,
            }),
            TokenInsertion::NoUser => Err(NO_INTEGRATION),
            TokenInsertion::Full => {
                Err(AppError::too_many(Limited::AccessTokens, MAX_ACCESS_TOKENS))
            }
        }
    }

    /// Lists the access tokens of an integration user, the newest first.
    ///
    /// # Errors
    /// Returns an error if the organization has no such integration user.
    pub fn list_access_tokens(
        &self,
        organization: &OrganizationId,
        user_id: &str,
    ) -> Result<Vec<AccessToken>, AppError> {
        let id = UserId::parse("userId", user_id)?;
        let found = self.records.store.users().find(organization, &id)?;
        if found.is_none_or(|user| !user.is_integration) {
            return Err(AppError::NotFound {
                field: "userId",
                what: "integration user",
            });
        }
        Ok(self
            .records
            .store
            .sessions()
            .list_tokens(organization, &id)?)
    }

    /// Revokes an access token at once.
    ///
    /// # Errors
    /// Returns an error if the organization has no such token.
    pub fn revoke_access_token(
        &self,
        party: &Party,
        token_id: &str,
    ) -> Result<AccessToken, AppError> {
        let id = AccessTokenId::parse("tokenId", token_id)?;
        let writer = self
            .records
            .writers
            .for_party(party, Operation::RevokeAccessToken.name());
        let revoked =
            writer
                .users()
                .revoke_token(&party.organization_id, &id, self.records.clock.now())?;
        revoked.ok_or(AppError::NotFound {
            field: "tokenId",
            what: "access token",
        })
    }
}
