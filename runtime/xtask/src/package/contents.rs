//! Files, folders and links by path, and archives of them whose bytes depend on nothing else.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use flate2::{Compression, GzBuilder};
use tar::{Builder, EntryType, Header};

use crate::exec::{Result, error};

/// The owner of nearly everything in a package: the super-user.
const ROOT: u64 = 0;

/// What lies at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Entry {
    File { mode: u32, bytes: Vec<u8> },
    Folder { mode: u32, owner: u64 },
}

/// Files and folders by path, without a slash before or after it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Contents(BTreeMap<String, Entry>);

impl Contents {
    /// Adds a file, and the folders that it lies in.
    pub(super) fn file(&mut self, path: &str, mode: u32, bytes: Vec<u8>) {
        self.add(path, Entry::File { mode, bytes });
    }

    /// Adds a folder, and those that it lies in.
    pub(super) fn folder(&mut self, path: &str, mode: u32, owner: u64) {
        self.add(path, Entry::Folder { mode, owner });
    }

    fn add(&mut self, path: &str, entry: Entry) {
        for (at, _) in path.match_indices('/') {
            let above = self.0.entry(path[..at].to_owned());
            above.or_insert(Entry::Folder { mode: 0o755, owner: ROOT });
        }
        self.0.insert(path.to_owned(), entry);
    }

    /// The files.
    pub(super) fn files(&self) -> impl Iterator<Item = (&str, &[u8])> {
        self.0.iter().filter_map(|(path, entry)| match entry {
            Entry::File { bytes, .. } => Some((path.as_str(), bytes.as_slice())),
            Entry::Folder { .. } => None,
        })
    }

    /// A tar archive in which every path begins with `before`.
    pub(super) fn tar(&self, before: &str, time: u64) -> Result<Vec<u8>> {
        let mut archive = Builder::new(Vec::new());
        for (path, entry) in &self.0 {
            let mut header = Header::new_gnu();
            header.set_mtime(time);
            let (kind, mode, owner, bytes) = match entry {
                Entry::File { mode, bytes } => (EntryType::Regular, *mode, ROOT, bytes.as_slice()),
                Entry::Folder { mode, owner } => (EntryType::Directory, *mode, *owner, &[][..]),
            };
            header.set_entry_type(kind);
            header.set_mode(mode);
            header.set_uid(owner);
            header.set_gid(owner);
            header.set_size(bytes.len() as u64);
            let end = if kind.is_dir() { "/" } else { "" };
            let name = format!("{before}{path}{end}");
            archive.append_data(&mut header, name, bytes).map_err(error)?;
        }
        archive.into_inner().map_err(error)
    }

    /// Writes all of it below a folder, in place of what is there.
    pub(super) fn write_below(&self, folder: &Path) -> Result<()> {
        let failed = |path: &Path, e| error(format!("cannot write {}: {e}", path.display()));
        if folder.exists() {
            fs::remove_dir_all(folder).map_err(|e| failed(folder, e))?;
        }
        fs::create_dir_all(folder).map_err(|e| failed(folder, e))?;
        for (path, entry) in &self.0 {
            let path = folder.join(path);
            let done = match entry {
                Entry::File { bytes, .. } => fs::write(&path, bytes),
                Entry::Folder { .. } => fs::create_dir(&path),
            };
            done.map_err(|e| failed(&path, e))?;
        }
        Ok(())
    }
}

/// Compresses without a name, a time or a system in the head.
pub(super) fn gzip(bytes: &[u8]) -> Result<Vec<u8>> {
    let mut packed = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    packed.write_all(bytes).map_err(error)?;
    packed.finish().map_err(error)
}
