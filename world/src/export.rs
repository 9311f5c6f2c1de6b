//! Export of structures to file formats of other programs.

use std::collections::BTreeMap;
use std::io::Write;

use dot_vox::{Color, DotVoxData, Model, Size, Voxel};
use fastnbt::{ByteArray, IntArray, SerOpts};
use flate2::Compression;
use flate2::write::GzEncoder;
use glam::IVec3;
use serde::Serialize;

use crate::block::{BlockDef, BlockId, BlockState};
use crate::import::block_name;
use crate::registry::BlockRegistry;
use crate::structure::Structure;

/// Why a structure was not exported.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExportError {
    /// A side exceeds the format's maximum.
    #[error(
        "a structure of size {size} does not fit: a side of a {format} has at most {max} cells"
    )]
    TooLarge {
        /// The format.
        format: &'static str,
        /// Size in cells along each axis.
        size: IVec3,
        /// Maximum length of a side in cells.
        max: i32,
    },
    /// There are more kinds of blocks than the format supports.
    #[error("the structure has more than {0} kinds of block")]
    TooManyKinds(usize),
    /// A block that is not in the registry.
    #[error("the structure holds block {0}, which this registry does not have")]
    UnknownBlock(BlockId),
    /// The file could not be serialized.
    #[error("the file could not be written: {0}")]
    NotWritten(String),
}

/// Maximum length of a side of a MagicaVoxel model.
const VOX_SIDE_MAX: i32 = 256;
/// Maximum number of colours of a MagicaVoxel file.
const VOX_COLOURS_MAX: usize = 255;

fn known(registry: &BlockRegistry, id: BlockId) -> Result<&BlockDef, ExportError> {
    registry.get(id).ok_or(ExportError::UnknownBlock(id))
}

fn not_written(error: impl ToString) -> ExportError {
    ExportError::NotWritten(error.to_string())
}

/// Exports a MagicaVoxel file with one model. Each block becomes a voxel of its colour, with one
/// palette entry for each kind of block, in id order. Shape and data are lost, and air is omitted.
/// `y` becomes MagicaVoxel's `z` (up), and `z` its `-y`.
///
/// # Errors
/// A side is longer than 256 cells, there are more than 255 kinds of blocks, or one is unknown.
pub fn vox(structure: &Structure, registry: &BlockRegistry) -> Result<Vec<u8>, ExportError> {
    let size = structure.size();
    if size.max_element() > VOX_SIDE_MAX {
        return Err(ExportError::TooLarge { format: "MagicaVoxel model", size, max: VOX_SIDE_MAX });
    }
    let mut kinds: Vec<BlockId> = structure.cells().iter().map(|state| state.id()).collect();
    kinds.sort_unstable();
    kinds.dedup();
    kinds.retain(|&id| id != BlockId::AIR);
    if kinds.len() > VOX_COLOURS_MAX {
        return Err(ExportError::TooManyKinds(VOX_COLOURS_MAX));
    }
    let mut palette = vec![Color { r: 0, g: 0, b: 0, a: 255 }; 256];
    for (place, &id) in palette.iter_mut().zip(&kinds) {
        let colour = known(registry, id)?.colour;
        *place = Color { r: colour.r, g: colour.g, b: colour.b, a: 255 };
    }
    let voxels = structure
        .iter()
        .filter_map(|(cell, state)| {
            let i = kinds.binary_search(&state.id()).ok()? as u8;
            let (x, y, z) = (cell.x as u8, (size.z - 1 - cell.z) as u8, cell.y as u8);
            Some(Voxel { x, y, z, i })
        })
        .collect();
    let [x, z, y] = size.to_array().map(|side| side as u32);
    let file = DotVoxData {
        version: 150,
        index_map: Vec::new(),
        models: vec![Model { size: Size { x, y, z }, voxels }],
        palette,
        materials: Vec::new(),
        scenes: Vec::new(),
        layers: Vec::new(),
    };
    let mut bytes = Vec::new();
    file.write_vox(&mut bytes).map_err(not_written)?;
    Ok(bytes)
}

/// Version 2 of the schema.
#[derive(Serialize)]
#[serde(rename_all = "PascalCase")]
struct SpongeFile {
    version: i32,
    data_version: i32,
    width: i16,
    height: i16,
    length: i16,
    offset: IntArray,
    palette_max: i32,
    palette: BTreeMap<String, i32>,
    block_data: ByteArray,
}

/// The Minecraft data version (1.20.1), which is irrelevant for Fangqi's blocks.
const MINECRAFT_DATA_VERSION: i32 = 3465;

/// Exports a Sponge schematic, version 2, losslessly. Blocks are named `fangqi:key`, with data
/// `fangqi:key[data=3]`.
///
/// # Errors
/// A side is longer than 65,535 cells, or a block is unknown.
pub fn schem(structure: &Structure, registry: &BlockRegistry) -> Result<Vec<u8>, ExportError> {
    let (size, max) = (structure.size(), i32::from(u16::MAX));
    if size.max_element() > max {
        return Err(ExportError::TooLarge { format: "Sponge schematic", size, max });
    }
    let mut numbers: BTreeMap<BlockState, i32> = BTreeMap::new();
    let mut data = Vec::with_capacity(structure.cells().len());
    for state in structure.cells() {
        let next = numbers.len() as i32;
        let mut number = *numbers.entry(*state).or_insert(next);
        while number > 0x7f {
            data.push((number & 0x7f | 0x80) as i8);
            number >>= 7;
        }
        data.push(number as i8);
    }
    let palette = numbers
        .into_iter()
        .map(|(state, number)| Ok((block_name(known(registry, state.id())?, state), number)))
        .collect::<Result<BTreeMap<_, _>, ExportError>>()?;
    // The specification says that its 16-bit lengths are unsigned.
    let [width, height, length] = size.to_array().map(|side| side as u16 as i16);
    let file = SpongeFile {
        version: 2,
        data_version: MINECRAFT_DATA_VERSION,
        width,
        height,
        length,
        offset: IntArray::new(vec![0; 3]),
        palette_max: palette.len() as i32,
        palette,
        block_data: ByteArray::new(data),
    };
    let nbt = fastnbt::to_bytes_with_opts(&file, SerOpts::new().root_name("Schematic"))
        .map_err(not_written)?;
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&nbt).map_err(not_written)?;
    packer.finish().map_err(not_written)
}
