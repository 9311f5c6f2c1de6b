//! Drawings of boards for previews of shared links.

use fangqi_room::{MapPackage, Room};
use fangqi_world::IVec3;

use super::host::Host;
use super::release::Release;
use super::reply::Reply;
use super::spectator::SPECTATOR;

/// The board of a room as spectators see it, as SVG; `None` if there is none to be seen.
pub(super) fn drawing(room: &Room, map: &MapPackage) -> Option<String> {
    let scene = room.scene(SPECTATOR);
    // Of cards on a table there is little to be seen from afar.
    if !scene.setting.zones.is_empty() {
        return None;
    }
    let places: Vec<IVec3> = map.places().iter().map(|(_, place)| *place).collect();
    fangqi_picture::draw(&room.world(SPECTATOR), &places, &scene.marks)
}

impl Host {
    /// Draws the board once everything that led to it is durable.
    pub(super) fn draw(&mut self, reply: Reply<Option<String>>) {
        self.list();
        let drawing = drawing(&self.room, &self.map.package);
        self.waiting.push_back((self.issued, Release::Drawn(reply, drawing)));
        self.release();
    }
}
