//! `cargo xtask package`: the program as it is published, in every form, with what is in it and
//! checksums. The program holds maps and client, so a package needs little else.
//!
//! The same program, commit and platform give the same bytes: nothing here knows a clock, a path or
//! a user of the machine. The program itself is built so that it does not either
//! ([`build::published`]).

mod contents;
mod debian;
mod image;
mod sbom;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use crate::exec::{Result, Workspace, error};
use crate::steps::build;
use contents::{Contents, gzip};

/// Files that go along with the program.
const BESIDE: [&str; 4] = ["README.md", "LICENSE", "CHANGELOG.md", "SECURITY.md"];
/// The guides for operators: of one server, and of several.
const GUIDES: [&str; 2] = ["runtime/server/OPERATING.md", "runtime/server/CLUSTER.md"];
/// The version of everything in the workspace.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// A form of the program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Form {
    /// A `.tar.gz` that starts where it is unpacked.
    Tar,
    /// A Debian package.
    Deb,
    /// An OCI image layout, as a folder and as an archive.
    Oci,
}

impl Form {
    const ALL: [Form; 3] = [Form::Tar, Form::Deb, Form::Oci];

    fn named(name: &str) -> Option<BTreeSet<Form>> {
        Some(match name {
            "tar" => [Form::Tar].into(),
            "deb" => [Form::Deb].into(),
            "oci" => [Form::Oci].into(),
            "all" => Form::ALL.into(),
            _ => return None,
        })
    }
}

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
struct Order {
    forms: BTreeSet<Form>,
    /// A program to pack in place of a new one.
    program: Option<PathBuf>,
    /// The folder to write to.
    out: PathBuf,
}

impl Order {
    fn parse(arguments: &[&str]) -> Result<Self> {
        let (all, out) = (Form::ALL.into(), PathBuf::from("target/package"));
        let mut order = Self { forms: all, program: None, out };
        let mut rest = arguments.iter();
        while let Some(argument) = rest.next() {
            let mut value = || {
                let value = rest.next().map(PathBuf::from);
                value.ok_or_else(|| error(format!("package: {argument} wants a path after it")))
            };
            match *argument {
                "--program" => order.program = Some(value()?),
                "--out" => order.out = value()?,
                name => {
                    let unknown = format!("package: `{name}` is none of tar, deb, oci, all");
                    order.forms = Form::named(name).ok_or_else(|| error(unknown))?;
                }
            }
        }
        Ok(order)
    }
}

/// What all forms are made of.
struct Parts {
    program: Vec<u8>,
    /// Manual pages and completions, as `fangqi manual` writes them.
    manual: Contents,
    /// Files of the workspace, by path.
    files: BTreeMap<String, Vec<u8>>,
    /// The list of components, as CycloneDX.
    sbom: Vec<u8>,
    time: Time,
    commit: String,
}

/// The time of what is packed: that of its commit.
#[derive(Debug, Clone)]
struct Time {
    /// Seconds since 1970.
    seconds: u64,
    /// As in `2026-01-31T12:00:00Z`.
    iso: String,
    /// As in `Sat, 31 Jan 2026 12:00:00 +0000`.
    mail: String,
}

/// Builds the program unless one is given, and packs it; prints what was written.
pub fn run(workspace: &Workspace, arguments: &[&str]) -> Result<()> {
    let order = Order::parse(arguments)?;
    let program = match &order.program {
        Some(program) => workspace.root.join(program),
        None => build::published(workspace)?,
    };
    let out = workspace.root.join(&order.out);
    fs::create_dir_all(&out).map_err(|e| error(format!("cannot make {}: {e}", out.display())))?;
    let parts = Parts::gather(workspace, &program, &out)?;
    for (name, bytes) in parts.packed(&order.forms, &program)? {
        let path = out.join(&name);
        write(&path, &bytes)?;
        println!("{}: {} MB", path.display(), bytes.len().div_ceil(1_000_000));
    }
    if order.forms.contains(&Form::Oci) {
        let layout = out.join(parts.name("oci", "-"));
        println!("{}: the same as a folder", layout.display());
        image::layout(&parts, &program)?.write_below(&layout)?;
    }
    let sums = out.join("SHA256SUMS");
    let text = sums_of(&out)?;
    write(&sums, text.as_bytes())?;
    print!("{}:\n{text}", sums.display());
    Ok(())
}

impl Parts {
    fn gather(workspace: &Workspace, program: &Path, out: &Path) -> Result<Self> {
        let bytes = read(program)?;
        let time = Time::of(workspace)?;
        let commit = workspace.task("git", &["rev-parse", "HEAD"]).output()?.trim().to_owned();
        let manual = manual(workspace, program, &out.join("manual"))?;
        let files = files(workspace)?;
        let sbom = sbom::write(workspace, &time, &sha256(&bytes))?;
        Ok(Self { program: bytes, manual, files, sbom, time, commit })
    }

    /// A file of the workspace.
    fn file(&self, path: &str) -> Result<&[u8]> {
        let found = self.files.get(path).map(Vec::as_slice);
        found.ok_or_else(|| error(format!("{path} is not among what is packed")))
    }

    /// The name of a file: program, version, platform and ending.
    fn name(&self, ending: &str, before: &str) -> String {
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        format!("fangqi-{VERSION}-{arch}-{os}{before}{ending}")
    }

    /// The files to write, by name.
    fn packed(&self, forms: &BTreeSet<Form>, program: &Path) -> Result<Vec<(String, Vec<u8>)>> {
        let mut packed = vec![(self.name("cdx.json", "."), self.sbom.clone())];
        for form in forms {
            packed.push(match form {
                Form::Tar => (self.name("tar.gz", "."), self.archive()?),
                Form::Deb => (debian::file_name()?, debian::package(self)?),
                Form::Oci => {
                    let layout = image::layout(self, program)?;
                    (self.name("oci.tar", "."), layout.tar("", self.time.seconds)?)
                }
            });
        }
        Ok(packed)
    }

    /// The program and what to read, to unpack anywhere.
    fn archive(&self) -> Result<Vec<u8>> {
        let mut all = Contents::default();
        all.file("fangqi", 0o755, self.program.clone());
        for name in BESIDE.iter().chain(&GUIDES) {
            let base = name.rsplit('/').next().unwrap_or(name);
            all.file(base, 0o644, self.file(name)?.to_vec());
        }
        all.file("sbom.cdx.json", 0o644, self.sbom.clone());
        let (os, arch) = (std::env::consts::OS, std::env::consts::ARCH);
        gzip(&all.tar(&format!("fangqi-{VERSION}-{arch}-{os}/"), self.time.seconds)?)
    }
}

impl Time {
    /// `SOURCE_DATE_EPOCH`, or the time of the last commit.
    fn of(workspace: &Workspace) -> Result<Self> {
        let seconds = match std::env::var("SOURCE_DATE_EPOCH") {
            Ok(seconds) => seconds,
            Err(_) => workspace.task("git", &["log", "-1", "--format=%ct"]).output()?,
        };
        let wrong = |_| error(format!("`{}` is no number of seconds", seconds.trim()));
        let seconds: u64 = seconds.trim().parse().map_err(wrong)?;
        let at = format!("--date=@{seconds}");
        let written = |format: &str| {
            let task = workspace.task("date", &["--utc", &at, format]).env("LC_ALL", "C");
            Ok(task.output()?.trim().to_owned())
        };
        let iso = written("+%Y-%m-%dT%H:%M:%SZ")?;
        let mail = written("+%a, %d %b %Y %H:%M:%S +0000")?;
        Ok(Self { seconds, iso, mail })
    }
}

/// The files of the workspace that go along, by path.
fn files(workspace: &Workspace) -> Result<BTreeMap<String, Vec<u8>>> {
    let packaging = [debian::FOLDER, debian::TEMPLATES].map(|folder| names_in(workspace, folder));
    let packaging = packaging.into_iter().collect::<Result<Vec<_>>>()?.concat();
    let fonts = sbom::FONTS.iter().map(|font| font.licence_file);
    let others = BESIDE.into_iter().chain(GUIDES).chain(fonts).map(str::to_owned);
    let with_bytes = |name: String| {
        let bytes = read(&workspace.path(&name))?;
        Ok((name, bytes))
    };
    packaging.into_iter().chain(others).map(with_bytes).collect()
}

/// The files in a folder of the workspace, without those in folders of it.
fn names_in(workspace: &Workspace, folder: &str) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(workspace.path(folder)).map_err(error)? {
        let entry = entry.map_err(error)?;
        if entry.file_type().map_err(error)?.is_file() {
            names.push(format!("{folder}/{}", entry.file_name().display()));
        }
    }
    Ok(names)
}

/// The manual pages and completions that the program writes of itself.
fn manual(workspace: &Workspace, program: &Path, folder: &Path) -> Result<Contents> {
    let name = folder.display().to_string();
    workspace.task(program, &["manual", &name]).run()?;
    let mut written = Contents::default();
    for entry in fs::read_dir(folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        let name = path.file_name().unwrap_or_default().display().to_string();
        written.file(&name, 0o644, read(&path)?);
    }
    fs::remove_dir_all(folder).map_err(error)?;
    Ok(written)
}

/// The checksums of the files in a folder, as `sha256sum --check` reads them.
fn sums_of(folder: &Path) -> Result<String> {
    let mut sums = BTreeMap::new();
    for entry in fs::read_dir(folder).map_err(error)? {
        let path = entry.map_err(error)?.path();
        let name = path.file_name().unwrap_or_default().display().to_string();
        if path.is_file() && name != "SHA256SUMS" {
            sums.insert(name, sha256(&read(&path)?));
        }
    }
    let mut text = String::new();
    for (name, sum) in sums {
        let _ = writeln!(text, "{sum}  {name}");
    }
    Ok(text)
}

/// The digest in hexadecimal digits.
fn sha256(bytes: &[u8]) -> String {
    format!("{:x}", Sha256::digest(bytes))
}

fn read(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).map_err(|e| error(format!("cannot read {}: {e}", path.display())))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    fs::write(path, bytes).map_err(|e| error(format!("cannot write {}: {e}", path.display())))
}

/// What Debian and OCI call the processor.
fn architecture() -> Result<&'static str> {
    match std::env::consts::ARCH {
        "x86_64" => Ok("amd64"),
        "aarch64" => Ok("arm64"),
        other => Err(error(format!("packages are not made for processors of the kind {other}"))),
    }
}

#[cfg(test)]
mod tests;
