//! Tests that reading a job and scoring a resume take steps in proportion to their texts, for any content.

use shortlist_domain::{
    EducationConfidence, EducationEntry, EducationLevel, FileDigest, MediaKind, Position, Resume,
    ResumeText, Section, SectionKind, Span,
};
use shortlist_vocabulary::{Vocabulary, steps};

use super::resumes::{as_of, profile, weights};
use shortlist_scoring::{JobText, PreparedJob, ScoreInput, read_requirements, score};

/// The length of the shortest text that is read.
const BYTES: usize = 10_000;

/// The pieces that are repeated. `#` is the number of the repetition.
const SHAPES: &[&str] = &[
    "Led a team of # people and wrote the reports.\n",
    "led a team and built the services and\n",
    "java and kubernetes with python on linux ",
    "Java, Kubernetes, Spring Boot certification, ",
    "German and English, ",
    "German or #, ",
    "Java (3 years), 5 years of experience ",
    "2 years of Python ",
    "AWS Certified Thing # and PMP ",
    "AWS Certified Thing #.\n",
    "Clerk at Acme\n",
    "work #\n",
    "head of a team ",
    "You must have a degree in physics, field # or ",
    "in in in ",
    "or or years ",
    "word",
    "We offer: benefits\nRequirements:\n",
    "\u{4e2d}\u{6587}\u{5de5}\u{7a0b}\u{5e08}",
];

fn text_of(shape: &str, bytes: usize) -> String {
    let mut text = String::new();
    let mut number = 0;
    while text.len() < bytes {
        text.push_str(&shape.replace('#', &number.to_string()));
        number += 1;
    }
    text
}

/// Returns whether twice the text takes at most a tenth more than twice the steps.
fn grows_in_step(shape: &str, work: impl Fn(&str)) -> bool {
    let steps = [1, 2, 4].map(|times| {
        let text = text_of(shape, BYTES * times);
        steps::measure(|| work(&text))
    });
    let grown = steps.iter().zip(steps.iter().skip(1));
    let grown = grown.filter(|(less, more)| *more * 10 <= *less * 22);
    grown.count() == 2
}

fn job<'a>(description: &'a str, skills: &'a [String]) -> JobText<'a> {
    JobText {
        title: "Engineer",
        description,
        skills,
    }
}

fn prepared(job: &JobText<'_>) -> PreparedJob {
    let vocabulary = Vocabulary::built_in();
    PreparedJob::new(job, &read_requirements(job, vocabulary), vocabulary)
}

#[test]
fn a_job_is_read_in_proportion() {
    for shape in SHAPES {
        let prepare = |text: &str| {
            let job = job(text, &[]);
            drop(prepared(&job));
        };
        assert!(grows_in_step(shape, prepare), "{shape}");
    }
}

/// Returns a resume in which each line is a position, a certificate and a degree of a school.
fn resume(text: &str, section: SectionKind) -> Resume {
    let mut resume = Resume::of_text(MediaKind::Pdf, ResumeText::new(text.to_owned(), Vec::new()));
    let span = Span::new(0, text.len());
    resume.sections.push(Section {
        kind: section,
        span,
        body_start: 0,
    });
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        let span = Span::new(start, start + line.trim_end().len());
        start += line.len();
        resume.positions.push(Position {
            span,
            ..Position::default()
        });
        // The reader of resumes does not keep longer names either.
        let name: String = line.trim_end().chars().take(100).collect();
        resume.certificates.push(name.clone());
        resume.education.push(EducationEntry {
            degree: name.clone(),
            field: None,
            // The words of a school's name are not scored, so no school's name is in the text.
            institution: Some(format!("{name} school")),
            level: Some(EducationLevel::Bachelor),
            end: None,
            in_progress: false,
            span,
            confidence: EducationConfidence::default(),
        });
    }
    resume
}

#[test]
#[ignore = "long"]
fn a_resume_is_scored_in_proportion() {
    let skills = ["Java", "Spring Boot", "team services", "machine learning"];
    let skills = skills.map(str::to_owned);
    let description = "2 years of Python. PMP or AWS Certified Thing. Fluent German. Led a team.";
    let job = job(description, &skills);
    let job = prepared(&job);
    let weights = weights(&[
        ("skills", 1.0),
        ("experience", 1.0),
        ("education", 1.0),
        ("certificates", 1.0),
        ("leadership", 1.0),
    ]);
    for section in [SectionKind::Experience, SectionKind::Education] {
        for shape in SHAPES {
            let score_it = |text: &str| {
                let input = ScoreInput {
                    profile: &profile(&resume(text, section)),
                    weights: &weights,
                    as_of: as_of(),
                    document: FileDigest([0; 32]),
                };
                drop(score(&job, &input, Vocabulary::built_in()));
            };
            assert!(grows_in_step(shape, score_it), "{shape}");
        }
    }
}
