//! Boxes of cells.

use glam::IVec3;
use serde::{Deserialize, Serialize};

use crate::chunk::CHUNK_SIZE;
use crate::position::{Bounds, ChunkPos};

/// A box of cells, inclusive of both corners; never empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "[[i32; 3]; 2]", into = "[[i32; 3]; 2]")]
pub struct Region {
    min: IVec3,
    max: IVec3,
}

impl Region {
    /// The box between two opposite corners, given in any order.
    pub fn new(a: IVec3, b: IVec3) -> Region {
        Region { min: a.min(b), max: a.max(b) }
    }

    /// The box of a single cell.
    pub fn cell(pos: IVec3) -> Region {
        Region { min: pos, max: pos }
    }

    /// The box of a chunk.
    pub fn chunk(chunk: ChunkPos) -> Region {
        let min = chunk.origin();
        let max = min.map(|axis| axis.saturating_add(CHUNK_SIZE - 1));
        Region { min, max }
    }

    /// Lowest corner.
    pub fn min(&self) -> IVec3 {
        self.min
    }

    /// Highest corner.
    pub fn max(&self) -> IVec3 {
        self.max
    }

    /// Size in cells along each axis, at least 1; saturates at `i32::MAX`.
    pub fn size(&self) -> IVec3 {
        let length = |min: i32, max: i32| {
            let cells = i64::from(max) - i64::from(min) + 1;
            i32::try_from(cells).unwrap_or(i32::MAX)
        };
        IVec3::new(
            length(self.min.x, self.max.x),
            length(self.min.y, self.max.y),
            length(self.min.z, self.max.z),
        )
    }

    /// Number of cells; saturates at `u64::MAX` (a box over the whole integer range has 2^96).
    pub fn volume(&self) -> u64 {
        let length = |min: i32, max: i32| (i64::from(max) - i64::from(min)) as u64 + 1;
        length(self.min.x, self.max.x)
            .saturating_mul(length(self.min.y, self.max.y))
            .saturating_mul(length(self.min.z, self.max.z))
    }

    /// Whether the cell is in the box.
    pub fn contains(&self, pos: IVec3) -> bool {
        pos.cmpge(self.min).all() && pos.cmple(self.max).all()
    }

    /// Whether the whole box is within the bounds of a world.
    pub fn in_bounds(&self) -> bool {
        Bounds::contains(self.min) && Bounds::contains(self.max)
    }

    /// The intersection of two boxes; `None` if it is empty.
    pub fn intersection(&self, other: &Region) -> Option<Region> {
        let (min, max) = (self.min.max(other.min), self.max.min(other.max));
        min.cmple(max).all().then_some(Region { min, max })
    }

    /// The box translated by an offset; `None` on overflow.
    pub fn translate(&self, by: IVec3) -> Option<Region> {
        let (min, max) = (self.min.checked_add(by)?, self.max.checked_add(by)?);
        Some(Region { min, max })
    }

    /// All cells: `x` runs fastest, then `z`, then `y`, as inside a chunk.
    pub fn iter(&self) -> impl Iterator<Item = IVec3> + use<> {
        let Region { min, max } = *self;
        (min.y..=max.y).flat_map(move |y| {
            (min.z..=max.z).flat_map(move |z| (min.x..=max.x).map(move |x| IVec3::new(x, y, z)))
        })
    }

    /// The chunks that intersect the box, in order.
    pub(crate) fn chunks(&self) -> impl Iterator<Item = ChunkPos> + use<> {
        let (min, max) = (ChunkPos::of(self.min), ChunkPos::of(self.max));
        (min.y..=max.y).flat_map(move |y| {
            (min.z..=max.z).flat_map(move |z| (min.x..=max.x).map(move |x| ChunkPos::new(x, y, z)))
        })
    }

    /// The number of chunks that intersect the box.
    pub(crate) fn chunk_count(&self) -> u64 {
        let (min, max) = (ChunkPos::of(self.min), ChunkPos::of(self.max));
        let chunks =
            |min, max| Region { min: IVec3::new(min, 0, 0), max: IVec3::new(max, 0, 0) }.volume();
        chunks(min.x, max.x)
            .saturating_mul(chunks(min.y, max.y))
            .saturating_mul(chunks(min.z, max.z))
    }
}

impl From<[[i32; 3]; 2]> for Region {
    fn from([a, b]: [[i32; 3]; 2]) -> Self {
        Region::new(a.into(), b.into())
    }
}

impl From<Region> for [[i32; 3]; 2] {
    fn from(region: Region) -> Self {
        [region.min.into(), region.max.into()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_come_in_any_order() {
        let region = Region::new(IVec3::new(3, -1, 5), IVec3::new(1, 2, 5));
        assert_eq!((region.min(), region.max()), (IVec3::new(1, -1, 5), IVec3::new(3, 2, 5)));
        assert_eq!((region.size(), region.volume()), (IVec3::new(3, 4, 1), 12));
        let cells: Vec<IVec3> = region.iter().collect();
        assert_eq!(cells.len(), 12);
        assert_eq!(cells[..2], [IVec3::new(1, -1, 5), IVec3::new(2, -1, 5)]);
        assert!(cells.iter().all(|&cell| region.contains(cell)));
        assert!(!region.contains(IVec3::new(0, 0, 5)));
    }

    #[test]
    fn the_whole_integer_range_does_not_overflow() {
        let all = Region::new(IVec3::splat(i32::MIN), IVec3::splat(i32::MAX));
        assert_eq!(all.volume(), u64::MAX);
        assert_eq!(all.size(), IVec3::splat(i32::MAX));
        assert!(!all.in_bounds() && all.contains(IVec3::ZERO));
        assert_eq!(all.translate(IVec3::X), None);
        assert_eq!(all.intersection(&Bounds::region()), Some(Bounds::region()));
        assert_eq!(all.chunk_count(), u64::MAX);
        let line = Region::new(IVec3::new(i32::MIN, 0, 0), IVec3::new(i32::MAX, 0, 0));
        assert_eq!(line.volume(), 1 << 32);
    }

    #[test]
    fn chunks_cover_the_box_once() {
        let region = Region::new(IVec3::new(-1, 0, 0), IVec3::new(16, 15, 17));
        let chunks: Vec<ChunkPos> = region.chunks().collect();
        assert_eq!(chunks.len() as u64, region.chunk_count());
        assert_eq!(chunks.len(), 6);
        assert!(chunks.is_sorted());
        let cells: u64 = chunks
            .iter()
            .map(|&chunk| region.intersection(&Region::chunk(chunk)).unwrap().volume())
            .sum();
        assert_eq!(cells, region.volume());
    }
}
