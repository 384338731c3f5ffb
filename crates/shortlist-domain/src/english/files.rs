//! Problems of files and of addresses.

use super::skip_reason_text;
use crate::{CopyDamage, FileProblem, UnusableFile, WebhookProblem};

/// The reason for a file whose name cannot be represented.
pub const UNREADABLE_NAME: &str = "the file's name contains a control character or is not UTF-8 text; rename the file and send it again";

/// Returns what is wrong with a file, or with what refers to one.
pub(super) fn file(problem: &FileProblem) -> String {
    use FileProblem as P;
    match problem {
        P::UnreadableName => UNREADABLE_NAME.to_owned(),
        P::NotRead => "was not read".to_owned(),
        P::MoreThanOneFile => "send only one file per request".to_owned(),
        P::JobFileTooLarge(most) => {
            let mebibytes = most >> 20;
            format!("the file exceeds the limit of {mebibytes} MiB; split it into smaller files")
        }
        P::MoreThanOneResume => {
            "must be one file; send others in the form field documents".to_owned()
        }
        P::NotResumeFormat => "must be a PDF, DOC or DOCX to be the resume".to_owned(),
        P::NotUsable(why) => {
            let reason = unusable_file_text(why);
            format!("the file cannot be used as the resume: {reason}")
        }
        P::NotUsableAgain(why) => {
            let reason = unusable_file_text(why);
            format!("has a resume that cannot be used again: {reason}")
        }
        P::UploadIdTaken => {
            "another upload of the last day has this identifier; choose a new one for each upload"
                .to_owned()
        }
        P::NotJsonObject(example) => format!("must be a JSON object such as {example}"),
        P::JsonLibrarySays { example, message } => {
            format!("must be a JSON object such as {example} ({message})")
        }
        P::DamagedCopy(damage) => {
            let damage = copy_damage(damage);
            format!("is damaged: {damage}; export the organization again")
        }
        P::RowLibrarySays(message) => format!("has an invalid row: {message}"),
        P::NotRowDigest => "has a row with an invalid digest".to_owned(),
    }
}

/// Returns why a stored file cannot be used again.
pub fn unusable_file_text(why: &UnusableFile) -> String {
    match why {
        UnusableFile::Skipped(reason) => skip_reason_text(*reason),
        UnusableFile::NoReceipt => "it has no receipt".to_owned(),
        UnusableFile::NoJob => "its job is not stored".to_owned(),
        UnusableFile::OtherFile => "its file is not the one that was scored".to_owned(),
        UnusableFile::DatabaseSays(message) => format!("its file cannot be found: {message}"),
        UnusableFile::FileStoreSays(message) => format!("its file cannot be read: {message}"),
    }
}

fn copy_damage(damage: &CopyDamage) -> String {
    match damage {
        CopyDamage::FileCount { named, copied } => format!("{named} of {copied} files are named"),
        CopyDamage::LibrarySays { file, message } => format!("{file}: {message}"),
    }
}

/// Returns why the address of a webhook or of an identity provider is refused.
pub(super) fn webhook(problem: &WebhookProblem) -> String {
    use WebhookProblem as P;
    let fixed = match problem {
        P::AddressLibrarySays(message) => {
            return format!("must look like https://example.org/path: {message}");
        }
        P::NotNetwork(text) => return format!("{text:?} is not a network such as 10.1.0.0/16"),
        P::NoHost => "must contain a host, as in https://example.org/path",
        P::HasPassword => "must not contain a user or a password",
        P::HasFragment => "must not contain #",
        P::NotPublic => {
            "is not a public address, and the operator of this service does not allow it"
        }
        P::NotHttps => "must begin with https://",
    };
    fixed.to_owned()
}
