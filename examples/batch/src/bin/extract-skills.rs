//! Extracts the skills of resumes to CSV: one row for each skill of a file, with the words of the resume and their place.
//!
//! ```sh
//! cargo run -p shortlist-examples --bin extract-skills -- demo/resumes > skills.csv
//! ```
//!
//! The files are read in this process. For files that you do not trust, use `shortlist parse`, which isolates the reading.

use std::error::Error;
use std::path::Path;
use std::{env, fs, io};

use shortlist_domain::Resume;
use shortlist_parsing::english::read_error_text;
use shortlist_parsing::{ReadOptions, read_resume, with_deep_stack};
use shortlist_vocabulary::Vocabulary;

fn main() -> Result<(), Box<dyn Error>> {
    let folder = env::args_os().nth(1);
    let folder = folder.ok_or("name a folder of resumes: extract-skills FOLDER")?;
    let mut paths: Vec<_> = fs::read_dir(folder)?
        .map(|entry| entry.map(|entry| entry.path()))
        .collect::<Result<_, _>>()?;
    paths.sort();
    let mut table = csv::Writer::from_writer(io::stdout());
    table.write_record(["file", "skill", "section", "page", "words", "problem"])?;
    for path in paths {
        let name = path.display().to_string();
        match read(&path) {
            Ok(resume) => write_skills(&mut table, &name, &resume)?,
            Err(problem) => table.write_record([&name, "", "", "", "", &problem.to_string()])?,
        }
    }
    Ok(table.flush()?)
}

fn read(path: &Path) -> Result<Resume, Box<dyn Error>> {
    let bytes = fs::read(path)?;
    let options = ReadOptions::default();
    // Nested documents need more stack than a program's first thread may have.
    let resume = with_deep_stack(|| read_resume(&bytes, &options, Vocabulary::built_in()))?;
    Ok(resume.map_err(read_error_text)?)
}

fn write_skills(
    table: &mut csv::Writer<impl io::Write>,
    file: &str,
    resume: &Resume,
) -> csv::Result<()> {
    for skill in &resume.skills {
        let page = resume.text.page_of(skill.span.start);
        let page = page.map_or(String::new(), |page| page.to_string());
        let (section, words) = (skill.section.as_str(), resume.text.quote(skill.span));
        table.write_record([file, &skill.name, section, &page, words, ""])?;
    }
    Ok(())
}
