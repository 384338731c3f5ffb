//! Three complete receipts: for a resume that fits an invented job, for one that does not fit, and for an empty one.

use std::error::Error;
use std::fmt::Write;

use chrono::NaiveDate;
use shortlist_domain::{
    CriterionScore, EducationConfidence, EducationEntry, EducationLevel, FileDigest, Found,
    JobRequirements, MediaKind, MicroPoints, OccupationReceipt, OccupationShare, PartialDate,
    Position, Resume, ResumeText, ScoreReceipt, Section, SectionKind, Span, Weights,
};
use shortlist_scoring::{
    JobText, PreparedJob, Profile, ScoreInput, canonical_job, canonical_receipt,
    canonical_requirements, job_digest, read_requirements, requirement_text, requirements_digest,
    score, source_text,
};
use shortlist_vocabulary::Vocabulary;

type Outcome<T> = Result<T, Box<dyn Error>>;

const TITLE: &str = "Engineer";
const SKILLS: [&str; 3] = ["Python", "Docker", "Payment Gateways"];
const DESCRIPTION: &str = "You build payment services for small shops.

Requirements:
- 5+ years of professional experience
- Bachelor's degree in Computer Science or equivalent experience
- You must know PostgreSQL

Nice to have:
- Kubernetes
";
const WEIGHTS: [(&str, f64); 4] = [
    ("skills", 50.0),
    ("experience", 30.0),
    ("education", 10.0),
    ("leadership", 10.0),
];

const STRONG: &str = "Ada Fictitious
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

const WEAK: &str = "Ben Fictitious
34 Example Street, Sampleton, ben@example.org, +1 555 0101
Experience
Baker, Example Bread, 05/2021 - 04/2023
Baked bread for small shops and kept the ovens running.
Education
Secondary school
School of Sampleton, 2020
";

const HEAD: &str = include_str!("head.md");

/// The months of the position of the resume that fits, and those that the job asks for.
const MONTHS: (i64, i64) = (45, 60);

/// Returns the whole document.
pub(crate) fn document() -> Outcome<String> {
    let mut out = HEAD.to_owned();
    let skills = SKILLS.map(str::to_owned);
    let job = JobText {
        title: TITLE,
        description: DESCRIPTION,
        skills: &skills,
    };
    let vocabulary = Vocabulary::built_in();
    let requirements = read_requirements(&job, vocabulary);
    write_job(&mut out, &requirements)?;
    let prepared = PreparedJob::new(&job, &requirements, vocabulary);
    let mut first = None;
    for (name, resume) in [
        ("A resume that fits", strong()?),
        ("A resume that does not", weak()?),
        ("A resume that says nothing", empty()),
    ] {
        let given = WEIGHTS.map(|(name, weight)| (name.to_owned(), weight));
        let input = ScoreInput {
            profile: &Profile::of(&resume, vocabulary),
            weights: &Weights::new(&given)?,
            as_of: NaiveDate::from_ymd_opt(2026, 11, 21).ok_or("no such day")?,
            document: FileDigest([7; 32]),
        };
        let receipt = score(&prepared, &input, vocabulary);
        write!(out, "\n## {name}\n\n```text\n{}```\n", resume.text.as_str())?;
        write_receipt(&mut out, &receipt)?;
        if first.is_none() {
            write_by_hand(&mut out, &receipt)?;
        }
        first.get_or_insert(receipt);
    }
    write_vectors(&mut out, &job, &requirements, &first.ok_or("no receipt")?)?;
    Ok(out)
}

/// Writes how the values of the first receipt follow from its parts.
fn write_by_hand(out: &mut String, receipt: &ScoreReceipt) -> Outcome<()> {
    let criterion = |name: &str| {
        let mut criteria = receipt.criteria.iter();
        criteria
            .find(|one| one.criterion == name)
            .ok_or("no such criterion")
    };
    let (skills, experience) = (criterion("skills")?, criterion("experience")?);
    let part = |of: &CriterionScore, name: &str| {
        let part = of.parts.iter().find(|part| part.name == name);
        part.map(|part| six_decimals(part.value))
            .ok_or("no such part")
    };
    let shown = part(skills, "skills and phrases of the posting")?;
    let wording = part(skills, "similar wording")?;
    let mut positions = receipt.occupations.positions.iter();
    let position = positions.next().ok_or("no position")?;
    let relevance = position.relevance.get();
    let relevant_tenths = (MONTHS.0 * relevance + 50_000) / 100_000;
    let mut missing = skills.evidence.iter();
    let kubernetes = missing.find(|line| line.detail.names() == ["Kubernetes"]);
    let gain = kubernetes.and_then(|line| line.gain).ok_or("no gain")?;
    let hundredths = (gain.get() * 50 + 5_000) / 10_000;
    write!(
        out,
        "
By hand: Docker is only in a list and counts 0.7. `S = (1 + 0.7 + 0 + 1 + 0) / (1 + 1 + 1 + 1 + 0.5) = {shown}`, the similar wording has {wording}, and the value of skills is
`0.5 * {shown} + 0.5 * {wording} = {skills_value}`. The position is relevant by {r}, so its {months} months count as {whole}.{tenth} of the {asked}, which is
{length}. Python and PostgreSQL are used in it: `2 / 4.5 = {used}`. Its title is like the job's by {likeness}. The value of experience is
`0.3 * {length} + 0.2 * {used} + 0.3 * {best} + 0.2 * {fit} = {value}`. Kubernetes would add `0.5 * 0.5 / 4.5 * 50 = {points}.{cents:02}` points,
as `points` says.
",
        skills_value = six_decimals(skills.value),
        r = six_decimals(position.relevance),
        months = MONTHS.0,
        whole = relevant_tenths / 10,
        tenth = relevant_tenths % 10,
        asked = MONTHS.1,
        length = part(experience, "relevant experience")?,
        used = part(experience, "use of the job's skills")?,
        likeness = six_decimals(position.likeness),
        best = part(experience, "position most like the job")?,
        fit = part(experience, "most relevant position")?,
        value = six_decimals(experience.value),
        points = hundredths / 100,
        cents = hundredths % 100,
    )?;
    Ok(())
}

/// Writes canonical forms and their digests. A test gives them to the verifier.
fn write_vectors(
    out: &mut String,
    job: &JobText<'_>,
    requirements: &JobRequirements,
    receipt: &ScoreReceipt,
) -> Outcome<()> {
    out.push_str("\n## Test vectors\n\nThe canonical forms of the job above, of its requirements, and of the first receipt, each with its digest.\n");
    for (form, digest) in [
        (canonical_job(job), job_digest(job)),
        (
            canonical_requirements(requirements),
            requirements_digest(requirements),
        ),
        (canonical_receipt(receipt), receipt.digest.clone()),
    ] {
        write!(out, "\n```json\n{form}\n```\n\nSHA-256: `{digest}`\n")?;
    }
    Ok(())
}

fn write_job(out: &mut String, requirements: &JobRequirements) -> Outcome<()> {
    let skills = SKILLS.join(", ");
    write!(
        out,
        "\n## The job\n\n{TITLE}; skills: {skills}.\n\n```text\n{DESCRIPTION}```\n\n| requirement | read from |\n|---|---|\n"
    )?;
    for source in &requirements.sources {
        writeln!(out, "| {} | {} |", source_text(source), source.quote)?;
    }
    Ok(())
}

fn write_receipt(out: &mut String, receipt: &ScoreReceipt) -> Outcome<()> {
    write!(
        out,
        "\nScore **{}**, engine {}, as of {}, digest `{}`. {}\n\n| criterion | weight | value | contribution | data | summary |\n|---|---|---|---|---|---|\n",
        receipt.score, receipt.engine_version, receipt.as_of, receipt.digest, receipt.summary
    )?;
    for part in &receipt.criteria {
        let [weight, value, points] =
            [part.weight, part.value, part.contribution].map(MicroPoints::to_f64);
        writeln!(
            out,
            "| {} | {weight:.6} | {value:.6} | {points:.6} | {} | {} |",
            part.criterion,
            yes(part.has_data),
            part.summary
        )?;
    }
    out.push_str(
        "\n| criterion | requirement | found | quote | code points | points to gain |\n|---|---|---|---|---|---|\n",
    );
    receipt
        .criteria
        .iter()
        .try_for_each(|part| write_evidence(out, part))?;
    write_occupations(out, &receipt.occupations)
}

fn write_occupations(out: &mut String, occupations: &OccupationReceipt) -> Outcome<()> {
    write!(
        out,
        "\n| title | occupations | similarity | A | r | D |\n|---|---|---|---|---|---|\n| {TITLE} (the job, from its {}) | {} | | | | |\n",
        occupations.source.as_str(),
        named(&occupations.job)
    )?;
    for position in &occupations.positions {
        let similarity = position
            .similarity
            .map_or_else(|| "unknown".to_owned(), six_decimals);
        let [likeness, relevance, freshness] =
            [position.likeness, position.relevance, position.freshness].map(six_decimals);
        writeln!(
            out,
            "| {} | {} | {similarity} | {likeness} | {relevance} | {freshness} |",
            position.title,
            named(&position.occupations)
        )?;
    }
    Ok(())
}

/// Returns the occupations of a title, each with its share.
fn named(shares: &[OccupationShare]) -> String {
    let named = shares.iter().map(|share| {
        let OccupationShare { occupation, share } = share;
        format!(
            "{} {} ({})",
            occupation.code,
            occupation.name,
            six_decimals(*share)
        )
    });
    match shares {
        [] => "unknown".to_owned(),
        _ => named.collect::<Vec<_>>().join("; "),
    }
}

fn six_decimals(amount: MicroPoints) -> String {
    format!("{:.6}", amount.to_f64())
}

fn write_evidence(out: &mut String, part: &CriterionScore) -> Outcome<()> {
    for evidence in &part.evidence {
        let quote = evidence.quote.as_deref().unwrap_or("");
        let place = evidence
            .place
            .map_or_else(String::new, |(start, end)| format!("{start} to {end}"));
        let gain = part.points_to_gain(evidence).map(MicroPoints::to_f64);
        let gain = gain.map_or_else(String::new, |points| format!("{points:.6}"));
        writeln!(
            out,
            "| {} | {} | {} | {quote} | {place} | {gain} |",
            part.criterion,
            requirement_text(&part.criterion, &evidence.detail),
            yes(evidence.found)
        )?;
    }
    Ok(())
}

fn yes(holds: bool) -> &'static str {
    if holds { "yes" } else { "no" }
}

/// A text that looks up places by their words.
struct Draft(&'static str);

impl Draft {
    fn at(&self, words: &str) -> Outcome<usize> {
        Ok(self.0.find(words).ok_or("not in the text")?)
    }

    /// Returns a section from its heading to the next section's heading, or to the end.
    fn section(&self, kind: SectionKind, heading: &str, next: Option<&str>) -> Outcome<Section> {
        let start = self.at(heading)?;
        let end = next.map_or(Ok(self.0.len()), |next| self.at(next))?;
        Ok(Section {
            kind,
            span: Span::new(start, end),
            body_start: start + heading.len(),
        })
    }

    fn resume(&self, sections: Vec<Section>, name: &str) -> Resume {
        let text = ResumeText::new(self.0.to_owned(), vec![0]);
        Resume {
            sections,
            full_name: Some(Found::certain(name.to_owned(), None, "invented")),
            ..Resume::of_text(MediaKind::Pdf, text)
        }
    }
}

fn month(year: i32, month: u8) -> Option<PartialDate> {
    PartialDate::parse("month", &format!("{year}-{month:02}")).ok()
}

fn strong() -> Outcome<Resume> {
    let draft = Draft(STRONG);
    let sections = vec![
        draft.section(SectionKind::Contact, "Ada Fictitious\n", Some("Skills\n"))?,
        draft.section(SectionKind::Skills, "Skills\n", Some("Experience\n"))?,
        draft.section(SectionKind::Experience, "Experience\n", Some("Education\n"))?,
        draft.section(SectionKind::Education, "Education\n", None)?,
    ];
    let work = Span::new(draft.at("Software Engineer")?, draft.at("Education\n")?);
    let degree = Span::new(draft.at("Bachelor of")?, draft.at("\nUniversity")?);
    Ok(Resume {
        positions: vec![Position {
            start: month(2023, 3),
            current: true,
            span: work,
            ..Position::default()
        }],
        education: vec![EducationEntry {
            degree: "Bachelor of Science".to_owned(),
            field: Some("Computer Science".to_owned()),
            institution: Some("University of Sampleton".to_owned()),
            level: Some(EducationLevel::Bachelor),
            end: PartialDate::parse("end", "2020").ok(),
            in_progress: false,
            span: degree,
            confidence: EducationConfidence::default(),
        }],
        ..draft.resume(sections, "Ada Fictitious")
    })
}

fn weak() -> Outcome<Resume> {
    let draft = Draft(WEAK);
    let sections = vec![
        draft.section(
            SectionKind::Contact,
            "Ben Fictitious\n",
            Some("Experience\n"),
        )?,
        draft.section(SectionKind::Experience, "Experience\n", Some("Education\n"))?,
        draft.section(SectionKind::Education, "Education\n", None)?,
    ];
    let work = Span::new(draft.at("Baker,")?, draft.at("Education\n")?);
    let school = Span::new(draft.at("Secondary school")?, draft.at("\nSchool of")?);
    Ok(Resume {
        positions: vec![Position {
            start: month(2021, 5),
            end: month(2023, 4),
            span: work,
            ..Position::default()
        }],
        education: vec![EducationEntry {
            degree: "Secondary school".to_owned(),
            field: None,
            institution: None,
            level: Some(EducationLevel::School),
            end: PartialDate::parse("end", "2020").ok(),
            in_progress: false,
            span: school,
            confidence: EducationConfidence::default(),
        }],
        ..draft.resume(sections, "Ben Fictitious")
    })
}

fn empty() -> Resume {
    Resume::of_text(MediaKind::Pdf, ResumeText::new(String::new(), vec![0]))
}
