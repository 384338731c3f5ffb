//! Storing an application: as a new candidate, or in addition to an existing one.

use shortlist_domain::{
    ApplicationForm, CandidateId, CandidateIdentity, Document, DocumentId, DocumentKind,
    DocumentMedia, MediaKind, NewCandidate, Resume, SkipReason, Tag,
};
use shortlist_persistence::{ApplicationAddition, CandidateInsertion, NewApplicant};

use super::fields::CheckedFields;
use super::{ApplicationRefusal, Applications, CheckedApplication};
use crate::access::application_sender::ApplicationSender;
use crate::candidates::documents::CheckedFile;
use crate::files::{FileOwner, StagedFile};
use crate::operations::Operation;
use crate::resumes::upload::{KnownContacts, ReceivedFile};
use crate::secrets::{further_bits, random_bits};

/// The reason that is recorded for contact data from the form.
const GIVEN: &str = "stated by the applicant";
/// The tag of a candidate whose scan cannot be read.
const UNREADABLE: &str = "Unreadable scan";

impl Applications<'_> {
    /// Stores an application whose resume was read.
    pub(super) fn store_application(
        &self,
        sender: &ApplicationSender,
        application: CheckedApplication,
        read: Result<Resume, SkipReason>,
    ) -> Result<(), ApplicationRefusal> {
        let scored = self.score(sender, &application, read)?;
        let candidate = scored.map_err(ApplicationRefusal::Unreadable)?;
        self.store_candidate(sender, application, candidate, &[])
    }

    /// Stores an application whose scan was recognized after it was accepted. If that failed, the applicant becomes a
    /// candidate with a tag that says so, because the application must not be lost.
    pub(super) fn store_scan(
        &self,
        sender: &ApplicationSender,
        application: CheckedApplication,
        read: Result<Resume, SkipReason>,
    ) -> Result<(), ApplicationRefusal> {
        if let Ok(candidate) = self.score(sender, &application, read)? {
            return self.store_candidate(sender, application, candidate, &[]);
        }
        let single = self.single_upload(sender, &application.job)?;
        let (name, staged) = &application.resume;
        let file = ReceivedFile {
            name,
            bytes: staged.bytes,
            digest: staged.digest,
        };
        let media = match DocumentMedia::detect(&staged.read()?) {
            Some(DocumentMedia::Docx) => MediaKind::Docx,
            Some(DocumentMedia::Doc) => MediaKind::Doc,
            _ => MediaKind::Pdf,
        };
        let unread = self.uploads.unread_candidate(single, file, media);
        let unread = unread.map_err(ApplicationRefusal::Fault)?;
        let tag = Tag::parse("tags", UNREADABLE)?;
        self.store_candidate(sender, application, unread, &[tag])
    }

    /// Scores a resume that was read. Returns the reason if it cannot be used.
    fn score(
        &self,
        sender: &ApplicationSender,
        application: &CheckedApplication,
        read: Result<Resume, SkipReason>,
    ) -> Result<Result<NewCandidate, SkipReason>, ApplicationRefusal> {
        let single = self.single_upload(sender, &application.job)?;
        let (name, staged) = &application.resume;
        let file = ReceivedFile {
            name,
            bytes: staged.bytes,
            digest: staged.digest,
        };
        let scored = self.uploads.score_single(single, file, read);
        scored.map_err(ApplicationRefusal::Fault)
    }

    fn store_candidate(
        &self,
        sender: &ApplicationSender,
        application: CheckedApplication,
        candidate: NewCandidate,
        tags: &[Tag],
    ) -> Result<(), ApplicationRefusal> {
        let CheckedApplication {
            fields,
            answers,
            resume: (_, staged),
            documents,
            receipt,
            ..
        } = application;
        let candidate = with_contact(candidate, &fields);
        // Identifiers of the same time sort by their random part, so consecutive ones keep the order of the form.
        let random = random_bits()?;
        let numbered = (0_u128..).zip(documents);
        let (documents, files): (Vec<_>, Vec<_>) = numbered
            .map(|(number, file)| self.document(&candidate, file, random.wrapping_add(number)))
            .unzip();
        let form = ApplicationForm {
            receipt,
            organization_id: candidate.organization_id.clone(),
            candidate_id: candidate.id.clone(),
            answers,
            consent: fields.consent,
            contact: fields.contact,
            source: fields.source,
            received_at: candidate.created_at,
            is_kept: true,
        };
        let new = NewApplicant {
            candidate,
            form,
            documents,
            tags: tags.to_vec(),
        };
        self.store_rows(sender, new, staged, files)
    }

    fn document(
        &self,
        candidate: &NewCandidate,
        file: CheckedFile,
        random: u128,
    ) -> (Document, StagedFile) {
        let document = Document {
            id: DocumentId::generate(self.records.clock.now(), random),
            organization_id: candidate.organization_id.clone(),
            candidate_id: candidate.id.clone(),
            kind: DocumentKind::Other,
            name: file.name,
            media: file.media,
            bytes: file.staged.bytes,
            digest: file.staged.digest,
            uploaded_at: candidate.created_at,
            uploaded_by: None,
            competes: false,
        };
        (document, file.staged)
    }

    /// Stores the files before the new, so that no row lacks its file. Files that no row refers to are removed again.
    fn store_rows(
        &self,
        sender: &ApplicationSender,
        new: NewApplicant,
        resume: StagedFile,
        files: Vec<StagedFile>,
    ) -> Result<(), ApplicationRefusal> {
        let stored = self.store_files(&new, resume, files);
        let inserted = stored.and_then(|()| self.insert(sender, &new));
        let outcome = match inserted {
            Ok(CandidateInsertion::Created(_)) => return Ok(()),
            Ok(CandidateInsertion::Duplicate { id, .. }) => self.add(sender, &new, &id),
            Err(error) => Err(error),
        };
        self.files
            .remove(&new.candidate.organization_id, &new.candidate.id)?;
        outcome
    }

    fn store_files(
        &self,
        new: &NewApplicant,
        resume: StagedFile,
        files: Vec<StagedFile>,
    ) -> Result<(), ApplicationRefusal> {
        let of = FileOwner {
            organization: &new.candidate.organization_id,
            candidate: &new.candidate.id,
        };
        self.files
            .store(std::iter::once((&new.candidate, resume)))?;
        for (document, staged) in new.documents.iter().zip(files) {
            self.files.store_document(of, &document.id, staged)?;
        }
        Ok(())
    }

    fn insert(
        &self,
        sender: &ApplicationSender,
        new: &NewApplicant,
    ) -> Result<CandidateInsertion, ApplicationRefusal> {
        let mut random = further_bits()?;
        let writer = self
            .records
            .writers
            .for_party(&sender.party(), Operation::Apply.name());
        Ok(writer.candidates().insert_applicant(new, &mut random)?)
    }

    /// Adds the application to an existing candidate. The resume becomes a further document, unless the candidate has it.
    fn add(
        &self,
        sender: &ApplicationSender,
        new: &NewApplicant,
        existing: &CandidateId,
    ) -> Result<(), ApplicationRefusal> {
        let organization = &new.candidate.organization_id;
        let owner = |candidate| FileOwner {
            organization,
            candidate,
        };
        let (from, to) = (owner(&new.candidate.id), owner(existing));
        let mut documents = Vec::with_capacity(new.documents.len() + 1);
        for document in &new.documents {
            self.files
                .copy_file(from, Some(&document.id), to, &document.id)?;
            documents.push(Document {
                candidate_id: existing.clone(),
                ..document.clone()
            });
        }
        if let Some(document) = self.further_resume(&new.candidate, existing)? {
            self.files.copy_file(from, None, to, &document.id)?;
            documents.push(document);
        }
        let form = ApplicationForm {
            candidate_id: existing.clone(),
            ..new.form.clone()
        };
        let writer = self
            .records
            .writers
            .for_party(&sender.party(), Operation::Apply.name());
        let added = writer.candidates().add_application(&form, &documents);
        let unused = match &added {
            Ok(ApplicationAddition::Stored(unused)) => unused,
            _ => &documents,
        };
        for document in unused {
            self.files.remove_document(to, &document.id)?;
        }
        match added? {
            // The candidate was erased while the files were copied.
            ApplicationAddition::NoCandidate => Err(ApplicationRefusal::Unavailable),
            ApplicationAddition::Stored(_) | ApplicationAddition::Repeated => Ok(()),
        }
    }

    /// Returns the resume as a document of an existing candidate, or `None` if it is a version of their resume.
    fn further_resume(
        &self,
        new: &NewCandidate,
        existing: &CandidateId,
    ) -> Result<Option<Document>, ApplicationRefusal> {
        let organization = &new.organization_id;
        let versions = self
            .records
            .store
            .candidates()
            .resume_versions(organization, existing)?;
        let digest = new.file.digest;
        if versions.iter().any(|version| version.file.digest == digest) {
            return Ok(None);
        }
        Ok(Some(Document {
            id: DocumentId::generate(self.records.clock.now(), random_bits()?),
            organization_id: organization.clone(),
            candidate_id: existing.clone(),
            kind: DocumentKind::Resume,
            name: new.file.name.clone(),
            media: match new.file.media {
                MediaKind::Pdf => DocumentMedia::Pdf,
                MediaKind::Doc => DocumentMedia::Doc,
                MediaKind::Docx => DocumentMedia::Docx,
            },
            bytes: new.file.bytes,
            digest,
            uploaded_at: new.created_at,
            uploaded_by: None,
            competes: true,
        }))
    }
}

/// Returns the candidate with the contact data of the form, which an applicant knows better than a reader of the resume.
fn with_contact(mut candidate: NewCandidate, fields: &CheckedFields) -> NewCandidate {
    let contacts = KnownContacts {
        full_name: fields.contact.full_name.clone(),
        email: fields.email.clone(),
        phone: fields.phone.clone(),
    };
    contacts.apply_to(&mut candidate.resume, GIVEN);
    candidate.identity = CandidateIdentity::of(
        candidate.resume.email_address(),
        candidate.resume.phone_number(),
        candidate.file.digest,
    );
    candidate
}
