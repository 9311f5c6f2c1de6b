//! `fangqi config`, and a server that is configured by a file and the environment.
#![cfg(unix)]

use std::collections::BTreeMap;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

fn fangqi(args: &[&str], variables: &[(&str, &str)]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_fangqi"))
        .args(args)
        .envs(variables.iter().copied())
        .output()
        .unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The value and the source of every setting, as `config check` prints them.
fn checked(args: &[&str], variables: &[(&str, &str)]) -> BTreeMap<String, (String, String)> {
    let output = fangqi(&[&["config", "check"], args].concat(), variables);
    assert!(output.status.success(), "{output:?}");
    let table = stdout(&output);
    let cells = table.lines().skip(1).map(|line| {
        let mut cells = line.split("  ").filter(|cell| !cell.is_empty()).map(str::trim);
        let mut next = || cells.next().unwrap().to_owned();
        (next(), (next(), next()))
    });
    cells.collect()
}

#[test]
fn the_example_has_every_setting_as_it_is_without_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let example = fangqi(&["config", "example"], &[]);
    assert!(example.status.success());
    let example = stdout(&example);
    let defaults = checked(&[], &[]);
    // All of it is comment; a comment without a space before it is a setting.
    let settings: Vec<&str> = example
        .lines()
        .filter_map(|line| line.strip_prefix('#'))
        .filter(|l| l.contains(" = "))
        .collect();
    let settings: Vec<&str> = settings
        .into_iter()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_lowercase()))
        .collect();
    assert_eq!(settings.len(), defaults.len(), "{settings:?}");
    let set: Vec<&str> = settings.iter().copied().filter(|line| !line.contains('<')).collect();
    assert!(set.contains(&"rooms = 10000") && set.contains(&"watch = false"), "{set:?}");
    let file = write(folder.path(), "all.toml", &set.join("\n"));
    let from_file = checked(&[&file], &[]);
    for (name, (value, source)) in &from_file {
        assert_eq!(*value, defaults[name].0, "{name}");
        assert_eq!(defaults[name].1, "default", "{name}");
        let is_set = set.iter().any(|line| line.starts_with(&format!("{name} = ")));
        assert!(!is_set || source.ends_with("of the file"), "{name}: {source}");
    }
    // The file itself is one, too: all of it commented out.
    let file = write(folder.path(), "example.toml", &example);
    assert_eq!(checked(&["--config", &file], &[]), defaults);
}

#[test]
fn flags_go_before_the_environment_and_that_before_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let text = "rooms = 1\nviewers = 1\nplayers = 200\norigin = [\"https://a.example\"]\n";
    let file = write(folder.path(), "fangqi.toml", text);
    let variables = [
        ("FANGQI_CONFIG", file.as_str()),
        ("FANGQI_ROOMS", "2"),
        ("FANGQI_VIEWERS", "2"),
        ("FANGQI_ORIGIN", "https://b.example, https://c.example"),
        ("FANGQI_TRUST_PROXY", "yes"),
        // What is empty is not set.
        ("FANGQI_PLAYERS", ""),
    ];
    let found = checked(&["--rooms", "3"], &variables);
    let of = |name: &str| (found[name].0.as_str(), found[name].1.as_str());
    assert_eq!(of("rooms"), ("3", "--rooms"));
    assert_eq!(of("viewers"), ("2", "FANGQI_VIEWERS"));
    assert_eq!(of("players"), ("200", "line 3 of the file"));
    assert_eq!(of("origin"), ("https://b.example, https://c.example", "FANGQI_ORIGIN"));
    assert_eq!(of("trust-proxy"), ("yes", "FANGQI_TRUST_PROXY"));
    assert_eq!(of("connections"), ("20000", "default"));
}

#[test]
fn a_check_tells_all_that_is_wrong_and_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    let secret = "s3cret".repeat(8);
    let secret_file = write(folder.path(), "secret", &secret);
    let mode = |bits| std::fs::Permissions::from_mode(bits);
    std::fs::set_permissions(&secret_file, mode(0o644)).unwrap();
    let text = format!(
        "admin-listen = \"127.0.0.1:0\"\nadmin-secret-file = \"{secret_file}\"\nprot = 1\n\
         watch = true\n"
    );
    let file = write(folder.path(), "fangqi.toml", &text);
    let variables = [("FANGQI_VIEWRES", "3"), ("FANGQI_ROOMS", "many")];
    let output = fangqi(&["config", "check", &file], &variables);
    assert_eq!(output.status.code(), Some(1));
    let said = stdout(&output);
    for wanted in [
        &*format!("{file}:3: unknown key `prot`; did you mean `port`?"),
        "FANGQI_ROOMS: many: ",
        "FANGQI_VIEWRES in the environment is no setting; did you mean FANGQI_VIEWERS?",
        "--watch needs the folder",
        "other users may read",
    ] {
        assert!(said.contains(wanted), "{wanted}: {said}");
    }
    assert_eq!(said.lines().count(), 5, "{said}");
    std::fs::set_permissions(&secret_file, mode(0o600)).unwrap();
    let good = format!("admin-listen = \"127.0.0.1:0\"\nadmin-secret-file = \"{secret_file}\"\n");
    let file = write(folder.path(), "good.toml", &good);
    let output = fangqi(&["config", "check", &file], &[]);
    assert!(output.status.success() && !stdout(&output).contains(&secret), "{output:?}");
}

#[test]
fn a_server_does_not_start_with_settings_that_are_wrong() {
    let folder = tempfile::tempdir().unwrap();
    let file = write(folder.path(), "fangqi.toml", "prot = 1\nrooms = true\n");
    let output = fangqi(&["serve", "--config", &file, "--no-browser"], &[]);
    assert_eq!(output.status.code(), Some(1));
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    let lines: Vec<&str> = said.lines().collect();
    assert!(lines.len() == 2 && lines.iter().all(|line| line.starts_with("fangqi: ")), "{said}");
    assert_eq!(stdout(&output), "");
    let output = fangqi(&["serve"], &[("FANGQI_PORT", "70000")]);
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("FANGQI_PORT: 70000: 70000 is not in 0..=65535"), "{said}");
    // Parts of one setting in different places.
    let half = write(folder.path(), "half.toml", "tls-cert = \"a.pem\"\n");
    let output = fangqi(&["serve", "--config", &half], &[]);
    assert!(String::from_utf8(output.stderr).unwrap().contains("--tls-key"));
}
