//! Tests that every line of a receipt says in English what its values say.

use proptest::prelude::*;
use shortlist_domain::EvidenceDetail;
use shortlist_scoring::{CriterionKind, criterion_kind, requirement_text};

use crate::counterfactual::all_criteria;
use crate::properties::{any_draft, any_posting};
use crate::resumes::scored;

proptest! {
    #![proptest_config(crate::cases(96))]

    #[test]
    fn every_line_of_a_receipt_names_what_it_is_about(posting in any_posting(), draft in any_draft()) {
        let job = posting.prepared();
        let receipt = scored(&job, &draft.resume(), &all_criteria());
        for criterion in &receipt.criteria {
            for evidence in &criterion.evidence {
                let detail = &evidence.detail;
                let text = requirement_text(&criterion.criterion, detail);
                prop_assert!(detail.names().iter().all(|name| text.contains(name)), "{text}: {detail:?}");
                prop_assert!(detail.by().is_none_or(|by| text.contains(by)), "{text}: {detail:?}");
                let is_passage = matches!(detail, EvidenceDetail::Passage(_));
                let may_be_passage = match criterion_kind(&criterion.criterion) {
                    CriterionKind::Skills | CriterionKind::Experience | CriterionKind::Education => false,
                    _ => text == criterion.criterion,
                };
                prop_assert!(!is_passage || may_be_passage, "{}: {text}", criterion.criterion);
            }
        }
    }
}

#[test]
fn names_of_criteria_have_kinds() {
    for (name, kind) in [
        ("Skills", CriterionKind::Skills),
        ("work experience", CriterionKind::Experience),
        ("education", CriterionKind::Education),
        ("languages", CriterionKind::Languages),
        ("certifications", CriterionKind::Certificates),
        ("leadership", CriterionKind::Other),
    ] {
        assert_eq!(criterion_kind(name), kind, "{name}");
    }
}
