//! How much of the disk the data folder takes, and how much is left.

use std::path::Path;

/// Sizes in bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct DiskUse {
    /// The files in the data folder.
    pub(crate) files: u64,
    /// What the program may still write on the folder's file system; `None` where the system does
    /// not tell.
    pub(crate) free: Option<u64>,
}

impl DiskUse {
    /// Looks at a data folder.
    pub(crate) fn of(folder: &Path) -> Self {
        let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
        // A file may go meanwhile.
        let sizes = entries.filter_map(|entry| entry.metadata().ok());
        let files = sizes.filter(std::fs::Metadata::is_file).map(|file| file.len()).sum();
        Self { files, free: free(folder) }
    }
}

#[cfg(target_os = "linux")]
fn free(folder: &Path) -> Option<u64> {
    use std::os::unix::ffi::OsStrExt;
    let path = std::ffi::CString::new(folder.as_os_str().as_bytes()).ok()?;
    let mut found = std::mem::MaybeUninit::<libc::statvfs64>::zeroed();
    // SAFETY: the path ends with a zero, and the system writes a whole `statvfs64` or fails.
    let found = unsafe {
        if libc::statvfs64(path.as_ptr(), found.as_mut_ptr()) != 0 {
            return None;
        }
        found.assume_init()
    };
    // What only the administrator may still use does not help.
    Some(found.f_bavail.saturating_mul(found.f_frsize))
}

#[cfg(not(target_os = "linux"))]
fn free(_folder: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_added_up_and_something_is_left() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), [0; 1000]).unwrap();
        std::fs::write(folder.path().join("b"), [0; 24]).unwrap();
        std::fs::create_dir(folder.path().join("c")).unwrap();
        let found = DiskUse::of(folder.path());
        assert_eq!(found.files, 1024);
        #[cfg(target_os = "linux")]
        {
            // What the system's own tool says, give or take what others write meanwhile.
            let df = std::process::Command::new("df")
                .args(["--output=avail", "-B1"])
                .arg(folder.path())
                .output()
                .unwrap();
            let said = String::from_utf8(df.stdout).unwrap();
            let said: u64 = said.lines().nth(1).unwrap().trim().parse().unwrap();
            assert!(found.free.unwrap().abs_diff(said) < 1 << 30, "{found:?} {said}");
        }
        assert_eq!(DiskUse::of(&folder.path().join("nowhere")).files, 0);
    }
}
