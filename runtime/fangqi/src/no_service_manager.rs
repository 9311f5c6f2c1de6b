//! The same as `service_manager.rs` where no service manager hands over sockets.

use std::net::TcpListener;

/// No sockets.
#[derive(Debug, Default)]
pub(crate) struct Sockets {
    pub(crate) players: Option<TcpListener>,
    pub(crate) operators: Option<TcpListener>,
}

impl Sockets {
    pub(crate) fn inherited() -> anyhow::Result<Self> {
        Ok(Self::default())
    }
}

pub(crate) fn ready(_status: &str) {}

pub(crate) fn reloading() {}

pub(crate) fn stopping() {}
