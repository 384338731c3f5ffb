//! Bias audits: scoring rates, selection rates and impact ratios by category, for a period and a set of jobs.

mod batches;
mod category_file;
mod matching;
mod report;
mod report_csv;
mod report_json;
mod scope;
mod stored_answers;
mod taken_forward;

use shortlist_domain::{AuditedKind, CandidateId, NewAuditEntry, Party, SelfIdentification};
use shortlist_fairness::{Assessed, BiasAudit, Sample, SmallCategories};
use shortlist_persistence::Coverage;

pub use category_file::CategoryFile;
pub use report::{AuditedJob, BiasAuditReport, CategorySource, Period};
pub use report_json::shown_p_value;
pub use scope::BiasAuditRequest;

use crate::error::AppError;
use crate::operations::Operation;
use crate::records::Records;
use batches::Batches;
use matching::Matching;
use scope::Scope;
use stored_answers::StoredAnswers;
use taken_forward::{TakenForward, selection};

/// Computes bias audits.
#[derive(Clone, Copy)]
pub struct Fairness<'a> {
    pub(crate) records: Records<'a>,
    pub(crate) vocabulary: &'a shortlist_vocabulary::Vocabulary,
    /// The fewest people of a group that a report shows.
    pub(crate) least_shown: u32,
}

impl Fairness<'_> {
    /// Computes an audit from what the candidates said about themselves to this service.
    ///
    /// # Errors
    /// Returns an error if a value of the request is invalid or the organization has no such job.
    pub fn audit(
        &self,
        party: &Party,
        request: &BiasAuditRequest,
    ) -> Result<BiasAuditReport, AppError> {
        let organization = &party.organization_id;
        let scope = Scope::of(self.records.store, organization, request)?;
        let forward = TakenForward::load(self.records.store, organization)?;
        let answers = StoredAnswers {
            store: self.records.store,
            scope: &scope,
            forward: &forward,
        };
        let jobs = scope.jobs_to_read().into_iter();
        let samples = jobs.map(|job| answers.count(job));
        let sample = Sample::sum(samples.collect::<Result<Vec<_>, _>>()?);
        self.report(party, scope, sample, CategorySource::SelfIdentification)
    }

    /// Computes an audit from a file of categories. Nothing of the file is stored.
    ///
    /// # Errors
    /// Returns an error as [`Fairness::audit`] does, and if a row of the file matches no candidate, or the candidate of another row.
    pub fn audit_with_file(
        &self,
        party: &Party,
        request: &BiasAuditRequest,
        file: &CategoryFile,
    ) -> Result<BiasAuditReport, AppError> {
        let organization = &party.organization_id;
        let scope = Scope::of(self.records.store, organization, request)?;
        let forward = TakenForward::load(self.records.store, organization)?;
        // Every row must name a candidate of the organization, so all candidates are read and not only those of the scope.
        let begin = || (Sample::default(), Matching::new(file));
        let parts =
            Batches::of(self.records.store, organization, None).share(begin, |part, range| {
                let (sample, matching) = part;
                let fairness = self.records.store.fairness();
                let batch = fairness.list_scored(organization, scope.coverage(), range)?;
                let moved = forward.moved(self.records.store, organization, range)?;
                for candidate in &batch {
                    let given = matching.find(candidate);
                    if candidate.is_covered {
                        sample.add(Assessed {
                            score: candidate.score,
                            selection: selection(candidate.is_hired, moved.contains(&candidate.id)),
                            identification: given.unwrap_or_default(),
                        });
                    }
                }
                Ok(())
            })?;
        let (samples, matchings): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        Matching::finish(file, matchings)?;
        self.report(party, scope, Sample::sum(samples), CategorySource::File)
    }

    /// Stores the categories of a file, all or none of them. Returns the number of candidates.
    ///
    /// # Errors
    /// Returns an error if a row of the file matches no candidate, or the candidate of another row.
    pub fn import(&self, party: &Party, file: &CategoryFile) -> Result<usize, AppError> {
        let organization = &party.organization_id;
        let begin = || (Answers::new(), Matching::new(file));
        let parts =
            Batches::of(self.records.store, organization, None).share(begin, |part, range| {
                let (answers, matching) = part;
                let everyone = Coverage::default();
                let batch =
                    self.records
                        .store
                        .fairness()
                        .list_scored(organization, everyone, range)?;
                for candidate in batch {
                    if let Some(given) = matching.find(&candidate) {
                        answers.push((CandidateId::parse("candidateId", &candidate.id)?, given));
                    }
                }
                Ok(())
            })?;
        let (answers, matchings): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
        Matching::finish(file, matchings)?;
        let writer = self
            .records
            .writers
            .for_party(party, Operation::ImportSelfIdentification.name());
        let candidates = writer.candidates();
        let now = self.records.clock.now();
        Ok(candidates.set_self_identifications(organization, &answers.concat(), now)?)
    }

    /// Records that an audit was computed, and returns its report.
    fn report(
        &self,
        party: &Party,
        scope: Scope,
        sample: Sample,
        source: CategorySource,
    ) -> Result<BiasAuditReport, AppError> {
        let small = match &scope.exclude_small {
            Some(reason) => SmallCategories::Excluded(reason.clone()),
            None => SmallCategories::Kept,
        };
        let audit = BiasAudit::of(&sample, small).without_small_groups(self.least_shown);
        let organization = party.organization_id.as_str();
        let entry = NewAuditEntry::done(AuditedKind::Organization, organization)
            .with_field("people", &audit.people.to_string())
            .with_field("categories", source.as_str());
        self.records
            .writers
            .for_party(party, Operation::GetBiasAudit.name())
            .record(&[entry])?;
        let organization = self
            .records
            .store
            .organizations()
            .find(&scope.organization_id)?;
        let id = || scope.organization_id.to_string();
        Ok(BiasAuditReport {
            organization_name: organization.map_or_else(id, |found| found.name),
            organization_id: scope.organization_id,
            period: scope.period,
            jobs: scope.jobs,
            source,
            created_at: self.records.clock.now(),
            engine_version: shortlist_scoring::engine_version(self.vocabulary),
            audit,
        })
    }
}

/// What candidates said about themselves.
type Answers = Vec<(CandidateId, SelfIdentification)>;
