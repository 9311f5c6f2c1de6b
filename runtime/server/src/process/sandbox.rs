//! What a worker may do: compute, talk over the socket that it was born with, and write log lines.
//!
//! Four layers, each of which would do by itself against most of what could go wrong: limits of
//! the process, no new privileges, Landlock (no files, no network; where the kernel has it), and a
//! seccomp filter that lets only those system calls through that a worker needs. All else fails
//! with `EPERM` rather than ending the worker: a library that asks for a file goes on without it.

use std::collections::BTreeMap;
use std::io;

use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, Scope};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

/// Files that a worker may have open: its socket, its wakers, where it logs, and a few to spare.
const FILES: libc::rlim_t = 24;

/// What a worker asks of the system. Everything else is refused.
const CALLS: &[libc::c_long] = &[
    // Its socket, its wakers, its log.
    libc::SYS_read,
    libc::SYS_write,
    libc::SYS_writev,
    libc::SYS_recvfrom,
    libc::SYS_sendto,
    libc::SYS_ppoll,
    libc::SYS_close,
    // Memory. `mprotect` is for the machine code of scripts that ask for it.
    libc::SYS_brk,
    libc::SYS_mmap,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_madvise,
    libc::SYS_mprotect,
    // Threads that wait for each other, and their ends.
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
    // Clocks and chance.
    libc::SYS_clock_gettime,
    libc::SYS_clock_getres,
    libc::SYS_clock_nanosleep,
    libc::SYS_nanosleep,
    libc::SYS_gettimeofday,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    // Ending by a signal that says which.
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    libc::SYS_tgkill,
    libc::SYS_tkill,
    libc::SYS_restart_syscall,
];

/// The same under names that only this kind of processor has.
#[cfg(target_arch = "x86_64")]
const OLD_CALLS: &[libc::c_long] = &[libc::SYS_poll, libc::SYS_time];
#[cfg(not(target_arch = "x86_64"))]
const OLD_CALLS: &[libc::c_long] = &[];

/// What a process may have, and that it ends with its parent. First of all.
pub(super) fn limit(memory: u64) -> io::Result<()> {
    set(libc::RLIMIT_AS, memory)?;
    set(libc::RLIMIT_CORE, 0)?;
    set(libc::RLIMIT_NOFILE, FILES)?;
    // SAFETY: both take plain numbers.
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

/// Takes files and the network away, from the calling thread and all that it starts: before there
/// are others. A kernel that cannot is one layer less.
pub(super) fn restrict() {
    match landlock() {
        Ok(true) => {}
        Ok(false) => tracing::debug!("this kernel has no Landlock: one layer less"),
        Err(error) => tracing::warn!(%error, "files are not taken away from a worker"),
    }
}

/// Says whether the kernel could.
fn landlock() -> Result<bool, landlock::RulesetError> {
    let status = Ruleset::default()
        .handle_access(AccessFs::from_all(ABI::V5))?
        .handle_access(AccessNet::from_all(ABI::V5))?
        .scope(Scope::from_all(ABI::V6))?
        .create()?
        .restrict_self()?;
    Ok(status.ruleset != landlock::RulesetStatus::NotEnforced)
}

/// Lets only the calls of [`CALLS`] through, on all threads. Last of all.
pub(super) fn filter_calls() -> io::Result<()> {
    let failed = |error| io::Error::other(format!("system calls cannot be filtered: {error}"));
    seccomp().map_err(failed)
}

fn seccomp() -> Result<(), Box<dyn std::error::Error>> {
    let allowed = CALLS.iter().chain(OLD_CALLS);
    let mut rules: BTreeMap<i64, Vec<SeccompRule>> =
        allowed.map(|call| (*call, Vec::new())).collect();
    // The allocator starts threads when it needs them; nothing starts processes.
    let thread = libc::CLONE_THREAD as u64;
    let starts_thread =
        SeccompCondition::new(0, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(thread), thread)?;
    rules.insert(libc::SYS_clone, vec![SeccompRule::new(vec![starts_thread])?]);
    // What the newer call starts cannot be told from outside: where it seems to be missing, the C
    // library takes the older one.
    let missing = SeccompAction::Errno(libc::ENOSYS as u32);
    let newer = BTreeMap::from([(libc::SYS_clone3, Vec::new())]);
    apply(newer, SeccompAction::Allow, missing)?;
    rules.insert(libc::SYS_clone3, Vec::new());
    apply(rules, SeccompAction::Errno(libc::EPERM as u32), SeccompAction::Allow)
}

/// One more filter: of all filters the strictest counts.
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
