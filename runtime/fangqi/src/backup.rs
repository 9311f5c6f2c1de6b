//! `fangqi backup` and `fangqi restore`.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use fangqi_server::log::backup::{self, Contents};

use crate::counted::counted;

/// Arguments of `fangqi backup`.
#[derive(Debug, Args)]
pub(crate) struct BackupArgs {
    /// The folder of backups, or a backup in it to verify. Each backup is a folder named by its
    /// time.
    dir: PathBuf,
    /// The folder that rooms are kept in; a server may be using it.
    #[arg(long, required_unless_present = "verify", conflicts_with = "verify")]
    data: Option<PathBuf>,
    /// Keep this number of backups, and remove older ones.
    #[arg(long, value_name = "COUNT", conflicts_with = "verify")]
    keep: Option<usize>,
    /// Make none, but check those that are there.
    #[arg(long)]
    verify: bool,
}

/// Arguments of `fangqi restore`.
#[derive(Debug, Args)]
pub(crate) struct RestoreArgs {
    /// A backup, a folder of backups for the newest of them, or the folder of a continuous copy.
    backup: PathBuf,
    /// The data folder to make: a new one, or an empty one.
    #[arg(long)]
    data: PathBuf,
}

/// `fangqi backup`
pub(crate) fn back_up(args: &BackupArgs) -> anyhow::Result<()> {
    let Some(data) = &args.data else { return verify(&args.dir) };
    let taken = backup::take(data, &args.dir, args.keep)?;
    let (told, folder) = (contents(&taken.manifest.contents), taken.folder.display());
    println!("{folder}: {told}, {} bytes, verified", taken.bytes);
    for old in taken.removed {
        println!("{}: removed", old.display());
    }
    Ok(())
}

fn verify(folder: &Path) -> anyhow::Result<()> {
    let (all, mut damaged) = (backup::find(folder)?, 0);
    for backup in &all {
        match backup::verify(backup) {
            Ok(manifest) => {
                println!("{}: {}, sound", backup.display(), contents(&manifest.contents));
            }
            Err(error) => {
                eprintln!("fangqi: {error}");
                damaged += 1;
            }
        }
    }
    if damaged > 0 {
        bail!("{damaged} of {} backups cannot be restored; make another", all.len());
    }
    Ok(())
}

fn contents(contents: &Contents) -> String {
    format!("{} with {}", counted(contents.rooms.len(), "room"), counted(contents.inputs, "input"))
}

/// `fangqi restore`
pub(crate) fn restore(args: &RestoreArgs) -> anyhow::Result<()> {
    let newest = backup::find(&args.backup).ok().and_then(|mut found| found.pop());
    let source = newest.as_deref().unwrap_or(&args.backup);
    let restored = backup::restore(source, &args.data)?;
    let (told, data) = (contents(&restored.contents), args.data.display());
    println!("{data}: {told}, from {}", source.display());
    Ok(())
}
