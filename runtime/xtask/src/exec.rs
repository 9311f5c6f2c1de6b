//! Running programs in the workspace, with every command line printed.

use std::ffi::OsString;
use std::fmt::{self, Write as _};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Why a task stopped: a sentence for the person who ran it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(pub String);

/// What a task gives.
pub type Result<T> = std::result::Result<T, Error>;

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

/// An [`Error`] from anything that can be printed.
pub fn error(message: impl fmt::Display) -> Error {
    Error(message.to_string())
}

/// Where the workspace lies.
#[derive(Debug, Clone)]
pub struct Workspace {
    /// The folder with the workspace's `Cargo.toml`.
    pub root: PathBuf,
}

impl Workspace {
    /// The workspace that cargo runs this task runner in. Two checkouts may share a target folder,
    /// so where it was compiled says nothing; it is where it was compiled only without cargo.
    pub fn here() -> Workspace {
        let compiled = || env!("CARGO_MANIFEST_DIR").into();
        let mut root =
            PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").unwrap_or_else(compiled));
        root.pop();
        root.pop();
        Workspace { root }
    }

    /// A path inside the workspace.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// The cargo that runs this program, started in the root.
    pub fn cargo(&self, arguments: &[&str]) -> Task {
        let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
        let mut task = self.task(cargo, arguments);
        task.shown = shown_line("cargo", arguments);
        // What speeds up a second build is of no use where there is only one, and costs gigabytes.
        let once = std::env::var_os("CI").is_some();
        if once && std::env::var_os("CARGO_INCREMENTAL").is_none() {
            task.command.env("CARGO_INCREMENTAL", "0");
        }
        task
    }

    /// Any program, started in the root.
    pub fn task(&self, program: impl Into<OsString>, arguments: &[&str]) -> Task {
        let program = program.into();
        let name = Path::new(&program).strip_prefix(&self.root).unwrap_or(Path::new(&program));
        let shown = shown_line(&name.display().to_string(), arguments);
        let mut command = Command::new(&program);
        command.args(arguments).current_dir(&self.root).stdin(Stdio::null());
        Task { command, shown }
    }
}

/// One command line, ready to run.
#[derive(Debug)]
pub struct Task {
    command: Command,
    shown: String,
}

impl Task {
    /// Starts it in this folder of the workspace instead.
    #[must_use]
    pub fn in_folder(mut self, workspace: &Workspace, folder: &str) -> Task {
        self.command.current_dir(workspace.path(folder));
        let _ = write!(self.shown, "   (in {folder})");
        self
    }

    /// Adds a variable to its environment.
    #[must_use]
    pub fn env(mut self, name: &str, value: impl Into<OsString>) -> Task {
        let value = value.into();
        self.shown = format!("{name}={} {}", value.display(), self.shown);
        self.command.env(name, value);
        self
    }

    /// Runs it to its end; what it prints goes straight through.
    pub fn run(mut self) -> Result<()> {
        println!("$ {}", self.shown);
        // What it prints itself must come after this line, also where both go into a file.
        std::io::stdout().flush().map_err(error)?;
        let status = self.command.status().map_err(|e| self.not_started(&e))?;
        if status.success() { Ok(()) } else { Err(error(format!("`{}`: {status}", self.shown))) }
    }

    /// Runs it to its end and gives what it wrote to standard output.
    pub fn output(mut self) -> Result<String> {
        self.command.stderr(Stdio::inherit());
        let output = self.command.output().map_err(|e| self.not_started(&e))?;
        if !output.status.success() {
            return Err(error(format!("`{}`: {}", self.shown, output.status)));
        }
        String::from_utf8(output.stdout)
            .map_err(|_| error(format!("`{}` printed something that is not text", self.shown)))
    }

    /// Runs it to its end on this input and gives what it wrote to standard output.
    pub fn filter(mut self, input: &str) -> Result<String> {
        self.command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::inherit());
        let mut child = self.command.spawn().map_err(|e| self.not_started(&e))?;
        let mut stdin = child.stdin.take().ok_or_else(|| error("no pipe to the program"))?;
        let output = std::thread::scope(|scope| {
            // Written beside the reading: both pipes may fill up.
            scope.spawn(move || stdin.write_all(input.as_bytes()));
            child.wait_with_output()
        })
        .map_err(error)?;
        if !output.status.success() {
            return Err(error(format!("`{}`: {}", self.shown, output.status)));
        }
        String::from_utf8(output.stdout).map_err(error)
    }

    /// Whether it can be started and ends well; what it prints is dropped.
    pub fn succeeds(mut self) -> bool {
        self.command.stdout(Stdio::null()).stderr(Stdio::null());
        self.command.status().is_ok_and(|status| status.success())
    }

    fn not_started(&self, cause: &std::io::Error) -> Error {
        error(format!("cannot start `{}`: {cause}", self.shown))
    }
}

fn shown_line(program: &str, arguments: &[&str]) -> String {
    std::iter::once(program).chain(arguments.iter().copied()).collect::<Vec<_>>().join(" ")
}
