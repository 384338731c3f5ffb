//! Links that return one candidate's file for a limited time.
//!
//! A link acts for the user who asked for it. When somebody opens it, the user's present rights are checked and the audit
//! log names the user. A link therefore ends with the user's access.

use shortlist_domain::{
    CandidateId, InvalidValue, OrganizationId, Permission, Principal, Timestamp, UserId,
};
use shortlist_persistence::Store;

use crate::blind::check_revealed;
use crate::clock::Clock;
use crate::error::AppError;
use crate::interviews::recordings::RecordingLimits;
use crate::operations::{Claims, Operation};
use crate::resumes::original_file::OriginalFile;
use crate::scores::Scores;
use crate::signed_links::{LinkSigner, canonical_number};
use crate::writers::known_address;

/// The prefix of the signed message. It names the purpose, so that a signature is valid for nothing else.
const PURPOSE: &str = "shortlist file link 1";

/// A link to the file of a candidate. It contains no secret, and is valid only for this file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileLink {
    /// When the link expires.
    pub expires_at: Timestamp,
    /// The path and query, to be appended to the service's address.
    pub path: String,
}

/// Why a link cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FileLinkError {
    /// It was not created by this service, or was modified.
    #[error("the link is invalid; get a new one with resume.fileLink of getCandidate")]
    Invalid,
    /// It has expired, or its user may no longer read the candidate.
    #[error("the link has expired; get a new one with resume.fileLink of getCandidate")]
    Expired,
    /// The candidate was erased.
    #[error("the file no longer exists")]
    Gone,
    /// The infrastructure failed.
    #[error("open the file of a candidate")]
    Fault(#[from] AppError),
}

/// The parts of a link, as they were sent.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the part of that name")]
pub struct SentFileLink {
    pub candidate: String,
    pub organization: String,
    pub user: String,
    pub expires: String,
    pub signature: String,
    /// The network address of the visitor; empty if unknown.
    pub address: String,
}

/// A link whose signature is valid.
struct CheckedLink {
    organization: OrganizationId,
    candidate: CandidateId,
    user: UserId,
}

/// Creates and opens links to files.
pub struct FileLinks<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) limits: &'a RecordingLimits,
    pub(crate) scores: Scores<'a>,
}

impl FileLinks<'_> {
    /// Returns a link to the file of a candidate whom the caller has just read. Returns `None` if the caller may not get the
    /// file.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub fn create(
        &self,
        principal: &Principal,
        candidate: &CandidateId,
    ) -> Result<Option<FileLink>, AppError> {
        let may_read = Operation::GetOriginalFile.authorize(principal, Claims::default());
        let is_masked = || check_revealed(self.store, principal, candidate);
        if may_read.is_err() || matches!(is_masked(), Err(AppError::Forbidden(_))) {
            return Ok(None);
        }
        let expires_at = self.clock.now().plus(self.limits.link_lifetime);
        let expires = expires_at.unix_millis() / 1_000;
        let (organization, user) = (&principal.organization_id, &principal.user_id);
        let signature = self
            .signer()
            .sign(&message(organization, candidate, user, expires))?;
        let path = format!(
            "/resumes/{candidate}?organization={organization}&user={user}&expires={expires}&signature={signature}"
        );
        Ok(Some(FileLink { expires_at, path }))
    }

    /// Finds the file of a link, and records in the audit log that the link's user gets it.
    ///
    /// # Errors
    /// Returns an error if the link is invalid or has expired, if its user may no longer read the candidate, or if the file
    /// no longer exists.
    pub fn open(&self, sent: &SentFileLink) -> Result<OriginalFile, FileLinkError> {
        let link = self.check(sent)?;
        let found = self.store.users().find(&link.organization, &link.user);
        let user = found.map_err(AppError::from)?;
        let user = user
            .filter(|user| user.active)
            .ok_or(FileLinkError::Expired)?;
        let principal = Principal {
            organization_id: link.organization,
            user_id: user.id,
            is_integration: user.is_integration,
            user_type: user.user_type,
            key_id: None,
            permissions: vec![Permission::CandidatesRead],
            key_expires_at: None,
            address: known_address(&sent.address),
            session_id: None,
        };
        match self
            .scores
            .original_file(&principal, link.candidate.as_str(), None)
        {
            Ok(file) => Ok(file),
            Err(AppError::NotFound { .. }) => Err(FileLinkError::Gone),
            Err(AppError::Forbidden(_)) => Err(FileLinkError::Expired),
            Err(fault) => Err(fault.into()),
        }
    }

    fn check(&self, sent: &SentFileLink) -> Result<CheckedLink, FileLinkError> {
        let invalid = |_error: InvalidValue| FileLinkError::Invalid;
        let link = CheckedLink {
            organization: OrganizationId::parse("organization", &sent.organization)
                .map_err(invalid)?,
            candidate: CandidateId::parse("candidate", &sent.candidate).map_err(invalid)?,
            user: UserId::parse("user", &sent.user).map_err(invalid)?,
        };
        let expires = canonical_number(&sent.expires).ok_or(FileLinkError::Invalid)?;
        let message = message(&link.organization, &link.candidate, &link.user, expires);
        if !self.signer().verify(&message, &sent.signature)? {
            return Err(FileLinkError::Invalid);
        }
        if self.clock.now().unix_millis() / 1_000 >= expires {
            return Err(FileLinkError::Expired);
        }
        Ok(link)
    }

    fn signer(&self) -> LinkSigner<'_> {
        LinkSigner {
            store: self.store,
            clock: self.clock,
        }
    }
}

fn message(
    organization: &OrganizationId,
    candidate: &CandidateId,
    user: &UserId,
    expires: u64,
) -> String {
    format!("{PURPOSE}\n{organization}\n{candidate}\n{user}\n{expires}")
}
