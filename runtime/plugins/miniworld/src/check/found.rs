//! Findings of a check of Mini World scripts: where, how often, at which event, and whose fault.

use std::collections::{BTreeMap, BTreeSet};

use fangqi_plugin::Finding;
use serde::Serialize;

use super::MiniWorldReport;

/// Maximum number of findings of one kind in a report.
const NAMED_MAX: usize = 200;
/// Maximum number of events named by a finding.
const EVENTS_MAX: usize = 3;
/// Numbers below this do not tell where they come from.
const TELLING: u64 = 100;

/// Something found at one place.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Found {
    /// The file, under the name that was given.
    pub file: String,
    /// The line, from 1; 0 if there is none.
    pub line: u32,
    /// A description.
    pub message: String,
    /// How often it was found.
    pub count: usize,
    /// The events at which it was found; empty if it was found while the scripts were loaded.
    pub events: Vec<String>,
    /// The fields with which the check raised the first of these events, such as `toobjid = 1002,
    /// …`.
    pub told: String,
}

impl std::fmt::Display for Found {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { file, line, message, count, events, told } = self;
        match line {
            0 => write!(f, "{file}: {message} (×{count}")?,
            line => write!(f, "{file}:{line}: {message} (×{count}")?,
        }
        if !events.is_empty() {
            let named: Vec<&str> = events.iter().take(EVENTS_MAX).map(String::as_str).collect();
            write!(f, ", at {}", named.join(", "))?;
        }
        if events.len() > EVENTS_MAX {
            write!(f, " and {} more", events.len() - EVENTS_MAX)?;
        }
        if !told.is_empty() {
            write!(f, " with {told}")?;
        }
        write!(f, ")")
    }
}

/// Kinds of findings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// An error.
    Error,
    /// An error at an event about something that the scripts did not create.
    Unsure,
    /// An error that the script caught.
    Caught,
    /// A call that returned FAILED.
    Refused,
    /// A call that returned FAILED because of values that the check made up.
    Probed,
}

/// An event raised by the check.
#[derive(Debug)]
pub(super) struct Raise {
    /// Its name.
    pub(super) event: String,
    /// A description of its fields.
    pub(super) told: String,
    /// The numbers among its fields that the check made up.
    pub(super) guessed: Vec<u64>,
}

/// The circumstances of a finding.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Seen {
    /// The event whose handler ran.
    pub(super) event: Option<String>,
    /// The index of the event that the check was raising.
    pub(super) raise: Option<usize>,
}

/// All findings, in order.
#[derive(Debug)]
pub(super) struct Findings {
    map: &'static str,
    /// Names of the scripts in the map, with the paths that people know them by.
    paths: BTreeMap<String, String>,
    /// The full names of the scripts.
    scripts: Vec<String>,
    raises: Vec<Raise>,
    list: Vec<(Kind, usize, Option<Seen>)>,
    /// Each finding once, with its number.
    known: BTreeMap<Finding, usize>,
}

impl Findings {
    /// No findings yet, in a map whose scripts have these names and paths.
    pub(super) fn new(map: &'static str, paths: BTreeMap<String, String>) -> Self {
        let scripts = paths.keys().map(|name| format!("{map}/{name}")).collect();
        let (raises, list, known) = (Vec::new(), Vec::new(), BTreeMap::new());
        Self { map, paths, scripts, raises, list, known }
    }

    /// A log line as a finding, at the place that it names.
    pub(super) fn placed(&self, text: &str) -> Finding {
        Finding::of_text(text, self.scripts.iter().map(String::as_str), self.map)
    }

    /// Notes that the check raises an event. Returns its index.
    pub(super) fn raise(&mut self, raise: Raise) -> usize {
        self.raises.push(raise);
        self.raises.len() - 1
    }

    /// Notes a finding.
    pub(super) fn take(&mut self, kind: Kind, finding: Finding, seen: Option<Seen>) {
        let next = self.known.len();
        let number = *self.known.entry(finding).or_insert(next);
        self.list.push((kind, number, seen));
    }

    /// Decides whose fault each finding is, and puts them all into a report.
    pub(super) fn tell(self, report: &mut MiniWorldReport) {
        let findings = self.by_number();
        let probed = self.probed(&findings);
        // Raised events in which a call failed because of the check before an error occurred.
        let mut misled: BTreeSet<usize> = BTreeSet::new();
        let mut sorted: BTreeMap<(Kind, usize), Vec<&Option<Seen>>> = BTreeMap::new();
        for (kind, number, seen) in &self.list {
            let raise = seen.as_ref().and_then(|seen| seen.raise);
            let kind = match (kind, raise) {
                (Kind::Refused, _) if probed.contains(number) => {
                    misled.extend(raise);
                    Kind::Probed
                }
                (Kind::Error, Some(raise)) if misled.contains(&raise) => Kind::Unsure,
                (kind, _) => *kind,
            };
            sorted.entry((kind, *number)).or_default().push(seen);
        }
        // A certain error is reported once, and not among the unsure ones.
        let certain: BTreeSet<usize> =
            sorted.keys().filter(|(kind, _)| *kind == Kind::Error).map(|(_, at)| *at).collect();
        sorted.retain(|(kind, number), _| *kind != Kind::Unsure || !certain.contains(number));
        for ((kind, number), seen) in sorted {
            let list = match kind {
                Kind::Error => &mut report.errors,
                Kind::Unsure => &mut report.unsure,
                Kind::Caught => &mut report.caught,
                Kind::Refused => &mut report.refused,
                Kind::Probed => &mut report.probed,
            };
            if let Some(finding) = findings.get(number) {
                list.push(self.found(finding, &seen));
            }
        }
        for list in [
            &mut report.errors,
            &mut report.unsure,
            &mut report.caught,
            &mut report.refused,
            &mut report.probed,
        ] {
            list.sort();
            list.truncate(NAMED_MAX);
        }
    }

    fn by_number(&self) -> Vec<&Finding> {
        let mut findings: Vec<(&Finding, usize)> =
            self.known.iter().map(|(finding, number)| (finding, *number)).collect();
        findings.sort_by_key(|(_, number)| *number);
        findings.into_iter().map(|(finding, _)| finding).collect()
    }

    /// The refused calls that are the check's fault: they fail only in events that it raised, and
    /// there only with some of the values that it made up, or they name one of those.
    fn probed(&self, findings: &[&Finding]) -> BTreeSet<usize> {
        // The same call at the same place may name a different number each time.
        let group = |number: usize| {
            let finding = findings.get(number)?;
            Some((finding.file.as_str(), finding.line, without_numbers(&finding.message)))
        };
        let mut seen_in: BTreeMap<_, Vec<(usize, Option<usize>)>> = BTreeMap::new();
        for (kind, number, seen) in &self.list {
            if *kind == Kind::Refused {
                let raise = seen.as_ref().and_then(|seen| seen.raise);
                seen_in.entry(group(*number)).or_default().push((*number, raise));
            }
        }
        let names = |number: usize, raise: &Raise| {
            findings.get(number).is_some_and(|finding| names_any(&finding.message, &raise.guessed))
        };
        let is_probed = |seen: &[(usize, Option<usize>)]| {
            let raises: Option<BTreeSet<usize>> = seen.iter().map(|(_, raise)| *raise).collect();
            raises.is_some_and(|raises| {
                seen.iter().filter_map(|(number, raise)| Some((*number, (*raise)?))).all(
                    |(number, at)| {
                        let raise = &self.raises[at];
                        let like = |(_, other): &(usize, &Raise)| other.event == raise.event;
                        let mut others = self.raises.iter().enumerate().filter(like);
                        let always = others.all(|(at, _)| raises.contains(&at));
                        !raise.guessed.is_empty() && (!always || names(number, raise))
                    },
                )
            })
        };
        let probed = seen_in.values().filter(|seen| is_probed(seen));
        probed.flatten().map(|(number, _)| *number).collect()
    }

    fn found(&self, finding: &Finding, seen: &[&Option<Seen>]) -> Found {
        let seen_then = seen.iter().filter_map(|seen| seen.as_ref());
        let events: BTreeSet<&str> = seen_then.clone().filter_map(|seen| seen.event()).collect();
        let first = seen_then.clone().next().and_then(|seen| seen.raise);
        let told = first.map_or_else(String::new, |at| self.raises[at].told.clone());
        let name = finding.file.strip_prefix(self.map).and_then(|name| name.strip_prefix('/'));
        let name = name.unwrap_or(&finding.file);
        let file = self.paths.get(name).map_or(name, String::as_str).to_owned();
        let mut message = finding.message.clone();
        for (name, path) in &self.paths {
            message = message.replace(&format!("{}/{name}:", self.map), &format!("{path}:"));
        }
        let events = events.into_iter().map(ToOwned::to_owned).collect();
        Found { file, line: finding.line, message, count: seen.len(), events, told }
    }
}

impl Seen {
    fn event(&self) -> Option<&str> {
        self.event.as_deref()
    }
}

/// A message with each number replaced by `#`.
fn without_numbers(message: &str) -> String {
    let mut text = String::with_capacity(message.len());
    for c in message.chars() {
        if !c.is_ascii_digit() {
            text.push(c);
        } else if !text.ends_with('#') {
            text.push('#');
        }
    }
    text
}

/// Whether a message names one of the numbers that are large enough to be telling.
fn names_any(message: &str, numbers: &[u64]) -> bool {
    let digits = message.split(|c: char| !c.is_ascii_digit()).filter_map(|part| part.parse().ok());
    let named: BTreeSet<u64> = digits.collect();
    numbers.iter().any(|number| *number >= TELLING && named.contains(number))
}
