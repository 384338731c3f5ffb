//! Invented resumes, assembled from sections so that every place is correct by construction.

use chrono::NaiveDate;
use shortlist_domain::{
    EducationConfidence, EducationEntry, EducationLevel, FileDigest, Found, FoundSkill,
    IntegrityFinding, MediaKind, MicroPoints, PartialDate, Position, Resume, ResumeText, Score,
    ScorePart, ScoreReceipt, Section, SectionKind, Span, Weights,
};
use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};
use shortlist_vocabulary::Vocabulary;

/// A position to write.
#[derive(Debug, Clone)]
pub(crate) struct Work {
    pub(crate) header: String,
    pub(crate) start: Option<&'static str>,
    pub(crate) end: Option<&'static str>,
    pub(crate) lines: Vec<String>,
}

/// A degree to write.
#[derive(Debug, Clone)]
pub(crate) struct Degree {
    pub(crate) degree: String,
    pub(crate) field: Option<String>,
    pub(crate) school: String,
    pub(crate) year: i32,
    pub(crate) level: Option<EducationLevel>,
    pub(crate) in_progress: bool,
}

/// A resume to write.
#[derive(Debug, Clone, Default)]
pub(crate) struct Draft {
    pub(crate) name: String,
    pub(crate) contact: Vec<String>,
    pub(crate) summary: Vec<String>,
    pub(crate) skills: Vec<String>,
    pub(crate) work: Vec<Work>,
    pub(crate) degrees: Vec<Degree>,
    pub(crate) others: Vec<(SectionKind, Vec<String>)>,
    pub(crate) languages: Vec<String>,
    pub(crate) stated_months: Option<u32>,
    pub(crate) findings: Vec<IntegrityFinding>,
    /// The number of places by which the order of the sections is rotated.
    pub(crate) rotation: usize,
}

/// A function that writes one section.
type Body<'a> = Box<dyn Fn(&mut Writing) + 'a>;

struct Writing {
    text: String,
    sections: Vec<Section>,
    positions: Vec<Position>,
    education: Vec<EducationEntry>,
}

impl Draft {
    pub(crate) fn resume(&self) -> Resume {
        let mut writing = Writing {
            text: String::new(),
            sections: Vec::new(),
            positions: Vec::new(),
            education: Vec::new(),
        };
        if !self.name.is_empty() || !self.contact.is_empty() {
            writing.section(SectionKind::Contact, &self.name, &self.contact);
        }
        let mut bodies: Vec<Body<'_>> = Vec::new();
        if !self.summary.is_empty() {
            bodies.push(Box::new(|w| {
                w.section(SectionKind::Summary, "Summary", &self.summary);
            }));
        }
        if !self.skills.is_empty() {
            bodies.push(Box::new(|w| {
                w.section(SectionKind::Skills, "Skills", &self.skills);
            }));
        }
        if !self.work.is_empty() {
            bodies.push(Box::new(|w| w.experience(&self.work)));
        }
        if !self.degrees.is_empty() {
            bodies.push(Box::new(|w| w.education(&self.degrees)));
        }
        for (kind, lines) in &self.others {
            bodies.push(Box::new(move |w| w.section(*kind, kind.as_str(), lines)));
        }
        if !bodies.is_empty() {
            let rotation = self.rotation % bodies.len();
            bodies.rotate_left(rotation);
        }
        for body in bodies {
            body(&mut writing);
        }
        self.finish(writing)
    }

    fn finish(&self, writing: Writing) -> Resume {
        let skills = Vocabulary::built_in()
            .scan(&writing.text)
            .into_iter()
            .map(|hit| FoundSkill {
                name: Vocabulary::built_in().name(hit.skill).to_owned(),
                span: hit.span,
                section: SectionKind::Skills,
            })
            .collect();
        Resume {
            media: MediaKind::Docx,
            text: ResumeText::new(writing.text, vec![0]),
            sections: writing.sections,
            full_name: Some(self.name.clone())
                .filter(|name| !name.is_empty())
                .map(|name| Found::certain(name, None, "invented")),
            email: None,
            phone: None,
            place: None,
            links: Vec::new(),
            skills,
            positions: writing.positions,
            stated_months: self.stated_months,
            education: writing.education,
            languages: self.languages.clone(),
            certificates: Vec::new(),
            findings: self.findings.clone(),
            disclaimed_skills: Vec::new(),
        }
    }
}

impl Writing {
    fn heading(&mut self, heading: &str) -> (usize, usize) {
        let start = self.text.len();
        self.text.push_str(heading);
        self.text.push('\n');
        (start, self.text.len())
    }

    fn close(&mut self, kind: SectionKind, (start, body_start): (usize, usize)) {
        self.text.push('\n');
        let span = Span::new(start, self.text.len());
        self.sections.push(Section {
            kind,
            span,
            body_start,
        });
    }

    fn line(&mut self, line: &str) -> Span {
        let start = self.text.len();
        self.text.push_str(line);
        let span = Span::new(start, self.text.len());
        self.text.push('\n');
        span
    }

    fn section(&mut self, kind: SectionKind, heading: &str, lines: &[String]) {
        let opened = self.heading(heading);
        for line in lines {
            self.line(line);
        }
        self.close(kind, opened);
    }

    fn experience(&mut self, work: &[Work]) {
        let opened = self.heading("Experience");
        for entry in work {
            let start = self.text.len();
            self.line(&entry.header);
            for line in &entry.lines {
                self.line(line);
            }
            self.positions.push(Position {
                start: entry
                    .start
                    .map(|date| PartialDate::parse("start", date).unwrap()),
                end: entry
                    .end
                    .map(|date| PartialDate::parse("end", date).unwrap()),
                current: entry.start.is_some() && entry.end.is_none(),
                span: Span::new(start, self.text.len()),
                ..Position::default()
            });
        }
        self.close(SectionKind::Experience, opened);
    }

    fn education(&mut self, degrees: &[Degree]) {
        let opened = self.heading("Education");
        for degree in degrees {
            let text = match &degree.field {
                Some(field) => format!("{} in {field}", degree.degree),
                None => degree.degree.clone(),
            };
            let span = self.line(&text);
            self.line(&format!("{}, {}", degree.school, degree.year));
            self.education.push(EducationEntry {
                degree: degree.degree.clone(),
                field: degree.field.clone(),
                institution: Some(degree.school.clone()),
                level: degree.level,
                end: Some(PartialDate {
                    year: degree.year,
                    month: None,
                }),
                in_progress: degree.in_progress,
                span,
                confidence: EducationConfidence::default(),
            });
        }
        self.close(SectionKind::Education, opened);
    }
}

/// The text of a job.
#[derive(Debug, Clone)]
pub(crate) struct Posting {
    pub(crate) title: String,
    pub(crate) description: String,
    pub(crate) skills: Vec<String>,
}

impl Posting {
    pub(crate) fn prepared(&self) -> PreparedJob {
        let job = JobText {
            title: &self.title,
            description: &self.description,
            skills: &self.skills,
        };
        let vocabulary = Vocabulary::built_in();
        PreparedJob::new(&job, &read_requirements(&job, vocabulary), vocabulary)
    }
}

/// Returns a sentence that shows a skill. A common word counts next to another skill.
pub(crate) fn worked_with(skill: &str) -> String {
    format!("Worked with {skill} and LibreOffice.")
}

pub(crate) fn owned(items: &[&str]) -> Vec<String> {
    items.iter().map(|item| (*item).to_owned()).collect()
}

/// Returns the as-of date of all tests.
pub(crate) fn as_of() -> NaiveDate {
    NaiveDate::from_ymd_opt(2026, 11, 21).unwrap()
}

pub(crate) fn weights(given: &[(&str, f64)]) -> Weights {
    let given: Vec<_> = given
        .iter()
        .map(|(name, weight)| ((*name).to_owned(), *weight))
        .collect();
    Weights::new(&given).unwrap()
}

/// Returns the weights of most tests.
pub(crate) fn usual_weights() -> Weights {
    weights(&[
        ("skills", 50.0),
        ("experience", 30.0),
        ("education", 10.0),
        ("leadership", 10.0),
    ])
}

/// Extracts from a resume what may be scored.
pub(crate) fn profile(resume: &Resume) -> Profile {
    Profile::of(resume, Vocabulary::built_in())
}

/// Scores a resume on the date of all tests, and checks that the receipt is sound.
pub(crate) fn scored(job: &PreparedJob, resume: &Resume, weights: &Weights) -> ScoreReceipt {
    let profile = profile(resume);
    let input = ScoreInput {
        profile: &profile,
        weights,
        as_of: as_of(),
        document: FileDigest([7; 32]),
    };
    let receipt = score(job, &input, Vocabulary::built_in());
    assert_sound(&receipt, resume);
    receipt
}

/// Asserts that a receipt is sound:
/// - The score is the sum of the contributions.
/// - Every criterion is within its bounds.
/// - Every quote appears at its place.
/// - No point is awarded without a quote.
pub(crate) fn assert_sound(receipt: &ScoreReceipt, resume: &Resume) {
    let sum: MicroPoints = receipt.criteria.iter().map(|c| c.contribution).sum();
    assert_eq!(receipt.score, Score::from_micro_points(sum));
    assert!((0..=100_000_000).contains(&sum.get()));
    let text: Vec<char> = resume.text.as_str().chars().collect();
    for criterion in &receipt.criteria {
        assert!((0..=1_000_000).contains(&criterion.value.get()));
        assert_eq!(
            criterion.contribution.get(),
            criterion.weight.get() * criterion.value.get() / 10_000
        );
        let found = criterion.evidence.iter().filter(|evidence| evidence.found);
        let quoted = found.count() > 0;
        assert!(
            quoted || criterion.value == MicroPoints::ZERO,
            "{criterion:#?}"
        );
        assert_eq!(
            value_of(&criterion.parts),
            criterion.formula_value.unwrap_or(criterion.value).get(),
            "{criterion:#?}"
        );
        // Only a language model can take back what words have earned.
        let lowered = criterion.formula_value > Some(criterion.value);
        assert!(!quoted || lowered || criterion.value > MicroPoints::ZERO);
        assert!(criterion.has_data || criterion.value == MicroPoints::ZERO);
        for evidence in &criterion.evidence {
            assert_eq!(evidence.found, evidence.quote.is_some());
            let Some(quote) = &evidence.quote else {
                continue;
            };
            let (start, end) = evidence.place.unwrap();
            let actual: String = text
                [usize::try_from(start).unwrap()..usize::try_from(end).unwrap()]
                .iter()
                .collect();
            assert_eq!(*quote, actual);
            assert!((1..=200).contains(&quote.chars().count()), "{quote}");
            assert_eq!(evidence.page, Some(1));
        }
    }
}

/// Returns the value that parts add up to, as [`shortlist_domain::ScorePart`] documents.
fn value_of(parts: &[ScorePart]) -> i64 {
    let shares = parts
        .iter()
        .filter_map(|part| Some((part.weight?, part.value)));
    let sum: i64 = shares
        .map(|(weight, value)| weight.get() * value.get())
        .sum();
    let factors = parts.iter().filter(|part| part.weight.is_none());
    factors.fold(sum / 1_000_000, |value, factor| {
        value * factor.value.get() / 1_000_000
    })
}

/// Returns an invented job.
pub(crate) fn backend_engineer() -> Posting {
    Posting {
        title: "Engineer".into(),
        description: "You build payment services for small shops.\n\nRequirements:\n- 5+ years of professional experience\n\
                      - Bachelor's degree in Computer Science or equivalent experience\n- You must know PostgreSQL.\n\n\
                      Nice to have:\n- Kubernetes\n\nWe are an equal opportunity employer, regardless of gender, age or religion.\n"
            .into(),
        skills: owned(&["Python", "Docker", "Apache Kafka"]),
    }
}

/// Returns an invented person who fits the invented job.
pub(crate) fn engineer() -> Draft {
    Draft {
        name: "Ada Fictitious".into(),
        contact: owned(&[
            "12 Example Street, 00000 Sampleton",
            "ada@example.org, +1 555 0100",
        ]),
        summary: owned(&["Engineer who builds payment services for shops."]),
        skills: owned(&["Python, PostgreSQL, Docker"]),
        work: vec![
            Work {
                header: "Software Engineer, Example Payments, 03/2021 - present".into(),
                start: Some("2021-03"),
                end: None,
                lines: owned(&[
                    "Built services in Python on PostgreSQL.",
                    "Led a team of three and mentored juniors.",
                ]),
            },
            Work {
                header: "Junior Engineer, Sample Shops, 01/2018 - 02/2021".into(),
                start: Some("2018-01"),
                end: Some("2021-02"),
                lines: owned(&["Moved deployments to Docker."]),
            },
        ],
        degrees: vec![Degree {
            degree: "Bachelor of Science".into(),
            field: Some("Computer Science".into()),
            school: "University of Sampleton".into(),
            year: 2017,
            level: Some(EducationLevel::Bachelor),
            in_progress: false,
        }],
        others: vec![(SectionKind::Languages, owned(&["English, German"]))],
        languages: owned(&["English", "German"]),
        ..Draft::default()
    }
}
