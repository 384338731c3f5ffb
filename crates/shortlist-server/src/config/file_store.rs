//! The location of stored files: the data folder, or an S3-compatible object store.

use shortlist_objects::{Bucket, Checksums, S3Options, S3Store};

use super::external_servers;
use super::sections::FileSettings;
use crate::Failure;

/// The environment variable that contains the secret of the access key.
const SECRET_VARIABLE: &str = "SHORTLIST_S3_SECRET_KEY";
const ATTEMPT: &str = "use the object store";

impl FileSettings {
    /// Rejects settings of an object store that is not used. Otherwise, files would be stored in the data folder by mistake.
    pub(super) fn check(&self) -> Result<(), Failure> {
        let given = [
            ("s3_endpoint", self.s3_endpoint.is_some()),
            ("s3_access_key", self.s3_access_key.is_some()),
            ("s3_secret_key_file", self.s3_secret_key_file.is_some()),
        ];
        let given = given.into_iter().find(|(_, is_given)| *is_given);
        match (&self.file_store, given) {
            (None, Some((name, _))) => Err(Failure::new(format!(
                "{name} is set but file_store is not, so files would be stored in the data folder; \
                 set file_store = \"s3://bucket/prefix\", or leave {name} out"
            ))),
            _ => Ok(()),
        }
    }

    /// Returns the object store of the files, or `None` if they are in the data folder. Nothing is sent yet.
    pub(crate) fn object_store(&self) -> Result<Option<S3Store>, Failure> {
        let Some(place) = &self.file_store else {
            return Ok(None);
        };
        let bucket = Bucket::parse(place).map_err(Failure::of("use file_store"))?;
        let missing = |what: &str| Failure::new(format!("file_store {bucket} needs {what}"));
        let access_key = self.s3_access_key.as_deref();
        let access_key = access_key.ok_or_else(|| missing("an access key; give s3_access_key"))?;
        let what = "the secret of the object store's access key";
        let file = self.s3_secret_key_file.as_deref();
        let secret = external_servers::secret(what, file, SECRET_VARIABLE)?.ok_or_else(|| {
            missing(
                "the secret of its access key; give s3_secret_key_file or SHORTLIST_S3_SECRET_KEY",
            )
        })?;
        let mut options = S3Options::new(bucket, &self.s3_region, access_key, secret)
            .map_err(Failure::of(ATTEMPT))?;
        let endpoint = self.s3_endpoint.as_deref();
        options.endpoint = endpoint
            .map(|text| external_servers::address(text, self.s3_trusted_network))
            .transpose()
            .map_err(Failure::of("use s3_endpoint"))?;
        if !self.s3_checksums {
            options.checksums = Checksums::Omitted;
        }
        let store = S3Store::new(&options).map_err(Failure::of(ATTEMPT))?;
        Ok(Some(store))
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::config::Config;

    fn defaults() -> FileSettings {
        Config::defaults().unwrap().files
    }

    fn files(endpoint: &str, secret: &tempfile::NamedTempFile) -> FileSettings {
        FileSettings {
            file_store: Some("s3://files/shortlist".to_owned()),
            s3_endpoint: Some(endpoint.to_owned()),
            s3_access_key: Some("key-1".to_owned()),
            s3_secret_key_file: Some(secret.path().to_owned()),
            ..defaults()
        }
    }

    fn refused(files: &FileSettings) -> String {
        let used = files.check();
        let Err(refused) = used.and_then(|()| files.object_store()) else {
            panic!("it cannot be used");
        };
        refused.report()
    }

    #[test]
    fn files_are_in_the_folder_unless_an_object_store_is_configured() {
        assert!(defaults().object_store().unwrap().is_none());
        let forgotten = FileSettings {
            s3_endpoint: Some("http://127.0.0.1:9000".to_owned()),
            ..defaults()
        };
        assert!(refused(&forgotten).contains("file_store is not"));
    }

    #[test]
    fn missing_settings_are_reported_and_the_secret_is_hidden() {
        let file = tempfile::NamedTempFile::new().unwrap();
        fs::write(file.path(), "s3cret\n").unwrap();
        let good = files("http://127.0.0.1:9000", &file);
        let store = good.object_store().unwrap().unwrap();
        let config = Config {
            files: good.clone(),
            ..Config::defaults().unwrap()
        };
        let shown = format!("{} {store}", config.redacted_toml().unwrap());
        assert!(shown.contains("s3://files/shortlist"), "{shown}");
        assert!(!shown.contains("s3cret"), "{shown}");
        let far = FileSettings {
            s3_endpoint: Some("http://minio:9000".to_owned()),
            ..good.clone()
        };
        assert!(refused(&far).contains("sent unencrypted"));
        let trusted = FileSettings {
            s3_trusted_network: true,
            ..far
        };
        assert!(trusted.object_store().unwrap().is_some());
        let unnamed = FileSettings {
            s3_access_key: None,
            ..good.clone()
        };
        assert!(refused(&unnamed).contains("s3_access_key"));
        fs::write(file.path(), "two words").unwrap();
        assert!(refused(&good).contains("visible ASCII"));
        let nowhere = FileSettings {
            file_store: Some("files".to_owned()),
            ..good
        };
        assert!(refused(&nowhere).contains("s3://bucket/prefix"));
    }
}
