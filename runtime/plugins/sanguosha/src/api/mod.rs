//! What packages may call, declared once: tests hold it against what there is, and the page for
//! authors is written from it.
//!
//! The lists are texts beside this file. A line is `name(parameters) -> result = meaning`; `part`
//! before it says that only what matters to a game is there, and ` ~ note` behind it what it does
//! instead; `missing` that calling it is an error, `static` that it is a function of `sgs`.

mod page;

pub use page::reference;

/// How much of something there is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Status {
    /// It does what it says.
    Works,
    /// It may be called; what has no meaning here does nothing.
    Part,
    /// Calling it is an error that names it.
    Missing,
}

impl Status {
    /// One word.
    pub fn word(self) -> &'static str {
        match self {
            Status::Works => "works",
            Status::Part => "in part",
            Status::Missing => "an error that names it",
        }
    }
}

/// A method or function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Declared {
    /// Its name.
    pub name: &'static str,
    /// Its parameters with their types; optional ones in brackets with their default.
    pub parameters: &'static str,
    /// What it gives; empty if nothing.
    pub result: &'static str,
    /// What it means.
    pub meaning: &'static str,
    /// How much of it there is.
    pub status: Status,
    /// What it does instead, where only a part of it is there; else empty.
    pub note: &'static str,
    /// A function of `sgs`, called `sgs.Class_name`.
    pub is_static: bool,
}

/// A class, or a group of functions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Group {
    /// The name of the class, or the heading of the group.
    pub name: &'static str,
    /// The class it inherits from.
    pub parent: Option<&'static str>,
    /// Its methods, without those of its parent.
    pub members: Vec<Declared>,
}

/// An event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DeclaredEvent {
    /// Its name in `sgs`.
    pub name: &'static str,
    /// Whom it is about.
    pub player: &'static str,
    /// What goes with it.
    pub data: &'static str,
    /// What a result means, and what the rules do.
    pub notes: &'static str,
}

const CLASSES: [&str; 6] = [
    include_str!("engine.txt"),
    include_str!("player.txt"),
    include_str!("room.txt"),
    include_str!("card.txt"),
    include_str!("skill.txt"),
    include_str!("data.txt"),
];

/// All classes.
pub fn classes() -> Vec<Group> {
    CLASSES.iter().flat_map(|text| groups(text)).collect()
}

/// The functions of `sgs`.
pub fn functions() -> Vec<Group> {
    groups(include_str!("functions.txt"))
}

/// The structs with their fields.
pub fn structs() -> Vec<(&'static str, Vec<&'static str>)> {
    let lines = include_str!("structs.txt").lines().filter_map(|line| line.split_once(" | "));
    lines.map(|(name, fields)| (name, fields.split(", ").collect())).collect()
}

/// The events.
pub fn events() -> Vec<DeclaredEvent> {
    let line = |line: &'static str| {
        let mut parts = line.split(" |").map(str::trim);
        let mut next = || parts.next().unwrap_or("");
        DeclaredEvent { name: next(), player: next(), data: next(), notes: next() }
    };
    include_str!("events.txt").lines().map(line).collect()
}

/// The constants of `sgs` with their numbers.
pub fn constants() -> Vec<(String, i64)> {
    super::constants::constants()
}

/// Reads a list.
fn groups(text: &'static str) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        match line.strip_prefix("  ") {
            Some(member) => {
                if let (Some(group), Some(member)) = (groups.last_mut(), declared(member)) {
                    group.members.push(member);
                }
            }
            None => {
                let name = line.strip_prefix("class ").unwrap_or(line);
                let (name, parent) = match name.split_once(" : ") {
                    Some((name, parent)) => (name, Some(parent)),
                    None => (name, None),
                };
                groups.push(Group { name, parent, members: Vec::new() });
            }
        }
    }
    groups
}

/// Reads `name(parameters) -> result = meaning ~ note`.
fn declared(line: &'static str) -> Option<Declared> {
    let (status, line) = match line.split_once(' ') {
        Some(("part", rest)) => (Status::Part, rest),
        Some(("missing", rest)) => (Status::Missing, rest),
        _ => (Status::Works, line),
    };
    let (is_static, line) = match line.strip_prefix("static ") {
        Some(rest) => (true, rest),
        None => (false, line),
    };
    let (name, rest) = line.split_once('(')?;
    let (parameters, rest) = rest.split_once(") -> ")?;
    let (result, meaning) = rest.split_once(" = ")?;
    let result = if result == "-" { "" } else { result };
    let (meaning, note) = meaning.split_once(" ~ ").unwrap_or((meaning, ""));
    Some(Declared { name, parameters, result, meaning, status, note, is_static })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_read() {
        let lists = CLASSES.iter().chain([&include_str!("functions.txt")]);
        let lines: usize =
            lists.map(|text| text.lines().filter(|l| l.starts_with(' ')).count()).sum();
        let read: usize =
            classes().iter().chain(&functions()).map(|group| group.members.len()).sum();
        assert_eq!(read, lines);
        for group in classes().iter().chain(&functions()) {
            for member in &group.members {
                assert!(!member.meaning.is_empty(), "{}.{}", group.name, member.name);
                let noted = !member.note.is_empty();
                let part = member.status == Status::Part;
                assert_eq!(noted, part, "{}.{}", group.name, member.name);
            }
        }
    }

    #[test]
    fn events_are_those_of_the_engine_in_their_order() {
        let names: Vec<&str> = events().iter().map(|event| event.name).collect();
        let known: Vec<&str> =
            fangqi_sanguosha::Event::ALL.iter().map(|event| event.text()).collect();
        assert_eq!(names, known);
    }
}
