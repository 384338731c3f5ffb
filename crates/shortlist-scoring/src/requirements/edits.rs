//! People's changes to the requirements of a job, applied to what was read from its text.
//!
//! A change names requirements as they were read. If the text no longer contains one of them, the change does not count for
//! it, and a notice says so. So an edited posting keeps what still fits, and nothing counts that nobody can see.

mod check;
mod items;

use hashbrown::HashMap;
use shortlist_domain::{
    JobRequirements, LostRequirement, RequirementEdit, RequirementEdits, RequirementItem,
    RequirementKind, RequirementMark, SetRequirement,
};
use shortlist_vocabulary::{Vocabulary, find_language, fold_key};

pub use check::check_requirement_changes;

/// The requirements of a job with people's changes to them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EditedRequirements {
    /// What candidates are scored against.
    pub requirements: JobRequirements,
    /// Every requirement, also those that do not count, in the order of the posting.
    pub items: Vec<RequirementItem>,
    /// What was set for requirements that the job no longer has.
    pub lost: Vec<LostRequirement>,
}

/// Applies people's changes to the requirements that were read from a job.
pub fn edit_requirements(
    read: &JobRequirements,
    edits: &RequirementEdits,
    vocabulary: &Vocabulary,
) -> EditedRequirements {
    let mut list = Editable::of(items::items_of(read));
    let changes = &edits.requirements;
    let lost = changes.iter().flat_map(|edit| list.apply(edit, vocabulary));
    let lost = lost.collect();
    let items = list.into_items();
    let requirements = if changes.is_empty() {
        read.clone()
    } else {
        JobRequirements {
            set: items.iter().filter_map(set_requirement).collect(),
            notices: read.notices.clone(),
            ..items::requirements_of(read, &items)
        }
    };
    let requirements = JobRequirements {
        occupation: edits.occupation.clone(),
        ..requirements
    };
    EditedRequirements {
        requirements,
        items,
        lost,
    }
}

fn set_requirement(item: &RequirementItem) -> Option<SetRequirement> {
    Some(SetRequirement {
        kind: item.kind,
        name: item.name(),
        is_ignored: item.mark == Some(RequirementMark::Ignored),
        set_by: item.author.as_ref()?.name.clone(),
    })
}

/// The kind and the folded name of a requirement.
type Key = (RequirementKind, String);

/// Returns what identifies a requirement: letter case and spelling of its name do not matter.
fn key(kind: RequirementKind, name: &str) -> Key {
    (kind, fold_key(name))
}

/// Returns an alternative by the name that requirements of its kind have, which is how resumes are compared.
fn canonical(kind: RequirementKind, name: &str, vocabulary: &Vocabulary) -> String {
    match kind {
        RequirementKind::Language => find_language(name).unwrap_or(name).to_owned(),
        RequirementKind::Skill => {
            let known = vocabulary.find(name).map(|skill| vocabulary.name(skill));
            known.unwrap_or(name).to_owned()
        }
        _ => name.to_owned(),
    }
}

/// Requirements while changes are applied to them. Those that became an alternative of another one are gone.
struct Editable {
    items: Vec<Option<RequirementItem>>,
    numbers: HashMap<Key, usize>,
}

impl Editable {
    fn of(items: Vec<RequirementItem>) -> Self {
        let mut numbers = HashMap::with_capacity(items.len());
        for (number, item) in items.iter().enumerate() {
            for name in &item.names {
                numbers.entry(key(item.kind, name)).or_insert(number);
            }
        }
        Self {
            items: items.into_iter().map(Some).collect(),
            numbers,
        }
    }

    fn into_items(self) -> Vec<RequirementItem> {
        self.items.into_iter().flatten().collect()
    }

    /// Applies a change. Returns which of its requirements the job no longer has.
    fn apply(&mut self, edit: &RequirementEdit, vocabulary: &Vocabulary) -> Vec<LostRequirement> {
        let (change, author) = (&edit.change, &edit.author);
        let mut changed: Option<RequirementItem> = None;
        let mut place = None;
        let mut lost = Vec::new();
        for name in &change.names {
            let found = self.take(change.kind, name);
            match (found, &mut changed) {
                (None, _) => lost.push(LostRequirement {
                    kind: change.kind,
                    name: name.clone(),
                    author: author.clone(),
                }),
                (Some((number, item)), None) => {
                    place = Some(number);
                    changed = Some(item);
                }
                (Some((_, item)), Some(changed)) => merge(changed, item),
            }
        }
        let (Some(mut item), Some(place)) = (changed, place) else {
            return lost;
        };
        for name in &change.alternatives {
            // What the posting names, too, is listed once.
            match self.take(change.kind, name) {
                Some((_, other)) => merge(&mut item, other),
                None => add_alternative(&mut item, &canonical(change.kind, name, vocabulary)),
            }
        }
        item.mark = change.mark;
        item.author = Some(author.clone());
        if let Some(slot) = self.items.get_mut(place) {
            *slot = Some(item);
        }
        lost
    }

    /// Removes a requirement from the list. Each can be changed once.
    fn take(&mut self, kind: RequirementKind, name: &str) -> Option<(usize, RequirementItem)> {
        let number = *self.numbers.get(&key(kind, name))?;
        let slot = self.items.get_mut(number)?;
        let is_free = slot.as_ref().is_some_and(|item| item.author.is_none());
        let item = slot.take_if(|_| is_free)?;
        Some((number, item))
    }
}

/// Makes a requirement an alternative of another one. Either is enough, so the shorter time counts, and none if one has none.
fn merge(item: &mut RequirementItem, other: RequirementItem) {
    item.posted = item.posted.min(other.posted);
    item.minimum_months = match (item.minimum_months, other.minimum_months) {
        (Some(one), Some(two)) => Some(one.min(two)),
        _ => None,
    };
    item.names.extend(other.names);
    item.quotes.extend(other.quotes);
    for name in other.any_of {
        if !item.any_of.contains(&name) {
            item.any_of.push(name);
        }
    }
}

fn add_alternative(item: &mut RequirementItem, name: &str) {
    let folded = fold_key(name);
    let is_known = item.any_of.iter().any(|known| fold_key(known) == folded);
    if !is_known {
        item.any_of.push(name.to_owned());
        item.alternatives.push(name.to_owned());
    }
}

#[cfg(test)]
mod tests;
