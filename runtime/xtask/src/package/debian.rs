//! The Debian package: an `ar` archive of two tar archives, one for `dpkg`, one of files.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use ar::{Builder, Header};

use super::contents::{Contents, gzip};
use super::{BESIDE, GUIDES, Parts, VERSION, architecture, sbom};
use crate::exec::{Result, error};

/// The folder with what only packages need: units, the configuration, scripts of `dpkg`.
pub(super) const FOLDER: &str = "runtime/packaging";
/// The folder of the settings of a cluster, which operators fill in.
pub(super) const TEMPLATES: &str = "runtime/packaging/cluster";

/// Where the files of [`FOLDER`] go, and their modes.
const PLACES: [(&str, &str, u32); 8] = [
    ("fangqi.service", "usr/lib/systemd/system", 0o644),
    ("fangqi.socket", "usr/lib/systemd/system", 0o644),
    ("fangqi-backup.service", "usr/lib/systemd/system", 0o644),
    ("fangqi-backup.timer", "usr/lib/systemd/system", 0o644),
    ("fangqi.conf", "usr/lib/sysusers.d", 0o644),
    ("certbot-hook", "usr/lib/fangqi", 0o755),
    ("fangqi.toml", "etc/fangqi", 0o644),
    ("copyright", "usr/share/doc/fangqi", 0o644),
];

/// What `dpkg` runs.
const SCRIPTS: [&str; 3] = ["postinst", "prerm", "postrm"];

const DOCUMENTS: &str = "usr/share/doc/fangqi";

pub(super) fn file_name() -> Result<String> {
    Ok(format!("fangqi_{VERSION}_{}.deb", architecture()?))
}

pub(super) fn package(parts: &Parts) -> Result<Vec<u8>> {
    let (data, time) = (data(parts)?, parts.time.seconds);
    let control = control(parts, &data)?;
    let mut package = Builder::new(Vec::new());
    let members = [
        ("debian-binary", b"2.0\n".to_vec()),
        ("control.tar.gz", gzip(&control.tar("", time)?)?),
        ("data.tar.gz", gzip(&data.tar("", time)?)?),
    ];
    for (name, bytes) in members {
        let mut header = Header::new(name.into(), bytes.len() as u64);
        header.set_mode(0o100_644);
        header.set_mtime(time);
        package.append(&header, bytes.as_slice()).map_err(error)?;
    }
    package.into_inner().map_err(error)
}

/// The files that are installed.
fn data(parts: &Parts) -> Result<Contents> {
    let mut data = Contents::default();
    data.file("usr/bin/fangqi", 0o755, parts.program.clone());
    for (name, folder, mode) in PLACES {
        let bytes = parts.file(&format!("{FOLDER}/{name}"))?.to_vec();
        data.file(&format!("{folder}/{name}"), mode, bytes);
    }
    for (name, bytes) in parts.manual.files() {
        let (path, bytes) = match name.rsplit('.').next() {
            Some("1") => (format!("usr/share/man/man1/{name}.gz"), gzip(bytes)?),
            Some("bash") => {
                ("usr/share/bash-completion/completions/fangqi".to_owned(), bytes.to_vec())
            }
            Some("fish") => (format!("usr/share/fish/vendor_completions.d/{name}"), bytes.to_vec()),
            _ => (format!("usr/share/zsh/vendor-completions/{name}"), bytes.to_vec()),
        };
        data.file(&path, 0o644, bytes);
    }
    let changes = format!(
        "fangqi ({VERSION}) stable; urgency=medium\n\n  * What is new: CHANGELOG.md beside this \
         file.\n\n -- The Fangqi authors <fangqi@fangqi.invalid>  {}\n",
        parts.time.mail
    );
    data.file(&format!("{DOCUMENTS}/changelog.gz"), 0o644, gzip(changes.as_bytes())?);
    data.file(&format!("{DOCUMENTS}/sbom.cdx.json"), 0o644, parts.sbom.clone());
    // The licence is part of the file `copyright`.
    let documents = BESIDE.iter().chain(&GUIDES).filter(|name| **name != "LICENSE");
    for path in documents {
        let name = path.rsplit('/').next().unwrap_or(path);
        data.file(&format!("{DOCUMENTS}/{name}"), 0o644, parts.file(path)?.to_vec());
    }
    for (path, bytes) in &parts.files {
        if let Some(name) = path.strip_prefix(TEMPLATES) {
            data.file(&format!("{DOCUMENTS}/cluster{name}"), 0o644, bytes.clone());
        }
    }
    for font in sbom::FONTS {
        let name = font.licence_file.rsplit('/').next().unwrap_or(font.licence_file);
        data.file(&format!("{DOCUMENTS}/{name}"), 0o644, parts.file(font.licence_file)?.to_vec());
    }
    Ok(data)
}

/// What `dpkg` reads and runs.
fn control(parts: &Parts, data: &Contents) -> Result<Contents> {
    let size = data.files().map(|(_, bytes)| bytes.len().div_ceil(1024)).sum::<usize>();
    let libc = newest_glibc(&parts.program)
        .ok_or_else(|| error("the program names no version of the GNU C library that it needs"))?;
    let architecture = architecture()?;
    let control = format!(
        "Package: fangqi\n\
         Version: {VERSION}\n\
         Architecture: {architecture}\n\
         Maintainer: The Fangqi authors <fangqi@fangqi.invalid>\n\
         Installed-Size: {size}\n\
         Depends: libc6 (>= {libc}), libgcc-s1, libstdc++6, systemd\n\
         Suggests: certbot\n\
         Section: net\n\
         Priority: optional\n\
         Description: server for board games made of blocks\n \
         Fangqi serves a lobby of board and card games that people play in a browser:\n \
         Xiangqi, Go, chess, Dou Dizhu, Sanguosha and others, and worlds of blocks.\n \
         Maps are folders of scripts.\n \
         .\n \
         There are a hardened unit, a socket that outlives restarts, and a timer of\n \
         backups.\n"
    );
    let mut all = Contents::default();
    all.file("control", 0o644, control.into_bytes());
    let mut conffiles = String::new();
    for (path, _) in data.files().filter(|(path, _)| path.starts_with("etc/")) {
        let _ = writeln!(conffiles, "/{path}");
    }
    all.file("conffiles", 0o644, conffiles.into_bytes());
    for name in SCRIPTS {
        all.file(name, 0o755, parts.file(&format!("{FOLDER}/{name}"))?.to_vec());
    }
    Ok(all)
}

/// The newest version of the GNU C library that a program was linked against, as in `2.35`.
fn newest_glibc(program: &[u8]) -> Option<String> {
    const NAME: &[u8] = b"GLIBC_2.";
    let minors = program.windows(NAME.len()).enumerate().filter(|(_, bytes)| *bytes == NAME);
    let minors = minors.filter_map(|(at, _)| {
        let digits = program[at + NAME.len()..].iter().take_while(|byte| byte.is_ascii_digit());
        let digits: String = digits.map(|byte| char::from(*byte)).collect();
        digits.parse::<u32>().ok()
    });
    let minors: BTreeSet<u32> = minors.collect();
    minors.last().map(|minor| format!("2.{minor}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_library_counts_by_number() {
        assert_eq!(newest_glibc(b"..GLIBC_2.9\0GLIBC_2.34\0GLIBC_2.4\0").as_deref(), Some("2.34"));
        assert_eq!(newest_glibc(b"GLIBC_2.\0"), None);
    }
}
