//! A prompt over one small table. Every clause gets an answer, and no prompt makes a good file fail except by skipping
//! all rows.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shortlist_jobfiles::{Prompt, read_job_file};
use shortlist_vocabulary::Vocabulary;

const FILE: &[u8] = b"Title,Ort,Team,Status,Art,Datum\nNurse,Leeds,Ward,open,FT,03/04/2026\nPorter,York,,closed,PT,\n";

fuzz_target!(|bytes: &[u8]| {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    let mut prompt = Prompt::read(text);
    if let Some(clause) = prompt
        .not_understood()
        .first()
        .map(|clause| (*clause).to_owned())
    {
        let _refused = prompt.translate(&clause, text);
    }
    match read_job_file(FILE, Some(text), Vocabulary::built_in()) {
        Ok(file) => {
            let rows = file.drafts.len() + file.skipped_rows.len();
            assert!(rows <= 2, "{rows}");
        }
        Err(error) => assert!(!error.problems().is_empty()),
    }
});
