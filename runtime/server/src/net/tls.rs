use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock};

use rustls::crypto::ring;
use rustls::pki_types::pem::{self, PemObject};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{InconsistentKeys, ServerConfig};
use tokio_rustls::TlsAcceptor;

/// The TLS configuration of a server. Its clones are one: what one reads again, all use.
#[derive(Clone)]
pub struct Tls(Arc<Files>);

/// The files, and what they said when they were last read.
struct Files {
    certificate: PathBuf,
    key: PathBuf,
    current: RwLock<Arc<ServerConfig>>,
}

impl std::fmt::Debug for Tls {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("Tls(…)")
    }
}

/// Why TLS cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum TlsError {
    /// A file cannot be read.
    #[error("the {what} {path} cannot be read: {reason}")]
    Unreadable {
        /// Certificate or key.
        what: &'static str,
        /// The file.
        path: PathBuf,
        /// The reason.
        reason: String,
    },
    /// A file does not contain what it should.
    #[error("there is no {what} in {path}; a PEM file is wanted")]
    Absent {
        /// Certificate or key.
        what: &'static str,
        /// The file.
        path: PathBuf,
    },
    /// The certificate and the key are valid but do not belong together.
    #[error("the private key {key} does not belong to the certificate {certificate}")]
    Mismatch {
        /// The certificate.
        certificate: PathBuf,
        /// The key.
        key: PathBuf,
    },
    /// Any other error.
    #[error("the certificate {certificate} with the key {key} cannot be used: {reason}")]
    Unusable {
        /// The certificate.
        certificate: PathBuf,
        /// The key.
        key: PathBuf,
        /// The reason.
        reason: String,
    },
}

const CERTIFICATE: &str = "certificate";
const KEY: &str = "private key";

impl Tls {
    /// Reads a certificate chain and its private key from PEM files.
    ///
    /// # Errors
    /// A file cannot be read or has no such content, or the two do not belong together.
    pub fn load(certificate: &Path, key: &Path) -> Result<Self, TlsError> {
        let current = RwLock::new(Self::read(certificate, key)?);
        let (certificate, key) = (certificate.to_owned(), key.to_owned());
        Ok(Self(Arc::new(Files { certificate, key, current })))
    }

    /// Reads the files again, for connections that are made from now on. Those that are open stay
    /// as they are.
    ///
    /// # Errors
    /// As for [`Tls::load`]; what was read before stays in use.
    pub fn reload(&self) -> Result<(), TlsError> {
        let read = Self::read(&self.0.certificate, &self.0.key)?;
        *self.0.current.write().unwrap_or_else(PoisonError::into_inner) = read;
        Ok(())
    }

    fn read(certificate: &Path, key: &Path) -> Result<Arc<ServerConfig>, TlsError> {
        let unreadable = |what, path: &Path, error: pem::Error| match error {
            pem::Error::NoItemsFound => TlsError::Absent { what, path: path.to_owned() },
            error => {
                TlsError::Unreadable { what, path: path.to_owned(), reason: error.to_string() }
            }
        };
        let chain: Vec<CertificateDer<'static>> = CertificateDer::pem_file_iter(certificate)
            .and_then(Iterator::collect)
            .map_err(|error| unreadable(CERTIFICATE, certificate, error))?;
        if chain.is_empty() {
            return Err(unreadable(CERTIFICATE, certificate, pem::Error::NoItemsFound));
        }
        let private =
            PrivateKeyDer::from_pem_file(key).map_err(|error| unreadable(KEY, key, error))?;
        let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
            .with_safe_default_protocol_versions()
            .and_then(|config| config.with_no_client_auth().with_single_cert(chain, private));
        let (certificate, key) = (certificate.to_owned(), key.to_owned());
        let mut config = config.map_err(|error| match error {
            rustls::Error::InconsistentKeys(InconsistentKeys::KeyMismatch) => {
                TlsError::Mismatch { certificate, key }
            }
            error => TlsError::Unusable { certificate, key, reason: error.to_string() },
        })?;
        config.alpn_protocols = vec![b"http/1.1".to_vec()];
        Ok(Arc::new(config))
    }

    pub(super) fn acceptor(&self) -> TlsAcceptor {
        let current = self.0.current.read().unwrap_or_else(PoisonError::into_inner);
        TlsAcceptor::from(Arc::clone(&current))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path, name: &str, text: &str) -> PathBuf {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        path
    }

    #[test]
    fn what_is_wrong_with_the_files_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let make = || rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
        let (one, two) = (make(), make());
        let certificate = write(folder.path(), "one.pem", &one.cert.pem());
        let key = write(folder.path(), "one.key", &one.signing_key.serialize_pem());
        let other = write(folder.path(), "two.key", &two.signing_key.serialize_pem());
        let empty = write(folder.path(), "empty.pem", "");
        let garbage = write(
            folder.path(),
            "garbage.pem",
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n",
        );
        let absent = folder.path().join("absent.pem");
        assert!(Tls::load(&certificate, &key).is_ok());
        let said = |certificate: &Path, key: &Path| {
            let error = Tls::load(certificate, key).unwrap_err().to_string();
            assert!(!error.contains('\n'), "{error}");
            error
        };
        assert!(said(&certificate, &other).contains("does not belong to the certificate"));
        assert!(said(&absent, &key).contains("absent.pem cannot be read"));
        assert!(said(&certificate, &absent).contains("the private key"));
        assert!(said(&empty, &key).contains("there is no certificate in"));
        assert!(said(&certificate, &certificate).contains("there is no private key in"));
        assert!(said(&garbage, &key).contains("garbage.pem"));
    }
}
