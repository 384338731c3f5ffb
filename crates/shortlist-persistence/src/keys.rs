//! Names for the values that find a row: which record, of which organization. The compiler cannot confuse two identifiers here.

use shortlist_domain::{
    AccountLinkId, CandidateId, InterviewId, JobId, OrganizationId, PasskeyId, SessionId, UserId,
    WebhookId,
};

/// Declares the key of a kind of record, by the identifiers as text.
macro_rules! key {
    ($documentation:literal $name:ident, $record:ident, $id:ty) => {
        #[doc = $documentation]
        #[derive(Clone, Copy)]
        pub(crate) struct $name<'a> {
            pub(crate) organization: &'a str,
            pub(crate) $record: &'a str,
        }

        impl<'a> $name<'a> {
            pub(crate) fn of(organization: &'a OrganizationId, $record: &'a $id) -> Self {
                Self {
                    organization: organization.as_str(),
                    $record: $record.as_str(),
                }
            }
        }
    };
}

key!("The key of a candidate." CandidateKey, candidate, CandidateId);
key!("The key of a job." JobKey, job, JobId);
key!("The key of a user." UserKey, user, UserId);
key!("The key of an interview." InterviewKey, interview, InterviewId);
key!("The key of a session." SessionKey, session, SessionId);
key!("The key of a link of a user." LinkKey, link, AccountLinkId);
key!("The key of a passkey." PasskeyKey, passkey, PasskeyId);
key!("The key of a webhook." WebhookKey, webhook, WebhookId);
