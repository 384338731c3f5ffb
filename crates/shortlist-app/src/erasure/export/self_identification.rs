//! What a person said about their sex and their race or ethnicity, for the person's own copy of the data.

use serde_json::{Value, json};
use shortlist_domain::{Actor, CandidateId, Party, RaceEthnicity, Sex};
use shortlist_persistence::CandidateRange;

use crate::candidates::Candidates;
use crate::error::AppError;

impl Candidates<'_> {
    /// Adds the answers to the export that the operator makes for the person. Callers of the API and visitors of the web app
    /// work on the candidate's application, so their exports leave them out.
    pub(super) fn add_self_identification(
        &self,
        own: &mut Value,
        (party, id): (&Party, &CandidateId),
    ) -> Result<(), AppError> {
        if !matches!(party.actor, Actor::Operator) {
            return Ok(());
        }
        let range = CandidateRange {
            first: id.as_str(),
            last: id.as_str(),
        };
        let fairness = self.store.fairness();
        let stored = fairness.self_identifications(&party.organization_id, range)?;
        let given = stored.first().map(|(_, given)| {
            json!({
                "sex": given.sex.map(Sex::as_str),
                "raceEthnicity": given.race_ethnicity.map(RaceEthnicity::as_str),
            })
        });
        if let Some(fields) = own.as_object_mut() {
            fields.insert("selfIdentification".to_owned(), given.into());
        }
        Ok(())
    }
}
