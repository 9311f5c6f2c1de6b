//! Packages that others wrote: loaded, played by computers, reported on.

use std::collections::BTreeMap;
use std::path::Path;

use fangqi_room::sanguosha::{Invoked, PackageSource, SgsVm, Stage, Table, play_out};
use fangqi_sanguosha::{Name, Setup};
use serde_json::{Value, json};

use super::packages::Packages;
use super::{CheckArgs, say};

/// Sizes of the games, in turn.
const SEATS: [usize; 5] = [2, 5, 8, 3, 6];

pub(super) fn run(args: &CheckArgs) -> Result<(), String> {
    let own = Packages::read(None)?.all()?;
    let mut reports = Vec::new();
    let mut sound = true;
    for file in &args.files {
        let report = one(args, &own, file);
        sound &= report["ok"] == json!(true);
        if !args.json {
            print(&report)?;
        }
        reports.push(report);
    }
    if args.json {
        say(&serde_json::to_string_pretty(&reports).map_err(|error| error.to_string())?)?;
    }
    if sound { Ok(()) } else { Err("not all packages work".to_owned()) }
}

/// What there is to say about one package.
fn one(args: &CheckArgs, own: &[PackageSource], file: &Path) -> Value {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let package = match read(file, &name) {
        Ok(package) => package,
        Err(error) => return json!({ "package": name, "ok": false, "error": error }),
    };
    let mut packages = own.to_vec();
    packages.push(package);
    let before = match SgsVm::with_packages(own, args.seed) {
        Ok(vm) => Known::of(&vm),
        Err(error) => {
            return json!({ "package": name, "ok": false, "error": error.to_string() });
        }
    };
    let vm = match SgsVm::with_packages(&packages, args.seed) {
        Ok(vm) => vm,
        Err(error) => {
            return json!({ "package": name, "ok": false, "error": error.to_string() });
        }
    };
    let new = Known::of(&vm).without(&before);
    let mut faults = BTreeMap::<String, u64>::new();
    for fault in vm.faults() {
        *faults.entry(fault.to_string()).or_default() += 1;
    }
    drop(vm);
    let played = play(args, &packages, &new, &mut faults);
    let ok = faults.is_empty() && played["broken"].as_array().is_none_or(Vec::is_empty);
    json!({
        "package": name,
        "ok": ok,
        "generals": new.generals,
        "skills": new.skills,
        "translations": new.translations,
        "faults": faults,
        "games": played,
    })
}

/// Reads a package with its AI and the other files of its folder.
fn read(file: &Path, name: &str) -> Result<PackageSource, String> {
    let read =
        |path: &Path| std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()));
    let told = |error: fangqi_room::ScriptError| error.to_string();
    let mut package = PackageSource::compile(name, &read(file)?).map_err(told)?;
    let Some(folder) = file.parent() else { return Ok(package) };
    let ai = format!("{}-ai.lua", name.to_lowercase());
    for folder in [folder.to_path_buf(), folder.join("ai")] {
        let Ok(entries) = std::fs::read_dir(&folder) else { continue };
        let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
        paths.sort();
        for path in paths {
            let file_name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            if file_name.to_lowercase() == ai {
                package = package.with_ai(&read(&path)?).map_err(told)?;
            } else if path != file
                && let Some(stem) = file_name.strip_suffix(".lua")
                && let Ok(with) = package.clone().with_helper(stem, &read(&path)?)
            {
                // A neighbour that is no Lua matters only to who asks for it.
                package = with;
            }
        }
    }
    Ok(package)
}

/// What packages have brought.
struct Known {
    generals: Vec<String>,
    skills: Vec<String>,
    translations: usize,
}

impl Known {
    fn of(vm: &SgsVm) -> Known {
        let catalogue = vm.catalogue();
        let names = |name: &Name| name.to_string();
        Known {
            generals: catalogue.generals().iter().map(|general| names(&general.name)).collect(),
            skills: catalogue.skills().iter().map(|(_, skill)| names(&skill.name)).collect(),
            translations: vm.texts().language("zh").map_or(0, BTreeMap::len),
        }
    }

    fn without(mut self, before: &Known) -> Known {
        self.generals.retain(|name| !before.generals.contains(name));
        self.skills.retain(|name| !before.skills.contains(name));
        self.translations -= before.translations;
        self
    }
}

/// Games of computers in which the package's generals are offered first.
fn play(
    args: &CheckArgs,
    packages: &[PackageSource],
    Known { generals, skills, .. }: &Known,
    faults: &mut BTreeMap<String, u64>,
) -> Value {
    let stage = Stage::new(packages);
    let (mut played, mut turns, mut refused) = (0_u64, 0, 0);
    let mut used = BTreeMap::<String, Invoked>::new();
    let mut broken = Vec::new();
    let mut winners = BTreeMap::<String, u64>::new();
    for game in 0..args.games {
        let seed = args.seed.wrapping_add(game);
        let seats = SEATS[game as usize % SEATS.len()];
        let mut setup = Setup::robots(seats, seed);
        setup.forced = generals.iter().map(|name| name.as_str().into()).collect();
        setup.choices = 1;
        let table = stage
            .begin(seed)
            .map_err(|error| error.to_string())
            .and_then(|vm| Table::open(vm, setup).map_err(|error| error.to_string()));
        let mut table = match table {
            Ok(table) => table,
            Err(error) => {
                broken.push(format!("seed {seed}: {error}"));
                break;
            }
        };
        match play_out(&mut table, seed, true) {
            Ok(result) => {
                played += 1;
                turns += result.turns;
                refused += result.refused;
                for (name, times) in result.skills {
                    let skill = used.entry(name).or_default();
                    skill.asked += times.asked;
                    skill.used += times.used;
                }
                *winners.entry(result.winner.to_string()).or_default() += 1;
            }
            Err(error) => broken.push(format!("seed {seed}, {seats} players: {error}")),
        }
        for fault in table.vm().faults() {
            *faults.entry(fault.to_string()).or_default() += 1;
        }
    }
    let skills: Value = skills
        .iter()
        .map(|name| {
            let times = used.get(name).copied().unwrap_or_default();
            (name.clone(), json!({ "asked": times.asked, "used": times.used }))
        })
        .collect::<serde_json::Map<_, _>>()
        .into();
    json!({
        "skills": skills,
        "played": played,
        "turns": turns,
        "refused": refused,
        "winners": winners,
        "broken": broken,
    })
}

/// A report for people.
fn print(report: &Value) -> Result<(), String> {
    let name = report["package"].as_str().unwrap_or_default();
    if let Some(error) = report["error"].as_str() {
        return say(&format!("{name}: cannot be loaded: {error}"));
    }
    let count = |key: &str| report[key].as_array().map_or(0, Vec::len);
    let games = &report["games"];
    say(&format!(
        "{name}: {} generals, {} skills, {} translations; {} games, {} turns",
        count("generals"),
        count("skills"),
        report["translations"],
        games["played"],
        games["turns"],
    ))?;
    if let Some(faults) = report["faults"].as_object() {
        for (fault, times) in faults {
            say(&format!("  {fault} ({times} games)"))?;
        }
    }
    for broken in games["broken"].as_array().into_iter().flatten() {
        say(&format!("  {}", broken.as_str().unwrap_or_default()))?;
    }
    Ok(())
}
