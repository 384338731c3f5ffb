//! The export of a candidate's data: JSON Resume, plus the data that this service created.

mod decisions;
mod files;
mod mails;
mod self_identification;

use serde_json::{Map, Value, json};
use shortlist_domain::{
    AuditedKind, Candidate, CandidateId, EducationEntry, InterviewId, InterviewReport,
    NewAuditEntry, Note, Offer, OrganizationId, PartialDate, Party, PersonId, Position, Principal,
    Recording, ReportVersion, Resume, Reveal, StageStep, TimeZone, UserId,
};
use shortlist_persistence::StoredReceipt;

use crate::access::job_access::visible_candidate;
use crate::blind::check_revealed;
use crate::candidates::Candidates;
use crate::candidates::custom_fields::CandidateField;
use crate::checks::{NO_CANDIDATE, find_candidate_id};
use crate::error::AppError;
use crate::interviews::hidden_reviews::HiddenReviews;
use crate::operations::Operation;
use crate::scores::receipt_json::receipt_json;

/// The schema of the JSON Resume part (<https://jsonresume.org/schema>).
const SCHEMA: &str =
    "https://raw.githubusercontent.com/jsonresume/resume-schema/v1.0.0/schema.json";

/// The part with the data that this service created.
const OWN_PART: &str = "shortlist";
const REVIEWS: &str = "reviews";
/// Whether the reviews are left out because the caller interviews the candidate and has not given their own.
const REVIEWS_HIDDEN: &str = "reviewsHidden";

impl Candidates<'_> {
    /// Exports a candidate of a job that the caller has access to.
    ///
    /// # Errors
    /// Returns an error if the organization has no such candidate, or the caller has no access to it.
    pub fn export_for(&self, principal: &Principal, candidate_id: &str) -> Result<Value, AppError> {
        let id = find_candidate_id(self.store, &principal.organization_id, candidate_id)?;
        visible_candidate(self.store, principal, &id)?;
        check_revealed(self.store, principal, &id)?;
        let export = self.exported_for(principal, &id)?;
        self.record_export(&principal.party(), &id)?;
        Ok(export)
    }

    /// Returns everything stored about a candidate, as JSON Resume with an additional part `shortlist`.
    ///
    /// That part contains the record, the file as text, every receipt, the interviews with their reports, and the reviews.
    /// The export is recorded in the audit log.
    ///
    /// # Errors
    /// Returns an error if the organization has no such candidate.
    pub fn export(&self, party: &Party, candidate_id: &str) -> Result<Value, AppError> {
        let id = find_candidate_id(self.store, &party.organization_id, candidate_id)?;
        let export = self.exported(party, &id)?;
        self.record_export(party, &id)?;
        Ok(export)
    }

    fn record_export(&self, party: &Party, id: &CandidateId) -> Result<(), AppError> {
        let entry = NewAuditEntry::done(AuditedKind::Candidate, id.as_str()).for_candidate(id);
        self.writers
            .for_party(party, Operation::ExportCandidate.name())
            .record(&[entry])?;
        Ok(())
    }

    /// Returns everything stored about a candidate that the principal may see: without the reviews, if they are hidden. The caller
    /// records the export.
    pub(crate) fn exported_for(
        &self,
        principal: &Principal,
        id: &CandidateId,
    ) -> Result<Value, AppError> {
        let mut export = self.exported(&principal.party(), id)?;
        let hidden = HiddenReviews::of(self.store, principal, std::slice::from_ref(id))?;
        if hidden.hides(id)
            && let Some(own) = export.get_mut(OWN_PART).and_then(Value::as_object_mut)
        {
            own.insert(REVIEWS.to_owned(), json!([]));
            own.insert(REVIEWS_HIDDEN.to_owned(), true.into());
        }
        Ok(export)
    }

    /// Returns everything stored about a candidate, for the operator.
    fn exported(&self, party: &Party, id: &CandidateId) -> Result<Value, AppError> {
        let organization = &party.organization_id;
        let candidate = self
            .store
            .candidates()
            .find(organization, id)?
            .ok_or(NO_CANDIDATE)?;
        let ids = std::slice::from_ref(id);
        let stored = self
            .store
            .candidates()
            .load_resumes(organization, ids)?
            .remove(id);
        let receipts = self.store.scores().list_receipts(organization, id)?;
        let reviews = self.store.candidates().list_reviews(organization, id)?;
        let person = self.store.people().of_candidates(organization, ids)?;
        let person = person.get(id).map(PersonId::as_str);
        let mut export = match &stored {
            Some(stored) => json_resume(&candidate, &stored.resume),
            None => json!({ "basics": basics(&candidate) }),
        };
        let file = stored.as_ref().map(|stored| {
            json!({
                "name": stored.file.name,
                "mediaType": stored.file.media.media_type(),
                "bytes": stored.file.bytes,
                "sha256": stored.file.digest.to_hex(),
                "text": stored.resume.text.as_str(),
            })
        });
        let reviews: Vec<Value> = reviews.iter().map(review).collect();
        let mut own = json!({
            "candidate": record(&candidate),
            "file": file,
            "scoreReceipts": receipts.iter().map(receipt).collect::<Vec<_>>(),
            "interviews": self.exported_interviews(party, id)?,
            REVIEWS: reviews,
            REVIEWS_HIDDEN: false,
            "personId": person,
        });
        if let Some(own) = own.as_object_mut() {
            own.extend(self.exported_records(organization, id)?);
        }
        self.add_files(&mut own, organization, id)?;
        self.add_self_identification(&mut own, (party, id))?;
        if let Some(fields) = export.as_object_mut() {
            fields.insert("$schema".to_owned(), SCHEMA.into());
            fields.insert(
                "meta".to_owned(),
                json!({ "version": "v1.0.0", "lastModified": self.clock.now().to_string() }),
            );
            fields.insert(OWN_PART.to_owned(), own);
        }
        Ok(export)
    }

    /// Returns what colleagues and other systems stored about a candidate.
    fn exported_records(
        &self,
        organization: &OrganizationId,
        id: &CandidateId,
    ) -> Result<Map<String, Value>, AppError> {
        let ids = std::slice::from_ref(id);
        let candidates = self.store.candidates();
        let fields = self.all_custom_values(organization, ids)?.remove(id);
        let fields = fields.unwrap_or_default();
        let tags = candidates.load_tags(organization, ids)?.remove(id);
        let tags = tags.unwrap_or_default();
        let reveals = candidates.list_reveals(organization, id)?;
        let offers = candidates.load_offers(organization, ids)?;
        let records = [
            ("tags", tags.into()),
            (
                "reveals",
                reveals.iter().map(reveal).collect::<Vec<_>>().into(),
            ),
            (
                "notes",
                notes(&candidates.list_notes(organization, id)?).into(),
            ),
            (
                "stageHistory",
                stage_history(&candidates.stage_history(organization, id)?).into(),
            ),
            ("offer", offers.get(id).map(offer).into()),
            ("corrections", self.exported_corrections(organization, id)?),
            ("decisions", self.exported_decisions(organization, id)?),
            ("mails", self.exported_mails(organization, id)?),
            ("customFields", custom_fields(&fields).into()),
        ];
        let named = |(name, value): (&str, Value)| (name.to_owned(), value);
        Ok(records.into_iter().map(named).collect())
    }

    fn exported_interviews(&self, party: &Party, id: &CandidateId) -> Result<Vec<Value>, AppError> {
        let organization = &party.organization_id;
        let interviews = self
            .store
            .interviews()
            .list_for_candidate(organization, id)?;
        interviews
            .iter()
            .map(|interview| {
                let report = self
                    .store
                    .reports()
                    .find_for_interview(organization, &interview.id)?;
                let recording = self.store.recordings().find(organization, &interview.id)?;
                let reports = self.store.reports();
                let earlier = reports.earlier_versions(organization, &interview.id)?;
                Ok(json!({
                    "_id": interview.id.as_str(),
                    "interviewerId": interview.interviewer_id.as_str(),
                    "interviewerName": interview.interviewer_name,
                    "dateAndTime": interview.date_and_time.to_string(),
                    "status": interview.status.as_str(),
                    "durationMinutes": interview.details.duration.get(),
                    "place": interview.details.place,
                    "meetingLink": interview.details.meeting_link,
                    "timeZone": interview.details.time_zone.map(TimeZone::name),
                    "panelId": interview.panel_id.as_ref().map(InterviewId::as_str),
                    "report": report.as_ref().map(exported_report),
                    "earlierReports": earlier.iter().map(exported_version).collect::<Vec<_>>(),
                    "recording": recording.as_ref().map(exported_recording),
                }))
            })
            .collect()
    }
}

fn review(review: &shortlist_domain::Review) -> Value {
    json!({
        "reviewerId": review.reviewer_id.as_str(),
        "score": review.score.to_f64(),
        "comment": review.comment,
        "createdAt": review.created_at.to_string(),
    })
}

fn record(candidate: &Candidate) -> Value {
    json!({
        "_id": candidate.id.as_str(),
        "uId": candidate.code.as_str(),
        "organizationId": candidate.organization_id.as_str(),
        "jobId": candidate.job_id.as_str(),
        "fullName": candidate.full_name,
        "emailAddress": candidate.email.as_ref().map(ToString::to_string),
        "phoneNumber": candidate.phone.as_ref().map(ToString::to_string),
        "resumeScore": candidate.score.map(shortlist_domain::Score::to_f64),
        "skillsFound": candidate.skills,
        "status": candidate.status.map(shortlist_domain::CandidateStatus::as_str),
        "statusReason": candidate.status_reason,
        "stageId": candidate.stage_id.as_str(),
        "source": candidate.source,
        "externalId": candidate.external_id,
        "createdAt": candidate.created_at.to_string(),
        "updatedAt": candidate.updated_at.to_string(),
    })
}

/// Returns the notes of a candidate.
fn notes(notes: &[Note]) -> Vec<Value> {
    let note = |note: &Note| {
        json!({
            "authorId": note.author_id.as_str(),
            "text": note.text,
            "createdAt": note.created_at.to_string(),
        })
    };
    notes.iter().map(note).collect()
}

fn reveal(reveal: &Reveal) -> Value {
    json!({
        "userId": reveal.user_id.as_str(),
        "reason": reveal.reason,
        "revealedAt": reveal.revealed_at.to_string(),
    })
}

fn stage_history(steps: &[StageStep]) -> Vec<Value> {
    let step = |step: &StageStep| {
        json!({
            "fromStage": step.from.1,
            "stage": step.to.name,
            "status": step.to.status.as_str(),
            "reason": step.reason,
            "userId": step.user_id.as_ref().map(UserId::as_str),
            "movedAt": step.at.to_string(),
        })
    };
    steps.iter().map(step).collect()
}

fn offer(offer: &Offer) -> Value {
    json!({
        "amount": offer.money.amount(),
        "currency": offer.money.currency().code(),
        "startDate": offer.start_date.map(|day| day.to_string()),
        "state": offer.state.as_str(),
        "stageId": offer.stage_id.as_str(),
        "createdAt": offer.created_at.to_string(),
        "updatedAt": offer.updated_at.to_string(),
    })
}

fn custom_fields(fields: &[CandidateField]) -> Vec<Value> {
    let field = |one: &CandidateField| json!({ "key": one.field.key, "label": one.field.label, "value": one.value });
    fields.iter().map(field).collect()
}

fn basics(candidate: &Candidate) -> Value {
    let mut basics = json!({ "name": candidate.full_name });
    let email = candidate.email.as_ref().map(ToString::to_string);
    let phone = candidate.phone.as_ref().map(ToString::to_string);
    for (name, value) in [("email", email), ("phone", phone)] {
        if let (Some(value), Some(fields)) = (value, basics.as_object_mut()) {
            fields.insert(name.to_owned(), value.into());
        }
    }
    basics
}

fn json_resume(candidate: &Candidate, resume: &Resume) -> Value {
    let mut basics = basics(candidate);
    let links = resume.links.iter().map(|link| json!({ "url": link.value }));
    if let Some(fields) = basics.as_object_mut() {
        fields.insert("profiles".to_owned(), links.collect());
        if let Some(place) = &resume.place {
            fields.insert("location".to_owned(), json!({ "address": place.value }));
        }
    }
    let named = |names: Vec<&str>, field: &str| -> Vec<Value> {
        let object = |name: &str| Value::from_iter([(field.to_owned(), Value::from(name))]);
        names.into_iter().map(object).collect()
    };
    let skills = candidate.skills.iter().map(String::as_str).collect();
    let languages = resume.languages.iter().map(String::as_str).collect();
    let certificates = resume.certificates.iter().map(String::as_str).collect();
    json!({
        "basics": basics,
        "work": resume.positions.iter().map(work).collect::<Vec<_>>(),
        "education": resume.education.iter().map(education).collect::<Vec<_>>(),
        "skills": named(skills, "name"),
        "languages": named(languages, "language"),
        "certificates": named(certificates, "name"),
    })
}

/// Returns an object of the fields that have a value: the schema does not allow null.
fn present(fields: [(&str, Option<String>); 4]) -> Value {
    let fields = fields
        .into_iter()
        .filter_map(|(name, value)| Some((name.to_owned(), Value::from(value?))));
    fields.collect()
}

fn date(date: Option<PartialDate>) -> Option<String> {
    date.map(|date| date.to_string())
}

fn work(position: &Position) -> Value {
    present([
        ("name", position.organization.clone()),
        ("position", position.title.clone()),
        ("startDate", date(position.start)),
        ("endDate", date(position.end)),
    ])
}

fn education(entry: &EducationEntry) -> Value {
    present([
        ("institution", entry.institution.clone()),
        ("area", entry.field.clone()),
        (
            "studyType",
            Some(entry.degree.clone()).filter(|degree| !degree.is_empty()),
        ),
        ("endDate", date(entry.end)),
    ])
}

fn receipt(stored: &StoredReceipt) -> Value {
    let mut exported = receipt_json(&stored.receipt);
    if let Some(fields) = exported.as_object_mut() {
        let made_at = json!(stored.made_at.to_string());
        fields.insert("madeAt".to_owned(), made_at);
        fields.insert("jobVersion".to_owned(), json!(stored.job_version));
    }
    exported
}

/// Returns the data of a recording. The file itself is stored under this identifier in the folder of recordings.
fn exported_recording(recording: &Recording) -> Value {
    json!({
        "_id": recording.id.as_str(),
        "mediaType": recording.media.media_type(),
        "bytes": recording.bytes,
        "sha256": recording.digest.to_hex(),
        "createdAt": recording.created_at.to_string(),
    })
}

fn exported_version(version: &ReportVersion) -> Value {
    json!({
        "savedBy": version.saved_by.as_ref().map(UserId::as_str),
        "savedAt": version.saved_at.to_string(),
        "report": exported_report(&version.report),
    })
}

fn exported_report(report: &InterviewReport) -> Value {
    let questions: Vec<_> = report
        .questions
        .iter()
        .map(
            |question| json!({ "question": question.question, "candidateAnswer": question.answer }),
        )
        .collect();
    let transcription = report.transcription.as_ref().map(|transcription| {
        let segments: Vec<_> = transcription
            .segments
            .iter()
            .map(|segment| {
                json!({
                    "speaker": segment.speaker,
                    "startSeconds": segment.start_seconds,
                    "endSeconds": segment.end_seconds,
                    "text": segment.text,
                })
            })
            .collect();
        json!({
            "status": transcription.status.as_str(),
            "text": transcription.text,
            "segments": segments,
        })
    });
    json!({
        "feedback": report.feedback,
        "questions": questions,
        "transcription": transcription,
        "videoPlaybackLink": report.video_playback_link,
    })
}
