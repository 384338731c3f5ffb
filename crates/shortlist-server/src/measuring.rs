//! What the service measures about itself, on a listener of its own.
//!
//! Other systems than the service's clients read it, so it is neither authenticated nor reachable through the service's address.

mod process;

use std::fmt;
use std::net::TcpListener;
use std::sync::Arc;

use actix_web::{App as ActixApp, HttpResponse, HttpServer, web};
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;
use shortlist_app::ServiceStatus;

use crate::config::{MetricsSettings, Switch};
use crate::outbox;
use process::ProcessCollector;

/// The path of the measurements.
const PATH: &str = "/metrics";
/// The content type of the format (<https://prometheus.io/docs/specs/om/open_metrics_spec/>).
const OPEN_METRICS: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";
/// How long stopping waits for a response.
const SHUTDOWN_SECONDS: u64 = 1;

/// The measurements, and the socket on which they are served.
pub(crate) struct Measurements {
    registry: Registry,
    socket: TcpListener,
}

impl MetricsSettings {
    /// Listens for readers of the measurements. Returns `None` if this is switched off, or if nothing can listen on the address.
    /// The service works without measurements, so a warning gives the reason.
    pub(crate) fn listen(&self, status: &ServiceStatus) -> Option<Measurements> {
        if self.metrics == Switch::Off {
            return None;
        }
        let address = self.metrics_bind;
        match TcpListener::bind(address) {
            Ok(socket) => Some(Measurements {
                registry: registry(status),
                socket,
            }),
            Err(error) => {
                tracing::warn!(
                    %address, %error,
                    "the measurements are not served: set metrics_bind to a free address, or metrics to off"
                );
                None
            }
        }
    }
}

/// Returns all that is measured in a service with this status.
fn registry(status: &ServiceStatus) -> Registry {
    let mut registry = Registry::default();
    registry.register(
        "shortlist_build",
        "Always 1; the labels name the running program, engine and database",
        Info::new([
            ("version", status.version.to_owned()),
            ("engine", status.engine_version.clone()),
            ("database", status.database.to_owned()),
        ]),
    );
    let readers = status.readers.map_or(0, |readers| readers.processes);
    registry.register(
        "shortlist_readers",
        "Processes that read documents",
        ConstGauge::new(i64::try_from(readers).unwrap_or(i64::MAX)),
    );
    shortlist_transport::register_measurements(&mut registry);
    shortlist_workers::register_measurements(&mut registry);
    shortlist_app::register_measurements(&mut registry);
    shortlist_persistence::register_measurements(&mut registry);
    shortlist_webhooks::register_measurements(&mut registry);
    shortlist_model::register_measurements(&mut registry);
    outbox::register_measurements(&mut registry);
    registry.register_collector(Box::new(ProcessCollector));
    registry
}

fn text(registry: &Registry) -> Result<String, fmt::Error> {
    let mut text = String::new();
    encode(&mut text, registry)?;
    Ok(text)
}

impl Measurements {
    /// Serves the measurements until the program stops.
    pub(crate) async fn serve(self) {
        let registry = web::Data::from(Arc::new(self.registry));
        let build = move || {
            let resource = web::resource(PATH).route(web::get().to(send));
            ActixApp::new().app_data(registry.clone()).service(resource)
        };
        let server = HttpServer::new(build)
            .workers(1)
            .disable_signals()
            .shutdown_timeout(SHUTDOWN_SECONDS)
            .listen(self.socket);
        let served = match server {
            Ok(server) => server.run().await,
            Err(error) => Err(error),
        };
        if let Err(error) = served {
            tracing::error!(%error, "the measurements are no longer served");
        }
    }
}

async fn send(registry: web::Data<Registry>) -> HttpResponse {
    match text(&registry) {
        Ok(text) => HttpResponse::Ok().content_type(OPEN_METRICS).body(text),
        Err(error) => {
            tracing::error!(%error, "the measurements cannot be written");
            HttpResponse::InternalServerError().finish()
        }
    }
}

#[cfg(test)]
mod tests {
    use shortlist_domain::Environment;
    use shortlist_persistence::{DatabaseUrl, ListSource, Store, StoreConfig};

    use super::*;
    use crate::generated_docs::check_table;

    /// Returns a row for each metric of the program. Those of a pool of connections exist once a database is open.
    fn table() -> String {
        let folder = tempfile::tempdir().unwrap();
        let database = StoreConfig {
            url: DatabaseUrl::Sqlite(folder.path().join("database")),
            max_connections: 1,
            lists: ListSource::Database,
        };
        let _open = Store::open(&database).unwrap();
        let status = ServiceStatus {
            version: "1",
            engine_version: "1".to_owned(),
            environment: Environment::Production,
            database: "sqlite",
            database_answers: true,
            readers: None,
            model: None,
        };
        let text = text(&registry(&status)).unwrap();
        let helps = text.lines().filter_map(|line| line.strip_prefix("# HELP "));
        let kinds = text.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        let row = |(help, kind): (&str, &str)| {
            let ((name, help), (same, kind)) =
                (help.split_once(' ').unwrap(), kind.split_once(' ').unwrap());
            assert_eq!(name, same);
            let end = match kind {
                "counter" => "_total",
                "info" => "_info",
                _ => "",
            };
            format!("| `{name}{end}` | {kind} | {help} |\n")
        };
        let rows: String = helps.zip(kinds).map(row).collect();
        format!("| metric | kind | meaning |\n|---|---|---|\n{rows}")
    }

    #[test]
    fn the_documented_metrics_are_current() {
        check_table("METRICS.md", "metrics", &table());
    }
}
