//! `cargo xtask cluster`: a highly available Fangqi on one machine, to see what happens when its
//! parts fail.
//!
//! Three servers, three PostgreSQL under Patroni, three etcd and a load balancer run on machines
//! that are namespaces (`machines`), with the configuration that operators use
//! (`runtime/packaging/cluster`, `runtime/server/CLUSTER.md`). Faults are commands of their own,
//! called one at a time while it runs.

mod ask;
mod faults;
mod machines;
mod plan;
mod settings;
mod status;
mod up;

use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use crate::exec::{Result, Workspace, error};
use faults::Fault;
use machines::Machines;
use plan::{Kind, Machine};

/// Where the state is kept, unless another folder is named.
const FOLDER: &str = "/tmp/fangqi-cluster";
/// What the commands are, for errors.
const ACTIONS: &str = "up, status, down, kill NODE, pause NODE SECONDS, cut NODE SECONDS, failover, \
                       fill SECONDS, heal and roll";

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Order {
    dir: PathBuf,
    action: Action,
}

#[derive(Debug, PartialEq, Eq)]
enum Action {
    /// Starts everything, with this program or one that is built.
    Up(Option<PathBuf>),
    Status,
    /// Ends everything, also what is left of a start that failed.
    Down,
    Fault(Fault),
}

impl Order {
    fn parse(arguments: &[&str]) -> Result<Self> {
        let (mut dir, mut program) = (PathBuf::from(FOLDER), None);
        let mut words = Vec::new();
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || {
                let value = rest.next().map(PathBuf::from);
                value.ok_or_else(|| error(format!("cluster: {argument} wants a path after it")))
            };
            match *argument {
                "--dir" => dir = value()?,
                "--program" => program = Some(value()?),
                word => words.push(word),
            }
        }
        let action = match words.as_slice() {
            ["up"] => Action::Up(program.take()),
            ["status"] => Action::Status,
            ["down"] => Action::Down,
            ["kill", name] => Action::Fault(Fault::Kill(node(name)?)),
            ["pause", name, time] => Action::Fault(Fault::Pause(node(name)?, seconds(time)?)),
            ["cut", name, time] => Action::Fault(Fault::Cut(node(name)?, seconds(time)?)),
            ["failover"] => Action::Fault(Fault::Failover),
            ["fill", time] => Action::Fault(Fault::Fill(seconds(time)?)),
            ["heal"] => Action::Fault(Fault::Heal),
            ["roll"] => Action::Fault(Fault::Roll),
            other => {
                let said = other.join(" ");
                return Err(error(format!("cluster: `{said}` is none of {ACTIONS}")));
            }
        };
        match program {
            None => Ok(Self { dir, action }),
            Some(_) => Err(error("cluster: --program is for `up` alone")),
        }
    }
}

/// A server, by its name.
fn node(name: &str) -> Result<Machine> {
    let node = Machine::named(name).filter(|machine| machine.kind == Kind::Node);
    let unknown = || error(format!("cluster: `{name}` is none of {}", plan::names(Kind::Node)));
    node.ok_or_else(unknown)
}

fn seconds(text: &str) -> Result<Duration> {
    let wrong = |_| error(format!("cluster: `{text}` is no number of seconds"));
    text.parse().map(Duration::from_secs).map_err(wrong)
}

/// Runs one command line.
pub fn run(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    let order = Order::parse(arguments)?;
    if workspace.task("id", &["-u"]).output()?.trim() != "0" {
        return Err(error(
            "cluster: only root may make network namespaces; run it with `sudo env \"PATH=$PATH\" \
             cargo xtask cluster …`",
        ));
    }
    if let Action::Up(_) = order.action {
        fs::create_dir_all(&order.dir)
            .map_err(|e| error(format!("cannot make {}: {e}", order.dir.display())))?;
    }
    // Machines are known by the name of the folder, so it has one name only.
    let dir = fs::canonicalize(&order.dir).map_err(|_| {
        error(format!("cluster: there is no {}: nothing was started there", order.dir.display()))
    })?;
    let machines = Machines { dir };
    match order.action {
        Action::Up(program) => up::up(workspace, &machines, program),
        Action::Status => status::print(&machines),
        Action::Down => down(&machines),
        Action::Fault(fault) => fault.cause(&machines),
    }
}

/// Ends everything. Logs and the installed Patroni stay.
fn down(machines: &Machines) -> Result<()> {
    let count = machines.end()?;
    for folder in up::FOLDERS.into_iter().filter(|folder| *folder != up::LOG) {
        let path = machines.dir.join(folder);
        if path.exists() {
            fs::remove_dir_all(&path)
                .map_err(|e| error(format!("cannot remove {}: {e}", path.display())))?;
        }
    }
    println!("{count} machines ended; their logs stay in {}/log", machines.dir.display());
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_understood() {
        let order = |line: &str| Order::parse(&line.split(' ').collect::<Vec<_>>());
        let up = order("up --program p --dir d").unwrap();
        assert_eq!(up, Order { dir: "d".into(), action: Action::Up(Some("p".into())) });
        let cut = order("cut node2 5").unwrap();
        let fault = Fault::Cut(Machine::named("node2").unwrap(), Duration::from_secs(5));
        assert_eq!(cut, Order { dir: FOLDER.into(), action: Action::Fault(fault) });
        for (line, named) in [
            ("kill db1", "`db1` is none of node1, node2, node3"),
            ("pause node1 long", "`long`"),
            ("pause node1", "`pause node1` is none of up, status"),
            ("status --program p", "--program"),
            ("down --dir", "--dir"),
        ] {
            let said = order(line).unwrap_err().0;
            assert!(said.contains(named), "{line}: {said}");
        }
    }
}
