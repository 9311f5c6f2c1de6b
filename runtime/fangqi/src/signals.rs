//! Ctrl-C and the polite kill.

#[cfg(unix)]
use anyhow::Context;
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Hears what ends the program. While it lives, the system does not end it by itself.
#[derive(Debug)]
pub(crate) struct Signals {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
}

#[cfg(unix)]
impl Signals {
    /// Listens from now on.
    pub(crate) fn listen() -> anyhow::Result<Self> {
        let failed = "signals cannot be received";
        Ok(Self {
            interrupt: signal(SignalKind::interrupt()).context(failed)?,
            terminate: signal(SignalKind::terminate()).context(failed)?,
        })
    }

    /// Waits for the next one.
    pub(crate) async fn next(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

#[cfg(not(unix))]
impl Signals {
    /// Listens from now on.
    pub(crate) fn listen() -> anyhow::Result<Self> {
        Ok(Self {})
    }

    /// Waits for the next one.
    pub(crate) async fn next(&mut self) {
        // Without signals the program just serves on.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    }
}

impl Signals {
    /// The next one ends the program at once.
    pub(crate) fn end_at_once_next_time(mut self) {
        tokio::spawn(async move {
            self.next().await;
            std::process::exit(130);
        });
    }
}
