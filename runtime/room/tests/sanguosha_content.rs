//! The tests that come with the packages of the program.

use std::path::Path;

use fangqi_room::sanguosha::{PackageSource, run_tests};

/// The packages that come with the program, in their order, and those that only tests have.
fn packages(folder: &Path) -> Vec<PackageSource> {
    let order = std::fs::read_to_string(folder.join("packages.toml")).expect("an order");
    let order: toml::Table = order.parse().expect("an order");
    let names = order["packages"].as_array().expect("a list");
    let mut files: Vec<String> = names
        .iter()
        .map(|name| format!("packages/{}.lua", name.as_str().expect("a name")))
        .collect();
    let mut extra: Vec<String> = std::fs::read_dir(folder.join("tests/packages"))
        .expect("a folder")
        .map(|entry| format!("tests/packages/{}", entry.unwrap().file_name().to_str().unwrap()))
        .collect();
    extra.sort();
    files.append(&mut extra);
    let read = |file: &String| {
        let name = Path::new(file).file_stem().unwrap().to_str().unwrap();
        PackageSource::compile(name, &std::fs::read(folder.join(file)).expect(name)).expect("Lua")
    };
    files.iter().map(read).collect()
}

#[test]
fn content_passes_its_tests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/sanguosha");
    let packages = packages(&folder);
    let mut files: Vec<_> = std::fs::read_dir(folder.join("tests"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "lua"));
    files.sort();
    let (mut passed, mut failures) = (0, Vec::new());
    for file in files {
        let name = file.file_name().unwrap().to_str().unwrap().to_owned();
        let text = std::fs::read_to_string(&file).unwrap();
        match run_tests(&packages, &name, &text) {
            Err(error) => failures.push(format!("{name}: {error}")),
            Ok(tests) => {
                for test in tests {
                    match test.failure {
                        None => passed += 1,
                        Some(why) => failures.push(format!("{name}: {}: {why}", test.name)),
                    }
                }
            }
        }
    }
    println!("{passed} passed");
    assert!(failures.is_empty(), "{} of them fail:\n{}", failures.len(), failures.join("\n"));
}
