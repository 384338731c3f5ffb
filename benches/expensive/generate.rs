//! Random documents, and small changes to expensive documents.

use shortlist_fixtures::Random;

use crate::document::{Document, Node, Spelling};
use crate::inputs::Data;
use crate::schema::{Member, Schema};

/// The deepest level of nested fields. The deepest types of the schema have fewer levels.
const MOST_DEPTH: usize = 6;
/// The most root fields of a new document.
const MOST_ROOTS: usize = 10;
/// The numbers of aliases. A document may have at most 500 fields.
const ALIASES: [usize; 8] = [1, 1, 1, 2, 10, 50, 120, 240];
/// The most fields of a document. One in `TOO_MANY_SHARE` documents has up to `TOO_MANY_FIELDS`.
const MOST_FIELDS: usize = 500;
const TOO_MANY_FIELDS: usize = 1_000;
const TOO_MANY_SHARE: usize = 30;
/// The numbers of spaces that make a document longer.
const PADDINGS: [usize; 4] = [0, 0, 10_000, 900_000];
/// The mutations that leave the organization equally useful.
const MUTATIONS: [&str; 5] = [
    "updateJob",
    "updateCandidate",
    "rescoreJob",
    "submitInterviewReport",
    "submitReview",
];
/// One in this many documents is a mutation.
const WRITING_SHARE: usize = 6;

/// The schema and the data for documents.
pub(crate) struct Generator<'a> {
    pub(crate) schema: &'a Schema,
    pub(crate) data: &'a Data,
}

impl Generator<'_> {
    /// Returns a random document.
    pub(crate) fn document(&self, chance: &mut Random) -> Document {
        let is_mutation = chance.below(WRITING_SHARE) == 0;
        let count = match chance.below(3) {
            0 => MOST_ROOTS,
            _ => 1 + chance.below(3),
        };
        let roots = (0..count).filter_map(|_| self.root(is_mutation, chance));
        let mut document = Document {
            is_mutation,
            roots: roots.collect(),
            padding: one_of(&PADDINGS, chance),
        };
        document.fit(most_fields(chance));
        document
    }

    fn root(&self, is_mutation: bool, chance: &mut Random) -> Option<Node> {
        let all = if is_mutation {
            &self.schema.mutations
        } else {
            &self.schema.queries
        };
        let is_useful =
            |member: &&Member| !is_mutation || MUTATIONS.contains(&member.name.as_str());
        let useful: Vec<_> = all.iter().filter(is_useful).collect();
        let member = useful.get(chance.below(useful.len()))?;
        let mut node = self.node(member, 0, chance);
        node.aliases = 1;
        node.input = member.input.as_ref().map(|input| {
            let value = self.data.input(self.schema, &input.bare, chance);
            (input.spelled.clone(), value)
        });
        Some(node)
    }

    fn node(&self, member: &Member, depth: usize, chance: &mut Random) -> Node {
        let fields = self.schema.fields(&member.bare);
        let mut node = Node {
            field: member.name.clone(),
            of: member.bare.clone(),
            aliases: one_of(&ALIASES, chance),
            spelling: spelling(chance),
            input: None,
            selected: Vec::new(),
        };
        if !fields.is_empty() {
            let count = 1 + chance.below(fields.len().min(4));
            node.selected = (0..count)
                .filter_map(|_| self.field(&member.bare, depth, chance))
                .collect();
        }
        node
    }

    /// Returns a field of a type. At the deepest level, only fields without selections are chosen.
    fn field(&self, of: &str, depth: usize, chance: &mut Random) -> Option<Node> {
        let fields = self.schema.fields(of).iter();
        let fits =
            |member: &&Member| depth < MOST_DEPTH || self.schema.fields(&member.bare).is_empty();
        let fitting: Vec<_> = fields.filter(fits).collect();
        // Fields with selections cost more, so they are preferred.
        let deep = fitting
            .iter()
            .filter(|member| !self.schema.fields(&member.bare).is_empty());
        let deep: Vec<_> = deep.collect();
        let member = match deep.get(chance.below(deep.len() * 2)) {
            Some(member) => **member,
            None => fitting.get(chance.below(fitting.len()))?,
        };
        Some(self.node(member, depth + 1, chance))
    }

    /// Returns a document that differs from another in one to three places.
    pub(crate) fn changed(&self, document: &Document, chance: &mut Random) -> Document {
        let mut changed = document.clone();
        for _ in 0..=chance.below(3) {
            self.change(&mut changed, chance);
        }
        changed.fit(most_fields(chance));
        changed
    }

    fn change(&self, document: &mut Document, chance: &mut Random) {
        let place = chance.below(document.roots.len());
        match chance.below(6) {
            0 if document.roots.len() < MOST_ROOTS => {
                let again = document.roots.get(place).cloned();
                document.roots.extend(again);
            }
            1 if document.roots.len() > 1 => drop(document.roots.remove(place)),
            2 => document.padding = one_of(&PADDINGS, chance),
            _ => {
                if let Some(root) = document.roots.get_mut(place) {
                    self.change_within(root, 0, chance);
                }
            }
        }
    }

    fn change_within(&self, node: &mut Node, depth: usize, chance: &mut Random) {
        let count = node.selected.len();
        if count > 0 && chance.below(3) > 0 {
            let place = chance.below(count);
            if let Some(below) = node.selected.get_mut(place) {
                return self.change_within(below, depth + 1, chance);
            }
        }
        match chance.below(6) {
            0 => node.aliases = (node.aliases * 2).min(480),
            1 => node.aliases = (node.aliases / 2).max(1),
            2 => node.spelling = spelling(chance),
            3 if count > 1 => drop(node.selected.remove(chance.below(count))),
            4 => self.change_input(node, chance),
            _ => {
                let of = node.of.clone();
                node.selected.extend(self.field(&of, depth, chance));
            }
        }
    }

    fn change_input(&self, node: &mut Node, chance: &mut Random) {
        if let Some((of, input)) = &mut node.input {
            *input = self
                .data
                .input(self.schema, of.trim_end_matches('!'), chance);
        }
    }
}

fn most_fields(chance: &mut Random) -> usize {
    match chance.below(TOO_MANY_SHARE) {
        0 => TOO_MANY_FIELDS,
        _ => MOST_FIELDS,
    }
}

fn spelling(chance: &mut Random) -> Spelling {
    match chance.below(8) {
        0 => Spelling::Inline,
        1 => Spelling::Included,
        2 => Spelling::Fragment(1),
        3 => Spelling::Fragment(1 + chance.below(40)),
        _ => Spelling::Plain,
    }
}

fn one_of(numbers: &[usize], chance: &mut Random) -> usize {
    numbers
        .get(chance.below(numbers.len()))
        .copied()
        .unwrap_or_default()
}
