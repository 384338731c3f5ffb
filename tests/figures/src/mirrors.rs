//! Pairs of structs that share most of their field names.

use std::collections::BTreeSet;

use syn::visit::Visit;

use crate::Place;
use crate::source::SourceFile;

/// The fewest fields of a struct that can mirror another.
const FEWEST_FIELDS: usize = 4;
/// How many of 10 field names that either of two mirrors has, both have.
const SHARED_OF_TEN: usize = 7;

/// Two structs that share most of their field names.
#[derive(Debug)]
pub struct Mirror {
    /// The one that comes first in the source.
    pub first: Place,
    /// The other.
    pub second: Place,
}

struct Fields {
    place: Place,
    names: BTreeSet<String>,
}

pub(crate) fn among(files: &[SourceFile]) -> Vec<Mirror> {
    let structs: Vec<Fields> = files.iter().flat_map(structs_of).collect();
    let mut mirrors = Vec::new();
    for (index, first) in structs.iter().enumerate() {
        for second in structs.iter().skip(index + 1) {
            let (fewer, more) = ordered(first.names.len(), second.names.len());
            // Most pairs differ so much in size that their names need no comparison.
            if fewer * 10 < more * SHARED_OF_TEN {
                continue;
            }
            let shared = first.names.intersection(&second.names).count();
            let either = fewer + more - shared;
            if shared * 10 >= either * SHARED_OF_TEN {
                mirrors.push(Mirror {
                    first: first.place.clone(),
                    second: second.place.clone(),
                });
            }
        }
    }
    mirrors
}

fn ordered(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}

fn structs_of(file: &SourceFile) -> Vec<Fields> {
    let mut structs = Structs {
        file,
        found: Vec::new(),
    };
    structs.visit_file(&file.syntax);
    structs.found
}

struct Structs<'a> {
    file: &'a SourceFile,
    found: Vec<Fields>,
}

impl<'ast> Visit<'ast> for Structs<'_> {
    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        let place = self.file.place(&item.ident, &item.ident);
        let names: BTreeSet<String> = item
            .fields
            .iter()
            .filter_map(|field| Some(field.ident.as_ref()?.to_string()))
            .collect();
        if names.len() >= FEWEST_FIELDS && self.file.is_product(place.line) {
            self.found.push(Fields { place, names });
        }
    }
}
