//! Erasure of people with all their applications.

use shortlist_domain::{
    AuditedKind, CandidateId, NewAuditEntry, OrganizationId, PersonId, Timestamp,
};

use crate::dialect;
use crate::erasure::{delete, erasure_entry, is_held, leave_tombstone};
use crate::error::StoreError;
use crate::keys::CandidateKey;
use crate::people::{candidates_of, remove};
use crate::writer::{PersonWriter, Written};

/// The outcome of erasing a person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PersonErasureOutcome {
    /// The rows of these candidates were erased.
    Erased(Vec<CandidateId>),
    /// The organization has no such person.
    NotFound,
    /// A legal hold protects this application, or the whole person.
    Held(CandidateId),
}

impl PersonWriter<'_> {
    /// Erases all applications of a person, or none, as [`CandidateWriter::erase`](crate::CandidateWriter::erase) erases
    /// one. The caller must remove the files.
    ///
    /// An application that arrives meanwhile is not erased.
    ///
    /// # Errors
    /// When the database fails.
    pub fn erase(
        &self,
        organization: &OrganizationId,
        person: &PersonId,
        reason: &str,
        at: Timestamp,
    ) -> Result<PersonErasureOutcome, StoreError> {
        self.writer.check_organization(organization)?;
        let organization = organization.as_str();
        self.writer.write(|conn| {
            // In the order of their identifiers, so that two erasures cannot wait for each other.
            let mut locked = Vec::new();
            for id in candidates_of(conn, organization, person)? {
                if dialect::lock_candidate(conn, organization, &id)? {
                    locked.push(id);
                }
            }
            if locked.is_empty() {
                return Ok(Written::nothing(PersonErasureOutcome::NotFound));
            }
            let key = |candidate| CandidateKey {
                organization,
                candidate,
            };
            for id in &locked {
                if is_held(conn, key(id))? {
                    let id = CandidateId::parse("candidate_id", id)?;
                    return Ok(Written::nothing(PersonErasureOutcome::Held(id)));
                }
            }
            let mut entries = Vec::with_capacity(locked.len() + 1);
            for id in &locked {
                entries.push(erasure_entry(conn, key(id), reason)?);
                delete(conn, key(id))?;
                leave_tombstone(conn, key(id), reason, at)?;
            }
            for id in &locked {
                remove(conn, key(id))?;
            }
            let entry = NewAuditEntry::done(AuditedKind::Person, person.as_str());
            entries.push(entry.with_reason(reason));
            let ids = locked.iter().map(|id| CandidateId::parse("id", id));
            let erased = ids.collect::<Result<Vec<_>, _>>()?;
            Ok(Written::each(PersonErasureOutcome::Erased(erased), entries))
        })
    }
}
