//! `fangqi manual`: the manual pages and the completions of shells, which packages bring.

use std::path::Path;

use anyhow::Context;
use clap_complete::Shell;

use crate::cli::Cli;

/// The shells that get completions.
const SHELLS: [Shell; 3] = [Shell::Bash, Shell::Fish, Shell::Zsh];

/// Writes them into a folder, which is created if it is missing.
pub(crate) fn write(folder: &Path) -> anyhow::Result<()> {
    let unwritten = || format!("{} cannot be written", folder.display());
    std::fs::create_dir_all(folder).with_context(unwritten)?;
    let mut command = Cli::with_plugins();
    clap_mangen::generate_to(command.clone(), folder).with_context(unwritten)?;
    for shell in SHELLS {
        clap_complete::generate_to(shell, &mut command, "fangqi", folder)
            .with_context(unwritten)?;
    }
    Ok(())
}
