//! Makes the lexicon of occupations: `import FOLDER` reads the published files, `compile` writes what the program contains,
//! and `code TITLE` shows what a title names.

#![expect(clippy::print_stdout, reason = "a command prints what it did")]

mod import;

use std::error::Error;
use std::fs;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match arguments
        .iter()
        .map(String::as_str)
        .collect::<Vec<_>>()
        .as_slice()
    {
        ["import", folder] => {
            let text = import::source(Path::new(folder))?;
            let mut packed = GzEncoder::new(
                fs::File::create(data("source.tsv.gz"))?,
                Compression::best(),
            );
            packed.write_all(text.as_bytes())?;
            packed.finish()?;
            println!("source.tsv.gz has {} lines", text.lines().count());
        }
        ["compile"] => {
            let mut text = String::new();
            GzDecoder::new(fs::File::open(data("source.tsv.gz"))?).read_to_string(&mut text)?;
            text.push_str(&fs::read_to_string(data("additions.tsv"))?);
            let bytes = shortlist_occupations::source::compile(&text)?;
            fs::write(data("lexicon.bin"), &bytes)?;
            println!("lexicon.bin has {} bytes", bytes.len());
        }
        ["code", titles @ ..] => {
            for title in titles {
                let coding = shortlist_occupations::code(title);
                let shares: Vec<String> = coding
                    .shares()
                    .map(|share| {
                        format!(
                            "{} {} {}",
                            share.occupation.code, share.occupation.name, share.micros
                        )
                    })
                    .collect();
                println!(
                    "{title}: {}",
                    if shares.is_empty() {
                        "unknown".to_owned()
                    } else {
                        shares.join("; ")
                    }
                );
            }
        }
        _ => {
            return Err(
                "usage: lexicon import FOLDER | lexicon compile | lexicon code TITLE …".into(),
            );
        }
    }
    Ok(())
}

fn data(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("data")
        .join(file)
}
