//! The maps a server offers.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, RwLock, RwLockReadGuard, Weak};

use fangqi_room::{MapPackage, PackageDigest, UnpackError};

use crate::log::RoomMeta;
use crate::wire::MapView;

/// A map, with what clients are told of it made once.
#[derive(Clone)]
pub struct OfferedMap {
    /// The map.
    pub package: Arc<MapPackage>,
    /// What clients are told.
    pub view: Arc<MapView>,
    packed: Arc<OnceLock<Arc<[u8]>>>,
}

impl OfferedMap {
    fn new(package: MapPackage) -> Self {
        let view = Arc::new(MapView::from(&package));
        Self { package: Arc::new(package), view, packed: Arc::default() }
    }

    /// The package as the log keeps it, made once.
    ///
    /// # Errors
    /// It is too long to be packed.
    pub fn packed(&self) -> Result<Arc<[u8]>, String> {
        if let Some(packed) = self.packed.get() {
            return Ok(Arc::clone(packed));
        }
        let packed = self.package.pack().map_err(|error| error.to_string())?;
        Ok(Arc::clone(self.packed.get_or_init(|| packed.into())))
    }
}

/// The maps a server offers, by id.
#[derive(Clone, Default)]
pub struct MapSet {
    /// Shared with all copies of the set: maps may be edited while they are played.
    maps: Arc<RwLock<BTreeMap<String, OfferedMap>>>,
    /// Maps that are offered but were not asked for yet, as they are packed. Only in workers, which
    /// are started with all maps there are and have rooms on few of them.
    unread: Arc<Mutex<BTreeMap<String, PackedMap>>>,
    /// Packages that rooms are played with but that are not offered (any more).
    others: Arc<Mutex<BTreeMap<PackageDigest, Lent>>>,
}

/// A map as it is packed, and its name.
type PackedMap = (PackageDigest, Arc<[u8]>);

/// A map that lives as long as some room is awake on it.
type Lent = (Weak<MapPackage>, Weak<MapView>);

impl MapSet {
    /// No maps.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a map; one of the same id is replaced.
    pub fn add(&mut self, package: MapPackage) {
        self.replace(package);
    }

    /// Offers a map in place of the one of the same id, here and in all copies of the set.
    pub fn replace(&self, package: MapPackage) -> OfferedMap {
        let map = OfferedMap::new(package);
        let mut maps = self.maps.write().unwrap_or_else(PoisonError::into_inner);
        maps.insert(map.package.id().to_owned(), map.clone());
        map
    }

    /// The same maps in a set of their own: what is replaced there stays as it is here.
    #[must_use]
    pub fn apart(&self) -> Self {
        Self { maps: Arc::new(RwLock::new(self.maps().clone())), ..Self::new() }
    }

    /// Offers a map in place of the one of the same id; it is read when it is first asked for.
    pub(crate) fn offer_packed(&self, id: String, digest: PackageDigest, packed: Arc<[u8]>) {
        let mut maps = self.maps.write().unwrap_or_else(PoisonError::into_inner);
        if maps.get(&id).is_some_and(|map| map.package.digest() != digest) {
            maps.remove(&id);
        }
        drop(maps);
        self.unread().insert(id, (digest, packed));
    }

    fn unread(&self) -> MutexGuard<'_, BTreeMap<String, PackedMap>> {
        self.unread.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Reads a map that was offered packed.
    fn read(&self, id: &str) {
        let Some((_, packed)) = self.unread().remove(id) else { return };
        match MapPackage::unpack(&packed) {
            Ok(package) => drop(self.replace(package)),
            Err(error) => tracing::error!(map = id, %error, "a map that is offered cannot be read"),
        }
    }

    fn maps(&self) -> RwLockReadGuard<'_, BTreeMap<String, OfferedMap>> {
        self.maps.read().unwrap_or_else(PoisonError::into_inner)
    }

    /// A map by id.
    pub fn find(&self, id: &str) -> Option<OfferedMap> {
        self.read(id);
        self.maps().get(id).cloned()
    }

    /// The map a room was played with: the one offered if it is the very same, else the one in
    /// `packed`, read once for all rooms that share it.
    ///
    /// # Errors
    /// The packed map cannot be used.
    pub fn stored(&self, digest: PackageDigest, packed: &[u8]) -> Result<OfferedMap, UnpackError> {
        let unread =
            self.unread().iter().find(|(_, (known, _))| *known == digest).map(|it| it.0.clone());
        if let Some(id) = unread {
            self.read(&id);
        }
        if let Some(map) = self.maps().values().find(|map| map.package.digest() == digest) {
            return Ok(map.clone());
        }
        // Held while it is read, so that a thousand rooms of one map read it once.
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((package, view)) = others.get(&digest)
            && let (Some(package), Some(view)) = (package.upgrade(), view.upgrade())
        {
            return Ok(OfferedMap { package, view, packed: Arc::default() });
        }
        let map = OfferedMap::new(MapPackage::unpack(packed)?);
        others.retain(|_, (package, _)| package.strong_count() > 0);
        others.insert(digest, (Arc::downgrade(&map.package), Arc::downgrade(&map.view)));
        Ok(map)
    }

    /// The map a room is to be opened on, if it is still the one that was meant.
    pub(crate) fn meant(&self, meta: &RoomMeta) -> Option<OfferedMap> {
        let map = self.find(&meta.map)?;
        (meta.package.is_unknown() || meta.package == map.package.digest()).then_some(map)
    }

    /// The very map a room was played with, whatever has become of its folder since. `packed` is
    /// what the log has of it. The error is for the operator.
    pub(crate) fn of_room(
        &self,
        meta: &RoomMeta,
        packed: Option<&[u8]>,
    ) -> Result<OfferedMap, String> {
        match packed {
            Some(packed) => {
                let map = self.stored(meta.package, packed).map_err(|error| error.to_string())?;
                let found = map.package.digest();
                let same = found == meta.package;
                same.then_some(map).ok_or_else(|| format!("its package is {found}"))
            }
            // Its digest is known, or it was played before packages were kept.
            None => self.meant(meta).ok_or_else(|| {
                format!("there is no map `{}` as in package {}", meta.map, meta.package)
            }),
        }
    }

    /// All of them, by id.
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
        formatter.debug_tuple("OfferedMap").field(&self.package.id()).finish()
    }
}
