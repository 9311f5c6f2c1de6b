//! How everything is.

use serde_json::Value;

use super::ask;
use super::machines::Machines;
use super::plan::{self, Kind, MACHINES, Machine};
use crate::exec::Result;

/// The machine whose PostgreSQL takes writes.
pub(super) fn primary() -> Option<Machine> {
    Machine::all(Kind::Database).find(|machine| ask::says_yes(&machine.door(), "/primary"))
}

/// How many standbys may confirm commits.
pub(super) fn standbys() -> usize {
    let may = |machine: &Machine| ask::says_yes(&machine.door(), "/quorum");
    Machine::all(Kind::Database).filter(may).count()
}

/// Prints one line for each machine.
pub(super) fn print(machines: &Machines) -> Result<()> {
    let running = machines.running()?;
    if running.is_empty() {
        println!("no machine is there");
        return Ok(());
    }
    for machine in MACHINES.into_iter().filter(|machine| machine.kind != Kind::Switch) {
        let says = match running.get(machine.name) {
            Some(_) => says(machine),
            None => "is not there".to_owned(),
        };
        println!("{:9} {:16} {says}", machine.name, machine.door());
    }
    println!("visitors: http://{}", plan::balancer().door());
    Ok(())
}

/// What a machine says of itself.
fn says(machine: Machine) -> String {
    let path = match machine.kind {
        Kind::Etcd => "/health",
        Kind::Database => "/patroni",
        _ => "/readyz",
    };
    match ask::get(&machine.door(), path) {
        None => "does not answer".to_owned(),
        Some(answer) => match machine.kind {
            Kind::Etcd => etcd(&answer.json()),
            Kind::Database => database(&answer.json()),
            _ => server(answer.status, &answer.json()),
        },
    }
}

fn etcd(said: &Value) -> String {
    // The number is text in some versions.
    match said["health"].as_str() == Some("true") || said["health"] == true {
        true => "well".to_owned(),
        false => "has no leader".to_owned(),
    }
}

fn database(said: &Value) -> String {
    let text = |name: &str| said[name].as_str().unwrap_or("unknown").to_owned();
    let confirms = if said["quorum_standby"] == true { ", may confirm commits" } else { "" };
    let locked = if said["cluster_unlocked"] == true { ", there is no primary" } else { "" };
    let timeline = said["timeline"].as_u64().map(|it| format!(", timeline {it}"));
    let timeline = timeline.unwrap_or_default();
    format!("{}, {}{confirms}{timeline}{locked}", text("role"), text("state"))
}

fn server(status: u16, said: &Value) -> String {
    if status == 200 {
        return "ready".to_owned();
    }
    let missing = said["missing"].as_array().into_iter().flatten().filter_map(Value::as_str);
    let missing: Vec<&str> = missing.collect();
    match missing.is_empty() {
        // The load balancer itself answers like this when no server is ready.
        true => format!("not ready: status {status}"),
        false => format!("not ready: {}", missing.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_machines_say_is_put_in_words() {
        assert_eq!(etcd(&json!({"health": "true"})), "well");
        assert_eq!(etcd(&json!({"health": "false"})), "has no leader");
        let standby = json!({"state": "streaming", "role": "replica", "timeline": 3,
                             "quorum_standby": true});
        assert_eq!(database(&standby), "replica, streaming, may confirm commits, timeline 3");
        let alone = json!({"state": "running", "role": "replica", "cluster_unlocked": true});
        assert_eq!(database(&alone), "replica, running, there is no primary");
        assert_eq!(database(&Value::Null), "unknown, unknown");
        assert_eq!(server(200, &json!({"ready": true})), "ready");
        assert_eq!(server(503, &json!({"missing": ["log", "shard 1"]})), "not ready: log, shard 1");
        assert_eq!(server(503, &Value::Null), "not ready: status 503");
    }
}
