//! What to do with a staged upload, as it is stored for the server that claims it.

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use shortlist_domain::{ApiKeyId, FileDigest, InvalidValue, Permission, Principal, User};

use crate::error::AppError;
use crate::files::StagedFile;
use crate::jobs::import::ImportFields;
use crate::uploads::fields::UploadFields;
use crate::uploads::intake::RejectedFile;

/// The name of a file, and the file or why it was not stored.
pub(super) type ArrivedFile<'a> = (String, Result<&'a StagedFile, RejectedFile>);

/// What to do, for whom, and with which files.
#[derive(Serialize, Deserialize)]
pub(super) struct StagedRequest {
    key_id: Option<String>,
    permissions: Vec<String>,
    address: Option<String>,
    pub(super) work: Work,
    pub(super) warnings: Vec<String>,
    pub(super) files: Vec<RequestFile>,
}

/// What to do.
#[derive(Serialize, Deserialize)]
pub(super) enum Work {
    /// Score and store resumes.
    Resumes(UploadFields),
    /// Import jobs.
    Jobs(ImportFields),
}

#[derive(Serialize, Deserialize)]
pub(super) struct RequestFile {
    /// The name as sent.
    pub(super) name: String,
    pub(super) content: StagedContent,
}

/// The bytes of a file, or why they were not stored.
#[derive(Serialize, Deserialize)]
pub(super) enum StagedContent {
    /// They are staged.
    Stored {
        /// Their number.
        bytes: u64,
        /// Their SHA-256 in hexadecimal.
        digest: String,
    },
    TooLarge,
    UnreadableName,
    NotAllowed,
}

impl StagedRequest {
    pub(super) fn of(
        principal: &Principal,
        work: Work,
        warnings: Vec<String>,
        files: &[ArrivedFile<'_>],
    ) -> Self {
        let permissions = principal.permissions.iter();
        Self {
            key_id: principal.key_id.as_ref().map(ToString::to_string),
            permissions: permissions.map(|one| one.as_str().to_owned()).collect(),
            address: principal.address.clone(),
            work,
            warnings,
            files: files.iter().map(RequestFile::of).collect(),
        }
    }

    pub(super) fn encode(&self) -> Result<Vec<u8>, AppError> {
        serde_json::to_vec(self).map_err(|error| std::io::Error::other(error).into())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<Self, AppError> {
        serde_json::from_slice(bytes).map_err(|error| std::io::Error::other(error).into())
    }

    /// Returns the sender with their present role, and with the permissions of the key that they sent the upload with.
    pub(super) fn principal(&self, user: &User) -> Result<Principal, AppError> {
        let key_id = self.key_id.as_deref();
        let key_id = key_id.map(|id| ApiKeyId::parse("keyId", id)).transpose()?;
        let permissions = self.permissions.iter();
        let permissions = permissions.map(|name| Permission::parse("permissions", name));
        Ok(Principal {
            organization_id: user.organization_id.clone(),
            user_id: user.id.clone(),
            is_integration: user.is_integration,
            user_type: user.user_type,
            key_id,
            permissions: permissions.collect::<Result<_, InvalidValue>>()?,
            key_expires_at: None,
            address: self.address.clone(),
            session_id: None,
        })
    }
}

impl RequestFile {
    fn of((name, content): &ArrivedFile<'_>) -> Self {
        Self {
            name: name.clone(),
            content: match content {
                Ok(staged) => StagedContent::Stored {
                    bytes: staged.bytes,
                    digest: staged.digest.to_hex(),
                },
                Err(RejectedFile::TooLarge) => StagedContent::TooLarge,
                Err(RejectedFile::UnreadableName) => StagedContent::UnreadableName,
                Err(RejectedFile::NotAllowed) => StagedContent::NotAllowed,
            },
        }
    }
}

/// Reads a digest in hexadecimal.
pub(super) fn read_digest(hex: &str) -> Result<FileDigest, AppError> {
    let bytes = HEXLOWER.decode(hex.as_bytes()).unwrap_or_default();
    let digest = <[u8; 32]>::try_from(bytes.as_slice());
    let digest = digest.map_err(|error| AppError::from(std::io::Error::other(error)))?;
    Ok(FileDigest(digest))
}
