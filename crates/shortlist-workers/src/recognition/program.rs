//! The process that becomes Tesseract.

use std::io::{self, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::Isolation;
use crate::descriptors::close_inherited;
use crate::limits::{forbid_file_output, limit_cpu, limit_total_memory};
use crate::sandbox::{Program, isolate_program};

/// The address space that Tesseract needs to start, with its libraries and the data of a language, in MiB.
const START_MIB: u64 = 256;

/// What the process does once it has given up its rights.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecognizerOptions {
    /// Tesseract's program.
    pub command: PathBuf,
    /// Memory beyond what Tesseract needs to start, in MiB.
    pub memory_mib: u64,
    /// Processor time, in seconds.
    pub cpu_seconds: u64,
    /// The languages to recognize and the page segmentation mode. `None` lists the installed languages instead.
    pub recognize: Option<(String, u8)>,
}

/// Gives up every right that Tesseract does not need, and becomes Tesseract.
///
/// Tesseract reads an image from standard input and writes its words to standard output. To list languages, the first line
/// of the output is the isolation, as JSON.
///
/// # Errors
/// Returns the reason why the program cannot run. On success, this function does not return.
pub fn become_recognizer(options: &RecognizerOptions) -> io::Error {
    match prepare(options) {
        Ok(mut command) => command.exec(),
        Err(error) => error,
    }
}

fn prepare(options: &RecognizerOptions) -> io::Result<Command> {
    let closed = close_inherited();
    let path = options.command.canonicalize()?;
    let memory = limit_total_memory(START_MIB.saturating_add(options.memory_mib));
    let _may_write_files = forbid_file_output();
    limit_cpu(options.cpu_seconds);
    isolate_program(&Program {
        folders: folders_of(&path),
        path,
    });
    let mut command = Command::new(&options.command);
    match &options.recognize {
        Some((languages, mode)) => {
            command.args(["stdin", "stdout", "-l", languages, "--psm"]);
            command.arg(mode.to_string()).arg("tsv");
        }
        None => {
            let mut output = io::stdout().lock();
            serde_json::to_writer(&mut output, &Isolation::measure(memory, closed))?;
            output.write_all(b"\n")?;
            output.flush()?;
            command.arg("--list-langs");
        }
    }
    Ok(command)
}

/// Returns the folders with the libraries and the data of a program: those of the system, and those next to its own folder.
fn folders_of(program: &Path) -> Vec<PathBuf> {
    let own = program.parent().and_then(Path::parent);
    let roots = [Path::new("/"), Path::new("/usr"), Path::new("/usr/local")];
    let roots = roots.into_iter().chain(own);
    let folders = ["lib", "lib64", "share"];
    roots
        .flat_map(|root| folders.map(|folder| root.join(folder)))
        .collect()
}
