//! The page of memory that a worker shares with its parent, and how much memory a worker may have.

use std::io;
use std::ops::Deref;
use std::os::fd::{AsRawFd, BorrowedFd, FromRawFd, OwnedFd};
use std::time::Duration;

use super::page::Page;

/// Least memory that a worker may map: its program, its allocator's reserve and some rooms.
const LEAST: u64 = 2 << 30;

/// Three quarters of the machine's memory: a worker that wants more ends itself before the system
/// has to choose a process to end.
pub(super) fn default_limit() -> u64 {
    // SAFETY: both take plain numbers and give plain numbers.
    let (pages, size) =
        unsafe { (libc::sysconf(libc::_SC_PHYS_PAGES), libc::sysconf(libc::_SC_PAGESIZE)) };
    let bytes = u64::try_from(pages).unwrap_or(0) * u64::try_from(size).unwrap_or(0);
    (bytes / 4 * 3).max(LEAST)
}

/// What a process has used of processors; nothing where it has ended.
pub(super) fn processor_time(process: u32) -> Duration {
    let mut clock = 0;
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: both write what they are given room for.
    let read = unsafe {
        libc::clock_getcpuclockid(process as libc::pid_t, &raw mut clock) == 0
            && libc::clock_gettime(clock, &raw mut time) == 0
    };
    match read {
        true => Duration::new(time.tv_sec as u64, time.tv_nsec as u32),
        false => Duration::ZERO,
    }
}

/// A [`Page`] that two processes see.
#[derive(Debug)]
pub(crate) struct SharedPage(*const Page);

// SAFETY: all of the page is atomics.
unsafe impl Send for SharedPage {}
// SAFETY: as above.
unsafe impl Sync for SharedPage {}

impl SharedPage {
    /// A new page, and what another process maps it with.
    pub(super) fn new() -> io::Result<(Self, OwnedFd)> {
        // SAFETY: the name is a C string; the descriptor is new and nobody else's.
        let file = unsafe {
            let file = libc::memfd_create(c"fangqi-page".as_ptr(), libc::MFD_CLOEXEC);
            if file < 0 {
                return Err(io::Error::last_os_error());
            }
            OwnedFd::from_raw_fd(file)
        };
        // SAFETY: it takes plain numbers.
        if unsafe { libc::ftruncate(file.as_raw_fd(), size_of::<Page>() as libc::off_t) } != 0 {
            return Err(io::Error::last_os_error());
        }
        let page = Self::map(&file)?;
        Ok((page, file))
    }

    /// The page that another process made.
    pub(super) fn map(file: &OwnedFd) -> io::Result<Self> {
        // SAFETY: a new mapping, at an address of the system's choice, of a file that is as long
        // as a page. It is never unmapped, since a signal handler may look at it at any time.
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
        // SAFETY: it is mapped for good, zeros are a page, and all of it is atomics.
        unsafe { &*self.0 }
    }
}

/// Wakes a thread that waits in [`super::pipe::wait`].
#[derive(Debug)]
pub(super) struct Wake(OwnedFd);

impl Wake {
    pub(super) fn new() -> io::Result<Self> {
        // SAFETY: it takes plain numbers; the descriptor is new and nobody else's.
        unsafe {
            let file = libc::eventfd(0, libc::EFD_CLOEXEC | libc::EFD_NONBLOCK);
            if file < 0 {
                return Err(io::Error::last_os_error());
            }
            Ok(Self(OwnedFd::from_raw_fd(file)))
        }
    }

    /// Ends a wait, or the next one.
    pub(super) fn wake(&self) {
        let one = 1u64.to_ne_bytes();
        // SAFETY: eight bytes, which outlive the call. It fails only where it would count too far,
        // and then the thread is awake.
        unsafe { libc::write(self.0.as_raw_fd(), one.as_ptr().cast(), one.len()) };
    }

    /// Has been woken.
    pub(super) fn clear(&self) {
        let mut count = [0; 8];
        // SAFETY: eight bytes, which outlive the call. It fails where nobody has woken it.
        unsafe { libc::read(self.0.as_raw_fd(), count.as_mut_ptr().cast(), count.len()) };
    }

    pub(super) fn as_fd(&self) -> BorrowedFd<'_> {
        std::os::fd::AsFd::as_fd(&self.0)
    }
}
