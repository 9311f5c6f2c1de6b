//! What examples about Sanguosha share.

use std::path::Path;

use fangqi_room::sanguosha::PackageSource;

/// The packages that come with the program, in their order.
pub fn packages() -> Vec<PackageSource> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/sanguosha");
    let order = std::fs::read_to_string(folder.join("packages.toml")).expect("packages.toml");
    let order: toml::Table = order.parse().expect("TOML");
    let names = order["packages"].as_array().expect("a list").iter();
    let names = names.map(|name| name.as_str().expect("a name"));
    let compile = |name| {
        let path = folder.join("packages").join(format!("{name}.lua"));
        let text = std::fs::read(path).expect("a package");
        PackageSource::compile(name, &text).expect("the package compiles")
    };
    names.map(compile).collect()
}
