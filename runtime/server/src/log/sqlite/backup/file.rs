//! Files of backups: private, durable, and with errors that name them.

use std::fs::File;
use std::io::{ErrorKind, Read, Write};
use std::path::Path;

use ring::digest::{Context, SHA256};

use super::BackupError;
use crate::log::LogError;

/// Bytes read at a time.
const PORTION: usize = 1 << 18;

/// Converts an error of the operating system.
pub(super) fn failed(path: &Path, doing: &'static str) -> impl Fn(std::io::Error) -> BackupError {
    let path = path.display().to_string();
    move |error| match error.kind() {
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => {
            LogError::Full { path: path.clone() }.into()
        }
        _ => BackupError::File { path: path.clone(), doing, reason: error.to_string() },
    }
}

/// Creates a file that only its owner may read.
pub(super) fn create(path: &Path) -> Result<File, BackupError> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path).map_err(failed(path, "written"))
}

/// Creates a folder that only its owner may look into.
pub(super) fn make_folder(path: &Path) -> Result<(), BackupError> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path).map_err(failed(path, "made"))
}

pub(super) fn remove_folder(path: &Path) -> Result<(), BackupError> {
    std::fs::remove_dir_all(path).map_err(failed(path, "removed"))
}

/// Makes the names in a folder durable.
pub(super) fn sync_folder(path: &Path) -> Result<(), BackupError> {
    match File::open(path).and_then(|folder| folder.sync_all()) {
        // Not every file system can.
        Err(error) if error.kind() != ErrorKind::InvalidInput => {
            Err(failed(path, "written")(error))
        }
        _ => Ok(()),
    }
}

/// Copies a file durably and returns the SHA-256 of what was written.
pub(super) fn copy(from: &Path, to: &Path) -> Result<String, BackupError> {
    let mut file = create(to)?;
    let digest = each_portion(from, |bytes| file.write_all(bytes).map_err(failed(to, "written")))?;
    file.sync_all().map_err(failed(to, "written"))?;
    Ok(digest)
}

/// The SHA-256 of a file.
pub(super) fn digest(path: &Path) -> Result<String, BackupError> {
    each_portion(path, |_| Ok(()))
}

/// Reads a file and returns its SHA-256.
fn each_portion(
    path: &Path,
    mut each: impl FnMut(&[u8]) -> Result<(), BackupError>,
) -> Result<String, BackupError> {
    let mut file = File::open(path).map_err(failed(path, "read"))?;
    let (mut context, mut portion) = (Context::new(&SHA256), vec![0; PORTION]);
    loop {
        match file.read(&mut portion).map_err(failed(path, "read"))? {
            0 => return Ok(hexadecimal(context.finish().as_ref())),
            count => {
                context.update(&portion[..count]);
                each(&portion[..count])?;
            }
        }
    }
}

/// The SHA-256 of bytes.
pub(super) fn digest_of(bytes: &[u8]) -> String {
    hexadecimal(ring::digest::digest(&SHA256, bytes).as_ref())
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Refuses to begin what will not fit.
pub(super) fn space(folder: &Path, needed: u64) -> Result<(), BackupError> {
    match free(folder) {
        Some(free) if free < needed => {
            let path = folder.display().to_string();
            Err(BackupError::Space { path, needed, free })
        }
        // Unknown space may do.
        _ => Ok(()),
    }
}

/// Bytes that are free for this user where a folder is.
#[cfg(target_os = "linux")]
fn free(folder: &Path) -> Option<u64> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(folder.as_os_str().as_bytes()).ok()?;
    // SAFETY: all fields are numbers, for which zero is a value.
    let mut found: libc::statvfs = unsafe { std::mem::zeroed() };
    // SAFETY: the path ends with a zero, and the call writes only to the variable passed.
    let done = unsafe { libc::statvfs(path.as_ptr(), &raw mut found) };
    (done == 0).then(|| found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn free(_: &Path) -> Option<u64> {
    None
}
