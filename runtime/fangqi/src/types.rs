//! `fangqi types`: what editors and authors are told of the Lua API, made from the API's own
//! tables.

use std::path::Path;

use crate::plugins::PLUGINS;

/// Writes the stubs and the reference page into a folder, which is made if it is not there.
pub(crate) fn write(folder: &Path) -> Result<(), String> {
    let failed = |path: &Path, error| format!("{} cannot be written: {error}", path.display());
    std::fs::create_dir_all(folder).map_err(|error| failed(folder, error))?;
    for (name, text) in fangqi_room::types::files(PLUGINS) {
        let path = folder.join(name);
        std::fs::write(&path, text).map_err(|error| failed(&path, error))?;
    }
    Ok(())
}
