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

use std::sync::mpsc::{SyncSender, sync_channel};
use std::thread;

use shortlist_domain::{
    AuditedKind, CandidateId, NewAuditEntry, OrganizationId, Party, SelfIdentification,
};
use shortlist_fairness::{Assessed, BiasAudit, Sample, SmallCategories};
use shortlist_persistence::{CandidateRange, ScoredCandidate, Store};

pub use category_file::CategoryFile;
pub use report::{AuditedJob, BiasAuditReport, CategorySource, Period};
pub use report_json::shown_p_value;
pub use scope::BiasAuditRequest;

use crate::writers::Writers;
use crate::{AppError, Clock, Operation};
use matching::Matching;
use scope::Scope;
use stored_answers::StoredAnswers;
use taken_forward::{TakenForward, selection};

/// The number of candidates that are read at once.
const BATCH: u32 = 10_000;

/// Computes bias audits.
#[derive(Clone, Copy)]
pub struct Fairness<'a> {
    pub(crate) store: &'a Store,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) writers: &'a Writers,
    pub(crate) vocabulary: &'a shortlist_vocabulary::Vocabulary,
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
        let scope = Scope::of(self.store, organization, request)?;
        let forward = TakenForward::load(self.store, organization)?;
        let answers = StoredAnswers {
            store: self.store,
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
        let scope = Scope::of(self.store, organization, request)?;
        let forward = TakenForward::load(self.store, organization)?;
        let mut sample = Sample::default();
        let mut matching = Matching::new(file);
        // Every row must name a candidate of the organization, so all candidates are read and not only those of the scope.
        self.each_batch(organization, |batch, range| {
            let found = matching.find_all(batch);
            let moved = forward.moved(self.store, organization, range)?;
            let answered = batch.iter().zip(found);
            for (candidate, given) in answered.filter(|(one, _)| scope.contains(one)) {
                sample.add(Assessed {
                    score: candidate.score,
                    selection: selection(candidate.is_hired, moved.contains(&candidate.id)),
                    identification: given.unwrap_or_default(),
                });
            }
            Ok(())
        })?;
        matching.finish()?;
        self.report(party, scope, sample, CategorySource::File)
    }

    /// Stores the categories of a file, all or none of them. Returns the number of candidates.
    ///
    /// # Errors
    /// Returns an error if a row of the file matches no candidate, or the candidate of another row.
    pub fn import(&self, party: &Party, file: &CategoryFile) -> Result<usize, AppError> {
        let organization = &party.organization_id;
        let mut matching = Matching::new(file);
        let mut given: Vec<(CandidateId, SelfIdentification)> = Vec::new();
        self.each_batch(organization, |batch, _range| {
            let found = matching.find_all(batch).into_iter();
            for (candidate, identification) in batch.iter().zip(found) {
                if let Some(identification) = identification {
                    let id = CandidateId::parse("candidateId", &candidate.id)?;
                    given.push((id, identification));
                }
            }
            Ok(())
        })?;
        matching.finish()?;
        let writer = self
            .writers
            .for_party(party, Operation::ImportSelfIdentification.name());
        let candidates = writer.candidates();
        Ok(candidates.set_self_identifications(organization, &given, self.clock.now())?)
    }

    /// Calls a function with each batch of candidates, in the order of their identifiers. Another thread reads the next batch meanwhile.
    fn each_batch(
        &self,
        organization: &OrganizationId,
        mut visit: impl FnMut(&[ScoredCandidate], CandidateRange<'_>) -> Result<(), AppError>,
    ) -> Result<(), AppError> {
        let (sender, batches) = sync_channel(1);
        thread::scope(|scope| {
            scope.spawn(move || self.read_batches(organization, &sender));
            for batch in batches {
                let batch = batch?;
                if let (Some(first), Some(last)) = (batch.first(), batch.last()) {
                    let range = CandidateRange {
                        first: &first.id,
                        last: &last.id,
                    };
                    visit(&batch, range)?;
                }
            }
            Ok(())
        })
    }

    /// Sends batches until there are no more, the database fails, or nobody receives them.
    fn read_batches(&self, organization: &OrganizationId, batches: &SyncSender<Batch>) {
        let mut after = String::new();
        loop {
            let page = (after.as_str(), BATCH);
            let batch = self.store.fairness().list_scored(organization, page);
            let last = batch.as_ref().ok().and_then(|batch| batch.last());
            let last = last.map(|candidate| candidate.id.clone());
            let is_received = batches.send(batch.map_err(AppError::from)).is_ok();
            match last {
                Some(last) if is_received => after = last,
                _ => return,
            }
        }
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
        let audit = BiasAudit::of(&sample, small);
        let organization = party.organization_id.as_str();
        let entry = NewAuditEntry::done(AuditedKind::Organization, organization)
            .with_field("people", &audit.people.to_string())
            .with_field("categories", source.as_str());
        self.writers
            .for_party(party, Operation::GetBiasAudit.name())
            .record(&[entry])?;
        let organization = self.store.organizations().find(&scope.organization_id)?;
        let id = || scope.organization_id.to_string();
        Ok(BiasAuditReport {
            organization_name: organization.map_or_else(id, |found| found.name),
            organization_id: scope.organization_id,
            period: scope.period,
            jobs: scope.jobs,
            source,
            created_at: self.clock.now(),
            engine_version: shortlist_scoring::engine_version(self.vocabulary),
            audit,
        })
    }
}

/// Candidates that were read at once, or why they could not be read.
type Batch = Result<Vec<ScoredCandidate>, AppError>;
