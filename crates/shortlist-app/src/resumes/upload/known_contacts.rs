//! Names and contact data that somebody knows better than a reader of the resume.

use shortlist_domain::{Candidate, EmailAddress, Found, PhoneNumber, Resume};

/// What is known. `None` leaves what was read.
#[derive(Debug, Clone, Default)]
pub(crate) struct KnownContacts {
    pub(crate) full_name: Option<String>,
    pub(crate) email: Option<EmailAddress>,
    pub(crate) phone: Option<PhoneNumber>,
}

impl KnownContacts {
    /// Returns the name and the contact data of a candidate, which somebody may have corrected.
    pub(crate) fn of(candidate: &Candidate) -> Self {
        let name = candidate.full_name.clone();
        Self {
            full_name: Some(name).filter(|name| !name.is_empty()),
            email: candidate.email.clone(),
            phone: candidate.phone.clone(),
        }
    }

    /// Puts into a resume what is known. A value that the reader found too keeps its place in the text. `reason` says how it is known.
    pub(crate) fn apply_to(self, resume: &mut Resume, reason: &'static str) {
        if let Some(name) = self.full_name
            && resume.name() != Some(name.as_str())
        {
            resume.full_name = Some(Found::certain(name, None, reason));
        }
        if let Some(email) = self.email
            && resume.email_address() != Some(&email)
        {
            resume.email = Some(Found::certain(email, None, reason));
        }
        if let Some(phone) = self.phone
            && resume.phone_number() != Some(&phone)
        {
            resume.phone = Some(Found::certain(phone, None, reason));
        }
    }
}
