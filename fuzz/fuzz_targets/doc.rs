//! The streams of a Word binary file. The target builds the container.
#![no_main]

use std::io::{Cursor, Write};

use libfuzzer_sys::fuzz_target;

fn container(streams: &[(&str, &[u8])]) -> std::io::Result<Vec<u8>> {
    let mut file = cfb::CompoundFile::create(Cursor::new(Vec::new()))?;
    for (name, bytes) in streams {
        file.create_stream(name)?.write_all(bytes)?;
    }
    Ok(file.into_inner().into_inner())
}

fuzz_target!(|bytes: &[u8]| {
    let [document, table] = shortlist_fuzz::pieces(bytes);
    if let Ok(bytes) = container(&[("WordDocument", document), ("1Table", table)]) {
        shortlist_fuzz::read(&bytes);
    }
});
