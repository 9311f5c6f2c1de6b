//! Machines as Linux namespaces: each has its own network, processes, file systems and disk.
//!
//! A machine is its first process, which sleeps. When that is killed, the kernel ends all others of
//! its namespaces and removes its links and its disk, so nothing can be left behind. Which machines
//! there are is read from the processes that run, by a mark in the environment of the first one: no
//! file can be wrong about it, and what bears no mark is never touched.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::plan::{self, Kind, Machine, Network};
use crate::exec::{Result, error};

/// The mark of a machine: the folder of its cluster.
const CLUSTER: &str = "FANGQI_CLUSTER";
/// The mark of a machine: its name.
const MACHINE: &str = "FANGQI_MACHINE";
/// As whom everything runs: PostgreSQL refuses root.
pub(super) const USER: &str = "postgres";
/// How often to look whether something has happened.
const LOOK: Duration = Duration::from_millis(100);

/// The first process of a machine. It ignores the ends of its children, which all that runs there
/// becomes, so that the kernel keeps none of them as a zombie.
const FIRST: [&str; 4] = ["env", "--ignore-signal=CHLD", "sleep", "infinity"];
/// What runs a program as a user, and notes the number that it has in its machine.
const RUN: &str = "echo $$ >\"$0\" && user=$1 && shift && \
                   exec setpriv --reuid=\"$user\" --regid=\"$user\" --init-groups -- \"$@\"";

/// The machines of one folder.
#[derive(Debug)]
pub(super) struct Machines {
    pub(super) dir: PathBuf,
}

/// A program to start, and to start again, in a machine.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) path: String,
    pub(super) arguments: Vec<String>,
    pub(super) variables: Vec<(String, String)>,
}

impl Machines {
    /// Those that run, with the number of their first process.
    pub(super) fn running(&self) -> Result<BTreeMap<String, u32>> {
        let mut found = BTreeMap::new();
        let processes = fs::read_dir("/proc");
        for entry in processes.map_err(|e| error(format!("cannot read /proc: {e}")))? {
            let path = entry.map_err(error)?.path();
            let number = path.file_name().and_then(|name| name.to_str()?.parse::<u32>().ok());
            // A process may end while it is looked at.
            let (Some(number), Ok(environment), Ok(status)) =
                (number, fs::read(path.join("environ")), fs::read_to_string(path.join("status")))
            else {
                continue;
            };
            if let Some(name) = mark(&environment, &self.dir)
                && is_first(&status)
            {
                found.insert(name, number);
            }
        }
        Ok(found)
    }

    /// The first process of a machine.
    fn first(&self, machine: Machine) -> Result<u32> {
        let running = self.running()?;
        running.get(machine.name).copied().ok_or_else(|| {
            error(format!(
                "{} is not there: `cargo xtask cluster up` makes all machines",
                machine.name
            ))
        })
    }

    /// Makes a machine and its links.
    pub(super) fn make(&self, machine: Machine) -> Result<()> {
        let log = self.log(machine)?;
        let mut command = Command::new("setsid");
        command.args(["--fork", "unshare", "--net", "--mount", "--pid", "--ipc", "--fork"]);
        command.args(["--mount-proc", "--kill-child"]).args(FIRST);
        command.env_clear().env("PATH", path()).env(CLUSTER, &self.dir).env(MACHINE, machine.name);
        command.stdout(log.try_clone().map_err(error)?).stderr(log);
        done(&mut command)?;
        let what = format!("the first process of {}", machine.name);
        wait(&what, Duration::from_secs(10), || {
            Ok(self.running()?.contains_key(machine.name).then_some(()))
        })?;
        if machine.kind == Kind::Switch {
            return self.make_networks(machine);
        }
        let disk = plan::disk(&self.dir);
        let size = format!("size={},mode=0700", machine.disk());
        self.run(machine, &["mount", "-t", "tmpfs", "-o", &size, "tmpfs", &disk])?;
        self.run(machine, &["chown", &format!("{USER}:{USER}"), &disk])?;
        self.run(machine, &["ip", "link", "set", "lo", "up"])?;
        for network in Network::ALL.into_iter().filter(|network| machine.is_on(*network)) {
            let device = network.name();
            self.link(&machine.port(network), device, network, self.first(machine)?)?;
            let address = format!("{}/24", machine.address(network));
            self.run(machine, &["ip", "address", "add", &address, "dev", device])?;
            self.run(machine, &["ip", "link", "set", device, "up"])?;
        }
        Ok(())
    }

    /// Makes the bridge of each network, with a link out of all namespaces.
    fn make_networks(&self, switch: Machine) -> Result<()> {
        for network in Network::ALL {
            let (bridge, outer) = (network.name(), network.outer());
            self.run(switch, &["ip", "link", "add", bridge, "type", "bridge"])?;
            self.run(switch, &["ip", "link", "set", bridge, "up"])?;
            self.link(&format!("outer-{bridge}"), &outer, network, std::process::id())?;
            let address = format!("{}/24", network.outer_address());
            done(Command::new("ip").args(["address", "add", &address, "dev", &outer]))?;
            done(Command::new("ip").args(["link", "set", &outer, "up"]))?;
        }
        Ok(())
    }

    /// Lays a link from a port of the switch to a device in the network of a process.
    fn link(&self, port: &str, device: &str, network: Network, process: u32) -> Result<()> {
        let switch = self.switch()?;
        let process = process.to_string();
        let kind = ["type", "veth", "peer", "name", device, "netns", &process];
        // The number of the process means something outside alone.
        let mut add = self.nsenter(switch, &["--net"])?;
        done(add.args(["ip", "link", "add", port]).args(kind))?;
        self.plug(port, Some(network))?;
        self.run(switch, &["ip", "link", "set", port, "up"])
    }

    /// Puts a port of the switch into a network, or takes it out: then packets vanish, as they do
    /// when something on the way has died.
    pub(super) fn plug(&self, port: &str, network: Option<Network>) -> Result<()> {
        let into = match network {
            Some(network) => vec!["master", network.name()],
            None => vec!["nomaster"],
        };
        self.run(self.switch()?, &[&["ip", "link", "set", port][..], &into].concat())
    }

    fn switch(&self) -> Result<Machine> {
        Machine::named("switch").ok_or_else(|| error("there is no switch"))
    }

    /// Runs a command in a machine as root, to its end.
    pub(super) fn run(&self, machine: Machine, words: &[&str]) -> Result<()> {
        done(self.inside(machine)?.args(words))
    }

    /// A command in a machine as root; the words that it consists of are still to be added.
    pub(super) fn inside(&self, machine: Machine) -> Result<Command> {
        self.nsenter(machine, &["--net", "--mount", "--pid", "--ipc"])
    }

    fn nsenter(&self, machine: Machine, namespaces: &[&str]) -> Result<Command> {
        let mut command = Command::new("nsenter");
        command.env_clear().env("PATH", path()).env("LC_ALL", "C.UTF-8");
        command.arg(format!("--target={}", self.first(machine)?)).args(namespaces).arg("--");
        Ok(command)
    }

    /// Starts a program in a machine and leaves it running.
    pub(super) fn start(&self, machine: Machine, program: &Program) -> Result<()> {
        let log = self.log(machine)?;
        let mut command = self.inside(machine)?;
        command.args(["setsid", "--fork", "sh", "-c", RUN]).arg(self.note(machine)).arg(USER);
        command.arg(&program.path).args(&program.arguments);
        command.env("HOME", plan::disk(&self.dir));
        command.envs(program.variables.iter().map(|(name, value)| (name, value)));
        command.current_dir("/").stdout(log.try_clone().map_err(error)?).stderr(log);
        // It is seen to run, or not, only once it has noted its number.
        let note = self.note(machine);
        let _ = fs::remove_file(&note);
        done(&mut command)?;
        let noted = || Ok(fs::read_to_string(&note).ok().filter(|text| text.ends_with('\n')));
        let what = format!("starting {} on {}", program.path, machine.name);
        wait(&what, Duration::from_secs(10), noted).map(drop)
    }

    /// Sends a signal to the program of a machine. Returns whether it runs.
    pub(super) fn signal(&self, machine: Machine, signal: &str) -> Result<bool> {
        // Before it was first started there is no note.
        let Ok(number) = fs::read_to_string(self.note(machine)) else { return Ok(false) };
        let mut command = self.inside(machine)?;
        command.args(["kill", &format!("-{signal}"), number.trim()]).stderr(Stdio::null());
        status(&mut command)
    }

    /// Sends a signal to everything on a machine but its first process.
    pub(super) fn signal_all(&self, machine: Machine, signal: &str) -> Result<()> {
        let mut command = self.inside(machine)?;
        // The shell's own `kill` spares the shell. It fails if there is nothing else.
        command.args(["sh", "-c", "kill -s \"$0\" -- -1", signal]).stderr(Stdio::null());
        status(&mut command).map(drop)
    }

    /// Ends all machines, and returns how many there were.
    pub(super) fn end(&self) -> Result<usize> {
        let running = self.running()?;
        for number in running.values() {
            // It may have ended by itself meanwhile.
            let number = number.to_string();
            status(Command::new("kill").args(["-KILL", &number]).stderr(Stdio::null()))?;
        }
        let gone = || {
            let linked = Network::ALL.into_iter().any(Network::is_linked);
            Ok((self.running()?.is_empty() && (running.is_empty() || !linked)).then_some(()))
        };
        wait("the end of all machines", Duration::from_secs(30), gone)?;
        Ok(running.len())
    }

    fn log(&self, machine: Machine) -> Result<File> {
        let path = self.dir.join("log").join(machine.name);
        let opened = File::options().append(true).create(true).open(&path);
        opened.map_err(|e| error(format!("cannot write {}: {e}", path.display())))
    }

    /// The file that holds the number of a machine's program, as the machine counts.
    fn note(&self, machine: Machine) -> PathBuf {
        self.dir.join("run").join(machine.name)
    }
}

impl Network {
    /// Whether the link out of all namespaces is there.
    pub(super) fn is_linked(self) -> bool {
        Path::new("/sys/class/net").join(self.outer()).exists()
    }
}

/// Looks until there is something, and returns it with the time that this took.
pub(super) fn wait<T>(
    what: &str,
    limit: Duration,
    look: impl Fn() -> Result<Option<T>>,
) -> Result<(T, Duration)> {
    let started = Instant::now();
    loop {
        if let Some(found) = look()? {
            return Ok((found, started.elapsed()));
        }
        if started.elapsed() > limit {
            return Err(error(format!(
                "{what} takes longer than {} seconds; look at the logs, and at `cargo xtask \
                 cluster status`",
                limit.as_secs()
            )));
        }
        std::thread::sleep(LOOK);
    }
}

/// Where programs are, also those for root.
fn path() -> String {
    let path = std::env::var("PATH").unwrap_or_default();
    format!("{path}:/usr/sbin:/sbin")
}

/// Runs a command that should succeed.
pub(super) fn done(command: &mut Command) -> Result<()> {
    if status(command)? {
        return Ok(());
    }
    let words: Vec<_> = command.get_args().map(|word| word.display().to_string()).collect();
    Err(error(format!("`{} {}` failed", command.get_program().display(), words.join(" "))))
}

/// Runs a command. Returns whether it succeeded.
fn status(command: &mut Command) -> Result<bool> {
    let status = command.stdin(Stdio::null()).status();
    let name = command.get_program().display();
    Ok(status.map_err(|e| error(format!("cannot start `{name}`: {e}")))?.success())
}

/// The name of the machine of this cluster that a process with this environment belongs to.
fn mark(environment: &[u8], dir: &Path) -> Option<String> {
    let value = |name: &str| {
        let mut entries = environment.split(|byte| *byte == 0);
        let found = entries.find_map(|it| it.strip_prefix(format!("{name}=").as_bytes()))?;
        Some(String::from_utf8_lossy(found).into_owned())
    };
    (Path::new(&value(CLUSTER)?) == dir).then(|| value(MACHINE)).flatten()
}

/// Whether `/proc/…/status` is that of the first process of a namespace within this one.
fn is_first(status: &str) -> bool {
    let numbers = status.lines().find_map(|line| line.strip_prefix("NSpid:"));
    let numbers: Vec<&str> = numbers.unwrap_or_default().split_whitespace().collect();
    numbers.len() > 1 && numbers.last() == Some(&"1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_first_processes_with_the_mark_are_machines() {
        let environment = b"PATH=/bin\0FANGQI_CLUSTER=/tmp/c\0FANGQI_MACHINE=db1\0";
        assert_eq!(mark(environment, Path::new("/tmp/c")).as_deref(), Some("db1"));
        assert_eq!(mark(environment, Path::new("/tmp/other")), None);
        assert_eq!(mark(b"X_FANGQI_CLUSTER=/tmp/c\0FANGQI_MACHINE=a\0", Path::new("/tmp/c")), None);
        assert_eq!(mark(b"", Path::new("")), None);
        assert!(is_first("Name:\tsleep\nNSpid:\t812\t1\nThreads:\t1\n"));
        // What made the namespace is outside, and others in it are not the first.
        for other in ["NSpid:\t812\n", "NSpid:\t1\n", "NSpid:\t812\t11\n", "Name:\tx\n"] {
            assert!(!is_first(other), "{other}");
        }
    }

    #[test]
    fn waiting_ends_with_what_is_found_or_after_a_while() {
        assert_eq!(wait("x", Duration::ZERO, || Ok(Some(5))).unwrap().0, 5);
        let late = wait("the moon", Duration::ZERO, || Ok(None::<()>)).unwrap_err();
        assert!(late.0.starts_with("the moon takes longer than 0 seconds"), "{late}");
        assert!(wait("x", Duration::ZERO, || Err::<Option<()>, _>(error("y"))).is_err());
    }
}
