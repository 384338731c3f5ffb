//! A ranking as one page for a file: it contains its styles, needs no server, and loads nothing.

use std::sync::LazyLock;

use askama::Template;
use data_encoding::BASE64;
use sha2::{Digest, Sha256};
use shortlist_domain::{FindingKind, JobRequirements, Resume, ScoreReceipt};

use crate::candidate::{
    Block, CriterionPart, OccupationsPart, ReportedText, criteria, receipt_summary, resume_blocks,
};
use crate::duration::experience;
use crate::job_form::{RequirementRow, requirement_rows};
use crate::ranking::{Bar, Judged, bars, latest_position, named};

/// The styles of the page: those of the web app, and a few of its own.
const STYLE: &str = concat!(
    include_str!("../assets/app.css"),
    include_str!("../assets/report.css")
);

/// The source of styles that the page allows: exactly [`STYLE`].
static STYLE_DIGEST: LazyLock<String> =
    LazyLock::new(|| format!("sha256-{}", BASE64.encode(&Sha256::digest(STYLE))));

/// A ranking of files.
#[derive(Debug)]
pub struct ReportedRanking<'a> {
    /// The job's title.
    pub title: &'a str,
    /// One line about the ranking.
    pub summary: &'a str,
    /// What the job asks for.
    pub requirements: &'a JobRequirements,
    /// The candidates, best first.
    pub candidates: Vec<ReportedCandidate<'a>>,
    /// Files without a score, each with the reason.
    pub unreadable: Vec<(&'a str, &'a str)>,
}

/// A candidate of a ranking of files.
#[derive(Debug, Clone, Copy)]
pub struct ReportedCandidate<'a> {
    /// The rank, from 1.
    pub rank: usize,
    /// The path of the file.
    pub file: &'a str,
    /// What was read from the file.
    pub resume: &'a Resume,
    /// The score.
    pub receipt: &'a ScoreReceipt,
}

#[derive(Template)]
#[template(path = "report.html")]
struct Report<'a> {
    style: &'static str,
    style_digest: &'static str,
    title: &'a str,
    summary: &'a str,
    requirements: Vec<RequirementRow>,
    legend: Vec<Bar>,
    candidates: Vec<CandidateSection<'a>>,
    unreadable: &'a [(&'a str, &'a str)],
}

/// A row of the table, and the receipt below it.
struct CandidateSection<'a> {
    rank: usize,
    /// Identifies the receipt on the page.
    number: usize,
    file: &'a str,
    name: String,
    contact: String,
    score: String,
    bars: Vec<Bar>,
    met: usize,
    asked: usize,
    /// The score in one sentence.
    overview: String,
    missing: String,
    experience: String,
    latest: String,
    criteria: Vec<CriterionPart>,
    /// The occupations that the score compared.
    occupations: Option<OccupationsPart>,
    findings: Vec<ReportedText>,
    copied: Vec<ReportedText>,
    text: Vec<Block>,
    receipt: String,
}

/// Returns a ranking as an HTML page that contains everything it needs.
///
/// # Errors
/// Never fails in practice: a page in memory can always be written to.
pub fn ranking_report(ranking: &ReportedRanking<'_>) -> askama::Result<String> {
    let mut evidence = 0;
    let numbered = ranking.candidates.iter().enumerate();
    let candidates: Vec<_> = numbered
        .map(|(index, candidate)| {
            let section =
                CandidateSection::of(candidate, ranking.requirements, index + 1, evidence);
            let criteria = candidate.receipt.criteria.iter();
            evidence += criteria
                .map(|criterion| criterion.evidence.len())
                .sum::<usize>();
            section
        })
        .collect();
    let legend = candidates.first().map(|first| first.bars.clone());
    let report = Report {
        style: STYLE,
        style_digest: &STYLE_DIGEST,
        title: ranking.title,
        summary: ranking.summary,
        requirements: requirement_rows(ranking.requirements),
        legend: legend.unwrap_or_default(),
        candidates,
        unreadable: &ranking.unreadable,
    };
    report.render()
}

impl<'a> CandidateSection<'a> {
    /// Returns the section with a number. Its evidence is numbered after that of the sections before it.
    fn of(
        candidate: &ReportedCandidate<'a>,
        requirements: &JobRequirements,
        number: usize,
        after: usize,
    ) -> Self {
        let ReportedCandidate {
            rank,
            file,
            resume,
            receipt,
        } = *candidate;
        let judged = Judged::of(requirements, receipt);
        let criteria = criteria(receipt, after);
        let of_kind = |wanted: fn(FindingKind) -> bool| {
            let findings = receipt.findings.iter();
            let wanted = findings.filter(move |finding| wanted(finding.kind));
            wanted.map(ReportedText::of).collect()
        };
        Self {
            rank,
            number,
            file,
            name: resume.name().unwrap_or("Name not found").to_owned(),
            contact: contact(resume),
            score: receipt.score.to_string(),
            bars: bars(receipt),
            met: judged.met,
            asked: judged.asked(),
            overview: receipt.summary.clone(),
            missing: named(&judged.missing),
            experience: experience(resume, receipt.as_of),
            latest: latest_position(resume),
            findings: of_kind(FindingKind::is_excluded),
            copied: of_kind(FindingKind::is_copied),
            text: resume_blocks(resume, &criteria),
            criteria,
            occupations: Some(OccupationsPart::of(&receipt.occupations)),
            receipt: receipt_summary(receipt),
        }
    }
}

fn contact(resume: &Resume) -> String {
    let email = resume.email_address().map(ToString::to_string);
    let phone = resume.phone_number().map(ToString::to_string);
    let known: Vec<String> = email.into_iter().chain(phone).collect();
    known.join(" · ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_allows_only_its_own_styles() {
        let ranking = ReportedRanking {
            title: "<Baker>",
            summary: "0 of 1 resume ranked",
            requirements: &JobRequirements::default(),
            candidates: Vec::new(),
            unreadable: vec![("a<b>.pdf", "the file is empty")],
        };
        let page = ranking_report(&ranking).unwrap();
        let style = page.split("<style>").nth(1).unwrap();
        let style = style.split("</style>").next().unwrap();
        let digest = BASE64.encode(&Sha256::digest(style));
        assert!(page.contains(&format!("style-src 'sha256-{digest}'\"")));
        assert!(page.contains("&#60;Baker&#62;") && page.contains("a&#60;b&#62;.pdf"));
        assert!(!page.contains("url(") && !page.contains("src="));
    }
}
