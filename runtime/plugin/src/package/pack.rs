//! Packing: a package as one run of bytes, so that a room can be restored wherever its log is.

use std::collections::BTreeMap;

use fangqi_world::codec::{self, Bytes, CodecError, Limits, RecordKind};
use serde::{Deserialize, Serialize};

use super::Package;
use super::error::PackageError;
use super::section::Sections;

const KIND: RecordKind = RecordKind(*b"PACK");
const VERSION: u16 = 1;
/// Maximum size of a package, packed or unpacked.
const BYTES_MAX: usize = 256 << 20;

/// The contents of a packed package.
#[derive(Serialize, Deserialize)]
struct Packed {
    map: String,
    /// Every file that the map names, by path relative to the folder of all maps.
    files: BTreeMap<String, Bytes>,
}

/// Why a packed package cannot be unpacked.
#[derive(Debug, thiserror::Error)]
pub enum UnpackError {
    /// The bytes are damaged, of a newer version, or something else.
    #[error("the packed map cannot be read: {0}")]
    Codec(#[from] CodecError),
    /// The bytes are intact, but this program cannot use the map.
    #[error("the packed map cannot be used: {0}")]
    Package(#[from] PackageError),
}

impl Package {
    /// Packs all files that the map names into one compressed record with a checksum.
    ///
    /// # Errors
    /// The files exceed the maximum length of a record.
    pub fn pack(&self) -> Result<Vec<u8>, CodecError> {
        let files = self.files.iter().map(|(path, bytes)| (path.clone(), Bytes(bytes.to_vec())));
        let packed = Packed { map: self.id().to_owned(), files: files.collect() };
        codec::encode(KIND, VERSION, &packed)
    }

    /// Unpacks what [`Self::pack`] returned; the package has the same digest.
    ///
    /// # Errors
    /// The bytes are damaged, or this program cannot use the map.
    pub fn unpack(bytes: &[u8], known: Sections<'_>) -> Result<Self, UnpackError> {
        let limits = Limits { stored_bytes: BYTES_MAX, plain_bytes: BYTES_MAX };
        let (_, packed): (_, Packed) = codec::decode(KIND, VERSION, bytes, limits)?;
        let files: BTreeMap<String, Vec<u8>> =
            packed.files.into_iter().map(|(path, bytes)| (path, bytes.0)).collect();
        Ok(Self::load(&files, &packed.map, known)?)
    }
}
