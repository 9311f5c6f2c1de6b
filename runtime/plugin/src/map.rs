//! A map, and the plugins that its rooms have.

use std::collections::BTreeMap;
use std::ops::Deref;
use std::sync::Arc;

use crate::Plugins;
use crate::package::{FileSource, Package, PackageError, UnpackError};

/// A map that has been read and checked, with the plugins that its rooms have. All rooms that play
/// it share it.
#[derive(Debug)]
pub struct MapPackage {
    package: Arc<Package>,
    plugins: Plugins,
}

impl MapPackage {
    /// Reads and checks the map in the folder `map` of `files`, for a program with these plugins.
    ///
    /// # Errors
    /// The first thing that is wrong with it, with file and line.
    pub fn load(files: &dyn FileSource, map: &str, plugins: Plugins) -> Result<Self, PackageError> {
        let package = Arc::new(Package::load(files, map, &plugins.sections())?);
        Ok(Self { package, plugins })
    }

    /// Unpacks what [`Package::pack`] returned; the package has the same digest.
    ///
    /// # Errors
    /// The bytes are damaged, or this program cannot use the map.
    pub fn unpack(bytes: &[u8], plugins: Plugins) -> Result<Self, UnpackError> {
        let package = Arc::new(Package::unpack(bytes, &plugins.sections())?);
        Ok(Self { package, plugins })
    }

    /// The plugins that its rooms have.
    pub fn plugins(&self) -> Plugins {
        self.plugins
    }

    /// What was read, without the plugins.
    pub fn package(&self) -> &Arc<Package> {
        &self.package
    }
}

impl Deref for MapPackage {
    type Target = Package;

    fn deref(&self) -> &Package {
        &self.package
    }
}

/// A map of one script, named `small`, for tests of programs that run maps.
///
/// # Errors
/// As [`MapPackage::load`].
pub fn small_map(main: &str) -> Result<MapPackage, PackageError> {
    small_map_with(main, Plugins::NONE)
}

/// As [`small_map`], for a program with plugins.
///
/// # Errors
/// As [`MapPackage::load`].
pub fn small_map_with(main: &str, plugins: Plugins) -> Result<MapPackage, PackageError> {
    let manifest = r#"
        format = 1
        id = "small"
        version = "1"
        name = { zh = "小", en = "Small" }
        description = { zh = "小", en = "Small" }
        scripts = ["main.lua"]
    "#;
    let files: BTreeMap<String, Vec<u8>> = [("small/map.toml", manifest), ("small/main.lua", main)]
        .map(|(path, text)| (path.to_owned(), text.as_bytes().to_vec()))
        .into();
    MapPackage::load(&files, "small", plugins)
}
