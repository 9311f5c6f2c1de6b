use fangqi_room::MapPackage;

use super::{CameraView, LobbyMap, MapView};

impl From<&MapPackage> for MapView {
    fn from(map: &MapPackage) -> Self {
        let camera = map.camera();
        Self {
            id: map.id().to_owned(),
            name: map.name().clone(),
            help: map.help().clone(),
            blocks: Vec::new(),
            camera: CameraView {
                target: camera.target,
                distance: camera.distance,
                pitch: camera.pitch,
                yaw: camera.yaw.clone(),
            },
            computer_levels: map.computer_levels(),
            take_back: map.take_back(),
        }
    }
}

impl From<&MapPackage> for LobbyMap {
    fn from(map: &MapPackage) -> Self {
        Self {
            id: map.id().to_owned(),
            name: map.name().clone(),
            description: map.description().clone(),
            seats: u8::try_from(map.seats().len()).unwrap_or(u8::MAX),
        }
    }
}
