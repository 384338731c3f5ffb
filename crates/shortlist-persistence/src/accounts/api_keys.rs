//! API keys. Only the hash of a key's secret is stored.

use chrono::NaiveDateTime;
use diesel::prelude::*;
use shortlist_domain::{
    ApiKey, ApiKeyId, AuditedKind, ChoiceProblem, Environment, InvalidValue, NewApiKey,
    NewAuditEntry, OrganizationId, Permission, Timestamp,
};

use crate::dialect::DbConn;
use crate::error::StoreError;
use crate::schema::api_keys;
use crate::store::ApiKeys;
use crate::times::{stored, timestamp};
use crate::writer::{ApiKeyWriter, Written};

#[derive(Queryable, Selectable)]
#[diesel(table_name = api_keys)]
struct ApiKeyRow {
    id: String,
    organization_id: String,
    name: String,
    shown_prefix: String,
    permissions: String,
    environment: String,
    created_at: NaiveDateTime,
    expires_at: Option<NaiveDateTime>,
    revoked_at: Option<NaiveDateTime>,
    ended: bool,
    last_used_at: Option<NaiveDateTime>,
}

impl ApiKeyRow {
    fn into_api_key(self) -> Result<ApiKey, StoreError> {
        let permissions = self
            .permissions
            .split_whitespace()
            .map(|name| Permission::parse("permissions", name))
            .collect::<Result<_, _>>()?;
        Ok(ApiKey {
            id: ApiKeyId::parse("id", &self.id)?,
            organization_id: OrganizationId::parse("organization_id", &self.organization_id)?,
            name: self.name,
            shown_prefix: self.shown_prefix,
            permissions,
            environment: parse_environment(&self.environment)?,
            created_at: timestamp(self.created_at),
            expires_at: self.expires_at.map(timestamp),
            revoked_at: self.revoked_at.map(timestamp),
            ended: self.ended,
            last_used_at: self.last_used_at.map(timestamp),
        })
    }
}

fn parse_environment(name: &str) -> Result<Environment, InvalidValue> {
    [Environment::Production, Environment::Sandbox]
        .into_iter()
        .find(|environment| environment.as_str() == name)
        .ok_or_else(|| {
            InvalidValue::new(
                "environment",
                ChoiceProblem::Neither(&["production", "sandbox"]),
            )
        })
}

impl ApiKeyWriter<'_> {
    /// Stores an API key.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identifier or the secret is taken.
    pub fn insert(&self, new: &NewApiKey) -> Result<ApiKey, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        self.writer.write(|conn| {
            insert(conn, new)?;
            Ok(Written::one((), creation_entry(new)))
        })?;
        Ok(ApiKey {
            id: new.id.clone(),
            organization_id: new.organization_id.clone(),
            name: new.name.clone(),
            shown_prefix: new.shown_prefix.clone(),
            permissions: new.permissions.clone(),
            environment: new.environment,
            created_at: new.created_at,
            expires_at: new.expires_at,
            revoked_at: None,
            ended: false,
            last_used_at: None,
        })
    }

    /// Stores a key that replaces another. The old key works until the given time, or until its own end if that is
    /// earlier. Returns `false` if the organization has no such live key.
    ///
    /// # Errors
    /// [`StoreError::UniqueViolation`] if the identifier or the secret is taken.
    pub fn rotate(
        &self,
        old: &ApiKeyId,
        new: &NewApiKey,
        until: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(&new.organization_id)?;
        self.writer.write_credentials(|conn| {
            let key = api_keys::table
                .filter(api_keys::organization_id.eq(new.organization_id.as_str()))
                .filter(api_keys::id.eq(old.as_str()));
            let live = key.filter(api_keys::ended.eq(false)).filter(
                api_keys::revoked_at
                    .is_null()
                    .or(api_keys::revoked_at.gt(stored(until))),
            );
            let changed = diesel::update(live)
                .set((
                    api_keys::revoked_at.eq(stored(until)),
                    api_keys::ended.eq(until <= self.writer.action().at),
                ))
                .execute(conn)?;
            if changed == 0 {
                return Ok(Written::nothing(false));
            }
            insert(conn, new)?;
            let ended = NewAuditEntry::done(AuditedKind::ApiKey, old.as_str())
                .with_field("revokedAt", &until.to_string());
            Ok(Written::each(true, vec![creation_entry(new), ended]))
        })
    }

    /// Revokes a key from the given time on. An earlier revocation stays. Returns whether the organization has the key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn revoke(
        &self,
        organization: &OrganizationId,
        id: &ApiKeyId,
        at: Timestamp,
    ) -> Result<bool, StoreError> {
        self.writer.check_organization(organization)?;
        self.writer.write_credentials(|conn| {
            let key = api_keys::table
                .filter(api_keys::organization_id.eq(organization.as_str()))
                .filter(api_keys::id.eq(id.as_str()));
            let earlier: Option<Option<NaiveDateTime>> =
                key.select(api_keys::revoked_at).first(conn).optional()?;
            let Some(earlier) = earlier else {
                return Ok(Written::nothing(false));
            };
            let revoked_at = earlier.map_or(stored(at), |earlier| earlier.min(stored(at)));
            diesel::update(key)
                .set((
                    api_keys::revoked_at.eq(revoked_at),
                    api_keys::ended.eq(at <= self.writer.action().at),
                ))
                .execute(conn)?;
            let text = |at: NaiveDateTime| timestamp(at).to_string();
            let entry = NewAuditEntry::done(AuditedKind::ApiKey, id.as_str()).with_change(
                "revokedAt",
                earlier.map(text).as_deref(),
                Some(&text(revoked_at)),
            );
            Ok(Written::one(true, entry))
        })
    }
}

impl ApiKeyWriter<'_> {
    /// Records that the expiry of a key was announced. Returns `false` if it was announced before.
    ///
    /// # Errors
    /// When the database fails.
    pub fn announce_expiry(&self, key: &ApiKey) -> Result<bool, StoreError> {
        self.writer.check_organization(&key.organization_id)?;
        self.writer.write(|conn| {
            let row = api_keys::table
                .filter(api_keys::organization_id.eq(key.organization_id.as_str()))
                .filter(api_keys::id.eq(key.id.as_str()))
                .filter(api_keys::expiry_announced.eq(false));
            let announce = diesel::update(row).set(api_keys::expiry_announced.eq(true));
            if announce.execute(conn)? == 0 {
                return Ok(Written::nothing(false));
            }
            let expires_at = key.expires_at.map(|at| at.to_string());
            let entry = NewAuditEntry::done(AuditedKind::ApiKey, key.id.as_str()).with_change(
                "expiresAt",
                None,
                expires_at.as_deref(),
            );
            Ok(Written::one(true, entry))
        })
    }
}

fn permissions_text(new: &NewApiKey) -> String {
    let names: Vec<&str> = new.permissions.iter().map(|p| p.as_str()).collect();
    names.join(" ")
}

fn insert(conn: &mut DbConn, new: &NewApiKey) -> QueryResult<usize> {
    diesel::insert_into(api_keys::table)
        .values((
            api_keys::organization_id.eq(new.organization_id.as_str()),
            api_keys::id.eq(new.id.as_str()),
            api_keys::name.eq(&new.name),
            api_keys::shown_prefix.eq(&new.shown_prefix),
            api_keys::secret_hash.eq(new.secret_hash.as_slice()),
            api_keys::permissions.eq(permissions_text(new)),
            api_keys::environment.eq(new.environment.as_str()),
            api_keys::created_at.eq(stored(new.created_at)),
            api_keys::expires_at.eq(new.expires_at.map(stored)),
        ))
        .execute(conn)
}

/// Returns the audit entry for a new key.
fn creation_entry(new: &NewApiKey) -> NewAuditEntry {
    let expires_at = new.expires_at.map(|at| at.to_string());
    NewAuditEntry::done(AuditedKind::ApiKey, new.id.as_str())
        .with_field("name", &new.name)
        .with_field("permissions", &permissions_text(new))
        .with_change("expiresAt", None, expires_at.as_deref())
}

impl ApiKeys<'_> {
    /// Finds a key.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find(
        &self,
        organization: &OrganizationId,
        id: &ApiKeyId,
    ) -> Result<Option<ApiKey>, StoreError> {
        self.pools.read(|conn| {
            api_keys::table
                .filter(api_keys::organization_id.eq(organization.as_str()))
                .filter(api_keys::id.eq(id.as_str()))
                .select(ApiKeyRow::as_select())
                .first(conn)
                .optional()?
                .map(ApiKeyRow::into_api_key)
                .transpose()
        })
    }

    /// Finds a key by the SHA-256 of its secret. Expired and revoked keys are found too.
    ///
    /// # Errors
    /// When the database fails.
    pub fn find_by_hash(&self, secret_hash: &[u8; 32]) -> Result<Option<ApiKey>, StoreError> {
        self.pools.read(|conn| {
            api_keys::table
                .filter(api_keys::secret_hash.eq(secret_hash.as_slice()))
                .select(ApiKeyRow::as_select())
                .first(conn)
                .optional()?
                .map(ApiKeyRow::into_api_key)
                .transpose()
        })
    }

    /// Lists the organization's keys, newest first.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list(&self, organization: &OrganizationId) -> Result<Vec<ApiKey>, StoreError> {
        self.pools.read(|conn| {
            api_keys::table
                .filter(api_keys::organization_id.eq(organization.as_str()))
                .order((api_keys::created_at.desc(), api_keys::id))
                .select(ApiKeyRow::as_select())
                .load(conn)?
                .into_iter()
                .map(ApiKeyRow::into_api_key)
                .collect()
        })
    }

    /// Lists the organization's keys that expire before a time and whose expiry was not announced.
    ///
    /// # Errors
    /// When the database fails.
    pub fn list_expiring(
        &self,
        organization: &OrganizationId,
        before: Timestamp,
    ) -> Result<Vec<ApiKey>, StoreError> {
        let rows: Vec<ApiKeyRow> = self.pools.read(|conn| {
            Ok(api_keys::table
                .filter(api_keys::organization_id.eq(organization.as_str()))
                .filter(api_keys::expires_at.lt(stored(before)))
                .filter(api_keys::expiry_announced.eq(false))
                .select(ApiKeyRow::as_select())
                .load(conn)?)
        })?;
        rows.into_iter().map(ApiKeyRow::into_api_key).collect()
    }

    /// Records when a key was last used.
    ///
    /// # Errors
    /// When the database fails.
    pub fn touch(
        &self,
        organization: &OrganizationId,
        id: &ApiKeyId,
        at: Timestamp,
    ) -> Result<(), StoreError> {
        self.pools.write_unaudited(|conn| {
            let key = api_keys::table
                .filter(api_keys::organization_id.eq(organization.as_str()))
                .filter(api_keys::id.eq(id.as_str()));
            diesel::update(key)
                .set(api_keys::last_used_at.eq(stored(at)))
                .execute(conn)?;
            Ok(())
        })
    }
}
