use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// Identifies a package by its contents: 16 bytes, shown as 32 hexadecimal digits.
///
/// It is the 128-bit xxh3 of every file the map names, ordered by path: for each the length of the
/// path and the path, then the length of the contents and the contents (lengths as 8 little-endian
/// bytes); of a variant its id follows, with its length. The hash is fast, not cryptographic: equal
/// digests mean equal files unless someone constructed a collision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackageDigest([u8; 16]);

impl PackageDigest {
    /// The digest of a package that was not noted.
    pub const UNKNOWN: Self = Self([0; 16]);

    /// The digest of files, ordered by path, for a variant or the map itself.
    pub(super) fn of(files: &BTreeMap<String, Box<[u8]>>, variant: Option<&str>) -> Self {
        let mut hasher = Xxh3::new();
        let parts = files.iter().flat_map(|(path, bytes)| [path.as_bytes(), bytes]);
        for part in parts.chain(variant.map(str::as_bytes)) {
            hasher.update(&(part.len() as u64).to_le_bytes());
            hasher.update(part);
        }
        Self(hasher.digest128().to_le_bytes())
    }

    /// The digest with these bytes, as [`Self::as_bytes`] returns them.
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// The digest as bytes.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// Parses 32 hexadecimal digits; `None` for any other text.
    pub fn parse(text: &str) -> Option<Self> {
        if text.len() != 32 || !text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return None;
        }
        let number = u128::from_str_radix(text, 16).ok()?;
        Some(Self(number.to_be_bytes()))
    }

    /// Whether this is [`Self::UNKNOWN`].
    pub fn is_unknown(&self) -> bool {
        *self == Self::UNKNOWN
    }
}

impl fmt::Display for PackageDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl fmt::Debug for PackageDigest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "PackageDigest({self})")
    }
}
