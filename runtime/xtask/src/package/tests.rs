//! Packing without building: a stand-in for the program, and the real files beside it.

use std::io::Read as _;
use std::process::{Command, Stdio};

use flate2::read::GzDecoder;
use serde_json::Value;

use super::*;

/// The greatest exposure that `systemd-analyze security` may find, of 10.
const EXPOSURE_MAX: f64 = 2.5;

fn parts() -> Parts {
    let mut manual = Contents::default();
    for name in ["fangqi.1", "fangqi.bash", "fangqi.fish", "_fangqi"] {
        manual.file(name, 0o644, name.into());
    }
    Parts {
        program: b"stands for the program; GLIBC_2.35\0".repeat(1000),
        manual,
        files: files(&Workspace::here()).unwrap(),
        sbom: b"{}".to_vec(),
        time: Time {
            seconds: 1_769_860_800,
            iso: "2026-01-31T12:00:00Z".to_owned(),
            mail: "Sat, 31 Jan 2026 12:00:00 +0000".to_owned(),
        },
        commit: "0".repeat(40),
    }
}

/// A program that is linked as the real one is.
fn program() -> PathBuf {
    std::env::current_exe().unwrap()
}

/// Whether a program is on this machine. The tests that ask others what they read go without those
/// that are not.
fn is_there(name: &str) -> bool {
    let mut command = Command::new(name);
    let there = command.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status();
    if there.is_err() {
        eprintln!("{name} is not on this machine; a part of this test is left out");
    }
    there.is_ok()
}

fn said(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output().unwrap();
    assert!(output.status.success(), "{program} {arguments:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn orders_are_understood() {
    let order = |words: &[&str]| Order::parse(words);
    assert_eq!(order(&[]).unwrap().forms, Form::ALL.into());
    let one = order(&["deb", "--program", "p", "--out", "o"]).unwrap();
    let expected = Order { forms: [Form::Deb].into(), program: Some("p".into()), out: "o".into() };
    assert_eq!(one, expected);
    assert!(order(&["rpm"]).unwrap_err().0.contains("`rpm`"));
    assert!(order(&["tar", "--out"]).unwrap_err().0.contains("--out"));
}

#[test]
fn the_same_parts_give_the_same_bytes() {
    let all = Form::ALL.into();
    let once = parts().packed(&all, &program()).unwrap();
    // A gzip or tar head could hold the second at which it was made.
    std::thread::sleep(std::time::Duration::from_millis(1100));
    let twice = parts().packed(&all, &program()).unwrap();
    assert_eq!(once.len(), 4);
    for ((name, one), (_, two)) in once.iter().zip(&twice) {
        assert!(one == two, "{name} differs");
        assert!(!one.is_empty(), "{name} is empty");
    }
}

#[test]
fn the_archive_starts_where_it_is_unpacked() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.tar.gz");
    write(&file, &parts().archive().unwrap()).unwrap();
    let list = said("tar", &["--numeric-owner", "-tvzf", file.to_str().unwrap()]);
    let program = list.lines().find(|line| line.ends_with("/fangqi")).unwrap();
    assert!(program.starts_with("-rwxr-xr-x 0/0"), "{list}");
    assert!(list.contains("OPERATING.md") && list.contains("sbom.cdx.json"), "{list}");
}

#[test]
fn debian_reads_its_package() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("fangqi.deb");
    write(&file, &debian::package(&parts()).unwrap()).unwrap();
    if !is_there("dpkg-deb") {
        return;
    }
    let file = file.to_str().unwrap();
    let fields = said("dpkg-deb", &["--field", file]);
    assert!(fields.contains("Package: fangqi\n"), "{fields}");
    assert!(fields.contains("libc6 (>= 2.35)"), "{fields}");
    let contents = said("dpkg-deb", &["--contents", file]);
    for wanted in [
        "usr/bin/fangqi",
        "usr/lib/systemd/system/fangqi.socket",
        "usr/share/man/man1/fangqi.1.gz",
        "usr/share/bash-completion/completions/fangqi",
        "usr/share/doc/fangqi/OFL.txt",
        "usr/share/doc/fangqi/CLUSTER.md",
        "usr/share/doc/fangqi/cluster/patroni.yml",
    ] {
        let line = contents.lines().find(|line| line.ends_with(&format!(" {wanted}")));
        let line = line.unwrap_or_else(|| panic!("{wanted}: {contents}"));
        let mode = if wanted == "usr/bin/fangqi" { "-rwxr-xr-x" } else { "-rw-r--r--" };
        assert!(line.starts_with(&format!("{mode} 0/0")), "{line}");
    }
    let out = folder.path().join("control");
    said("dpkg-deb", &["--control", file, out.to_str().unwrap()]);
    assert_eq!(fs::read_to_string(out.join("conffiles")).unwrap(), "/etc/fangqi/fangqi.toml\n");
    for script in ["postinst", "prerm", "postrm"] {
        said("sh", &["-n", out.join(script).to_str().unwrap()]);
    }
}

#[test]
fn the_image_is_what_its_digests_say() {
    let layout = image::layout(&parts(), &program()).unwrap();
    let files: BTreeMap<&str, &[u8]> = layout.files().collect();
    let json = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap();
    let blob = |described: &Value| {
        let hex = described["digest"].as_str().unwrap().strip_prefix("sha256:").unwrap();
        let bytes = files[format!("blobs/sha256/{hex}").as_str()];
        assert_eq!(sha256(bytes), hex);
        assert_eq!(described["size"], bytes.len());
        bytes
    };
    assert_eq!(json(files["oci-layout"])["imageLayoutVersion"], "1.0.0");
    let manifest = json(blob(&json(files["index.json"])["manifests"][0]));
    let config = json(blob(&manifest["config"]));
    assert_eq!(config["config"]["User"], "10001:10001");
    let mut layer = Vec::new();
    GzDecoder::new(blob(&manifest["layers"][0])).read_to_end(&mut layer).unwrap();
    assert_eq!(config["rootfs"]["diff_ids"][0], format!("sha256:{}", sha256(&layer)));
    let mut archive = tar::Archive::new(layer.as_slice());
    let mut owners = BTreeMap::new();
    for entry in archive.entries().unwrap() {
        let entry = entry.unwrap();
        let path = entry.path().unwrap().display().to_string();
        owners.insert(path, (entry.header().uid().unwrap(), entry.header().mode().unwrap()));
    }
    assert_eq!(owners["usr/bin/fangqi"], (0, 0o755));
    assert_eq!(owners["data/"], (10001, 0o700));
    assert!(owners.keys().any(|path| path.contains("libc.so.6")), "{owners:?}");
}

#[test]
fn units_are_hardened_and_without_mistakes() {
    if !is_there("systemd-analyze") {
        return;
    }
    let folder = Workspace::here().path(debian::FOLDER);
    for name in ["fangqi.service", "fangqi-backup.service"] {
        let unit = folder.join(name).display().to_string();
        let arguments = ["security", "--offline=true", "--no-pager", &unit];
        let output = Command::new("systemd-analyze").args(arguments).output().unwrap();
        let told = String::from_utf8_lossy(&output.stdout).into_owned();
        let line = told.lines().rfind(|line| line.contains("Overall exposure level"));
        let Some(line) = line else {
            eprintln!("this systemd cannot judge units that are not loaded; left out");
            return;
        };
        let exposure = line.split(": ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
        let exposure: f64 = exposure.parse().unwrap();
        assert!(exposure <= EXPOSURE_MAX, "{name}: {exposure}\n{told}");
    }
}
