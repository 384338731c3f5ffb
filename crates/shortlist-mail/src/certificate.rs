//! What is wrong with a server's certificate.

use std::error::Error;
use std::fmt;
use std::io;

use rustls::{CertificateError, Error as TlsError, InvalidMessage};

/// Why the certificate of a mail server is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CertificateProblem {
    /// No authority that this machine trusts has issued it.
    UnknownIssuer,
    /// It is for another host name.
    OtherName,
    /// It is no longer valid.
    Expired,
    /// It is not valid yet.
    NotYetValid,
    /// It was revoked.
    Revoked,
    /// It is malformed, or wrong in another way.
    Invalid,
}

impl CertificateProblem {
    /// Returns what to do about it.
    pub(crate) fn advice(self) -> &'static str {
        match self {
            Self::UnknownIssuer => {
                "add the certificate of the authority that issued it to those of this machine, or name its file in mail_ca_file"
            }
            Self::OtherName => "give the name that is in the certificate in mail_url",
            Self::Expired => {
                "renew the certificate of the mail server; also check the clock of this machine"
            }
            Self::NotYetValid => "check the clocks of the mail server and of this machine",
            Self::Revoked | Self::Invalid => "install another certificate on the mail server",
        }
    }
}

impl fmt::Display for CertificateProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::UnknownIssuer => "is of an unknown issuer",
            Self::OtherName => "is for another host name",
            Self::Expired => "has expired",
            Self::NotYetValid => "is not valid yet",
            Self::Revoked => "was revoked",
            Self::Invalid => "is invalid",
        })
    }
}

/// What failed while a connection was encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TlsFailure {
    Certificate(CertificateProblem),
    /// The server answers something else than TLS.
    NotTls,
    /// The server and this program have no version or cipher in common, or the server ended the handshake.
    Handshake,
}

/// Finds a failure of TLS among the causes of an error.
pub(crate) fn tls_failure(error: &(dyn Error + 'static)) -> Option<TlsFailure> {
    let mut next = Some(error);
    while let Some(cause) = next {
        if let Some(found) = cause.downcast_ref::<TlsError>() {
            return Some(of(found));
        }
        // The source of an I/O error is the source of what is in it, so that itself is skipped.
        let inner = cause
            .downcast_ref::<io::Error>()
            .and_then(io::Error::get_ref);
        if let Some(found) = inner.and_then(|inner| inner.downcast_ref::<TlsError>()) {
            return Some(of(found));
        }
        next = cause.source();
    }
    None
}

fn of(error: &TlsError) -> TlsFailure {
    match error {
        TlsError::InvalidCertificate(problem) => TlsFailure::Certificate(problem_of(problem)),
        TlsError::InvalidMessage(
            InvalidMessage::InvalidContentType | InvalidMessage::UnknownProtocolVersion,
        ) => TlsFailure::NotTls,
        _ => TlsFailure::Handshake,
    }
}

fn problem_of(error: &CertificateError) -> CertificateProblem {
    use CertificateError as E;
    match error {
        E::UnknownIssuer => CertificateProblem::UnknownIssuer,
        E::NotValidForName | E::NotValidForNameContext { .. } => CertificateProblem::OtherName,
        E::Expired | E::ExpiredContext { .. } => CertificateProblem::Expired,
        E::NotValidYet | E::NotValidYetContext { .. } => CertificateProblem::NotYetValid,
        E::Revoked => CertificateProblem::Revoked,
        _ => CertificateProblem::Invalid,
    }
}
