//! Figures about the source of the project. `cargo run -p shortlist-code-figures` prints them, and the architecture tests limit them.
//!
//! - **Product** is every file below `crates/*/src`, without the test data of `shortlist-fixtures`, without items and modules that are
//!   marked `#[cfg(test)]` and without the files of such modules. **All** is every `.rs` file of `benches`, `crates`, `examples` and `tests`.
//! - **Lines** are all lines of a file, also empty ones and comments. Lines of an item that is marked `#[cfg(test)]` are no product lines.
//! - **Functions** are functions, methods and required methods of traits, also those inside other functions. Closures do not count. A function
//!   has a **tuple parameter** if the type of a parameter is a tuple of at least one value, or a reference to one, also under the name of an alias. Tuples within other types,
//!   such as `&[(A, B)]`, do not count. Methods of a trait that another crate defines count like all others.
//! - A **match on a bool** is a `true` or `false` that is the whole pattern of an arm, with or without a guard, also in the input of a macro.
//! - **Mirrors** are pairs of structs of the product, each with at least four named fields, that share at least 70 % of the
//!   field names that either has. Types and attributes of the fields do not matter.

mod functions;
mod matches;
mod mirrors;
mod source;
#[cfg(test)]
mod tests;

use std::io;
use std::path::Path;

use functions::TupleAliases;
pub use mirrors::Mirror;
use source::SourceFile;

/// A place in the source, for a person who repairs it.
#[derive(Clone, Debug)]
pub struct Place {
    /// The file, relative to the root of the project.
    pub path: String,
    /// The line, which starts with 1.
    pub line: usize,
    /// The name of what is there.
    pub name: String,
}

/// What is counted over a set of files.
#[derive(Debug, Default)]
pub struct Figures {
    /// How many lines the files have.
    pub lines: usize,
    /// How many functions the files have.
    pub functions: usize,
    /// The functions that have a tuple as a parameter.
    pub tuple_parameters: Vec<Place>,
    /// The arms that match on `true`.
    pub true_arms: usize,
    /// The arms that match on `true` or on `false`.
    pub matches_on_bool: Vec<Place>,
}

/// The figures of the product, and those of all files.
#[derive(Debug)]
pub struct Report {
    /// What runs at a customer.
    pub product: Figures,
    /// The product with its tests, benchmarks and examples.
    pub all: Figures,
    /// The pairs of structs of the product that share most of their field names.
    pub mirrors: Vec<Mirror>,
}

/// Counts in the source of the project.
///
/// # Errors
/// If a file cannot be read, or is not Rust.
pub fn count(root: &Path) -> io::Result<Report> {
    let files = source::read_all(root)?;
    let mut report = Report {
        product: Figures::default(),
        all: Figures::default(),
        mirrors: mirrors::among(&files),
    };
    let aliases = TupleAliases::of(&files);
    for file in &files {
        report.all.add(file, &aliases, true);
        report.product.add(file, &aliases, false);
    }
    Ok(report)
}

impl Figures {
    fn add(&mut self, file: &SourceFile, aliases: &TupleAliases, tests_too: bool) {
        let counted = |line: &usize| tests_too || file.is_product(*line);
        self.lines += (1..=file.lines).filter(counted).count();
        for function in functions::of(file, aliases) {
            if counted(&function.place.line) {
                self.functions += 1;
                if function.has_tuple {
                    self.tuple_parameters.push(function.place);
                }
            }
        }
        for arm in matches::on_bool(file) {
            if counted(&arm.line) {
                self.true_arms += usize::from(arm.name == "true");
                self.matches_on_bool.push(arm);
            }
        }
    }
}
