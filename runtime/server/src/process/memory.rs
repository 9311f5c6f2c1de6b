//! The memory page that a worker shares with its parent, its wake-up descriptor, and the memory
//! limit of workers.

use std::io;
use std::ops::Deref;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::Duration;

use super::page::Page;
use crate::time::read_clock;

/// Lower bound of the memory limit, in bytes: the program, the allocator's reserve and some rooms.
const LEAST: u64 = 2 << 30;

/// The default memory limit: three quarters of the machine's memory. A worker that needs more then
/// ends itself before the kernel has to choose a process to kill.
pub(super) fn default_limit() -> u64 {
    // SAFETY: both calls take and return plain numbers only.
    let (pages, size) =
        unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    let bytes = u64::try_from(pages).unwrap_or(0) * u64::try_from(size).unwrap_or(0);
    (bytes / 4 * 3).max(LEAST)
}

/// The processor time that a process has used; zero if it has ended.
pub(super) fn processor_time(process: u32) -> Duration {
    let mut clock = 0;
    // SAFETY: the call writes only to the variable passed.
    let known = unsafe { libc::clock_getcpuclockid(process as libc::pid_t, &raw mut clock) == 0 };
    let time = if known { read_clock(clock) } else { None };
    time.unwrap_or_default()
}

/// A [`Page`] that two processes share.
#[derive(Debug)]
pub(crate) struct SharedPage(*const Page);

// SAFETY: the whole page consists of atomics.
unsafe impl Send for SharedPage {}
// SAFETY: as above.
unsafe impl Sync for SharedPage {}

impl SharedPage {
    /// Creates a page, and the descriptor with which another process maps it.
    pub(super) fn new() -> io::Result<(Self, OwnedFd)> {
        // SAFETY: the name is a C string; the descriptor is new and owned by nothing else.
        let file = unsafe {
            let file = libc::memfd_create(c"fangqi-page".as_ptr(), libc::MFD_CLOEXEC);
            if file < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(file)
        };
        // SAFETY: the call takes plain numbers only.
        if unsafe { libc::ftruncate(file.as_raw_fd(), size_of::<Page>() as libc::off_t) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let page = Self::map(&file)?;
        Ok((page, file))
    }

    /// Maps the page that another process created.
    pub(super) fn map(file: &OwnedFd) -> io::Result<Self> {
        // SAFETY: a new mapping, at an address chosen by the kernel, of a file as long as a page.
        // It is never unmapped, because a signal handler may access it at any time.
        let at = unsafe {
            libc::mmap(
                std::ptr::null_mut(),
                size_of::<Page>(),
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            )
        };
        if at == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(Self(at.cast())) }
    }
}

impl Deref for SharedPage {
    type Target = Page;

    fn deref(&self) -> &Page {
        // SAFETY: the page stays mapped, zeros are a valid page, and all of it is atomics.
        unsafe { &*self.0 }
    }
}

/// Wakes a thread that waits in [`super::pipe::wait`].
#[derive(Debug)]
pub(super) struct Wake(OwnedFd);

impl Wake {
    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: the call takes plain numbers only; the descriptor is new and owned by nothing
        // else.
        unsafe {
            let file = libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK);
            if file < 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(Self(OwnedFd::from_raw_fd(file)))
        }
    }

    /// Ends the current wait, or the next one if there is none.
    pub(super) fn wake(&self) {
        let one = 1u64.to_ne_bytes();
        // SAFETY: the buffer has eight bytes and outlives the call. It fails only if the counter
        // would overflow, and then the thread is awake.
        unsafe { libc::write(self.0.as_raw_fd(), one.as_ptr().cast(), one.len()) };
    }

    /// Resets the wake-up.
    pub(super) fn clear(&self) {
        let mut count = [0; 8];
        // SAFETY: the buffer has eight bytes and outlives the call. It fails if there was no
        // wake-up.
        unsafe { libc::read(self.0.as_raw_fd(), count.as_mut_ptr().cast(), count.len()) };
    }

    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        std::os::fd::AsFd::as_fd(&self.0)
    }
}
