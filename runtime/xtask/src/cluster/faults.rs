//! Faults, one at a time, and how long it takes until visitors are served again.

use std::time::Duration;

use super::machines::{Machines, wait};
use super::plan::{self, Kind, MACHINES, Machine, Network};
use super::{ask, status, up};
use crate::exec::{Result, error};

/// Longest time that a server may take to stop; it gives itself fifteen seconds.
const STOP: Duration = Duration::from_secs(30);
/// The load balancer looks at each server once a second.
const NOTICED: Duration = Duration::from_secs(2);

/// Something to happen to the cluster.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A server crashes.
    Kill(Machine),
    /// A server stands still.
    Pause(Machine, Duration),
    /// Nothing gets from a server to the databases or back.
    Cut(Machine, Duration),
    /// The machine of the primary dies.
    Failover,
    /// The disk of the primary is full.
    Fill(Duration),
    /// Everything runs again.
    Heal,
    /// Every server is started again, one after the other.
    Roll,
}

impl Fault {
    /// Lets it happen, and prints what is seen.
    pub(super) fn cause(&self, machines: &Machines) -> Result<()> {
        match self {
            Fault::Kill(node) => {
                machines.signal_all(*node, "KILL")?;
                println!("{} is dead until `heal`", node.name);
                until_served()
            }
            Fault::Pause(node, time) => {
                machines.signal_all(*node, "STOP")?;
                println!("{} stands still for {} s", node.name, time.as_secs());
                std::thread::sleep(*time);
                machines.signal_all(*node, "CONT")?;
                until_back(*node)
            }
            Fault::Cut(node, time) => {
                machines.plug(&node.port(Network::Back), None)?;
                println!("{} is cut off for {} s", node.name, time.as_secs());
                std::thread::sleep(*time);
                machines.plug(&node.port(Network::Back), Some(Network::Back))?;
                until_back(*node)
            }
            Fault::Failover => failover(machines),
            Fault::Fill(time) => fill(machines, *time),
            Fault::Heal => heal(machines),
            Fault::Roll => Machine::all(Kind::Node).try_for_each(|node| roll(machines, node)),
        }
    }
}

/// The machine of the primary dies without a word to anybody.
fn failover(machines: &Machines) -> Result<()> {
    let old = the_primary()?;
    machines.plug(&old.port(Network::Back), None)?;
    machines.signal_all(old, "KILL")?;
    println!("{}, the primary, is dead until `heal`", old.name);
    let other = || Ok(status::primary());
    let (new, took) = wait("choosing another primary", up::READY, other)?;
    println!("{} is the primary after {:.1} s", new.name, took.as_secs_f64());
    Machine::all(Kind::Node).try_for_each(until_back)?;
    until_served()
}

/// The disk of the primary is full for a while.
fn fill(machines: &Machines, time: Duration) -> Result<()> {
    let old = the_primary()?;
    let file = filler(machines);
    // Ends when there is no space left, which is not a success.
    let _ = machines.run(old, &["sh", "-c", "exec cat /dev/zero >\"$0\" 2>/dev/null", &file]);
    println!("the disk of {}, the primary, is full for {} s", old.name, time.as_secs());
    std::thread::sleep(time);
    machines.run(old, &["rm", "-f", &file])?;
    let (new, _) = wait("having a primary", up::READY, || Ok(status::primary()))?;
    println!("there is space again; {} is the primary", new.name);
    Machine::all(Kind::Node).try_for_each(until_back)?;
    until_served()
}

/// Undoes every fault.
fn heal(machines: &Machines) -> Result<()> {
    for machine in MACHINES.into_iter().filter(|machine| machine.kind != Kind::Switch) {
        machines.signal_all(machine, "CONT")?;
        if machine.is_on(Network::Back) {
            machines.plug(&machine.port(Network::Back), Some(Network::Back))?;
        }
        machines.run(machine, &["rm", "-f", &filler(machines)])?;
        if !machines.signal(machine, "0")? {
            machines.start(machine, &up::program(machines, machine)?)?;
            println!("{} is started again", machine.name);
        }
    }
    let standbys = || Ok((status::primary().is_some() && status::standbys() == 2).then_some(()));
    let (_, took) = wait("having two standbys", up::READY, standbys)?;
    println!("the primary has two standbys after {:.1} s", took.as_secs_f64());
    Machine::all(Kind::Node).try_for_each(until_back)?;
    until_served()
}

/// Ends a server as an operator does, starts it again, and waits until it takes visitors.
fn roll(machines: &Machines, node: Machine) -> Result<()> {
    if !machines.signal(node, "TERM")? {
        return Err(error(format!("{} does not run: `cargo xtask cluster heal`", node.name)));
    }
    let ended = || Ok((!machines.signal(node, "0")?).then_some(()));
    let (_, took) = wait(&format!("the end of {}", node.name), STOP, ended)?;
    println!("{} has ended after {:.1} s", node.name, took.as_secs_f64());
    machines.start(node, &up::program(machines, node)?)?;
    until_back(node)?;
    // Else the next one would end before the load balancer knows this one again.
    std::thread::sleep(NOTICED);
    Ok(())
}

fn the_primary() -> Result<Machine> {
    status::primary().ok_or_else(|| error("there is no primary: `cargo xtask cluster heal`"))
}

/// The file that fills a disk.
fn filler(machines: &Machines) -> String {
    format!("{}/filler", plan::disk(&machines.dir))
}

fn until_back(node: Machine) -> Result<()> {
    let took = up::until_ready(node)?;
    println!("{} is ready after {:.1} s", node.name, took.as_secs_f64());
    Ok(())
}

fn until_served() -> Result<()> {
    let door = plan::balancer().door();
    let served = || Ok(ask::says_yes(&door, "/readyz").then_some(()));
    let (_, took) = wait("serving visitors", up::READY, served)?;
    println!("visitors are served after {:.1} s", took.as_secs_f64());
    Ok(())
}
