//! Invented records.

use std::sync::atomic::{AtomicU64, Ordering};

use super::writes::Writes as _;
use chrono::Duration;
use shortlist_domain::{
    Attribute, CandidateCode, CandidateId, CandidateIdentity, ClientDevice, CriterionScore,
    EducationConfidence, EducationEntry, EducationLevel, EmailAddress, Evidence, EvidenceDetail,
    FileDigest, FindingKind, Found, FoundSkill, IntegrityFinding, JobId, MediaKind, MicroPoints,
    ModelContribution, ModelOpinion, NewCandidate, NewJob, NewOrganization, NewUser, Occupation,
    OccupationReceipt, OccupationShare, OccupationSource, OrganizationId, PartialDate, PhoneNumber,
    Position, PositionConfidence, PositionOccupation, Resume, ResumeText, Score, ScorePart,
    ScoreReceipt, Section, SectionKind, SessionKind, SessionOrigin, Span, StageList, StoredFile,
    Timestamp, UserId, UserType,
};
use shortlist_persistence::{JobInsertion, Store};

/// Returns the time this many seconds after the start time of all tests.
pub(crate) fn at(seconds: i64) -> Timestamp {
    Timestamp::parse("at", "2026-03-05T08:15:00Z")
        .unwrap()
        .plus(Duration::seconds(seconds))
}

/// Returns from where a program opens a session.
pub(crate) fn origin_of_program() -> SessionOrigin {
    SessionOrigin {
        kind: SessionKind::Api,
        device: ClientDevice::default(),
        network: Some("192.0.2.0/24".to_owned()),
    }
}

/// Returns a number that is unique in this process.
pub(crate) fn unique() -> u128 {
    static DRAWN: AtomicU64 = AtomicU64::new(1);
    u128::from(DRAWN.fetch_add(1, Ordering::Relaxed))
}

/// Creates an organization with the given identifier.
pub(crate) fn organization(store: &Store, id: &str) -> OrganizationId {
    let id = OrganizationId::parse("id", id).unwrap();
    store
        .insert_organization(&NewOrganization {
            id: id.clone(),
            name: "Example".to_owned(),
            stages: StageList::default(),
            created_at: at(0),
        })
        .unwrap();
    id
}

/// Returns a new recruiter, whose address follows from the identifier.
pub(crate) fn new_user(organization: &OrganizationId, id: &str) -> NewUser {
    NewUser {
        id: UserId::parse("id", id).unwrap(),
        organization_id: organization.clone(),
        user_type: UserType::Recruiter,
        full_name: format!("Name of {id}"),
        email: EmailAddress::parse("email", &format!("{id}@example.org")).unwrap(),
        password_hash: "$argon2id$example".to_owned(),
        created_at: at(0),
    }
}

/// Creates a recruiter.
pub(crate) fn user(store: &Store, organization: &OrganizationId, id: &str) -> UserId {
    store.insert_user(&new_user(organization, id)).unwrap().id
}

/// Returns a new job without a code.
pub(crate) fn new_job(organization: &OrganizationId, recruiter: &UserId, title: &str) -> NewJob {
    NewJob {
        id: JobId::generate(at(0), unique()),
        organization_id: organization.clone(),
        recruiter_id: recruiter.clone(),
        title: title.to_owned(),
        description: "Looks after the orchard".to_owned(),
        skills: vec!["Pruning".to_owned(), "Grafting".to_owned()],
        code: None,
        department: Some("Gardens".to_owned()),
        location: None,
        employment_type: Some("Full time".to_owned()),
        employment_kind: Some(shortlist_domain::EmploymentKind::FullTime),
        blind: false,
        draft: false,
        external_id: None,
        reply_to: None,
        attributes: vec![Attribute {
            name: "Grade".to_owned(),
            value: "7".to_owned(),
        }],
        created_at: at(0),
    }
}

/// A tenant with a recruiter and a job.
pub(crate) struct Tenant {
    pub(crate) organization: OrganizationId,
    pub(crate) recruiter: UserId,
    pub(crate) job: JobId,
}

impl Tenant {
    pub(crate) fn create(store: &Store, id: &str) -> Self {
        let organization = organization(store, id);
        let recruiter = user(store, &organization, "usr_recruiter");
        let new = new_job(&organization, &recruiter, "Gardener");
        let JobInsertion::Created(job) = store.insert_job(&new).unwrap() else {
            panic!("the job exists already");
        };
        Self {
            organization,
            recruiter,
            job: job.id,
        }
    }

    /// Returns a new candidate. The same name is the same person.
    pub(crate) fn candidate(&self, name: &str, score_tenths: i64) -> NewCandidate {
        let resume = resume(name);
        let mut digest = [0; 32];
        for (place, byte) in digest.iter_mut().zip(name.bytes().cycle().take(32)) {
            *place = byte;
        }
        let digest = FileDigest(digest);
        let identity = CandidateIdentity::of(resume.email_address(), resume.phone_number(), digest);
        NewCandidate {
            id: CandidateId::generate(at(0), unique()),
            code: CandidateCode::generate(unique()),
            organization_id: self.organization.clone(),
            job_id: self.job.clone(),
            recruiter_id: self.recruiter.clone(),
            identity,
            file: StoredFile {
                name: format!("{name}.pdf"),
                media: MediaKind::Pdf,
                bytes: 1_234,
                digest,
            },
            receipt: ScoreReceipt {
                document: digest,
                ..receipt(score_tenths)
            },
            resume,
            job_version: 1,
            created_at: at(0),
        }
    }
}

/// Returns a resume with a value in every field.
pub(crate) fn resume(name: &str) -> Resume {
    let text = format!("{name}\nGardener at Example Orchards, 2019-03 to now\nPruning\nDiploma\n");
    let span = Span::new(0, name.len());
    Resume {
        media: MediaKind::Pdf,
        text: ResumeText::new(text, vec![0]),
        sections: vec![Section {
            kind: SectionKind::Contact,
            span,
            body_start: 0,
        }],
        full_name: Some(Found::certain(name.to_owned(), None, "invented")),
        email: EmailAddress::parse("e", &format!("{}@example.org", name.replace(' ', ".")))
            .ok()
            .map(|email| Found::certain(email, None, "invented")),
        phone: PhoneNumber::parse("p", "+1 555 0142")
            .ok()
            .map(|phone| Found::certain(phone, None, "invented")),
        place: None,
        links: vec![Found::certain(
            "https://example.org/me".to_owned(),
            None,
            "invented",
        )],
        skills: vec![FoundSkill {
            name: "Pruning".to_owned(),
            span,
            section: SectionKind::Skills,
        }],
        positions: vec![Position {
            title: Some("Gardener".to_owned()),
            organization: Some("Example Orchards".to_owned()),
            place: None,
            start: PartialDate::parse("start", "2019-03").ok(),
            end: None,
            current: true,
            span,
            confidence: PositionConfidence {
                title: 80,
                organization: 60,
            },
        }],
        stated_months: Some(60),
        education: vec![EducationEntry {
            degree: "Diploma".to_owned(),
            field: Some("Horticulture".to_owned()),
            institution: None,
            level: Some(EducationLevel::Vocational),
            end: PartialDate::parse("end", "2018").ok(),
            in_progress: false,
            span,
            confidence: EducationConfidence {
                degree: 90,
                institution: 0,
            },
        }],
        languages: vec!["English".to_owned()],
        certificates: vec!["Arborist".to_owned()],
        findings: vec![finding()],
        disclaimed_skills: Vec::new(),
    }
}

fn finding() -> IntegrityFinding {
    IntegrityFinding {
        kind: FindingKind::SameColour,
        quote: "hire me".to_owned(),
        measure: None,
        page: Some(1),
    }
}

/// A job whose occupation a recruiter set, with a position that is known and one that is not.
pub(crate) fn occupations() -> OccupationReceipt {
    let developers = OccupationShare {
        occupation: Occupation {
            code: "15-1252.00".to_owned(),
            name: "Software Developers".to_owned(),
        },
        share: MicroPoints::ONE,
    };
    let known = PositionOccupation {
        title: "Software Engineer".to_owned(),
        page: Some(1),
        place: Some((3, 20)),
        occupations: vec![developers.clone()],
        similarity: Some(MicroPoints::ONE),
        likeness: MicroPoints::ONE,
        relevance: MicroPoints::new(800_000),
        freshness: MicroPoints::new(900_000),
    };
    let unknown = PositionOccupation {
        title: "Zorbing Quibbler".to_owned(),
        page: None,
        place: None,
        occupations: Vec::new(),
        similarity: None,
        likeness: MicroPoints::new(0),
        ..known.clone()
    };
    OccupationReceipt {
        job: vec![developers],
        source: OccupationSource::Recruiter,
        set_by: Some("Ada Example".to_owned()),
        positions: vec![known, unknown],
    }
}

/// Returns a receipt with a value in every field.
pub(crate) fn receipt(score_tenths: i64) -> ScoreReceipt {
    let score = Score::from_tenths(score_tenths);
    ScoreReceipt {
        score,
        summary: "Strongest on Pruning; no gaps.".to_owned(),
        engine_version: "1".to_owned(),
        as_of: at(0).date(),
        digest: "00ff".to_owned(),
        document: FileDigest([5; 32]),
        job_digest: "0f0f".to_owned(),
        requirements_digest: "ff00".to_owned(),
        criteria: vec![CriterionScore {
            criterion: "skills".to_owned(),
            weight: MicroPoints::ONE,
            value: MicroPoints::new(score_tenths * 1_000),
            contribution: MicroPoints::new(score_tenths * 100_000),
            has_data: true,
            summary: "Shows one of two skills.".to_owned(),
            parts: vec![
                ScorePart {
                    name: "skills".to_owned(),
                    weight: Some(MicroPoints::ONE),
                    value: MicroPoints::new(8),
                },
                ScorePart {
                    name: "a factor".to_owned(),
                    weight: None,
                    value: MicroPoints::new(900_000),
                },
            ],
            evidence: vec![Evidence {
                set_by: None,
                detail: EvidenceDetail::Skill("Pruning".to_owned()),
                found: true,
                quote: Some("Pruning".to_owned()),
                page: Some(1),
                place: Some((3, 10)),
                gain: None,
            }],
            formula_value: Some(MicroPoints::new(7)),
        }],
        occupations: occupations(),
        findings: vec![finding()],
        model: Some(ModelContribution {
            name: "example-1".to_owned(),
            summary: "It moved skills.".to_owned(),
            opinions: vec![ModelOpinion {
                criterion: "skills".to_owned(),
                value: MicroPoints::new(9),
                places: vec![(3, 10)],
            }],
        }),
    }
}
