//! The maps that come with the program, and those of a folder.

mod folders;

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use fangqi_room::{MapPackage, PackageError, folder_and_variant, ids_in};
use fangqi_server::{MapSet, ReadMap, Workers};
use fangqi_text::Escaped;

use crate::plugins::PLUGINS;
use include_dir::{Dir, include_dir};

/// The maps that come with the program.
static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../scripts");

/// Largest file of a map.
const FILE_BYTES_MAX: u64 = 16 << 20;
/// Most bytes of all maps of a folder.
const FOLDER_BYTES_MAX: u64 = 256 << 20;
/// Deepest folder within a map.
const DEPTH_MAX: usize = 8;

/// The file that makes a folder a map.
const MANIFEST: &str = "map.toml";
/// The folder of what maps share.
const SHARED: &str = "lib";

/// The folder of an author's own maps, where nothing else is said.
pub(crate) const OWN: &str = "maps";

/// The folder of maps to use: the one that was named, or that of the author's own if there is one
/// right here.
pub(crate) fn place(named: Option<PathBuf>) -> Option<PathBuf> {
    named.or_else(|| {
        let own = PathBuf::from(OWN);
        // Two maps with one id are for the command to report.
        let holds_maps = folders::find(&own).map_or_else(
            |error| matches!(error, FolderError::Twice { .. }),
            |found| found.keys().any(|name| name != SHARED),
        );
        holds_maps.then_some(own)
    })
}

/// Where a folder of maps has one with this id already.
pub(crate) fn place_of(folder: &Path, id: &str) -> Option<PathBuf> {
    let beside = folder.join(id);
    let in_a_group = || folders::find(folder).ok()?.remove(id);
    if beside.exists() { Some(beside) } else { in_a_group() }
}

/// The map that a person named, by its id or by the path of its folder.
pub(crate) fn named(name: &str, folder: Option<PathBuf>) -> anyhow::Result<MapPackage> {
    let named = [name.to_owned()];
    let (mut ids, folder) = located(&named, place(folder))?;
    MapFolder::read(folder.as_deref())?.load_named(&ids.pop().unwrap_or_default())
}

/// The names of maps that a person named, and the folder to find them in. A map is named by its id,
/// or by the path of its folder: `my-map` lies where `folder` says, `games/my-map`, `./my-map` and
/// `.` where they say themselves.
pub(crate) fn located(
    named: &[String],
    folder: Option<PathBuf>,
) -> anyhow::Result<(Vec<String>, Option<PathBuf>)> {
    let mut ids = Vec::with_capacity(named.len());
    let mut places: BTreeSet<PathBuf> = BTreeSet::new();
    for name in named {
        let path = name.as_str();
        let is_path = name.contains(['/', '\\']) || name == "." || name == "..";
        if !is_path {
            ids.push(name.clone());
            continue;
        }
        let (path, variant) = path_and_variant(path);
        // As people are used to name it: the manifest in it will do, too.
        let path = if path.ends_with(MANIFEST) { path.parent().unwrap_or(path) } else { path };
        let full = path.canonicalize().with_context(|| name.to_string())?;
        if !full.join(MANIFEST).is_file() {
            bail!("{name} is no map: there is no {MANIFEST} in it");
        }
        let id = full.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ids.push(variant.map_or(id.clone(), |variant| format!("{id}:{variant}")));
        places.insert(full);
    }
    let mut parents: BTreeSet<&Path> = places.iter().filter_map(|path| path.parent()).collect();
    match (places.len(), parents.pop_first(), parents.is_empty()) {
        (0, ..) => Ok((ids, folder)),
        (1, ..) if ids.len() == 1 => Ok((ids, places.pop_first())),
        (_, Some(parent), true) => Ok((ids, Some(parent.to_path_buf()))),
        _ => Err(anyhow!("the maps lie in different folders: name those of one folder at a time")),
    }
}

/// The path of a map's folder and, if it ends in one, a variant of the map: `games/nim:misere`.
fn path_and_variant(path: &str) -> (&Path, Option<&str>) {
    match path.rsplit_once(':') {
        Some((folder, variant)) if !variant.contains(['/', '\\']) => {
            (Path::new(folder), Some(variant))
        }
        _ => (Path::new(path), None),
    }
}

/// The files of all maps by path. A map that is in the folder is read from there alone; files that
/// maps share are taken from the folder first.
#[derive(Debug)]
pub(crate) struct MapFolder {
    files: BTreeMap<String, Vec<u8>>,
}

/// Why a folder of maps cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FolderError {
    /// A file or folder cannot be read.
    #[error("{path} cannot be read: {source}")]
    Unreadable {
        /// The file or folder.
        path: String,
        /// Why.
        source: std::io::Error,
    },
    /// There is too much in it.
    #[error("{path}: {what}; is this really a folder of maps?")]
    TooMuch {
        /// The file or folder.
        path: String,
        /// What there is too much of.
        what: &'static str,
    },
    /// Two maps have the same id.
    #[error("two maps are called `{name}`: {first} and {second}; rename one, or take it away")]
    Twice {
        /// The id.
        name: String,
        /// The folder of one.
        first: String,
        /// The folder of the other.
        second: String,
    },
}

/// The error of a file or folder that cannot be read.
fn unreadable(path: &Path) -> impl FnOnce(std::io::Error) -> FolderError {
    let path = path.display().to_string();
    move |source| FolderError::Unreadable { path, source }
}

impl MapFolder {
    /// The maps of the program and, if given, of a folder; of a folder that is itself a map, that
    /// one.
    pub(crate) fn read(folder: Option<&Path>) -> Result<Self, FolderError> {
        let mut files = Self::shipped();
        if let Some(folder) = folder {
            let mut disk = BTreeMap::new();
            let mut bytes_left = FOLDER_BYTES_MAX;
            for (name, path) in folders::find(folder)? {
                read_folder(&path, &name, 1, &mut bytes_left, &mut disk)?;
            }
            let replaced = map_names(&disk);
            files
                .retain(|path, _| path.split('/').next().is_none_or(|map| !replaced.contains(map)));
            files.extend(disk);
        }
        Ok(Self { files })
    }

    /// The files of the maps that come with the program.
    pub(crate) fn shipped() -> BTreeMap<String, Vec<u8>> {
        let mut files = BTreeMap::new();
        read_embedded(&EMBEDDED, &mut files);
        files
    }

    /// All files by path, to keep.
    pub(crate) fn into_files(self) -> BTreeMap<String, Vec<u8>> {
        self.files
    }

    /// All files by path.
    pub(crate) fn files(&self) -> &BTreeMap<String, Vec<u8>> {
        &self.files
    }

    /// The names of all maps and of their variants, good and bad.
    pub(crate) fn names(&self) -> BTreeSet<String> {
        names_in(&self.files)
    }

    /// The maps a person named, each with its variants, or all if none was; says which there are if
    /// one is not there.
    pub(crate) fn chosen(&self, named: &[String]) -> anyhow::Result<Vec<String>> {
        let names = self.names();
        match named.iter().find(|name| !names.contains(*name)) {
            Some(unknown) => {
                let names: Vec<&str> = names.iter().map(String::as_str).collect();
                Err(anyhow!("there is no map `{unknown}`; there are {}", names.join(", ")))
            }
            None if named.is_empty() => Ok(names.into_iter().collect()),
            None => {
                let is_named = |name: &String| {
                    let (folder, _) = folder_and_variant(name);
                    named.iter().any(|wanted| wanted == name || wanted == folder)
                };
                Ok(names.into_iter().filter(is_named).collect())
            }
        }
    }

    /// Loads one map.
    pub(crate) fn load(&self, name: &str) -> Result<MapPackage, PackageError> {
        MapPackage::load(&self.files, name, PLUGINS)
    }

    /// Reads maps for a server: in a worker process if its rooms live in such, so that a map that
    /// breaks the script host does not end the server.
    pub(crate) fn read_maps(
        &self,
        workers: Option<&Workers>,
        names: impl IntoIterator<Item = String>,
    ) -> anyhow::Result<Vec<(String, ReadMap)>> {
        let names: Vec<String> = names.into_iter().collect();
        let Some(workers) = workers else {
            let read = |name: String| {
                let map = self.load(&name).map(Into::into).map_err(|error| error.to_string());
                (name, map)
            };
            return Ok(names.into_iter().map(read).collect());
        };
        // What is there beside them may be shared.
        let mut others = self.names();
        others.retain(|other| !names.contains(other));
        let is_needed = |map: &str| names.iter().any(|name| folder_and_variant(name).0 == map);
        others.retain(|other| !is_needed(other));
        let is_other = |path: &str| path.split('/').next().is_some_and(|map| others.contains(map));
        let files = self.files.iter().filter(|(path, _)| !is_other(path));
        let files = files.map(|(path, bytes)| (path.clone(), bytes.clone())).collect();
        let read = fangqi_server::read_maps(workers, &files, &names, PLUGINS)
            .context("no process to read maps can be started")?;
        Ok(names.into_iter().zip(read).collect())
    }

    /// All maps, for a server. A broken one is reported and left out, unless it is the one that is
    /// needed.
    pub(crate) fn offered(
        &self,
        workers: Option<&Workers>,
        needed: Option<&str>,
    ) -> anyhow::Result<MapSet> {
        let mut maps = MapSet::new(PLUGINS);
        for (name, read) in self.read_maps(workers, self.names())? {
            match read {
                Ok(map) => maps.add(map),
                Err(error) if needed == Some(&name) => {
                    bail!("the map `{name}` is broken: {error}");
                }
                Err(error) => tracing::error!(map = name, "left out: {error}"),
            }
        }
        Ok(maps)
    }

    /// Loads the map a person named; says which there are if there is none such.
    pub(crate) fn load_named(&self, name: &str) -> anyhow::Result<MapPackage> {
        let names = self.names();
        if !names.contains(name) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            bail!("there is no map `{name}`; there are {}", names.join(", "));
        }
        self.load(name).with_context(|| format!("the map `{name}` is broken"))
    }
}

/// The names of all maps among files and of their variants, good and bad.
pub(crate) fn names_in(files: &BTreeMap<String, Vec<u8>>) -> BTreeSet<String> {
    map_names(files).iter().flat_map(|map| ids_in(files, map)).collect()
}

/// The folders that hold a manifest.
fn map_names(files: &BTreeMap<String, Vec<u8>>) -> BTreeSet<String> {
    let manifests = files.keys().filter_map(|path| path.strip_suffix("/map.toml"));
    manifests.filter(|map| !map.contains('/')).map(str::to_owned).collect()
}

fn read_embedded(dir: &Dir<'static>, files: &mut BTreeMap<String, Vec<u8>>) {
    for file in dir.files() {
        let path = file.path().to_string_lossy().replace('\\', "/");
        files.insert(without_group(&path).to_owned(), file.contents().to_vec());
    }
    for dir in dir.dirs() {
        read_embedded(dir, files);
    }
}

/// The path of a file of the program's own maps as all maps' are known: `chess/rules.lua` for
/// `maps/boards/chess/rules.lua`.
fn without_group(path: &str) -> &str {
    let below = path.strip_prefix("maps/").and_then(|path| path.split_once('/'));
    below.map_or(path, |(_group, path)| path)
}

fn read_folder(
    folder: &Path,
    prefix: &str,
    depth: usize,
    bytes_left: &mut u64,
    files: &mut BTreeMap<String, Vec<u8>>,
) -> Result<(), FolderError> {
    if depth > DEPTH_MAX {
        let path = folder.display().to_string();
        return Err(FolderError::TooMuch { path, what: "folders within folders" });
    }
    for entry in std::fs::read_dir(folder).map_err(unreadable(folder))? {
        let entry = entry.map_err(unreadable(folder))?;
        let path = entry.path();
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with('.') {
            continue;
        }
        let meta = std::fs::metadata(&path).map_err(unreadable(&path))?;
        let named = if prefix.is_empty() { name } else { format!("{prefix}/{name}") };
        if meta.is_dir() {
            if leads_back(&path) {
                continue;
            }
            read_folder(&path, &named, depth + 1, bytes_left, files)?;
        } else if meta.is_file() {
            if meta.len() > FILE_BYTES_MAX || meta.len() > *bytes_left {
                let path = path.display().to_string();
                return Err(FolderError::TooMuch { path, what: "too many bytes" });
            }
            *bytes_left -= meta.len();
            files.insert(named, std::fs::read(&path).map_err(unreadable(&path))?);
        }
    }
    Ok(())
}

/// Whether the folder is a link to one that it lies in.
fn leads_back(folder: &Path) -> bool {
    let real = |path: &Path| path.canonicalize().ok();
    folder.is_symlink()
        && real(folder)
            .zip(folder.parent().and_then(real))
            .is_some_and(|(target, parent)| parent.starts_with(target))
}

/// `fangqi maps`
pub(crate) fn list(folder: Option<&Path>) -> anyhow::Result<()> {
    let maps = MapFolder::read(folder)?;
    let mut broken = 0;
    for name in maps.names() {
        match maps.load(&name) {
            Ok(map) => {
                let (zh, en) = (Escaped(&map.name().zh), Escaped(&map.name().en));
                println!("{:<20} {zh} / {en}", Escaped(&name));
                println!("{:<20} {}", "", Escaped(&map.description().en));
                for capability in map.capabilities() {
                    let (name, meaning) = (capability.name(), capability.meaning());
                    println!("{:<20} may `{name}`: {meaning}", "");
                }
            }
            Err(error) => {
                broken += 1;
                println!("{:<20} broken: {}", Escaped(&name), Escaped(error));
            }
        }
    }
    match broken {
        0 => Ok(()),
        1 => Err(anyhow!("a map is broken")),
        _ => Err(anyhow!("{broken} maps are broken")),
    }
}

#[cfg(test)]
mod tests {
    use fangqi_room::plugin::with_causes;

    use super::*;

    fn write(folder: &Path, path: &str, text: &str) {
        let path = folder.join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    #[test]
    fn all_maps_of_the_program_load() {
        let maps = MapFolder::read(None).unwrap();
        assert!(maps.names().contains("xiangqi") && maps.names().contains("tutorial-xiangqi"));
        for name in maps.names() {
            maps.load(&name).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
    }

    #[test]
    fn the_programs_maps_are_those_of_its_tree() {
        let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts");
        let mut names: BTreeSet<String> = folders::find(&tree).unwrap().into_keys().collect();
        assert!(names.remove(SHARED));
        assert_eq!(names, map_names(&MapFolder::shipped()));
        // From the tree itself they are the same, down to the last byte.
        let maps = MapFolder::read(Some(&tree)).unwrap();
        let shipped = MapFolder::shipped();
        assert!(maps.files().keys().eq(shipped.keys()));
        for (path, bytes) in maps.files() {
            assert!(shipped[path] == *bytes, "{path} has changed since the program was built");
        }
    }

    #[test]
    fn a_group_does_not_show_in_paths() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = "format = 1\nid = \"mine\"\nversion = \"1\"\n\
             name = { zh = \"\", en = \"Mine\" }\n\
             description = { zh = \"\", en = \"\" }\nscripts = [\"main.lua\"]\n";
        write(folder.path(), "games/mine/map.toml", manifest);
        write(folder.path(), "games/mine/main.lua", "local = 1");
        write(folder.path(), "games/chess/map.toml", &manifest.replace("mine", "chess"));
        write(folder.path(), "games/chess/main.lua", "local x = 1");
        let maps = MapFolder::read(Some(folder.path())).unwrap();
        let error = with_causes(&maps.load_named("mine").unwrap_err());
        assert!(error.contains("broken: mine/main.lua:1"), "{error}");
        // It replaces the program's own, wherever that lies.
        assert_eq!(maps.load_named("chess").unwrap().name().en, "Mine");
        assert!(!maps.files().contains_key("chess/rules.lua"));
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_a_map_that_leads_back_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), "mine/map.toml", "");
        write(folder.path(), "mine/a/b.lua", "");
        let link = |target: &Path, name: &str| {
            std::os::unix::fs::symlink(target, folder.path().join(name)).unwrap();
        };
        link(folder.path(), "mine/a/all");
        link(Path::new("."), "mine/a/here");
        write(folder.path(), "aside/c.lua", "");
        link(&folder.path().join("aside"), "mine/d");
        let maps = MapFolder::read(Some(folder.path())).unwrap();
        let own = maps.files().keys().filter(|path| path.starts_with("mine/"));
        assert_eq!(own.collect::<Vec<_>>(), ["mine/a/b.lua", "mine/d/c.lua", "mine/map.toml"]);
    }

    #[test]
    fn a_folder_adds_and_replaces_maps_and_broken_ones_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = |id: &str, en: &str| {
            format!(
                "format = 1\nid = \"{id}\"\nversion = \"1\"\n\
                 name = {{ zh = \"\", en = \"{en}\" }}\n\
                 description = {{ zh = \"\", en = \"\" }}\nscripts = [\"main.lua\"]\n"
            )
        };
        write(folder.path(), "mine/map.toml", &manifest("mine", "Mine"));
        write(folder.path(), "mine/main.lua", "local x = 1");
        write(folder.path(), "xiangqi/map.toml", &manifest("xiangqi", "My Xiangqi"));
        // `main.lua` of the program's own map must not be mixed in.
        write(folder.path(), "broken/map.toml", &manifest("broken", "Broken"));
        write(folder.path(), "broken/main.lua", "local = 1");
        write(folder.path(), ".hidden/map.toml", "not a map");
        let maps = MapFolder::read(Some(folder.path())).unwrap();
        assert!(maps.load("xiangqi").unwrap_err().to_string().contains("main.lua"));
        write(folder.path(), "xiangqi/main.lua", "local x = 1");
        let maps = MapFolder::read(Some(folder.path())).unwrap();
        assert_eq!(maps.load("xiangqi").unwrap().name().en, "My Xiangqi");
        let error = with_causes(&maps.load_named("broken").unwrap_err());
        assert!(error.contains("broken/main.lua:1"), "{error}");
        let loaded: Vec<String> =
            maps.offered(None, None).unwrap().iter().map(|map| map.id().to_owned()).collect();
        let good = maps.names().into_iter().filter(|name| name != "broken");
        assert_eq!(loaded, good.collect::<Vec<_>>());
        assert!(loaded.contains(&"mine".to_owned()));
        let error = maps.offered(None, Some("broken")).unwrap_err().to_string();
        assert!(error.contains("broken/main.lua:1"), "{error}");
        let error = maps.load_named("no-such-map").map(drop).unwrap_err().to_string();
        assert!(error.contains("mine, ") && error.contains("no-such-map"), "{error}");
    }

    #[test]
    fn a_map_may_be_named_by_the_path_of_its_folder() {
        let folder = tempfile::tempdir().unwrap();
        let manifest = "format = 1\nid = \"mine\"\nversion = \"1\"\n\
             name = { zh = \"\", en = \"Mine\" }\n\
             description = { zh = \"\", en = \"\" }\nscripts = [\"main.lua\"]\n";
        write(folder.path(), "games/mine/map.toml", manifest);
        write(folder.path(), "games/mine/main.lua", "local x = 1");
        write(folder.path(), "games/notes/huge.txt", "no map");
        let path = folder.path().join("games/mine");
        for shown in [path.clone(), path.join("map.toml"), path.join("../mine/")] {
            let named = [shown.display().to_string()];
            let (ids, place) = located(&named, None).unwrap();
            assert_eq!(ids, ["mine"]);
            let maps = MapFolder::read(place.as_deref()).unwrap();
            assert_eq!(maps.load_named("mine").unwrap().name().en, "Mine");
            assert!(!maps.files().contains_key("notes/huge.txt"));
        }
        assert_eq!(located(&["mine".to_owned()], None).unwrap().1, None);
        let error = located(&[folder.path().display().to_string()], None).unwrap_err().to_string();
        assert!(error.contains("map.toml"), "{error}");
        assert!(
            located(&["no/such".to_owned()], None).unwrap_err().to_string().contains("no/such")
        );
    }

    #[test]
    fn a_folder_that_is_not_there_is_named() {
        let error = MapFolder::read(Some(Path::new("no/such/folder"))).unwrap_err().to_string();
        assert!(error.contains("no/such/folder"), "{error}");
    }
}
