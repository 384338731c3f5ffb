//! TLS by rustls with ring, so that no C build tools are needed.

use std::path::Path;
use std::sync::Arc;

use rustls::ServerConfig;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};

use crate::Failure;
use crate::config::Config;

/// The TLS of a configuration, where it has one.
pub(crate) fn of(config: &Config) -> Result<Option<ServerConfig>, Failure> {
    match (&config.tls_cert, &config.tls_key) {
        (Some(certificate), Some(key)) => server_config(certificate, key).map(Some),
        _ => Ok(None),
    }
}

/// Reads a certificate chain and its key.
fn server_config(certificate: &Path, key: &Path) -> Result<ServerConfig, Failure> {
    let attempt = || format!("read the TLS certificate {}", certificate.display());
    let chain: Vec<_> = CertificateDer::pem_file_iter(certificate)
        .map_err(Failure::of(attempt()))?
        .collect::<Result<_, _>>()
        .map_err(Failure::of(attempt()))?;
    let private = PrivateKeyDer::from_pem_file(key)
        .map_err(Failure::of(format!("read the TLS key {}", key.display())))?;
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(Failure::of("set up TLS"))?
        .with_no_client_auth()
        .with_single_cert(chain, private)
        .map_err(Failure::of("use the TLS certificate with its key"))
}
