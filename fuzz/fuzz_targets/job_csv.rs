//! A delimited text with its prompt.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [file, prompt] = shortlist_fuzz::pieces(bytes);
    // A header that is known takes the fuzzer beyond "no column is the title".
    let file = [b"Title,Location,Skills,Status\n", file].concat();
    shortlist_fuzz::read_jobs(&file, prompt);
});
