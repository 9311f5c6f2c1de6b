//! The sandbox of a worker: it may compute, use the socket it was started with, and write log
//! lines.
//!
//! There are four layers, each of which alone stops most attacks: resource limits, no new
//! privileges, Landlock (no files, no network; where the kernel supports it), and a seccomp filter
//! that allows only the system calls a worker needs. Other calls fail with `EPERM` instead of
//! ending the worker, so that a library which looks for a file continues without it.

use std::collections::BTreeMap;
use std::io;

use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, Scope};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// Limit on open descriptors: the socket, the wake-up descriptors, standard error, and some spare.
const FILES: libc::rlim_t = 24;

/// The system calls that a worker may use. All others are refused.
const CALLS: &[libc::c_long] = &[
    // The socket, the wake-up descriptors, log lines.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_recvfrom,
    libc::SYS_sendto,
    libc::SYS_ppoll,
    libc::SYS_close,
    // Memory. `mprotect` is needed for the machine code of scripts that use it.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_mprotect,
    // Threads: synchronization and exit.
    libc::SYS_futex,
    libc::SYS_sched_yield,
    libc::SYS_sched_getaffinity,
    libc::SYS_membarrier,
    libc::SYS_rseq,
    libc::SYS_set_robust_list,
    libc::SYS_gettid,
    libc::SYS_getpid,
    libc::SYS_exit,
    libc::SYS_exit_group,
    // Clocks and random numbers.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    // Signals, so that a crash ends the process with its signal.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_tgkill,
    libc::SYS_tkill,
    libc::SYS_restart_syscall,
];

/// Further calls with the same purposes that only exist on this architecture.
#[cfg(target_arch = "x86_64")]
const OLD_CALLS: &[libc::c_long] = &[libc::SYS_poll, libc::SYS_time];
#[cfg(not(target_arch = "x86_64"))]
const OLD_CALLS: &[libc::c_long] = &[];

/// Sets resource limits, forbids new privileges, and lets the process end with its parent. Must be
/// called first.
pub(super) fn limit(memory: u64) -> io::Result<()> {
    set(libc::RLIMIT_AS, memory)?;
    set(libc::RLIMIT_CORE, 0)?;
    set(libc::RLIMIT_NOFILE, FILES)?;
    // SAFETY: both calls take plain numbers only.
    let done = unsafe {
        libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
            && libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) == 0
            && libc::prctl(libc::PR_SET_DUMPABLE, 0) == 0
    };
    if done { Ok(()) } else { Err(io::Error::last_os_error()) }
}

fn set(resource: libc::__rlimit_resource_t, most: libc::rlim_t) -> io::Result<()> {
    let limit = libc::rlimit { rlim_cur: most, rlim_max: most };
    // SAFETY: the structure outlives the call.
    match unsafe { libc::setrlimit(resource, &raw const limit) } {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Denies files and network to the calling thread and all threads it starts, so it must be called
/// before others are started. If the kernel does not support Landlock, this layer is missing.
pub(super) fn restrict() {
    match landlock() {
        Ok(true) => {}
        Ok(false) => tracing::debug!("this kernel has no Landlock: one layer less"),
        Err(error) => tracing::warn!(%error, "files are not taken away from a worker"),
    }
}

/// Returns whether the kernel enforces the rules.
fn landlock() -> Result<bool, landlock::RulesetError> {
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V5))?
        .handle_access(AccessNet::from_all(ABI::V5))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .restrict_self()?;
    Ok(status.ruleset != landlock::RulesetStatus::NotEnforced)
}

/// Allows only the calls of [`CALLS`], on all threads. Must be called last.
pub(super) fn filter_calls() -> io::Result<()> {
    let failed = |error| io::Error::other(format!("system calls cannot be filtered: {error}"));
    seccomp().map_err(failed)
}

fn seccomp() -> Result<(), Box<dyn std::error::Error>> {
    let allowed = CALLS.iter().chain(OLD_CALLS);
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        allowed.map(|call| (*call, Vec::new())).collect();
    // The allocator starts threads as needed; processes are never started.
    let thread = libc::CLONE_THREAD as u64;
    let starts_thread =
        SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(thread), thread)?;
    rules.insert(libc::SYS_clone, vec![SeccompRule::new(vec![starts_thread])?]);
    // The flags of `clone3` are in memory, where a filter cannot check them. As the call seems to
    // be missing, the C library falls back to `clone`.
    let missing = SeccompAction::Errno(libc::ENOSYS as u32);
    let newer = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    apply(newer, SeccompAction::Allow, missing)?;
    rules.insert(libc::SYS_clone3, Vec::new());
    apply(rules, SeccompAction::Errno(libc::EPERM as u32), SeccompAction::Allow)
}

/// Installs one more filter. The kernel applies the strictest result of all filters.
fn apply(
    rules: BTreeMap<i64, Vec<SeccompRule>>,
    otherwise: SeccompAction,
    matched: SeccompAction,
) -> Result<(), Box<dyn std::error::Error>> {
    let arch = std::env::consts::ARCH.try_into()?;
    let filter = SeccompFilter::new(rules, otherwise, matched, arch)?;
    seccompiler::apply_filter_all_threads(&BpfProgram::try_from(filter)?)?;
    Ok(())
}
