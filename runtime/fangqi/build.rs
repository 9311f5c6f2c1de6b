//! The maps are embedded by `include_dir!`, which does not tell cargo what it read.

fn main() {
    println!("cargo::rerun-if-changed=../../scripts");
}
