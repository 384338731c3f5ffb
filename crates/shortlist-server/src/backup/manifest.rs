//! The manifest of a backup: the size and the SHA-256 of each file, so that a restore notices what is missing or has changed.
//!
//! Each line is an object of JSON. The last one has the number of files and the SHA-256 of all lines before it, so a manifest that was cut
//! off or changed is noticed too.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use data_encoding::HEXLOWER;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::Failure;

/// The name of the manifest in the folder of a backup.
pub(super) const MANIFEST: &str = "manifest.jsonl";
/// The version of the format.
const FORMAT: u32 = 1;
/// The number of bytes that are read at once.
const CHUNK_BYTES: usize = 64 << 10;
/// The most problems that an error names.
const MAX_NAMED: usize = 10;

#[derive(Serialize, Deserialize)]
struct Head {
    format: u32,
    program: String,
}

/// The line of a file.
#[derive(Serialize, Deserialize)]
struct FileLine {
    path: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Serialize, Deserialize)]
struct End {
    files: usize,
    sha256: String,
}

/// The content of a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Content {
    pub(super) bytes: u64,
    sha256: String,
}

/// The files of a backup by their paths.
#[derive(Debug, Default)]
pub(super) struct Manifest(BTreeMap<String, Content>);

impl Content {
    /// Reads a file, and returns its content.
    pub(super) fn of(file: &Path) -> io::Result<Self> {
        Self::pass_on(&mut File::open(file)?, &mut io::sink())
    }

    /// Copies a file for this user only, and returns what was copied.
    pub(super) fn copy(from: &Path, to: &Path) -> io::Result<Self> {
        let mut original = File::open(from)?;
        if let Some(folder) = to.parent() {
            fs::create_dir_all(folder)?;
        }
        Self::pass_on(&mut original, &mut File::create(to)?)
    }

    fn pass_on(from: &mut impl Read, to: &mut impl Write) -> io::Result<Self> {
        let (mut hasher, mut bytes) = (Sha256::new(), 0);
        let mut buffer = vec![0; CHUNK_BYTES];
        loop {
            let read = match from.read(&mut buffer) {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                read => read?,
            };
            let chunk = buffer.get(..read).unwrap_or_default();
            if chunk.is_empty() {
                let sha256 = HEXLOWER.encode(&hasher.finalize());
                return Ok(Self { bytes, sha256 });
            }
            hasher.update(chunk);
            to.write_all(chunk)?;
            bytes += u64::try_from(read).unwrap_or(u64::MAX);
        }
    }
}

impl Manifest {
    /// Adds a file.
    pub(super) fn add(&mut self, path: String, content: Content) {
        self.0.insert(path, content);
    }

    /// Returns the files, sorted by their paths.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &Content)> {
        self.0
            .iter()
            .map(|(path, content)| (path.as_str(), content))
    }

    /// Returns whether the backup contains a file.
    pub(super) fn contains(&self, path: &str) -> bool {
        self.0.contains_key(path)
    }

    /// Returns the total size of the files in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.0.values().map(|content| content.bytes).sum()
    }

    /// Writes the manifest into the folder of a backup. It is the last file of a backup, so one that was interrupted has none.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let mut lines = Lines {
            file: BufWriter::new(File::create(folder.join(MANIFEST))?),
            hasher: Sha256::new(),
        };
        lines.write(&Head {
            format: FORMAT,
            program: env!("CARGO_PKG_VERSION").to_owned(),
        })?;
        for (path, content) in self.files() {
            lines.write(&FileLine {
                path: path.to_owned(),
                content: content.clone(),
            })?;
        }
        let sha256 = HEXLOWER.encode(&lines.hasher.clone().finalize());
        lines.write(&End {
            files: self.0.len(),
            sha256,
        })?;
        lines.file.into_inner()?.sync_all()
    }

    /// Reads the manifest of a backup.
    pub(super) fn read(folder: &Path) -> Result<Self, Failure> {
        let file = folder.join(MANIFEST);
        let text = match fs::read_to_string(&file) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(Failure::new(format!(
                    "{} is missing, so nobody knows whether the backup is complete; give a folder that shortlist backup wrote to its end, \
                     in this version of the program",
                    file.display()
                )));
            }
            text => text.map_err(Failure::of(format!("read {}", file.display())))?,
        };
        Self::parse(&text).ok_or_else(|| {
            Failure::new(format!(
                "{} is damaged or was cut off, so nobody knows whether the backup is complete; use another backup",
                file.display()
            ))
        })
    }

    fn parse(text: &str) -> Option<Self> {
        let (before, last) = text.strip_suffix('\n')?.rsplit_once('\n')?;
        let end: End = serde_json::from_str(last).ok()?;
        let hashed = Sha256::new()
            .chain_update(before)
            .chain_update("\n")
            .finalize();
        let mut lines = before.lines();
        let head: Head = serde_json::from_str(lines.next()?).ok()?;
        if head.format != FORMAT || end.sha256 != HEXLOWER.encode(&hashed) {
            return None;
        }
        let line = |line: &str| {
            let line: FileLine = serde_json::from_str(line).ok()?;
            Some((line.path, line.content))
        };
        let files: BTreeMap<_, _> = lines.map(line).collect::<Option<_>>()?;
        (files.len() == end.files).then_some(Self(files))
    }

    /// Checks that a folder contains exactly these files. `read` gets the size of each one that was read.
    pub(super) fn check(&self, folder: &Path, read: impl Fn(u64)) -> Result<(), Failure> {
        let found = list(folder).map_err(Failure::of("list the files of the backup"))?;
        let mut problems = Vec::new();
        for path in found
            .iter()
            .filter(|path| !self.contains(path) && *path != MANIFEST)
        {
            problems.push(format!(
                "{} is not part of the backup",
                folder.join(path).display()
            ));
        }
        for (path, content) in self.files() {
            let file = folder.join(path);
            if let Some(problem) = problem(&file, content)? {
                problems.push(format!("{} {problem}", file.display()));
            }
            read(content.bytes);
        }
        if problems.is_empty() {
            Ok(())
        } else {
            Err(incomplete(&problems))
        }
    }
}

/// Returns the error for a backup with problems.
fn incomplete(problems: &[String]) -> Failure {
    let named = problems.iter().take(MAX_NAMED).cloned().collect::<Vec<_>>();
    let more = match problems.len().saturating_sub(MAX_NAMED) {
        0 => String::new(),
        more => format!("\n  and {more} more"),
    };
    Failure::new(format!(
        "the backup is not what shortlist backup wrote, so nothing was restored; use another backup\n  {}{more}",
        named.join("\n  ")
    ))
}

/// Returns how a file differs from its line in the manifest.
fn problem(file: &Path, content: &Content) -> Result<Option<String>, Failure> {
    let found = match Content::of(file) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            return Ok(Some("is missing".to_owned()));
        }
        found => found.map_err(Failure::of(format!("read {}", file.display())))?,
    };
    Ok(match (found == *content, found.bytes) {
        (true, _) => None,
        (false, 0) => Some(format!("is empty instead of {} bytes", content.bytes)),
        (false, bytes) if bytes != content.bytes => {
            Some(format!("has {bytes} bytes instead of {}", content.bytes))
        }
        _ => Some("has changed".to_owned()),
    })
}

/// The lines of a manifest that is being written.
struct Lines {
    file: BufWriter<File>,
    hasher: Sha256,
}

impl Lines {
    fn write(&mut self, line: &impl Serialize) -> io::Result<()> {
        let line = format!("{}\n", serde_json::to_string(line)?);
        self.hasher.update(&line);
        self.file.write_all(line.as_bytes())
    }
}

/// Returns the paths of all files below a folder, relative to it. A missing folder has none.
pub(super) fn list(folder: &Path) -> io::Result<Vec<String>> {
    let mut files = Vec::new();
    let mut folders = vec![PathBuf::new()];
    while let Some(inner) = folders.pop() {
        let entries = match fs::read_dir(folder.join(&inner)) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = inner.join(entry.file_name());
            if entry.file_type()?.is_dir() {
                folders.push(path);
            } else {
                files.push(path.to_string_lossy().into_owned());
            }
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_manifest_that_was_changed_or_cut_off_is_noticed() {
        let folder = tempfile::tempdir().unwrap();
        let mut manifest = Manifest::default();
        for name in ["files/resumes/o/a", "files/resumes/o/b", "shortlist.db"] {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(&file, name).unwrap();
            manifest.add(name.to_owned(), Content::of(&file).unwrap());
        }
        manifest.write(folder.path()).unwrap();
        let read = Manifest::read(folder.path()).unwrap();
        read.check(folder.path(), |_bytes| {}).unwrap();
        assert_eq!(read.0, manifest.0);
        let file = folder.path().join(MANIFEST);
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let without_a_file = [&lines[..1], &lines[2..]].concat().join("\n") + "\n";
        let cut_off = lines[..3].join("\n") + "\n";
        let other_file = text.replace("resumes/o/a", "resumes/o/c");
        for damaged in [&without_a_file, &cut_off, &other_file, "", "\n"] {
            fs::write(&file, damaged).unwrap();
            let report = Manifest::read(folder.path()).unwrap_err().report();
            assert!(report.contains("damaged or was cut off"), "{report}");
        }
    }
}
