//! Links that play one recording for a limited time.

use shortlist_domain::{
    InvalidValue, OrganizationId, Principal, Recording, RecordingId, Timestamp,
};

use super::Recordings;
use crate::error::AppError;
use crate::operations::Operation;
use crate::signed_links::{LinkSigner, canonical_number};

/// The prefix of the signed message. It names the purpose, so that a signature is valid for nothing else.
const PURPOSE: &str = "shortlist recording link 2";

/// A link to a recording. It reveals no secret, organization or person, and is valid only for this recording.
/// The organization, whose machine of a cluster has the record, is concealed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlaybackLink {
    /// The recording.
    pub recording: Recording,
    /// When the link expires.
    pub expires_at: Timestamp,
    /// The path and query, to be appended to the service's address.
    pub path: String,
}

/// A link as a client sends it.
#[derive(Debug, Clone)]
#[expect(missing_docs, reason = "each is the parameter of that name")]
pub struct SentRecordingLink {
    pub id: String,
    pub organization: String,
    pub expires: String,
    pub signature: String,
}

/// Why a link cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LinkError {
    /// It was not created by this service, or was modified.
    #[error("the link is invalid; get a new one with getCanInterviewRpt")]
    Invalid,
    /// It has expired.
    #[error("the link has expired; get a new one with getCanInterviewRpt")]
    Expired,
    /// The recording was removed or replaced.
    #[error("the recording no longer exists; get a new link with getCanInterviewRpt")]
    Gone,
    /// The infrastructure failed.
    #[error("open a recording")]
    Fault(#[from] AppError),
}

impl Recordings<'_> {
    /// Returns a link to the interview's recording if the caller may read reports. Returns `None` if there is no recording,
    /// or if the caller may only write.
    pub(crate) fn link(
        &self,
        principal: &Principal,
        recording: Option<Recording>,
    ) -> Result<Option<PlaybackLink>, AppError> {
        let may_read = Operation::GetInterviewReport
            .authorize(principal, crate::operations::Claims::default())
            .is_ok();
        let Some(recording) = recording.filter(|_| may_read) else {
            return Ok(None);
        };
        let expires_at = self.records.clock.now().plus(self.limits.link_lifetime);
        let expires = expires_at.unix_millis() / 1_000;
        let (organization, id) = (&recording.organization_id, &recording.id);
        let signature = self.signer().sign(&message(organization, id, expires))?;
        let organization = self
            .signer()
            .conceal(&context(id, expires), organization.as_str())?;
        let path = format!(
            "/recordings/{id}?expires={expires}&organization={organization}&signature={signature}"
        );
        Ok(Some(PlaybackLink {
            recording,
            expires_at,
            path,
        }))
    }

    /// Checks a link, and returns the organization and the identifier of its recording.
    pub(super) fn check_link(
        &self,
        link: &SentRecordingLink,
    ) -> Result<(OrganizationId, RecordingId), LinkError> {
        let invalid = |_error: InvalidValue| LinkError::Invalid;
        let id = RecordingId::parse("recordingId", &link.id).map_err(invalid)?;
        let expires = canonical_number(&link.expires).ok_or(LinkError::Invalid)?;
        let organization = self
            .signer()
            .reveal(&context(&id, expires), &link.organization)?
            .ok_or(LinkError::Invalid)?;
        let organization = OrganizationId::parse("organization", &organization).map_err(invalid)?;
        let message = message(&organization, &id, expires);
        if !self.signer().verify(&message, &link.signature)? {
            return Err(LinkError::Invalid);
        }
        if self.records.clock.now().unix_millis() / 1_000 >= expires {
            return Err(LinkError::Expired);
        }
        Ok((organization, id))
    }

    fn signer(&self) -> LinkSigner<'_> {
        LinkSigner {
            store: self.records.store,
            clock: self.records.clock,
        }
    }
}

fn message(organization: &OrganizationId, id: &RecordingId, expires: u64) -> String {
    format!("{PURPOSE}\n{organization}\n{id}\n{expires}")
}

/// Returns what the concealed organization belongs to.
fn context(id: &RecordingId, expires: u64) -> String {
    format!("{PURPOSE}\n{id}\n{expires}")
}
