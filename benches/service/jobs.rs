//! Imports of job files.

use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Instant;

use shortlist_benches::job_tables::job_tables;
use shortlist_benches::quickest_wall;
use shortlist_jobfiles::read_job_file;
use shortlist_vocabulary::Vocabulary;

use crate::server::Server;
use crate::{Outcome, millis, print_line};

/// The number of jobs in a file.
const JOBS: usize = 10_000;

/// Imports files of ten thousand jobs over HTTP. The time runs from the first byte to the response, when all jobs are
/// committed.
pub(crate) fn run(program: &Path) -> Outcome<()> {
    print_line(
        "| 10,000 jobs | bytes | dry run | created | of it parsing and planning | memory |\n|---|---|---|---|---|---|",
    )?;
    for table in job_tables(JOBS)? {
        let parse = quickest_wall(|| read_job_file(&table.bytes, None, Vocabulary::built_in()));
        let server = Server::start(program, &["--readers=1"])?;
        let begun = Instant::now();
        server.import(&table, "true", JOBS)?;
        let planned = begun.elapsed();
        let begun = Instant::now();
        server.import(&table, "false", JOBS)?;
        let created = begun.elapsed();
        print_line(&format!(
            "| {} | {} | {:.0} ms | {:.0} ms | {:.0} % | {} MiB |",
            table.format,
            table.bytes.len(),
            millis(planned),
            millis(created),
            100.0 * parse.as_secs_f64() / created.as_secs_f64().max(f64::EPSILON),
            server.memory.server.load(Ordering::Relaxed) >> 10
        ))?;
        server.stop()?;
    }
    Ok(())
}
