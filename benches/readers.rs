//! Criterion benchmarks over the demo's resumes: parsing bytes to a document and interpreting it, for each format.
//!
//! `cargo bench -p shortlist-benches --bench readers`

use std::hint::black_box;
use std::io;

use criterion::{Criterion, Throughput};
use shortlist_benches::{FORMATS, demo_files};
use shortlist_parsing::{ReadOptions, read_document, understand, with_deep_stack};
use shortlist_vocabulary::Vocabulary;

/// The allocator of the `shortlist` program.
#[global_allocator]
static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;

fn main() -> io::Result<()> {
    // This is like the program's workers, which read file after file on one such thread.
    with_deep_stack(|| {
        let mut criterion = Criterion::default().configure_from_args();
        measure(&mut criterion)?;
        criterion.final_summary();
        Ok(())
    })?
}

fn measure(criterion: &mut Criterion) -> io::Result<()> {
    let samples = demo_files()?;
    for format in FORMATS {
        let files: Vec<&[u8]> = samples
            .iter()
            .filter(|sample| sample.format == format)
            .map(|sample| sample.bytes.as_slice())
            .collect();
        let documents: Vec<_> = files
            .iter()
            .filter_map(|bytes| read_document(bytes).ok())
            .collect();
        let mut group = criterion.benchmark_group(format);
        group.throughput(Throughput::Elements(
            files.len().try_into().unwrap_or(u64::MAX),
        ));
        group.bench_function("read", |timer| {
            timer.iter(|| {
                for bytes in &files {
                    black_box(read_document(bytes).is_ok());
                }
            });
        });
        group.bench_function("understand", |timer| {
            let options = ReadOptions::default();
            timer.iter(|| {
                for document in &documents {
                    black_box(understand(document, &options, Vocabulary::built_in()));
                }
            });
        });
        group.finish();
    }
    Ok(())
}
