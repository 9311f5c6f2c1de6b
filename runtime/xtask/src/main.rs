//! `cargo xtask <command>`: see [`xtask::cli`].

use std::process::ExitCode;

use xtask::exec::Workspace;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match xtask::cli::run(&Workspace::here(), &arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("\nerror: {error}");
            ExitCode::FAILURE
        }
    }
}
