//! Tests that the modules of a crate do not import each other in a circle.
//!
//! Read from the source text: a module is a file or folder below `src`, and it imports what follows `crate::`, directly or
//! through what `lib.rs` exports.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use crate::architecture::{crates, sources};

type Imports = BTreeMap<String, BTreeSet<String>>;

/// Returns the code of a file without comments and without its module of tests.
fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap();
    let lines = code
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

fn first_name(path: &str) -> String {
    let is_part = |c: &char| c.is_alphanumeric() || *c == '_';
    path.trim_start().chars().take_while(is_part).collect()
}

/// Returns the first names of the paths that follow a prefix, one or a list in braces.
fn names_after(code: &str, prefix: &str) -> Vec<String> {
    let mut names = Vec::new();
    for after in code.split(prefix).skip(1) {
        let Some(list) = after.strip_prefix('{') else {
            names.push(first_name(after));
            continue;
        };
        let mut depth = 0;
        let mut item = String::new();
        for c in list.chars() {
            match c {
                '{' => depth += 1,
                '}' if depth == 0 => break,
                '}' => depth -= 1,
                ',' if depth == 0 => names.push(first_name(&std::mem::take(&mut item))),
                _ => {}
            }
            if c != ',' || depth > 0 {
                item.push(c);
            }
        }
        names.push(first_name(&item));
    }
    names
}

/// Returns the names that `lib.rs` exports, each with its module.
fn exports(library: &str) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for statement in library.split(';') {
        let Some((_, path)) = statement.split_once("use ") else {
            continue;
        };
        let Some((module, items)) = path.split_once("::") else {
            continue;
        };
        let parts = items.split(|c: char| !c.is_alphanumeric() && c != '_');
        exports.extend(parts.map(|name| (name.to_owned(), module.to_owned())));
    }
    exports
}

fn imports_of(folder: &Path) -> Imports {
    let source = folder.join("src");
    let exports = exports(&code(&source.join("lib.rs")));
    let mut imports = Imports::new();
    for file in sources(&source) {
        let place = file.strip_prefix(&source).unwrap();
        let module = place.iter().next().unwrap().to_str().unwrap();
        let module = module.trim_end_matches(".rs").to_owned();
        if matches!(module.as_str(), "lib" | "main") || place.to_str().unwrap().contains("tests") {
            continue;
        }
        let names = names_after(&code(&file), "crate::");
        let of = |name: String| exports.get(&name).cloned().unwrap_or(name);
        let imported = imports.entry(module.clone()).or_default();
        imported.extend(names.into_iter().map(of).filter(|name| *name != module));
    }
    imports
}

/// Returns the modules that are left when those that import none of the others are taken away, again and again.
fn circular(mut imports: Imports) -> Vec<String> {
    loop {
        let known: BTreeSet<String> = imports.keys().cloned().collect();
        let before = imports.len();
        imports.retain(|_, imported| imported.iter().any(|name| known.contains(name)));
        if imports.len() == before {
            return imports.into_keys().collect();
        }
    }
}

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let mut circles = BTreeMap::new();
    for (name, folder, _) in crates() {
        let imports = imports_of(&folder);
        assert!(!imports.is_empty() || name == "shortlist-records", "{name}");
        // The check sees imports through what `lib.rs` exports: `App` creates the service for jobs.
        assert!(name != "shortlist-app" || imports["service"].contains("jobs"));
        circles.insert(name, circular(imports));
    }
    circles.retain(|_, found| !found.is_empty());
    assert_eq!(circles, BTreeMap::new());
}

#[test]
fn names_are_read_from_every_form_of_an_import() {
    let code = "use crate::a::B;\nuse crate::{c, d::{E, F}, G};\nlet x = crate::h::i();";
    assert_eq!(names_after(code, "crate::"), ["a", "c", "d", "G", "h"]);
    let exported = exports("mod a; pub use a::{B, C as D}; pub use e::F;");
    assert_eq!((exported["B"].as_str(), exported["F"].as_str()), ("a", "e"));
    let circle = |pairs: &[(&str, &str)]| {
        let mut imports = Imports::new();
        for (from, to) in pairs {
            imports
                .entry((*from).to_owned())
                .or_default()
                .insert((*to).to_owned());
            imports.entry((*to).to_owned()).or_default();
        }
        circular(imports)
    };
    assert!(circle(&[("a", "b"), ("b", "c")]).is_empty());
    assert_eq!(
        circle(&[("a", "b"), ("b", "c"), ("c", "b")]),
        ["a", "b", "c"]
    );
}
