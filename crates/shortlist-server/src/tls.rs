//! TLS with rustls and ring, so that no C build tools are needed.

use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::ServerConfig;
use rustls::crypto::{CryptoProvider, ring};
use rustls::server::{ClientHello, ResolvesServerCert};
use rustls::sign::CertifiedKey;
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};

use crate::Failure;
use crate::config::Config;

/// The certificate with its key. They are read from files, and again after a change, while connections stay open.
#[derive(Debug)]
pub(crate) struct Certificate {
    chain: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<CertifiedKey>>,
}

impl ResolvesServerCert for Certificate {
    fn resolve(&self, _hello: ClientHello<'_>) -> Option<Arc<CertifiedKey>> {
        let current = self.current.read().unwrap_or_else(PoisonError::into_inner);
        Some(Arc::clone(&current))
    }
}

impl Certificate {
    /// Reads the certificate of a configuration, if it has one.
    pub(crate) fn of(config: &Config) -> Result<Option<Arc<Self>>, Failure> {
        let (Some(chain), Some(key)) = (&config.tls.tls_cert, &config.tls.tls_key) else {
            return Ok(None);
        };
        let current = RwLock::new(Arc::new(read(chain, key)?));
        Ok(Some(Arc::new(Self {
            chain: chain.clone(),
            key: key.clone(),
            current,
        })))
    }

    /// Reads the files again. If they cannot be used, the earlier certificate stays.
    pub(crate) fn reload(&self) -> Result<(), Failure> {
        let fresh = Arc::new(read(&self.chain, &self.key)?);
        *self.current.write().unwrap_or_else(PoisonError::into_inner) = fresh;
        Ok(())
    }

    /// Returns the TLS configuration with this certificate.
    pub(crate) fn server_config(self: Arc<Self>) -> Result<ServerConfig, Failure> {
        Ok(ServerConfig::builder_with_provider(provider())
            .with_safe_default_protocol_versions()
            .map_err(Failure::of("set up TLS"))?
            .with_no_client_auth()
            .with_cert_resolver(self))
    }
}

pub(crate) fn provider() -> Arc<CryptoProvider> {
    Arc::new(ring::default_provider())
}

/// Reads a certificate chain and its key.
fn read(certificate: &Path, key: &Path) -> Result<CertifiedKey, Failure> {
    let attempt = || format!("read the TLS certificate {}", certificate.display());
    let chain: Vec<_> = CertificateDer::pem_file_iter(certificate)
        .map_err(Failure::of(attempt()))?
        .collect::<Result<_, _>>()
        .map_err(Failure::of(attempt()))?;
    if chain.is_empty() {
        return Err(Failure::new(format!(
            "{} holds no certificate in PEM form",
            certificate.display()
        )));
    }
    let private = PrivateKeyDer::from_pem_file(key)
        .map_err(Failure::of(format!("read the TLS key {}", key.display())))?;
    CertifiedKey::from_der(chain, private, &provider())
        .map_err(Failure::of("use the TLS certificate with its key"))
}
