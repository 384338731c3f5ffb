//! The mails that a rejection of candidates sends, before anybody decides. They have the template that the outbox uses, and the values
//! that it would look up now.
//!
//! The digest of a preview contains what the caller sees, and nothing else: otherwise, the digest for a masked candidate would confirm a
//! guessed name or address.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use data_encoding::HEXLOWER;
use sha2::{Digest as _, Sha256};
use shortlist_domain::{
    Candidate, CandidateCode, CandidateId, CandidateStatus, EmailAddress, InvalidValue, JobId,
    MailFailureReason, OrganizationId, Principal,
};
use shortlist_mail::{
    Content, Explanation, Language, MailAddress, Placeholder, Template, TemplateKind, Values,
};

use crate::access::job_access::{check_candidates_visible, visible_candidate};
use crate::blind::Masks;
use crate::checks::{NO_JOB, find_candidate_ids, no_such_candidates};
use crate::conflict::MailConflict;
use crate::error::AppError;
use crate::mails::drafts::shown_name;
use crate::mails::listing::Mails;
use crate::mails::templates::{template_in_use, unwritable};

/// Which rejections to preview.
#[derive(Debug, Clone, Default)]
#[expect(missing_docs, reason = "each is the input field of that name")]
pub struct PreviewRejectionMails {
    pub candidate_ids: Vec<String>,
    pub mail_of: Option<String>,
}

/// The mails that a rejection of some candidates sends.
#[derive(Debug, Clone)]
pub struct RejectionMails {
    /// The language.
    pub language: Language,
    /// What all mails have in common. What differs is a placeholder in braces.
    pub common: Content,
    /// The candidates, in the order of the request.
    pub recipients: Vec<MailRecipient>,
    /// The whole mail to the candidate whom the request names, if that candidate gets one. It explains a rejection by the caller without a
    /// reason. For a masked candidate, the explanation is a placeholder, because it quotes the resume.
    pub whole: Option<Content>,
}

/// A candidate of a rejection, and what differs in the mail.
#[derive(Debug, Clone)]
pub struct MailRecipient {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// The code of the candidate.
    pub code: CandidateCode,
    /// The name in the mail. For a masked candidate it is the code, and the mail has the name.
    pub shown_name: String,
    /// The title of the job.
    pub job_title: String,
    /// Where the mail goes.
    pub address: RecipientAddress,
    /// Why there is no mail; `None` if there is one.
    pub no_mail: Option<MailFailureReason>,
}

/// The address of a recipient.
#[derive(Debug, Clone)]
pub enum RecipientAddress {
    /// The candidate has none.
    Missing,
    /// The candidate is masked, and has one.
    Masked,
    /// The caller may see it.
    Shown(EmailAddress),
}

impl RecipientAddress {
    /// Returns the address, if there is one that the caller may see.
    pub fn shown(&self) -> Option<&str> {
        match self {
            Self::Missing | Self::Masked => None,
            Self::Shown(address) => Some(address.as_str()),
        }
    }
}

impl MailRecipient {
    fn of(candidate: &Candidate, is_masked: bool, job_title: String) -> Self {
        let address = match &candidate.email {
            None => RecipientAddress::Missing,
            Some(_) if is_masked => RecipientAddress::Masked,
            Some(address) => RecipientAddress::Shown(address.clone()),
        };
        Self {
            candidate_id: candidate.id.clone(),
            code: candidate.code.clone(),
            shown_name: shown_name(candidate, is_masked),
            job_title,
            address,
            no_mail: no_mail(candidate),
        }
    }

    /// Returns whether an input names this candidate, by identifier or by code. Others are not looked up, so the answer does not say
    /// whether a candidate exists whom the caller may not see.
    fn is_named(&self, name: &str) -> bool {
        let code = CandidateCode::parse("mailOf", name);
        self.candidate_id.as_str() == name || code.is_ok_and(|code| code == self.code)
    }

    /// Returns what a digest contains of the recipient.
    fn parts(&self) -> [&str; 5] {
        let address = match &self.address {
            RecipientAddress::Missing => "missing",
            RecipientAddress::Masked => "masked",
            RecipientAddress::Shown(address) => address.as_str(),
        };
        [
            self.candidate_id.as_str(),
            &self.shown_name,
            &self.job_title,
            address,
            self.no_mail.map_or("", MailFailureReason::as_str),
        ]
    }
}

/// Returns why a rejection of a candidate sends no mail.
fn no_mail(candidate: &Candidate) -> Option<MailFailureReason> {
    if candidate.status == Some(CandidateStatus::Rejected) {
        return Some(MailFailureReason::CandidateRejected);
    }
    let Some(address) = &candidate.email else {
        return Some(MailFailureReason::NoAddress);
    };
    let is_unusable = MailAddress::of("emailAddress", address).is_err();
    is_unusable.then_some(MailFailureReason::Unwritable)
}

impl RejectionMails {
    /// Returns the digest of what the preview shows. Another text, recipient, name or address makes another one; the order of the
    /// candidates does not.
    pub fn digest(&self) -> String {
        let mut hasher = Sha256::new();
        let mut add = |part: &str| {
            // With the length, a part that moves to the next one makes another digest.
            hasher.update(u64::try_from(part.len()).unwrap_or(u64::MAX).to_be_bytes());
            hasher.update(part);
        };
        add(self.language.code());
        add(self.common.subject.as_str());
        add(&self.common.text);
        add(&self.common.html);
        let mut recipients: Vec<&MailRecipient> = self.recipients.iter().collect();
        recipients.sort_by(|one, other| one.candidate_id.cmp(&other.candidate_id));
        for recipient in recipients {
            for part in recipient.parts() {
                add(part);
            }
        }
        let digest: [u8; 32] = hasher.finalize().into();
        HEXLOWER.encode(&digest)
    }
}

impl Mails<'_> {
    /// Returns the mails that a rejection of candidates sends, or `None` if candidates get no mails. Nothing is stored.
    ///
    /// # Errors
    /// Returns an error if there are too many candidates, or if the organization lacks one of them.
    pub fn preview_rejections(
        &self,
        principal: &Principal,
        input: &PreviewRejectionMails,
    ) -> Result<Option<RejectionMails>, AppError> {
        let (store, organization) = (self.records.store, &principal.organization_id);
        let ids = find_candidate_ids(store, organization, &input.candidate_ids)?;
        check_candidates_visible(store, principal, &ids)?;
        if !self.is_to_candidates() {
            return Ok(None);
        }
        let recipients = self.recipients(principal, &ids)?;
        let named = input.mail_of.as_deref();
        let whole_of = named.and_then(|name| recipients.iter().find(|one| one.is_named(name)));
        let whole_of = whole_of.filter(|one| one.no_mail.is_none());
        let wording = self.wording(organization)?;
        Ok(Some(RejectionMails {
            language: wording.language,
            common: wording.common(&recipients)?,
            whole: whole_of
                .map(|one| self.whole(principal, &wording, one))
                .transpose()?,
            recipients,
        }))
    }

    /// Checks that the mails of a rejection are those of a preview. Without mails, its digest is empty.
    ///
    /// # Errors
    /// Returns an error if they are not.
    pub fn check_preview(
        &self,
        principal: &Principal,
        candidate_ids: &[String],
        digest: &str,
    ) -> Result<(), AppError> {
        let now = if self.is_to_candidates() {
            let input = PreviewRejectionMails {
                candidate_ids: candidate_ids.to_vec(),
                mail_of: None,
            };
            self.preview_rejections(principal, &input)?
        } else {
            None
        };
        let now = now.map(|mails| mails.digest()).unwrap_or_default();
        if now == digest {
            Ok(())
        } else {
            Err(AppError::conflict(MailConflict::PreviewChanged))
        }
    }

    fn recipients(
        &self,
        principal: &Principal,
        ids: &[CandidateId],
    ) -> Result<Vec<MailRecipient>, AppError> {
        let (store, organization) = (self.records.store, &principal.organization_id);
        let mut found = store.candidates().load_many(organization, ids)?;
        let masks = Masks::of(store, principal, ids)?;
        let mut titles: HashMap<JobId, String> = HashMap::new();
        let (mut recipients, mut missing) = (Vec::with_capacity(ids.len()), Vec::new());
        for id in ids {
            let Some((candidate, _)) = found.remove(id) else {
                missing.push(id.clone());
                continue;
            };
            let title = match titles.entry(candidate.job_id.clone()) {
                Entry::Occupied(known) => known.get().clone(),
                Entry::Vacant(unknown) => {
                    let job = store.jobs().find(organization, &candidate.job_id)?;
                    unknown.insert(job.ok_or(NO_JOB)?.title).clone()
                }
            };
            recipients.push(MailRecipient::of(&candidate, masks.hides(id), title));
        }
        if missing.is_empty() {
            Ok(recipients)
        } else {
            Err(no_such_candidates(missing).into())
        }
    }

    /// Writes the whole mail to a candidate.
    fn whole(
        &self,
        principal: &Principal,
        wording: &Wording,
        recipient: &MailRecipient,
    ) -> Result<Content, AppError> {
        let is_masked = matches!(recipient.address, RecipientAddress::Masked);
        let explanation = if wording.explains && !is_masked {
            let id = &recipient.candidate_id;
            let candidate = visible_candidate(self.records.store, principal, id)?;
            let packets = &self.outbox.packets;
            Some(packets.mailed_if_rejected(principal, &candidate, wording.language)?)
        } else {
            wording.unknown_explanation()
        };
        let (name, title) = (&recipient.shown_name, &recipient.job_title);
        Ok(wording.write(name.clone(), title.clone(), explanation)?)
    }

    fn wording(&self, organization: &OrganizationId) -> Result<Wording, AppError> {
        let kind = TemplateKind::Rejected;
        let language = self.language(organization)?;
        let own = self.outbox.own_text(organization, kind, language)?;
        let found = self.records.store.organizations().find(organization)?;
        Ok(Wording {
            language,
            template: template_in_use(organization, kind, language, own.as_ref())?,
            organization_name: found.map(|found| found.name).unwrap_or_default(),
            explains: self.outbox.packets.are_mailed(organization)?,
        })
    }

    /// Returns the language that mails of an organization are sent in.
    fn language(&self, organization: &OrganizationId) -> Result<Language, AppError> {
        let identity = self.identity(organization)?;
        Ok(identity.map_or(Language::English, |identity| identity.language))
    }
}

/// What rejections say.
struct Wording {
    language: Language,
    template: Template,
    organization_name: String,
    /// Whether they explain the decision.
    explains: bool,
}

impl Wording {
    /// Writes what all mails have in common.
    fn common(&self, recipients: &[MailRecipient]) -> Result<Content, InvalidValue> {
        let mut titles = recipients.iter().map(|one| one.job_title.as_str());
        let first = titles.next();
        let title = first.filter(|first| titles.all(|title| title == *first));
        let title = title.map_or_else(|| Placeholder::JobTitle.to_string(), str::to_owned);
        let name = Placeholder::CandidateName.to_string();
        self.write(name, title, self.unknown_explanation())
    }

    /// Returns the placeholder of the explanation as its value, if rejections have one.
    fn unknown_explanation(&self) -> Option<Explanation> {
        self.explains.then(|| Explanation {
            paragraphs: vec![Placeholder::Explanation.to_string()],
            contact: String::new(),
        })
    }

    fn write(
        &self,
        name: String,
        job_title: String,
        explanation: Option<Explanation>,
    ) -> Result<Content, InvalidValue> {
        let values = Values {
            candidate_name: Some(name),
            job_title: Some(job_title),
            organization_name: Some(self.organization_name.clone()),
            explanation,
            ..Values::default()
        };
        let content = self.template.write(self.language, &values);
        content.map_err(unwritable)
    }
}
