//! What each operation did, as the verb of a sentence.

use shortlist_domain::AuditedKind;

/// What follows the verb.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Object {
    /// The candidate, and the job after this word.
    Candidate(&'static str),
    /// The job.
    Job,
    /// The user.
    User,
    /// Nothing: the verb says it all.
    Nothing,
}

/// A verb with its object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Phrase {
    pub(super) verb: &'static str,
    pub(super) object: Object,
}

const fn candidate(verb: &'static str) -> Phrase {
    Phrase {
        verb,
        object: Object::Candidate("for"),
    }
}

const fn job(verb: &'static str) -> Phrase {
    Phrase {
        verb,
        object: Object::Job,
    }
}

const fn user(verb: &'static str) -> Phrase {
    Phrase {
        verb,
        object: Object::User,
    }
}

const fn nothing(verb: &'static str) -> Phrase {
    Phrase {
        verb,
        object: Object::Nothing,
    }
}

/// Returns the phrase for a new status of a candidate.
pub(super) fn of_status(status: &str) -> Option<Phrase> {
    Some(match status {
        "Active" => candidate("made active:"),
        "OnHold" => candidate("put on hold:"),
        "Rejected" => candidate("rejected"),
        "Hired" => candidate("hired"),
        "Withdrawn" => Phrase {
            verb: "recorded the withdrawal of",
            object: Object::Candidate("from"),
        },
        "" => candidate("took back the decision about"),
        _ => return None,
    })
}

/// Returns the phrase for a new status of a job.
pub(super) fn of_job_status(status: &str) -> Option<Phrase> {
    Some(match status {
        "Open" => job("opened the job"),
        "Closed" => job("closed the job"),
        "Archived" => job("archived the job"),
        "Draft" => job("made a draft of the job"),
        _ => return None,
    })
}

/// Returns the phrase for an operation that writes entries about several kinds of objects.
pub(super) fn of_kind(operation: &str, kind: AuditedKind) -> Option<Phrase> {
    let of_people = [
        "mergePeople",
        "splitPerson",
        "erasePerson",
        "setPersonLegalHold",
    ];
    Some(match (operation, kind) {
        ("apply", AuditedKind::Document) => candidate("sent a document with the application of"),
        ("apply", AuditedKind::Job) => job("sent an application for"),
        ("bulkUploadResumes", AuditedKind::Job) => job("uploaded resumes for"),
        ("bulkUploadResumes", AuditedKind::Operation) => {
            nothing("uploaded a resume that was there already")
        }
        ("addJobByFile", AuditedKind::Organization) => nothing("imported jobs"),
        ("setJobStages", AuditedKind::Candidate) => candidate("moved"),
        (other, AuditedKind::Person) if !of_people.contains(&other) => {
            nothing("joined the applications of one person")
        }
        _ => return None,
    })
}

/// Returns the phrase for an operation, or `None` if it is rare.
pub(super) fn of_operation(operation: &str) -> Option<Phrase> {
    of_candidates(operation)
        .or_else(|| of_interviews(operation))
        .or_else(|| of_jobs(operation))
        .or_else(|| of_accounts(operation))
        .or_else(|| of_organization(operation))
}

fn of_candidates(operation: &str) -> Option<Phrase> {
    Some(match operation {
        "bulkUploadResumes" => candidate("uploaded the resume of"),
        "createCandidate" => candidate("added"),
        "apply" => candidate("sent the application of"),
        "considerForJob" => candidate("considered"),
        "updateCandidate" | "updateCandidates" => candidate("changed"),
        "moveCandidates" => candidate("moved"),
        "setOffer" => candidate("changed the offer to"),
        "addNote" => candidate("added a note about"),
        "deleteNote" => candidate("deleted a note about"),
        "addDocument" => candidate("added a document to"),
        "getDocument" => candidate("opened a document of"),
        "deleteDocument" => candidate("deleted a document of"),
        "getOriginalFile" => candidate("opened the original file of"),
        "chooseResume" => candidate("chose the resume that counts for"),
        "correctResume" | "addResumeEntry" => candidate("corrected the resume of"),
        "revealCandidate" => candidate("revealed the identity of"),
        "mergePeople" => candidate("merged the applications of"),
        "splitPerson" => candidate("separated the applications of"),
        "exportCandidate" | "exportPerson" => candidate("exported the data of"),
        "setLegalHold" | "setPersonLegalHold" => candidate("changed the legal hold on"),
        "eraseCandidate" | "erasePerson" => candidate("erased all data of"),
        "getCandidatePacket" => candidate("opened the explanation for"),
        "resendMail" => candidate("sent a mail again about"),
        "recordExplanation" => candidate("recorded the explanation given to"),
        _ => return None,
    })
}

fn of_interviews(operation: &str) -> Option<Phrase> {
    Some(match operation {
        "submitReview" => candidate("reviewed"),
        "assignInterviewer" | "scheduleInterview" => candidate("scheduled an interview with"),
        "updateInterview" => candidate("changed an interview with"),
        "addInterviewer" => candidate("added an interviewer for"),
        "submitInterviewReport" => candidate("reported on an interview with"),
        "saveReportDraft" => candidate("saved a draft of a report on"),
        "putRecording" => candidate("stored a recording of an interview with"),
        "deleteRecording" => candidate("deleted a recording of an interview with"),
        _ => return None,
    })
}

fn of_jobs(operation: &str) -> Option<Phrase> {
    Some(match operation {
        "createJob" => job("created the job"),
        "addJobByFile" => job("imported the job"),
        "updateJob" => job("changed the job"),
        "updateJobRequirements" => job("changed the requirements of"),
        "setJobStatus" => job("changed the status of the job"),
        "setHiringTeam" => job("changed the hiring team of"),
        "setJobStages" => job("changed the stages of"),
        "setJobQuestions" => job("changed the questions to applicants for"),
        "deleteJob" => job("deleted the job"),
        "exportCandidates" => job("exported the list of candidates for"),
        "rescoreJob" => job("scored the candidates again for"),
        _ => return None,
    })
}

fn of_accounts(operation: &str) -> Option<Phrase> {
    Some(match operation {
        "webSignIn" => nothing("signed in"),
        "webSignOut" | "logout" => nothing("signed out"),
        "login" | "openSession" => nothing("signed in with a program"),
        "refresh" => nothing("renewed a sign-in with a program"),
        "singleSignOn" => nothing("signed in with single sign-on"),
        "exchangeToken" => nothing("signed in with a program by single sign-on"),
        "providerSignOut" => {
            nothing("ended a session because its user signed out at the identity provider")
        }
        "changePassword" => nothing("changed their own password"),
        "setUpSecondFactor" => nothing("set up a second factor"),
        "renewRecoveryCodes" => nothing("made new recovery codes for themselves"),
        "removeSecondFactor" => nothing("removed their own second factor"),
        "proveSecondFactor" => nothing("confirmed who they are by a second factor"),
        "registerPasskey" => nothing("added a passkey"),
        "removePasskey" => nothing("removed a passkey of their own"),
        "resetSecondFactor" => user("removed the second factor of"),
        "endSession" | "endOtherSessions" => nothing("ended a session of their own"),
        "unlinkIdentity" => nothing("unlinked their own account at the identity provider"),
        "unlinkUserIdentity" => user("unlinked the account at the identity provider of"),
        "updateMailPreferences" => nothing("changed which mails they get"),
        "endUserSession" | "endUserSessions" => user("ended a session of the user"),
        "createUser" => user("created the user"),
        "updateUser" => user("changed the user"),
        "inviteUser" => user("invited the user"),
        "renewInvitation" => user("sent a new invitation to"),
        "requestPasswordReset" => user("asked for a link to reset the password of"),
        "setPasswordByLink" => nothing("set their own password by a link"),
        "createIntegrationUser" => user("created the account of a program,"),
        "provisionUser" => user("created, for the identity provider, the user"),
        "changeProvisionedUser" => user("changed, for the identity provider, the user"),
        "removeProvisionedUser" => user("deactivated, for the identity provider, the user"),
        "createAccessToken" => nothing("created an access token"),
        "revokeAccessToken" => nothing("revoked an access token"),
        "createApiKey" => nothing("created an API key"),
        "rotateApiKey" => nothing("rotated an API key"),
        "revokeApiKey" => nothing("revoked an API key"),
        "createWebhook" => nothing("created a webhook"),
        "updateWebhook" => nothing("changed a webhook"),
        "deleteWebhook" => nothing("deleted a webhook"),
        "rotateWebhookSecret" => nothing("rotated the secret of a webhook"),
        "pingWebhook" => nothing("tested a webhook"),
        "sendTestMail" => nothing("sent a test mail to themselves"),
        "deliverWebhooks" => nothing("turned off a webhook that failed"),
        "announceExpiry" => nothing("announced that an API key expires"),
        _ => return None,
    })
}

fn of_organization(operation: &str) -> Option<Phrase> {
    Some(match operation {
        "createOrganization" => nothing("created the organization"),
        "exportOrganization" => nothing("exported the organization"),
        "importOrganization" => nothing("imported the organization"),
        "setUploadQuota" => nothing("changed the upload quota"),
        "setRetentionPolicy" => nothing("changed the retention period"),
        "setDecisionPolicy" => nothing("changed the settings for decisions"),
        "setRejectionReasons" => nothing("changed the reasons for rejections"),
        "setCustomField" => nothing("changed the custom fields"),
        "setStageTemplate" => nothing("changed the stages of new jobs"),
        "setMailTemplate" => nothing("changed the text of a mail"),
        "resetMailTemplate" => nothing("reset the text of a mail"),
        "setMailSender" => nothing("changed the sender of mails"),
        "setRecruiterAccess" => {
            nothing("changed which jobs recruiters see, or whether hiring managers decide")
        }
        "setSecondFactorPolicy" => nothing("changed who needs a second factor"),
        "importSelfIdentification" => nothing("imported answers for bias audits"),
        "getBiasAudit" => nothing("computed a bias audit"),
        "getDecisionRecords" => nothing("read the records of decisions"),
        "setIdentityProvider" => nothing("changed single sign-on"),
        "removeIdentityProvider" => nothing("removed single sign-on"),
        "createScimToken" => nothing("created the provisioning token"),
        "revokeScimToken" => nothing("revoked the provisioning token"),
        "provisionGroup" => nothing("provisioned a group"),
        "changeProvisionedGroup" => nothing("changed a provisioned group"),
        "removeProvisionedGroup" => nothing("removed a provisioned group"),
        "verifyAuditLog" => nothing("verified the audit log"),
        "saveView" => nothing("saved a view of the ranking"),
        "deleteSavedView" => nothing("deleted a view of the ranking"),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_that_change_records_have_a_phrase() {
        let writes = ["add", "create", "update", "set", "delete", "submit", "move"];
        for action in shortlist_app::audited_actions() {
            let is_write = writes.iter().any(|verb| action.starts_with(verb));
            assert!(!is_write || of_operation(action).is_some(), "{action}");
        }
    }
}
