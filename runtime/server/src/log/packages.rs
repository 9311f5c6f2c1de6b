//! The packages that were read from a store.

use std::sync::{Arc, Mutex};

use fangqi_room::PackageDigest;
use rustc_hash::FxHashMap;

use super::LogError;
use crate::metrics::lock;

/// A cache, so that rooms of a map share one copy of its package.
#[derive(Debug, Default)]
pub(super) struct Packages(Mutex<FxHashMap<PackageDigest, Arc<[u8]>>>);

impl Packages {
    /// A package, which is read unless it was before; `None` if it is not stored.
    pub(super) fn get(
        &self,
        digest: PackageDigest,
        read: impl FnOnce() -> Result<Option<Arc<[u8]>>, LogError>,
    ) -> Result<Option<Arc<[u8]>>, LogError> {
        if digest.is_unknown() {
            return Ok(None);
        }
        if let Some(bytes) = lock(&self.0).get(&digest) {
            return Ok(Some(Arc::clone(bytes)));
        }
        // Without the lock: reading may take long.
        let bytes = read()?;
        if let Some(bytes) = &bytes {
            lock(&self.0).insert(digest, Arc::clone(bytes));
        }
        Ok(bytes)
    }
}
