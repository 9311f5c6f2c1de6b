//! What examples about Sanguosha share.

use std::path::Path;

use fangqi_plugin_sanguosha::{PackageSource, compile_all};

/// The packages that come with the program, in their order.
pub fn packages() -> Vec<PackageSource> {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../scripts/maps/cards/sanguosha");
    let order = std::fs::read_to_string(folder.join("packages.toml")).expect("packages.toml");
    let order: toml::Table = order.parse().expect("TOML");
    let names = order["packages"].as_array().expect("a list");
    let compile = |name: &toml::Value| {
        let name = name.as_str().expect("a name");
        let path = folder.join("packages").join(format!("{name}.lua"));
        let text = std::fs::read(path).expect("a package");
        PackageSource::compile(name, &text)
    };
    compile_all(names, compile).expect("the packages compile")
}
