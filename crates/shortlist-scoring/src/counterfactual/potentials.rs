//! The most that each requirement can add to a score, whichever others are met.
//!
//! Most requirements add the same amount in every set. A few depend on others: the use of a skill on the time with it, and a
//! degree on the experience that replaces it. Such requirements are a group, and every set of the group is tried. A required
//! language or certificate multiplies what skills add, so each adds most if all requirements outside of its group are met.

use crate::formula::{Met, Requirement};

use super::Hypotheses;

/// Requirements that affect one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Group {
    Skill(usize),
    Education,
    Alone,
}

/// Returns the most that each unmet requirement can add, in millionths of a point.
pub(super) fn potentials(hypotheses: &Hypotheses) -> Vec<i64> {
    let unmet = hypotheses.unmet.iter();
    unmet
        .map(|one| potential(hypotheses, one.requirement))
        .collect()
}

fn potential(hypotheses: &Hypotheses, requirement: Requirement) -> i64 {
    let related = related(hypotheses, requirement);
    let own = group(requirement);
    let all = hypotheses.unmet.iter().map(|one| one.requirement);
    let outside: Vec<Requirement> = all
        .filter(|other| *other != requirement && (own == Group::Alone || group(*other) != own))
        .collect();
    let sets = subsets(&related).flat_map(|set| [set.clone(), [set, outside.clone()].concat()]);
    let added = sets.map(|others| {
        let mut met = Met::default();
        for other in others {
            met.push(other);
        }
        let without = hypotheses.points_of_formulas(&met).get();
        met.push(requirement);
        hypotheses.points_of_formulas(&met).get() - without
    });
    added.max().unwrap_or(0)
}

/// Returns the other requirements of a group, of which there are at most three.
fn related(hypotheses: &Hypotheses, requirement: Requirement) -> Vec<Requirement> {
    let group = group(requirement);
    let others = hypotheses.unmet.iter().map(|one| one.requirement);
    let mut related: Vec<Requirement> = others
        .filter(|other| {
            *other != requirement && group != Group::Alone && self::group(*other) == group
        })
        .collect();
    // All fields have the same effect, so one of them is enough.
    let mut has_field = false;
    related.retain(|other| {
        let is_field = matches!(other, Requirement::Field(_));
        !is_field || !std::mem::replace(&mut has_field, true)
    });
    related
}

fn group(requirement: Requirement) -> Group {
    match requirement {
        Requirement::Skill(skill)
        | Requirement::SkillAtWork(skill)
        | Requirement::SkillYears(skill) => Group::Skill(skill),
        Requirement::Length | Requirement::Level | Requirement::Field(_) => Group::Education,
        Requirement::Credential(..) | Requirement::Passage(_) | Requirement::Position => {
            Group::Alone
        }
    }
}

/// Returns all subsets of a few requirements.
fn subsets(of: &[Requirement]) -> impl Iterator<Item = Vec<Requirement>> {
    let count = 1_usize << of.len().min(8);
    (0..count).map(move |bits| {
        let chosen = of.iter().enumerate();
        chosen
            .filter(|(place, _)| bits >> place & 1 == 1)
            .map(|(_, requirement)| *requirement)
            .collect()
    })
}
