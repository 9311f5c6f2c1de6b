//! Packages load and say what they bring.

use std::path::{Path, PathBuf};

use fangqi_plugin_sanguosha::{PackageSource, ReusableVm, SgsVm};
use fangqi_vm::VmLimits;

/// The folders whose packages are loaded: those that `FANGQI_SGS` names, or the repository's.
fn folders() -> Vec<PathBuf> {
    match std::env::var("FANGQI_SGS") {
        Ok(list) => list.split(':').map(PathBuf::from).collect(),
        Err(_) => {
            vec![
                Path::new(env!("CARGO_MANIFEST_DIR"))
                    .join("../../../scripts/maps/cards/sanguosha/packages"),
            ]
        }
    }
}

/// The first packages, in the order in which they build on each other; others by name.
const FIRST: [&str; 5] =
    ["standard_basics", "standard_tricks", "standard_equips", "standard_cards", "maneuvering"];

fn packages() -> Vec<PackageSource> {
    let mut files: Vec<PathBuf> = Vec::new();
    for folder in folders() {
        let Ok(entries) = std::fs::read_dir(folder) else { continue };
        files.extend(entries.map(|entry| entry.unwrap().path()));
    }
    files.retain(|file| file.extension().is_some_and(|extension| extension == "lua"));
    files.retain(|file| !file.to_string_lossy().ends_with("-ai.lua"));
    let name = |file: &PathBuf| file.file_stem().unwrap().to_str().unwrap().to_owned();
    files.sort_by_key(|file| {
        let name = name(file);
        let place = FIRST.iter().position(|first| *first == name);
        (place.unwrap_or(FIRST.len()), name)
    });
    let read = |file: &PathBuf| {
        PackageSource::compile(&name(file), &std::fs::read(file).unwrap()).unwrap()
    };
    files.iter().map(read).collect()
}

#[test]
fn content_loads() {
    let vm = SgsVm::new(&VmLimits::default(), 1).unwrap();
    println!("bare: {} KiB", vm.memory() >> 10);
    for package in packages() {
        if let Err(error) = vm.load(&package) {
            panic!("{}: {error}\n{}", package.name(), error.traceback);
        }
    }
    let catalogue = vm.catalogue();
    for general in catalogue.generals() {
        println!("{} {} {} {:?}", general.package, general.name, general.max_hp, general.skills);
        for skill in &general.skills {
            assert!(catalogue.find_skill(skill).is_some(), "{skill} of {}", general.name);
        }
    }
    vm.collect();
    println!("{} cards, {} skills", catalogue.cards.borrow().len(), catalogue.skills().len());
    println!("{} KiB", vm.memory() >> 10);
}

#[test]
fn packages_add_to_libraries_for_their_own_game() {
    let text = "assert(table.sum == nil and (\"\").trim == nil)\n\
                function table.sum(list)\n\
                local n = 0 for _, v in ipairs(list) do n = n + v end return n end\n\
                function string:trim() return (self:gsub(\"^%s+\", \"\"):gsub(\"%s+$\", \"\")) end\n\
                function math.double(x) return 2 * x end\n\
                assert((\" a b \"):trim() == \"a b\" and (\"a+b\"):split(\"+\")[2] == \"b\")\n\
                assert(math.double(table.sum({ 1, 2 })) == 6 and table.contains({ 1 }, 1))\n\
                extension = sgs.Package(\"adding\")";
    let playing = ReusableVm::new(&[PackageSource::compile("adding", text.as_bytes()).unwrap()]);
    for seed in 0..2 {
        drop(playing.begin(seed).unwrap());
    }
}

#[test]
fn packages_run_files_beside_them_and_those_of_the_engine() {
    let text = "module(\"extensions.beside\", package.seeall)\n\
                dofile \"lua/sgs_ex.lua\"\n\
                dofile(\"lua/config.lua\")\n\
                dofile(\"lua/ai/guanxing-ai.lua\")\n\
                dofile \"extensions/ai/funs.lua\"\n\
                assert(double(3) == 6, \"what it defines is the package's\")\n\
                assert(require(\"extensions.ai.funs\") == \"funs\")\n\
                assert(loadfile(\"./extensions/words.lua\")() == \"words\")\n\
                assert(not pcall(dofile, \"extensions/ai/none.lua\"))\n\
                extension = sgs.Package(\"beside\")";
    let package = PackageSource::compile("beside", text.as_bytes()).unwrap();
    let funs = b"function double(n) return 2 * n end return \"funs\"";
    let package = package.with_helper("ai/funs", funs).unwrap();
    let package = package.with_helper("words", b"return \"words\"").unwrap();
    let vm = SgsVm::new(&VmLimits::default(), 1).unwrap();
    if let Err(error) = vm.load(&package) {
        panic!("{error}");
    }
}
