//! Bytes of any kind, as in an upload.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| shortlist_fuzz::read(bytes));
