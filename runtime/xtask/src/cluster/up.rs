//! Starting everything, from the programs that have to be there to the first answer of the load
//! balancer.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::ask;
use super::machines::{Machines, Program, USER, done, wait};
use super::plan::{self, Kind, MACHINES, Machine, Network};
use super::settings::{self, Passwords, Shared};
use super::status;
use crate::exec::{Result, Workspace, error};
use crate::steps::build;
use crate::tools::{self, Tool};

/// The folder of logs.
pub(super) const LOG: &str = "log";
/// The folders of a cluster's own; `disk` is where machines see their disk.
pub(super) const FOLDERS: [&str; 5] = [LOG, "etc", "run", "bin", "disk"];

/// What is installed from Python's index: what PostgreSQL and etcd are spoken to with comes along.
const PATRONI: &str = "patroni[psycopg3,etcd3]==4.1.*";
/// The folder that it is installed in.
const PATRONI_FOLDER: &str = "patroni";

/// Longest time for etcd, and for a server of Fangqi, to be ready.
pub(super) const READY: Duration = Duration::from_secs(120);

/// Starts everything.
pub(super) fn up(
    workspace: &Workspace,
    machines: &Machines,
    program: Option<PathBuf>,
) -> Result<()> {
    let dir = &machines.dir;
    if !machines.running()?.is_empty() {
        return Err(error(format!(
            "cluster: there are machines of {} already; `cargo xtask cluster down` ends them",
            dir.display()
        )));
    }
    if let Some(network) = Network::ALL.into_iter().find(|network| network.is_linked()) {
        let device = network.outer();
        return Err(error(format!(
            "cluster: there is a device {device} already, of a cluster in another folder; end it \
             with `cargo xtask cluster down --dir FOLDER`"
        )));
    }
    tools::ensure(workspace, Tool::Cluster)?;
    let program = match program {
        Some(program) => workspace.root.join(program),
        None => build::programs(workspace)?.fangqi,
    };
    install_patroni(workspace, dir)?;
    let passwords = Passwords { superuser: secret()?, replication: secret()?, fangqi: secret()? };
    let programs = tools::postgres_programs()
        .ok_or_else(|| error("the programs of PostgreSQL are not found"))?;
    let shared = Shared { programs: programs.display().to_string(), passwords };
    prepare(dir, &program, &shared)?;
    for machine in MACHINES {
        machines.make(machine)?;
    }
    println!("{} machines are there", MACHINES.len());
    for kind in [Kind::Etcd, Kind::Database] {
        start_all(machines, kind)?;
    }
    let (primary, took) = wait("choosing a primary", READY, || Ok(status::primary()))?;
    println!("{} is the primary after {} s", primary.name, took.as_secs());
    let replicated = || Ok((status::standbys() == 2).then_some(()));
    let (_, took) = wait("making two standbys", READY, replicated)?;
    println!("it has two standbys after {} s more", took.as_secs());
    make_database(machines, primary, &shared)?;
    for kind in [Kind::Node, Kind::Balancer] {
        start_all(machines, kind)?;
    }
    let door = plan::balancer().door();
    println!("http://{door} is ready; logs are in {}/{LOG}", dir.display());
    Ok(())
}

/// Starts the programs of all machines of a kind, and waits until they answer.
fn start_all(machines: &Machines, kind: Kind) -> Result<()> {
    for machine in Machine::all(kind) {
        machines.start(machine, &program(machines, machine)?)?;
    }
    if kind == Kind::Database {
        return Ok(());
    }
    for machine in Machine::all(kind) {
        let took = until_ready(machine)?;
        println!("{} is ready after {:.1} s more", machine.name, took.as_secs_f64());
    }
    Ok(())
}

/// Waits until a machine says that it is ready, and returns how long that took.
pub(super) fn until_ready(machine: Machine) -> Result<Duration> {
    let path = match machine.kind {
        Kind::Etcd | Kind::Database => "/health",
        Kind::Switch | Kind::Node | Kind::Balancer => "/readyz",
    };
    let ready = || Ok(ask::says_yes(&machine.door(), path).then_some(()));
    Ok(wait(&format!("starting {}", machine.name), READY, ready)?.1)
}

/// What runs on a machine.
pub(super) fn program(machines: &Machines, machine: Machine) -> Result<Program> {
    let dir = &machines.dir;
    let of = |path: PathBuf, arguments: &[&str]| Program {
        path: path.display().to_string(),
        arguments: arguments.iter().map(|&it| it.to_owned()).collect(),
        variables: Vec::new(),
    };
    let settings = |ending: &str| dir.join(format!("etc/{}.{ending}", machine.name));
    Ok(match machine.kind {
        Kind::Switch => return Err(error("nothing runs on the switch")),
        Kind::Etcd => {
            let text = read(&settings("env"))?;
            let variables = settings::variables(&text).into_iter();
            let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
            Program { variables: variables.collect(), ..of("etcd".into(), &[]) }
        }
        Kind::Database => {
            let patroni = dir.join(PATRONI_FOLDER).join("bin/patroni");
            of(patroni, &[&settings("yml").display().to_string()])
        }
        Kind::Node => {
            let config = settings("toml").display().to_string();
            of(dir.join("bin/fangqi"), &["serve", "--config", &config])
        }
        Kind::Balancer => {
            let config = settings("cfg").display().to_string();
            of("haproxy".into(), &["-db", "-f", &config])
        }
    })
}

/// Makes the folders, empty ones, and writes the configuration.
fn prepare(dir: &Path, program: &Path, shared: &Shared) -> Result<()> {
    for folder in FOLDERS {
        let path = dir.join(folder);
        if path.exists() {
            fs::remove_dir_all(&path)
                .map_err(|e| error(format!("cannot remove {}: {e}", path.display())))?;
        }
        fs::create_dir(&path).map_err(|e| error(format!("cannot make {}: {e}", path.display())))?;
    }
    // A copy, which a build does not replace while it runs.
    fs::copy(program, dir.join("bin/fangqi"))
        .map_err(|e| error(format!("cannot copy {}: {e}", program.display())))?;
    let etc = dir.join("etc");
    for machine in MACHINES {
        if let Some((name, text)) = settings::of(machine, dir, shared)? {
            write(&etc.join(name), &text)?;
        }
    }
    write(Path::new(&settings::password_file(dir)), &shared.passwords.fangqi)?;
    let etc = etc.display().to_string();
    let owner = format!("{USER}:{USER}");
    for words in [&["chown", "-R", &owner, &etc][..], &["chmod", "-R", "go=", &etc]] {
        done(std::process::Command::new(words[0]).args(&words[1..]))?;
    }
    Ok(())
}

/// Makes the role and the database of Fangqi, as an operator does.
fn make_database(machines: &Machines, primary: Machine, shared: &Shared) -> Result<()> {
    let address = primary.address(Network::Back);
    let role = format!("CREATE ROLE fangqi LOGIN PASSWORD '{}'", shared.passwords.fangqi);
    for statement in [role.as_str(), "CREATE DATABASE fangqi OWNER fangqi"] {
        let mut psql = machines.inside(primary)?;
        psql.args(["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-h", &address, "-U", "postgres"]);
        psql.args(["-c", statement]).env("PGPASSWORD", &shared.passwords.superuser);
        done(&mut psql)?;
    }
    Ok(())
}

/// Installs Patroni into an environment of its own, unless it is there.
fn install_patroni(workspace: &Workspace, dir: &Path) -> Result<()> {
    let folder = dir.join(PATRONI_FOLDER);
    let stamp = folder.join("installed");
    if fs::read_to_string(&stamp).is_ok_and(|installed| installed == PATRONI) {
        return Ok(());
    }
    let environment = folder.display().to_string();
    // The system's Python: one below a home folder is out of the reach of other users.
    workspace.task(tools::SYSTEM_PYTHON, &["-m", "venv", "--clear", &environment]).run()?;
    let pip = folder.join("bin/pip");
    let install = ["install", "--quiet", "--disable-pip-version-check", PATRONI];
    workspace.task(pip, &install).run()?;
    write(&stamp, PATRONI)
}

/// A password that has not been one before.
fn secret() -> Result<String> {
    let mut bytes = [0; 16];
    let random = File::open("/dev/urandom").and_then(|mut file| file.read_exact(&mut bytes));
    random.map_err(|e| error(format!("cannot read /dev/urandom: {e}")))?;
    let mut text = String::new();
    for byte in bytes {
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

fn read(path: &Path) -> Result<String> {
    fs::read_to_string(path).map_err(|e| error(format!("cannot read {}: {e}", path.display())))
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).map_err(|e| error(format!("cannot write {}: {e}", path.display())))
}
