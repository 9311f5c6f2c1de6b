//! `fangqi types`: what editors and authors are told of the Lua API, and what pages are told of
//! plugins, made from the one place that knows.

use std::path::Path;

use crate::cli::TypesArgs;
use crate::plugins::PLUGINS;
use anyhow::Context;

/// The first line of a plugin's file.
const HEADER: &str = "// Generated from the plugin's types by `cargo xtask gen`; do not edit.\n\n";

/// Writes the stubs and the reference pages into a folder, and the types of plugins into another if
/// there is one.
pub(crate) fn write(args: &TypesArgs) -> anyhow::Result<()> {
    let files = fangqi_room::types::files(PLUGINS);
    write_into(&args.out, files.into_iter().map(|(name, text)| (name.to_owned(), text)))?;
    let Some(folder) = &args.wire else { return Ok(()) };
    let types = PLUGINS.iter().filter_map(|plugin| Some((plugin.name(), plugin.wire_types()?)));
    write_into(folder, types.map(|(name, text)| (format!("{name}.ts"), HEADER.to_owned() + &text)))
}

/// Writes files into a folder, which is created if it is missing.
fn write_into(folder: &Path, files: impl Iterator<Item = (String, String)>) -> anyhow::Result<()> {
    let unwritten = |path: &Path| format!("{} cannot be written", path.display());
    std::fs::create_dir_all(folder).with_context(|| unwritten(folder))?;
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).with_context(|| unwritten(&path))?;
    }
    Ok(())
}
