//! A PDF. Its signature is prepended, so that no time is lost on other formats.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| shortlist_fuzz::read(&[b"%PDF-1.4\n", bytes].concat()));
