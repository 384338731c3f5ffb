//! Collects the migrations, with the text for each database.

use std::error::Error;
use std::fs;
use std::path::Path;

const FOLDER: &str = "../../migrations";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed={FOLDER}");
    let folder = fs::canonicalize(FOLDER)?;
    let mut names = Vec::new();
    for entry in fs::read_dir(folder.join("sqlite"))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort_unstable();
    let mut list = String::from("&[\n");
    for name in names {
        let (version, _title) = name.split_once('_').ok_or("a migration without a number")?;
        let [sqlite, postgresql] = ["sqlite", "postgresql"].map(|database| {
            let file = folder.join(database).join(&name).join("up.sql");
            format!("include_str!({:?})", file.to_string_lossy())
        });
        list.push_str(&format!(
            "    Migration {{ version: {version:?}, sqlite: {sqlite}, postgresql: {postgresql} }},\n"
        ));
    }
    list.push(']');
    let target = std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?;
    Ok(fs::write(Path::new(&target).join("migrations.rs"), list)?)
}
