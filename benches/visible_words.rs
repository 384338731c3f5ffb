//! The words that people see on the pages of a file, and the words that are read from it.
//!
//! Pages are drawn by `pdftoppm`, after `LibreOffice` made a PDF of a Word document, and recognized by Tesseract. Only certain words
//! count: recognition is wrong about the others.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use unicode_normalization::UnicodeNormalization;

/// The resolution of a drawn page, in dots per inch.
const RESOLUTION: &str = "170";
/// The maximum number of pages of a file that are drawn. The words of more cannot be seen, so they are not compared.
pub const MAX_PAGES: usize = 3;
/// The minimum confidence of a word, in percent.
const MIN_CONFIDENCE: f32 = 90.0;
/// The minimum number of letters and digits of a word. Shorter ones are often marks that look like letters.
const MIN_LETTERS: usize = 3;

/// How often each word is in a text.
pub type Words = HashMap<String, usize>;

/// How many words people see and how many are read.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Visibility {
    /// The number of words that people see.
    pub visible: usize,
    /// The number of those that are read.
    pub read: usize,
    /// The number of read words that people do not see.
    pub unseen: usize,
}

impl Visibility {
    /// Compares the words of a file.
    pub fn of(visible: &Words, read: &Words) -> Self {
        let total = |words: &Words| words.values().sum::<usize>();
        let missed = total(&missing(visible, read));
        Self {
            visible: total(visible),
            read: total(visible) - missed,
            unseen: total(&missing(read, visible)),
        }
    }

    /// Adds another count.
    pub fn add(&mut self, other: Self) {
        self.visible += other.visible;
        self.read += other.read;
        self.unseen += other.unseen;
    }

    /// Returns the share of the visible words that are read, in tenths of a percent.
    pub fn share(self) -> usize {
        self.read * 1_000 / self.visible.max(1)
    }
}

/// Returns the words that are more often in one text than in the other.
pub fn missing(words: &Words, others: &Words) -> Words {
    let more = words.iter().filter_map(|(word, count)| {
        let left = count.saturating_sub(others.get(word).copied().unwrap_or_default());
        (left > 0).then(|| (word.clone(), left))
    });
    more.collect()
}

/// Returns the words of a text in small letters. Words in letters that Tesseract does not know without more languages are left out.
pub fn words_of(text: &str) -> Words {
    let text: String = text.nfkc().flat_map(char::to_lowercase).collect();
    let mut words = Words::new();
    for word in text.split(|c: char| !c.is_alphanumeric()) {
        let is_known = word.chars().all(|c| u32::from(c) < 0x250);
        if is_known && word.chars().count() >= MIN_LETTERS {
            *words.entry(word.to_owned()).or_default() += 1;
        }
    }
    words
}

/// Draws the pages of a file and recognizes their words.
///
/// # Errors
/// Returns an error if a program is missing or fails.
pub fn visible_words(file: &Path, folder: &Path) -> io::Result<Words> {
    let is_pdf = file.extension() == Some(OsStr::new("pdf"));
    let pdf = if is_pdf {
        file.to_owned()
    } else {
        printed(file, folder)?
    };
    let pages = folder.join("page");
    let last = MAX_PAGES.to_string();
    let arguments = ["-r", RESOLUTION, "-gray", "-l", &last].map(OsStr::new);
    run(Command::new("pdftoppm")
        .args(arguments)
        .arg(&pdf)
        .arg(&pages))?;
    let mut words = String::new();
    for entry in fs::read_dir(folder)? {
        let image = entry?.path();
        if image.extension() == Some(OsStr::new("pgm")) {
            let mut tesseract = Command::new("tesseract");
            tesseract.env("OMP_THREAD_LIMIT", "1");
            let table = run(tesseract.arg(&image).args(["-", "tsv"]))?;
            words.extend(
                table
                    .lines()
                    .filter_map(certain_word)
                    .flat_map(|word| [word, " "]),
            );
            fs::remove_file(image)?;
        }
    }
    Ok(words_of(&words))
}

/// Returns the PDF that `LibreOffice` makes of a document.
fn printed(file: &Path, folder: &Path) -> io::Result<PathBuf> {
    let profile = format!(
        "-env:UserInstallation=file://{}",
        folder.join("profile").display()
    );
    let arguments = ["--headless", &profile, "--convert-to", "pdf", "--outdir"];
    run(Command::new("soffice")
        .args(arguments)
        .arg(folder)
        .arg(file))?;
    let name = file.file_name().unwrap_or_default();
    Ok(folder.join(name).with_extension("pdf"))
}

fn run(command: &mut Command) -> io::Result<String> {
    let output = command.stderr(Stdio::null()).output();
    let program = command.get_program().display();
    let output =
        output.map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
    if !output.status.success() {
        return Err(io::Error::other(format!("{program} failed")));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Returns the word of a row of Tesseract's table, if it is certain.
fn certain_word(row: &str) -> Option<&str> {
    const WORD: &str = "5";
    let mut cells = row.split('\t');
    let level = cells.next()?;
    let confidence: f32 = cells.nth(9)?.parse().ok()?;
    let word = cells.next()?;
    (level == WORD && confidence >= MIN_CONFIDENCE).then_some(word)
}
