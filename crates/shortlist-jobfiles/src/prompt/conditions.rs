//! Reads filters with several conditions: "Only rows where Headcount is greater than 1 and Status is Open".

use super::super::instruction::{Condition, Instruction, Scope};
use super::analysis::AnalyzedClause;
use super::clauses::{Joint, condition_joints};
use super::forms::read_clause;
use super::lexicon::Class;
use super::sentence::ScopedInstruction;

/// The maximum number of conditions of a filter.
const MAX_CONDITIONS: usize = 8;

/// Returns the filters of a clause whose conditions are all joined by "and", or all by "or".
pub(super) fn read_conditions(clause: &str) -> Option<Vec<ScopedInstruction>> {
    let beginning = up_to_where(clause)?;
    let joints = condition_joints(clause);
    let (conditions, joint) = [Joint::And, Joint::Or]
        .into_iter()
        .find_map(|joint| Some((split(clause, beginning, &joints, joint)?, joint)))?;
    combine(conditions, joint)
}

/// Returns the text up to the word that begins the first condition: "Only rows where".
fn up_to_where(clause: &str) -> Option<&str> {
    let analyzed = AnalyzedClause::of(clause)?;
    let is_filter = analyzed.starts_with(&[Class::SKIP, Class::ONLY]);
    let end = analyzed.end_of_first(&[Class::WHERE, Class::HAVE])?;
    is_filter.then(|| clause.get(..end))?
}

/// Reads the conditions between joints of one kind. Each must be understood as a filter of a column.
fn split(
    clause: &str,
    beginning: &str,
    joints: &[(usize, usize, Joint)],
    wanted: Joint,
) -> Option<Vec<Instruction>> {
    let mut joints = joints
        .iter()
        .filter(|(_, _, joint)| *joint == wanted)
        .copied();
    let mut filters = Vec::new();
    let mut from = 0;
    loop {
        let next = joints.next();
        let end = next.map_or(clause.len(), |(end, _, _)| end);
        if let Some(filter) = read_one(clause.get(from..end)?, beginning, from == 0) {
            filters.push(filter);
            from = next.map_or(clause.len(), |(_, begin, _)| begin);
        }
        if next.is_none() {
            break;
        }
    }
    let is_whole = from == clause.len() && (2..=MAX_CONDITIONS).contains(&filters.len());
    is_whole.then_some(filters)
}

fn read_one(text: &str, beginning: &str, is_first: bool) -> Option<Instruction> {
    let text = text.trim_matches([',', ' ']);
    let filter = if is_first {
        read_clause(text)
    } else {
        read_clause(&format!("{beginning} {text}")).or_else(|| {
            // The second condition may repeat the word: "… and where Status is Open".
            let verb = beginning.split_whitespace().next()?;
            up_to_where(&format!("{verb} {text}"))
                .and_then(|_| read_clause(&format!("{verb} {text}")))
        })
    };
    filter.filter(|filter| match filter {
        Instruction::Skip(condition) | Instruction::Only(condition) => condition.column.is_some(),
        _ => false,
    })
}

/// Combines filters of the same kind.
fn combine(filters: Vec<Instruction>, joint: Joint) -> Option<Vec<ScopedInstruction>> {
    let only: Vec<Condition> = filters
        .iter()
        .filter_map(|filter| match filter {
            Instruction::Only(condition) => Some(condition.clone()),
            _ => None,
        })
        .collect();
    let skip: Vec<Condition> = filters
        .iter()
        .filter_map(|filter| match filter {
            Instruction::Skip(condition) => Some(condition.clone()),
            _ => None,
        })
        .collect();
    match (only.split_first(), skip.split_first(), joint) {
        (Some(_), None, Joint::And) | (None, Some(_), Joint::Or) => {
            let each = filters.into_iter().map(ScopedInstruction::everywhere);
            Some(each.collect())
        }
        // Rows that meet another condition are not left out.
        (Some((first, others)), None, Joint::Or) => Some(vec![ScopedInstruction {
            instruction: Instruction::Only(first.clone()),
            scope: Scope {
                within: Vec::new(),
                except: others.to_vec(),
            },
        }]),
        (None, Some((first, others)), Joint::And) => Some(vec![ScopedInstruction {
            instruction: Instruction::Skip(first.clone()),
            scope: Scope {
                within: others.to_vec(),
                except: Vec::new(),
            },
        }]),
        _ => None,
    }
}
