//! The SQLite VFS over [`Disk`]. All unsafe code of the simulation is here.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs};

use super::{Disk, Failure, Op};

type Shared = Mutex<Disk>;

/// A registered VFS. To be dropped after every connection that uses it.
pub(crate) struct Vfs {
    raw: Box<sqlite3_vfs>,
    name: CString,
    disk: Arc<Shared>,
}

impl Vfs {
    /// Makes a disk known to SQLite under a name.
    pub(crate) fn register(name: &str, disk: Arc<Shared>) -> Self {
        let name = CString::new(name).expect("names have no NUL");
        let mut raw = Box::new(sqlite3_vfs {
            iVersion: 2,
            szOsFile: size_of::<SimFile>() as c_int,
            mxPathname: 512,
            pNext: ptr::null_mut(),
            zName: name.as_ptr(),
            pAppData: Arc::as_ptr(&disk).cast_mut().cast(),
            xOpen: Some(open),
            xDelete: Some(delete),
            xAccess: Some(access),
            xFullPathname: Some(full_pathname),
            xDlOpen: None,
            xDlError: None,
            xDlSym: None,
            xDlClose: None,
            xRandomness: Some(randomness),
            xSleep: Some(sleep),
            xCurrentTime: None,
            xGetLastError: Some(last_error),
            xCurrentTimeInt64: Some(current_time),
            xSetSystemCall: None,
            xGetSystemCall: None,
            xNextSystemCall: None,
        });
        // SAFETY: `raw` and what it points to stay where they are until `drop` unregisters it.
        let code = unsafe { ffi::sqlite3_vfs_register(&raw mut *raw, 0) };
        assert_eq!(code, ffi::SQLITE_OK, "SQLite takes another VFS");
        Self { raw, name, disk }
    }

    pub(crate) fn name(&self) -> &str {
        self.name.to_str().expect("the name was made of a str")
    }

    pub(crate) fn disk(&self) -> MutexGuard<'_, Disk> {
        lock(&self.disk)
    }
}

impl Drop for Vfs {
    fn drop(&mut self) {
        // SAFETY: it was registered by `register`, and no connection uses it any more.
        unsafe { ffi::sqlite3_vfs_unregister(&raw mut *self.raw) };
    }
}

// SAFETY: the raw structure is only read by SQLite once it is registered; the disk has its lock.
unsafe impl Send for Vfs {}

fn lock(disk: &Shared) -> MutexGuard<'_, Disk> {
    disk.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What SQLite allocates for an open file.
#[repr(C)]
struct SimFile {
    base: sqlite3_file,
    handle: *mut Handle,
}

struct Handle {
    disk: *const Shared,
    name: String,
    id: u64,
    delete_on_close: bool,
}

impl Handle {
    fn disk(&self) -> MutexGuard<'_, Disk> {
        // SAFETY: the VFS that owns the disk outlives every open file.
        lock(unsafe { &*self.disk })
    }
}

/// The handle of an open file.
///
/// # Safety
/// `file` must have been opened by [`open`] and not closed since.
unsafe fn handle<'a>(file: *mut sqlite3_file) -> &'a Handle {
    // SAFETY: `open` put a boxed handle there, which `close` has not taken yet.
    unsafe { &*(*file.cast::<SimFile>()).handle }
}

/// The disk of a VFS.
///
/// # Safety
/// `vfs` must be one that [`Vfs::register`] made.
unsafe fn disk_of<'a>(vfs: *mut sqlite3_vfs) -> &'a Shared {
    // SAFETY: `register` put the disk there, and keeps it alive.
    unsafe { &*(*vfs).pAppData.cast::<Shared>() }
}

/// A name SQLite gave.
///
/// # Safety
/// `name` must be null or a C string.
unsafe fn text(name: *const c_char) -> Option<String> {
    if name.is_null() {
        return None;
    }
    // SAFETY: the caller says it is a C string.
    Some(unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned())
}

fn code(result: Result<(), Failure>, io: c_int) -> c_int {
    match result {
        Ok(()) => ffi::SQLITE_OK,
        Err(Failure::Io) => io,
        Err(Failure::Full) => ffi::SQLITE_FULL,
    }
}

unsafe extern "C" fn open(
    vfs: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: SQLite gives a file of our size to be filled in, our VFS, and a C string or null.
    unsafe {
        (*file).pMethods = ptr::null();
        let shared = disk_of(vfs);
        let mut disk = lock(shared);
        let name = text(name).unwrap_or_else(|| format!("temporary-{}", disk.next_handle));
        let create = flags & ffi::SQLITE_OPEN_CREATE != 0;
        let Ok(id) = disk.open(&name, create) else { return ffi::SQLITE_CANTOPEN };
        let delete_on_close = flags & ffi::SQLITE_OPEN_DELETEONCLOSE != 0;
        let handle = Box::new(Handle { disk: shared, name, id, delete_on_close });
        (*file.cast::<SimFile>()).handle = Box::into_raw(handle);
        (*file).pMethods = &METHODS;
        if !out_flags.is_null() {
            *out_flags = flags;
        }
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn delete(vfs: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    // SAFETY: SQLite gives our VFS and a C string.
    let (disk, name) = unsafe { (disk_of(vfs), text(name)) };
    match lock(disk).delete(&name.unwrap_or_default(), sync != 0) {
        Ok(true) => ffi::SQLITE_OK,
        Ok(false) => ffi::SQLITE_IOERR_DELETE_NOENT,
        Err(_) => ffi::SQLITE_IOERR_DELETE,
    }
}

unsafe extern "C" fn access(
    vfs: *mut sqlite3_vfs,
    name: *const c_char,
    _flags: c_int,
    found: *mut c_int,
) -> c_int {
    // SAFETY: SQLite gives our VFS, a C string, and a place for the answer.
    unsafe {
        *found = c_int::from(lock(disk_of(vfs)).exists(&text(name).unwrap_or_default()));
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn full_pathname(
    _vfs: *mut sqlite3_vfs,
    name: *const c_char,
    size: c_int,
    out: *mut c_char,
) -> c_int {
    // SAFETY: SQLite gives a C string, and `size` bytes to copy it to.
    unsafe {
        let bytes = CStr::from_ptr(name).to_bytes_with_nul();
        if bytes.len() > usize::try_from(size).unwrap_or(0) {
            return ffi::SQLITE_CANTOPEN;
        }
        ptr::copy_nonoverlapping(bytes.as_ptr().cast(), out, bytes.len());
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn randomness(vfs: *mut sqlite3_vfs, size: c_int, out: *mut c_char) -> c_int {
    // SAFETY: SQLite gives our VFS and `size` bytes to fill.
    unsafe {
        let mut disk = lock(disk_of(vfs));
        for index in 0..usize::try_from(size).unwrap_or(0) {
            out.add(index).write((disk.random.next() & 0x7F) as c_char);
        }
    }
    size
}

unsafe extern "C" fn sleep(_vfs: *mut sqlite3_vfs, microseconds: c_int) -> c_int {
    // Nobody else runs meanwhile, so there is nothing to wait for.
    microseconds
}

unsafe extern "C" fn last_error(_vfs: *mut sqlite3_vfs, _size: c_int, _out: *mut c_char) -> c_int {
    0
}

unsafe extern "C" fn current_time(_vfs: *mut sqlite3_vfs, out: *mut sqlite3_int64) -> c_int {
    // SAFETY: SQLite gives a place for the answer. The log asks for no times; this is 2024.
    unsafe { *out = 212_575_000_000_000 };
    ffi::SQLITE_OK
}

static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock_file),
    xUnlock: Some(unlock_file),
    xCheckReservedLock: Some(check_reserved),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    // SAFETY: SQLite closes an open file once; the handle was boxed by `open`.
    let handle = unsafe { Box::from_raw((*file.cast::<SimFile>()).handle) };
    let mut disk = handle.disk();
    if let Some(locks) = disk.locks.get_mut(&handle.name) {
        locks.unlock(handle.id, ffi::SQLITE_LOCK_NONE);
    }
    if handle.delete_on_close {
        disk.files.remove(&handle.name);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn read(
    file: *mut sqlite3_file,
    into: *mut c_void,
    size: c_int,
    at: sqlite3_int64,
) -> c_int {
    let (size, at) = (usize::try_from(size).unwrap_or(0), usize::try_from(at).unwrap_or(0));
    // SAFETY: SQLite gives an open file and `size` bytes to fill.
    let (handle, into) =
        unsafe { (handle(file), std::slice::from_raw_parts_mut(into.cast::<u8>(), size)) };
    match handle.disk().read(&handle.name, at, into) {
        Ok(count) if count == size => ffi::SQLITE_OK,
        Ok(_) => ffi::SQLITE_IOERR_SHORT_READ,
        Err(_) => ffi::SQLITE_IOERR_READ,
    }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    size: c_int,
    at: sqlite3_int64,
) -> c_int {
    let (size, at) = (usize::try_from(size).unwrap_or(0), usize::try_from(at).unwrap_or(0));
    // SAFETY: SQLite gives an open file and `size` bytes to write.
    let (handle, from) =
        unsafe { (handle(file), std::slice::from_raw_parts(from.cast::<u8>(), size)) };
    code(handle.disk().write(&handle.name, at, from), ffi::SQLITE_IOERR_WRITE)
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    // SAFETY: SQLite gives an open file.
    let handle = unsafe { handle(file) };
    let size = usize::try_from(size).unwrap_or(0);
    code(handle.disk().truncate(&handle.name, size), ffi::SQLITE_IOERR_TRUNCATE)
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, _flags: c_int) -> c_int {
    // SAFETY: SQLite gives an open file.
    let handle = unsafe { handle(file) };
    code(handle.disk().sync(&handle.name), ffi::SQLITE_IOERR_FSYNC)
}

unsafe extern "C" fn file_size(file: *mut sqlite3_file, size: *mut sqlite3_int64) -> c_int {
    // SAFETY: SQLite gives an open file and a place for the answer.
    unsafe {
        let handle = handle(file);
        *size = sqlite3_int64::try_from(handle.disk().size(&handle.name)).unwrap_or(0);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn lock_file(file: *mut sqlite3_file, level: c_int) -> c_int {
    // SAFETY: SQLite gives an open file.
    let handle = unsafe { handle(file) };
    let mut disk = handle.disk();
    let locks = disk.locks.entry(handle.name.clone()).or_default();
    if locks.lock(handle.id, level) { ffi::SQLITE_OK } else { ffi::SQLITE_BUSY }
}

unsafe extern "C" fn unlock_file(file: *mut sqlite3_file, level: c_int) -> c_int {
    // SAFETY: SQLite gives an open file.
    let handle = unsafe { handle(file) };
    handle.disk().locks.entry(handle.name.clone()).or_default().unlock(handle.id, level);
    ffi::SQLITE_OK
}

unsafe extern "C" fn check_reserved(file: *mut sqlite3_file, found: *mut c_int) -> c_int {
    // SAFETY: SQLite gives an open file and a place for the answer.
    unsafe {
        let handle = handle(file);
        let disk = handle.disk();
        let reserved = disk.locks.get(&handle.name).is_some_and(super::FileLocks::is_reserved);
        *found = c_int::from(reserved);
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn file_control(
    _file: *mut sqlite3_file,
    _op: c_int,
    _argument: *mut c_void,
) -> c_int {
    ffi::SQLITE_NOTFOUND
}

unsafe extern "C" fn sector_size(_file: *mut sqlite3_file) -> c_int {
    super::SECTOR as c_int
}

unsafe extern "C" fn characteristics(_file: *mut sqlite3_file) -> c_int {
    // As SQLite assumes of real disks: a torn write harms no bytes outside of it.
    ffi::SQLITE_IOCAP_POWERSAFE_OVERWRITE
}

unsafe extern "C" fn shm_map(
    file: *mut sqlite3_file,
    index: c_int,
    size: c_int,
    extend: c_int,
    out: *mut *mut c_void,
) -> c_int {
    // SAFETY: SQLite gives an open file and a place for the address.
    unsafe {
        *out = ptr::null_mut();
        let handle = handle(file);
        let mut disk = handle.disk();
        if disk.check(Op::ShmMap).is_err() {
            return ffi::SQLITE_IOERR_SHMMAP;
        }
        let (index, size) =
            (usize::try_from(index).unwrap_or(0), usize::try_from(size).unwrap_or(0));
        let shm = disk.shm.entry(handle.name.clone()).or_default();
        *out = shm.map(handle.id, index, size, extend != 0).cast();
    }
    ffi::SQLITE_OK
}

unsafe extern "C" fn shm_lock(
    file: *mut sqlite3_file,
    offset: c_int,
    count: c_int,
    flags: c_int,
) -> c_int {
    // SAFETY: SQLite gives an open file.
    let handle = unsafe { handle(file) };
    let (offset, count) =
        (usize::try_from(offset).unwrap_or(0), usize::try_from(count).unwrap_or(0));
    let mut disk = handle.disk();
    let shm = disk.shm.entry(handle.name.clone()).or_default();
    let free = shm.lock(handle.id, offset..offset + count, flags);
    if free { ffi::SQLITE_OK } else { ffi::SQLITE_BUSY }
}

unsafe extern "C" fn shm_barrier(_file: *mut sqlite3_file) {
    std::sync::atomic::fence(std::sync::atomic::Ordering::SeqCst);
}

unsafe extern "C" fn shm_unmap(file: *mut sqlite3_file, delete: c_int) -> c_int {
    // SAFETY: SQLite gives an open file.
    let handle = unsafe { handle(file) };
    let mut disk = handle.disk();
    let last = disk.shm.get_mut(&handle.name).is_some_and(|shm| shm.unmap(handle.id));
    if last && delete != 0 {
        disk.shm.remove(&handle.name);
    }
    ffi::SQLITE_OK
}
