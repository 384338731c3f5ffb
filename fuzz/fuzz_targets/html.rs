//! HTML, and the mail messages in which job boards wrap it.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    shortlist_fuzz::read(&[b"<html>", bytes].concat());
    shortlist_fuzz::read(&[b"MIME-Version: 1.0\r\n", bytes].concat());
});
