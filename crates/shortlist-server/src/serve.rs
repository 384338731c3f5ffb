//! `shortlist serve`: the production server.

use std::sync::Arc;

use clap::Args;
use shortlist_app::Settings;
use shortlist_domain::Environment;

use crate::config::{self, Config, ConfigArguments};
use crate::http::{DemoAccess, Listener};
use crate::outbox::Outbox;
use crate::readers::{self, ReaderOptions};
use crate::service::{self, data_locations};
use crate::tls::Certificate;
use crate::vocabulary::{self, OperatorSkills};
use crate::{Failure, mail, output, recognition, single_sign_on, telemetry};

/// Flags of `serve`.
#[derive(Debug, Args)]
pub(crate) struct ServeArguments {
    #[command(flatten)]
    pub(crate) config: ConfigArguments,
    /// Print the effective configuration with secrets hidden, and exit.
    #[arg(long)]
    pub(crate) check_config: bool,
}

/// Runs the production server until a signal to stop.
pub(crate) fn run(arguments: &ServeArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    if arguments.check_config {
        check(&config)?;
        return output::print_result(&config.redacted_toml()?);
    }
    let (filter, format) = (&config.logging.log, config.logging.log_format);
    // Dropped at the end, when the spans of the last requests are sent.
    let traces = config.traces.start()?;
    match &traces {
        Some(traces) => telemetry::start_with_traces(filter, format, traces)?,
        None => telemetry::start(filter, format)?,
    }
    config::warn_of_unknown_variables();
    let listener = Listener::bind(&config)?;
    let skills = OperatorSkills::load(config.resumes.vocabulary.as_deref())?;
    let pool = readers::start_for_many(&ReaderOptions {
        vocabulary: skills.for_workers(),
        ..config.readers()
    })?;
    let locations = data_locations(&config)?;
    locations.check_folder()?;
    locations.check_objects()?;
    let settings = Settings {
        mail_audience: config.mail.audience(),
        link_delivery: config.link_delivery()?,
        ..config.settings(Environment::Production)?
    };
    let app = service::open(
        &locations,
        settings,
        skills.into_vocabulary(),
        service::system_clock(),
    )?;
    service::prepare(&app)?;
    let app = config.model.add_language_model(app)?;
    let app = mail::add_transport(app, &config)?;
    let app = single_sign_on::add_providers(app);
    let app = Arc::new(app.with_readers(pool));
    // It stops after the server does, so that the mails of the last requests are sent.
    let _outbox = Outbox::start(&app, &config)?;
    let url = listener.base_url();
    listener.serve(app, &config, DemoAccess::default(), || {
        output::print_result(&format!("ready: {url}"))
    })
}

/// Checks everything that the start of a server checks, without starting one.
fn check(config: &Config) -> Result<(), Failure> {
    config::check_variables()?;
    config.check_exposure()?;
    Certificate::of(config)?;
    config.model.language_model()?;
    config.files.object_store()?;
    config.webhooks.address_rules()?;
    config.mail.configured()?;
    config.traces.address()?;
    let vocabulary = config.resumes.vocabulary.as_deref();
    vocabulary.map(vocabulary::read).transpose()?;
    let readers = config.readers();
    recognition::start(&readers.ocr, readers.limits, readers.isolation)?;
    Ok(())
}
