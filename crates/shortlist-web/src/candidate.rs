//! The page of a candidate: the resume next to the evidence for its score.

mod evidence;
mod resume_text;

use actix_web::{HttpRequest, HttpResponse};
use askama::Template;
use shortlist_app::{App, AppError, CandidateDocument, CandidateReceipt, Operation};
use shortlist_domain::{Candidate, FindingKind, Principal, Resume, Section, Span, UserType};
use shortlist_transport::send_original_file;

use crate::frame::Frame;
use crate::ranking::{Bar, bars, requirements_met};
use crate::status::{StatusChoice, choices, class, label};
use crate::timeline::{TimelineItem, timeline};
use crate::visit::{Visit, answer};
use crate::{duration, respond};
use evidence::{CriterionPart, criteria};
use resume_text::{TextPart, marked};

#[derive(Template)]
#[template(path = "candidate.html")]
struct CandidatePage {
    frame: Frame,
    view: CandidateView,
    statuses: Vec<StatusChoice>,
    saved: bool,
}

/// What the page of a candidate and the review queue show.
pub(crate) struct CandidateView {
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) code: String,
    pub(crate) job_id: String,
    pub(crate) email: String,
    pub(crate) phone: String,
    pub(crate) place: String,
    pub(crate) links: Vec<String>,
    pub(crate) status: &'static str,
    pub(crate) status_class: &'static str,
    pub(crate) score: String,
    pub(crate) bars: Vec<Bar>,
    pub(crate) met: usize,
    pub(crate) asked: usize,
    pub(crate) criteria: Vec<CriterionPart>,
    pub(crate) text: Vec<TextPart>,
    pub(crate) findings: Vec<HiddenText>,
    pub(crate) experience: String,
    pub(crate) timeline: Vec<TimelineItem>,
    pub(crate) education: Vec<EducationRow>,
    pub(crate) languages: String,
    pub(crate) file: String,
    /// Whether the user may change the status.
    pub(crate) may_change: bool,
}

/// Text of the file that people do not see, and that the score therefore ignores.
pub(crate) struct HiddenText {
    pub(crate) kind: &'static str,
    pub(crate) quote: String,
}

/// A degree.
pub(crate) struct EducationRow {
    pub(crate) degree: String,
    pub(crate) school: String,
    pub(crate) end: String,
}

impl CandidateView {
    /// Loads a candidate.
    pub(crate) fn load(app: &App, principal: &Principal, id: &str) -> Result<Self, AppError> {
        let candidate = app.candidates().get(principal, id)?;
        let organization = &principal.organization_id;
        let ids = std::slice::from_ref(&candidate.id);
        let document = app.candidates().documents(organization, ids)?;
        let receipt = app.scores().receipts(organization, ids)?;
        let document = document.into_values().next();
        let receipt = receipt.into_values().next();
        let may_change = principal.user_type != UserType::Interviewer;
        let view = Self::of(candidate, may_change);
        Ok(view
            .with_receipt(receipt.as_ref())
            .with_document(document.as_ref(), receipt.as_ref()))
    }

    fn of(candidate: Candidate, may_change: bool) -> Self {
        let code = candidate.code.to_string();
        let name = Some(candidate.full_name).filter(|name| !name.is_empty());
        Self {
            id: candidate.id.into_string(),
            name: name.unwrap_or_else(|| code.clone()),
            code,
            job_id: candidate.job_id.into_string(),
            email: candidate
                .email
                .map_or(String::new(), |email| email.to_string()),
            phone: candidate
                .phone
                .map_or(String::new(), |phone| phone.to_string()),
            place: String::new(),
            links: Vec::new(),
            status: label(candidate.status),
            status_class: class(candidate.status),
            score: candidate
                .score
                .map_or(String::new(), |score| score.to_string()),
            bars: Vec::new(),
            met: 0,
            asked: 0,
            criteria: Vec::new(),
            text: Vec::new(),
            findings: Vec::new(),
            experience: String::new(),
            timeline: Vec::new(),
            education: Vec::new(),
            languages: String::new(),
            file: String::new(),
            may_change,
        }
    }

    fn with_receipt(self, receipt: Option<&CandidateReceipt>) -> Self {
        let Some(CandidateReceipt { receipt, .. }) = receipt else {
            return self;
        };
        let (met, missing) = requirements_met(receipt);
        let finding = |finding: &shortlist_domain::IntegrityFinding| HiddenText {
            kind: hidden_kind(finding.kind),
            quote: finding.quote.clone(),
        };
        Self {
            bars: bars(receipt),
            met: met.len(),
            asked: met.len() + missing.len(),
            criteria: criteria(receipt),
            findings: receipt.findings.iter().map(finding).collect(),
            ..self
        }
    }

    fn with_document(
        self,
        document: Option<&CandidateDocument>,
        receipt: Option<&CandidateReceipt>,
    ) -> Self {
        let Some(CandidateDocument { file, resume }) = document else {
            return self;
        };
        let as_of = receipt.map(|receipt| receipt.receipt.as_of);
        let months = as_of.and_then(|as_of| resume.experience_months(as_of));
        let places: Vec<_> = self
            .criteria
            .iter()
            .flat_map(CriterionPart::places)
            .collect();
        let degree = |entry: &shortlist_domain::EducationEntry| EducationRow {
            degree: entry.degree.clone(),
            school: entry.institution.clone().unwrap_or_default(),
            end: entry.end.map_or(String::new(), |end| end.to_string()),
        };
        Self {
            place: resume
                .place
                .as_ref()
                .map_or(String::new(), |found| found.value.clone()),
            links: resume
                .links
                .iter()
                .map(|found| found.value.clone())
                .collect(),
            text: marked(resume.text.as_str(), &places, &headings(resume)),
            experience: months.map_or(String::new(), duration::duration),
            timeline: as_of.map_or(Vec::new(), |as_of| timeline(&resume.positions, as_of)),
            education: resume.education.iter().map(degree).collect(),
            languages: resume.languages.join(", "),
            file: file.name.clone(),
            ..self
        }
    }
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

fn hidden_kind(kind: FindingKind) -> &'static str {
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
    }
}

/// Shows the page.
pub(crate) async fn page(request: HttpRequest) -> HttpResponse {
    let shown = async {
        let visit = Visit::begin(&request).await?;
        let id = visit.id();
        let view = visit
            .run(Operation::GetCandidate, move |app, principal| {
                CandidateView::load(app, principal, &id)
            })
            .await?;
        let saved = visit.address_fields().has("saved");
        respond::page(&CandidatePage {
            frame: visit.frame(),
            statuses: choices(&view.status.replace(' ', "")),
            view,
            saved,
        })
    };
    answer(&request, shown).await
}

/// Returns the file as it was uploaded.
pub(crate) async fn original_file(request: HttpRequest) -> HttpResponse {
    let sent = async {
        let visit = Visit::begin(&request).await?;
        let principal = visit.principal().clone();
        let app = visit.state.app();
        Ok(send_original_file(&request, app, principal, visit.id()).await?)
    };
    answer(&request, sent).await
}
