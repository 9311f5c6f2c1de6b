use std::ffi::OsString;
use std::io::Write;

/// A subcommand of the program that a plugin brings.
#[derive(Debug, Clone, Copy)]
pub struct Command {
    /// Its name: `fangqi NAME …`.
    pub name: &'static str,
    /// What it does, in a line.
    pub about: &'static str,
    /// Runs it with the arguments after its name. It writes to the given output, which makes other
    /// people's text safe to show; an error is a sentence for the person who called it.
    pub run: fn(&[OsString], &mut dyn Write) -> Result<(), String>,
}
