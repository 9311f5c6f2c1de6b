//! Builds Luau as rooms need it.
//!
//! This crate takes the place of `luau0-src`, which `mlua-sys` builds Luau with
//! (`[patch.crates-io]` in the workspace's manifest). It has the same interface and hands
//! everything on to the upstream crate, with the settings of this folder. The readme says what they
//! are for and how to update.

#![deny(clippy::unwrap_used)]

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};

pub use upstream::Artifacts;

/// Flags for the C++ compiler.
///
/// Luau checks itself at every step unless `NDEBUG` tells it not to: a game of computers takes a
/// fifth longer. Builds with debug assertions have it check itself all the same, because the
/// upstream crate defines `LUAU_ENABLE_ASSERT` for them.
pub const FLAGS: [&str; 1] = ["-DNDEBUG"];

/// The folder of headers that are found before Luau's own. It cannot be called `include`: the
/// header in it finds Luau's as `../include/lua.h`, from the folder that is searched next.
const INCLUDE: &str = "headers";

/// Variables through which the upstream crate takes flags and folders of headers.
const FLAGS_VARIABLE: &str = "LUAU_CXXFLAGS";
const INCLUDE_VARIABLE: &str = "LUAU_INCLUDE_DIRS";

/// A build of Luau, with the interface that `mlua-sys` knows.
pub struct Build(upstream::Build);

impl Build {
    /// With the settings of the upstream crate and of this one.
    pub fn new() -> Self {
        Self(upstream::Build::new())
    }

    /// Builds the generator of machine code as well.
    pub fn enable_codegen(&mut self, enable: bool) -> &mut Self {
        self.0.enable_codegen(enable);
        self
    }

    /// Sets how many slots of Lua's stack a C function can use.
    pub fn set_max_cstack_size(&mut self, size: usize) -> &mut Self {
        self.0.set_max_cstack_size(size);
        self
    }

    /// Sets how many numbers a vector has, 3 or 4.
    pub fn set_vector_size(&mut self, size: usize) -> &mut Self {
        self.0.set_vector_size(size);
        self
    }

    /// Compiles Luau.
    ///
    /// # Panics
    /// A file cannot be compiled, or a folder's name holds what separates folders in variables.
    pub fn build(&mut self) -> Artifacts {
        let include = Path::new(env!("CARGO_MANIFEST_DIR")).join(INCLUDE);
        println!("cargo:rerun-if-changed={}", include.display());
        let flags = flags(env::var_os(FLAGS_VARIABLE));
        let folders = folders(include, env::var_os(INCLUDE_VARIABLE).as_ref());
        // SAFETY: this runs in a build script, which has no other thread yet.
        unsafe {
            env::set_var(FLAGS_VARIABLE, flags);
            env::set_var(INCLUDE_VARIABLE, folders);
        }
        self.0.build()
    }
}

impl Default for Build {
    fn default() -> Self {
        Self::new()
    }
}

impl std::fmt::Debug for Build {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("Build").finish_non_exhaustive()
    }
}

/// This crate's flags, then those that the variable holds already, such as a sanitizer's.
fn flags(given: Option<OsString>) -> OsString {
    let mut flags = OsString::from(FLAGS.join(" "));
    if let Some(given) = given {
        flags.push(" ");
        flags.push(given);
    }
    flags
}

/// This crate's folder, then those that the variable names already.
fn folders(own: PathBuf, given: Option<&OsString>) -> OsString {
    let given = given.into_iter().flat_map(env::split_paths);
    env::join_paths(std::iter::once(own).chain(given)).expect("folders can be separated")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_settings_come_first_and_given_ones_stay() {
        assert_eq!(flags(None), "-DNDEBUG");
        assert_eq!(flags(Some("-g1 -DX".into())), "-DNDEBUG -g1 -DX");
        let split = |text: OsString| env::split_paths(&text).collect::<Vec<_>>();
        assert_eq!(split(folders("own".into(), None)), [Path::new("own")]);
        let given = env::join_paths(["a", "b"]).unwrap();
        let expected = ["own", "a", "b"].map(PathBuf::from);
        assert_eq!(split(folders("own".into(), Some(&given))), expected);
    }

    #[test]
    fn the_header_lies_where_the_compiler_looks_for_it() {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join(INCLUDE).join("lua.h").is_file());
    }
}
