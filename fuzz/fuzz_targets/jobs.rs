//! A job file of any format with a prompt.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [file, prompt] = shortlist_fuzz::pieces(bytes);
    shortlist_fuzz::read_jobs(file, prompt);
});
