//! Collects the migrations of PostgreSQL with their statements.
//!
//! `diesel_migrations` runs each migration as one string. On Citus each statement must be sent on its own, so the store needs
//! their text.

use std::error::Error;
use std::fs;
use std::path::Path;

const FOLDER: &str = "../../migrations/postgresql";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let folder = fs::canonicalize(FOLDER)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(&folder)? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    let mut list = String::from("&[\n");
    for name in names {
        let (version, _title) = name.split_once('_').ok_or("a migration without a number")?;
        let file = folder.join(&name).join("up.sql");
        let file = file.to_string_lossy();
        list.push_str(&format!(
            "    PostgresqlMigration {{ version: {version:?}, statements: include_str!({file:?}) }},\n"
        ));
    }
    list.push(']');
    let target = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    Ok(fs::write(
        Path::new(&target).join("postgresql_migrations.rs"),
        list,
    )?)
}
