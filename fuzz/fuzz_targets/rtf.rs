//! An RTF. Its signature is prepended, so that no time is lost on other formats.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| shortlist_fuzz::read(&[b"{\\rtf1", bytes].concat()));
