//! Recognition of voxel file formats that cannot be imported, so that the error can name them.
//!
//! Formats are recognized by their first bytes, as specified, or, for NBT, by the names in the root
//! compound.

use super::ImportError;

/// The MagicaVoxel format.
pub(super) const VOX: &str = "MagicaVoxel";
/// The Sponge schematic format of WorldEdit and other programs.
pub(super) const SCHEM: &str = "Sponge schematic";

const AS_SCHEM: &str = "paste it in the game and save it with WorldEdit (//schem save) as .schem";
const AS_VOX: &str = "export it as a MagicaVoxel model (.vox) from the program that made it";

/// A file format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Format {
    /// Its name in errors; for supported formats, the constants above.
    pub(super) name: &'static str,
    advice: &'static str,
}

impl Format {
    const fn new(name: &'static str, advice: &'static str) -> Format {
        Format { name, advice }
    }

    pub(super) fn instead_of(self, format: &'static str) -> ImportError {
        let found = match self.name {
            VOX => "a MagicaVoxel model (.vox)",
            SCHEM => "a Sponge schematic (.schem)",
            other => other,
        };
        ImportError::OtherFormat { format, found, advice: self.advice }
    }
}

/// A Sponge schematic.
pub(super) const SPONGE: Format = Format::new(SCHEM, "import it as one");

/// Formats by magic bytes.
const MAGIC_BYTES: [(&[u8], Format); 15] = [
    (b"VOX ", Format::new(VOX, "import it as one")),
    (b"GOX ", Format::new("a Goxel project (.gox)", AS_VOX)),
    (b"QBCL", Format::new("a Qubicle project (.qbcl)", AS_VOX)),
    (b"QB 2", Format::new("a Qubicle model (.qbt)", AS_VOX)),
    (b"VENG", Format::new("a vengi scene (.vengi)", AS_VOX)),
    (b"Kvxl", Format::new("a Voxlap sprite (.kv6)", AS_VOX)),
    (b"Voxel Animation\0", Format::new("a voxel animation of Westwood's games (.vxl)", AS_VOX)),
    (b"#binvox", Format::new("a binvox file (.binvox)", AS_VOX)),
    (b"MTSM", Format::new("a schematic of Luanti (.mts)", "save the place in another format")),
    (b"\x0a\xe5\xbb\x36", Format::new("a blueprint of Axiom (.bp)", AS_SCHEM)),
    (b"PK\x03\x04", Format::new("a ZIP archive", "unpack it and import what is in it")),
    (b"Rar!", Format::new("a RAR archive", "unpack it and import what is in it")),
    (b"7z\xbc\xaf\x27\x1c", Format::new("a 7z archive", "unpack it and import what is in it")),
    (b"\x89PNG", Format::new("a PNG image", "a model or a schematic is expected")),
    (b"ply\n", Format::new("a mesh or a point cloud (.ply)", AS_VOX)),
];

/// Recognizes a file's format by its first bytes. Packed NBT is recognized later, when unpacked.
pub(super) fn of_file(bytes: &[u8]) -> Option<Format> {
    let known = MAGIC_BYTES.iter().find(|(beginning, _)| bytes.starts_with(beginning));
    if let Some((_, format)) = known {
        return Some(*format);
    }
    // Bedrock Edition writes little-endian NBT without compression.
    let is_bedrock = bytes.starts_with(&[10, 0, 0])
        && [&b"format_version"[..], b"structure_world_origin"]
            .iter()
            .all(|name| bytes.windows(name.len()).any(|window| window == *name));
    is_bedrock.then_some(Format::new("a structure of Bedrock Edition (.mcstructure)", AS_SCHEM))
}

/// Recognizes an NBT format by the names in the root compound.
pub(super) fn of_nbt(names: &[&[u8]]) -> Option<Format> {
    let has = |name: &str| names.contains(&name.as_bytes());
    let all = |names: &[&str]| names.iter().all(|name| has(name));
    Some(if all(&["Regions", "MinecraftDataVersion"]) {
        let advice = "convert it in Litematica's manager to a Sponge schematic (.schem)";
        Format::new("a Litematica schematic (.litematic)", advice)
    } else if all(&["Blocks", "Data"]) && !has("Version") {
        let advice = "load it with WorldEdit and save it (//schem save) as .schem";
        Format::new("an MCEdit schematic of before Minecraft 1.13 (.schematic)", advice)
    } else if all(&["size", "blocks"]) && (has("palette") || has("palettes")) {
        Format::new("a structure of Minecraft's structure blocks (.nbt)", AS_SCHEM)
    } else if all(&["sections", "DataVersion"]) || has("Level") || all(&["Data", "Player"]) {
        Format::new("a part of a Minecraft world", AS_SCHEM)
    } else {
        return None;
    })
}
