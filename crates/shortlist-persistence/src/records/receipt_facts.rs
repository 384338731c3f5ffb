//! What filters of a list need of a receipt, as lines of a short text.
//!
//! | line | meaning |
//! |---|---|
//! | `o:15-1252.00` | a position that earned points has this occupation |
//! | `k` | the receipt says which required languages and certificates are missing |
//! | `m:language`, `m:certificate` | a required one is missing |
//!
//! A line break is before and after each line.

use std::collections::BTreeSet;

use shortlist_domain::{CredentialRequirement, EvidenceDetail, OccupationShare, ScoreReceipt};

/// The names of the criterion that lists required languages and certificates, in small letters only. The scorer knows the same.
const SKILLS: [&str; 4] = ["skills", "skill", "technicalskills", "hardskills"];
/// The least part of what a title names that an occupation must be, in millionths.
const MIN_SHARE: i64 = 250_000;

/// Returns the line for an occupation with a code, or for those whose codes begin with it, without its end.
pub(crate) fn occupation_line(code: &str) -> String {
    format!("\no:{code}")
}

/// Returns the line for a missing requirement.
pub(crate) fn missing_line(kind: CredentialRequirement) -> String {
    format!("\nm:{}\n", kind.as_str())
}

/// The line that says that the missing requirements are known.
pub(crate) const KNOWN_LINE: &str = "\nk\n";

/// Returns the facts of a receipt as they are stored.
pub(crate) fn facts_text(receipt: &ScoreReceipt) -> String {
    let mut lines: BTreeSet<String> = BTreeSet::new();
    for position in &receipt.occupations.positions {
        let codes = main_occupations(&position.occupations);
        lines.extend(codes.map(|code| format!("o:{code}")));
    }
    let mut criteria = receipt.criteria.iter();
    let skills = criteria.find(|one| is_skills(&one.criterion));
    lines.extend(skills.map(|_| "k".to_owned()));
    let skills = skills.iter().flat_map(|skills| &skills.evidence);
    let missing = skills.filter(|line| !line.found);
    let missing = missing.filter_map(|line| match line.detail {
        EvidenceDetail::Language { .. } => Some(CredentialRequirement::Language),
        EvidenceDetail::Certificate(_) => Some(CredentialRequirement::Certificate),
        _ => None,
    });
    lines.extend(missing.map(|kind| format!("m:{}", kind.as_str())));
    let lines: Vec<String> = lines.into_iter().collect();
    format!("\n{}\n", lines.join("\n"))
}

fn is_skills(criterion: &str) -> bool {
    let letters = criterion.chars().filter(|letter| letter.is_alphabetic());
    let name: String = letters.flat_map(char::to_lowercase).collect();
    SKILLS.contains(&name.as_str())
}

/// Returns the codes of the occupations that are a large part of what a title names.
fn main_occupations(shares: &[OccupationShare]) -> impl Iterator<Item = &str> {
    let largest = shares.iter().map(|share| share.share.get()).max();
    let least = MIN_SHARE.min(largest.unwrap_or(0));
    let large = shares
        .iter()
        .filter(move |share| share.share.get() >= least);
    large.map(|share| share.occupation.code.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_criterion_of_skills_has_several_names() {
        for name in [
            "Skills",
            "skill",
            "technicalSkills",
            "Technical skills",
            "HARD SKILLS",
        ] {
            assert!(is_skills(name), "{name}");
        }
        for name in ["soft skills", "languages", ""] {
            assert!(!is_skills(name), "{name}");
        }
    }
}
