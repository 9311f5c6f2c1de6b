use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::Xxh3;

/// Names a package by what is in it: 16 bytes, shown as 32 hexadecimal digits.
///
/// It is the 128-bit xxh3 of every file the map names, by path: for each, the length of the path
/// and the path, then the length of the contents and the contents (lengths as 8 little-endian
/// bytes). Equal digests mean equal files for all that is not made to deceive; the hash is fast,
/// not cryptographic.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PackageDigest([u8; 16]);

impl PackageDigest {
    /// Stands for a package that nobody noted.
    pub const UNKNOWN: Self = Self([0; 16]);

    /// The digest of files by path.
    pub(super) fn of(files: &BTreeMap<String, Box<[u8]>>) -> Self {
        let mut hasher = Xxh3::new();
        for (path, bytes) in files {
            for part in [path.as_bytes(), bytes] {
                hasher.update(&(part.len() as u64).to_le_bytes());
                hasher.update(part);
            }
        }
        Self(hasher.digest128().to_le_bytes())
    }

    /// From the bytes of [`Self::as_bytes`].
    pub fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// As bytes.
    pub fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }

    /// From 32 hexadecimal digits; `None` for anything else.
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
