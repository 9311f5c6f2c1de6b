//! The command line.

use std::ffi::{OsStr, OsString};
use std::net::{IpAddr, SocketAddr};
use std::num::NonZeroU32;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::anyhow;
use clap::{Arg, Args, CommandFactory, FromArgMatches, Parser, Subcommand, value_parser};
use fangqi_room::plugin;
use fangqi_room::testing::{CheckOptions, SimOptions, Strictness};
use fangqi_server::Config;
use fangqi_text::Escaped;

use crate::config;
use crate::database::DatabaseArgs;
use crate::log::LogArgs;
use crate::new::Kind;
use crate::plugins::PLUGINS;

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
    Serve(Box<ServeArgs>),
    /// List the maps there are.
    Maps(MapsArgs),
    /// Write a working game to begin with.
    New(NewArgs),
    /// Find what is wrong with maps: their rules, strings and rooms.
    Check(CheckArgs),
    /// Run the Lua tests that maps bring.
    Test(TestArgs),
    /// Play rooms of a map at random, with mishaps, and replay what fails.
    Sim(SimArgs),
    /// Let computers play a board against each other, and say how often which of them wins.
    Arena(crate::arena::ArenaArgs),
    /// Count the positions that a board's rules lead to, to compare with what others counted.
    Perft(crate::perft::PerftArgs),
    /// Play rooms of a map and list the functions and lines in which its scripts spend fuel.
    Profile(crate::profile::ProfileArgs),
    /// Measure what rooms cost on this machine.
    Bench(BenchArgs),
    /// Measure what a server bears on this machine.
    Load(crate::load::LoadArgs),
    /// Write the guides and the reference of the Lua API as pages to browse.
    Docs(DocsArgs),
    /// Write type stubs and the reference of the Lua API.
    Types(TypesArgs),
    /// Write a room's log to a file.
    Export(ExportArgs),
    /// Make a room of a file that `export` wrote.
    Import(ImportArgs),
    /// Play a room's log again and print the state's hash after every input.
    Replay(ReplayArgs),
    /// Compare the log of servers with what clients of `fangqi load rooms --record` were shown.
    Audit(crate::audit::AuditArgs),
    /// Copy a data folder, while a server uses it or not, and verify copies.
    Backup(crate::backup::BackupArgs),
    /// Make a data folder of a backup or of a continuous copy.
    Restore(crate::backup::RestoreArgs),
    /// Say what this version of the program would make of a data folder.
    Upgrade(crate::upgrade::UpgradeArgs),
    /// Look at, talk to and end rooms of a running server.
    Admin(AdminArgs),
    /// Check the settings of `serve`, or write a file of them to begin with.
    Config(ConfigArgs),
    /// Ask a server whether it can take visitors, as container engines do.
    Healthcheck(HealthArgs),
    /// Write manual pages and completions of shells, for packages.
    #[command(hide = true)]
    Manual {
        /// The folder to write to.
        out: PathBuf,
    },
    /// A worker process of a server, started by it.
    #[command(hide = true)]
    Worker(WorkerArgs),
    /// A command of a plugin: its name and arguments.
    #[command(skip)]
    OfPlugin(Vec<OsString>),
}

impl Cli {
    /// The whole command line. Commands of plugins are listed with the others; what follows their
    /// names is theirs to parse.
    pub(crate) fn with_plugins() -> clap::Command {
        let own = |command: &plugin::Command| {
            let rest = Arg::new("args").num_args(0..).allow_hyphen_values(true);
            let rest = rest.trailing_var_arg(true).value_parser(value_parser!(OsString));
            let command = clap::Command::new(command.name).about(command.about);
            command.disable_help_flag(true).arg(rest)
        };
        let command = Self::command().mut_subcommand("serve", config::configurable);
        command.subcommands(PLUGINS.iter().flat_map(plugin::Plugin::commands).map(own))
    }

    /// Parses the arguments of the process.
    pub(crate) fn parse_with_plugins() -> Self {
        let of_plugins = || PLUGINS.iter().flat_map(plugin::Plugin::commands);
        let is_one = |name: &OsStr| of_plugins().any(|command| name == command.name);
        let mut args: Vec<OsString> = std::env::args_os().collect();
        // `help NAME …` of a command that parses its own arguments is its own help.
        if args.get(1).is_some_and(|word| word == "help") && args.get(2).is_some_and(|n| is_one(n))
        {
            args.remove(1);
            args.push("--help".into());
        }
        let args = with_settings(args);
        let matches = Self::with_plugins().get_matches_from(args);
        if let Some((name, given)) = matches.subcommand()
            && is_one(name.as_ref())
        {
            let args = given.get_many::<OsString>("args").into_iter().flatten().cloned();
            let args = std::iter::once(name.into()).chain(args).collect();
            let play = PlayArgs::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
            return Self { command: Some(Command::OfPlugin(args)), play };
        }
        Self::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())
    }
}

/// The arguments of the process; those of `serve` with what its file and the environment say. Ends
/// the program if these are wrong.
fn with_settings(mut args: Vec<OsString>) -> Vec<OsString> {
    let asks_for_help = args.iter().any(|word| word == "--help" || word == "-h");
    if args.get(1).is_none_or(|word| word != "serve") || asks_for_help {
        return args;
    }
    let settings = config::Settings::of(&args.split_off(2));
    if !settings.findings.is_empty() {
        for finding in &settings.findings {
            eprintln!("fangqi: {}", Escaped(finding));
        }
        std::process::exit(1);
    }
    args.extend(settings.into_words());
    args
}

#[derive(Debug, Args)]
pub(crate) struct PlayArgs {
    /// The map to play, by its name or by the path of its folder (`./my-map`).
    #[arg(default_value = "xiangqi")]
    pub(crate) map: String,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

impl PlayArgs {
    /// To play a map of a folder, all else as usual.
    pub(crate) fn of(map: String, maps: PathBuf) -> Self {
        Self { map, common: CommonArgs { maps: Some(maps), ..CommonArgs::default() } }
    }
}

#[derive(Debug, Args)]
pub(crate) struct ServeArgs {
    /// The address to listen on; 0.0.0.0 for everybody.
    #[arg(long, default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// A page other than the server's own that may talk to it, such as <https://play.example.org>.
    #[arg(long = "origin", value_parser = origin)]
    pub(crate) origins: Vec<String>,
    /// Speak TLS with this certificate chain (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_key")]
    pub(crate) tls_cert: Option<PathBuf>,
    /// The private key of the certificate (PEM).
    #[arg(long, value_name = "FILE", requires = "tls_cert")]
    pub(crate) tls_key: Option<PathBuf>,
    /// Let operators in at this address; keep it away from everybody else.
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) admin_listen: Option<SocketAddr>,
    /// Take the operators' secret from this file, which no other user may read, instead of
    /// keeping one in the data folder.
    #[arg(long, value_name = "FILE", requires = "admin_listen")]
    pub(crate) admin_secret_file: Option<PathBuf>,
    /// Sign seat tokens with a new key from now on; those signed before stay good.
    #[arg(long, requires = "kept")]
    pub(crate) rotate_key: bool,
    /// Forget rooms in which nobody has been for so many days, log and all; only time in which the
    /// server runs counts. Without it a room is kept for good, and the server takes no new ones
    /// when there are as many as may be.
    #[arg(long, value_name = "DAYS", requires = "kept")]
    pub(crate) forget_rooms: Option<NonZeroU32>,
    /// Limit those for whom a proxy asks one by one: believe the last address in X-Forwarded-For
    /// if it comes from this machine or a private network. Only where nobody gets past the proxy.
    #[arg(long)]
    pub(crate) trust_proxy: bool,
    /// Keep a copy of the data folder in this one, on another disk or machine, about a second
    /// behind; `fangqi restore` makes a data folder of it.
    #[arg(long, value_name = "FOLDER", requires = "data")]
    pub(crate) copy_to: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    #[command(flatten)]
    pub(crate) log: LogArgs,
    #[command(flatten)]
    pub(crate) database: DatabaseArgs,
    #[command(flatten)]
    pub(crate) common: CommonArgs,
}

/// How much a server bears.
#[derive(Debug, Args)]
pub(crate) struct LimitArgs {
    /// Most rooms there may be, awake or asleep.
    #[arg(long, value_name = "COUNT", default_value_t = usual().rooms as u32,
        value_parser = value_parser!(u32).range(1..))]
    rooms: u32,
    /// Most rooms in memory at once; one more waits until another falls asleep.
    #[arg(long, value_name = "COUNT", default_value_t = usual().awake_rooms as u32,
        value_parser = value_parser!(u32).range(1..))]
    awake_rooms: u32,
    /// Most connections to rooms at once.
    #[arg(long, value_name = "COUNT", default_value_t = usual().socket.connections as u32,
        value_parser = value_parser!(u32).range(1..))]
    connections: u32,
    /// Most connections from one address; addresses of this machine are not counted.
    #[arg(long, value_name = "COUNT", default_value_t = usual().socket.per_address as u32,
        value_parser = value_parser!(u32).range(1..))]
    per_address: u32,
    /// Rooms that one address may open a minute; without this, 12 and up to 10 at once. More where
    /// many people share an address, as in a school.
    #[arg(long, value_name = "COUNT", value_parser = value_parser!(u32).range(1..))]
    opens: Option<u32>,
    /// Most connections to one room, players and those who watch.
    #[arg(long, value_name = "COUNT", default_value_t = usual().room.viewers as u32,
        value_parser = value_parser!(u32).range(1..))]
    viewers: u32,
    /// Most people that one room knows. Those who only watched and have left give their places to
    /// others.
    #[arg(long, value_name = "COUNT", default_value_t = usual().room.players as u32,
        value_parser = value_parser!(u32).range(2..))]
    players: u32,
    /// Most memory of the scripts of one room, in MiB.
    #[arg(long, value_name = "MIB",
        default_value_t = (usual().room.scripts.memory_bytes >> 20) as u32,
        value_parser = value_parser!(u32).range(4..=1024))]
    room_memory: u32,
    /// Seconds after which a room that everybody has left goes to sleep: from memory to the log.
    #[arg(long, value_name = "SECONDS",
        default_value_t = usual().room.sleep_after.as_secs() as u32,
        value_parser = value_parser!(u32).range(1..))]
    sleep_after: u32,
}

/// The limits of a server that is told none.
fn usual() -> Config {
    Config::default()
}

impl LimitArgs {
    /// Gives a server these limits.
    pub(crate) fn apply(&self, config: &mut Config) {
        config.rooms = self.rooms as usize;
        config.awake_rooms = self.awake_rooms as usize;
        config.socket.connections = self.connections as usize;
        config.socket.per_address = self.per_address as usize;
        config.room.viewers = self.viewers as usize;
        config.room.players = self.players as usize;
        config.room.sleep_after = Duration::from_secs(self.sleep_after.into());
        config.room.scripts.memory_bytes = (self.room_memory as usize) << 20;
        if let Some(opens) = self.opens {
            config.http.opens_burst = opens.into();
            config.http.opens_per_second = f64::from(opens) / 60.0;
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    pub(crate) log: LogArgs,
}

#[derive(Debug, Args)]
pub(crate) struct ConfigArgs {
    #[command(subcommand)]
    pub(crate) command: ConfigCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Say all that is wrong with a file and the environment, or what each setting is and why.
    Check {
        /// The file, and options as for `serve`; without a file that of `FANGQI_CONFIG`.
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, value_name = "FILE")]
        words: Vec<OsString>,
    },
    /// Print a file of all settings with what they mean.
    Example,
}

#[derive(Debug, Args)]
pub(crate) struct HealthArgs {
    /// Whom to ask, as in <http://127.0.0.1:7878>; https on this machine only. Without it and
    /// --port, the server that has the settings of this environment.
    #[arg(long, conflicts_with = "port")]
    pub(crate) url: Option<String>,
    /// The port of a server on this machine, without TLS.
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// Ask only whether it lives.
    #[arg(long)]
    pub(crate) alive: bool,
}

/// An origin as browsers write it: scheme, host and perhaps a port, nothing else.
fn origin(text: &str) -> anyhow::Result<String> {
    let plain = text.trim_end_matches('/');
    let rest = plain.strip_prefix("https://").or_else(|| plain.strip_prefix("http://"));
    let Some(rest) = rest else {
        return Err(anyhow!("an origin begins with https:// or http://"));
    };
    let (host, port) = match rest.rsplit_once(':') {
        // The colons of an IPv6 address are within its brackets.
        Some((host, port)) if !port.contains(']') => (host, Some(port)),
        _ => (rest, None),
    };
    let good = |c: char| c.is_ascii_alphanumeric() || ".-_[]:".contains(c);
    if host.is_empty() || !host.chars().all(good) {
        return Err(anyhow!("an origin has a host and no path, such as https://play.example.org"));
    }
    if port.is_some_and(|port| port.parse::<u16>().is_err()) {
        return Err(anyhow!("its port is no number from 0 to 65535"));
    }
    Ok(plain.to_owned())
}

#[derive(Debug, Args)]
pub(crate) struct AdminArgs {
    /// Where the server listens for operators (its --admin-listen).
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:7879")]
    pub(crate) at: SocketAddr,
    /// The server's data folder, in which the secret is; without this, it is taken from the
    /// environment variable `FANGQI_ADMIN_SECRET`.
    #[arg(long)]
    pub(crate) data: Option<PathBuf>,
    #[command(subcommand)]
    pub(crate) command: AdminCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum AdminCommand {
    /// List the rooms, those with people first.
    List,
    /// Show a room from inside: seats, players, connections, state, last log lines.
    Look {
        /// Which.
        room: String,
    },
    /// Say something to everybody in a room, or with `all` in all rooms.
    Message {
        /// Which, or `all`.
        room: String,
        /// What.
        text: String,
    },
    /// End a room for good, log and all.
    Close {
        /// Which.
        room: String,
    },
    /// List the rooms and maps that ended worker processes.
    Quarantine,
    /// Let a room that ended worker processes be entered again, or a map be opened again.
    Release {
        /// Which room.
        #[arg(required_unless_present = "map", conflicts_with = "map")]
        room: Option<String>,
        /// Which map, in place of a room.
        #[arg(long)]
        map: Option<String>,
    },
    /// Write a room's log to a file.
    Export {
        /// Which.
        room: String,
        /// The file to write.
        #[arg(short, long)]
        output: PathBuf,
    },
    /// Print the server's numbers as Prometheus reads them.
    Metrics,
    /// Show what the handlers of a map have cost, the costliest first.
    Profile {
        /// Which.
        map: String,
    },
    /// Show what a map may do beyond its own rooms, and what a room may use.
    Capabilities {
        /// Which.
        map: String,
    },
}

#[derive(Debug, Default, Args)]
pub(crate) struct CommonArgs {
    /// The port; 0 picks a free one. Without this, 7878 or any free one.
    #[arg(long)]
    pub(crate) port: Option<u16>,
    /// Do not open the browser.
    #[arg(long)]
    pub(crate) no_browser: bool,
    /// Keep rooms in this folder, so that they outlive the program.
    #[arg(long, group = "kept")]
    pub(crate) data: Option<PathBuf>,
    /// Drop inputs of rooms after so many days, once two checkpoints stand for them; only time in
    /// which the program runs counts. Without it
    /// they are kept for good, and every game can be replayed to its beginning.
    #[arg(long, value_name = "DAYS", requires = "kept")]
    pub(crate) keep_inputs: Option<u32>,
    /// A folder of more maps; one with the name of a map that comes with the program replaces it.
    /// Whoever plays, checks or tests may leave it out for a folder `maps` right here.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
    /// Load maps again when their files are saved, into rooms that are being played too. For
    /// authors: while a room tries a new version, others wait.
    #[arg(long)]
    pub(crate) watch: bool,
    /// Worker processes that rooms live in, so that a flaw of the script host costs one of them and
    /// nothing else; one for each core without this. With 0 rooms live in the server's own process.
    #[arg(long, value_name = "COUNT")]
    pub(crate) workers: Option<usize>,
    /// Rebuild every room after each input and compare, to find state that escapes its log. Slow.
    #[arg(long)]
    pub(crate) heavy: bool,
}

#[derive(Debug, Args)]
pub(crate) struct MapsArgs {
    /// A folder of more maps.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct NewArgs {
    /// Its name: lower-case letters, digits and hyphens.
    pub(crate) name: String,
    /// What kind of game.
    #[arg(long, value_enum, default_value = "grid")]
    pub(crate) kind: Kind,
    /// The folder of maps to write it into; `maps` without this.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct CheckArgs {
    /// The maps to check, by name or by the paths of their folders; all without this.
    pub(crate) names: Vec<String>,
    /// Games of a board to play at random; fewer if they take long.
    #[arg(long, default_value_t = CheckOptions::default().games)]
    pub(crate) games: u32,
    /// Rooms to simulate.
    #[arg(long, default_value_t = CheckOptions::default().rooms)]
    pub(crate) rooms: u64,
    /// Where chance begins; the same seed finds the same.
    #[arg(long, default_value_t = CheckOptions::default().seed)]
    pub(crate) seed: u64,
    /// A folder of more maps.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct SimArgs {
    /// The map to play, by its name or by the path of its folder.
    pub(crate) map: String,
    /// Rooms to play, a seed for each.
    #[arg(long, default_value_t = 100)]
    pub(crate) seeds: u64,
    /// The first seed.
    #[arg(long, default_value_t = 0)]
    pub(crate) start: u64,
    /// Things that happen in a room.
    #[arg(long, default_value_t = SimOptions::default().acts)]
    pub(crate) acts: usize,
    /// Where to write what fails; `<map>-<seed>.fangqi` without this.
    #[arg(short, long)]
    pub(crate) out: Option<PathBuf>,
    /// A folder of more maps.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct TestArgs {
    /// The maps to test, by name or by the paths of their folders; all without this.
    pub(crate) names: Vec<String>,
    /// Rebuild rooms after each input and compare, to find state that escapes their logs.
    #[arg(long)]
    heavy: bool,
    /// Store rooms after each input and go on from what was stored, to find what scripts forgot to
    /// offer to `Checkpoint`.
    #[arg(long)]
    stored: bool,
    /// Run the tests three times: as they are, with `--stored` and with `--heavy`. What a computer
    /// has thought about is not thought about again, which a run for each would do.
    #[arg(long, conflicts_with_all = ["heavy", "stored"])]
    thorough: bool,
    /// A folder of more maps.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

impl TestArgs {
    /// What is done after each input, for each time that the tests are run.
    pub(crate) fn runs(&self) -> Vec<Strictness> {
        let asked = Strictness { heavy: self.heavy, stored: self.stored };
        if !self.thorough {
            return vec![asked];
        }
        vec![asked, Strictness { stored: true, ..asked }, Strictness { heavy: true, ..asked }]
    }
}

#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Print JSON instead of a table.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DocsArgs {
    /// The folder to write to.
    #[arg(long, default_value = "docs")]
    pub(crate) out: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct TypesArgs {
    /// The folder to write to.
    #[arg(long, default_value = "scripts/types")]
    pub(crate) out: PathBuf,
    /// A folder to write the types that pages and plugins exchange to: NAME.ts for each plugin.
    #[arg(long)]
    pub(crate) wire: Option<PathBuf>,
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
    /// Take the map from this folder instead of the very one the room was played with.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[derive(Debug, Args)]
pub(crate) struct ImportArgs {
    /// The file.
    pub(crate) file: PathBuf,
    /// The folder that rooms are kept in; no server may be using it.
    #[arg(long)]
    pub(crate) data: PathBuf,
    /// Take the map from this folder instead of the one in the file.
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
    /// Stop after this many inputs and print how the room stands: players, seats, moves.
    #[arg(long)]
    pub(crate) to: Option<u64>,
    /// Print JSON: a line for every input or, with --to, one value.
    #[arg(long)]
    pub(crate) json: bool,
    /// Take the map from this folder instead of the very one the room was played with.
    #[arg(long)]
    pub(crate) maps: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::with_plugins().debug_assert();
    }

    #[test]
    fn origins_are_what_browsers_send() {
        for good in
            ["https://play.example.org", "http://localhost:7878", "http://[::1]:80", "https://a.b/"]
        {
            assert_eq!(origin(good).as_deref().unwrap(), good.trim_end_matches('/'));
        }
        for bad in [
            "",
            "play.example.org",
            "https://",
            "https://a/b",
            "https://a:x",
            "ftp://a",
            "https://a b",
            "*",
            "https://a?x",
        ] {
            assert!(origin(bad).is_err(), "{bad}");
        }
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
