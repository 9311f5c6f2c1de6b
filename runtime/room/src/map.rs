//! A map, and the plugins that its rooms have.

use std::ops::Deref;
use std::sync::Arc;

use crate::package::{FileSource, Package, PackageError, UnpackError};
use crate::plugin::Plugins;

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
    pub(crate) fn package(&self) -> &Arc<Package> {
        &self.package
    }
}

impl Deref for MapPackage {
    type Target = Package;

    fn deref(&self) -> &Package {
        &self.package
    }
}
