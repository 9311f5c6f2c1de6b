//! Where maps lie in a folder of maps. A map is a folder with a manifest, and its id the folder's
//! name:
//!
//! ```text
//! my-maps
//! ├── nim/map.toml            a map
//! ├── cards                   a group: a folder of maps that is none itself
//! │   └── whist/map.toml      a map
//! └── lib                     what maps share
//! ```
//!
//! Groups only sort maps for those who read the folder. Nothing else sees them: ids, addresses and
//! paths in errors and in packages are the same in a group and outside of one. The tree of the
//! program's own maps has its groups in a folder `maps`, beside what they share.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::path::{Path, PathBuf};

use super::{FolderError, MANIFEST, SHARED, unreadable};

/// The folder that may stand between a folder of maps and its groups.
const GROUPS: &str = "maps";

/// The folders to read, by the name under which their files are known: maps, and what they share.
/// A folder that is itself a map stands for it alone, with what is shared beside it.
pub(super) fn find(folder: &Path) -> Result<BTreeMap<String, PathBuf>, FolderError> {
    let mut found = BTreeMap::new();
    if is_map(folder) {
        let full = folder.canonicalize().map_err(unreadable(folder))?;
        let name = full.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let shared = full.parent().map(|parent| parent.join(SHARED));
        found.extend(shared.filter(|path| path.is_dir()).map(|path| (SHARED.to_owned(), path)));
        found.insert(name, full);
        return Ok(found);
    }
    for (name, path) in folders(folder)? {
        if name == SHARED {
            found.insert(name, path);
        } else {
            look_at(name, path, true, &mut found)?;
        }
    }
    Ok(found)
}

/// Adds the folder if it is a map, else the maps in it if it may be a group.
fn look_at(
    name: String,
    path: PathBuf,
    may_be_group: bool,
    found: &mut BTreeMap<String, PathBuf>,
) -> Result<(), FolderError> {
    if is_map(&path) {
        return match found.entry(name) {
            Entry::Vacant(place) => {
                place.insert(path);
                Ok(())
            }
            Entry::Occupied(first) => Err(FolderError::Twice {
                name: first.key().clone(),
                first: first.get().display().to_string(),
                second: path.display().to_string(),
            }),
        };
    }
    // A linked map is as good as any; a link to a folder of maps may form a cycle.
    if !may_be_group || path.is_symlink() {
        return Ok(());
    }
    match folders(&path) {
        Ok(inside) => {
            let holds_groups = name == GROUPS;
            let mut inside = inside.into_iter();
            inside.try_for_each(|(name, path)| look_at(name, path, holds_groups, found))
        }
        // Such as `lost+found`: it is most likely no group.
        Err(error) => {
            tracing::warn!("no maps are looked for in a folder: {error}");
            Ok(())
        }
    }
}

fn is_map(folder: &Path) -> bool {
    folder.join(MANIFEST).is_file()
}

/// The folders in a folder, sorted by name, but those whose names begin with a dot.
fn folders(folder: &Path) -> Result<BTreeMap<String, PathBuf>, FolderError> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
        let entry = entry.map_err(unreadable(folder))?;
        let (path, Ok(name)) = (entry.path(), entry.file_name().into_string()) else { continue };
        if !name.starts_with('.') && path.is_dir() {
            found.insert(name, path);
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder with these empty files; a path that ends with `/` is an empty folder.
    fn tree(paths: &[&str]) -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for path in paths {
            let full = root.path().join(path);
            if path.ends_with('/') {
                std::fs::create_dir_all(full).unwrap();
            } else {
                std::fs::create_dir_all(full.parent().unwrap()).unwrap();
                std::fs::write(full, "").unwrap();
            }
        }
        root
    }

    /// What is found in the folder, as `name path` with the path below it.
    fn found(root: &Path) -> Vec<String> {
        let line = |(name, path): (String, PathBuf)| {
            format!("{name} {}", path.strip_prefix(root).unwrap().display())
        };
        find(root).unwrap().into_iter().map(line).collect()
    }

    #[test]
    fn maps_lie_in_the_folder_in_groups_or_both() {
        let flat = tree(&["a/map.toml", "b/map.toml", "lib/x.lua", "notes/x.txt", "map.txt"]);
        assert_eq!(found(flat.path()), ["a a", "b b", "lib lib"]);
        let grouped = tree(&["x/a/map.toml", "y/b/map.toml", "y/lib/x.lua", "z/"]);
        assert_eq!(found(grouped.path()), ["a x/a", "b y/b"], "`z` is an empty group");
        let mixed = tree(&["a/map.toml", "x/b/map.toml", "lib/map.toml", ".x/c/map.toml"]);
        assert_eq!(found(mixed.path()), ["a a", "b x/b", "lib lib"]);
        assert_eq!(found(tree(&[]).path()), [""; 0]);
    }

    #[test]
    fn the_programs_own_maps_have_groups_in_a_folder_of_their_own() {
        let own = tree(&["maps/x/a/map.toml", "maps/b/map.toml", "lib/x.lua", "types/x.md"]);
        assert_eq!(found(own.path()), ["a maps/x/a", "b maps/b", "lib lib"]);
        let deeper = tree(&["x/y/a/map.toml", "maps/x/y/a/map.toml", "x/maps/y/a/map.toml"]);
        assert_eq!(found(deeper.path()), [""; 0], "groups have no groups");
    }

    #[test]
    fn a_map_in_a_map_is_none() {
        let root = tree(&["a/map.toml", "a/b/map.toml", "x/c/map.toml", "x/c/d/map.toml"]);
        assert_eq!(found(root.path()), ["a a", "c x/c"]);
        // Named itself, the folder is that map.
        let names: Vec<String> = find(&root.path().join("a")).unwrap().into_keys().collect();
        assert_eq!(names, ["a"]);
    }

    #[test]
    fn an_id_that_two_groups_have_is_an_error_with_both_paths() {
        for paths in [["x/a/map.toml", "y/a/map.toml"], ["a/map.toml", "y/a/map.toml"]] {
            let root = tree(&paths);
            let error = find(root.path()).unwrap_err().to_string();
            for path in paths {
                let path = root.path().join(path.trim_end_matches("/map.toml"));
                assert!(error.contains(&path.display().to_string()), "{error}");
            }
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_to_maps_are_maps_and_cycles_are_not_followed() {
        use std::os::unix::fs::symlink;
        let elsewhere = tree(&["b/map.toml"]);
        let root = tree(&["x/a/map.toml"]);
        symlink(root.path(), root.path().join("x/round")).unwrap();
        symlink(root.path(), root.path().join("again")).unwrap();
        symlink(root.path(), root.path().join("maps")).unwrap();
        symlink("nowhere", root.path().join("broken")).unwrap();
        symlink(elsewhere.path().join("b"), root.path().join("x/b")).unwrap();
        assert_eq!(found(root.path()), ["a x/a", "b x/b"]);
    }
}
