//! The files of the project, with the lines that belong to tests.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::Place;

/// A file that has been parsed.
pub(crate) struct SourceFile {
    pub(crate) path: String,
    pub(crate) lines: usize,
    pub(crate) syntax: syn::File,
    pub(crate) tokens: proc_macro2::TokenStream,
    product: bool,
    test_lines: Vec<RangeInclusive<usize>>,
}

impl SourceFile {
    pub(crate) fn is_product(&self, line: usize) -> bool {
        self.product && !self.test_lines.iter().any(|lines| lines.contains(&line))
    }

    /// Returns the folders that name the crate, such as `crates/shortlist-app`.
    pub(crate) fn package(&self) -> String {
        let parts: Vec<&str> = self.path.splitn(3, '/').take(2).collect();
        parts.join("/")
    }

    pub(crate) fn place(&self, spanned: &impl Spanned, name: impl ToString) -> Place {
        Place {
            path: self.path.clone(),
            line: spanned.span().start().line,
            name: name.to_string(),
        }
    }
}

/// Reads every source file of the project.
pub(crate) fn read_all(root: &Path) -> io::Result<Vec<SourceFile>> {
    let mut paths = Vec::new();
    for folder in ["benches", "crates", "examples", "tests"] {
        find_sources(&root.join(folder), &mut paths)?;
    }
    paths.sort();
    let mut test_modules = BTreeSet::new();
    let mut files = Vec::new();
    for path in &paths {
        files.push(read(root, path, &mut test_modules)?);
    }
    for (file, path) in files.iter_mut().zip(&paths) {
        let of_tests = path
            .ancestors()
            .any(|part| test_modules.contains(&part.with_extension("")));
        file.product &= !of_tests;
    }
    Ok(files)
}

fn find_sources(folder: &Path, paths: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            find_sources(&path, paths)?;
        } else if path.extension().is_some_and(|ending| ending == "rs") {
            paths.push(path);
        }
    }
    Ok(())
}

fn read(root: &Path, path: &Path, test_modules: &mut BTreeSet<PathBuf>) -> io::Result<SourceFile> {
    let text = fs::read_to_string(path)?;
    let place = path.strip_prefix(root).unwrap_or(path).to_string_lossy();
    let not_rust = |error: &dyn ToString| {
        io::Error::other(format!("{place} is not Rust: {}", error.to_string()))
    };
    let tokens: proc_macro2::TokenStream = text.parse().map_err(|error| not_rust(&error))?;
    let syntax: syn::File = syn::parse2(tokens.clone()).map_err(|error| not_rust(&error))?;
    let mut tests = Tests {
        submodules: submodules_of(path),
        modules: test_modules,
        lines: Vec::new(),
    };
    tests.visit_file(&syntax);
    let mut parts = place.split('/');
    let product = parts.next() == Some("crates")
        && parts.next() != Some("shortlist-fixtures")
        && parts.next() == Some("src");
    Ok(SourceFile {
        test_lines: tests.lines,
        path: place.into_owned(),
        lines: text.lines().count(),
        syntax,
        tokens,
        product,
    })
}

/// Returns the folder of the modules that a file declares.
fn submodules_of(path: &Path) -> PathBuf {
    let owns_its_folder =
        ["lib.rs", "main.rs", "mod.rs"].map(|name| path.file_name() == Some(name.as_ref()));
    if owns_its_folder.contains(&true) {
        path.with_file_name("")
    } else {
        path.with_extension("")
    }
}

/// Collects what is marked as a test.
struct Tests<'a> {
    submodules: PathBuf,
    modules: &'a mut BTreeSet<PathBuf>,
    lines: Vec<RangeInclusive<usize>>,
}

impl Tests<'_> {
    /// Returns whether the item is a test, and remembers its lines.
    fn take(&mut self, attributes: &[syn::Attribute], spanned: &impl Spanned) -> bool {
        let test = attributes.iter().any(is_cfg_test);
        if test {
            let span = spanned.span();
            self.lines.push(span.start().line..=span.end().line);
        }
        test
    }
}

fn is_cfg_test(attribute: &syn::Attribute) -> bool {
    attribute.path().is_ident("cfg")
        && attribute
            .parse_args::<syn::Path>()
            .is_ok_and(|path| path.is_ident("test"))
}

/// Returns the file that `#[path = "…"]` names.
fn path_attribute(attributes: &[syn::Attribute]) -> Option<String> {
    attributes.iter().find_map(|attribute| {
        let pair = attribute.meta.require_name_value().ok()?;
        match &pair.value {
            syn::Expr::Lit(syn::ExprLit {
                lit: syn::Lit::Str(path),
                ..
            }) if pair.path.is_ident("path") => Some(path.value()),
            _ => None,
        }
    })
}

impl<'ast> Visit<'ast> for Tests<'_> {
    fn visit_item_mod(&mut self, module: &'ast syn::ItemMod) {
        if !self.take(&module.attrs, module) {
            visit::visit_item_mod(self, module);
        } else if module.content.is_none() {
            let file = match path_attribute(&module.attrs) {
                Some(path) => self.submodules.with_file_name("").join(path),
                None => self.submodules.join(module.ident.to_string()),
            };
            self.modules.insert(file.with_extension(""));
        }
    }

    fn visit_item_fn(&mut self, function: &'ast syn::ItemFn) {
        if !self.take(&function.attrs, function) {
            visit::visit_item_fn(self, function);
        }
    }

    fn visit_item_impl(&mut self, block: &'ast syn::ItemImpl) {
        if !self.take(&block.attrs, block) {
            visit::visit_item_impl(self, block);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast syn::ImplItemFn) {
        if !self.take(&function.attrs, function) {
            visit::visit_impl_item_fn(self, function);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast syn::ItemStruct) {
        self.take(&item.attrs, item);
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.take(&item.attrs, item);
    }

    fn visit_item_const(&mut self, item: &'ast syn::ItemConst) {
        self.take(&item.attrs, item);
    }
}
