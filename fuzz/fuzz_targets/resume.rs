//! Bytes of any kind, as an upload brings them.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| shortlist_fuzz::read(bytes));
