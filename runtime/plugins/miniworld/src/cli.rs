//! Mini World scripts from the command line: `fangqi miniworld check`, `fangqi import-miniworld`.

#![expect(clippy::disallowed_methods, reason = "commands run outside of rooms")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use clap::{Parser, Subcommand};
use fangqi_plugin::{Command, CommandContext, NewMap};
use fangqi_text::{self as text, Escaped};

use crate::check::{
    MiniWorldReport, check_miniworld, may_be_script, miniworld_map, script_name, script_text,
    unlike,
};

/// The file in a folder that says in which order its scripts run, a name a line.
const ORDER: &str = "order.txt";

/// The commands.
pub(crate) static COMMANDS: &[Command] = &[
    Command { name: crate::NAME, about: "Mini World scripts: what they use, what fails", run },
    Command {
        name: "import-miniworld",
        about: "Make a map of a folder of Mini World scripts",
        run: run_import,
    },
];

#[derive(Debug, Parser)]
#[command(bin_name = "fangqi miniworld", about = "Mini World scripts", no_binary_name = true)]
struct Cli {
    #[command(subcommand)]
    command: MiniWorldCommand,
}

#[derive(Debug, Subcommand)]
enum MiniWorldCommand {
    /// Run scripts unchanged in a scratch world and report what they use and what fails.
    Check(CheckArgs),
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// The scripts, in the order they run; together they are one map. A folder stands for the
    /// scripts in it, in the order of its order.txt, else of their names.
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Ticks to let pass, of which there are 20 a second.
    #[arg(long, default_value_t = 600)]
    ticks: u64,
    /// Print the report as JSON.
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Parser)]
#[command(
    bin_name = "fangqi import-miniworld",
    about = "Make a map of a folder of Mini World scripts",
    no_binary_name = true
)]
struct ImportArgs {
    /// The folder of loose scripts. Those named in its order.txt run in that order, else by name.
    folder: PathBuf,
    /// The map's name: lower-case letters, digits and hyphens; the folder's without this.
    #[arg(long)]
    name: Option<String>,
    /// The folder of maps to write it into; `maps` without this.
    #[arg(long)]
    maps: Option<PathBuf>,
    /// Only make the map and tell of it, without starting it.
    #[arg(long)]
    no_play: bool,
}

/// Does what is asked; an error if a script fails.
fn run(context: &CommandContext<'_>) -> anyhow::Result<()> {
    let MiniWorldCommand::Check(args) = Cli::parse_from(context.args).command;
    let mut scripts = Vec::new();
    for path in &args.files {
        let within = |(name, bytes)| (path.join(name).display().to_string(), bytes);
        if path.is_dir() {
            scripts.extend(self::scripts(path)?.into_iter().map(within));
        } else {
            scripts.push((path.display().to_string(), read(path)?));
        }
    }
    if scripts.is_empty() {
        return Err(anyhow!("there is no script in the folders that were named"));
    }
    for (name, bytes) in &scripts {
        text::check(bytes).with_context(|| name.to_string())?;
    }
    let report = check_miniworld(&scripts, args.ticks);
    print(&report, args.json)?;
    match report.errors.len() {
        0 => Ok(()),
        1 => Err(anyhow!("there is an error in the scripts")),
        count => Err(anyhow!("there are {count} errors in the scripts")),
    }
}

fn print(report: &MiniWorldReport, json: bool) -> anyhow::Result<()> {
    if json {
        let text = serde_json::to_string_pretty(report)?;
        println!("{text}");
    } else {
        print!("{}", report.text());
    }
    Ok(())
}

/// Makes a map of a folder of scripts, and plays it unless that is not wanted.
fn run_import(context: &CommandContext<'_>) -> anyhow::Result<()> {
    let args = ImportArgs::parse_from(context.args);
    let (name, place) = import(&args, context)?;
    if args.no_play { Ok(()) } else { (context.play)(&name, place.maps) }
}

/// Makes a map of a folder of scripts; gives its name and where it lies.
fn import(args: &ImportArgs, context: &CommandContext<'_>) -> anyhow::Result<(String, NewMap)> {
    let own = args.folder.file_name().unwrap_or_default().to_string_lossy();
    let name = args.name.clone().unwrap_or_else(|| map_name(&own));
    let place = (context.new_map)(args.maps.clone(), &name)?;
    let (kept, left_out) = sorted_out(scripts(&args.folder)?);
    if kept.is_empty() {
        bail!("{} holds no script that can be read", args.folder.display());
    }
    let report = check_miniworld(&kept, 600);
    for (path, bytes) in miniworld_map(&name, &own, &kept, &report.unopened) {
        write(&place.maps.join(path), &bytes)?;
    }
    print(&report, false)?;
    for (script, why) in left_out {
        println!("left out: {}: {}", Escaped(script), Escaped(why));
    }
    println!("\n{} is a map now, played with", place.folder.display());
    println!("  fangqi play {name} --maps {}", place.maps.display());
    Ok((name, place))
}

/// The scripts of a folder, in the order they run.
fn scripts(folder: &Path) -> anyhow::Result<Vec<(String, Vec<u8>)>> {
    let order = folder.join(ORDER);
    let names: Vec<String> = if order.exists() {
        let text = String::from_utf8_lossy(&read(&order)?).into_owned();
        let lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        lines.map(|line| in_order(folder, line)).collect()
    } else {
        let mut names = Vec::new();
        script_names(folder, "", &mut names)?;
        names.sort_by_cached_key(|name| numbered(name));
        names
    };
    let read = names.into_iter().map(|name| Ok((name.clone(), read(&folder.join(&name))?)));
    read.collect()
}

/// A file that an order names, with or without the suffix that it has.
fn in_order(folder: &Path, line: &str) -> String {
    let suffixes = ["", ".lua", ".luau", ".txt"];
    let mut names = suffixes.iter().map(|suffix| format!("{line}{suffix}"));
    names.find(|name| folder.join(name).is_file()).unwrap_or_else(|| line.to_owned())
}

/// What names are in order by: `2` before `10`, as their authors have numbered them.
fn numbered(name: &str) -> Vec<(char, u64)> {
    let mut parts: Vec<(char, u64)> = Vec::new();
    let mut in_number = false;
    for c in name.chars() {
        let Some(digit) = c.to_digit(10) else {
            parts.push((c, 0));
            in_number = false;
            continue;
        };
        if !std::mem::replace(&mut in_number, true) {
            parts.push(('0', 0));
        }
        if let Some((_, number)) = parts.last_mut() {
            *number = number.saturating_mul(10).saturating_add(digit.into());
        }
    }
    parts
}

/// Adds the names of the scripts in a folder and those below it.
fn script_names(folder: &Path, within: &str, names: &mut Vec<String>) -> anyhow::Result<()> {
    let here = folder.join(within);
    let shown = here.display();
    let entries = fs::read_dir(&here).with_context(|| shown.to_string())?;
    for entry in entries.filter_map(Result::ok) {
        let name = format!("{within}{}", entry.file_name().to_string_lossy());
        let file = entry.file_name().to_string_lossy().into_owned();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            script_names(folder, &format!("{name}/"), names)?;
        } else if may_be_script(&file) && name != ORDER {
            names.push(name);
        }
    }
    Ok(())
}

/// Scripts that can be read, as UTF-8 and under names a map can have; and others, with why not.
type Sorted = (Vec<(String, Vec<u8>)>, Vec<(String, String)>);

fn sorted_out(scripts: Vec<(String, Vec<u8>)>) -> Sorted {
    let (mut kept, mut left_out) = (Vec::new(), Vec::new());
    for (name, bytes) in scripts {
        if let Err(error) = text::check(&bytes) {
            left_out.push((name, error.to_string()));
            continue;
        }
        let text = script_text(&bytes);
        let named = script_name(&name);
        match fangqi_vm::compile_adding(&named, &text, &BTreeSet::new()) {
            Ok(_) => kept.push((named, text)),
            Err(error) => left_out.push((name, error.to_string())),
        }
    }
    (unlike(kept), left_out)
}

/// `My Map 1` as `my-map-1`.
fn map_name(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let name: String = text.chars().map(plain).collect();
    let name = name.split('-').filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-");
    match name.chars().next() {
        Some(first) if first.is_ascii_lowercase() => name,
        _ => format!("map-{name}").trim_end_matches('-').to_owned(),
    }
}

fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("{}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let written = folder.and_then(|()| fs::write(path, bytes));
    written.with_context(|| path.display().to_string())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn folders_give_maps_their_names() {
        for (folder, name) in [("My Map 1", "my-map-1"), ("迷宫", "map"), ("3d", "map-3d")] {
            assert_eq!(map_name(folder), name);
        }
    }

    #[test]
    fn scripts_run_in_the_order_of_their_numbers() {
        let mut names =
            ["b.lua", "主10.lua", "主2.lua", "主1.lua", "a2b3.lua", "a2b12.lua", "a.lua"];
        names.sort_by_cached_key(|name| numbered(name));
        let ordered = ["a.lua", "a2b3.lua", "a2b12.lua", "b.lua", "主1.lua", "主2.lua", "主10.lua"];
        assert_eq!(names, ordered);
    }

    #[test]
    fn an_order_may_leave_suffixes_out() {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in [("b.lua", "b = 1"), ("a", "a = b"), (ORDER, "b\n\n a \n")] {
            fs::write(folder.path().join(name), text).unwrap();
        }
        let names: Vec<String> =
            scripts(folder.path()).unwrap().into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["b.lua", "a"]);
    }

    #[test]
    fn an_imported_folder_is_a_map_that_opens() {
        let folder = tempfile::tempdir().unwrap();
        let from = folder.path().join("Old Map");
        fs::create_dir(&from).unwrap();
        fs::write(from.join("b.lua"), "got = shared + 1").unwrap();
        fs::write(from.join("a.lua"), "shared = 1").unwrap();
        fs::create_dir(from.join("ui")).unwrap();
        fs::write(from.join("ui/Page.LUA"), "page = shared").unwrap();
        let page = "ui/7072350482370595313";
        fs::create_dir_all(from.join(page)).unwrap();
        fs::write(from.join(page).join("shop.lua"), "own = shared == nil").unwrap();
        fs::write(from.join("broken.lua"), "this is not Lua").unwrap();
        let utf_16: Vec<u8> = "a = 1".encode_utf16().flat_map(u16::to_le_bytes).collect();
        fs::write(from.join("wide"), [&[0xff, 0xfe], &*utf_16].concat()).unwrap();
        fs::write(from.join("脚本 9"), "last = shared").unwrap();
        let maps = folder.path().join("maps");
        let args = ImportArgs { folder: from, name: None, maps: Some(maps.clone()), no_play: true };
        let new_map = |maps: Option<PathBuf>, name: &str| {
            let maps = maps.unwrap();
            let folder = maps.join(name);
            if folder.exists() {
                Err(anyhow!("exists already"))
            } else {
                Ok(NewMap { maps, folder })
            }
        };
        let (shipped, play) = (BTreeMap::new, |_: &str, _: PathBuf| Err(anyhow!("not wanted")));
        let context =
            CommandContext { args: &[], shipped: &shipped, new_map: &new_map, play: &play };
        assert_eq!(import(&args, &context).unwrap().0, "old-map");
        let manifest = fs::read_to_string(maps.join("old-map/map.toml")).unwrap();
        assert!(
            manifest.contains("scripts = [\"a.lua\", \"b.lua\", \"ui-Page.LUA\", \"脚本 9.lua\"]"),
            "{manifest}"
        );
        let page = fs::read_to_string(maps.join("old-map/page-7072350482370595313.toml")).unwrap();
        assert!(page.contains("scripts = [\"7072350482370595313/shop.lua\"]"), "{page}");
        assert!(maps.join("old-map/7072350482370595313/shop.lua").exists());
        assert!(import(&args, &context).unwrap_err().to_string().contains("exists already"));
    }
}
