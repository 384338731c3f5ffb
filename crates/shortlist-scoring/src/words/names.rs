//! Many names as one table, so that a text is read once for all of them.

use compact_str::CompactString;
use hashbrown::HashMap;
use shortlist_domain::Span;
use shortlist_vocabulary::steps;

use super::{Word, words};

/// The words that may come next in a name, and the name that ends here.
#[derive(Debug, Default)]
struct Node {
    next: HashMap<CompactString, usize>,
    name: Option<usize>,
}

/// A table of names by their words. Names with the same words share one number, in the order given.
///
/// At each place of a text, as many words are compared as the longest name has. Names must therefore be short.
#[derive(Debug)]
pub(crate) struct NameTable {
    nodes: Vec<Node>,
    names: usize,
}

impl NameTable {
    /// Builds the table. Names without words are left out.
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

    /// Returns the numbers of the names.
    pub(crate) fn numbers(&self) -> std::ops::Range<usize> {
        0..self.names
    }

    /// Calls `take` with each place of each name in some words, in the order of the text.
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
