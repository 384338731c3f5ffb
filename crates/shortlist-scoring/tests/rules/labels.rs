//! Tests that every line of a receipt can be read, so that it can be written in other languages.

use proptest::prelude::*;
use shortlist_scoring::{CriterionKind, RequirementLabel, criterion_kind};

use crate::counterfactual::all_criteria;
use crate::properties::{any_draft, any_posting};
use crate::resumes::scored;

proptest! {
    #![proptest_config(crate::cases(96))]

    #[test]
    fn every_line_of_a_receipt_is_read(posting in any_posting(), draft in any_draft()) {
        let job = posting.prepared();
        let receipt = scored(&job, &draft.resume(), &all_criteria());
        let skills = &job.requirements().skills;
        for criterion in &receipt.criteria {
            for evidence in &criterion.evidence {
                let line = &evidence.requirement;
                let label = RequirementLabel::read(&criterion.criterion, line);
                let is_name = matches!(label, RequirementLabel::Name(_));
                let may_be_name = match criterion_kind(&criterion.criterion) {
                    CriterionKind::Skills => skills.iter().any(|skill| skill.name == *line),
                    CriterionKind::Experience | CriterionKind::Education => false,
                    _ => *line == criterion.criterion,
                };
                prop_assert!(!is_name || may_be_name, "{}: {line}", criterion.criterion);
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
