//! `fangqi config`: what settings there are, what they are, and what is wrong with them.

use std::ffi::OsString;

use anyhow::anyhow;
use clap::error::ErrorKind;
use fangqi_text::Escaped;
use fangqi_world::nearest;

use super::{FILE, Kind, Settings, Source, options, serve, variable, word};
use crate::serve::mistakes;

/// Width of lines of comments.
const WIDTH: usize = 90;
/// Variables that are no settings of a server.
const OTHERS: [&str; 1] = ["FANGQI_ADMIN_SECRET"];

/// `fangqi config check`: prints all that is wrong, or where each setting comes from. The words are
/// those of `serve`; the first one may be the file.
pub(crate) fn check(words: &[OsString]) -> anyhow::Result<()> {
    let mut words = words.to_vec();
    if let Some(first) = words.first_mut()
        && !first.to_string_lossy().starts_with('-')
    {
        *first = word(FILE, first);
    }
    let mut settings = Settings::of(&words);
    settings.findings.extend(misspelt());
    let matches = match settings.read() {
        Ok((matches, args)) => {
            settings.findings.extend(mistakes(&args));
            Some(matches)
        }
        Err(error) if matches!(error.kind(), ErrorKind::DisplayHelp) => error.exit(),
        Err(error) => {
            settings.findings.push(sentence(&error));
            None
        }
    };
    let (Some(matches), true) = (matches, settings.findings.is_empty()) else {
        for finding in &settings.findings {
            println!("{}", Escaped(finding));
        }
        return Err(anyhow!(match settings.findings.len() {
            1 => "a server would not start with these settings; see the line above".to_owned(),
            count => format!("a server would not start: {count} mistakes, see the lines above"),
        }));
    };
    let mut lines = vec![["setting".to_owned(), "value".to_owned(), "from".to_owned()]];
    for (name, option) in options(&serve()).filter(|(name, _)| *name != FILE) {
        let values = matches.get_raw(option.get_id().as_str()).into_iter().flatten();
        let values: Vec<String> =
            values.map(|value| without_password(&value.to_string_lossy())).collect();
        let source = match settings.sources.get(name) {
            Some(Source::File(line)) => format!("line {line} of the file"),
            Some(Source::Environment) => variable(name),
            Some(Source::Flag) => format!("--{name}"),
            None => "default".to_owned(),
        };
        let value = if values.is_empty() { "-".to_owned() } else { values.join(", ") };
        lines.push([name.to_owned(), value, source]);
    }
    let width = |column: usize| {
        lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
    };
    let (names, values) = (width(0), width(1));
    for [name, value, source] in &lines {
        println!("{name:<names$}  {:<values$}  {source}", Escaped(value));
    }
    Ok(())
}

/// A value with dots in place of the password of a URL, if it is one that has a password.
fn without_password(value: &str) -> String {
    let parts = value.split_once("://").and_then(|(scheme, rest)| {
        let end = rest.find('/').unwrap_or(rest.len());
        let (login, _) = rest[..end].rsplit_once('@')?;
        let (user, _) = login.split_once(':')?;
        Some(format!("{scheme}://{user}:…{}", &rest[login.len()..]))
    });
    parts.unwrap_or_else(|| value.to_owned())
}

/// Variables that are almost settings.
fn misspelt() -> Vec<String> {
    let serve = serve();
    let known: Vec<String> = options(&serve).map(|(name, _)| variable(name)).collect();
    let names = std::env::vars_os().filter_map(|(name, _)| name.into_string().ok());
    let unknown = names.filter(|name| {
        name.starts_with("FANGQI_") && !known.contains(name) && !OTHERS.contains(&name.as_str())
    });
    let near = |name: String| {
        let near = nearest(&name, known.iter().map(String::as_str))?;
        Some(format!("{name} in the environment is no setting; did you mean {near}?"))
    };
    unknown.filter_map(near).collect()
}

/// What clap says is wrong, without its hints.
fn sentence(error: &clap::Error) -> String {
    let said = error.to_string();
    let lines = said.lines().take_while(|line| !line.is_empty()).map(str::trim);
    let said = lines.collect::<Vec<_>>().join(" ");
    said.strip_prefix("error: ").unwrap_or(&said).to_owned()
}

/// `fangqi config example`: prints a file of all settings, each as it is without the file.
pub(crate) fn example() {
    println!("# Settings of `fangqi serve --config FILE`. What is not set is as it says here.");
    println!("# The environment goes before this file, and flags go before both.");
    println!("# Paths begin where the program is started.");
    for (name, option) in options(&serve()).filter(|(name, _)| *name != FILE) {
        println!("");
        let help = option.get_long_help().or(option.get_help());
        let help = help.map(ToString::to_string).unwrap_or_default();
        comment(&format!("{}.", help.trim_end_matches('.')));
        let kind = Kind::of(option);
        if kind == Kind::Text {
            let known = option.get_possible_values();
            let known: Vec<&str> = known.iter().map(|value| value.get_name()).collect();
            if !known.is_empty() {
                comment(&format!("One of: {}.", known.join(", ")));
            }
        }
        comment(&format!("In the environment: {}.", variable(name)));
        let defaults = option.get_default_values().iter().map(|value| value.to_string_lossy());
        let default = defaults.map(|value| written(kind, &value)).next();
        let value = default.unwrap_or_else(|| match kind {
            Kind::List => "[]".to_owned(),
            _ => {
                let names = option.get_value_names().unwrap_or_default();
                let name = names.first().map_or("VALUE", |name| name.as_str());
                written(kind, &format!("<{name}>"))
            }
        });
        println!("#{name} = {value}");
    }
}

/// A value as TOML has it.
fn written(kind: Kind, value: &str) -> String {
    match kind {
        Kind::Text => toml::Value::from(value).to_string(),
        Kind::Truth | Kind::Number | Kind::List => value.to_owned(),
    }
}

/// Prints a text as comments.
fn comment(text: &str) {
    let mut line = "#".to_owned();
    for word in text.split_whitespace() {
        if line.chars().count() + 1 + word.chars().count() > WIDTH {
            println!("{line}");
            line = "#".to_owned();
        }
        line.push(' ');
        line.push_str(word);
    }
    println!("{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_of_urls_are_not_printed() {
        for (url, shown) in [
            ("postgres://me:pass@host:5432/db", "postgres://me:…@host:5432/db"),
            ("postgres://me:p@ss:word@host", "postgres://me:…@host"),
            ("postgres://me@host/db", "postgres://me@host/db"),
            ("postgres://host/a:b@c", "postgres://host/a:b@c"),
            ("https://play.example.org", "https://play.example.org"),
            ("/srv/maps", "/srv/maps"),
        ] {
            assert_eq!(without_password(url), shown);
        }
    }
}
