//! Starts and ends worker processes.

use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};

use super::memory::SharedPage;
use crate::config::Workers;

/// A process that was just started and waits for its first message.
pub(super) struct Spawned {
    pub(super) child: Child,
    pub(super) stream: UnixStream,
    pub(super) page: SharedPage,
}

/// Starts a worker process.
pub(super) fn spawn(workers: &Workers) -> io::Result<Spawned> {
    let (stream, theirs) = UnixStream::pair()?;
    let (page, file) = SharedPage::new()?;
    let child = Command::new(&workers.program)
        .args(&workers.arguments)
        .stdin(Stdio::from(OwnedFd::from(theirs)))
        .stdout(Stdio::from(file))
        .spawn()?;
    Ok(Spawned { child, stream, page })
}

/// Kills a worker if it still runs, and waits for its end.
pub(super) fn end(child: &mut Child) -> ExitStatus {
    // It may have closed its socket and still run.
    let _ = child.kill();
    // Fails only if the process was waited for elsewhere.
    child.wait().unwrap_or_default()
}

/// Describes for the operator how a process ended.
pub(super) fn describe(status: ExitStatus) -> String {
    match (status.signal(), status.code()) {
        (Some(signal), _) => format!("signal {signal}"),
        (_, Some(code)) => format!("exit code {code}"),
        _ => "unknown".to_owned(),
    }
}
