//! Delimited text with a prompt.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [file, prompt] = shortlist_fuzz::pieces(bytes);
    // A known header takes the fuzzer beyond the error for a missing title column.
    let file = [b"Title,Location,Skills,Status\n", file].concat();
    shortlist_fuzz::read_jobs(&file, prompt);
});
