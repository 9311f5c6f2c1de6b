//! The configuration of every machine, made from the templates that operators use too.

use std::path::Path;

use super::plan::{self, ETCD_PORT, Kind, Machine, Network, PORT};
use crate::exec::{Result, error};

const PATRONI: &str = include_str!("../../../packaging/cluster/patroni.yml");
const ETCD: &str = include_str!("../../../packaging/cluster/etcd.env");
const NODE: &str = include_str!("../../../packaging/cluster/node.toml");
const BALANCER: &str = include_str!("../../../packaging/cluster/haproxy.cfg");

/// What is the same on all machines and known only when they are made.
#[derive(Debug, Clone)]
pub(super) struct Shared {
    /// The folder of the programs of PostgreSQL.
    pub(super) programs: String,
    /// The passwords of the roles of PostgreSQL.
    pub(super) passwords: Passwords,
}

/// The passwords of the roles of PostgreSQL.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Passwords {
    pub(super) superuser: String,
    pub(super) replication: String,
    pub(super) fangqi: String,
}

/// The file with the password of Fangqi's role.
pub(super) fn password_file(dir: &Path) -> String {
    dir.join("etc/password").display().to_string()
}

/// A file's name below the folder of configuration, and its text; `None` for the switch, which
/// needs none.
pub(super) fn of(
    machine: Machine,
    dir: &Path,
    shared: &Shared,
) -> Result<Option<(String, String)>> {
    let folder = plan::disk(dir);
    Ok(match machine.kind {
        Kind::Switch => None,
        Kind::Etcd => Some((format!("{}.env", machine.name), etcd(machine, &folder)?)),
        Kind::Database => {
            Some((format!("{}.yml", machine.name), patroni(machine, &folder, shared)?))
        }
        Kind::Node => Some((format!("{}.toml", machine.name), node(machine, dir)?)),
        Kind::Balancer => Some((format!("{}.cfg", machine.name), balancer(machine)?)),
    })
}

fn etcd(machine: Machine, folder: &str) -> Result<String> {
    let member = |it: Machine| format!("{}=http://{}:2380", it.name, it.address(Network::Back));
    let members: Vec<String> = Machine::all(Kind::Etcd).map(member).collect();
    let values = [
        ("name", machine.name),
        ("address", &machine.address(Network::Back)),
        ("folder", &format!("{folder}/etcd")),
        ("members", &members.join(",")),
    ];
    filled(ETCD, &values)
}

fn patroni(machine: Machine, folder: &str, shared: &Shared) -> Result<String> {
    let client = |it: Machine| format!("{}:{ETCD_PORT}", it.address(Network::Back));
    let etcd: Vec<String> = Machine::all(Kind::Etcd).map(client).collect();
    let values = [
        ("name", machine.name),
        ("address", &machine.address(Network::Back)),
        ("etcd", &etcd.join(",")),
        ("folder", folder),
        ("programs", &shared.programs),
        // Of the disk, which holds the tables too.
        ("wal", "64MB"),
        ("kept_wal", "128MB"),
        ("network", &Network::Back.range()),
        ("superuser_password", &shared.passwords.superuser),
        ("replication_password", &shared.passwords.replication),
        // That of the machine below is not for this.
        ("watchdog", "off"),
    ];
    filled(PATRONI, &values)
}

fn node(machine: Machine, dir: &Path) -> Result<String> {
    let databases: Vec<String> =
        Machine::all(Kind::Database).map(|it| it.address(Network::Back)).collect();
    let values = [
        ("name", machine.name),
        ("address", &machine.address(Network::Front)),
        ("databases", &databases.join(",")),
        // No packet leaves this machine.
        ("sslmode", "disable"),
        ("password_file", &password_file(dir)),
    ];
    filled(NODE, &values)
}

fn balancer(machine: Machine) -> Result<String> {
    let server =
        |it: Machine| format!("    server {} {}:{PORT}", it.name, it.address(Network::Front));
    let servers: Vec<String> = Machine::all(Kind::Node).map(server).collect();
    let values = [
        ("log", "stdout format raw local0 info"),
        // As many as the usual limit of descriptors allows who is not root.
        ("connections", "5000"),
        ("address", &machine.address(Network::Front)),
        ("port", &PORT.to_string()),
        ("servers", &servers.join("\n")),
    ];
    filled(BALANCER, &values)
}

/// The template with its values in place of `{{name}}`. Both have the same names.
fn filled(template: &str, values: &[(&str, &str)]) -> Result<String> {
    let mut text = String::with_capacity(template.len());
    let mut rest = template;
    let mut used = vec![false; values.len()];
    while let Some((before, after)) = rest.split_once("{{") {
        let (name, after) = after
            .split_once("}}")
            .ok_or_else(|| error("a template has {{ without }} behind it"))?;
        let index = values.iter().position(|(known, _)| *known == name);
        let index = index.ok_or_else(|| error(format!("a template wants `{name}`")))?;
        used[index] = true;
        text.push_str(before);
        text.push_str(values[index].1);
        rest = after;
    }
    text.push_str(rest);
    match used.iter().position(|used| !used) {
        None => Ok(text),
        Some(index) => Err(error(format!("no template wants `{}`", values[index].0))),
    }
}

/// The variables of a file such as [`ETCD`], which systemd reads for Debian's unit.
pub(super) fn variables(text: &str) -> Vec<(&str, &str)> {
    let lines = text.lines().map(str::trim).filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once('=')).collect()
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};

    use yaml_rust2::{Yaml, YamlLoader};

    use super::*;

    fn shared() -> Shared {
        let passwords = Passwords {
            superuser: "1e9".to_owned(),
            replication: "b".to_owned(),
            fangqi: "c".to_owned(),
        };
        Shared { programs: "/usr/lib/postgresql/15/bin".to_owned(), passwords }
    }

    fn text(name: &str) -> String {
        let machine = Machine::named(name).unwrap();
        of(machine, Path::new("/tmp/cluster"), &shared()).unwrap().unwrap().1
    }

    #[test]
    fn templates_and_values_have_the_same_names() {
        assert_eq!(
            filled("a {{b}}{{c}} {{b}}", &[("b", "1"), ("c", "{{b}}")]).unwrap(),
            "a 1{{b}} 1"
        );
        assert!(filled("{{b}}", &[]).unwrap_err().0.contains("`b`"));
        assert!(filled("b", &[("b", "1")]).unwrap_err().0.contains("`b`"));
        assert!(filled("{{b", &[("b", "1")]).is_err());
    }

    #[test]
    fn patroni_waits_for_one_of_two_standbys_and_keeps_its_own_rules() {
        let yaml = YamlLoader::load_from_str(&text("db2")).unwrap().remove(0);
        let dcs = &yaml["bootstrap"]["dcs"];
        assert_eq!(dcs["synchronous_mode"].as_str(), Some("quorum"));
        assert_eq!(dcs["synchronous_node_count"].as_i64(), Some(1));
        assert_eq!(dcs["synchronous_mode_strict"].as_bool(), Some(true));
        assert_ne!(dcs["maximum_lag_on_failover"].as_i64(), Some(0));
        let parameters = &dcs["postgresql"]["parameters"];
        assert_eq!(parameters["synchronous_commit"], Yaml::String("on".to_owned()));
        let seconds = |name: &str| dcs[name].as_i64().unwrap();
        assert!(seconds("ttl") >= 20);
        assert!(seconds("loop_wait") + 2 * seconds("retry_timeout") <= seconds("ttl"));
        assert_eq!(yaml["name"].as_str(), Some("db2"));
        assert_eq!(yaml["postgresql"]["listen"].as_str(), Some("10.78.2.22:5432"));
        // Digits are no number here.
        let password = &yaml["postgresql"]["authentication"]["superuser"]["password"];
        assert_eq!(password.as_str(), Some("1e9"));
    }

    #[test]
    fn every_member_of_etcd_knows_all_members() {
        let text = text("etcd3");
        let variables = variables(&text);
        let value = |name: &str| variables.iter().find(|(known, _)| *known == name).unwrap().1;
        assert_eq!(value("ETCD_NAME"), "etcd3");
        let members = "etcd1=http://10.78.2.11:2380,etcd2=http://10.78.2.12:2380,\
                       etcd3=http://10.78.2.13:2380";
        assert_eq!(value("ETCD_INITIAL_CLUSTER"), members);
        assert!(members.contains(value("ETCD_INITIAL_ADVERTISE_PEER_URLS")));
    }

    #[test]
    fn servers_know_all_databases_and_the_balancer_all_servers() {
        let node: toml::Table = text("node1").parse().unwrap();
        let log = node["log"].as_str().unwrap();
        assert!(log.starts_with("postgres://fangqi@10.78.2.21,10.78.2.22,10.78.2.23/"), "{log}");
        assert_eq!(node["advertise"].as_str(), Some("10.78.1.31:7878"));
        for server in ["node1 10.78.1.31", "node2 10.78.1.32", "node3 10.78.1.33"] {
            let line = format!("    server {server}:7878\n");
            assert!(text("balancer").contains(&line), "{line}");
        }
    }

    #[test]
    fn haproxy_finds_no_mistake_in_its_settings() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("haproxy.cfg");
        std::fs::write(&file, text("balancer")).unwrap();
        let mut check = Command::new("haproxy");
        let Ok(output) = check.arg("-c").arg("-f").arg(&file).stdin(Stdio::null()).output() else {
            eprintln!("haproxy is not on this machine; this test is left out");
            return;
        };
        assert!(output.status.success(), "{output:?}");
    }
}
