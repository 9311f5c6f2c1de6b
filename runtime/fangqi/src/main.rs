//! The command line.

mod bench;
mod map_tests;

use std::collections::BTreeMap;

use clap::{Parser, Subcommand};
use include_dir::{Dir, include_dir};

/// The maps that come with the program.
static SCRIPTS: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts");

#[derive(Parser)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Run the Lua tests of maps.
    Test { maps: Vec<String> },
    /// Measure rooms on this machine.
    Bench {
        #[arg(long)]
        json: bool,
    },
}

fn files() -> BTreeMap<String, Vec<u8>> {
    fn collect(dir: &Dir<'static>, files: &mut BTreeMap<String, Vec<u8>>) {
        for file in dir.files() {
            let path = file.path().to_string_lossy().replace('\\', "/");
            files.insert(path, file.contents().to_vec());
        }
        dir.dirs().for_each(|dir| collect(dir, files));
    }
    let mut files = BTreeMap::new();
    collect(&SCRIPTS, &mut files);
    files
}

fn main() -> Result<(), String> {
    match Cli::parse().command {
        Command::Test { maps } => map_tests::run(&files(), &maps),
        Command::Bench { json } => bench::run(&files(), json),
    }
}
