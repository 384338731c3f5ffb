//! Tests that the modules of a crate do not import each other in a circle, and keep the order of its subjects.
//!
//! Read from the source text: a module is a file or folder, and it imports what follows `crate::` or `super::`, directly or
//! through what `lib.rs` exports.

mod subjects;

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

/// Splits a list at the commas outside of braces.
fn items(list: &str) -> Vec<String> {
    let mut items = vec![String::new()];
    let mut depth = 0;
    for c in list.chars() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(String::new());
                continue;
            }
            _ => {}
        }
        items.last_mut().unwrap().push(c);
    }
    items
}

/// Returns the paths at the start of a text: one, or all of a tree in braces.
fn paths(text: &str) -> Vec<Vec<String>> {
    if let Some(list) = text.strip_prefix('{') {
        return items(list)
            .iter()
            .flat_map(|item| paths(item.trim()))
            .collect();
    }
    let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
    let (name, rest) = text.split_at(end.unwrap_or(text.len()));
    let inner = rest
        .strip_prefix("::")
        .map_or_else(|| vec![Vec::new()], paths);
    let with_name = |inner: Vec<String>| [vec![name.to_owned()], inner].concat();
    inner.into_iter().map(with_name).collect()
}

/// Returns the paths that code of a module imports, each from the root of the crate.
fn imported_paths(code: &str, module: &[String]) -> Vec<Vec<String>> {
    let mut found: Vec<Vec<String>> = code.split("crate::").skip(1).flat_map(paths).collect();
    for (start, _) in code.match_indices("super::") {
        let (before, after) = code.split_at(start);
        if before.ends_with("super::") {
            continue;
        }
        for path in paths(after) {
            let up = path.iter().take_while(|name| *name == "super").count();
            let parent = &module[..module.len().saturating_sub(up)];
            found.push([parent, &path[up..]].concat());
        }
    }
    found
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

/// A module with what it imports, as paths from the root of its crate.
struct Source {
    module: Vec<String>,
    /// As they are written.
    written: Vec<Vec<String>>,
    /// With the modules that define what `lib.rs` exports.
    imports: Vec<Vec<String>>,
}

/// Reads the modules of a crate.
fn sources_of(folder: &Path) -> Vec<Source> {
    let root = folder.join("src");
    let exports = exports(&code(&root.join("lib.rs")));
    let mut found = Vec::new();
    for file in sources(&root) {
        let place = file.strip_prefix(&root).unwrap().with_extension("");
        let module: Vec<String> = place
            .iter()
            .map(|name| name.to_str().unwrap().to_owned())
            .collect();
        if matches!(module[0].as_str(), "lib" | "main") || place.to_str().unwrap().contains("tests")
        {
            continue;
        }
        let written = imported_paths(&code(&file), &module);
        let mut imports = written.clone();
        for path in &mut imports {
            let exported = path.first().and_then(|name| exports.get(name));
            // A module may have the name of what it exports.
            if let Some(defined_in) = exported
                && !root.join(&path[0]).with_extension("rs").exists()
            {
                path.insert(0, defined_in.clone());
            }
        }
        found.push(Source {
            module,
            written,
            imports,
        });
    }
    found
}

/// Returns which modules of a folder import which others.
fn imports_within(sources: &[Source], folder: &[String]) -> Imports {
    let child = |path: &[String]| path.strip_prefix(folder)?.first().cloned();
    let mut imports = Imports::new();
    for source in sources {
        let Some(module) = child(&source.module) else {
            continue;
        };
        let imported = source.imports.iter().filter_map(|path| child(path));
        let others = imported.filter(|name| *name != module).collect::<Vec<_>>();
        imports.entry(module).or_default().extend(others);
    }
    imports
}

/// Returns the modules that are left when those that import none of the others, or that none of the others imports, are taken away, again
/// and again.
fn circular(mut imports: Imports) -> Vec<String> {
    loop {
        let known: BTreeSet<String> = imports.keys().cloned().collect();
        let imported: BTreeSet<String> = imports.values().flatten().cloned().collect();
        let before = imports.len();
        imports.retain(|name, own| {
            imported.contains(name) && own.iter().any(|name| known.contains(name))
        });
        if imports.len() == before {
            return imports.into_keys().collect();
        }
    }
}

/// How many modules of a folder are in circles, or between two. Whoever removes one lowers the number; nobody adds a folder. The modules
/// of a crate, next to `lib.rs`, are in none.
const CIRCULAR: [(&str, usize); 19] = [
    ("shortlist-app/decisions", 2),
    ("shortlist-app/fairness", 2),
    ("shortlist-app/language_model", 2),
    ("shortlist-app/resumes/upload", 2),
    ("shortlist-jobfiles/prompt", 4),
    ("shortlist-jobfiles/prompt/forms", 2),
    ("shortlist-parsing/pdf", 11),
    ("shortlist-parsing/resume", 21),
    ("shortlist-parsing/resume/education", 2),
    ("shortlist-persistence/audit", 2),
    ("shortlist-persistence/candidates", 8),
    ("shortlist-persistence/jobs", 2),
    ("shortlist-scoring/requirements", 2),
    ("shortlist-transport/graphql/jobs", 2),
    ("shortlist-transport/graphql/scores", 2),
    ("shortlist-transport/import", 2),
    ("shortlist-web/interviews", 2),
    ("shortlist-web/job_requirements", 2),
    ("shortlist-web/ranking", 4),
];

#[test]
fn no_modules_import_each_other_in_a_circle() {
    let mut circles = BTreeMap::new();
    for (name, folder, _) in crates() {
        let sources = sources_of(&folder);
        let imports = imports_within(&sources, &[]);
        let is_small = ["shortlist-allocator", "shortlist-records"].contains(&name.as_str());
        assert!(!imports.is_empty() || is_small, "{name}");
        // The check sees that `App` creates the service for jobs.
        assert!(name != "shortlist-app" || imports["service"].contains("jobs"));
        let folders: BTreeSet<&[String]> = sources
            .iter()
            .flat_map(|source| (0..source.module.len()).map(|depth| &source.module[..depth]))
            .collect();
        for folder in folders {
            let place = format!("{name}/{}", folder.join("/"));
            circles.insert(place, circular(imports_within(&sources, folder)));
        }
    }
    circles.retain(|place, found| {
        let known = CIRCULAR.iter().find(|(folder, _)| folder == place);
        found.len() > known.map_or(0, |(_, modules)| *modules)
    });
    assert_eq!(circles, BTreeMap::new());
}

#[test]
fn names_are_read_from_every_form_of_an_import() {
    let code = "use crate::a::B;\nuse crate::{c, d::{E, f::G}, H};\nlet x = crate::i::j();\nuse super::k;\nuse super::super::{self, l::M};";
    let module = ["x", "y", "z"].map(str::to_owned);
    let found: Vec<String> = imported_paths(code, &module)
        .iter()
        .map(|path| path.join("::"))
        .collect();
    let expected = [
        "a::B", "c", "d::E", "d::f::G", "H", "i::j", "x::y::k", "x::self", "x::l::M",
    ];
    assert_eq!(found, expected);
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
    // A module that imports others of a circle is in none itself.
    assert_eq!(circle(&[("a", "b"), ("b", "c"), ("c", "b")]), ["b", "c"]);
}
