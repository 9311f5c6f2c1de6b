//! The maps that a server offers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock, RwLockReadGuard, Weak};

use fangqi_room::plugin::Plugins;
use fangqi_room::{Capability, MapPackage, PackageDigest};
use serde::{Deserialize, Serialize};

use crate::log::RoomMeta;
use crate::wire::{LobbyMap, MapView};

/// What a server knows about a map without loading it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MapAbout {
    /// Digest of the package.
    pub digest: PackageDigest,
    /// Its entry in the lobby.
    pub lobby: LobbyMap,
    /// Where the lobby lists it: maps with lower numbers come first.
    pub order: u16,
    /// The capabilities that its scripts ask for.
    pub capabilities: Vec<Capability>,
    /// Its thumbnail, as SVG.
    pub thumbnail: String,
}

impl From<&MapPackage> for MapAbout {
    fn from(package: &MapPackage) -> Self {
        let thumbnail = package.thumbnail();
        Self {
            digest: package.digest(),
            lobby: LobbyMap::from(package),
            order: package.lobby().order,
            capabilities: package.capabilities().to_vec(),
            thumbnail: String::from_utf8_lossy(thumbnail).into_owned(),
        }
    }
}

/// An offered map: what is known about it, and its package in packed form. The package is loaded
/// when a room needs it.
///
/// Loading a package compiles its scripts and runs its rules. A server with worker processes leaves
/// that to them ([`crate::read_maps`]).
#[derive(Clone)]
pub struct OfferedMap {
    about: Arc<MapAbout>,
    /// The plugins that it is loaded with.
    plugins: Plugins,
    /// At least one of the two is set from the start.
    packed: Arc<OnceLock<Arc<[u8]>>>,
    loaded: Arc<OnceLock<LoadedMap>>,
}

impl From<MapPackage> for OfferedMap {
    fn from(package: MapPackage) -> Self {
        let about = Arc::new(MapAbout::from(&package));
        let plugins = package.plugins();
        let loaded = LoadedMap::new(package);
        Self { about, plugins, packed: Arc::clone(&loaded.packed), loaded: Arc::new(loaded.into()) }
    }
}

impl OfferedMap {
    /// A map that another process has read.
    pub(crate) fn read_elsewhere(about: MapAbout, packed: Arc<[u8]>, plugins: Plugins) -> Self {
        let packed = Arc::new(OnceLock::from(packed));
        Self { about: Arc::new(about), plugins, packed, loaded: Arc::default() }
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.about.lobby.id
    }

    /// What is known about it.
    pub fn about(&self) -> &MapAbout {
        &self.about
    }

    /// The packed package, computed once.
    ///
    /// # Errors
    /// It is too large to be packed.
    pub fn packed(&self) -> Result<Arc<[u8]>, String> {
        match (self.packed.get(), self.loaded.get()) {
            (Some(packed), _) => Ok(Arc::clone(packed)),
            (None, Some(loaded)) => loaded.packed(),
            (None, None) => Err("neither a package nor its bytes are there".to_owned()),
        }
    }

    /// Loads the map on the first call.
    ///
    /// # Errors
    /// It cannot be loaded.
    pub fn load(&self) -> Result<LoadedMap, String> {
        if let Some(loaded) = self.loaded.get() {
            return Ok(loaded.clone());
        }
        let package = MapPackage::unpack(&self.packed()?, self.plugins);
        let package = package.map_err(|error| error.to_string())?;
        let loaded = LoadedMap { packed: Arc::clone(&self.packed), ..LoadedMap::new(package) };
        Ok(self.loaded.get_or_init(|| loaded).clone())
    }
}

/// A loaded map, with the view that clients are sent, computed once.
#[derive(Clone)]
pub struct LoadedMap {
    /// The package.
    pub package: Arc<MapPackage>,
    /// The view that clients are sent.
    pub view: Arc<MapView>,
    packed: Arc<OnceLock<Arc<[u8]>>>,
}

impl LoadedMap {
    fn new(package: MapPackage) -> Self {
        let view = Arc::new(MapView::from(&package));
        Self { package: Arc::new(package), view, packed: Arc::default() }
    }

    /// The packed package, computed once.
    ///
    /// # Errors
    /// It is too large to be packed.
    pub fn packed(&self) -> Result<Arc<[u8]>, String> {
        if let Some(packed) = self.packed.get() {
            return Ok(Arc::clone(packed));
        }
        let packed = self.package.pack().map_err(|error| error.to_string())?;
        Ok(Arc::clone(self.packed.get_or_init(|| packed.into())))
    }
}

/// The maps that a server offers, by id.
#[derive(Clone)]
pub struct MapSet {
    /// The plugins that packed maps are loaded with.
    plugins: Plugins,
    /// Shared by all clones of the set, so that maps can be edited while they are played.
    maps: Arc<RwLock<BTreeMap<String, OfferedMap>>>,
    /// Loaded packages of rooms that are not, or no longer, offered.
    others: Arc<Mutex<BTreeMap<PackageDigest, Lent>>>,
}

/// A map that is kept as long as a room is awake on it.
type Lent = (Weak<MapPackage>, Weak<MapView>);

impl MapSet {
    /// An empty set, for a program with these plugins.
    pub fn new(plugins: Plugins) -> Self {
        Self { plugins, maps: Arc::default(), others: Arc::default() }
    }

    /// The plugins of the program.
    pub(crate) fn plugins(&self) -> Plugins {
        self.plugins
    }

    /// Adds a map, or replaces the one with the same id.
    pub fn add(&mut self, map: impl Into<OfferedMap>) {
        self.replace(map.into());
    }

    /// Replaces the map with the same id, in all clones of the set.
    pub fn replace(&self, map: OfferedMap) {
        let mut maps = self.maps.write().unwrap_or_else(PoisonError::into_inner);
        maps.insert(map.id().to_owned(), map);
    }

    /// A set of its own with the same maps: replacing one there does not affect this set.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { maps: Arc::new(RwLock::new(self.maps().clone())), ..Self::new(self.plugins) }
    }

    fn maps(&self) -> RwLockReadGuard<'_, BTreeMap<String, OfferedMap>> {
        self.maps.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// The map with this id.
    pub fn find(&self, id: &str) -> Option<OfferedMap> {
        self.maps().get(id).cloned()
    }

    /// The map of a room: the offered one if it has the same digest, otherwise the one in `packed`,
    /// loaded once for all rooms that share it.
    ///
    /// # Errors
    /// The packed map cannot be loaded.
    pub fn stored(&self, digest: PackageDigest, packed: &[u8]) -> Result<LoadedMap, String> {
        let offered = self.maps().values().find(|map| map.about.digest == digest).cloned();
        if let Some(map) = offered {
            return map.load();
        }
        // Locked while the map is loaded, so that a thousand rooms of one map load it once.
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((package, view)) = others.get(&digest)
            && let (Some(package), Some(view)) = (package.upgrade(), view.upgrade())
        {
            return Ok(LoadedMap { package, view, packed: Arc::default() });
        }
        let package = MapPackage::unpack(packed, self.plugins);
        let map = LoadedMap::new(package.map_err(|error| error.to_string())?);
        others.retain(|_, (package, _)| package.strong_count() > 0);
        others.insert(digest, (Arc::downgrade(&map.package), Arc::downgrade(&map.view)));
        Ok(map)
    }

    /// The map that a room is to be opened on, if the offered one still has the expected digest.
    pub(crate) fn meant(&self, meta: &RoomMeta) -> Option<LoadedMap> {
        let map = self.find(&meta.map)?;
        let is_meant = meta.package.is_unknown() || meta.package == map.about.digest;
        is_meant.then(|| map.load()).and_then(|loaded| {
            let failed = |error| tracing::error!(map = map.id(), %error, "a map cannot be read");
            loaded.map_err(failed).ok()
        })
    }

    /// The exact map that a room was played with, even if its folder has changed since. `packed` is
    /// the copy in the log. The error is for the operator.
    pub(crate) fn of_room(
        &self,
        meta: &RoomMeta,
        packed: Option<&[u8]>,
    ) -> Result<LoadedMap, String> {
        match packed {
            Some(packed) => {
                let map = self.stored(meta.package, packed)?;
                let found = map.package.digest();
                let same = found == meta.package;
                same.then_some(map).ok_or_else(|| format!("its package is {found}"))
            }
            // Not in the log: either the offered map has the same digest, or the room is older than
            // stored packages.
            None => self.meant(meta).ok_or_else(|| {
                format!("there is no map `{}` as in package {}", meta.map, meta.package)
            }),
        }
    }

    /// All offered maps, ordered by id.
    pub fn iter(&self) -> impl Iterator<Item = OfferedMap> {
        self.maps().values().cloned().collect::<Vec<_>>().into_iter()
    }
}

impl std::fmt::Debug for MapSet {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.maps().keys()).finish()
    }
}

impl std::fmt::Debug for OfferedMap {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("OfferedMap").field(&self.id()).finish()
    }
}

impl std::fmt::Debug for LoadedMap {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("LoadedMap").field(&self.package.id()).finish()
    }
}
