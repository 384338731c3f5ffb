//! Invented applicants, each generated from a number. The same number always gives the same person.
//!
//! Their resumes are short, and their scores are random instead of measured. A benchmark needs a table of a certain size, and
//! not what reading and scoring would return.

mod history;

use chrono::{Duration, NaiveDate};
use fastrand::Rng;
use shortlist_domain::{
    CandidateCode, CandidateId, CandidateIdentity, CriterionScore, EmailAddress, FileDigest, Found,
    FoundSkill, InvalidValue, JobId, MediaKind, MicroPoints, NewCandidate, OccupationReceipt,
    OccupationSource, OrganizationId, PhoneNumber, Resume, ResumeText, Score, ScoreReceipt,
    SectionKind, Span, StoredFile, Timestamp, UserId, contribution,
};

use history::{History, Latest};

const FIRST: [&str; 24] = [
    "Tamsin", "Percival", "Ottilie", "Casimir", "Briony", "Lazlo", "Marisol", "Fergus", "Anneke",
    "Idris", "Solveig", "Rafael", "Zuleika", "Corin", "Henrike", "Tobias", "Amara", "Bastien",
    "Delphine", "Eamon", "Farida", "Goran", "Ilse", "Joaquin",
];
/// A family name combines one part of each list, which gives 6,912 names.
const LAST: [&[&str]; 3] = [
    &[
        "Dov", "Ok", "Vel", "Strand", "Hal", "Brand", "Quill", "Mor", "Lind", "Ash", "Petr",
        "Vant", "Ferr", "Ost", "Call", "Nak",
    ],
    &[
        "e", "a", "o", "ar", "el", "in", "on", "er", "um", "ed", "is", "an", "ol", "at", "ir",
        "us", "ew", "ag",
    ],
    &[
        "wright", "well", "quist", "down", "akis", "geren", "haus", "way", "mori", "field",
        "stone", "ford", "berg", "man", "sen", "mont", "ley", "wick", "ton", "burn", "gate",
        "shaw", "croft", "dale",
    ],
];
const TITLES: [&str; 8] = [
    "Backend Engineer",
    "Registered Nurse",
    "Accountant",
    "Logistics Coordinator",
    "Data Analyst",
    "Sales Manager",
    "Mechanical Engineer",
    "Teacher",
];
const SKILLS: [&str; 24] = [
    "Rust",
    "PostgreSQL",
    "Kubernetes",
    "Docker",
    "Linux",
    "Patient Care",
    "Triage",
    "Wound Care",
    "Financial Reporting",
    "Excel",
    "SAP",
    "Budgeting",
    "Inventory Management",
    "Route Planning",
    "SQL",
    "Python",
    "Tableau",
    "Statistics",
    "Negotiation",
    "Salesforce",
    "SolidWorks",
    "AutoCAD",
    "Curriculum Design",
    "Special Education",
];
const SKILLS_EACH: u64 = 5;
/// A skill of one in five applicants, none of whom applied for the large job. A search for it finds many candidates, but none there.
const SKILL_ELSEWHERE: &str = "Arc Welding";
/// The criteria that score every applicant, with their shares in millionths.
const CRITERIA: [(&str, i64); 3] = [
    ("experience", 400_000),
    ("skills", 400_000),
    ("education", 200_000),
];
/// The engine named in invented receipts. Because of it, a rescoring measures their candidates again.
const ENGINE: &str = "invented";
/// A step through all 30-bit codes that reaches each of them once.
const CODE_STEP: u128 = 0x2545_F491;

/// What all applicants of a run have in common.
#[derive(Clone)]
pub(super) struct Origin {
    pub(super) organization: OrganizationId,
    pub(super) recruiter: UserId,
    /// The reference date of the scores.
    pub(super) as_of: NaiveDate,
    /// When the first applicant applied. Each further one applied `step` later.
    pub(super) first_at: Timestamp,
    pub(super) step: Duration,
}

impl Origin {
    /// Returns when the applicant with a number applied.
    pub(super) fn applied_at(&self, number: u64) -> Timestamp {
        let micros = self.step.num_microseconds().unwrap_or(0);
        let after = micros.saturating_mul(i64::try_from(number).unwrap_or(0));
        self.first_at.plus(Duration::microseconds(after))
    }

    /// Returns the identifier of the applicant with a number.
    pub(super) fn candidate_id(&self, number: u64) -> CandidateId {
        CandidateId::generate(self.applied_at(number), u128::from(number))
    }

    /// Returns the applicant with a number, for the large job or another.
    pub(super) fn applicant(
        &self,
        number: u64,
        job: &JobId,
        is_large: bool,
    ) -> Result<NewCandidate, InvalidValue> {
        let mut random = Rng::with_seed(number);
        let resume = resume(number, is_large, &mut random)?;
        let digest = digest(number);
        let at = self.applied_at(number);
        Ok(NewCandidate {
            id: self.candidate_id(number),
            code: CandidateCode::generate(u128::from(number) * CODE_STEP),
            organization_id: self.organization.clone(),
            job_id: job.clone(),
            recruiter_id: self.recruiter.clone(),
            identity: CandidateIdentity::of(resume.email_address(), None, digest),
            file: StoredFile {
                name: format!("resume-{number}.pdf"),
                media: MediaKind::Pdf,
                bytes: 0,
                digest,
            },
            resume,
            receipt: receipt(self.as_of, digest, &mut random),
            job_version: 1,
            created_at: at,
        })
    }
}

fn digest(number: u64) -> FileDigest {
    let mut digest = [0; 32];
    digest
        .iter_mut()
        .zip(number.to_be_bytes())
        .for_each(|(place, byte)| *place = byte);
    FileDigest(digest)
}

fn one_of(texts: &[&'static str], random: &mut Rng) -> &'static str {
    random.choice(texts).copied().unwrap_or_default()
}

fn resume(number: u64, is_for_large_job: bool, random: &mut Rng) -> Result<Resume, InvalidValue> {
    let first = one_of(&FIRST, random);
    let last: String = LAST.iter().map(|part| one_of(part, random)).collect();
    let name = format!("{first} {last}");
    let email = format!("{first}.{last}.{number}@example.org").to_lowercase();
    // There are only a hundred invented numbers, and a person has one of their own: applications with the same number are one
    // person's.
    let phone = (number < 100).then(|| format!("+1 202 555 01{number:02}"));
    let title = one_of(&TITLES, random);
    let start_year = 2004 + random.u16(..20);
    let mut skills: Vec<&str> = (0..SKILLS_EACH).map(|_| one_of(&SKILLS, random)).collect();
    if random.u8(..5) == 0 && !is_for_large_job {
        skills.push(SKILL_ELSEWHERE);
    }
    skills.sort_unstable();
    skills.dedup();
    let text = format!(
        "{name}\n{email}\n{}\n{title}, since {start_year}\n{}\n",
        phone.as_deref().unwrap_or_default(),
        skills.join(", ")
    );
    let place = |words: &str| {
        let start = text.find(words).unwrap_or(0);
        Span::new(start, start + words.len())
    };
    let reason = "invented";
    let latest = Latest {
        title,
        start_year,
        span: place(title),
    };
    let history = History::of(number, &latest)?;
    let found = |skill: &&str| FoundSkill {
        name: (*skill).to_owned(),
        span: place(skill),
        section: SectionKind::Skills,
    };
    Ok(Resume {
        full_name: Some(Found::certain(name.clone(), place(&name), reason)),
        email: Some(Found::certain(
            EmailAddress::parse("email", &email)?,
            place(&email),
            reason,
        )),
        phone: phone
            .map(|phone| {
                let parsed = PhoneNumber::parse("phone", &phone)?;
                Ok::<_, InvalidValue>(Found::certain(parsed, place(&phone), reason))
            })
            .transpose()?,
        skills: skills.iter().map(found).collect(),
        positions: history.positions,
        place: Some(Found::certain(history.place.to_owned(), None, reason)),
        languages: history.languages,
        education: vec![history.education],
        ..Resume::of_text(MediaKind::Pdf, ResumeText::new(text.clone(), vec![0]))
    })
}

fn receipt(as_of: NaiveDate, document: FileDigest, random: &mut Rng) -> ScoreReceipt {
    let mut sum = 0;
    let mut criterion = |(name, share): (&str, i64)| {
        let value = MicroPoints::new(random.i64(0..=1_000_000));
        let weight = MicroPoints::new(share);
        let contribution = contribution(weight, value);
        sum += contribution.get();
        CriterionScore {
            criterion: name.to_owned(),
            weight,
            value,
            contribution,
            has_data: true,
            summary: "Invented.".to_owned(),
            parts: Vec::new(),
            evidence: Vec::new(),
            formula_value: None,
        }
    };
    let criteria = CRITERIA.into_iter().map(&mut criterion).collect();
    ScoreReceipt {
        score: Score::from_micro_points(MicroPoints::new(sum)),
        summary: "Invented.".to_owned(),
        engine_version: ENGINE.to_owned(),
        as_of,
        digest: String::new(),
        document,
        job_digest: String::new(),
        requirements_digest: String::new(),
        criteria,
        occupations: OccupationReceipt {
            job: Vec::new(),
            source: OccupationSource::Title,
            set_by: None,
            positions: Vec::new(),
        },
        findings: Vec::new(),
        model: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    fn origin() -> Origin {
        let first_at = Timestamp::parse("at", "2026-03-05T08:15:00Z").unwrap();
        Origin {
            organization: OrganizationId::parse("id", "org_bench").unwrap(),
            recruiter: UserId::parse("id", "usr_bench").unwrap(),
            as_of: first_at.date(),
            first_at,
            step: Duration::microseconds(1_500),
        }
    }

    #[test]
    fn a_number_gives_one_person_with_unique_values() {
        let (origin, job) = (origin(), JobId::parse("id", "job_1").unwrap());
        let people: Vec<_> = (0..5_000)
            .map(|number| origin.applicant(number, &job, false).unwrap())
            .collect();
        let again = origin.applicant(7, &job, false).unwrap();
        assert_eq!(people[7].resume, again.resume);
        assert_eq!(people[7].receipt, again.receipt);
        for unique in [
            |person: &NewCandidate| person.id.to_string(),
            |person: &NewCandidate| person.code.to_string(),
            |person: &NewCandidate| person.identity.as_str().to_owned(),
        ] {
            let distinct: HashSet<String> = people.iter().map(unique).collect();
            assert_eq!(distinct.len(), people.len());
        }
        assert!(people.is_sorted_by_key(|person| person.created_at));
    }

    #[test]
    fn a_skill_of_one_in_five_is_not_in_the_large_job() {
        let (origin, job) = (origin(), JobId::parse("id", "job_1").unwrap());
        let count = |is_large: bool| {
            let people = (0..1_000).map(|number| origin.applicant(number, &job, is_large));
            let has = |person: &NewCandidate| {
                let skills = &person.resume.skills;
                skills.iter().any(|skill| skill.name == SKILL_ELSEWHERE)
            };
            people
                .filter(|person| has(person.as_ref().unwrap()))
                .count()
        };
        assert_eq!(count(true), 0);
        assert!((150..250).contains(&count(false)), "{}", count(false));
    }

    #[test]
    fn a_score_is_the_sum_of_its_criteria() {
        let (origin, job) = (origin(), JobId::parse("id", "job_1").unwrap());
        for number in 0..200 {
            let receipt = origin.applicant(number, &job, false).unwrap().receipt;
            let sum: i64 = receipt.criteria.iter().map(|c| c.contribution.get()).sum();
            assert_eq!(
                receipt.score,
                Score::from_micro_points(MicroPoints::new(sum))
            );
        }
    }
}
