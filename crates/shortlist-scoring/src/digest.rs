//! The digests of a receipt: values with which anyone can check that two receipts are the same.
//!
//! Each is the SHA-256 of a JSON object in the canonical form of RFC 8785. The objects have the names and values of the API,
//! but decimals are whole numbers of millionths. `docs/RECEIPTS.md` lists their members, and
//! `examples/verify_receipt.py` computes them from what the API returns. They contain no identifiers and no clock values.

use crate::english::{finding_text, source_text};
use shortlist_domain::{
    CriterionScore, EducationLevel, Evidence, EvidenceDetail, IntegrityFinding, JobRequirements,
    MicroPoints, ModelContribution, ModelOpinion, OccupationReceipt, OccupationShare, PartialDate,
    PositionOccupation, ScorePart, ScoreReceipt,
};

use crate::canonical_json::Json;
use crate::job_text::JobText;

/// The name of the canonical form of receipts.
pub const RECEIPT_FORM: &str = "shortlist-receipt-4";
/// The name of the canonical form of a job's texts.
const JOB_FORM: &str = "shortlist-job-1";
/// The name of the canonical form of requirements.
const REQUIREMENTS_FORM: &str = "shortlist-requirements-2";

/// Returns the digest of a job's texts.
pub fn job_digest(job: &JobText<'_>) -> String {
    job_object(job).digest()
}

/// Returns the text whose SHA-256 is the digest of a job's texts.
pub fn canonical_job(job: &JobText<'_>) -> String {
    job_object(job).canonical()
}

fn job_object(job: &JobText<'_>) -> Json {
    Json::object([
        ("form", JOB_FORM.into()),
        ("title", job.title.into()),
        ("jobDescription", job.description.into()),
        ("skills", texts(job.skills)),
    ])
}

/// Returns the digest of what a job asks for.
pub fn requirements_digest(requirements: &JobRequirements) -> String {
    requirements_object(requirements).digest()
}

/// Returns the digest of a receipt. It ignores the digest that the receipt contains.
pub(crate) fn digest_of(receipt: &ScoreReceipt) -> String {
    receipt_object(receipt).digest()
}

/// Returns the text whose SHA-256 is the digest of a receipt.
pub fn canonical_receipt(receipt: &ScoreReceipt) -> String {
    receipt_object(receipt).canonical()
}

/// Returns the text whose SHA-256 is the digest of requirements.
pub fn canonical_requirements(requirements: &JobRequirements) -> String {
    requirements_object(requirements).canonical()
}

fn requirements_object(requirements: &JobRequirements) -> Json {
    let skills = Json::list(&requirements.skills, |skill| {
        Json::object([
            ("name", (&skill.name).into()),
            ("importance", skill.importance.as_str().into()),
            ("minimumMonths", skill.minimum_months.into()),
        ])
    });
    let languages = Json::list(&requirements.languages, |language| {
        Json::object([
            ("anyOf", texts(&language.any_of)),
            ("level", language.level.as_ref().into()),
            ("importance", language.importance.as_str().into()),
        ])
    });
    let certificates = Json::list(&requirements.certificates, |certificate| {
        Json::object([
            ("anyOf", texts(&certificate.any_of)),
            ("importance", certificate.importance.as_str().into()),
        ])
    });
    let sources = Json::list(&requirements.sources, |source| {
        Json::object([
            ("requirement", source_text(source).as_str().into()),
            ("quote", (&source.quote).into()),
        ])
    });
    let level = requirements.education_level.map(EducationLevel::as_str);
    Json::object([
        ("form", REQUIREMENTS_FORM.into()),
        ("skills", skills),
        ("minimumMonths", requirements.minimum_months.into()),
        ("educationLevel", level.into()),
        ("educationFields", texts(&requirements.education_fields)),
        (
            "equivalentExperience",
            requirements.equivalent_experience.into(),
        ),
        ("languages", languages),
        ("certificates", certificates),
        ("sources", sources),
    ])
}

fn receipt_object(receipt: &ScoreReceipt) -> Json {
    let mut criteria: Vec<&CriterionScore> = receipt.criteria.iter().collect();
    criteria.sort_by(|a, b| a.criterion.cmp(&b.criterion));
    // A model that changed nothing is no part of the score.
    let has_changes = criteria.iter().any(|part| part.formula_value.is_some());
    let model = receipt.model.as_ref().filter(|_| has_changes);
    Json::object([
        ("form", RECEIPT_FORM.into()),
        (
            "score",
            Json::Number(i64::from(receipt.score.tenths()) * TENTH),
        ),
        ("summary", (&receipt.summary).into()),
        ("engineVersion", (&receipt.engine_version).into()),
        (
            "asOf",
            (&receipt.as_of.format("%Y-%m-%d").to_string()).into(),
        ),
        ("documentSha256", (&receipt.document.to_hex()).into()),
        ("jobDigest", (&receipt.job_digest).into()),
        ("requirementsDigest", (&receipt.requirements_digest).into()),
        ("criteria", Json::list(criteria, criterion)),
        ("occupations", occupations(&receipt.occupations)),
        ("integrityFindings", Json::list(&receipt.findings, finding)),
        ("languageModel", model.map_or(Json::Null, language_model)),
    ])
}

/// A tenth of a point, in millionths.
const TENTH: i64 = 100_000;

fn criterion(criterion: &CriterionScore) -> Json {
    let evidence = |line: &Evidence| evidence(criterion, line);
    Json::object([
        ("criterion", (&criterion.criterion).into()),
        ("weight", criterion.weight.get().into()),
        ("value", criterion.value.get().into()),
        ("contribution", criterion.contribution.get().into()),
        ("hasData", criterion.has_data.into()),
        ("summary", (&criterion.summary).into()),
        ("formulaValue", micros(criterion.formula_value)),
        ("parts", Json::list(&criterion.parts, part)),
        ("evidence", Json::list(&criterion.evidence, evidence)),
    ])
}

fn part(part: &ScorePart) -> Json {
    Json::object([
        ("name", (&part.name).into()),
        ("weight", micros(part.weight)),
        ("value", part.value.get().into()),
    ])
}

fn evidence(criterion: &CriterionScore, evidence: &Evidence) -> Json {
    Json::object([
        ("detail", detail(&evidence.detail)),
        ("found", evidence.found.into()),
        ("quote", evidence.quote.as_ref().into()),
        ("page", evidence.page.into()),
        ("start", evidence.place.map(|(start, _)| start).into()),
        ("end", evidence.place.map(|(_, end)| end).into()),
        ("points", micros(criterion.points_to_gain(evidence))),
    ])
}

fn detail(detail: &EvidenceDetail) -> Json {
    let month =
        |month: Option<PartialDate>| Json::from(month.as_ref().map(ToString::to_string).as_ref());
    let period = detail.period();
    Json::object([
        ("kind", detail.kind().into()),
        ("names", texts(detail.names())),
        ("more", detail.more().into()),
        ("writtenAs", detail.written_as().into()),
        ("by", detail.by().into()),
        ("onlyListed", detail.only_listed().into()),
        ("level", detail.level().into()),
        ("shownLevel", detail.shown_level().into()),
        ("months", detail.months().into()),
        ("shownMonths", detail.shown_months().into()),
        ("from", month(period.map(|(from, _)| from))),
        ("to", month(period.map(|(_, to)| to))),
        ("relevance", micros(detail.relevance())),
        ("likeness", micros(detail.likeness())),
        ("amount", micros(detail.amount())),
    ])
}

fn occupations(occupations: &OccupationReceipt) -> Json {
    Json::object([
        ("job", Json::list(&occupations.job, occupation_share)),
        ("jobSource", occupations.source.as_str().into()),
        (
            "positions",
            Json::list(&occupations.positions, occupation_of_position),
        ),
    ])
}

fn occupation_of_position(position: &PositionOccupation) -> Json {
    Json::object([
        ("title", (&position.title).into()),
        ("page", position.page.into()),
        ("start", position.place.map(|(start, _)| start).into()),
        ("end", position.place.map(|(_, end)| end).into()),
        (
            "occupations",
            Json::list(&position.occupations, occupation_share),
        ),
        ("similarity", micros(position.similarity)),
        ("likeness", position.likeness.get().into()),
        ("relevance", position.relevance.get().into()),
        ("freshness", position.freshness.get().into()),
    ])
}

fn occupation_share(share: &OccupationShare) -> Json {
    Json::object([
        ("code", (&share.occupation.code).into()),
        ("name", (&share.occupation.name).into()),
        ("share", share.share.get().into()),
    ])
}

fn finding(finding: &IntegrityFinding) -> Json {
    Json::object([
        ("kind", finding.kind.as_str().into()),
        ("quote", finding_text(finding).as_str().into()),
        ("page", finding.page.into()),
    ])
}

fn language_model(model: &ModelContribution) -> Json {
    let mut opinions: Vec<&ModelOpinion> = model.opinions.iter().collect();
    opinions.sort_by(|a, b| a.criterion.cmp(&b.criterion));
    let opinions = Json::list(opinions, |opinion| {
        Json::object([
            ("criterion", (&opinion.criterion).into()),
            ("value", opinion.value.get().into()),
        ])
    });
    Json::object([
        ("name", (&model.name).into()),
        ("summary", (&model.summary).into()),
        ("opinions", opinions),
    ])
}

fn texts(texts: &[String]) -> Json {
    Json::list(texts, Json::from)
}

fn micros(value: Option<MicroPoints>) -> Json {
    value.map(MicroPoints::get).into()
}
