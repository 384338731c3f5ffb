//! Prints the text of a resume in reading order. With `--time`, it prints how long reading takes.

use shortlist_parsing::english::read_error_text;
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

/// The number of readings per file. The fastest one counts.
const READINGS: usize = 5;

#[expect(clippy::print_stdout, clippy::print_stderr, reason = "it is a program")]
fn main() -> ExitCode {
    let mut arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let timed = arguments.first().is_some_and(|first| first == "--time");
    if timed {
        arguments.remove(0);
    }
    let mut code = ExitCode::SUCCESS;
    for path in arguments.iter().map(Path::new) {
        let Ok(bytes) = std::fs::read(path) else {
            eprintln!("{}: cannot be opened", path.display());
            code = ExitCode::FAILURE;
            continue;
        };
        if timed {
            println!("{:.3}\t{}", fastest(&bytes), path.display());
            continue;
        }
        match shortlist_parsing::read_document(&bytes) {
            Ok(document) => {
                print!("{}", document.flatten().text.as_str());
                for finding in &document.hidden {
                    eprintln!("hidden ({}): {}", finding.kind.as_str(), finding.quote);
                }
            }
            Err(error) => {
                eprintln!("{}: {}", path.display(), read_error_text(error));
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}

/// Returns the milliseconds of the fastest reading.
fn fastest(bytes: &[u8]) -> f64 {
    (0..READINGS)
        .map(|_| {
            let start = Instant::now();
            let read = shortlist_parsing::read_document(bytes);
            let seconds = start.elapsed().as_secs_f64();
            drop(std::hint::black_box(read));
            seconds * 1e3
        })
        .fold(f64::INFINITY, f64::min)
}
