//! What the system asks of the program: Ctrl-C, the polite kill, the hang-up.

#[cfg(unix)]
use anyhow::Context;
#[cfg(unix)]
use std::io::IsTerminal;
#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// What a signal asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asked {
    /// To end.
    End,
    /// To read again what may have changed.
    Reload,
}

/// Hears what the program is asked. While it lives, the system does not end the program by itself.
#[derive(Debug)]
pub(crate) struct Signals {
    #[cfg(unix)]
    interrupt: Signal,
    #[cfg(unix)]
    terminate: Signal,
    #[cfg(unix)]
    hang_up: Signal,
    /// What a hang-up asks for: the end, if it is that of the terminal.
    #[cfg(unix)]
    on_hang_up: Asked,
}

#[cfg(unix)]
impl Signals {
    /// Listens from now on.
    pub(crate) fn listen() -> anyhow::Result<Self> {
        let failed = "signals cannot be received";
        let at_terminal = std::io::stdin().is_terminal();
        Ok(Self {
            interrupt: signal(SignalKind::interrupt()).context(failed)?,
            terminate: signal(SignalKind::terminate()).context(failed)?,
            hang_up: signal(SignalKind::hangup()).context(failed)?,
            on_hang_up: if at_terminal { Asked::End } else { Asked::Reload },
        })
    }

    /// Waits for the next one.
    pub(crate) async fn next(&mut self) -> Asked {
        tokio::select! {
            _ = self.interrupt.recv() => Asked::End,
            _ = self.terminate.recv() => Asked::End,
            _ = self.hang_up.recv() => self.on_hang_up,
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
    pub(crate) async fn next(&mut self) -> Asked {
        // Without signals the program just serves on.
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Asked::End
    }
}

impl Signals {
    /// The next one that asks for the end ends the program at once.
    pub(crate) fn end_at_once_next_time(mut self) {
        tokio::spawn(async move {
            while self.next().await != Asked::End {}
            std::process::exit(130);
        });
    }
}
