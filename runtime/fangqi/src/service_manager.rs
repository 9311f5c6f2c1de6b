//! What the program and the service manager that started it, such as systemd, tell each other.
//!
//! The manager may hand over listening sockets. They stay open while the program restarts, so the
//! kernel keeps clients that connect meanwhile waiting instead of refusing them. The program says
//! when it is ready, reloads and stops. Without a manager all of this does nothing.

use std::net::TcpListener;
use std::os::fd::{FromRawFd, OwnedFd};

use anyhow::{Context, anyhow};
use sd_notify::NotifyState;

/// The name of the operators' socket (`FileDescriptorName=`); one of any other name is the
/// players'.
const OPERATORS: &str = "operators";

/// The listening sockets that the service manager handed over.
#[derive(Debug, Default)]
pub(crate) struct Sockets {
    /// Where players come in.
    pub(crate) players: Option<TcpListener>,
    /// Where operators come in.
    pub(crate) operators: Option<TcpListener>,
}

impl Sockets {
    /// Takes the sockets. Called once, before any process is started, because it also sees to it
    /// that no other process inherits them.
    pub(crate) fn inherited() -> anyhow::Result<Self> {
        let fds = sd_notify::listen_fds_with_names()
            .context("the sockets of the service manager cannot be used")?;
        let mut sockets = Self::default();
        for (fd, name) in fds {
            // SAFETY: the manager opened the descriptor for this process (`LISTEN_PID`), and
            // nothing else here knows it.
            let socket = TcpListener::from(unsafe { OwnedFd::from_raw_fd(fd) });
            let address = socket.local_addr().with_context(|| {
                format!("the service manager's socket `{name}` is no TCP socket: use ListenStream=")
            })?;
            // The runtime waits for sockets; none of their calls may.
            socket.set_nonblocking(true).context("a socket of the service manager is broken")?;
            let place = match name.as_str() {
                OPERATORS => &mut sockets.operators,
                _ => &mut sockets.players,
            };
            if let Some(first) = place.replace(socket) {
                let first = first.local_addr().map_or_else(|_| "?".to_owned(), |it| it.to_string());
                return Err(anyhow!(
                    "the service manager handed over two sockets, {first} and {address}, for one \
                     purpose: leave one ListenStream= in its unit"
                ));
            }
        }
        Ok(sockets)
    }
}

/// Everything is served. `status` is for people.
pub(crate) fn ready(status: &str) {
    tell(&[NotifyState::Ready, NotifyState::Status(status)]);
}

/// The configuration is being read again; [`ready`] follows.
pub(crate) fn reloading() {
    match NotifyState::monotonic_usec_now() {
        Ok(now) => tell(&[NotifyState::Reloading, now]),
        Err(error) => tracing::warn!(%error, "there is no clock to time a reload by"),
    }
}

/// The program is about to end.
pub(crate) fn stopping() {
    tell(&[NotifyState::Stopping, NotifyState::Status("Sending players away; rooms are stored.")]);
}

fn tell(states: &[NotifyState<'_>]) {
    if let Err(error) = sd_notify::notify(states) {
        tracing::warn!(%error, "the service manager cannot be told how the program is doing");
    }
}
