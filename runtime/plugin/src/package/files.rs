use std::cell::RefCell;
use std::collections::BTreeMap;

use super::error::PackageError;

/// The file that describes a map, in the map's folder.
pub const MANIFEST: &str = "map.toml";

/// Where a map's files come from. The room crate itself does not read the disk.
pub trait FileSource {
    /// The bytes of the file at a `/`-separated path below the folder of all maps.
    fn read(&self, path: &str) -> Option<&[u8]>;

    /// The sorted names of the files directly in a folder.
    fn list(&self, folder: &str) -> Vec<String>;
}

impl FileSource for include_dir::Dir<'static> {
    fn read(&self, path: &str) -> Option<&[u8]> {
        self.get_file(path).map(include_dir::File::contents)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let files = self.get_dir(folder).into_iter().flat_map(include_dir::Dir::files);
        let name = |file: &include_dir::File<'_>| file.path().file_name()?.to_str().map(Into::into);
        let mut names: Vec<String> = files.filter_map(name).collect();
        names.sort();
        names
    }
}

impl FileSource for BTreeMap<String, Vec<u8>> {
    fn read(&self, path: &str) -> Option<&[u8]> {
        self.get(path).map(Vec::as_slice)
    }

    fn list(&self, folder: &str) -> Vec<String> {
        let below = format!("{folder}/");
        let files = self.range(below.clone()..).map_while(|(path, _)| path.strip_prefix(&below));
        files.filter(|name| !name.contains('/')).map(str::to_owned).collect()
    }
}

/// The files that a map may name: those of its own folder and of the shared `lib` folder beside it.
pub struct MapFiles<'a> {
    source: &'a dyn FileSource,
    map: &'a str,
    /// The files read so far, by full path. They are the package, whatever else is in the folders.
    read: RefCell<BTreeMap<String, &'a [u8]>>,
}

impl<'a> MapFiles<'a> {
    pub(super) fn new(source: &'a dyn FileSource, map: &'a str) -> Self {
        Self { source, map, read: RefCell::default() }
    }

    /// The map's folder below the folder of all maps, which is the map's id.
    pub fn map(&self) -> &'a str {
        self.map
    }

    /// Whether the file `path` exists.
    pub fn has(&self, path: &str) -> bool {
        self.source.read(&self.full(path)).is_some()
    }

    /// The sorted names of the files directly in a folder of the map.
    pub fn list(&self, folder: &str) -> Vec<String> {
        self.source.list(&self.full(folder))
    }

    /// A path relative to the folder of all maps.
    pub(super) fn full(&self, path: &str) -> String {
        if path.starts_with("lib/") { path.to_owned() } else { format!("{}/{path}", self.map) }
    }

    /// The bytes of `path`; `named_in` is the file that names it.
    ///
    /// # Errors
    /// There is no such file, or the path leaves the map's folder.
    pub fn bytes(&self, path: &str, named_in: &str) -> Result<&'a [u8], PackageError> {
        let missing = |hint: &str| PackageError::MissingFile {
            path: path.to_owned(),
            named_in: format!("{}/{named_in}", self.map),
            hint: hint.to_owned(),
        };
        if path.split('/').any(|part| part == ".." || part.is_empty() || part.contains('\\')) {
            return Err(missing(
                "; name a file of this map's folder, or one of the shared folder as lib/…",
            ));
        }
        let full = self.full(path);
        let bytes = self.source.read(&full).ok_or_else(|| missing(""))?;
        self.read.borrow_mut().insert(full, bytes);
        Ok(bytes)
    }

    /// Every file read, by path relative to the folder of all maps.
    pub(super) fn into_read(self) -> BTreeMap<String, Box<[u8]>> {
        self.read.into_inner().into_iter().map(|(path, bytes)| (path, bytes.into())).collect()
    }

    /// The text of `path`, without a byte-order mark.
    ///
    /// # Errors
    /// As [`Self::bytes`], or the file is not UTF-8.
    pub fn text(&self, path: &str, named_in: &str) -> Result<&'a str, PackageError> {
        let bytes = self.bytes(path, named_in)?;
        let full = || format!("{}/{path}", self.map);
        fangqi_text::check(bytes)
            .map_err(|wide| PackageError::Invalid { path: full(), message: wide.to_string() })?;
        let text = std::str::from_utf8(bytes)
            .map_err(|error| PackageError::NotText { path: full(), offset: error.valid_up_to() })?;
        Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
    }

    /// Parses a TOML file into `T`. An unknown key is an error that suggests the nearest known one.
    ///
    /// # Errors
    /// As [`Self::text`], or the first value that does not fit, by line.
    pub fn toml<T: serde::de::DeserializeOwned>(
        &self,
        path: &str,
        named_in: &str,
    ) -> Result<T, PackageError> {
        let text = self.text(path, named_in)?;
        toml::from_str(text).map_err(|error| self.located(path, &error))
    }

    /// An error in the TOML file `path`, which has been read, with its line.
    pub fn located(&self, path: &str, error: &toml::de::Error) -> PackageError {
        let start = error.span().map_or(0, |span| span.start);
        self.at(path, start, super::suggest::with_suggestion(error.message()))
    }

    /// An error at a byte of the text file `path`, which has been read.
    pub(super) fn at(&self, path: &str, start: usize, message: String) -> PackageError {
        let text = self.source.read(&self.full(path)).unwrap_or_default();
        let before = &text[..start.min(text.len())];
        PackageError::Malformed {
            path: format!("{}/{path}", self.map),
            line: before.iter().filter(|byte| **byte == b'\n').count() + 1,
            message,
        }
    }
}

impl std::fmt::Debug for MapFiles<'_> {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("MapFiles").field("map", &self.map).finish_non_exhaustive()
    }
}
