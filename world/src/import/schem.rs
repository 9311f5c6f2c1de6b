//! Sponge schematics (`.schem`), versions 1 to 3.
//!
//! Format: "Sponge Schematic Specification", versions 1 to 3, SpongePowered. In version 1 the
//! palette is optional; only files with a palette, which are like version 2, can be read.

use std::collections::BTreeMap;
use std::io::Read;

use fastnbt::ByteArray;
use flate2::read::GzDecoder;
use glam::IVec3;
use serde::Deserialize;

use super::formats::{self, SCHEM};
use super::names::minecraft_key;
use super::{ImportError, check_file, nbt};
use crate::block::{BlockId, BlockState};
use crate::registry::BlockRegistry;
use crate::structure::Structure;

/// Maximum uncompressed size: room for 4 Mi cells of two bytes, and block entities.
const PLAIN_BYTES_MAX: usize = 32 << 20;

/// The mapping from block names of the file to blocks.
///
/// A name is looked up with its properties, and then without, in `names`. If its namespace is
/// `fangqi`, it is then a key of the registry, with data. If it is `minecraft` or missing, it is a
/// key of the registry or has a built-in equivalent, without properties. Finally, `unknown` is
/// used.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SchemMapping {
    /// Blocks by names such as `minecraft:oak_log[axis=y]`.
    pub names: BTreeMap<String, BlockState>,
    /// The block for unknown names; `None` to refuse the file.
    pub unknown: Option<BlockState>,
}

/// Finds the version, which is in the root, or in a compound `Schematic` in it. The specification
/// of version 3 requires such a compound in a nameless root; some programs name the root itself
/// `Schematic`.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Probe {
    version: Option<i32>,
    schematic: Option<VersionOnly>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct VersionOnly {
    version: Option<i32>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Root<T> {
    schematic: T,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Version2 {
    width: i16,
    height: i16,
    length: i16,
    palette: BTreeMap<String, i32>,
    block_data: ByteArray,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Version3 {
    width: i16,
    height: i16,
    length: i16,
    blocks: Version3Blocks,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Version3Blocks {
    palette: BTreeMap<String, i32>,
    data: ByteArray,
}

impl From<Version3> for Version2 {
    fn from(file: Version3) -> Version2 {
        let Version3 { width, height, length, blocks } = file;
        let Version3Blocks { palette, data } = blocks;
        Version2 { width, height, length, palette, block_data: data }
    }
}

/// Imports a Sponge schematic, version 1, 2 or 3. Entities and block entities are omitted.
///
/// # Errors
/// The file is too long, damaged, of another format or version, too large for a structure, or has a
/// block that neither mapping nor registry knows.
pub fn schem(
    bytes: &[u8],
    registry: &BlockRegistry,
    mapping: &SchemMapping,
) -> Result<Structure, ImportError> {
    check_file(bytes, SCHEM)?;
    let plain = unpack(bytes)?;
    let names = nbt::check(&plain).map_err(bad)?;
    if let Some(other) = formats::of_nbt(&names) {
        return Err(other.instead_of(SCHEM));
    }
    let probe: Probe = parse(&plain)?;
    let inner = probe.schematic.and_then(|inner| inner.version);
    let file = match (probe.version, inner) {
        (Some(1 | 2), _) => parse(&plain)?,
        (Some(3), _) => parse::<Version3>(&plain)?.into(),
        (None, Some(1 | 2)) => parse::<Root<Version2>>(&plain)?.schematic,
        (None, Some(3)) => parse::<Root<Version3>>(&plain)?.schematic.into(),
        (Some(other), _) | (None, Some(other)) => {
            return Err(bad(format!("it has version {other}; 1, 2 and 3 are known")));
        }
        (None, None) => return Err(bad("it says no version".into())),
    };
    read(file, registry, mapping)
}

fn bad(problem: String) -> ImportError {
    ImportError::NotTheFormat { format: SCHEM, problem }
}

pub(super) fn unpack(bytes: &[u8]) -> Result<Vec<u8>, ImportError> {
    // Some tools omit compression. An NBT compound begins with its tag, which gzip data does not.
    if bytes.first() == Some(&10) {
        return Ok(bytes.to_vec());
    }
    let mut plain = Vec::new();
    GzDecoder::new(bytes)
        .take(PLAIN_BYTES_MAX as u64 + 1)
        .read_to_end(&mut plain)
        .map_err(|error| bad(format!("it does not unpack with gzip: {error}")))?;
    let (bytes, max) = (plain.len(), PLAIN_BYTES_MAX);
    if bytes > max {
        return Err(ImportError::TooLong { what: "an unpacked schematic", bytes, max });
    }
    Ok(plain)
}

fn parse<'a, T: Deserialize<'a>>(plain: &'a [u8]) -> Result<T, ImportError> {
    fastnbt::from_bytes(plain).map_err(|error| bad(error.to_string()))
}

fn read(
    file: Version2,
    registry: &BlockRegistry,
    mapping: &SchemMapping,
) -> Result<Structure, ImportError> {
    // The specification says that its 16-bit lengths are unsigned.
    let side = |length: i16| i32::from(length as u16);
    let size = IVec3::new(side(file.width), side(file.height), side(file.length));
    let volume = Structure::check_size(size)?;
    if file.block_data.len() < volume {
        return Err(bad(format!("{volume} cells need more than {} bytes", file.block_data.len())));
    }
    let mut states = BTreeMap::new();
    for (name, number) in &file.palette {
        let state = state_named(name, registry, mapping)?;
        if states.insert(*number, state).is_some() {
            return Err(bad(format!("its palette has two blocks number {number}")));
        }
    }
    // Palettes number blocks from 0 without gaps in all files seen, but that is not specified.
    let mut cells = Vec::with_capacity(volume);
    let mut last = None;
    let mut bytes = file.block_data.iter().map(|&byte| byte as u8);
    while let Some(number) = varint(&mut bytes)? {
        let state = match last {
            Some((known, state)) if known == number => state,
            _ => *states
                .get(&number)
                .ok_or_else(|| bad(format!("a cell holds block {number} of no palette entry")))?,
        };
        last = Some((number, state));
        if cells.len() == volume {
            return Err(bad(format!("it has more than its {volume} cells")));
        }
        cells.push(state);
    }
    // The order of cells is that of structures: x, then z, then y.
    Ok(Structure::new(size, cells)?)
}

/// Reads a LEB128 varint; `None` at the end.
fn varint(bytes: &mut impl Iterator<Item = u8>) -> Result<Option<i32>, ImportError> {
    let mut number = 0u32;
    for shift in (0..35).step_by(7) {
        let Some(byte) = bytes.next() else {
            let cut = (shift > 0).then(|| bad("its cells are cut short".into()));
            return cut.map_or(Ok(None), Err);
        };
        number |= u32::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(Some(number as i32));
        }
    }
    Err(bad("a cell has a number of more than five bytes".into()))
}

fn state_named(
    name: &str,
    registry: &BlockRegistry,
    mapping: &SchemMapping,
) -> Result<BlockState, ImportError> {
    let (plain, properties) = match name.split_once('[') {
        Some((plain, rest)) => (plain, rest.strip_suffix(']').unwrap_or(rest)),
        None => (name, ""),
    };
    if let Some(&state) = mapping.names.get(name).or_else(|| mapping.names.get(plain)) {
        return check_mapped(state, registry);
    }
    let (space, key) = plain.split_once(':').unwrap_or(("", plain));
    let found = match space {
        "fangqi" => registry.by_key(key).map(|def| def.id).zip(data(properties)),
        "minecraft" | "" => {
            let same = registry.by_key(key);
            let known = || minecraft_key(key).and_then(|key| registry.by_key(&key));
            same.or_else(known).map(|def| (def.id, 0))
        }
        _ => None,
    };
    match (found, mapping.unknown) {
        (Some((id, data)), _) => Ok(BlockState::new(id, data)),
        (None, Some(state)) => check_mapped(state, registry),
        (None, None) => Err(ImportError::UnknownBlock {
            name: name.chars().take(80).collect(),
            suggestion: registry.suggest(key).map(str::to_owned),
        }),
    }
}

/// The data given by a block's properties: 0 if there are none, or a single `data=` number.
fn data(properties: &str) -> Option<u8> {
    match properties {
        "" => Some(0),
        _ => properties.strip_prefix("data=")?.parse().ok(),
    }
}

pub(super) fn check_mapped(
    state: BlockState,
    registry: &BlockRegistry,
) -> Result<BlockState, ImportError> {
    let BlockId(id) = state.id();
    if registry.contains(state.id()) {
        return Ok(state);
    }
    Err(ImportError::UnknownBlock { name: format!("number {id} of the mapping"), suggestion: None })
}
