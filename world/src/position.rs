//! Bounds of a world, chunk coordinates, faces of a cell.

use std::cmp::Ordering;

use glam::IVec3;
use serde::{Deserialize, Serialize};

use crate::chunk::CHUNK_SIZE;
use crate::region::Region;

/// The bounds of a world: `|x|` and `|z|` are below [`Bounds::LIMIT`], `y` is from
/// [`Bounds::Y_MIN`] to [`Bounds::Y_MAX`].
///
/// Within these bounds, sums and differences of coordinates cannot overflow, and a cell packs into
/// a 64-bit key.
#[derive(Clone, Copy, Debug)]
pub struct Bounds;

impl Bounds {
    /// `|x|` and `|z|` are below this.
    pub const LIMIT: i32 = 1 << 20;
    /// Lowest `y`.
    pub const Y_MIN: i32 = -512;
    /// Highest `y`.
    pub const Y_MAX: i32 = 511;
    /// Lowest corner.
    pub const MIN: IVec3 = IVec3::new(1 - Self::LIMIT, Self::Y_MIN, 1 - Self::LIMIT);
    /// Highest corner.
    pub const MAX: IVec3 = IVec3::new(Self::LIMIT - 1, Self::Y_MAX, Self::LIMIT - 1);

    /// Whether the cell is within the bounds.
    #[inline]
    pub const fn contains(pos: IVec3) -> bool {
        // One unsigned comparison per axis: a value below the minimum wraps around to a huge one.
        const SPAN: u32 = (2 * Bounds::LIMIT - 2) as u32;
        const HEIGHT: u32 = (Bounds::Y_MAX - Bounds::Y_MIN) as u32;
        let x = pos.x.wrapping_sub(Self::MIN.x) as u32;
        let y = pos.y.wrapping_sub(Self::MIN.y) as u32;
        let z = pos.z.wrapping_sub(Self::MIN.z) as u32;
        x <= SPAN && y <= HEIGHT && z <= SPAN
    }

    /// The region of all cells within the bounds.
    pub fn region() -> Region {
        Region::new(Self::MIN, Self::MAX)
    }
}

/// Packs a cell or chunk position within the bounds into a number that orders by `(y, z, x)`.
#[inline]
pub(crate) const fn pack(pos: IVec3) -> u64 {
    let x = (pos.x + Bounds::LIMIT) as u64;
    let y = (pos.y - Bounds::Y_MIN) as u64;
    let z = (pos.z + Bounds::LIMIT) as u64;
    y << 42 | z << 21 | x
}

/// The inverse of [`pack`].
pub(crate) const fn unpack(key: u64) -> IVec3 {
    const MASK: u64 = (1 << 21) - 1;
    let x = (key & MASK) as i32 - Bounds::LIMIT;
    let z = (key >> 21 & MASK) as i32 - Bounds::LIMIT;
    let y = (key >> 42) as i32 + Bounds::Y_MIN;
    IVec3::new(x, y, z)
}

/// The position of a chunk: cell coordinates divided by 16, rounded down. Orders by `y`, then `z`,
/// then `x`, as cells do inside a chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChunkPos {
    /// West to east.
    pub x: i32,
    /// Bottom to top.
    pub y: i32,
    /// South to north.
    pub z: i32,
}

impl ChunkPos {
    /// The chunk with these chunk coordinates.
    pub const fn new(x: i32, y: i32, z: i32) -> ChunkPos {
        ChunkPos { x, y, z }
    }

    /// The chunk that contains the cell.
    #[inline]
    pub const fn of(cell: IVec3) -> ChunkPos {
        ChunkPos { x: cell.x >> 4, y: cell.y >> 4, z: cell.z >> 4 }
    }

    /// The lowest corner of the chunk; saturates for chunks outside the bounds.
    pub const fn origin(self) -> IVec3 {
        IVec3::new(
            self.x.saturating_mul(CHUNK_SIZE),
            self.y.saturating_mul(CHUNK_SIZE),
            self.z.saturating_mul(CHUNK_SIZE),
        )
    }

    /// Whether any cell of the chunk is within the bounds.
    pub fn in_bounds(self) -> bool {
        let (min, max) = (ChunkPos::of(Bounds::MIN), ChunkPos::of(Bounds::MAX));
        (min.x..=max.x).contains(&self.x)
            && (min.y..=max.y).contains(&self.y)
            && (min.z..=max.z).contains(&self.z)
    }

    pub(crate) const fn key(self) -> u64 {
        pack(IVec3::new(self.x, self.y, self.z))
    }

    pub(crate) const fn from_key(key: u64) -> ChunkPos {
        let IVec3 { x, y, z } = unpack(key);
        ChunkPos { x, y, z }
    }
}

impl Ord for ChunkPos {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.y, self.z, self.x).cmp(&(other.y, other.z, other.x))
    }
}

impl PartialOrd for ChunkPos {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A face of a cell, with the numbers that scripts give directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
#[repr(u8)]
pub enum Face {
    /// Towards -x.
    West = 0,
    /// Towards +x.
    East = 1,
    /// Towards -z.
    South = 2,
    /// Towards +z.
    North = 3,
    /// Towards -y.
    Down = 4,
    /// Towards +y.
    Up = 5,
}

impl Face {
    /// All faces in numerical order.
    pub const ALL: [Face; 6] =
        [Face::West, Face::East, Face::South, Face::North, Face::Down, Face::Up];

    /// Unit vector pointing out of the cell.
    pub const fn normal(self) -> IVec3 {
        match self {
            Face::West => IVec3::NEG_X,
            Face::East => IVec3::X,
            Face::South => IVec3::NEG_Z,
            Face::North => IVec3::Z,
            Face::Down => IVec3::NEG_Y,
            Face::Up => IVec3::Y,
        }
    }

    /// The opposite face.
    pub const fn opposite(self) -> Face {
        match self {
            Face::West => Face::East,
            Face::East => Face::West,
            Face::South => Face::North,
            Face::North => Face::South,
            Face::Down => Face::Up,
            Face::Up => Face::Down,
        }
    }
}

impl From<Face> for u8 {
    fn from(face: Face) -> u8 {
        face as u8
    }
}

impl TryFrom<u8> for Face {
    type Error = NotAFace;

    fn try_from(number: u8) -> Result<Self, Self::Error> {
        Face::ALL.get(usize::from(number)).copied().ok_or(NotAFace(number))
    }
}

/// A number that is not a face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0} is not a face: 0 west, 1 east, 2 south, 3 north, 4 down, 5 up")]
pub struct NotAFace(pub u8);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_hold_at_the_edges_of_the_integers() {
        let edge = Bounds::LIMIT - 1;
        for (value, inside) in [
            (0, true),
            (edge, true),
            (-edge, true),
            (edge + 1, false),
            (-edge - 1, false),
            (i32::MAX, false),
            (i32::MIN, false),
        ] {
            assert_eq!(Bounds::contains(IVec3::new(value, 0, 0)), inside, "x {value}");
            assert_eq!(Bounds::contains(IVec3::new(0, 0, value)), inside, "z {value}");
        }
        for (y, inside) in [(-512, true), (511, true), (-513, false), (512, false)] {
            assert_eq!(Bounds::contains(IVec3::new(0, y, 0)), inside, "y {y}");
        }
        assert!(!Bounds::contains(IVec3::splat(i32::MIN)));
        assert!(!Bounds::contains(IVec3::splat(i32::MAX)));
    }

    #[test]
    fn keys_round_trip_and_order_by_y_z_x() {
        let cells = [
            Bounds::MIN,
            IVec3::new(5, -1, 9),
            IVec3::new(-7, 0, 3),
            IVec3::new(-6, 0, 3),
            IVec3::new(-100, 0, 4),
            Bounds::MAX,
        ];
        let keys = cells.map(pack);
        assert!(keys.is_sorted());
        assert_eq!(keys.map(unpack), cells);
        assert_eq!(ChunkPos::from_key(ChunkPos::new(-3, 2, 7).key()), ChunkPos::new(-3, 2, 7));
    }

    #[test]
    fn faces_have_the_numbers_of_scripts() {
        let normals = Face::ALL.map(Face::normal);
        let expected = [[-1, 0, 0], [1, 0, 0], [0, 0, -1], [0, 0, 1], [0, -1, 0], [0, 1, 0]];
        assert_eq!(normals.map(|n| n.to_array()), expected);
        for face in Face::ALL {
            assert_eq!(Face::try_from(u8::from(face)), Ok(face));
            assert_eq!(face.opposite().normal(), -face.normal());
        }
        assert_eq!(Face::try_from(6), Err(NotAFace(6)));
    }
}
