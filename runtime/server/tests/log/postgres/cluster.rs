//! PostgreSQL servers of the tests' own.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

use fangqi_server::log::{Node, PostgresLog};
use tokio_postgres::{Client, NoTls};

/// A server in a folder of its own. It ends with this value, or with the test's process however
/// that ends, and takes its folder along.
pub(crate) struct Cluster {
    folder: PathBuf,
    programs: PathBuf,
    child: Option<Child>,
    options: Vec<&'static str>,
    /// Its folder goes when the process ends, because a static value is not dropped.
    shared: bool,
}

/// The server that most tests share, each with a database of its own.
static SHARED: LazyLock<Cluster> = LazyLock::new(|| Cluster::start_as(&["fsync=off"], true));
static DATABASES: AtomicU32 = AtomicU32::new(0);

/// Where PostgreSQL's programs are.
fn programs() -> PathBuf {
    let newest = || {
        let folders = std::fs::read_dir("/usr/lib/postgresql").ok()?;
        let version = |path: &PathBuf| path.file_name()?.to_str()?.parse::<u32>().ok();
        let mut found: Vec<PathBuf> = folders.filter_map(|it| Some(it.ok()?.path())).collect();
        found.sort_by_key(version);
        found.pop().map(|folder| folder.join("bin"))
    };
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain(newest());
    folders.into_iter().find(|folder| folder.join("initdb").exists()).unwrap_or_else(|| {
        panic!(
            "these tests need PostgreSQL 15 or newer: `apt-get install postgresql`, or put its \
             programs (initdb, postgres) on the PATH"
        )
    })
}

/// A command as a user other than root, whom PostgreSQL refuses.
fn unprivileged(program: &Path) -> Command {
    let output = Command::new("id").arg("-u").output().unwrap();
    if output.stdout.trim_ascii() != b"0" {
        return Command::new(program);
    }
    let mut command = Command::new("setpriv");
    let (user, group) = owner();
    command.args([format!("--reuid={user}"), format!("--regid={group}")]);
    command.arg("--clear-groups").arg(program);
    command
}

/// The user and group as whom root runs the server.
fn owner() -> (u32, u32) {
    let id = |flag: &str| {
        let output = Command::new("id").args([flag, "postgres"]).output().unwrap();
        std::str::from_utf8(output.stdout.trim_ascii()).unwrap().parse::<u32>().ok()
    };
    id("-u").zip(id("-g")).unwrap_or((65534, 65534))
}

impl Cluster {
    /// Makes a server and starts it with these settings.
    pub(crate) fn start(options: &[&'static str]) -> Self {
        Self::start_as(options, false)
    }

    fn start_as(options: &[&'static str], shared: bool) -> Self {
        let folder = tempfile::Builder::new().prefix("fangqi-pg").tempdir().unwrap().keep();
        if std::fs::metadata(&folder).map(|it| std::os::unix::fs::MetadataExt::uid(&it)).unwrap()
            == 0
        {
            let (user, group) = owner();
            std::os::unix::fs::chown(&folder, Some(user), Some(group)).unwrap();
        }
        let programs = programs();
        let made = unprivileged(&programs.join("initdb"))
            .args(["--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8"])
            .args(["--username=postgres", "-D"])
            .arg(folder.join("data"))
            .current_dir("/")
            .output()
            .unwrap();
        assert!(made.status.success(), "initdb: {}", String::from_utf8_lossy(&made.stderr));
        // One role has to give its password.
        let rules = "local all guarded scram-sha-256\nlocal all all trust\n";
        std::fs::write(folder.join("data/pg_hba.conf"), rules).unwrap();
        let mut cluster = Self { folder, programs, child: None, options: options.to_vec(), shared };
        cluster.run();
        cluster
    }

    /// Starts the server again.
    pub(crate) fn run(&mut self) {
        let mut server = unprivileged(&self.programs.join("postgres"));
        server.arg("-D").arg(self.folder.join("data")).arg("-k").arg(&self.folder);
        server.args(["-c", "listen_addresses="]);
        for option in &self.options {
            server.args(["-c", option]);
        }
        // The shell waits for the end of its input, which comes when this process ends.
        let script = "log=$1; gone=$2; shift 2; \"$@\" 2>$log & server=$!; cat >/dev/null; \
                      kill -INT $server 2>/dev/null; wait $server; rm -rf \"$gone\"";
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh"]).arg(self.folder.join("server.log"));
        shell.arg(if self.shared { self.folder.as_path() } else { Path::new("") });
        shell.arg(server.get_program()).args(server.get_args());
        shell.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
        shell.current_dir("/");
        self.child = Some(shell.spawn().unwrap());
        let until = Instant::now() + Duration::from_secs(120);
        while direct(&self.address("postgres")).is_none() {
            let log = || std::fs::read_to_string(self.folder.join("server.log"));
            assert!(Instant::now() < until, "the server does not start: {:?}", log());
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Stops the server. Sessions are cut.
    pub(crate) fn stop(&mut self) {
        if let Some(mut child) = self.child.take() {
            drop(child.stdin.take());
            child.wait().unwrap();
        }
    }

    /// Kills the server as a crash would.
    pub(crate) fn kill(&mut self) {
        let pid = std::fs::read_to_string(self.folder.join("data/postmaster.pid")).unwrap();
        let pid = pid.lines().next().unwrap();
        let killed = Command::new("kill").args(["-9", pid]).status().unwrap();
        assert!(killed.success());
        self.stop();
        // Its other processes notice by themselves.
        std::thread::sleep(Duration::from_millis(500));
    }

    pub(crate) fn socket(&self) -> PathBuf {
        self.folder.join(".s.PGSQL.5432")
    }

    /// The URL of a database.
    pub(crate) fn address(&self, database: &str) -> String {
        self.address_of("postgres", database)
    }

    pub(crate) fn address_of(&self, user: &str, database: &str) -> String {
        let folder = self.folder.to_str().unwrap().replace('/', "%2F");
        format!("postgres://{user}@{folder}/{database}")
    }

    /// Makes an empty database.
    pub(crate) fn database(&self) -> Database<'_> {
        let name = format!("rooms_{}", DATABASES.fetch_add(1, Ordering::Relaxed));
        execute(&self.address("postgres"), &format!("CREATE DATABASE {name}"));
        Database { cluster: self, name }
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        self.stop();
        // The system clears its temporary folder if this fails.
        let _ = std::fs::remove_dir_all(&self.folder);
    }
}

/// A database of one test.
pub(crate) struct Database<'a> {
    pub(crate) cluster: &'a Cluster,
    pub(crate) name: String,
}

/// An empty database of the shared server.
pub(crate) fn database() -> Database<'static> {
    SHARED.database()
}

pub(crate) fn node(name: &str) -> Node {
    Node { name: name.to_owned(), advertise: format!("{name}.example.org:7878"), tls: false }
}

impl Database<'_> {
    pub(crate) fn url(&self) -> String {
        self.cluster.address(&self.name)
    }

    /// The log of the server called `one`.
    pub(crate) fn open(&self) -> PostgresLog {
        self.open_as("one")
    }

    pub(crate) fn open_as(&self, name: &str) -> PostgresLog {
        PostgresLog::open(&self.url(), None, node(name)).unwrap()
    }

    /// Runs statements behind the log's back.
    pub(crate) fn execute(&self, sql: &str) {
        execute(&self.url(), sql);
    }

    /// The only value of a query, as text.
    pub(crate) fn value(&self, sql: &str) -> String {
        let sql = format!("SELECT ({sql})::text");
        blocking(async {
            let client = client(&self.url()).await.unwrap();
            client.query_one(&sql, &[]).await.unwrap().get(0)
        })
    }
}

pub(crate) fn blocking<T>(work: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(work)
}

pub(crate) async fn client(url: &str) -> Option<Client> {
    let (client, connection) = tokio_postgres::connect(url, NoTls).await.ok()?;
    tokio::spawn(connection);
    client.batch_execute("SET search_path = fangqi, public").await.ok()?;
    Some(client)
}

fn direct(url: &str) -> Option<()> {
    blocking(async { client(url).await.map(|_| ()) })
}

fn execute(url: &str, sql: &str) {
    blocking(async {
        client(url).await.unwrap().batch_execute(sql).await.unwrap();
    });
}
