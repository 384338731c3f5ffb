//! A job file of any format with its prompt.
#![no_main]

use libfuzzer_sys::fuzz_target;
use shortlist_parsing::read_job_file;

fuzz_target!(|bytes: &[u8]| {
    let [file, prompt] = shortlist_fuzz::pieces(bytes);
    let prompt = std::str::from_utf8(prompt).ok();
    if let Ok(read) = read_job_file(file, prompt) {
        assert!(!read.drafts.is_empty() && read.drafts.len() <= 10_000);
        assert!(
            read.drafts
                .iter()
                .all(|draft| !draft.title.trim().is_empty())
        );
    }
});
