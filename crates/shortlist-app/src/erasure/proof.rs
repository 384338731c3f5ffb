//! What the audit log says about an erasure: when, by whom, why, and how much was erased. It never says who it was.

use chrono::Duration;
use shortlist_domain::{
    Actor, AuditChanges, AuditEntry, AuditOutcome, AuditQuery, AuditedKind, CandidateId,
    PageRequest, Principal, Timestamp, UserType,
};

use crate::checks::NO_CANDIDATE;
use crate::erasure::Erasures;
use crate::error::AppError;
use crate::operations::Operation;

/// The proof of an erasure.
#[derive(Debug, Clone, PartialEq)]
pub struct ErasureProof {
    /// When the records were erased.
    pub erased_at: Timestamp,
    /// Who erased them.
    pub actor: Actor,
    /// The reason.
    pub reason: Option<String>,
    /// All applications that were erased at once.
    pub applications: Vec<ErasedApplication>,
    /// Whether the files and all that was left in the database's own files are gone, too. Before that, nothing is proven.
    pub is_complete: bool,
}

/// An application that was erased.
#[derive(Debug, Clone, PartialEq)]
pub struct ErasedApplication {
    /// The candidate.
    pub candidate_id: CandidateId,
    /// How many records of each kind were erased, such as `("interviews", "2")`.
    pub records: Vec<(String, String)>,
    /// The number of the entry in the audit log.
    pub number: i64,
}

impl Erasures<'_> {
    /// Returns what the audit log says about the erasure of a candidate, for Admins and for whoever erased it.
    ///
    /// # Errors
    /// Returns an error if the organization has erased no such candidate, or if a colleague erased it.
    pub fn proof(
        &self,
        principal: &Principal,
        candidate_id: &str,
    ) -> Result<ErasureProof, AppError> {
        let id = CandidateId::parse("candidateId", candidate_id)?;
        let erasure = self.find_erasure(principal, &id)?;
        let erasure = erasure.filter(|one| may_prove(principal, one));
        let erasure = erasure.ok_or(NO_CANDIDATE)?;
        let (erased_at, actor) = (erasure.at, erasure.actor.clone());
        let reason = erasure.reason.clone();
        let entries = self.erased_at_once(principal, erasure)?;
        let applications = entries.into_iter().map(ErasedApplication::of);
        let applications = applications.collect::<Result<Vec<_>, _>>()?;
        let stored = self.records.store.candidates();
        let unfinished = stored.list_unfinished_erasures(&principal.organization_id)?;
        let is_unfinished = |one: &ErasedApplication| unfinished.contains(&one.candidate_id);
        Ok(ErasureProof {
            erased_at,
            actor,
            reason,
            is_complete: !applications.iter().any(is_unfinished),
            applications,
        })
    }

    fn find_erasure(
        &self,
        principal: &Principal,
        id: &CandidateId,
    ) -> Result<Option<AuditEntry>, AppError> {
        for operation in [Operation::EraseCandidate, Operation::ErasePerson] {
            let query = AuditQuery {
                thing_id: Some(id.to_string()),
                ..entries_of(principal, operation)
            };
            let found = self.records.store.audit().list(&query)?;
            if let Some(erasure) = found.items.into_iter().find(is_erasure) {
                return Ok(Some(erasure));
            }
        }
        Ok(None)
    }

    /// Returns the entries of all applications that were erased together with one, in their order.
    fn erased_at_once(
        &self,
        principal: &Principal,
        one: AuditEntry,
    ) -> Result<Vec<AuditEntry>, AppError> {
        if one.operation != Operation::ErasePerson.name() {
            return Ok(vec![one]);
        }
        let mut query = AuditQuery {
            from: Some(one.at),
            to: Some(one.at.plus(Duration::microseconds(1))),
            ..entries_of(principal, Operation::ErasePerson)
        };
        let mut entries = Vec::new();
        loop {
            let page = self.records.store.audit().list(&query)?;
            let end = page.end.filter(|_| page.has_next_page);
            entries.extend(page.items);
            let Some(end) = end else { break };
            query.page = PageRequest::batch().following(end, 2);
        }
        entries.retain(|entry| is_erasure(entry) && entry.actor == one.actor);
        entries.reverse();
        Ok(entries)
    }
}

impl ErasedApplication {
    fn of(entry: AuditEntry) -> Result<Self, AppError> {
        let id = entry.thing_id.ok_or(NO_CANDIDATE)?;
        let AuditChanges::Known(changes) = entry.changes else {
            return Err(NO_CANDIDATE);
        };
        let records = changes
            .into_iter()
            .map(|change| (change.field, change.after.unwrap_or_default()));
        Ok(Self {
            candidate_id: CandidateId::parse("candidateId", &id)?,
            records: records.collect(),
            number: entry.number,
        })
    }
}

fn entries_of(principal: &Principal, operation: Operation) -> AuditQuery {
    AuditQuery {
        organization_id: principal.organization_id.clone(),
        from: None,
        to: None,
        operation: Some(operation.name().to_owned()),
        user_id: None,
        thing_id: None,
        candidate_id: None,
        page: PageRequest::batch(),
        count: false,
    }
}

fn may_prove(principal: &Principal, erasure: &AuditEntry) -> bool {
    principal.user_type == UserType::Admin || erasure.actor.user_id() == Some(&principal.user_id)
}

fn is_erasure(entry: &AuditEntry) -> bool {
    entry.kind == AuditedKind::Candidate && entry.outcome == AuditOutcome::Done
}
