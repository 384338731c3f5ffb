//! The functions of a file, and whether a parameter is a tuple.

use std::collections::BTreeSet;

use syn::Type;
use syn::visit::{self, Visit};

use crate::Place;
use crate::source::SourceFile;

pub(crate) struct Function {
    pub(crate) place: Place,
    pub(crate) has_tuple: bool,
}

/// The names of types that are a tuple: `type Key<'a> = (&'a str, &'a str)` hides one from its callers.
#[derive(Default)]
pub(crate) struct TupleAliases {
    public: BTreeSet<(String, String)>,
    private: BTreeSet<(String, String)>,
}

impl TupleAliases {
    pub(crate) fn of(files: &[SourceFile]) -> Self {
        let mut aliases = Self::default();
        for file in files {
            for item in &file.syntax.items {
                let syn::Item::Type(alias) = item else {
                    continue;
                };
                if is_tuple(&alias.ty, &|_| false) {
                    let name = alias.ident.to_string();
                    if matches!(alias.vis, syn::Visibility::Inherited) {
                        aliases.private.insert((file.path.clone(), name));
                    } else {
                        aliases.public.insert((file.package(), name));
                    }
                }
            }
        }
        aliases
    }

    fn contains(&self, file: &SourceFile, path: &syn::Path) -> bool {
        path.segments.last().is_some_and(|segment| {
            let name = segment.ident.to_string();
            self.private.contains(&(file.path.clone(), name.clone()))
                || self.public.contains(&(file.package(), name))
        })
    }
}

pub(crate) fn of(file: &SourceFile, aliases: &TupleAliases) -> Vec<Function> {
    let mut functions = Functions {
        file,
        aliases,
        found: Vec::new(),
    };
    functions.visit_file(&file.syntax);
    functions.found
}

struct Functions<'a> {
    file: &'a SourceFile,
    aliases: &'a TupleAliases,
    found: Vec<Function>,
}

impl<'ast> Visit<'ast> for Functions<'_> {
    fn visit_signature(&mut self, signature: &'ast syn::Signature) {
        let is_alias = |path: &syn::Path| self.aliases.contains(self.file, path);
        let has_tuple = signature.inputs.iter().any(|input| match input {
            syn::FnArg::Typed(parameter) => is_tuple(&parameter.ty, &is_alias),
            syn::FnArg::Receiver(_) => false,
        });
        self.found.push(Function {
            place: self.file.place(&signature.ident, &signature.ident),
            has_tuple,
        });
        visit::visit_signature(self, signature);
    }
}

fn is_tuple(kind: &Type, is_alias: &dyn Fn(&syn::Path) -> bool) -> bool {
    match kind {
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        Type::Reference(reference) => is_tuple(&reference.elem, is_alias),
        Type::Paren(inner) => is_tuple(&inner.elem, is_alias),
        Type::Path(named) => named.qself.is_none() && is_alias(&named.path),
        _ => false,
    }
}
