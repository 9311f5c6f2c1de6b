//! What a backup contains.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use rusqlite::Connection;
use serde::{Deserialize, Serialize};

use super::{BackupError, file};
use crate::log::LogError;
use crate::log::sqlite::connect::failed;
use crate::log::sqlite::schema;

/// Version of the manifest itself.
const FORMAT: u32 = 1;

/// The manifest of a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Manifest {
    format: u32,
    /// Version of the program that made the backup.
    pub program: String,
    /// When, in seconds since 1970.
    pub taken: u64,
    /// What its log contains.
    #[serde(flatten)]
    pub contents: Contents,
    files: BTreeMap<String, OneFile>,
    /// SHA-256 of this manifest with an empty text in this place.
    digest: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct OneFile {
    bytes: u64,
    sha256: String,
}

/// What a log contains, counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// Version of the file format.
    pub schema: i64,
    /// Inputs of all rooms that are kept.
    pub inputs: u64,
    /// The number of the last input of each room.
    pub rooms: BTreeMap<String, u64>,
}

impl Contents {
    /// Counts what a file contains.
    pub(super) fn of(connection: &Connection, path: &Path) -> Result<Self, LogError> {
        let schema = schema::version(connection, path)?;
        let count = || {
            let mut rooms = BTreeMap::new();
            let mut query = connection.prepare("SELECT id FROM rooms")?;
            for room in query.query_map([], |row| row.get::<_, String>(0))? {
                rooms.insert(room?, 0);
            }
            let mut inputs = 0;
            let sql = "SELECT room, max(event), count(*) FROM records GROUP BY room";
            let mut query = connection.prepare(sql)?;
            let mut found = query.query([])?;
            while let Some(row) = found.next()? {
                let (last, count): (i64, i64) = (row.get(1)?, row.get(2)?);
                rooms.insert(row.get(0)?, last.cast_unsigned());
                inputs += count.cast_unsigned();
            }
            Ok(Self { schema, inputs, rooms })
        };
        count().map_err(failed(path, "counting its rooms"))
    }

    /// In what another file differs, in words.
    pub(super) fn difference(&self, found: &Self) -> Option<String> {
        if self == found {
            return None;
        }
        let other = |(room, last): &(&String, &u64)| found.rooms.get(*room) != Some(last);
        Some(match self.rooms.iter().find(other) {
            Some((room, last)) => format!("room {room} does not end with input {last}"),
            None => format!(
                "it holds {} rooms with {} inputs instead of {} with {}",
                found.rooms.len(),
                found.inputs,
                self.rooms.len(),
                self.inputs
            ),
        })
    }
}

impl Manifest {
    /// Its name in a backup.
    pub const FILE: &str = "manifest.json";

    /// The manifest of the files in a folder.
    pub(super) fn of(
        folder: &Path,
        taken: u64,
        contents: Contents,
        names: Vec<String>,
    ) -> Result<Self, BackupError> {
        let mut files = BTreeMap::new();
        for name in names {
            let path = folder.join(&name);
            let bytes = path.metadata().map_err(file::failed(&path, "read"))?.len();
            files.insert(name, OneFile { bytes, sha256: file::digest(&path)? });
        }
        let program = env!("CARGO_PKG_VERSION").to_owned();
        let digest = String::new();
        let manifest = Self { format: FORMAT, program, taken, contents, files, digest };
        Ok(Self { digest: file::digest_of(&manifest.bytes(folder)?), ..manifest })
    }

    fn bytes(&self, folder: &Path) -> Result<Vec<u8>, BackupError> {
        let failed = |error: serde_json::Error| file::failed(folder, "written")(error.into());
        let mut bytes = serde_json::to_vec_pretty(self).map_err(failed)?;
        bytes.push(b'\n');
        Ok(bytes)
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), BackupError> {
        let path = folder.join(Self::FILE);
        let mut made = file::create(&path)?;
        let written = made.write_all(&self.bytes(folder)?).and_then(|()| made.sync_all());
        written.map_err(file::failed(&path, "written"))
    }

    /// Reads the manifest of a backup.
    pub(super) fn read(folder: &Path) -> Result<Self, BackupError> {
        let path = folder.join(Self::FILE);
        let shown = || path.display().to_string();
        let bytes = std::fs::read(&path).map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => BackupError::NoBackup {
                path: folder.display().to_string(),
                reason: format!("it has no {}", Self::FILE),
            },
            _ => file::failed(&path, "read")(error),
        })?;
        let damaged = |reason: String| BackupError::Damaged { path: shown(), reason };
        /// What every version of the manifest says.
        #[derive(Deserialize)]
        struct Head {
            format: u32,
            program: String,
        }
        let head: Head =
            serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        if head.format > FORMAT {
            return Err(BackupError::Newer { path: shown(), program: head.program });
        }
        let manifest: Self =
            serde_json::from_slice(&bytes).map_err(|error| damaged(error.to_string()))?;
        let blank = Self { digest: String::new(), ..manifest.clone() };
        let same = manifest.bytes(folder)? == bytes;
        if !same || file::digest_of(&blank.bytes(folder)?) != manifest.digest {
            return Err(damaged("it was changed after it was written".to_owned()));
        }
        Ok(manifest)
    }

    /// The names of the files.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.files.keys().map(String::as_str)
    }

    /// Bytes of all files.
    pub(super) fn bytes_of_files(&self) -> u64 {
        self.files.values().map(|file| file.bytes).sum()
    }

    /// Compares all files of a backup with what they were.
    pub(super) fn check_files(&self, folder: &Path) -> Result<(), BackupError> {
        for (name, file) in &self.files {
            let path = folder.join(name);
            let damaged =
                |reason: String| BackupError::Damaged { path: path.display().to_string(), reason };
            let bytes = match path.metadata() {
                Ok(found) => found.len(),
                Err(error) => return Err(damaged(error.to_string())),
            };
            if bytes != file.bytes {
                return Err(damaged(format!("it has {bytes} bytes instead of {}", file.bytes)));
            }
            let sha256 = file::digest(&path)?;
            if sha256 != file.sha256 {
                let wanted = &file.sha256;
                return Err(damaged(format!("its SHA-256 is {sha256} instead of {wanted}")));
            }
        }
        Ok(())
    }
}
