//! The demo data. It is loaded through the use cases that every client has, so that it needs no special code in the service.

mod careers;
mod clock;
mod interview;
mod month;
mod people;
mod resumes;
mod small;

use clap::ValueEnum;
use shortlist_app::App;
use shortlist_domain::OpenWork;

pub(crate) use clock::DemoClock;

use crate::credentials::Credentials;
use crate::{Failure, output};
use interview::Interview;
use people::People;

/// How much is loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum)]
pub(crate) enum DemoSize {
    /// Twelve candidates, nearly all of them new. It loads fast, for tests.
    Small,
    /// About fifty candidates for each of three jobs, and a month of work with them.
    #[default]
    Full,
}

/// Loads the demo data, unless there are jobs of it already: those may have been changed since, and a second load would undo
/// decisions and fail for closed jobs. The report of the known interview is the last part of the data.
pub(crate) fn load(
    app: &App,
    credentials: &Credentials,
    size: DemoSize,
    clock: &DemoClock,
) -> Result<(), Failure> {
    let people = People::sign_in(app, credentials)?;
    let interview = Interview::read()?;
    if people.has_demo_jobs()? {
        if !people.has_report_for(|file| interview.is_of(file))? {
            tracing::warn!(
                "the demo may be incomplete, because an earlier start was interrupted or its data was changed; to load it again, \
                 delete the data folder"
            );
        }
        return Ok(());
    }
    output::print_error("Loading the demo. This happens once.");
    match size {
        DemoSize::Small => small::load(&people, interview),
        DemoSize::Full => month::load(&people, clock, interview),
    }
}

/// Returns the job with the most candidates that accepts resumes, if anybody has applied.
pub(crate) fn largest_job(
    app: &App,
    credentials: &Credentials,
) -> Result<Option<OpenWork>, Failure> {
    People::sign_in(app, credentials)?.largest_job()
}
