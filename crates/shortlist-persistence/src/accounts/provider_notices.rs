//! Notices of providers that users have signed out, which end sessions.

use diesel::prelude::*;
use shortlist_domain::{OrganizationId, Timestamp};

use crate::accounts::live_sessions;
use crate::dialect::{DbConn, on_either};
use crate::error::StoreError;
use crate::schema::{provider_logouts, provider_sessions};
use crate::times::stored;
use crate::writer::{ProviderWriter, Written};

/// A notice that a user has signed out at the provider.
#[derive(Debug, Clone)]
pub struct ProviderNotice<'a> {
    /// The provider.
    pub issuer: &'a str,
    /// The user there; `None` if only a session is named.
    pub subject: Option<&'a str>,
    /// The session there; `None` means all of the user.
    pub session: Option<&'a str>,
    /// SHA-256 of what identifies the notice.
    pub notice_hash: [u8; 32],
    /// Until when the notice could be sent again.
    pub expires_at: Timestamp,
}

impl ProviderWriter<'_> {
    /// Ends the sessions that a notice is about. Returns how many, or `None` if the notice was handled before.
    ///
    /// # Errors
    /// When the database fails.
    pub fn end_sessions(
        &self,
        organization: &OrganizationId,
        notice: &ProviderNotice<'_>,
        at: Timestamp,
    ) -> Result<Option<usize>, StoreError> {
        self.writer.check_organization(organization)?;
        let organization = organization.as_str();
        self.writer.write_credentials(|conn| {
            if !is_new(conn, organization, notice)? {
                return Ok(Written::nothing(None));
            }
            let opened = opened_by(conn, organization, notice)?;
            let ended = live_sessions::end_each(conn, organization, &opened, at)?;
            Ok(Written::each(Some(ended.len()), ended))
        })
    }
}

/// Notes that a notice is handled. Returns `false` if it was handled before.
fn is_new(conn: &mut DbConn, organization: &str, notice: &ProviderNotice<'_>) -> QueryResult<bool> {
    let insert = diesel::insert_into(provider_logouts::table)
        .values((
            provider_logouts::organization_id.eq(organization),
            provider_logouts::notice_hash.eq(notice.notice_hash.as_slice()),
            provider_logouts::expires_at.eq(stored(notice.expires_at)),
        ))
        .on_conflict_do_nothing();
    let inserted = on_either!(conn, conn => insert.execute(conn))?;
    Ok(inserted > 0)
}

/// Returns the sessions that a notice is about: of the session that it names, or else of the user.
fn opened_by(
    conn: &mut DbConn,
    organization: &str,
    notice: &ProviderNotice<'_>,
) -> QueryResult<Vec<String>> {
    let opened = provider_sessions::table
        .filter(provider_sessions::organization_id.eq(organization))
        .filter(provider_sessions::issuer.eq(notice.issuer))
        .select((provider_sessions::session_id, provider_sessions::subject));
    let found: Vec<(String, String)> = match (notice.session, notice.subject) {
        (Some(session), _) => opened
            .filter(provider_sessions::provider_session.eq(session))
            .load(conn)?,
        (None, Some(subject)) => opened
            .filter(provider_sessions::subject.eq(subject))
            .load(conn)?,
        (None, None) => Vec::new(),
    };
    let is_of = |subject: &str| notice.subject.is_none_or(|named| named == subject);
    let found = found.into_iter().filter(|(_, subject)| is_of(subject));
    Ok(found.map(|(session, _)| session).collect())
}
