//! The command line.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand};

/// Board games made of blocks 方棋. Without a command: play Xiangqi in the browser.
#[derive(Debug, Parser)]
#[command(name = "fangqi", version, args_conflicts_with_subcommands = true)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) play: PlayArgs,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Open a room on a map and play it in the browser.
    Play(PlayArgs),
    /// Serve a lobby with all maps.
    Serve(ServeArgs),
    /// List the maps there are.
    Maps(MapsArgs),
    /// Run the Lua tests that maps bring.
    Test(TestArgs),
    /// Measure what rooms cost on this machine.
    Bench(BenchArgs),
    /// Measure what a server bears on this machine.
    Load(crate::load::LoadArgs),
    /// Write type stubs and the reference of the Lua API.
    Types(TypesArgs),
    /// Write a room's log to a file.
    Export(ExportArgs),
    /// Play a room's log again and print the state's hash after every input.
    Replay(ReplayArgs),
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The map to play.
    #[arg(default_value = "xiangqi")]
    pub(crate) map: String,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on; 0.0.0.0 for everybody.
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// Most rooms there may be.
    #[arg(long)]
    pub(crate) rooms: Option<usize>,
    /// A page other than the server's own that may talk to it, such as <https://play.example.org>.
    #[arg(long = "origin")]
    pub(crate) origins: Vec<String>,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

#[derive(Debug, Args)]
pub(crate) struct CommonArgs {
    /// The port; 0 picks a free one. Without this, 7878 or any free one.
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// Do not open the browser.
    #[arg(long)]
    pub(crate) no_browser: bool,
    /// Keep rooms in this folder, so that they outlive the program.
    #[arg(long)]
    pub(crate) data: Option<PathBuf>,
    /// A folder of more maps; one with the name of a map that comes with the program replaces it.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct MapsArgs {
    /// A folder of more maps.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// The maps to test; all without this.
    pub(crate) names: Vec<String>,
    /// A folder of more maps.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Print JSON instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct TypesArgs {
    /// The folder to write to.
    #[arg(long, default_value = "scripts/types")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct ExportArgs {
    /// The room: the last part of its link.
    pub(crate) room: String,
    /// The folder that rooms are kept in.
    #[arg(long)]
    pub(crate) data: PathBuf,
    /// The file to write.
    #[arg(short, long)]
    pub(crate) output: PathBuf,
    /// A folder of more maps.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// An exported file or, with --data, a room.
    pub(crate) source: String,
    /// The folder that rooms are kept in.
    #[arg(long)]
    pub(crate) data: Option<PathBuf>,
    /// Compare every hash with the one in the exported file.
    #[arg(long, conflicts_with = "data")]
    pub(crate) verify: bool,
    /// A folder of more maps.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn without_a_command_one_plays_xiangqi() {
        let cli = Cli::parse_from(["fangqi", "--port", "0", "--no-browser"]);
        assert!(cli.command.is_none());
        assert_eq!(cli.play.map, "xiangqi");
        assert_eq!(cli.play.common.port, Some(0));
        let cli = Cli::parse_from(["fangqi", "play", "tutorial-xiangqi"]);
        assert!(matches!(cli.command, Some(Command::Play(args)) if args.map == "tutorial-xiangqi"));
    }
}
