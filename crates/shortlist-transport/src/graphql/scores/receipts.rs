//! The GraphQL types of score receipts, of scores with other weights, and of rescoring a job.

use juniper::{GraphQLInputObject, GraphQLObject};
use shortlist_app::{
    App, AppError, Cancellation, CandidateReceipt, Conflict, ExplainScore, RECEIPT_FORM,
    RankChange, RescoreJob, RescoreSummary, SentUploadId, UnreadableCandidate, UploadConflict,
    finding_text, requirement_text, unusable_file_text,
};
use shortlist_domain::{FindingMeasure, MicroPoints, Principal, UploadId, UploadKind};

use crate::graphql::budget::ITEM_BYTES;
use crate::graphql::context::RequestContext;
use crate::graphql::input::input;
use crate::graphql::object::object;
use crate::graphql::scores::language_model::LanguageModelPart;
use crate::graphql::scores::occupations::ReceiptOccupations;

input! {
    pub(crate) struct ExplainScoreInput(ExplainScore) of organization_id "organizationId" {
        "candidateId" as candidate_id: String;
        "resumeScoreBreakdown" as resume_score_breakdown: String;
    }
}

#[derive(GraphQLInputObject)]
pub(crate) struct RescoreJobInput {
    pub(crate) organization_id: String,
    job_id: String,
    /// Without it, each candidate keeps its current weights.
    resume_score_breakdown: Option<String>,
    /// The date that "present" means, YYYY-MM-DD. Without it, measurements are reused if job and engine are unchanged.
    as_of: Option<String>,
    /// An identifier of your choice, under which `GET /uploads/{id}` reports the progress.
    progress_id: Option<String>,
}

impl RescoreJobInput {
    /// Scores the candidates again, and reports the progress if the input names an identifier for it.
    pub(crate) fn perform(
        self,
        app: &App,
        principal: &Principal,
        cancellation: &Cancellation,
    ) -> Result<RescoreSummary, AppError> {
        let parse = |id: &String| UploadId::parse("progressId", id);
        let id = self.progress_id.as_ref().map(parse).transpose()?;
        let request = self.request(cancellation);
        let Some(id) = id else {
            return app.scores().rescore_for(principal, &request);
        };
        app.scores().check_rescoring(principal, &request)?;
        let running = app.running_uploads();
        let chosen = SentUploadId::Chosen(id);
        let tracked = running.begin(principal, UploadKind::Rescoring, None, chosen);
        let tracked = tracked.map_err(|error| match error {
            AppError::Conflict(Conflict::Upload(UploadConflict::UploadIdTaken)) => {
                AppError::conflict(UploadConflict::ProgressIdTaken)
            }
            other => other,
        })?;
        let done = app
            .scores()
            .rescore_reporting(principal, request, &tracked.progress());
        let problem = done.as_ref().err().map(ToString::to_string);
        running.end(&tracked, problem.as_deref());
        done
    }

    fn request(self, cancellation: &Cancellation) -> RescoreJob {
        RescoreJob {
            cancellation: cancellation.clone(),
            job_id: self.job_id,
            resume_score_breakdown: self.resume_score_breakdown,
            as_of: self.as_of,
            ..RescoreJob::default()
        }
    }
}

/// The result of rescoring a job's candidates.
#[derive(GraphQLObject)]
#[graphql(context = RequestContext)]
pub(crate) struct RescoreResult {
    job_id: String,
    job_version: i32,
    engine_version: String,
    /// The number of candidates of the job.
    candidates: i32,
    /// The number of candidates that were measured again, not only reweighted.
    measured: i32,
    /// The number of candidates whose score increased.
    up: i32,
    /// The number of candidates whose score decreased.
    down: i32,
    /// The candidates whose file could not be read again. They keep their earlier measurements.
    unread: Vec<UnreadCandidate>,
    /// The candidates whose rank changed most, at most 100.
    moves: Vec<ScoreMove>,
}

#[derive(GraphQLObject)]
struct UnreadCandidate {
    candidate_id: String,
    reason: String,
    /// The reason's name, such as `other_file`. It does not depend on the language of `reason`.
    code: &'static str,
    /// The name of the format, of the limit, or of what is damaged, if the reason has one.
    detail: Option<&'static str>,
}

/// A change of rank. Ranks count from 1, and candidates with the same score share a rank.
#[derive(GraphQLObject)]
struct ScoreMove {
    candidate_id: String,
    u_id: String,
    score_before: f64,
    score_after: f64,
    rank_before: i32,
    rank_after: i32,
}

fn whole(count: usize) -> i32 {
    i32::try_from(count).unwrap_or(i32::MAX)
}

impl RescoreResult {
    pub(crate) fn of(summary: RescoreSummary) -> Self {
        Self {
            job_id: summary.job_id.to_string(),
            job_version: summary.job_version,
            engine_version: summary.engine_version,
            candidates: whole(summary.candidates),
            measured: whole(summary.measured),
            up: whole(summary.up),
            down: whole(summary.down),
            unread: summary
                .unreadable
                .into_iter()
                .map(UnreadCandidate::of)
                .collect(),
            moves: summary.rank_changes.iter().map(ScoreMove::of).collect(),
        }
    }
}

impl UnreadCandidate {
    fn of(candidate: UnreadableCandidate) -> Self {
        Self {
            candidate_id: candidate.candidate_id.to_string(),
            reason: unusable_file_text(&candidate.reason),
            code: candidate.reason.code(),
            detail: candidate.reason.detail(),
        }
    }
}

impl ScoreMove {
    fn of(change: &RankChange) -> Self {
        Self {
            candidate_id: change.candidate_id.to_string(),
            u_id: change.code.to_string(),
            score_before: change.score.0.to_f64(),
            score_after: change.score.1.to_f64(),
            rank_before: whole(change.rank.0),
            rank_after: whole(change.rank.1),
        }
    }
}

/// Weight, value and contribution have six decimals and add up exactly as integers of millionths.
#[derive(GraphQLObject)]
#[graphql(name = "ScoreReceipt")]
pub(crate) struct Receipt {
    score: f64,
    /// What fits and what is missing, in one sentence, by what it counts.
    summary: String,
    engine_version: String,
    as_of: String,
    /// The SHA-256 of the canonical form of the receipt. `docs/RECEIPTS.md` defines it, `examples/verify_receipt.py` computes it.
    digest: String,
    /// The name of the canonical form.
    form: &'static str,
    /// The SHA-256 digest of the resume's file, in hexadecimal.
    document_sha256: String,
    /// The SHA-256 of the canonical form of the job's title, description and skills.
    job_digest: Option<String>,
    /// The SHA-256 of the canonical form of the job's requirements.
    requirements_digest: String,
    /// The version of the job's texts that the receipt is about.
    job_version: i32,
    criteria: Vec<CriterionScore>,
    /// The occupations that experience and education compared.
    occupations: Option<ReceiptOccupations>,
    integrity_findings: Vec<IntegrityFinding>,
    /// Null if no language model is configured.
    language_model: Option<LanguageModelPart>,
}

object! {
    struct CriterionScore(shortlist_domain::CriterionScore) as scored {
        criterion: &str = &scored.criterion;
        weight: f64 = scored.weight.to_f64();
        value: f64 = scored.value.to_f64();
        contribution: f64 = scored.contribution.to_f64();
        /// False if the resume has no data about the criterion. The criterion then counts 0.
        has_data: bool = scored.has_data;
        summary: &str = &scored.summary;
        /// The parts of the value of the formulas: the sum of the shares, multiplied by the factors.
        parts: Vec<ScorePart> = scored.parts.iter().cloned().map(ScorePart).collect();
        evidence: Vec<Evidence> = scored.evidence.iter().map(|evidence| Evidence::of(scored, evidence)).collect();
        /// The value of the formulas alone if a language model changed the value, else null.
        formula_value: Option<f64> = scored.formula_value.map(MicroPoints::to_f64);
    }
}

object! {
    /// A part of a criterion's value. Weight and value have six decimals.
    struct ScorePart(shortlist_domain::ScorePart) as part {
        name: &str = &part.name;
        /// The weight in the sum of the parts. Null if the sum is multiplied by the part.
        weight: Option<f64> = part.weight.map(MicroPoints::to_f64);
        value: f64 = part.value.to_f64();
    }
}

/// Evidence for a criterion. `start` and `end` count Unicode code points in `Resume.text`, `end` exclusive. `page` is 1-based.
#[derive(GraphQLObject)]
struct Evidence {
    /// The requirement and how the resume meets it, in English. `detail` has the same as values.
    requirement: String,
    detail: EvidenceDetail,
    /// Whether the resume shows it, in full or in part.
    found: bool,
    quote: Option<String>,
    page: Option<i32>,
    start: Option<i32>,
    end: Option<i32>,
    /// The least number of points that meeting the requirement in full would add to the score. Null if it is met.
    points: Option<f64>,
    /// The name of the person who set the requirement. Null if it is as it was read from the posting.
    set_by: Option<String>,
}

/// What evidence is about, as values. A value that does not apply to the kind is null, or an empty list.
#[derive(GraphQLObject)]
struct EvidenceDetail {
    /// `skill`, `skill_at_work` or `skill_time`; `position`, `stated_experience`, `current_position` or `relevant_experience`; `degree` or
    /// `field_of_study`; `language` or `certificate`; `posting_phrase` or `similar_wording`; `raised_by_model` or `lowered_by_model`; `passage`.
    /// `docs/RECEIPTS.md` says what each means. There may be more later.
    kind: &'static str,
    /// The skill, field of study, title, phrase or criterion; the languages or certificates of which one is enough; or the words that
    /// posting and resume share.
    names: Vec<String>,
    /// How many shared words follow `names`.
    more: Option<i32>,
    /// The words of the resume for the skill, if they differ from its name.
    written_as: Option<String>,
    /// The skill that implies this one, or the language model that moved the value.
    by: Option<String>,
    /// Whether the resume shows a skill in lists of skills and nowhere else, so that it counts less. Null for other kinds.
    only_listed: Option<bool>,
    /// The level that the job asks for: a level of education, or that of a language as the posting writes it. Null if any level counts.
    level: Option<String>,
    /// The level that the resume shows, if it is lower.
    shown_level: Option<String>,
    /// The months that the job asks for, or those of a position or of stated experience.
    months: Option<i32>,
    /// The months that the resume shows, if they are fewer.
    shown_months: Option<i32>,
    /// The first month of a position, YYYY-MM.
    from: Option<String>,
    /// The last month of a position, YYYY-MM.
    to: Option<String>,
    /// How relevant a position is for the job, from 0 to 1.
    relevance: Option<f64>,
    /// How much the best position is like the title, from 0 to 1. Null if it is the same.
    likeness: Option<f64>,
    /// The part of the criterion's value that all similar wording earned, from 0 to 1. Only the first such line has it.
    amount: Option<f64>,
}

object! {
    /// Text that is reported. Hidden and instruction-like text is excluded from the score. `copied_posting` and `copied_title` repeat
    /// the posting, and count like other text. No finding lowers the score.
    struct IntegrityFinding(shortlist_domain::IntegrityFinding) as finding {
        kind: &'static str = finding.kind.as_str();
        quote: String = finding_text(finding);
        page: Option<i32> = to_graphql_int(finding.page);
        /// The words of the resume alone. Empty if the finding is about no text of the resume.
        words: &str = &finding.quote;
        /// `posting_share`, `confidence`, `only_images`, `page_without_map` or `characters_without_map`, if more is known.
        measure: Option<&'static str> = finding.measure.map(FindingMeasure::as_str);
        /// The share of the posting or the confidence in percent, or the number of characters.
        number: Option<i32> = to_graphql_int(finding.measure.and_then(FindingMeasure::number));
    }
}

/// Returns the size of a receipt in a response, in bytes.
pub(crate) fn receipt_bytes(receipt: &CandidateReceipt) -> usize {
    receipt.text_bytes(ITEM_BYTES)
}

/// Returns a count as a GraphQL integer, or `None` if it does not fit.
pub(crate) fn to_graphql_int(number: Option<u32>) -> Option<i32> {
    number.and_then(|n| i32::try_from(n).ok())
}

impl Receipt {
    pub(crate) fn of(stored: &CandidateReceipt) -> Self {
        let receipt = &stored.receipt;
        let findings = receipt.findings.iter().cloned();
        Self {
            score: receipt.score.to_f64(),
            summary: receipt.summary.clone(),
            engine_version: receipt.engine_version.clone(),
            as_of: receipt.as_of.to_string(),
            digest: receipt.digest.clone(),
            form: RECEIPT_FORM,
            document_sha256: receipt.document.to_hex(),
            job_digest: Some(receipt.job_digest.clone()),
            requirements_digest: receipt.requirements_digest.clone(),
            job_version: stored.job_version,
            criteria: receipt
                .criteria
                .iter()
                .cloned()
                .map(CriterionScore)
                .collect(),
            occupations: Some(ReceiptOccupations::of(&receipt.occupations)),
            integrity_findings: findings.map(IntegrityFinding).collect(),
            language_model: receipt.model.as_ref().map(LanguageModelPart::of),
        }
    }
}

impl EvidenceDetail {
    fn of(detail: &shortlist_domain::EvidenceDetail) -> Self {
        let owned = |text: Option<&str>| text.map(str::to_owned);
        let period = detail.period();
        Self {
            kind: detail.kind(),
            names: detail.names().to_vec(),
            more: to_graphql_int(detail.more()),
            written_as: owned(detail.written_as()),
            by: owned(detail.by()),
            only_listed: detail.only_listed(),
            level: owned(detail.level()),
            shown_level: owned(detail.shown_level()),
            months: to_graphql_int(detail.months()),
            shown_months: to_graphql_int(detail.shown_months()),
            from: period.map(|(from, _)| from.to_string()),
            to: period.map(|(_, to)| to.to_string()),
            relevance: detail.relevance().map(MicroPoints::to_f64),
            likeness: detail.likeness().map(MicroPoints::to_f64),
            amount: detail.amount().map(MicroPoints::to_f64),
        }
    }
}

impl Evidence {
    fn of(
        scored: &shortlist_domain::CriterionScore,
        evidence: &shortlist_domain::Evidence,
    ) -> Self {
        Self {
            requirement: requirement_text(&scored.criterion, &evidence.detail),
            detail: EvidenceDetail::of(&evidence.detail),
            found: evidence.found,
            quote: evidence.quote.clone(),
            page: to_graphql_int(evidence.page),
            start: to_graphql_int(evidence.place.map(|(start, _)| start)),
            end: to_graphql_int(evidence.place.map(|(_, end)| end)),
            points: scored.points_to_gain(evidence).map(MicroPoints::to_f64),
            set_by: evidence.set_by.clone(),
        }
    }
}
