//! Counts candidates by what they said about themselves to this service.

use std::cmp::Ordering;

use shortlist_domain::{JobId, SelfIdentification};
use shortlist_fairness::{Assessed, Sample};
use shortlist_persistence::{CandidateRange, CandidateScore, Store};

use super::batches::Batches;
use super::scope::Scope;
use super::taken_forward::{TakenForward, selection};
use crate::error::AppError;

/// What all batches have in common.
#[derive(Clone, Copy)]
pub(super) struct StoredAnswers<'a> {
    pub(super) store: &'a Store,
    pub(super) scope: &'a Scope,
    pub(super) forward: &'a TakenForward,
}

impl StoredAnswers<'_> {
    /// Counts the candidates of a job, or all of them, who belong to the scope.
    pub(super) fn count(self, job: Option<&JobId>) -> Result<Sample, AppError> {
        let batches = Batches::of(self.store, &self.scope.organization_id, job);
        let samples = batches.share(Sample::default, |sample, range| {
            self.count_range(sample, job, range)
        })?;
        Ok(Sample::sum(samples))
    }

    fn count_range(
        self,
        sample: &mut Sample,
        job: Option<&JobId>,
        range: CandidateRange<'_>,
    ) -> Result<(), AppError> {
        let organization = &self.scope.organization_id;
        let fairness = self.store.fairness();
        let within = self.scope.period.into();
        let candidates = fairness.list_scores(organization, job, within, range)?;
        let answers = fairness.self_identifications(organization, range)?;
        let moved = self.forward.moved(self.store, organization, range)?;
        for (candidate, identification) in with_answers(&candidates, &answers) {
            sample.add(Assessed {
                score: candidate.score,
                selection: selection(candidate.is_hired, moved.contains(&candidate.id)),
                identification,
            });
        }
        Ok(())
    }
}

/// Returns candidates with their answers. Both lists are sorted by identifier.
fn with_answers<'a>(
    candidates: &'a [CandidateScore],
    answers: &'a [(String, SelfIdentification)],
) -> impl Iterator<Item = (&'a CandidateScore, SelfIdentification)> {
    let mut answers = answers.iter().peekable();
    candidates.iter().map(move |candidate| {
        let order = |id: &String| id.as_str().cmp(candidate.id.as_str());
        while answers
            .next_if(|(id, _)| order(id) == Ordering::Less)
            .is_some()
        {}
        let own = answers.next_if(|(id, _)| order(id) == Ordering::Equal);
        (
            candidate,
            own.map_or_else(SelfIdentification::default, |(_, given)| *given),
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use shortlist_domain::{Score, Sex};

    #[test]
    fn answers_belong_to_the_candidate_with_the_same_identifier() {
        let candidate = |id: &&str| CandidateScore {
            id: (*id).to_owned(),
            score: Score::from_tenths(500),
            is_hired: false,
        };
        let candidates: Vec<_> = ["b", "d", "e", "g"].iter().map(candidate).collect();
        let given = SelfIdentification {
            sex: Some(Sex::Female),
            race_ethnicity: None,
        };
        let answers: Vec<_> = ["a", "b", "c", "e", "f", "h"]
            .map(|id| (id.to_owned(), given))
            .into();
        let female: Vec<&str> = with_answers(&candidates, &answers)
            .filter(|(_, answer)| *answer == given)
            .map(|(candidate, _)| candidate.id.as_str())
            .collect();
        assert_eq!(female, ["b", "e"]);
    }
}
