//! MagicaVoxel models (`.vox`).
//!
//! Format: "MagicaVoxel .vox File Format", versions 150 and 200, and its extension for scene
//! graphs, ephtracy.

use std::borrow::Cow;
use std::collections::BTreeMap;

use dot_vox::DotVoxData;
use glam::IVec3;

use super::formats::{self, VOX};
use super::schem::check_mapped;
use super::{ImportError, check_file, vox_scene};
use crate::block::{BlockDef, BlockState, Rgb, Shape};
use crate::registry::BlockRegistry;
use crate::structure::Structure;

/// The magic bytes of gzip, with which other programs compress NBT.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// The mapping from colours to blocks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VoxMapping {
    /// Blocks by colour number as displayed in MagicaVoxel, 1 to 255. Other colours become the
    /// block of nearest colour among solid cubes without a glyph, in a tie the one with the lowest
    /// id.
    pub colours: BTreeMap<u8, BlockState>,
}

/// Imports a MagicaVoxel file: all visible models, placed by its scene, or the first model if it
/// has no scene. MagicaVoxel's `z` (up) becomes `y`; its `y` becomes `-z`.
///
/// # Errors
/// The file is too long, damaged or of another format, or its scene is too large for a structure.
pub fn vox(
    bytes: &[u8],
    registry: &BlockRegistry,
    mapping: &VoxMapping,
) -> Result<Structure, ImportError> {
    check_file(bytes, VOX)?;
    if bytes.starts_with(&GZIP)
        && let Ok(plain) = super::schem::unpack(bytes)
        && let Ok(names) = super::nbt::check(&plain)
    {
        return Err(formats::of_nbt(&names).unwrap_or(formats::SPONGE).instead_of(VOX));
    }
    check_chunks(bytes).map_err(bad)?;
    let bytes = without_empty_voxels(bytes);
    let file = dot_vox::load_bytes(&bytes).map_err(|error| bad(error.to_owned()))?;
    if file.models.is_empty() {
        return Err(bad("it has no model".into()));
    }
    let blocks = blocks(&file, registry, mapping)?;
    let placed = vox_scene::placed_models(&file)?;
    let (min, max) = vox_scene::extent(&placed)?;
    let mut structure = Structure::air(to_world(max - min + 1))?;
    for model in &placed {
        for (cell, colour) in model.cells()? {
            // MagicaVoxel's y becomes -z, which preserves handedness.
            let cell = IVec3::new(cell.x - min.x, cell.z - min.z, max.y - cell.y);
            structure.set(cell, blocks[usize::from(colour)]);
        }
    }
    Ok(structure)
}

pub(super) fn bad(problem: String) -> ImportError {
    ImportError::NotTheFormat { format: VOX, problem }
}

/// Converts a size with `z` up to one with `y` up.
fn to_world(size: IVec3) -> IVec3 {
    IVec3::new(size.x, size.z, size.y)
}

/// Checks that the file is a `MAIN` chunk with leaf chunks, none of them truncated. The parser
/// recurses into nested chunks and silently ignores what it cannot read.
fn check_chunks(bytes: &[u8]) -> Result<(), String> {
    let cut = || "it is cut short".to_owned();
    if !bytes.starts_with(b"VOX ") {
        return Err("it does not begin with \"VOX \"".into());
    }
    let number = |at: usize| {
        let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map(u32::from_le_bytes).map(|number| number as usize).ok_or_else(cut)
    };
    if bytes.get(8..12) != Some(b"MAIN".as_slice()) {
        return Err("it has no chunk \"MAIN\"".into());
    }
    let mut at = 20 + number(12)?;
    let end = at + number(16)?;
    if end > bytes.len() {
        return Err(cut());
    }
    while at < end {
        let (own, inner) = (number(at + 4)?, number(at + 8)?);
        if inner != 0 {
            return Err(format!("the chunk at byte {at} has chunks inside"));
        }
        at += 12 + own;
    }
    if at == end { Ok(()) } else { Err(cut()) }
}

/// The file without voxels of colour 0, which means empty, but which the parser would turn into
/// colour 1. The chunks have been validated.
fn without_empty_voxels(bytes: &[u8]) -> Cow<'_, [u8]> {
    let mut bytes = Cow::Borrowed(bytes);
    let number = |bytes: &[u8], at: usize| {
        let bytes = bytes.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map_or(0, u32::from_le_bytes) as usize
    };
    let mut at = 20 + number(&bytes, 12);
    while let Some(id) = bytes.get(at..at + 4) {
        let (is_voxels, length) = (id == b"XYZI", number(&bytes, at + 4));
        let (start, end) = (at + 16, at + 12 + length);
        let count = number(&bytes, at + 12);
        at = end;
        let Some(voxels) = bytes.get(start..end).filter(|_| is_voxels) else { continue };
        let Some(voxels) = count.checked_mul(4).and_then(|length| voxels.get(..length)) else {
            continue;
        };
        let full: Vec<u8> =
            voxels.chunks_exact(4).filter(|voxel| voxel[3] != 0).flatten().copied().collect();
        if full.len() < voxels.len() {
            // Bytes after the chunk's last voxel are ignored.
            let left = (full.len() / 4) as u32;
            let bytes = bytes.to_mut();
            bytes[start - 4..start].copy_from_slice(&left.to_le_bytes());
            bytes[start..start + full.len()].copy_from_slice(&full);
        }
    }
    bytes
}

/// The block for each colour by index in memory: the file's number less 1.
fn blocks(
    file: &DotVoxData,
    registry: &BlockRegistry,
    mapping: &VoxMapping,
) -> Result<Vec<BlockState>, ImportError> {
    let candidates: Vec<&BlockDef> = registry
        .iter()
        .filter(|def| def.solid && !def.liquid && def.shape == Shape::Cube && def.glyph.is_none())
        .collect();
    (0..=255u8)
        .map(|colour| {
            if let Some(&state) = mapping.colours.get(&colour.wrapping_add(1)) {
                return check_mapped(state, registry);
            }
            let wanted = file
                .palette
                .get(usize::from(colour))
                .map_or(Rgb::default(), |wanted| Rgb { r: wanted.r, g: wanted.g, b: wanted.b });
            let nearest = candidates.iter().min_by_key(|def| def.colour.distance_squared(wanted));
            Ok(nearest.map_or(BlockState::AIR, |def| def.state()))
        })
        .collect()
}
