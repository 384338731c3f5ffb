//! The language model of a configuration, if it has one.

use std::sync::Arc;
use std::time::Duration;

use shortlist_app::{App, ModelLimits};
use shortlist_model::{ModelClient, ModelOptions};

use super::external_servers;
use super::parts::count;
use super::sections::ModelSettings;
use crate::Failure;

/// The environment variable that contains the key. The key has no flag and no setting, so that no list of processes and no
/// printed configuration shows it.
const KEY_VARIABLE: &str = "SHORTLIST_MODEL_KEY";

impl ModelSettings {
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.model_url.is_some() != self.model_name.is_some() {
            return Err(Failure::new(
                "a language model needs both an address and a name; give model_url and model_name, or neither",
            ));
        }
        Ok(())
    }

    /// Returns the client of the language model. Nothing is sent yet.
    pub(crate) fn language_model(&self) -> Result<Option<ModelClient>, Failure> {
        let (Some(url), Some(name)) = (&self.model_url, &self.model_name) else {
            return Ok(None);
        };
        let address = external_servers::address(url, self.model_trusted_network)
            .map_err(Failure::of("use model_url"))?;
        let file = self.model_key_file.as_deref();
        let key = external_servers::secret("the language model's key", file, KEY_VARIABLE)?;
        let options = ModelOptions {
            key,
            time_limit: Duration::from_secs(self.model_seconds.into()),
            ..ModelOptions::new(address, name.as_str())
        };
        let client = ModelClient::new(&options).map_err(Failure::of("use the language model"))?;
        Ok(Some(client))
    }

    fn model_limits(&self) -> ModelLimits {
        ModelLimits {
            calls: count(self.model_calls),
            upload_seconds: self.model_upload_seconds.into(),
        }
    }

    /// Adds the language model to the service, if one is configured.
    pub(crate) fn add_language_model(&self, app: App) -> Result<App, Failure> {
        let Some(client) = self.language_model()? else {
            return Ok(app);
        };
        tracing::info!(
            address = self.model_url.as_deref(),
            model = self.model_name.as_deref(),
            "resumes are sent to a language model, without the person's identity"
        );
        app.with_language_model(Arc::new(client), self.model_limits())
            .map_err(Failure::of("start threads to ask the language model"))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::Config;

    fn defaults() -> ModelSettings {
        Config::defaults().unwrap().model
    }

    fn model(url: &str) -> ModelSettings {
        ModelSettings {
            model_url: Some(url.to_owned()),
            model_name: Some("example-1".to_owned()),
            ..defaults()
        }
    }

    #[test]
    fn it_is_off_unless_address_and_name_are_given() {
        assert!(defaults().language_model().unwrap().is_none());
        assert!(
            model("http://127.0.0.1:1/v1")
                .language_model()
                .unwrap()
                .is_some()
        );
        let half = ModelSettings {
            model_name: None,
            ..model("http://127.0.0.1:1/v1")
        };
        let report = half.check().unwrap_err().report();
        assert!(report.contains("model_name"), "{report}");
    }

    #[test]
    fn the_defaults_match_the_library() {
        let model = defaults();
        assert_eq!(model.model_limits(), ModelLimits::default());
        let address = external_servers::address("http://127.0.0.1:1/v1", false).unwrap();
        let time_limit = Duration::from_secs(model.model_seconds.into());
        assert_eq!(
            time_limit,
            ModelOptions::new(address, "example-1").time_limit
        );
    }

    #[test]
    fn unencrypted_connections_need_a_trusted_network() {
        let far = model("http://models:11434/v1");
        let Err(refused) = far.language_model() else {
            panic!("sent unencrypted");
        };
        assert!(
            refused.report().contains("sent unencrypted"),
            "{}",
            refused.report()
        );
        let trusted = ModelSettings {
            model_trusted_network: true,
            ..far
        };
        assert!(trusted.language_model().unwrap().is_some());
    }

    #[test]
    fn a_key_comes_from_a_file_and_is_not_shown() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let with = |text: &str| {
            fs::write(file.path(), text).unwrap();
            ModelSettings {
                model_key_file: Some(file.path().to_owned()),
                ..model("http://127.0.0.1:1/v1")
            }
        };
        let good = with("sk-secret\n");
        assert!(good.language_model().unwrap().is_some());
        let config = Config {
            model: good.clone(),
            ..Config::defaults().unwrap()
        };
        assert!(!config.redacted_toml().unwrap().contains("sk-secret"));
        let Err(refused) = with("\n").language_model() else {
            panic!("an empty key");
        };
        assert!(
            refused.report().contains("key from /"),
            "{}",
            refused.report()
        );
        assert!(!refused.report().contains("sk-"));
        drop(file);
        assert!(good.language_model().is_err(), "the file is gone");
    }
}
