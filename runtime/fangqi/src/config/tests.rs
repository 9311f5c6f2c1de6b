use super::*;

fn words(words: &[&str]) -> Vec<OsString> {
    words.iter().map(OsString::from).collect()
}

/// The settings of a file with this text, and of flags.
fn settings(text: &[u8], flags: &[&str]) -> Settings {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("fangqi.toml");
    std::fs::write(&path, text).unwrap();
    let mut words = words(flags);
    words.push(word(FILE, path.as_os_str()));
    let mut settings = Settings::of(&words);
    // The folder has a name of its own each time.
    let shown = format!("{}:", path.display());
    for finding in &mut settings.findings {
        *finding = finding.replace(&shown, "").replace(&path.display().to_string(), "FILE");
    }
    settings
}

fn findings(text: &str) -> Vec<String> {
    settings(text.as_bytes(), &[]).findings
}

#[test]
fn a_file_sets_every_kind_of_option_and_flags_go_before_it() {
    let text = "port = 0x1000\nadmin_listen = \"127.0.0.1:7879\"\nwatch = true\nheavy = false\n\
                maps = '/maps'\norigin = [\"https://a.example\", \"https://b.example\"]\n\
                rooms = 1_000";
    let found = settings(text.as_bytes(), &[]);
    assert_eq!(found.findings, Vec::<String>::new());
    let (_, args) = found.read().unwrap();
    assert_eq!((args.common.port, args.common.watch, args.common.heavy), (Some(4096), true, false));
    assert_eq!(args.admin_listen.unwrap().port(), 7879);
    assert_eq!(args.origins, ["https://a.example", "https://b.example"]);
    assert_eq!(found.sources["rooms"], Source::File(7));
    let flags = ["--port", "1", "--watch=false", "--origin=https://c.example", "--heavy"];
    let found = settings(text.as_bytes(), &flags);
    let (_, args) = found.read().unwrap();
    assert_eq!((args.common.port, args.common.watch, args.common.heavy), (Some(1), false, true));
    assert_eq!(args.origins, ["https://c.example"], "a list as a whole");
    assert_eq!(found.sources["port"], Source::Flag);
}

#[test]
fn relations_hold_wherever_the_parts_come_from() {
    let data = b"data = \"rooms\"";
    assert!(settings(data, &["--rotate-key"]).read().is_ok());
    assert!(settings(b"rotate-key = true", &["--data", "rooms"]).read().is_ok());
    assert!(settings(b"rotate-key = true", &[]).read().is_err());
    assert!(settings(b"rotate-key = false", &[]).read().is_ok());
    assert!(settings(b"tls-cert = \"a.pem\"", &[]).read().is_err());
}

#[test]
fn every_mistake_is_told_with_its_line() {
    let text = "prot = 1\nport = \"7878\"\nport_number = 3\nrooms = 0\nwatch = 1\norigin = \"x\"\n\
                origin = 3\nsection = { a = 1 }\nlog-format = \"xml\"\nconfig = \"b.toml\"\n\
                host = \"everywhere\"\nadmin-listen = \"127.0.0.1:1\"\nadmin_listen = \"::1\"\n";
    let found = findings(text);
    let lines: Vec<&str> = found.iter().map(String::as_str).collect();
    for (line, words) in [
        (1, &["unknown key `prot`", "did you mean `port`?"][..]),
        (2, &["`port` must be a whole number, and is a text"]),
        (3, &["unknown key `port_number`"]),
        (4, &["`rooms`: 0", "1.."]),
        (5, &["`watch` must be true or false, and is a whole number"]),
        (6, &["`origin` must be a list of texts"]),
        (7, &["duplicate key"]),
        (8, &["unknown key `section`"]),
        (9, &["`log-format`: xml is none of text, json"]),
        (10, &["cannot name another"]),
        (11, &["`host`: everywhere: invalid IP address"]),
        (13, &["`admin-listen`"]),
    ] {
        let start = format!("{line}: ");
        let told = lines.iter().find(|told| told.starts_with(&start));
        let told = told.unwrap_or_else(|| panic!("line {line}: {lines:#?}"));
        assert!(words.iter().all(|word| told.contains(word)), "{told}");
    }
    assert_eq!(lines.len(), 12, "{lines:#?}");
}

#[test]
fn a_file_that_is_none_is_a_sentence() {
    for (text, wanted) in [
        (&b""[..], "are empty"),
        (b" \n\t\n", "are empty"),
        (b"\xef\xbb\xbf", "are empty"),
        (b"port = 1\nhost = \"\xff\"", "no UTF-8 in line 2"),
        (b"\xff\xfep\0o\0r\0t\0", "UTF-16"),
        (b"port = \n", "1: "),
    ] {
        let found = settings(text, &[]).findings;
        assert!(found.len() == 1 && found[0].contains(wanted), "{wanted}: {found:?}");
    }
    assert_eq!(settings(b"\xef\xbb\xbfport = 1", &[]).read().unwrap().1.common.port, Some(1));
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("nowhere.toml");
    for (path, wanted) in [(folder.path(), "are a folder"), (&missing, "cannot be read")] {
        let found = Settings::of(&[word(FILE, path.as_os_str())]).findings;
        assert!(found.len() == 1 && found[0].contains(wanted), "{found:?}");
    }
}

#[test]
fn every_option_has_a_kind_and_a_name_in_all_three_places() {
    let serve = serve();
    let names: Vec<&str> = options(&serve).map(|(name, _)| name).collect();
    for name in
        ["port", "data", "log", "log-format", "log-level", "rooms", "admin-secret-file", "tls-cert"]
    {
        assert!(names.contains(&name), "{names:?}");
    }
    // An option of another type than those known would have to be written as a text.
    let numbers: Vec<&str> = options(&serve)
        .filter(|(_, option)| Kind::of(option) == Kind::Number)
        .map(|(name, _)| name)
        .collect();
    for name in ["port", "rooms", "workers", "keep-inputs", "forget-rooms", "sleep-after"] {
        assert!(numbers.contains(&name), "{name}: {numbers:?}");
    }
}

#[test]
fn the_program_takes_the_settings_that_its_package_brings() {
    let brought = include_str!("../../../packaging/fangqi.toml");
    // A setting in a comment, without a space, is there to be taken up.
    let all = brought.lines().map(|line| match line.strip_prefix('#') {
        Some(setting) if !setting.starts_with(' ') => setting,
        _ => line,
    });
    let all = all.collect::<Vec<_>>().join("\n");
    assert!(all.contains("\ntls-cert = "), "{all}");
    for text in [brought, &all] {
        let settings = settings(text.as_bytes(), &[]);
        assert_eq!(settings.findings, Vec::<String>::new());
        let (_, args) = settings.read().unwrap();
        assert!(args.common.data.is_some() && args.common.no_browser);
    }
}
