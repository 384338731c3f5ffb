//! `shortlist serve`: the production server.

use std::sync::Arc;

use shortlist_domain::Environment;

use crate::cli::ServeArguments;
use crate::config::Config;
use crate::http::Listener;
use crate::readers::{self, ReaderOptions};
use crate::service::{self, DataLocations};
use crate::tls::Certificate;
use crate::{Failure, output, telemetry, vocabulary};

/// Runs the production server until a signal to stop.
pub(crate) fn run(arguments: &ServeArguments) -> Result<(), Failure> {
    let config = Config::load(&arguments.config)?;
    if arguments.check_config {
        config.check_exposure()?;
        Certificate::of(&config)?;
        config.language_model()?;
        config.object_store()?;
        config
            .vocabulary
            .as_deref()
            .map(vocabulary::read)
            .transpose()?;
        return output::print_result(&config.redacted_toml()?);
    }
    telemetry::start(&config.log, config.log_format)?;
    let listener = Listener::bind(&config)?;
    let pool = readers::start_for_many(&ReaderOptions {
        vocabulary: vocabulary::load(config.vocabulary.as_deref())?,
        ..config.readers()
    })?;
    let locations = data_locations(&config)?;
    locations.check_objects()?;
    let app = service::open(&locations, config.settings(Environment::Production))?;
    let app = config.add_language_model(app)?;
    let app = Arc::new(app.with_readers(pool));
    let url = listener.base_url();
    listener.serve(app, &config, || {
        output::print_result(&format!("ready: {url}"))
    })
}

/// Returns where production stores its data.
pub(crate) fn data_locations(config: &Config) -> Result<DataLocations<'_>, Failure> {
    Ok(DataLocations {
        data_dir: &config.data_dir,
        database_url: config.database_url.as_deref(),
        database_read_url: config.database_read_url.as_deref(),
        max_connections: config.max_connections,
        objects: config.object_store()?,
    })
}
