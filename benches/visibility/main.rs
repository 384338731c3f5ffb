//! Prints the share of the words that people see on the pages of files and that are read, by format.
//!
//! `cargo run -p shortlist-benches --example visibility -- [--words] [--sample N] [FOLDER]`
//!
//! Without a folder, it checks invented resumes of every layout. `--sample` checks every Nth file. `--words` prints the words that are
//! missing on either side: never use it on resumes of real people. Needs pdftoppm, `LibreOffice` and Tesseract.

use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

use shortlist_benches::visible_words::{Visibility, Words, missing, visible_words, words_of};
use shortlist_benches::{FORMATS, files_below};
use shortlist_fixtures::invented_resumes;
use shortlist_parsing::{read_document, with_deep_stack};
use tempfile::TempDir;

#[derive(Debug, Default)]
struct Arguments {
    prints_words: bool,
    every: usize,
    folder: Option<PathBuf>,
}

fn arguments() -> Arguments {
    let mut given = std::env::args().skip(1);
    let mut arguments = Arguments {
        every: 1,
        ..Arguments::default()
    };
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "--words" => arguments.prints_words = true,
            "--sample" => {
                let every = given.next().and_then(|every| every.parse().ok());
                arguments.every = every.unwrap_or(1);
            }
            folder => arguments.folder = Some(folder.into()),
        }
    }
    arguments
}

#[expect(clippy::print_stdout, reason = "it is a program")]
fn main() -> Result<(), Box<dyn Error>> {
    let arguments = arguments();
    let invented = TempDir::new()?;
    let folder = match &arguments.folder {
        Some(folder) => folder,
        None => {
            for resume in invented_resumes() {
                fs::write(invented.path().join(resume.file_name()), &resume.bytes)?;
            }
            invented.path()
        }
    };
    println!("format\tfiles\tvisible words\tread\tshare in %\tread but not seen\tnot drawn");
    for format in FORMATS {
        let files = files_below(folder)?;
        let files = files.into_iter().filter(|file| file.format == format);
        let mut sum = Visibility::default();
        let (mut compared, mut failed) = (0, 0);
        for file in files.step_by(arguments.every.max(1)) {
            match words(&file.path, &file.bytes) {
                Ok((visible, read)) => {
                    sum.add(Visibility::of(&visible, &read));
                    compared += 1;
                    if arguments.prints_words {
                        let (lost, unseen) = (missing(&visible, &read), missing(&read, &visible));
                        println!("{}: lost {lost:?}, unseen {unseen:?}", file.path.display());
                    }
                }
                Err(_not_drawn) => failed += 1,
            }
        }
        let (whole, tenth) = (sum.share() / 10, sum.share() % 10);
        let Visibility {
            visible,
            read,
            unseen,
        } = sum;
        println!("{format}\t{compared}\t{visible}\t{read}\t{whole}.{tenth}\t{unseen}\t{failed}");
    }
    Ok(())
}

/// Returns the words that people see and the words that are read.
fn words(path: &Path, bytes: &[u8]) -> Result<(Words, Words), Box<dyn Error>> {
    let folder = TempDir::new()?;
    let visible = visible_words(path, folder.path())?;
    let text = with_deep_stack(|| read_document(bytes))?;
    let text = text.map(|document| document.flatten().text.as_str().to_owned());
    Ok((visible, words_of(&text.unwrap_or_default())))
}
