//! JSON of any shape with a prompt.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [file, prompt] = shortlist_fuzz::pieces(bytes);
    shortlist_fuzz::read_jobs(&[b"{\"jobs\":", file].concat(), prompt);
    shortlist_fuzz::read_jobs(&[b"[", file].concat(), prompt);
});
