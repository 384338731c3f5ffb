//! Many names as one table, so that a text is read once for all of them.

use compact_str::CompactString;
use hashbrown::HashMap;
use shortlist_domain::Span;
use shortlist_vocabulary::steps;

use super::{Word, words};

/// The words that may follow in a name, and the name that ends here.
#[derive(Debug, Default)]
struct Node {
    next: HashMap<CompactString, usize>,
    name: Option<usize>,
}

/// Names by their words; those of the same words have one number, in the order given.
///
/// Each place of a text is compared with as many words as the longest name has, so names must be short.
#[derive(Debug)]
pub(crate) struct NameTable {
    nodes: Vec<Node>,
    names: usize,
}

impl NameTable {
    /// Makes the table; a name without words is left out.
    pub(crate) fn of<'a>(names: impl Iterator<Item = &'a str>) -> Self {
        let mut table = Self {
            nodes: vec![Node::default()],
            names: 0,
        };
        names.for_each(|name| table.add(name));
        table
    }

    fn add(&mut self, name: &str) {
        let mut at = 0;
        for word in words(name) {
            let new = self.nodes.len();
            let Some(node) = self.nodes.get_mut(at) else {
                return;
            };
            at = *node.next.entry(word.lower).or_insert(new);
            if at == new {
                self.nodes.push(Node::default());
            }
        }
        if let Some(node) = self.nodes.get_mut(at).filter(|_| at > 0)
            && node.name.is_none()
        {
            node.name = Some(self.names);
            self.names += 1;
        }
    }

    /// The numbers of the names.
    pub(crate) fn numbers(&self) -> std::ops::Range<usize> {
        0..self.names
    }

    /// Takes each place of each name in some words, in the order of the text.
    pub(crate) fn for_each_place(&self, words: &[Word], mut take: impl FnMut(usize, Span)) {
        for (at, first) in words.iter().enumerate() {
            let mut node = self.nodes.first();
            for word in words.iter().skip(at) {
                steps::count(1);
                let next = node.and_then(|node| node.next.get(&word.lower));
                node = next.and_then(|next| self.nodes.get(*next));
                let Some(found) = node else { break };
                if let Some(name) = found.name {
                    take(name, Span::new(first.span.start, word.span.end));
                }
            }
        }
    }
}
