//! The database that `fangqi serve --log` keeps rooms in.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow};
use clap::Args;
use fangqi_server::log::{Ages, Node, PostgresLog};

/// Longest name of a server.
const NAME_MAX: usize = 60;

#[derive(Debug, Args)]
pub(crate) struct DatabaseArgs {
    /// Keep rooms in this PostgreSQL database instead of a folder: postgres://USER@HOST/DATABASE.
    /// Several servers may share it.
    #[arg(
        long = "log",
        value_name = "URL",
        group = "kept",
        value_parser = url,
        conflicts_with = "data",
        requires_all = ["node", "advertise"]
    )]
    url: Option<String>,
    /// A file with the password of the database; else the environment variable PGPASSWORD or the
    /// URL has it.
    #[arg(long, value_name = "FILE", requires = "url")]
    log_password_file: Option<PathBuf>,
    /// What this server is called among those that share the database.
    #[arg(long, value_name = "NAME", requires = "url", value_parser = node)]
    node: Option<String>,
    /// Where other servers of the database reach this one: they pass on to it what is meant for its
    /// rooms. With --tls-cert, they know it by the certificate of this host.
    #[arg(long, value_name = "HOST:PORT", requires = "url", value_parser = advertised)]
    advertise: Option<String>,
}

impl DatabaseArgs {
    /// Opens the log in the database; `None` if rooms are kept elsewhere. `tls`: the server speaks
    /// TLS.
    pub(crate) fn open(&self, ages: Ages, tls: bool) -> anyhow::Result<Option<Arc<PostgresLog>>> {
        let (Some(url), Some(name), Some(advertise)) = (&self.url, &self.node, &self.advertise)
        else {
            return Ok(None);
        };
        let password = password(self.log_password_file.as_deref())?;
        let node = Node { name: name.clone(), advertise: advertise.clone(), tls };
        let mut log = PostgresLog::open(url, password.as_deref(), node)?;
        log.keep_for(ages).context("no threads can be started")?;
        Ok(Some(Arc::new(log)))
    }
}

/// The password of the database: that of a file if there is one, else of the environment; the URL
/// may have it as well.
pub(crate) fn password(file: Option<&Path>) -> anyhow::Result<Option<String>> {
    let Some(path) = file else {
        return Ok(std::env::var("PGPASSWORD").ok().filter(|password| !password.is_empty()));
    };
    let text = std::fs::read_to_string(path).with_context(|| {
        format!("the password of the database cannot be read from {}", path.display())
    })?;
    let password = text.trim_end_matches(['\n', '\r']);
    if password.is_empty() {
        return Err(anyhow!("there is no password in {}", path.display()));
    }
    Ok(Some(password.to_owned()))
}

/// Something with a scheme. A word without one is what `FANGQI_LOG` once took, and is safe to show;
/// of a URL, which may hold a password, the log itself says what is wrong.
pub(crate) fn url(text: &str) -> anyhow::Result<String> {
    if text.contains("://") {
        return Ok(text.to_owned());
    }
    Err(anyhow!(
        "rooms are kept in a database such as postgres://USER@HOST/DATABASE; what the program's \
         own log holds is --log-level (FANGQI_LOG_LEVEL)"
    ))
}

fn node(text: &str) -> anyhow::Result<String> {
    let fits = |c: char| c.is_ascii_alphanumeric() || ".-_".contains(c);
    if text.is_empty() || text.len() > NAME_MAX || !text.chars().all(fits) {
        return Err(anyhow!(
            "a server's name has up to {NAME_MAX} letters, digits, dots, hyphens and underscores"
        ));
    }
    Ok(text.to_owned())
}

fn advertised(text: &str) -> anyhow::Result<String> {
    let parts = text.rsplit_once(':');
    let good = parts.is_some_and(|(host, port)| {
        let host_fits = !host.is_empty() && !host.contains(['/', '@', ' ']);
        host_fits && port.parse::<u16>().is_ok_and(|port| port > 0)
    });
    if good { Ok(text.to_owned()) } else { Err(anyhow!("write a host and a port: HOST:PORT")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_addresses_are_plain() {
        for good in ["one", "fangqi-1.example_org"] {
            assert_eq!(node(good).unwrap(), good);
        }
        for bad in ["", "one two", "一", "a/b", &"x".repeat(61)] {
            assert!(node(bad).is_err(), "{bad}");
        }
        assert!(url("postgres://me@host/rooms").is_ok() && url("warn").is_err());
        for good in ["play.example.org:443", "10.0.0.7:7878", "[::1]:80"] {
            assert_eq!(advertised(good).unwrap(), good);
        }
        for bad in ["", "play.example.org", ":80", "a:0", "a:x", "https://a:80"] {
            assert!(advertised(bad).is_err(), "{bad}");
        }
    }
}
