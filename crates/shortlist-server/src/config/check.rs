//! Validation of a configuration.

use shortlist_workers::MAX_FRAME_BYTES;

use super::Config;
use crate::Failure;

impl Config {
    /// Rejects settings that contradict each other, and limits that must not be 0.
    pub(super) fn check(&self) -> Result<(), Failure> {
        if self.tls.tls_cert.is_some() != self.tls.tls_key.is_some() {
            return Err(Failure::new(
                "TLS needs both a certificate and its key; give tls_cert and tls_key, or neither",
            ));
        }
        let positive = [
            ("max_connections", self.database.max_connections),
            ("max_clients", self.http.max_clients),
            ("head_seconds", self.http.head_seconds),
            ("response_stall_seconds", self.http.response_stall_seconds),
            ("access_token_minutes", self.access.access_token_minutes),
            ("refresh_token_days", self.access.refresh_token_days),
            ("requests_per_minute", self.access.requests_per_minute),
            (
                "bad_credentials_per_minute",
                self.access.bad_credentials_per_minute,
            ),
            ("sign_ins_per_minute", self.access.sign_ins_per_minute),
            (
                "account_sign_ins_per_minute",
                self.access.account_sign_ins_per_minute,
            ),
            ("max_file_mib", self.uploads.max_file_mib),
            ("max_files", self.uploads.max_files),
            ("max_upload_mib", self.uploads.max_upload_mib),
            ("upload_seconds", self.uploads.upload_seconds),
            ("upload_stall_seconds", self.uploads.upload_stall_seconds),
            ("max_recording_mib", self.uploads.max_recording_mib),
            (
                "recording_link_minutes",
                self.uploads.recording_link_minutes,
            ),
            ("read_memory_mib", self.readers.read_memory_mib),
            ("read_cpu_seconds", self.readers.read_cpu_seconds),
            ("read_seconds", self.readers.read_seconds),
            ("graphql_depth", self.graphql.graphql_depth),
            ("graphql_fields", self.graphql.graphql_fields),
            ("graphql_root_fields", self.graphql.graphql_root_fields),
            ("graphql_cost", self.graphql.graphql_cost),
            ("graphql_answer_mib", self.graphql.graphql_answer_mib),
            ("graphql_seconds", self.graphql.graphql_seconds),
            ("graphql_body_kib", self.graphql.graphql_body_kib),
            ("model_seconds", self.model.model_seconds),
            ("model_calls", self.model.model_calls),
            ("model_upload_seconds", self.model.model_upload_seconds),
        ];
        if let Some((name, _)) = positive.into_iter().find(|(_, value)| *value == 0) {
            return Err(Failure::new(format!("{name} must be at least 1")));
        }
        self.files.check()?;
        self.model.check()?;
        self.http.proxies()?;
        self.http.origins()?;
        self.http.public_url()?;
        let max_mib = MAX_FRAME_BYTES >> 20;
        if self.uploads.max_file_mib > max_mib {
            return Err(Failure::new(format!(
                "max_file_mib must be at most {max_mib}, the largest file that the readers accept"
            )));
        }
        Ok(())
    }

    /// Rejects a configuration that would send credentials and resumes over a network without encryption.
    pub(crate) fn check_exposure(&self) -> Result<(), Failure> {
        if self.server.bind.ip().is_loopback()
            || self.tls.tls_cert.is_some()
            || self.http.behind_proxy
        {
            return Ok(());
        }
        Err(Failure::new(format!(
            "{} can be reached from other machines, and there is no TLS. Give --tls-cert and --tls-key, \
             listen on 127.0.0.1, or set --behind-proxy if a proxy in front provides TLS",
            self.server.bind
        )))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_loopback_needs_tls_or_a_proxy() {
        let mut open = Config::defaults().unwrap();
        open.server.bind = "0.0.0.0:443".parse().unwrap();
        assert!(
            open.check_exposure()
                .unwrap_err()
                .report()
                .contains("--behind-proxy")
        );
        let mut proxied = open.clone();
        proxied.http.behind_proxy = true;
        let mut encrypted = open;
        encrypted.tls.tls_cert = Some("c".into());
        encrypted.tls.tls_key = Some("k".into());
        for fine in [Config::defaults().unwrap(), proxied, encrypted] {
            assert!(fine.check_exposure().is_ok());
        }
    }
}
