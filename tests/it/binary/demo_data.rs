//! The data folder of a sandbox with its demo data, from which tests copy theirs: reading the demo resumes takes longer than most tests.

use std::fs::{self, OpenOptions};
use std::io::Write as _;
use std::os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use tempfile::TempDir;

use super::program::{Sandbox, command};

/// The file of the database in the data folder. The name of its journal begins with it.
const DATABASE: &str = "shortlist.db";

/// A file of the data folder.
struct DataFile {
    path: PathBuf,
    content: Vec<u8>,
}

/// Writes the data of a sandbox that has stopped into a new data folder, with its SQLite database there or elsewhere.
pub(super) fn copy(data: &Path, database: Option<&Path>) {
    static TEMPLATE: OnceLock<Vec<DataFile>> = OnceLock::new();
    for file in TEMPLATE.get_or_init(load) {
        let name = file.path.to_str().unwrap();
        let path = match (database, name.strip_prefix(DATABASE)) {
            (Some(database), Some(ending)) => format!("{}{ending}", database.display()).into(),
            _ => data.join(name),
        };
        write(&path, &file.content);
    }
}

fn load() -> Vec<DataFile> {
    let folder = TempDir::new().unwrap();
    Sandbox::start_as(command(&[]), folder.path(), &[])
        .program
        .stop();
    let mut files = Vec::new();
    read(&folder.path().join("data"), Path::new(""), &mut files);
    let has_database = files.iter().any(|file| file.path == Path::new(DATABASE));
    assert!(has_database, "the sandbox has another database");
    files
}

/// Reads the files of a folder and of those in it, with their paths below the root.
fn read(root: &Path, below: &Path, files: &mut Vec<DataFile>) {
    for entry in fs::read_dir(root.join(below)).unwrap() {
        let entry = entry.unwrap();
        let path = below.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            read(root, &path, files);
        } else {
            let content = fs::read(entry.path()).unwrap();
            files.push(DataFile { path, content });
        }
    }
}

/// Writes a file that only its owner may read, as if the program had created it.
fn write(path: &Path, content: &[u8]) {
    let mut folders = fs::DirBuilder::new();
    folders.recursive(true).mode(0o700);
    folders.create(path.parent().unwrap()).unwrap();
    let mut file = OpenOptions::new();
    file.write(true).create(true).truncate(true).mode(0o600);
    file.open(path).unwrap().write_all(content).unwrap();
}
