/// What a server is known by among those that share a database.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its name. No two servers of a database that run at the same time have the same one.
    pub name: String,
    /// Where clients and other servers reach it: host and port.
    pub advertise: String,
    /// Whether it speaks TLS there.
    pub tls: bool,
}

impl Node {
    /// The address as other servers are told it.
    pub(super) fn address(&self) -> String {
        match self.tls {
            true => format!("https://{}", self.advertise),
            false => self.advertise.clone(),
        }
    }
}
