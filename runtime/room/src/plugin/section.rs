use fangqi_world::BlockRegistry;
use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeValue, ValueDeserializer};

use crate::package::{MANIFEST, MapFiles, PackageError};

/// A plugin's section of `map.toml`, while the map is read.
#[derive(Debug)]
pub struct Section<'a, 'f> {
    /// The files that the map may name.
    pub files: &'a MapFiles<'f>,
    /// The blocks of the map; the plugin may register more.
    pub blocks: &'a mut BlockRegistry,
    pub(crate) name: &'static str,
    pub(crate) value: Spanned<DeValue<'f>>,
}

impl Section<'_, '_> {
    /// The section as a `T`, usually with `#[serde(deny_unknown_fields)]`.
    ///
    /// # Errors
    /// The first value that does not fit, by line. An unknown key comes with the nearest known one.
    pub fn read<T: DeserializeOwned>(&self) -> Result<T, PackageError> {
        let value = ValueDeserializer::from(self.value.clone());
        T::deserialize(value).map_err(|error| self.files.located(MANIFEST, &error))
    }

    /// An error about a key of the section, or about the section if `key` is empty.
    pub fn invalid(&self, key: &str, why: impl std::fmt::Display) -> PackageError {
        let (name, dot) = (self.name, if key.is_empty() { "" } else { "." });
        let path = format!("{}/{MANIFEST}", self.files.map());
        PackageError::Invalid { path, message: format!("{name}{dot}{key}: {why}") }
    }
}
