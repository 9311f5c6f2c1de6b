//! The maps a server offers.

use std::collections::BTreeMap;
use std::sync::Arc;

use fangqi_room::MapPackage;

use crate::wire::MapView;

/// A map, with what clients are told of it made once.
#[derive(Clone)]
pub struct OfferedMap {
    /// The map.
    pub package: Arc<MapPackage>,
    /// What clients are told.
    pub view: Arc<MapView>,
}

/// The maps a server offers, by id.
#[derive(Clone, Default)]
pub struct MapSet {
    maps: BTreeMap<String, OfferedMap>,
}

impl MapSet {
    /// No maps.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a map; one of the same id is replaced.
    pub fn add(&mut self, package: MapPackage) {
        let view = Arc::new(MapView::from(&package));
        let map = OfferedMap { package: Arc::new(package), view };
        self.maps.insert(map.package.id().to_owned(), map);
    }

    /// A map by id.
    pub fn find(&self, id: &str) -> Option<&OfferedMap> {
        self.maps.get(id)
    }

    /// All of them, by id.
    pub fn iter(&self) -> impl Iterator<Item = &OfferedMap> {
        self.maps.values()
    }
}

impl std::fmt::Debug for MapSet {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_set().entries(self.maps.keys()).finish()
    }
}

impl std::fmt::Debug for OfferedMap {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("OfferedMap").field(&self.package.id()).finish()
    }
}
