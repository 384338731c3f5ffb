//! Prints the requirements and the receipt that `docs/SCORING.md` shows: an invented person, an invented job.
#![expect(clippy::print_stdout, reason = "printing is what it is for")]

use std::error::Error;

use chrono::NaiveDate;
use shortlist_domain::{
    EducationEntry, EducationLevel, FileDigest, Found, MediaKind, MicroPoints, PartialDate,
    Position, Resume, ResumeText, ScoreReceipt, Section, SectionKind, Span, Weights,
};
use shortlist_scoring::{JobText, PreparedJob, Profile, ScoreInput, read_requirements, score};

const DESCRIPTION: &str = "You build payment services for small shops.

Requirements:
- 5+ years of professional experience
- Bachelor's degree in Computer Science or equivalent experience
- You must know PostgreSQL

Nice to have:
- Kubernetes
";

const TEXT: &str = "Ada Fictitious
12 Example Street, Sampleton, ada@example.org, +1 555 0100
Skills
Python, PostgreSQL, Docker
Experience
Software Engineer, Example Payments, 03/2023 - present
Built services in Python on PostgreSQL.
Led a team of three and mentored juniors.
Education
Bachelor of Science in Computer Science
University of Sampleton, 2020
";

fn main() -> Result<(), Box<dyn Error>> {
    let skills = ["Python", "Docker", "Payment Gateways"].map(str::to_owned);
    let job = JobText {
        title: "Engineer",
        description: DESCRIPTION,
        skills: &skills,
    };
    let requirements = read_requirements(&job);
    println!("## Requirements\n\n{requirements:#?}\n");
    let given = [
        ("skills", 50.0),
        ("experience", 30.0),
        ("education", 10.0),
        ("leadership", 10.0),
    ];
    let given = given.map(|(name, weight)| (name.to_owned(), weight));
    let input = ScoreInput {
        profile: &Profile::of(&resume()?),
        weights: &Weights::new(&given)?,
        as_of: NaiveDate::from_ymd_opt(2026, 11, 21).ok_or("no such day")?,
        document: FileDigest([7; 32]),
    };
    print(&score(&PreparedJob::new(&job, &requirements), &input));
    Ok(())
}

fn print(receipt: &ScoreReceipt) {
    println!(
        "score {}, engine {}, as of {}\ndigest {}\n",
        receipt.score, receipt.engine_version, receipt.as_of, receipt.digest
    );
    println!("| criterion | weight | value | contribution | summary |\n|---|---|---|---|---|");
    for part in &receipt.criteria {
        let [weight, value, points] =
            [part.weight, part.value, part.contribution].map(MicroPoints::to_f64);
        println!(
            "| {} | {weight:.6} | {value:.6} | {points:.6} | {} |",
            part.criterion, part.summary
        );
    }
    println!("\n| criterion | requirement | found | quote | code points |\n|---|---|---|---|---|");
    for part in &receipt.criteria {
        for evidence in &part.evidence {
            let found = if evidence.found { "yes" } else { "no" };
            let quote = evidence.quote.as_deref().unwrap_or("");
            let place = evidence
                .place
                .map_or_else(String::new, |(start, end)| format!("{start} to {end}"));
            println!(
                "| {} | {} | {found} | {quote} | {place} |",
                part.criterion, evidence.requirement
            );
        }
    }
}

fn resume() -> Result<Resume, Box<dyn Error>> {
    let at = |words: &str| TEXT.find(words).ok_or("not in the text");
    let section = |kind, heading: &str, end: usize| -> Result<Section, Box<dyn Error>> {
        let start = at(heading)?;
        Ok(Section {
            kind,
            span: Span::new(start, end),
            body_start: start + heading.len(),
        })
    };
    let (skills, work, studies) = (at("Skills\n")?, at("Experience\n")?, at("Education\n")?);
    let degree = at("Bachelor of Science")?;
    Ok(Resume {
        sections: vec![
            section(SectionKind::Contact, "Ada Fictitious\n", skills)?,
            section(SectionKind::Skills, "Skills\n", work)?,
            section(SectionKind::Experience, "Experience\n", studies)?,
            section(SectionKind::Education, "Education\n", TEXT.len())?,
        ],
        full_name: Some(Found::at("Ada Fictitious".to_owned(), None, "invented")),
        positions: vec![Position {
            start: Some(PartialDate {
                year: 2023,
                month: Some(3),
            }),
            current: true,
            span: Span::new(at("Software Engineer")?, studies),
            ..Position::default()
        }],
        education: vec![EducationEntry {
            degree: "Bachelor of Science".to_owned(),
            field: Some("Computer Science".to_owned()),
            institution: Some("University of Sampleton".to_owned()),
            level: Some(EducationLevel::Bachelor),
            end: Some(PartialDate {
                year: 2020,
                month: None,
            }),
            in_progress: false,
            span: Span::new(
                degree,
                degree + "Bachelor of Science in Computer Science".len(),
            ),
        }],
        ..Resume::of_text(MediaKind::Pdf, ResumeText::new(TEXT.to_owned(), vec![0]))
    })
}
