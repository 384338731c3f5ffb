//! Prints a table of the reading costs of the demo's resumes, and of those below the folder that `SHORTLIST_CORPUS`
//! names.
//!
//! `SHORTLIST_CORPUS=/path cargo bench -p shortlist-benches --bench files`
//!
//! Times are warm processor times. For each file, the quickest of five readings counts. The table has the median and
//! the 95th percentile of the files. It compares our readers with `pdf-extract`, in process, and with `pdftotext`, one
//! process per file as in real use.

use std::io::{self, Write};
use std::panic::{AssertUnwindSafe, catch_unwind, set_hook};
use std::path::Path;
use std::process::Command;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Builder;
use std::time::Duration;

use shortlist_benches::{FORMATS, Sample, demo_files, files_below, quickest, quickest_run};
use shortlist_parsing::{ReadOptions, read_document, read_resume, with_deep_stack};
use shortlist_vocabulary::Vocabulary;

/// The allocator of the `shortlist` program.
#[global_allocator]
static ALLOCATOR: shortlist_allocator::Allocator = shortlist_allocator::Allocator;

/// The time limit for all rounds of another reader over one file.
const PATIENCE: Duration = Duration::from_secs(10);
/// The stack size of another reader, which recurses as deeply as ours.
const STACK_BYTES: usize = 64 << 20;

/// The cost of each file for one reader, or `None` if the reader failed.
struct Costs {
    reader: &'static str,
    files: Vec<Option<Duration>>,
}

fn main() -> io::Result<()> {
    let mut samples = demo_files()?;
    if let Some(folder) = std::env::var_os("SHORTLIST_CORPUS") {
        samples.extend(files_below(Path::new(&folder))?);
    }
    // The panics of another reader are only visible in the number of files that it read.
    set_hook(Box::new(|_panic| {}));
    let mut out = io::stdout().lock();
    writeln!(
        out,
        "format  files  reader                 read  median ms    p95 ms  to ours"
    )?;
    for format in FORMATS {
        let files: Vec<&Sample> = samples
            .iter()
            .filter(|sample| sample.format == format)
            .collect();
        let mut table = with_deep_stack(|| ours(&files))?;
        if format == "pdf" {
            table.push(pdf_extract(&files)?);
            table.push(pdftotext(&files));
        }
        for costs in &table {
            write_row(&mut out, format, costs, table.first().unwrap_or(costs))?;
        }
    }
    Ok(())
}

fn ours(files: &[&Sample]) -> Vec<Costs> {
    let options = ReadOptions::default();
    let measure = |reader, read: &dyn Fn(&[u8]) -> bool| Costs {
        reader,
        files: files
            .iter()
            .map(|sample| {
                let readable = read(&sample.bytes);
                let cost = quickest(|| read(&sample.bytes));
                readable.then_some(cost)
            })
            .collect(),
    };
    vec![
        measure("ours, to a document", &|bytes| read_document(bytes).is_ok()),
        measure("ours, to a resume", &|bytes| {
            read_resume(bytes, &options, Vocabulary::built_in()).is_ok()
        }),
    ]
}

/// A thread that reads the files that it gets with `pdf-extract`.
struct Extractor {
    files: Sender<Vec<u8>>,
    costs: Receiver<Option<Duration>>,
}

impl Extractor {
    fn start() -> io::Result<Self> {
        let (files, received) = channel::<Vec<u8>>();
        let (answer, costs) = channel();
        Builder::new().stack_size(STACK_BYTES).spawn(move || {
            for bytes in received {
                let read = || pdf_extract::extract_text_from_mem(&bytes).is_ok();
                let cost = catch_unwind(AssertUnwindSafe(|| read().then(|| quickest(read))));
                if answer.send(cost.ok().flatten()).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self { files, costs })
    }
}

fn pdf_extract(files: &[&Sample]) -> io::Result<Costs> {
    let mut extractor = Extractor::start()?;
    let mut costs = Vec::with_capacity(files.len());
    for sample in files {
        let sent = extractor.files.send(sample.bytes.clone()).is_ok();
        let answer = extractor.costs.recv_timeout(PATIENCE);
        costs.push(answer.ok().flatten());
        if !sent || answer.is_err() {
            // A thread that does not end is abandoned, and another one continues.
            extractor = Extractor::start()?;
        }
    }
    Ok(Costs {
        reader: "pdf-extract",
        files: costs,
    })
}

fn pdftotext(files: &[&Sample]) -> Costs {
    let run = |sample: &&Sample| {
        quickest_run(|| {
            let mut command = Command::new("pdftotext");
            command.arg(&sample.path).arg("-");
            command
        })
    };
    Costs {
        reader: "pdftotext, a process",
        files: files.iter().map(run).collect(),
    }
}

/// Writes one line. The ratio compares the medians of the files that both readers could read.
fn write_row(out: &mut impl Write, format: &str, costs: &Costs, ours: &Costs) -> io::Result<()> {
    let read: Vec<Duration> = costs.files.iter().copied().flatten().collect();
    if read.is_empty() {
        return writeln!(
            out,
            "{format:<6} {:>6}  {:<20} none read",
            costs.files.len(),
            costs.reader
        );
    }
    let both = || {
        costs
            .files
            .iter()
            .zip(&ours.files)
            .filter_map(|(other, own)| other.zip(*own))
    };
    let ratio = milliseconds(share(both().map(|(other, _)| other).collect(), 50))
        / milliseconds(share(both().map(|(_, own)| own).collect(), 50));
    writeln!(
        out,
        "{format:<6} {:>6}  {:<20} {:>6} {:>10.3} {:>9.3} {ratio:>8.2}",
        costs.files.len(),
        costs.reader,
        read.len(),
        milliseconds(share(read.clone(), 50)),
        milliseconds(share(read, 95)),
    )
}

/// Returns the cost that `percent` of the files do not exceed.
fn share(mut costs: Vec<Duration>, percent: usize) -> Duration {
    costs.sort();
    let at = (costs.len() * percent).div_ceil(100).saturating_sub(1);
    costs.get(at).copied().unwrap_or_default()
}

fn milliseconds(duration: Duration) -> f64 {
    duration.as_secs_f64() * 1e3
}
