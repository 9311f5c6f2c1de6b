//! The OCI image: one layer with the program and the libraries that it is linked against.
//!
//! There is no shell and no package manager in it. The program needs no certificates, names or time
//! zones of the system, since it asks nothing of the network.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use super::contents::{Contents, gzip};
use super::{GUIDES, Parts, VERSION, architecture, read, sha256};
use crate::exec::{Result, error};

/// The user that the program runs as.
const USER: u64 = 10001;
/// The port that the program listens on.
const PORT: u16 = 7878;

const USERS: &str = "root:x:0:0:root:/:/sbin/nologin\nfangqi:x:10001:10001::/data:/sbin/nologin\n";
const GROUPS: &str = "root:x:0:\nfangqi:x:10001:\n";

/// Where Debian keeps the licences of the libraries.
const LICENCES: [&str; 3] = [
    "/usr/share/doc/libc6/copyright",
    "/usr/share/doc/libgcc-s1/copyright",
    "/usr/share/doc/libstdc++6/copyright",
];

/// The image as an OCI image layout.
pub(super) fn layout(parts: &Parts, program: &Path) -> Result<Contents> {
    let layer = root(parts, program)?.tar("", parts.time.seconds)?;
    let digest = |hex: &str| format!("sha256:{hex}");
    let (layer_id, packed) = (digest(&sha256(&layer)), gzip(&layer)?);
    let config = json!({
        "created": parts.time.iso,
        "architecture": architecture()?,
        "os": "linux",
        "config": {
            "User": format!("{USER}:{USER}"),
            "ExposedPorts": {format!("{PORT}/tcp"): {}},
            "Env": ["PATH=/usr/bin"],
            "Entrypoint": ["/usr/bin/fangqi"],
            "Cmd": [
                "serve", "--host", "0.0.0.0", "--port", PORT.to_string(), "--no-browser", "--data",
                "/data",
            ],
            "Volumes": {"/data": {}},
            "WorkingDir": "/data",
            "StopSignal": "SIGTERM",
            "Labels": {
                "org.opencontainers.image.title": "fangqi",
                "org.opencontainers.image.description": "Board games made of blocks 方棋",
                "org.opencontainers.image.version": VERSION,
                "org.opencontainers.image.revision": parts.commit,
                "org.opencontainers.image.licenses": "MIT",
            },
        },
        "rootfs": {"type": "layers", "diff_ids": [layer_id]},
        "history": [{"created": parts.time.iso, "created_by": "cargo xtask package oci"}],
    });
    let mut all = Contents::default();
    let mut blob = |kind: &str, bytes: Vec<u8>| -> Value {
        let hex = sha256(&bytes);
        let described = json!({
            "mediaType": format!("application/vnd.oci.image.{kind}"),
            "digest": digest(&hex),
            "size": bytes.len(),
        });
        all.file(&format!("blobs/sha256/{hex}"), 0o644, bytes);
        described
    };
    let config = blob("config.v1+json", config.to_string().into_bytes());
    let layer = blob("layer.v1.tar+gzip", packed);
    let manifest = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.manifest.v1+json",
        "config": config,
        "layers": [layer],
    });
    let mut manifest = blob("manifest.v1+json", manifest.to_string().into_bytes());
    manifest["annotations"] = json!({"org.opencontainers.image.ref.name": VERSION});
    manifest["platform"] = json!({"architecture": architecture()?, "os": "linux"});
    let index = json!({
        "schemaVersion": 2,
        "mediaType": "application/vnd.oci.image.index.v1+json",
        "manifests": [manifest],
    });
    all.file("index.json", 0o644, index.to_string().into_bytes());
    all.file("oci-layout", 0o644, br#"{"imageLayoutVersion":"1.0.0"}"#.to_vec());
    Ok(all)
}

/// The file system of the image.
fn root(parts: &Parts, program: &Path) -> Result<Contents> {
    let mut root = Contents::default();
    root.file("usr/bin/fangqi", 0o755, parts.program.clone());
    for library in libraries(program)? {
        let name = library.display().to_string();
        root.file(name.trim_start_matches('/'), 0o755, read(&library)?);
    }
    for licence in LICENCES.iter().filter(|path| Path::new(path).exists()) {
        root.file(licence.trim_start_matches('/'), 0o644, read(Path::new(licence))?);
    }
    root.file("usr/share/doc/fangqi/LICENSE", 0o644, parts.file("LICENSE")?.to_vec());
    for guide in GUIDES {
        let name = guide.rsplit('/').next().unwrap_or(guide);
        let bytes = parts.file(guide)?.to_vec();
        root.file(&format!("usr/share/doc/fangqi/{name}"), 0o644, bytes);
    }
    root.file("usr/share/doc/fangqi/sbom.cdx.json", 0o644, parts.sbom.clone());
    root.file("etc/passwd", 0o644, USERS.into());
    root.file("etc/group", 0o644, GROUPS.into());
    root.folder("data", 0o700, USER);
    root.folder("tmp", 0o1777, 0);
    // Where a container's own file systems are mounted.
    for folder in ["dev", "proc", "sys"] {
        root.folder(folder, 0o755, 0);
    }
    Ok(root)
}

/// The libraries that the program is linked against on this machine, with what loads them.
fn libraries(program: &Path) -> Result<Vec<PathBuf>> {
    let output = Command::new("ldd").arg(program).env("LC_ALL", "C").output();
    let output = output.map_err(|e| error(format!("cannot start `ldd`: {e}")))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr).trim().to_owned();
        return Err(error(format!("ldd {}: {said}", program.display())));
    }
    libraries_of(&String::from_utf8_lossy(&output.stdout))
}

/// The paths in what `ldd` prints.
fn libraries_of(said: &str) -> Result<Vec<PathBuf>> {
    let lines = said.lines().map(str::trim).filter(|line| !line.starts_with("linux-vdso"));
    let path = |line: &str| {
        let found = line.rsplit("=> ").next().unwrap_or_default();
        match found.split(" (").next().filter(|path| path.starts_with('/')) {
            Some(path) => Ok(PathBuf::from(path)),
            None => Err(error(format!("a library of the program is missing: {line}"))),
        }
    };
    lines.map(path).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libraries_are_what_the_loader_finds() {
        let said = "\tlinux-vdso.so.1 (0x7f)\n\tlibc.so.6 => /lib/x/libc.so.6 (0x7f)\n\
                    \t/lib64/ld-linux-x86-64.so.2 (0x7f)\n";
        let found = libraries_of(said).unwrap();
        assert_eq!(found, ["/lib/x/libc.so.6", "/lib64/ld-linux-x86-64.so.2"].map(PathBuf::from));
        assert!(libraries_of("\tlibz.so.1 => not found\n").is_err());
    }
}
