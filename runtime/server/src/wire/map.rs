use fangqi_protocol::LocalText;
use fangqi_room::{Edge, MapPackage, SeatCamera, Shelf, Side};
use fangqi_world::{BlockDef, Shape};

use super::{BlockView, CameraView, EdgeView, LobbyMap, LobbyShelf, MapView, SeatCameraView};

impl From<&MapPackage> for MapView {
    fn from(map: &MapPackage) -> Self {
        let camera = map.camera();
        Self {
            id: map.id().to_owned(),
            name: map.name().clone(),
            help: map.help().clone(),
            blocks: map.blocks().iter().map(BlockView::from).collect(),
            camera: CameraView {
                target: camera.target,
                distance: camera.distance,
                pitch: camera.pitch,
                yaw: camera.yaw.clone(),
                stands: camera.stands,
                fits: map.fits_camera(),
                seats: camera.seats.iter().map(|seat| seat.map(SeatCameraView::from)).collect(),
            },
            computer_levels: map.computer_levels(),
            take_back: map.take_back(),
            items: map.items().to_vec(),
            cells: map.places().iter().map(|(name, pos)| (pos.to_array(), name.clone())).collect(),
            lessons: lessons(map),
            edges: map.edges().iter().map(EdgeView::from).collect(),
            ground: map.ground().iter().map(|(low, high, of)| (*low, *high, of.raw())).collect(),
        }
    }
}

impl From<SeatCamera> for SeatCameraView {
    fn from(SeatCamera { target, distance }: SeatCamera) -> Self {
        Self { target, distance }
    }
}

impl From<&Edge> for EdgeView {
    fn from(edge: &Edge) -> Self {
        let face = match edge.side {
            Side::West => 0,
            Side::East => 1,
            Side::South => 2,
            Side::North => 3,
        };
        Self { from: edge.from, to: edge.to, face, names: edge.names.clone() }
    }
}

impl From<&BlockDef> for BlockView {
    fn from(block: &BlockDef) -> Self {
        let shape = match block.shape {
            Shape::Cube => "cube",
            Shape::Slab => "slab",
            Shape::Disc => "disc",
            Shape::Card => "card",
            Shape::Sign => "sign",
            Shape::Stone => "stone",
            Shape::Ball => "ball",
            Shape::Die => "die",
        };
        Self {
            id: block.id.0,
            name: LocalText::new(&block.name_zh, &block.name_en),
            glyph: block.glyph.clone(),
            colour: block.colour.to_string(),
            glyph_colour: block.glyph_colour.to_string(),
            shape: shape.to_owned(),
            light: block.light,
            open: !block.solid,
            liquid: block.liquid,
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
            shelf: map.lobby().shelf.into(),
            daily: map.lobby().daily.clone().filter(|_| map.variant().is_none()),
            lessons: lessons(map),
            variant: map.variant().cloned(),
        }
    }
}

fn lessons(map: &MapPackage) -> u32 {
    u32::try_from(map.lessons().count()).unwrap_or(u32::MAX)
}

impl From<Shelf> for LobbyShelf {
    fn from(shelf: Shelf) -> Self {
        match shelf {
            Shelf::Boards => Self::Boards,
            Shelf::Cards => Self::Cards,
            Shelf::Puzzles => Self::Puzzles,
            Shelf::Worlds => Self::Worlds,
            Shelf::Workshop => Self::Workshop,
            Shelf::Other => Self::Other,
        }
    }
}
