//! How this program, as a client, knows other servers by their certificates.

use std::path::Path;
use std::sync::Arc;

use rustls::crypto::ring;
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};

/// The authorities whose certificates are trusted: those in a file, or else those that the machine
/// trusts, which may be none.
///
/// # Errors
/// The file cannot be read. The message names it.
pub(crate) fn roots(file: Option<&Path>) -> Result<RootCertStore, String> {
    let mut store = RootCertStore::empty();
    match file {
        Some(path) => {
            let read = CertificateDer::pem_file_iter(path).and_then(Iterator::collect);
            let read: Vec<CertificateDer<'static>> = read.map_err(|error| {
                format!("the certificates {} cannot be read: {error}", path.display())
            })?;
            store.add_parsable_certificates(read);
        }
        None => {
            store.add_parsable_certificates(rustls_native_certs::load_native_certs().certs);
        }
    }
    Ok(store)
}

/// The settings of a client that trusts these authorities.
pub(crate) fn config(roots: RootCertStore) -> Result<ClientConfig, rustls::Error> {
    Ok(ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()?
        .with_root_certificates(roots)
        .with_no_client_auth())
}
