//! The rules for requests whose files arrive in a form: who waits for a turn, and what one sender may cost.
//!
//! - **Turns.** A turn is a share of the work of this server. Organizations share the turns of each kind fairly, and one gets at
//!   most half of them. A body arrives as slowly as its sender likes, so a turn is taken once the body has arrived.
//!   Resumes are the exception: they are read while the rest arrives, so their upload has its turn from the first byte.
//! - **Strangers.** Whoever has a key for applications may be anybody. Strangers have turns and memory of their own, so they
//!   delay no user. They may stall for a shorter time, and send less text.
//! - **Places.** A body that arrives without a turn holds a connection and a part of a disk. Applications therefore need a
//!   place while they arrive. No organization and no network can take all of them.
//! - **Pace.** A sender may stall for a time, and must send at a minimum rate otherwise. `arrival_pace` measures it.
//! - **Keys.** An application counts for its network when it begins, and for its key when it has arrived. So a network that never
//!   completes one cannot use up the key of all. `rate_limit` counts.
//! - **Permission.** A caller without permission takes no turn and no storage.

use std::time::Duration;

use shortlist_app::UploadLimits;
use shortlist_app::limits::{
    MAX_APPLICATION_BYTES, MAX_APPLICATION_DOCUMENTS, MAX_APPLICATION_SECONDS,
};

use crate::turns::TurnLimits;

/// The limits for uploads of resumes, job files and documents. One organization gets at most half of them at once, which is 60.
pub(crate) const UPLOADS: TurnLimits = TurnLimits {
    at_once: 120,
    waiting: 1_000,
    patience: Duration::from_secs(60),
    retry_seconds: 30,
};
/// The limits for applications from outside.
pub(crate) const APPLICATIONS: TurnLimits = TurnLimits {
    at_once: 16,
    ..UPLOADS
};
/// The limits for reading job files. Each may take 200 MiB.
pub(crate) const IMPORTS: TurnLimits = TurnLimits {
    at_once: 4,
    ..UPLOADS
};
/// The limits for recordings. They are large and arrive slowly, so they have their own turns.
pub(crate) const RECORDINGS: TurnLimits = TurnLimits {
    at_once: 32,
    ..UPLOADS
};

/// The time after which to try again if a provider cannot be used, in seconds.
pub(crate) const PROVIDER_RETRY_SECONDS: i64 = 5;
/// The limits for calls of identity providers. A provider that does not answer holds a turn for some seconds, so one organization gets
/// at most half of them.
pub(crate) const PROVIDER_CALLS: TurnLimits = TurnLimits {
    at_once: 16,
    waiting: 64,
    patience: Duration::from_secs(10),
    retry_seconds: PROVIDER_RETRY_SECONDS,
};

/// The most applications that arrive at once. One organization gets at most half of them.
pub(crate) const MAX_ARRIVING: usize = 512;
/// The most applications that arrive at once from one network.
pub(crate) const MAX_ARRIVING_OF_NETWORK: usize = 8;

/// The slowest rate at which a body may arrive, in bytes per second.
pub(crate) const MIN_BYTES_PER_SECOND: u64 = 16 << 10;
/// The longest time that a stranger may stall, in seconds. The setting holds for users.
const STRANGER_STALL_SECONDS: u64 = 10;

/// The largest form field that is not a file, in bytes.
pub(crate) const MAX_TEXT_BYTES: usize = 256 << 10;
/// The most form fields that are not files.
pub(crate) const MAX_TEXT_FIELDS: usize = 64;
/// The most bytes of all form fields of a stranger that are not files. The texts that are stored have at most half of it.
const STRANGER_TEXT_BYTES: usize = 128 << 10;

/// The largest job file, in bytes.
pub(crate) const MAX_JOB_FILE_BYTES: u64 = 10 << 20;
/// The largest job file that a page accepts, in bytes. The page keeps the file in its forms while the plan is corrected.
pub const MAX_PAGE_JOB_FILE_BYTES: u64 = 1 << 20;
/// The largest file of categories that a page accepts, in bytes: about 100,000 people.
pub const MAX_PAGE_CATEGORY_FILE_BYTES: u64 = 4 << 20;

/// Who sends a form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SenderKind {
    /// A user with credentials or with a session.
    User,
    /// Anybody.
    Stranger,
}

impl SenderKind {
    /// Returns the most bytes of all form fields that are not files.
    pub(crate) const fn text_bytes(self) -> usize {
        match self {
            Self::User => MAX_TEXT_FIELDS * MAX_TEXT_BYTES,
            Self::Stranger => STRANGER_TEXT_BYTES,
        }
    }
}

/// When a request takes its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TurnTime {
    /// Before its body arrives, because its files are read meanwhile.
    BeforeBody,
    /// Once its body has arrived.
    AfterBody,
}

/// The rules for a kind of form.
pub(crate) struct FormRules {
    /// The fields that are files. The others are text.
    pub(crate) file_fields: &'static [&'static str],
    pub(crate) sender: SenderKind,
    pub(crate) turn: TurnTime,
    /// Returns the limits of the form, within those that the service has for all.
    pub(crate) limits: fn(&UploadLimits) -> UploadLimits,
}

/// Resumes of a user.
pub(crate) const RESUMES: FormRules = FormRules {
    file_fields: &["files"],
    sender: SenderKind::User,
    turn: TurnTime::BeforeBody,
    limits: UploadLimits::clone,
};

/// A job file. Its form may have more files, so that the answer can say which one is too many.
pub(crate) const JOB_FILE: FormRules = FormRules {
    file_fields: &["recfiles"],
    sender: SenderKind::User,
    turn: TurnTime::AfterBody,
    limits: |limits| within(limits, MAX_JOB_FILE_BYTES),
};

/// A job file of a page.
pub(crate) const PAGE_JOB_FILE: FormRules = FormRules {
    file_fields: &["file"],
    limits: |limits| within(limits, MAX_PAGE_JOB_FILE_BYTES),
    ..JOB_FILE
};

/// A file of categories of a page.
pub(crate) const PAGE_CATEGORY_FILE: FormRules = FormRules {
    file_fields: &["file"],
    limits: |limits| within(limits, MAX_PAGE_CATEGORY_FILE_BYTES),
    ..JOB_FILE
};

/// A further document of a candidate.
pub(crate) const DOCUMENT: FormRules = FormRules {
    file_fields: &["file"],
    sender: SenderKind::User,
    turn: TurnTime::AfterBody,
    limits: |limits| UploadLimits {
        files: 1,
        request_bytes: limits.file_bytes.saturating_mul(2),
        ..limits.clone()
    },
};

/// An application from outside: the resume, and further documents.
pub(crate) const APPLICATION: FormRules = FormRules {
    file_fields: &["resume", "documents"],
    sender: SenderKind::Stranger,
    turn: TurnTime::AfterBody,
    limits: |limits| UploadLimits {
        files: 1 + MAX_APPLICATION_DOCUMENTS,
        request_bytes: limits.request_bytes.min(MAX_APPLICATION_BYTES),
        seconds: limits.seconds.min(MAX_APPLICATION_SECONDS),
        stall_seconds: limits.stall_seconds.min(STRANGER_STALL_SECONDS),
        ..limits.clone()
    },
};

/// Returns the limits of a form with a file of at most this size.
fn within(limits: &UploadLimits, file_bytes: u64) -> UploadLimits {
    UploadLimits {
        file_bytes,
        request_bytes: 2 * file_bytes,
        ..limits.clone()
    }
}
