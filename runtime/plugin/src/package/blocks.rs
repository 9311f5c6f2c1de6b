use fangqi_world::{BlockDef, BlockRegistry};
use serde::Deserialize;

use super::error::PackageError;
use super::files::MapFiles;

/// A `blocks.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BlockFile {
    #[serde(default)]
    block: Vec<BlockDef>,
}

/// Adds the blocks of one file to the registry.
pub(super) fn read_into(
    registry: &mut BlockRegistry,
    files: &MapFiles<'_>,
    path: &str,
) -> Result<(), PackageError> {
    let file: BlockFile = files.toml(path, "map.toml")?;
    for def in file.block {
        registry.register(def).map_err(|error| PackageError::Invalid {
            path: path.to_owned(),
            message: error.to_string(),
        })?;
    }
    Ok(())
}
