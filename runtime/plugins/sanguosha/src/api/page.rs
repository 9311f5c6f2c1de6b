//! The page for authors of packages: everything they may call, and how much of it there is.

use std::fmt::Write;

use super::{Declared, Group, Status, classes, constants, events, functions, structs};

/// The whole of `sgs.*` as Markdown.
pub fn reference() -> String {
    let mut page = String::from(
        "# The sgs API\n\nWritten by `cargo xtask gen` from the host's own tables; do not edit.\n\n\
         What packages of the extension handbook's generation may call, and what becomes of it. What \
         is not on this page is an error that names the class, the method, the file and the line; \
         `fangqi sanguosha check` finds such calls before they are met.\n\n",
    );
    // Writing to a text cannot fail.
    let _ = write_page(&mut page);
    page
}

fn write_page(page: &mut String) -> std::fmt::Result {
    let all: Vec<Group> = classes().into_iter().chain(functions()).collect();
    let members = || all.iter().flat_map(|group| &group.members);
    let count = |status| members().filter(|member| member.status == status).count();
    writeln!(
        page,
        "{} methods and functions: {} work, {} are there in part (panels, sounds and the network \
         do nothing), {} are errors that name what is missing. {} events are raised.\n",
        members().count(),
        count(Status::Works),
        count(Status::Part),
        count(Status::Missing),
        events().len(),
    )?;
    writeln!(page, "## Functions of `sgs`\n")?;
    for group in functions() {
        writeln!(page, "### {}{}\n", group.name[..1].to_uppercase(), &group.name[1..])?;
        table(page, "sgs.", &group.members)?;
    }
    writeln!(page, "## Classes\n")?;
    for group in classes() {
        match group.parent {
            Some(parent) => writeln!(page, "### {} : {parent}\n", group.name)?,
            None => writeln!(page, "### {}\n", group.name)?,
        }
        table(page, "", &group.members)?;
    }
    writeln!(page, "## Structs\n\n| struct | fields |\n|---|---|")?;
    for (name, fields) in structs() {
        writeln!(page, "| `sgs.{name}()` | {} |", fields.join(", "))?;
    }
    writeln!(page, "\n## Events\n\n| event | player | data | notes |\n|---|---|---|---|")?;
    for event in events() {
        let (player, data, notes) = (event.player, event.data, event.notes);
        writeln!(page, "| `sgs.{}` | {player} | {data} | {notes} |", event.name)?;
    }
    writeln!(page, "\n## Constants\n\n| constant | number |\n|---|---|")?;
    for (name, number) in constants() {
        writeln!(page, "| `sgs.{name}` | {number} |")?;
    }
    Ok(())
}

fn table(page: &mut String, prefix: &str, members: &[Declared]) -> std::fmt::Result {
    writeln!(page, "| call | gives | meaning | coverage |\n|---|---|---|---|")?;
    for member in members {
        let (name, parameters) = (member.name, member.parameters);
        let (result, meaning) = (member.result, member.meaning.replace('|', "\\|"));
        let (status, note) = (member.status.word(), member.note);
        let coverage =
            if note.is_empty() { status.to_owned() } else { format!("{status}: {note}") };
        writeln!(page, "| `{prefix}{name}({parameters})` | {result} | {meaning} | {coverage} |")?;
    }
    writeln!(page)
}
