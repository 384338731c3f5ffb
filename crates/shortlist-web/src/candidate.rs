//! The page of a candidate: the resume next to the evidence for its score.

pub(crate) mod changes;
mod custom;
pub(crate) mod erased;
mod evidence;
mod layout;
mod matched_words;
mod mentions;
mod occupations;
mod offer;
mod other_job;
pub(crate) mod page;
pub(crate) mod protection;
mod records;
mod resume_text;
mod what_if;

use shortlist_app::{App, AppError, CandidateDocument, CandidateReceipt, finding_text};
use shortlist_domain::{
    Candidate, CandidateStatus, FindingKind, IntegrityFinding, JobRequirements, Position,
    Principal, Resume, ScoreReceipt, Section, Span,
};

use crate::duration::experience;
use crate::ranking::{Bar, Judged, bars};
use crate::status::{class, label};
use crate::timeline::{TimelineItem, timeline};
use crate::viewer::Viewer;
pub(crate) use changes::submit_review;
pub(crate) use evidence::{CriterionPart, criteria};
pub(crate) use layout::Block;
use layout::blocks;
pub(crate) use occupations::OccupationsPart;
pub(crate) use records::{ReviewRow, interview_time, rejection_reasons};
use resume_text::marked;

/// What the page of a candidate and the review queue show.
pub(crate) struct CandidateView {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) code: String,
    pub(crate) job_id: String,
    pub(crate) job_title: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) place: String,
    pub(crate) links: Vec<String>,
    pub(crate) status: &'static str,
    /// The name of the status in forms; empty for a new candidate.
    pub(crate) status_value: &'static str,
    pub(crate) status_class: &'static str,
    pub(crate) status_reason: String,
    pub(crate) added: String,
    pub(crate) score: String,
    pub(crate) bars: Vec<Bar>,
    pub(crate) met: usize,
    pub(crate) asked: usize,
    /// The score in one sentence.
    pub(crate) overview: String,
    pub(crate) criteria: Vec<CriterionPart>,
    /// The occupations that the score compared.
    pub(crate) occupations: Option<OccupationsPart>,
    pub(crate) text: Vec<Block>,
    pub(crate) viewer: Option<Viewer>,
    pub(crate) findings: Vec<ReportedText>,
    /// Text that repeats the posting.
    pub(crate) copied: Vec<ReportedText>,
    /// Whether the text was recognized from images.
    pub(crate) is_recognized: bool,
    /// What the score was computed from, as one line.
    pub(crate) receipt: String,
    pub(crate) skills: Vec<String>,
    pub(crate) experience: String,
    pub(crate) timeline: Vec<TimelineItem>,
    pub(crate) education: Vec<EducationRow>,
    pub(crate) languages: String,
    pub(crate) file: String,
    /// Whether the job is reviewed blind and the viewer has not revealed the candidate.
    pub(crate) is_masked: bool,
    /// Whether the score was computed before the job was changed.
    pub(crate) is_outdated: bool,
}

/// Text of the file that people do not see, so that the score ignores it, or that repeats the posting.
pub(crate) struct ReportedText {
    pub(crate) kind: &'static str,
    pub(crate) page: Option<u32>,
    pub(crate) quote: String,
}

/// A degree.
pub(crate) struct EducationRow {
    pub(crate) degree: String,
    pub(crate) school: String,
    pub(crate) end: String,
}

impl CandidateView {
    /// Returns the latest position that has dates.
    pub(crate) fn latest(&self) -> Option<&TimelineItem> {
        self.timeline.iter().find(|item| !item.is_gap)
    }

    /// Returns whether there are facts to show below the name.
    pub(crate) fn has_glance(&self) -> bool {
        let texts = [&self.experience, &self.place, &self.email, &self.phone];
        self.latest().is_some() || texts.iter().any(|text| !text.is_empty())
    }

    /// Loads a candidate.
    pub(crate) fn load(app: &App, principal: &Principal, id: &str) -> Result<Self, AppError> {
        let candidate = app.candidates().get(principal, id)?;
        let ids = std::slice::from_ref(&candidate.id);
        let document = app.candidates().documents(principal, ids)?;
        let receipt = app.scores().receipts(principal, ids)?;
        let document = document.into_values().next();
        let receipt = receipt.into_values().next();
        let masked = app.candidates().masked(principal, ids)?;
        let is_masked = masked.contains(&candidate.id);
        let job = app.jobs().get(principal, candidate.job_id.as_str())?;
        let view = Self {
            is_masked,
            is_outdated: receipt
                .as_ref()
                .is_some_and(|receipt| receipt.job_version < job.version),
            job_title: job.title.clone(),
            ..Self::of(candidate)
        };
        let requirements = app.jobs().requirements(&job);
        Ok(view
            .with_receipt(receipt.as_ref(), &requirements)
            .with_document(document.as_ref(), receipt.as_ref()))
    }

    fn of(candidate: Candidate) -> Self {
        let code = candidate.code.to_string();
        let name = Some(candidate.full_name).filter(|name| !name.is_empty());
        Self {
            id: candidate.id.into_string(),
            name: name.unwrap_or_else(|| code.clone()),
            code,
            job_id: candidate.job_id.into_string(),
            job_title: String::new(),
            email: candidate
                .email
                .map_or(String::new(), |email| email.to_string()),
            phone: candidate
                .phone
                .map_or(String::new(), |phone| phone.to_string()),
            place: String::new(),
            links: Vec::new(),
            status: label(candidate.status),
            status_value: candidate.status.map_or("", CandidateStatus::as_str),
            status_class: class(candidate.status),
            status_reason: candidate.status_reason.unwrap_or_default(),
            added: candidate.created_at.date().to_string(),
            score: candidate
                .score
                .map_or(String::new(), |score| score.to_string()),
            bars: Vec::new(),
            met: 0,
            asked: 0,
            overview: String::new(),
            criteria: Vec::new(),
            occupations: None,
            text: Vec::new(),
            viewer: None,
            findings: Vec::new(),
            copied: Vec::new(),
            is_recognized: false,
            receipt: String::new(),
            skills: candidate.skills,
            experience: String::new(),
            timeline: Vec::new(),
            education: Vec::new(),
            languages: String::new(),
            file: String::new(),
            is_masked: false,
            is_outdated: false,
        }
    }

    fn with_receipt(
        self,
        receipt: Option<&CandidateReceipt>,
        requirements: &JobRequirements,
    ) -> Self {
        let Some(CandidateReceipt { receipt, .. }) = receipt else {
            return self;
        };
        let judged = Judged::of(requirements, receipt);
        let of_kind = |wanted: fn(FindingKind) -> bool| {
            let findings = receipt.findings.iter();
            findings.filter(move |finding| wanted(finding.kind))
        };
        let mut images = of_kind(|kind| kind == FindingKind::Recognized);
        Self {
            bars: bars(receipt),
            met: judged.met,
            asked: judged.asked(),
            overview: receipt.summary.clone(),
            criteria: criteria(receipt, 0),
            findings: of_kind(FindingKind::is_excluded)
                .map(ReportedText::of)
                .collect(),
            copied: of_kind(FindingKind::is_copied)
                .map(ReportedText::of)
                .collect(),
            is_recognized: images.next().is_some(),
            occupations: Some(OccupationsPart::of(&receipt.occupations)),
            receipt: receipt_summary(receipt),
            ..self
        }
    }

    fn with_document(
        self,
        document: Option<&CandidateDocument>,
        receipt: Option<&CandidateReceipt>,
    ) -> Self {
        let Some(CandidateDocument {
            file,
            resume,
            is_masked,
        }) = document
        else {
            return self;
        };
        let as_of = receipt.map(|receipt| receipt.receipt.as_of);
        let degree = |entry: &shortlist_domain::EducationEntry| EducationRow {
            degree: entry.degree.clone(),
            school: entry.institution.clone().unwrap_or_default(),
            end: entry.end.map_or(String::new(), |end| end.to_string()),
        };
        let positions: Vec<Position> = resume.certain_positions().cloned().collect();
        Self {
            viewer: Viewer::of(&self.id, file).filter(|_| !is_masked),
            place: resume
                .place
                .as_ref()
                .map_or(String::new(), |found| found.value.clone()),
            links: resume
                .links
                .iter()
                .map(|found| found.value.clone())
                .collect(),
            text: resume_blocks(resume, &self.criteria),
            experience: as_of.map_or(String::new(), |as_of| experience(resume, as_of)),
            timeline: as_of.map_or(Vec::new(), |as_of| timeline(&positions, as_of)),
            education: resume.certain_education().map(degree).collect(),
            languages: resume.languages.join(", "),
            file: file.name.clone(),
            ..self
        }
    }
}

/// Returns the text of a resume, with the quotes of the evidence marked.
pub(crate) fn resume_blocks(resume: &Resume, criteria: &[CriterionPart]) -> Vec<Block> {
    let places: Vec<_> = criteria.iter().flat_map(CriterionPart::places).collect();
    blocks(marked(resume.text.as_str(), &places, &headings(resume)))
}

/// Returns the places of the headings of a resume's sections, in code points.
fn headings(resume: &Resume) -> Vec<(u32, u32)> {
    let heading = |section: &Section| {
        let span = Span::new(section.span.start, section.body_start);
        let (start, end) = resume.text.code_points(span)?;
        let words = resume.text.quote(span).trim_end().chars().count();
        let words = u32::try_from(words).ok().filter(|words| *words > 0)?;
        Some((start, end.min(start + words)))
    };
    resume.sections.iter().filter_map(heading).collect()
}

/// Returns what a score was computed from, so that a printed receipt can be checked.
pub(crate) fn receipt_summary(receipt: &ScoreReceipt) -> String {
    let digest: String = receipt.digest.chars().take(16).collect();
    format!(
        "As of {}, engine {}, receipt {digest}",
        receipt.as_of, receipt.engine_version
    )
}

impl ReportedText {
    pub(crate) fn of(finding: &IntegrityFinding) -> Self {
        Self {
            kind: kind_in_words(finding.kind),
            page: finding.page,
            quote: finding_text(finding),
        }
    }
}

fn kind_in_words(kind: FindingKind) -> &'static str {
    match kind {
        FindingKind::Invisible => "Invisible text",
        FindingKind::SameColour => "Text in the colour of its background",
        FindingKind::Tiny => "Text too small to read",
        FindingKind::OffPage => "Text outside the page",
        FindingKind::Covered => "Text covered by something else",
        FindingKind::LayerOff => "Text in a layer that is switched off",
        FindingKind::Substituted => "Text that differs from the letters on the page",
        FindingKind::Vanish => "Text marked as hidden",
        FindingKind::ZeroWidth => "Characters without width",
        FindingKind::Instruction => "An instruction for a machine",
        FindingKind::KeywordList => "A very long list of keywords",
        FindingKind::Recognized => "Text recognized from an image",
        FindingKind::CopiedPosting => "Text of the posting, word for word",
        FindingKind::CopiedTitle => "The job's title, which no dated position has",
        FindingKind::Unread => "Not read",
    }
}
