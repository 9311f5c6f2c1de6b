//! Secrets that all servers of a database share.

use tokio_postgres::{Client, Error};

/// The content of a secret, which is `fresh` if there was none.
pub(super) async fn shared(client: &Client, name: &str, fresh: &str) -> Result<String, Error> {
    let add = "INSERT INTO secret (name, content) VALUES ($1, $2) ON CONFLICT DO NOTHING";
    client.execute(add, &[&name, &fresh]).await?;
    let row = client.query_one("SELECT content FROM secret WHERE name = $1", &[&name]).await?;
    Ok(row.get(0))
}

/// Replaces a secret if it still is what it was.
pub(super) async fn replace(
    client: &Client,
    name: &str,
    old: &str,
    new: &str,
) -> Result<bool, Error> {
    let sql = "UPDATE secret SET content = $3 WHERE name = $1 AND content = $2";
    Ok(client.execute(sql, &[&name, &old, &new]).await? == 1)
}
