//! Why a change conflicts with what is stored, in English.

use std::fmt;

use shortlist_domain::{CustomFieldConflict, StageInUse};
use shortlist_persistence::{DuplicateBy, DuplicateOf};

use super::mail_conflict::mail;
use crate::conflict::{
    AccountConflict, CandidateConflict, Conflict, CopyConflict, ExistingCandidate,
    InterviewConflict, JobConflict, Limited, ProtectedRecord, UploadConflict,
};

/// A sentence for the caller, which says what to do.
impl fmt::Display for Conflict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&conflict(self))
    }
}

fn conflict(why: &Conflict) -> String {
    match why {
        Conflict::Account(why) => account(*why).to_owned(),
        Conflict::Candidate(why) => candidate(why),
        Conflict::Copy(why) => copy(why),
        Conflict::Interview(why) => interview(why),
        Conflict::Job(why) => job(why),
        Conflict::Mail(why) => mail(*why),
        Conflict::Upload(why) => upload(*why),
        Conflict::TooMany { what, most } => too_many(*what, *most),
        Conflict::LegalHold(of) => legal_hold(of),
        Conflict::KeepsChanging => {
            "others keep changing this at the moment, so nothing was saved; try again".to_owned()
        }
        Conflict::DatabaseRestored => {
            "after: the database was restored from a copy since this cursor was made; read everything again without after"
                .to_owned()
        }
        Conflict::WebhookDisabled => {
            "the webhook is disabled; enable it with updateWebhook first".to_owned()
        }
    }
}

fn account(why: AccountConflict) -> &'static str {
    match why {
        AccountConflict::LastAdmin => {
            "the organization would have no Admin who can sign in; first add another one, who signs in or sets a password"
        }
        AccountConflict::OrganizationTaken => "the organization's identifier is already in use",
        AccountConflict::UserTaken => "the user's identifier or e-mail address is already in use",
        AccountConflict::IntegrationTaken => {
            "the user's identifier is already in use; send the request again"
        }
        AccountConflict::NotInvited => {
            "only an active user who was invited and has no password yet can be invited again"
        }
        AccountConflict::NoPassword => {
            "you sign in without a password, so there is none to change or to add a second factor to"
        }
        AccountConflict::SecondFactorExists => {
            "you have a second factor already; remove it before you set up another one"
        }
        AccountConflict::NoSecondFactorWaits => {
            "no second factor waits for its first code; begin to set it up again"
        }
        AccountConflict::NoSecondFactor => "this user has no second factor",
        AccountConflict::OwnSecondFactor => {
            "this is your own second factor; remove it on its page, with your password and a code, or ask another Admin"
        }
        AccountConflict::SecondFactorUnproven => {
            "you have not used your second factor since you signed in; sign out, sign in with it, and try again"
        }
        AccountConflict::PasskeyTaken => {
            "this passkey is in use already; choose another device or password manager"
        }
        AccountConflict::SecondFactorRequired => {
            "your organization requires a second factor for your role, so it cannot be removed"
        }
        AccountConflict::ProviderEnforced => {
            "this organization requires single sign-on, so nobody is invited to choose a password; give the person access at the identity provider"
        }
        AccountConflict::EmergencyAdmin => {
            "this user is the emergency Admin of single sign-on; choose another one in its settings first"
        }
        AccountConflict::NoAdminWithPassword => {
            "no active Admin has a password, so nobody could sign in without the identity provider; set the password of an Admin first"
        }
        AccountConflict::LastSignInWay => {
            "this is the only way to sign in to the account, which has no password that may be used; set one first"
        }
        AccountConflict::SingleSignOnOff => {
            "this installation does not support single sign-on; ask its operator"
        }
        AccountConflict::UnusableProviderSecret => {
            "the stored client secret is damaged; save the settings of single sign-on with the secret again"
        }
        AccountConflict::AddressOfAdmin => {
            "an identity provider cannot change the e-mail address of an Admin, who could then be signed in by somebody else; give the person another role first"
        }
        AccountConflict::RemovedUserTaken => {
            "an account that was removed has this name or e-mail address, and seems to be somebody else's; an Admin can activate it again by hand"
        }
        AccountConflict::GroupTaken => "another group has this name",
    }
}

fn candidate(why: &CandidateConflict) -> String {
    match why {
        CandidateConflict::AlreadyInJob(ExistingCandidate { id, code }) => {
            format!("this person is a candidate of the job already: {code} ({id})")
        }
        CandidateConflict::SameContact(other) => {
            let other = other
                .as_ref()
                .map_or_else(|| "another candidate".to_owned(), named);
            format!("{other} of this job has this e-mail address or phone number")
        }
        CandidateConflict::SameExternalId(other) => {
            format!("{} has this externalId for the same source", named(other))
        }
        CandidateConflict::Closed(status) => format!(
            "the candidate has the status {}; move the candidate to an active stage first",
            status.as_str()
        ),
        CandidateConflict::CorrectedMeanwhile(field) => format!(
            "someone else has corrected the {} in the meantime; read the resume again and repeat the correction",
            field.as_str()
        ),
        CandidateConflict::BlindPerson(person) => format!(
            "the application of {person} is reviewed blind, so it stays a person of its own: the other applications would show \
             to everybody who it is"
        ),
        CandidateConflict::CustomField(why) => custom_field(why),
        CandidateConflict::ExternalIdsCollide => {
            "source: two candidates would have the same externalId for this source, so none was changed"
                .to_owned()
        }
        CandidateConflict::FactsNotFilled => {
            "employers, titles, places, languages and education are being prepared for the search after an upgrade; try again in a few minutes"
                .to_owned()
        }
        CandidateConflict::NoExplanationDue => {
            "no explanation is due for this candidate; getCandidatePacket returns the state"
                .to_owned()
        }
        CandidateConflict::ResumeInUse => {
            "the file is the resume of a candidate of this job already; delete the document if it is not needed"
                .to_owned()
        }
        CandidateConflict::OtherJobBlind => {
            "the other job is reviewed blind, so nobody may know who its candidates are; upload the resume for that job instead"
                .to_owned()
        }
        CandidateConflict::TypedForBlindJob => {
            "the job is reviewed blind, and whoever adds a candidate knows who they are; upload the resume instead"
                .to_owned()
        }
        CandidateConflict::Blind => {
            "the candidate is reviewed blind, and an application for another job would show to everybody who it is"
                .to_owned()
        }
        CandidateConflict::ViewNameTaken => {
            "name: you have another view of this name; choose another name".to_owned()
        }
    }
}

fn named(other: &ExistingCandidate) -> String {
    format!("candidate {} ({})", other.code, other.id)
}

fn custom_field(why: &CustomFieldConflict) -> String {
    match why {
        CustomFieldConflict::TooMany { most } => format!(
            "the organization has {most} custom fields, which is the limit; archive one first"
        ),
        CustomFieldConflict::TooManyStored { most } => format!(
            "the organization has {most} custom fields with the archived ones, which is the limit; \
             restore an archived one instead"
        ),
        CustomFieldConflict::TypeInUse {
            key,
            kind,
            candidates,
        } => format!(
            "the type of {key} stays {kind}, because {candidates} candidates have a value; define another field"
        ),
        CustomFieldConflict::OptionInUse {
            key,
            option,
            candidates,
        } => format!(
            "the option {option} of {key} stays, because {candidates} candidates have it; change their value first"
        ),
    }
}

fn copy(why: &CopyConflict) -> String {
    match why {
        CopyConflict::WorkRuns(organization) => format!(
            "an upload or application of {organization} has not ended; keep the server running until it has, then export again"
        ),
        CopyConflict::OrganizationExists(organization) => {
            format!("the organization {organization} exists in this installation")
        }
        CopyConflict::RecordExists(organization) => {
            format!("a record of {organization}, such as an API key, exists in this installation")
        }
        CopyConflict::BrokenAuditLog {
            organization,
            row,
            problem,
        } => format!(
            "{organization} was imported, but row {row} of its audit log {problem}; compare with verify-audit of the old \
             installation"
        ),
        CopyConflict::Unreadable {
            manifest,
            system_error,
        } => format!(
            "cannot read {} ({system_error}); give a folder to which an export was completed",
            manifest.display()
        ),
        CopyConflict::OtherVersion {
            folder,
            program,
            earliest_schema,
        } => {
            let remedy = if folder.schema.as_str() < *earliest_schema {
                "upgrade the program that wrote it, start it once, and export again"
            } else {
                "import it with the version of the program that wrote it"
            };
            format!(
                "the folder was written by a version with the schema {} (format {}), and this one reads {earliest_schema} to {} \
                 (format {}); {remedy}",
                folder.schema, folder.format, program.schema, program.format
            )
        }
    }
}

fn interview(why: &InterviewConflict) -> String {
    match why {
        InterviewConflict::PartOfPanel(id) => format!(
            "interviewerIds: the candidate meets some of these interviewers at that time already ({id}); choose another time"
        ),
        InterviewConflict::SameTime(id) => format!(
            "dateAndTime: this interviewer and this candidate have an interview at that time already ({id}); change that one"
        ),
        InterviewConflict::AlreadyInPanel(id) => format!(
            "interviewerId: this interviewer and this candidate have an interview at that time already ({id}); change its status with updateInterview"
        ),
        InterviewConflict::ChangedMeanwhile {
            status,
            at,
            sequence,
        } => format!(
            "ifSequence: somebody changed the interview meanwhile: it is {} at {at} with sequence {sequence}; read it again and repeat the change",
            status.as_str()
        ),
        InterviewConflict::NoPanel => {
            "interviewId: the interview has one interviewer and is not a panel; schedule a panel with scheduleInterview"
                .to_owned()
        }
        InterviewConflict::PanelClosed(status) => format!(
            "interviewId: the interview is {} and cannot get another interviewer; schedule a new one",
            status.as_str()
        ),
        InterviewConflict::NoRecording(status) => format!(
            "the interview is {} and cannot have a recording; change its status with updateInterview first",
            status.as_str()
        ),
    }
}

fn job(why: &JobConflict) -> String {
    match why {
        JobConflict::Duplicate { by, of } => duplicate_text(*by, of, None),
        JobConflict::HasCandidates => {
            "the job has candidates; archive it with setJobStatus instead".to_owned()
        }
        JobConflict::ChangedWhileScored => {
            "the job or its candidates changed while they were scored again; nothing was changed, \
             send the request again"
                .to_owned()
        }
        JobConflict::StageInUse(why) => stage_in_use(why),
    }
}

/// Returns which job is the same as another one. `row` is the row of an earlier job of an import.
pub(crate) fn duplicate_text(by: DuplicateBy, of: &DuplicateOf, row: Option<u32>) -> String {
    let same = match by {
        DuplicateBy::Code => "job code",
        DuplicateBy::ExternalId => "externalId",
        DuplicateBy::TitleAndPlace => "title, department and location",
    };
    match of {
        DuplicateOf::Stored { code } => {
            format!("the organization already has a job with the same {same}: {code}")
        }
        DuplicateOf::Earlier { .. } => match row {
            Some(row) => format!("row {row} of the file has the same {same}"),
            None => format!("an earlier job has the same {same}"),
        },
    }
}

fn stage_in_use(why: &StageInUse) -> String {
    match why {
        StageInUse::OtherStatus(stage) => format!(
            "the stage {} ({}) has candidates, so its status stays {}; add a stage with the other status",
            stage.name,
            stage.id,
            stage.status.as_str()
        ),
        StageInUse::NoMove(stage) => format!(
            "the stage {} ({}) has candidates; say in moves to which stage they go",
            stage.name, stage.id
        ),
        StageInUse::TooManyCandidates { stage, most } => format!(
            "the stage {} ({}) has more than {most} candidates; move them with moveCandidates first",
            stage.name, stage.id
        ),
    }
}

fn upload(why: UploadConflict) -> String {
    match why {
        UploadConflict::KeyInUse => {
            "another upload with this Idempotency-Key runs or is complete; see GET /uploads/{id}, or use a new key"
                .to_owned()
        }
        UploadConflict::UploadIdTaken => {
            "X-Upload-Id: another upload of the last day has this identifier; choose a new one for each upload"
                .to_owned()
        }
        UploadConflict::ProgressIdTaken => {
            "progressId: an upload or a rescoring of the last day has this identifier; choose a new one each time"
                .to_owned()
        }
        UploadConflict::StoppedTooOften(times) => format!(
            "the server stopped {times} times during this upload; send fewer files at once"
        ),
    }
}

fn too_many(what: Limited, most: usize) -> String {
    match what {
        Limited::AccessTokens => format!(
            "the integration user has {most} valid access tokens, which is the limit; revoke one with revokeAccessToken first"
        ),
        Limited::Corrections => "the candidate has as many corrections as are possible".to_owned(),
        Limited::Documents => format!(
            "the candidate has {most} further documents, which is the limit; delete some first"
        ),
        Limited::GroupMembers => {
            format!("members: a group has at most {most} members; name smaller groups")
        }
        Limited::Groups => {
            format!("the organization has {most} groups, which is the limit; provision fewer")
        }
        Limited::Interviewers => format!(
            "interviewerId: the panel has {most} interviewers, which is the limit; cancel the interview of one first"
        ),
        Limited::Notes => {
            format!("the candidate has {most} notes, which is the limit; delete some first")
        }
        Limited::Passkeys => {
            format!("you have {most} passkeys, which is the limit; remove one first")
        }
        Limited::SavedViews => {
            format!("you have {most} saved views, which is the limit; delete some first")
        }
        Limited::Webhooks => {
            format!("the organization has {most} webhooks, which is the limit; delete some first")
        }
    }
}

fn legal_hold(of: &ProtectedRecord) -> String {
    match of {
        ProtectedRecord::Candidate => {
            "the candidate is under a legal hold; lift it with setLegalHold first".to_owned()
        }
        ProtectedRecord::Document => {
            "the candidate is under a legal hold, so the document cannot be deleted; lift the hold with setLegalHold first"
                .to_owned()
        }
        ProtectedRecord::Recording => {
            "the candidate is under a legal hold, so the recording cannot be removed; lift the hold with setLegalHold first"
                .to_owned()
        }
        ProtectedRecord::Application(candidate) => format!(
            "a legal hold protects application {candidate} or the whole person; lift it with setLegalHold or \
             setPersonLegalHold first"
        ),
    }
}

#[cfg(test)]
mod tests;
