/// What a server is known by among those that share a database.
#[derive(Debug, Clone)]
pub struct Node {
    /// Its name. No two servers of a database that run at the same time have the same one.
    pub name: String,
    /// Where clients and other servers reach it: host and port.
    pub advertise: String,
}
