//! The file of settings.

use std::ffi::OsString;
use std::io::Read;
use std::path::Path;

use fangqi_world::nearest;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{FILE, Kind, misfit, options};

/// Longest file, in bytes.
const SIZE_MAX: u64 = 1 << 20;

/// A line of the file.
#[derive(Debug)]
pub(super) struct Setting {
    /// The option's name.
    pub(super) option: String,
    /// Counted from 1.
    pub(super) line: usize,
    /// One value, or those of a list.
    pub(super) values: Vec<OsString>,
}

/// What a file sets. What is wrong with it is added to the findings; the rest is good.
pub(super) fn read(path: &Path, serve: &clap::Command, findings: &mut Vec<String>) -> Vec<Setting> {
    let shown = path.display();
    let text = match text(path) {
        Ok(text) => text,
        Err(why) => {
            findings.push(format!("the settings {shown} {why}"));
            return Vec::new();
        }
    };
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let line = |at: usize| text[..at.min(text.len())].matches('\n').count() + 1;
    let (table, errors) = DeTable::parse_recoverable(text);
    let told = errors.iter().map(|error| {
        let at = error.span().map_or(0, |span| span.start);
        (line(at), error.message().to_owned())
    });
    let mut found: Vec<(usize, String)> = told.collect();
    let broken: Vec<usize> = found.iter().map(|(line, _)| *line).collect();
    let mut settings: Vec<Setting> = Vec::new();
    let mut entries: Vec<_> = table.get_ref().iter().collect();
    entries.sort_by_key(|(key, _)| key.span().start);
    for (key, value) in entries {
        let line = line(key.span().start);
        match setting(key.get_ref(), line, value, serve) {
            Ok(setting) => match settings.iter().find(|other| other.option == setting.option) {
                // Such as `admin-listen` and `admin_listen`.
                Some(other) => {
                    let (option, before) = (&other.option, other.line);
                    found.push((line, format!("`{option}` is set in line {before} already")));
                }
                None => settings.push(setting),
            },
            // What the parser made of a broken line says nothing.
            Err(_) if broken.contains(&line) => {}
            Err(whys) => found.extend(whys.into_iter().map(|why| (line, why))),
        }
    }
    // Those of the parser and ours, in the order of the file.
    found.sort_by_key(|(line, _)| *line);
    findings.extend(found.into_iter().map(|(line, why)| format!("{shown}:{line}: {why}")));
    settings
}

/// The text of a file, or what is wrong with it.
fn text(path: &Path) -> Result<String, String> {
    if path.is_dir() {
        return Err("are a folder; name the file in it".to_owned());
    }
    let unread = |error: std::io::Error| format!("cannot be read: {error}");
    let mut bytes = Vec::new();
    let file = std::fs::File::open(path).map_err(unread)?;
    file.take(SIZE_MAX + 1).read_to_end(&mut bytes).map_err(unread)?;
    if bytes.len() as u64 > SIZE_MAX {
        return Err(format!("have more than {SIZE_MAX} bytes; that is no file of settings"));
    }
    fangqi_text::check(&bytes).map_err(|wide| format!("cannot be read: {wide}"))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let good = error.utf8_error().valid_up_to();
        let before = &error.as_bytes()[..good];
        let line = before.iter().filter(|byte| **byte == b'\n').count() + 1;
        format!("are no UTF-8 in line {line}: save the file as UTF-8")
    })?;
    // A file that was cut off must not pass for one that changes nothing.
    if text.trim_matches('\u{feff}').trim().is_empty() {
        return Err("are empty; leave out --config, or see `fangqi config example`".to_owned());
    }
    Ok(text)
}

/// One setting, or what is wrong with it.
fn setting(
    key: &str,
    line: usize,
    value: &Spanned<DeValue<'_>>,
    serve: &clap::Command,
) -> Result<Setting, Vec<String>> {
    let name = key.replace('_', "-");
    if name == FILE {
        return Err(vec!["a file of settings cannot name another".to_owned()]);
    }
    let Some((_, option)) = options(serve).find(|(known, _)| *known == name) else {
        let known = options(serve).map(|(known, _)| known).filter(|known| *known != FILE);
        let near = nearest(&name, known);
        let near = near.map_or_else(
            || "; `fangqi config example` lists all there are".to_owned(),
            |near| format!("; did you mean `{near}`?"),
        );
        return Err(vec![format!("unknown key `{key}`{near}")]);
    };
    let kind = Kind::of(option);
    let wrong =
        |value: &DeValue<'_>| vec![format!("`{name}` must be {kind}, and is {}", described(value))];
    let values: Vec<OsString> = match (kind, value.get_ref()) {
        (Kind::Truth, DeValue::Boolean(truth)) => vec![truth.to_string().into()],
        (Kind::Number, DeValue::Integer(number)) => {
            let read = i128::from_str_radix(number.as_str(), number.radix());
            vec![read.map_or_else(|_| number.to_string(), |number| number.to_string()).into()]
        }
        (Kind::Text, DeValue::String(text)) => vec![text.to_string().into()],
        (Kind::List, DeValue::Array(items)) => {
            let mut values = Vec::new();
            for item in items.iter() {
                match item.get_ref() {
                    DeValue::String(text) => values.push(text.to_string().into()),
                    other => return Err(wrong(other)),
                }
            }
            values
        }
        (_, other) => return Err(wrong(other)),
    };
    let misfits: Vec<String> =
        values.iter().filter_map(|value| misfit(serve, &name, value)).collect();
    if misfits.is_empty() {
        Ok(Setting { option: name, line, values })
    } else {
        Err(misfits.into_iter().map(|why| format!("`{name}`: {why}")).collect())
    }
}

/// What kind of value stands there.
fn described(value: &DeValue<'_>) -> &'static str {
    match value {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a time",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a section",
    }
}
