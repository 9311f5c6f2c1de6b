//! Which machines there are, and their addresses.

use std::path::Path;

/// What a machine is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Holds the two networks together.
    Switch,
    /// A member of etcd, which decides who is the primary.
    Etcd,
    /// PostgreSQL under Patroni.
    Database,
    /// A server of Fangqi.
    Node,
    /// What visitors reach.
    Balancer,
}

/// One machine.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Machine {
    pub(super) name: &'static str,
    pub(super) kind: Kind,
    /// The last part of its addresses.
    number: u8,
}

const fn machine(name: &'static str, kind: Kind, number: u8) -> Machine {
    Machine { name, kind, number }
}

/// All machines, in the order in which they are made.
pub(super) const MACHINES: [Machine; 11] = [
    machine("switch", Kind::Switch, 0),
    machine("etcd1", Kind::Etcd, 11),
    machine("etcd2", Kind::Etcd, 12),
    machine("etcd3", Kind::Etcd, 13),
    machine("db1", Kind::Database, 21),
    machine("db2", Kind::Database, 22),
    machine("db3", Kind::Database, 23),
    machine("node1", Kind::Node, 31),
    machine("node2", Kind::Node, 32),
    machine("node3", Kind::Node, 33),
    machine("balancer", Kind::Balancer, 10),
];

/// One of the two networks, by its last but one number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Network {
    /// Between visitors, the load balancer and the servers.
    Front,
    /// Between the servers, the databases and etcd.
    Back,
}

impl Network {
    pub(super) const ALL: [Network; 2] = [Network::Front, Network::Back];

    /// What its bridge in the switch and each machine's end of a link are called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Network::Front => "front",
            Network::Back => "back",
        }
    }

    /// All its addresses.
    pub(super) fn range(self) -> String {
        format!("{}/24", self.address(0))
    }

    fn address(self, number: u8) -> String {
        format!("10.78.{}.{number}", if self == Network::Front { 1 } else { 2 })
    }

    /// The end of the link to the machine that everything runs on, in its own namespace.
    pub(super) fn outer(self) -> String {
        format!("fangqi-{}", self.name())
    }

    /// The address of that end.
    pub(super) fn outer_address(self) -> String {
        self.address(1)
    }
}

/// The port of Fangqi and of the load balancer.
pub(super) const PORT: u16 = 7878;
/// The port of etcd for clients.
pub(super) const ETCD_PORT: u16 = 2379;
/// The port at which Patroni says how its machine is.
pub(super) const PATRONI_PORT: u16 = 8008;

impl Machine {
    /// The machine of this name.
    pub(super) fn named(name: &str) -> Option<Machine> {
        MACHINES.into_iter().find(|machine| machine.name == name)
    }

    /// All of a kind.
    pub(super) fn all(kind: Kind) -> impl Iterator<Item = Machine> {
        MACHINES.into_iter().filter(move |machine| machine.kind == kind)
    }

    /// Whether it is on a network.
    pub(super) fn is_on(self, network: Network) -> bool {
        match self.kind {
            Kind::Switch => false,
            Kind::Etcd | Kind::Database => network == Network::Back,
            Kind::Node => true,
            Kind::Balancer => network == Network::Front,
        }
    }

    pub(super) fn address(self, network: Network) -> String {
        network.address(self.number)
    }

    /// The switch's end of a link.
    pub(super) fn port(self, network: Network) -> String {
        format!("{}-{}", self.name, network.name())
    }

    /// Where it answers questions about itself: host and port.
    pub(super) fn door(self) -> String {
        let (network, port) = match self.kind {
            Kind::Etcd => (Network::Back, ETCD_PORT),
            Kind::Database => (Network::Back, PATRONI_PORT),
            Kind::Switch | Kind::Node | Kind::Balancer => (Network::Front, PORT),
        };
        format!("{}:{port}", self.address(network))
    }

    /// The size of its disk, which is in memory; small, so that it is soon full.
    pub(super) fn disk(self) -> &'static str {
        match self.kind {
            Kind::Database => "1g",
            _ => "128m",
        }
    }
}

/// The names of all machines of a kind, to be read by people.
pub(super) fn names(kind: Kind) -> String {
    Machine::all(kind).map(|machine| machine.name).collect::<Vec<_>>().join(", ")
}

/// The load balancer.
pub(super) fn balancer() -> Machine {
    MACHINES[MACHINES.len() - 1]
}

/// Where a machine's disk is, in its own file systems alone.
pub(super) fn disk(dir: &Path) -> String {
    dir.join("disk").display().to_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_two_machines_share_an_address_or_a_name() {
        let mut seen = BTreeSet::new();
        for network in Network::ALL {
            assert!(seen.insert(network.outer_address()));
            for machine in MACHINES.into_iter().filter(|machine| machine.is_on(network)) {
                assert!(seen.insert(machine.address(network)), "{machine:?}");
                // Longer names of devices are refused by Linux.
                assert!(machine.port(network).len() <= 15, "{machine:?}");
            }
        }
        let names: BTreeSet<&str> = MACHINES.iter().map(|machine| machine.name).collect();
        assert_eq!(names.len(), MACHINES.len());
        assert_eq!(balancer().kind, Kind::Balancer);
    }

    #[test]
    fn servers_are_on_both_networks_and_all_else_on_one() {
        for machine in MACHINES {
            let count = Network::ALL.into_iter().filter(|network| machine.is_on(*network)).count();
            let expected = match machine.kind {
                Kind::Switch => 0,
                Kind::Node => 2,
                Kind::Etcd | Kind::Database | Kind::Balancer => 1,
            };
            assert_eq!(count, expected, "{machine:?}");
        }
        assert_eq!(Machine::named("node2").map(Machine::door).unwrap(), "10.78.1.32:7878");
        assert_eq!(Machine::named("db3").map(Machine::door).unwrap(), "10.78.2.23:8008");
    }
}
